//! What becomes of morph targets: those that are baked, and those that were there before.

use glam::Vec3;
use lissom_formats::bake::{self, Frame, Keying, Recording};
use lissom_formats::gltf::clip::{Between, Target, Track};
use lissom_formats::gltf::{Document, Import, animate, check, home};
use lissom_rig::Rig;
use lissom_rig::check::Severity;
use serde_json::json;

const PLACES: [Vec3; 3] = [Vec3::ZERO, Vec3::X, Vec3::Y];
const OLD: Vec3 = Vec3::new(0.0, 0.0, 1.0);

/// One triangle with one morph target, on two nodes; the first has a weight and a matrix of its own.
fn document() -> Document {
    let mut document = Document::new("test");
    let places = document.add_vec3(&PLACES, true);
    let (target, turn) = (document.add_vec3(&[OLD; 3], true), document.add_vec3(&[Vec3::Y; 3], false));
    let normals = document.add_vec3(&[Vec3::Z; 3], false);
    let primitive = json!({
        "attributes": { "POSITION": places, "NORMAL": normals },
        "targets": [{ "POSITION": target, "NORMAL": turn }],
    });
    document.push("meshes", json!({ "primitives": [primitive], "weights": [0.5] }));
    let matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1];
    document.push("nodes", json!({ "name": "soft", "mesh": 0, "weights": [0.25], "matrix": matrix }));
    document.push("nodes", json!({ "name": "stiff", "mesh": 0 }));
    document.push("scenes", json!({ "nodes": [0, 1] }));
    let (times, values) = (vec![0.0, 1.0], vec![0.0, 0.25, 0.5, 0.5, 0.75, 0.0]);
    let smile = Track { node: 0, target: Target::Weights, between: Between::Cubic, times, values, width: 1 };
    animate::write(&mut document, "smile", None, false, &[smile]);
    document
}

/// As the clip has it, with the first node's vertices where they are told to be.
fn recording(import: &Import, wobble: impl Fn(f64) -> Option<Vec3>) -> Recording {
    let times_secs: Vec<f64> = (0..=10).map(|k| 0.1 * k as f64).collect();
    let frame = |time: &f64| {
        let morphs = vec![import.clips[0].weights(0, *time).expect("it smiles"), vec![0.5]];
        let soft = wobble(*time).map_or(vec![], |w| PLACES.map(|p| p + Vec3::X * 3.0 + OLD * 0.25 + w * p.y).to_vec());
        let local = import.nodes.rest();
        Frame { clipped: local.clone(), local, clipped_morphs: morphs.clone(), morphs, soft: vec![soft, vec![]] }
    };
    Recording { frames: times_secs.iter().map(frame).collect(), times_secs }
}

fn keying(name: &str) -> Keying {
    Keying { name: name.into(), animation: Some(0), merge: false, hold: 1, turn_deg: 0.1, share: 0.001 }
}

fn again(document: &Document) -> (Document, Import) {
    let bytes = document.to_glb().expect("small");
    let problems = check::check(&bytes, &|_| None);
    assert!(problems.iter().all(|p| p.severity != Severity::Error), "{problems:#?}");
    let document = Document::read(&bytes, &|_| None).expect("fine");
    let import = Import::read(&document).expect("fine");
    (document, import)
}

#[test]
fn several_animations_are_baked_into_a_mesh_that_others_share() {
    let (mut document, import) = again(&document());
    let wobbles = [|t: f64| Vec3::Y * t as f32, |t: f64| Vec3::new(0.3, (9.0 * t).sin() as f32, 0.1)];
    for (k, wobble) in wobbles.into_iter().enumerate() {
        let recording = recording(&import, |t| Some(wobble(t)));
        let baked = bake::write(&mut document, &import, &recording, &keying(&format!("{k}"))).expect("fits");
        assert_eq!((baked.animation, baked.shapes.len()), (Some(1 + k), 1));
    }
    let (document, after) = again(&document);
    let world = after.nodes.world(&after.nodes.rest());
    let targets = after.drawn[0].primitive.morphs.len();
    assert!(targets > 2 && after.drawn[1].primitive.morphs.len() == 1);
    for time in [0.0, 0.2, 0.7, 1.0] {
        let smile = import.clips[0].weights(0, time).expect("it smiles")[0];
        for (k, clip) in after.clips.iter().enumerate() {
            let wobble = k.checked_sub(1).map_or(Vec3::ZERO, |k| wobbles[k](time));
            let weights = clip.weights(0, time).expect("it smiles");
            let (places, _) = after.skinned(&after.drawn[0], &world, &weights);
            for (place, rest) in places.iter().zip(PLACES) {
                let wanted = rest + Vec3::X * 3.0 + OLD * smile + wobble * rest.y;
                assert!(place.distance(wanted) < 0.01, "clip {k} at {time}: {place} and not {wanted}");
            }
        }
    }
    assert_eq!(after.skinned(&after.drawn[1], &world, &[]).0, PLACES.map(|p| p + OLD * 0.5));
    let (node, mesh) = (&document.json()["nodes"][0], &document.json()["meshes"][1]);
    assert!(mesh["primitives"][0]["targets"].as_array().is_some_and(|t| t.iter().all(|t| t["NORMAL"].is_number())));
    assert!(node["matrix"].is_null() && node["weights"].as_array().is_some_and(|w| w.len() == targets));
}

#[test]
fn weights_that_nothing_changes_keep_their_keys() {
    let (mut document, import) = again(&document());
    let baked = bake::write(&mut document, &import, &recording(&import, |_| None), &keying("baked")).expect("fits");
    let (_, after) = again(&document);
    assert_eq!(after.clips[baked.animation.expect("it smiles")].tracks, import.clips[0].tracks);
}

/// What is written into is as odd as a reader lets pass.
#[test]
fn odd_documents_are_written_into() {
    let mut odd = document();
    let pointer = |pointer: &str, sampler: usize| {
        let extension = json!({ "KHR_animation_pointer": { "pointer": pointer } });
        json!({ "sampler": sampler, "target": { "path": "pointer", "extensions": extension } })
    };
    let channels = json!([pointer("/materials/0/alphaCutoff", 77), pointer("/nodes/0/weights", 0)]);
    odd.list_mut("animations")[0]["channels"] = channels;
    odd.push("animations", json!(5));
    odd.json_mut()["extensions"] = json!([]);
    let track = Track {
        node: 0,
        target: Target::Weights,
        between: Between::Step,
        times: vec![0.0],
        values: vec![0.5],
        width: 1,
    };
    for k in 0..2 {
        animate::write(&mut odd, "", Some(k), true, std::slice::from_ref(&track));
        assert_eq!(odd.json()["animations"][k]["channels"].as_array().map(Vec::len), Some(1));
    }
    let import = Import::read(&odd).expect("fine");
    assert_eq!(import.clips[0].tracks, [track]);
    home::put(&mut odd, &import.nodes, &Rig::default());
    assert_eq!(home::rig(&odd), Ok(Some(Rig::default())));
}
