//! glTF files that lie: an error or an answer, in bounded memory and time. And one test for each thing that was wrong.

mod samples;

use std::time::Instant;

use lissom_formats::gltf::check::{Severity, check};
use lissom_formats::gltf::{Document, Fault, Import};
use samples::gltf::{accessor, character, floats, textured, triangle};
use serde_json::{Value, json};

fn nothing(_: &str) -> Option<Vec<u8>> {
    None
}

/// Reads, looks into it and checks; quickly, whatever it is.
fn import(bytes: &[u8]) -> Result<Import, Fault> {
    let begin = Instant::now();
    check(bytes, &nothing);
    let import = Document::read(bytes, &nothing).and_then(|document| Import::read(&document));
    // A second at most, where nothing else is running.
    assert!(begin.elapsed().as_secs() < 30, "{} s", begin.elapsed().as_secs_f64());
    import
}

fn import_document(document: &Document) -> Result<Import, Fault> {
    import(&document.to_glb().expect("a file"))
}

fn errors(document: &Document) -> Vec<String> {
    let problems = check(&document.to_glb().expect("a file"), &nothing);
    problems.iter().filter(|p| p.severity == Severity::Error).map(ToString::to_string).collect()
}

/// Changes one value of the sample; both the reader and the checker must refuse it.
fn refused(pointer: &str, value: Value) {
    let mut document = character();
    *document.json_mut().pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value.clone();
    assert!(import_document(&document).is_err(), "{pointer} = {value}");
    assert!(!errors(&document).is_empty(), "{pointer} = {value}");
}

#[test]
fn samples_are_right() {
    for document in [triangle(), textured(), character()] {
        assert_eq!(check(&document.to_glb().expect("a file"), &nothing), []);
        import_document(&document).expect("fine");
    }
}

#[test]
fn no_documents() {
    let deep = format!("{{\"asset\":{}", "[".repeat(100_000));
    let far = b"glTF\x02\0\0\0\xff\xff\xff\xff\xff\xff\xff\xffJSON";
    let long = b"glTF\x02\0\0\0\x28\0\0\0\xff\xff\xff\xfeJSON{\"asset\":{\"version";
    for bytes in [b"", &b"{}"[..], b"[]", b"glTF", b"\xff\xfe{}", b"{\"asset\":{\"version\":\"2.0\xff\"}}", far, long] {
        assert!(import(bytes).is_err(), "{bytes:?}");
        assert!(!check(bytes, &nothing).is_empty(), "{bytes:?}");
    }
    assert!(import(deep.as_bytes()).is_err());
}

#[test]
fn the_last_of_two_keys_counts() {
    let text = br#"{"asset":{"version":"1.0"},"asset":{"version":"2.0"},"nodes":[{}],"nodes":[{"name":"b"}]}"#;
    assert_eq!(import(text).expect("fine").nodes.list[0].name, "b");
}

#[test]
fn counts_that_lie() {
    for huge in [json!(4_294_967_295u64), json!(u64::MAX), json!(1u64 << 40), json!(-1), json!(1e300)] {
        refused("/accessors/0/count", huge.clone());
        refused("/accessors/6/sparse/count", huge.clone());
        refused("/bufferViews/0/byteLength", huge.clone());
        refused("/bufferViews/0/byteOffset", huge.clone());
        refused("/buffers/0/byteLength", huge);
    }
    let text = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":4294967296,"uri":"data:,a"}],"nodes":[{}]}"#;
    assert!(import(text.as_bytes()).is_err());
}

#[test]
fn what_does_not_exist() {
    for pointer in [
        "/accessors/0/bufferView",
        "/accessors/6/sparse/indices/bufferView",
        "/animations/0/channels/0/sampler",
        "/animations/0/channels/0/target/node",
        "/animations/0/samplers/0/output",
        "/bufferViews/0/buffer",
        "/meshes/0/primitives/0/attributes/POSITION",
        "/meshes/0/primitives/0/indices",
        "/meshes/0/primitives/0/material",
        "/nodes/0/mesh",
        "/nodes/0/skin",
        "/nodes/1/children/0",
        "/nodes/3/camera",
        "/skins/0/joints/1",
    ] {
        refused(pointer, json!(99));
        refused(pointer, json!("x"));
    }
}

#[test]
fn trees_that_are_none() {
    refused("/nodes/1/children", json!([1]));
    refused("/nodes/1/children", json!([2, 3, 0, 2]));
    let mut document = character();
    document.json_mut()["nodes"][2]["children"] = json!([1]);
    assert!(import_document(&document).is_err());
    assert!(errors(&document).iter().any(|e| e.contains("its own ancestor")));
}

#[test]
fn a_long_chain_is_no_recursion() {
    let chain = |count: usize| {
        let nodes: Vec<Value> = (1..count).map(|k| json!({ "children": [k] })).chain([json!({})]).collect();
        json!({ "asset": { "version": "2.0" }, "nodes": nodes, "skins": [{ "joints": [0, count - 1] }] }).to_string()
    };
    assert!(import(chain(60_000).as_bytes()).is_ok());
    let told = import(chain(100_000).as_bytes()).expect_err("too many").to_string();
    assert!(told.contains("65535"), "{told}");
}

#[test]
fn numbers_that_are_none() {
    for (number, place) in [(f32::NAN, "finite"), (f32::INFINITY, "finite")] {
        let mut document = triangle();
        let positions = floats(&mut document, "VEC3", 3, &[0.0, 0.0, 0.0, 1.0, number, 0.0, 0.0, 1.0, 0.0]);
        document.json_mut()["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(positions);
        assert!(import_document(&document).expect_err("not finite").to_string().contains(place));
        assert!(errors(&document).iter().any(|e| e.contains(place)));
    }
    refused("/nodes/1/translation", json!([0, 1, "nan"]));
}

/// Numbers that are finite, and their products not: nothing of it reaches the character.
#[test]
fn sizes_beyond_all_bounds() {
    let mut document = character();
    document.json_mut()["nodes"][1]["scale"] = json!([1e38, 1e38, 1e38]);
    document.json_mut()["nodes"][2]["scale"] = json!([1e38, 1e38, 1e38]);
    assert!(import_document(&document).is_err());
    let mut document = triangle();
    document.json_mut()["nodes"][0]["matrix"] = json!([1e30, 0, 0, 0, 0, 1e30, 0, 0, 0, 0, 1e30, 0, 0, 0, 0, 1]);
    assert!(import_document(&document).is_err());
}

#[test]
fn uris_stay_in_the_folder() {
    for uri in ["../a.bin", "/etc/passwd", "http://host/a.bin", "file:///a.bin", "a/../../b", "%2e%2e/a", "\\\\host\\a"]
    {
        let asked = |name: &str| -> Option<Vec<u8>> { panic!("{name} is opened") };
        let json =
            json!({ "asset": { "version": "2.0" }, "nodes": [{}], "buffers": [{ "uri": uri, "byteLength": 1 }] });
        let text = json.to_string();
        assert!(Document::read(text.as_bytes(), &asked).is_err(), "{uri}");
        assert!(!check(text.as_bytes(), &asked).is_empty(), "{uri}");
    }
}

/// Few bytes of JSON that would become gigabytes.
#[test]
fn the_same_numbers_many_times() {
    let big = |document: &mut Document| {
        let entry =
            json!({ "componentType": 5126, "type": "VEC3", "count": 1_000_000, "min": [0, 0, 0], "max": [0, 0, 0] });
        document.push("accessors", entry)
    };
    // Primitives, morph targets without numbers, nodes that share a mesh, long names of them, channels.
    let mut primitives = triangle();
    let positions = big(&mut primitives);
    let primitive = json!({ "attributes": { "POSITION": positions } });
    primitives.json_mut()["meshes"][0]["primitives"] = vec![primitive.clone(); 10_000].into();
    let mut morphs = triangle();
    let mut with_targets = primitive.clone();
    with_targets["targets"] = vec![json!({}); 100_000].into();
    big(&mut morphs);
    morphs.json_mut()["meshes"][0]["primitives"] = json!([with_targets]);
    let mut nodes = triangle();
    big(&mut nodes);
    nodes.json_mut()["meshes"][0]["primitives"] = json!([primitive]);
    nodes.json_mut()["nodes"] = vec![json!({ "mesh": 0 }); 10_000].into();
    let mut names = triangle();
    let small = names.json()["meshes"][0]["primitives"][0].clone();
    names.json_mut()["meshes"][0]["primitives"] = vec![small; 20_000].into();
    names.json_mut()["nodes"][0]["name"] = json!("x".repeat(1_000_000));
    let mut channels = character();
    let values = big(&mut channels);
    let times = channels.push("accessors", json!({ "componentType": 5126, "type": "SCALAR", "count": 1_000_000 }));
    let animation = &mut channels.json_mut()["animations"][0];
    animation["samplers"][0] = json!({ "input": times, "output": values, "interpolation": "STEP" });
    let channel = json!({ "sampler": 0, "target": { "node": 1, "path": "translation" } });
    animation["channels"] = vec![channel; 10_000].into();
    for (document, what) in
        [(primitives, "primitives"), (morphs, "morphs"), (nodes, "nodes"), (names, "names"), (channels, "channels")]
    {
        let told = import_document(&document).expect_err(what).to_string();
        assert!(told.contains("numbers"), "{what}: {told}");
    }
}

#[test]
fn the_same_file_many_times() {
    let buffers = vec![json!({ "uri": "a.bin", "byteLength": 1 << 20 }); 100_000];
    let text = json!({ "asset": { "version": "2.0" }, "nodes": [{}], "buffers": buffers }).to_string();
    let beside = |_: &str| Some(vec![0; 1 << 20]);
    let told = Document::read(text.as_bytes(), &beside).expect_err("too much").to_string();
    assert!(told.contains("split"), "{told}");
}

/// A list of a million things that are wrong is not a list for anyone.
#[test]
fn problems_come_to_an_end() {
    let nodes = vec![json!({ "mesh": 7, "skin": 7, "camera": 7 }); 100_000];
    let text = json!({ "asset": { "version": "2.0" }, "nodes": nodes }).to_string();
    let problems = check(text.as_bytes(), &nothing);
    assert!(problems.len() <= 1001 && problems.last().is_some_and(|p| p.what.contains("more")));
}

#[test]
fn whole_numbers_may_be_spelled_as_floats() {
    let mut document = character();
    document.json_mut()["nodes"][0]["mesh"] = json!(0.0);
    document.json_mut()["skins"][0]["joints"] = json!([1.0, 2.0]);
    assert_eq!(import_document(&document).expect("fine").character.meshes.len(), 1);
    assert_eq!(errors(&document), [""; 0]);
}

#[test]
fn floats_called_normalised_stay_as_they_are() {
    let mut document = triangle();
    let positions = floats(&mut document, "VEC3", 3, &[-5.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 7.0, 0.0]);
    document.json_mut()["accessors"][positions]["normalized"] = json!(true);
    document.json_mut()["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(positions);
    let mesh = &import_document(&document).expect("fine").character.meshes[0];
    assert_eq!((mesh.positions[0].x, mesh.positions[2].y), (-5.0, 7.0));
}

/// Two by two numbers are no rotation.
#[test]
fn matrices_are_no_vectors() {
    let mut document = character();
    let turns = accessor(&mut document, "MAT2", 5126, 2, &[0; 32]);
    document.json_mut()["animations"][0]["samplers"][0]["output"] = json!(turns);
    assert!(import_document(&document).is_err());
}

#[test]
fn keys_at_one_time_do_no_harm() {
    let mut document = character();
    let times = floats(&mut document, "SCALAR", 1, &[0.5, 0.5]);
    document.json_mut()["animations"][0]["samplers"][0]["input"] = json!(times);
    let import = import_document(&document).expect("fine");
    for time_secs in [0.0, 0.5, 1.0] {
        let mut local = import.nodes.rest();
        import.clips[0].sample(time_secs, &mut local);
        assert!(local.iter().all(|l| l.rotation.is_finite() && l.translation.is_finite()));
    }
    assert!(errors(&document).iter().any(|e| e.contains("not after")));
}

/// Morphs of a skinned mesh go where its joints are, not its node.
#[test]
fn morphs_follow_the_skin() {
    let mut document = character();
    document.json_mut()["nodes"][0]["scale"] = json!([100, 100, 100]);
    let import = import_document(&document).expect("fine");
    let offsets = &import.character.meshes[0].morphs[0].offsets;
    assert!((0.4..2.0).contains(&offsets[3].length()), "{offsets:?}");
}

/// Buffers of a document are packed into one, whatever its buffer views are.
#[test]
fn packing_survives_buffer_views_that_are_none() {
    let buffer = json!({ "uri": "data:,abcd", "byteLength": 4 });
    for views in [json!([5, [], "x", { "buffer": 1, "byteOffset": u64::MAX }]), Value::Null] {
        let mut json = json!({ "asset": { "version": "2.0" }, "buffers": [buffer, buffer] });
        if !views.is_null() {
            json["bufferViews"] = views.clone();
        }
        let mut document = Document::read(json.to_string().as_bytes(), &nothing).expect("fine");
        document.append(b"more");
        let again = Document::read(&document.to_glb().expect("a file"), &nothing).expect("our own");
        assert_eq!(again.json().get("bufferViews").is_some(), !views.is_null());
    }
}

/// What a compression keeps beside the plain data is in a buffer as well.
#[test]
fn packing_takes_compressed_data_along() {
    let compressed =
        json!({ "buffer": 1, "byteOffset": 2, "byteLength": 2, "byteStride": 4, "count": 1, "mode": "ATTRIBUTES" });
    let view = json!({ "buffer": 0, "byteLength": 4, "extensions": { "EXT_meshopt_compression": compressed } });
    let buffer = |text: &str| json!({ "uri": format!("data:,{text}"), "byteLength": 4 });
    let json =
        json!({ "asset": { "version": "2.0" }, "buffers": [buffer("abcd"), buffer("efgh")], "bufferViews": [view] });
    let document = Document::read(json.to_string().as_bytes(), &nothing).expect("fine");
    let again = Document::read(&document.to_glb().expect("a file"), &nothing).expect("our own");
    let found = &again.json()["bufferViews"][0]["extensions"]["EXT_meshopt_compression"];
    assert_eq!((&found["buffer"], &found["byteOffset"]), (&json!(0), &json!(6)));
    assert_eq!(again.buffer(0), Some(&b"abcdefgh"[..]));
}

#[test]
fn a_byte_order_mark_does_no_harm_and_files_beside_are_named() {
    let image = json!({ "uri": "skin%20a.png" });
    let buffer = json!({ "uri": "a.bin", "byteLength": 4 });
    let json = json!({ "asset": { "version": "2.0" }, "buffers": [buffer], "images": [image] });
    let text = format!("\u{feff}{json}");
    let document = Document::read(text.as_bytes(), &|_| Some(b"abcd".to_vec())).expect("fine");
    assert_eq!(document.images_beside(), ["skin a.png"]);
    // To go somewhere else it takes its buffers along.
    let mut document = document;
    document.embed();
    let text = String::from_utf8(document.to_gltf().expect("small")).expect("text");
    assert!(text.contains("data:") && !text.contains("a.bin"), "{text}");
    assert_eq!(document.to_gltf(), Ok(text.into_bytes()));
}
