//! The extensions of VRM, on a document of eight nodes: read, made into a rig, and that checked against the character.
#![no_main]

use lissom_formats::gltf::{Document, Import};
use lissom_formats::vrm;
use serde_json::{Value, json};

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    let Ok(extensions) = serde_json::from_slice::<Value>(text) else { return };
    let node = |k: usize| match k {
        7 => json!({ "name": "7" }),
        _ => json!({ "name": k.to_string(), "children": [k + 1], "translation": [0.0, 0.5, 0.0] }),
    };
    let mut nodes: Vec<Value> = (0..8).map(node).collect();
    // A node may have some, too.
    nodes[5]["extensions"] = extensions["node"].clone();
    let json = json!({ "asset": { "version": "2.0" }, "nodes": nodes, "extensions": extensions });
    let document = Document::read(json.to_string().as_bytes(), &|_| None).expect("a document");
    let Ok(import) = Import::read(&document) else { return };
    let Some(read) = vrm::read(document.json(), &import.nodes) else { return };
    let rig = vrm::rig(&read, &import.nodes);
    lissom_rig::check::check(&rig, &import.character);
    let mut local = import.nodes.rest();
    vrm::pose(&read, &import.nodes, &mut local, None);
    assert_eq!(local.len(), 8);
});
