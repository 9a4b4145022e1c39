//! One change to a document that is right, and what the checker says of it.

mod samples;

use lissom_formats::gltf::Document;
use lissom_formats::gltf::check::{Severity, check};
use samples::gltf::{accessor, character, floats};
use serde_json::{Map, Value, json};

/// Places of errors.
fn errors(document: &Document) -> Vec<String> {
    let problems = check(&document.to_glb().expect("a file"), &|_| None);
    assert!(problems.iter().all(|p| !p.what.is_empty() && !p.fix.is_empty()), "{problems:?}");
    problems.into_iter().filter(|p| p.severity == Severity::Error).map(|p| p.place).collect()
}

/// Sets what a JSON pointer leads to; null removes it.
fn set(document: &mut Document, pointer: &str, value: Value) {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
    let parent = document.json_mut().pointer_mut(parent).unwrap_or_else(|| panic!("{pointer}"));
    match (parent, value) {
        (Value::Object(members), Value::Null) => drop(members.remove(name)),
        (Value::Object(members), value) => drop(members.insert(name.into(), value)),
        (Value::Array(list), value) => list[name.parse::<usize>().expect("a number")] = value,
        _ => panic!("{pointer}"),
    }
}

#[test]
fn one_change_one_error() {
    let transform = json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    for (change, value, place) in [
        ("/asset/version", json!("two"), "/asset/version"),
        ("/asset/version", json!("1.0"), "/asset/version"),
        ("/asset/version", Value::Null, "/asset"),
        ("/asset/minVersion", json!("2.1"), "/asset/minVersion"),
        ("/extensionsRequired", json!(["X_y"]), "/extensionsRequired/0"),
        ("/extensionsUsed", json!(["X_y", "X_y"]), "/extensionsUsed/1"),
        ("/images", json!([]), "/images"),
        ("/images", json!([{}]), "/images/0"),
        ("/images", json!([5]), "/images/0"),
        ("/textures", json!([{ "source": 0 }]), "/textures/0/source"),
        ("/materials/0/alphaCutoff", json!(-1), "/materials/0/alphaCutoff"),
        ("/materials/0/emissiveFactor", json!([1, 2, 0]), "/materials/0/emissiveFactor/1"),
        ("/materials/0/emissiveFactor", json!([1, 1]), "/materials/0/emissiveFactor"),
        ("/cameras/0/perspective/zfar", json!(0.1), "/cameras/0/perspective"),
        ("/cameras/0/perspective", Value::Null, "/cameras/0"),
        ("/bufferViews/0/byteStride", json!(5), "/bufferViews/0/byteStride"),
        ("/bufferViews/0/byteLength", json!(1_000_000), "/bufferViews/0/byteLength"),
        ("/accessors/0/byteOffset", json!(2), "/accessors/0/byteOffset"),
        ("/accessors/0/count", json!(5), "/accessors/0"),
        ("/accessors/0/componentType", json!(1), "/accessors/0/componentType"),
        ("/accessors/0/min", json!([0, 0, -1]), "/accessors/0/min/2"),
        ("/accessors/0/min", json!([0, 0]), "/accessors/0/min"),
        ("/accessors/0/min", Value::Null, "/meshes/0/primitives/0/attributes/POSITION"),
        ("/accessors/0/type", json!("VEC4"), "/accessors/0"),
        ("/accessors/1/normalized", json!(true), "/accessors/1/normalized"),
        ("/accessors/6/sparse/count", json!(5), "/accessors/6/sparse/count"),
        ("/meshes/0/primitives/0/attributes/WEIGHTS_0", json!(0), "/meshes/0/primitives/0/attributes/WEIGHTS_0"),
        ("/meshes/0/primitives/0/attributes/HUE", json!(0), "/meshes/0/primitives/0/attributes/HUE"),
        ("/meshes/0/primitives/0/attributes/COLOR_1", json!(2), "/meshes/0/primitives/0/attributes"),
        ("/meshes/0/primitives/0/mode", json!(7), "/meshes/0/primitives/0/mode"),
        ("/meshes/0/weights", json!([0, 0]), "/meshes/0/weights"),
        ("/meshes/0/primitives/0/targets/0/TANGENT", json!(0), "/meshes/0/primitives/0/targets/0/TANGENT"),
        ("/nodes/0/mesh", Value::Null, "/nodes/0/skin"),
        ("/nodes/1/matrix", transform, "/nodes/1/matrix"),
        ("/nodes/2/rotation", json!([0, 1, 0, 1]), "/nodes/2/rotation"),
        ("/nodes/1/children", json!([2, 3, 2]), "/nodes/1/children/2"),
        ("/scenes/0/nodes", json!([0, 1, 2]), "/scenes/0/nodes/2"),
        ("/skins/0/skeleton", json!(2), "/skins/0/skeleton"),
        ("/skins/0/joints", json!([1, 0]), "/skins/0/joints"),
        ("/skins/0/inverseBindMatrices", json!(0), "/skins/0/inverseBindMatrices"),
        ("/animations/0/channels/0/sampler", json!(4), "/animations/0/channels/0/sampler"),
        ("/animations/0/channels/0/target/path", json!("scale"), "/animations/0/channels/0/sampler"),
        ("/animations/0/channels/2/target/path", json!("rotation"), "/animations/0/channels/2/target"),
        ("/animations/0/channels/3/target/node", json!(1), "/animations/0/channels/3/target"),
        ("/animations/0/samplers/1/interpolation", json!("LINEAR"), "/animations/0/channels/1/sampler"),
    ] {
        let mut document = character();
        set(&mut document, change, value.clone());
        let errors = errors(&document);
        assert!(errors.iter().any(|e| e == place), "{change} = {value}: {errors:?}");
    }
}

/// New numbers behind an accessor of the sample.
#[test]
fn numbers_are_looked_at() {
    let attributes = "/meshes/0/primitives/0/attributes";
    let cases: [(&str, &str, usize, Vec<f32>); 4] = [
        ("NORMAL", "VEC3", 3, [0.0, 0.0, 2.0].repeat(4)),
        ("WEIGHTS_0", "VEC4", 4, [0.5, 0.4, 0.0, 0.0].repeat(4)),
        ("COLOR_0", "VEC3", 3, [0.0, 0.0, 1.5].repeat(4)),
        ("TANGENT", "VEC4", 4, [1.0, 0.0, 0.0, 0.0].repeat(4)),
    ];
    for (name, kind, width, numbers) in cases {
        let mut document = character();
        let k = floats(&mut document, kind, width, &numbers);
        set(&mut document, &format!("{attributes}/{name}"), json!(k));
        assert_eq!(errors(&document), [format!("{attributes}/{name}")]);
    }
    for wrong in [4, 255] {
        let mut document = character();
        let k = accessor(&mut document, "SCALAR", 5121, 3, &[0, 1, wrong]);
        set(&mut document, "/meshes/0/primitives/0/indices", json!(k));
        assert_eq!(errors(&document), ["/meshes/0/primitives/0/indices"]);
    }
    let mut document = character();
    let k = accessor(&mut document, "VEC4", 5121, 4, &[9; 16]);
    set(&mut document, &format!("{attributes}/JOINTS_0"), json!(k));
    assert_eq!(errors(&document), [format!("{attributes}/JOINTS_0")]);
}

#[test]
fn extensions_stand_where_they_may() {
    let mut document = character();
    document.uses("KHR_materials_ior");
    document.uses("X_unknown");
    let known: Map<String, Value> = Map::from_iter([("KHR_materials_ior".to_owned(), json!({ "ior": -1 }))]);
    set(&mut document, "/materials/0/extensions", known.clone().into());
    set(&mut document, "/nodes/0/extensions", known.into());
    set(&mut document, "/nodes/1/extensions", json!({ "X_unknown": { "anything": [] } }));
    let places = ["/materials/0/extensions/KHR_materials_ior/ior", "/nodes/0/extensions/KHR_materials_ior"];
    assert_eq!(errors(&document), places);
}
