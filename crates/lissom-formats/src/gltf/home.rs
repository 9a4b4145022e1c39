//! The rig's home in a document: the extension `LISSOM_rig`, and a copy of the essentials in the extras of nodes, which
//! outlive a trip through programs that drop extensions they do not know.

use std::collections::BTreeMap;

use lissom_rig::Rig;
use serde_json::{Value, json};

use super::document::{Document, array, member};
use super::nodes::Nodes;
use super::{Fault, fault};

pub const EXTENSION: &str = "LISSOM_rig";
/// In the extras of nodes: a rig of what begins at this node, as text, because not every program keeps lists of objects.
const EXTRA: &str = "lissom";

/// The rig in a document, if there is one.
pub fn rig(document: &Document) -> Result<Option<Rig>, Fault> {
    let place = format!("/extensions/{EXTENSION}");
    if let Some(value) = document.json().pointer(&place) {
        return parse(&value.to_string(), &place).map(Some);
    }
    let mut whole: Option<Rig> = None;
    for (k, node) in array(document.json(), "nodes").iter().enumerate() {
        let Some(text) = node["extras"][EXTRA].as_str() else { continue };
        let part = parse(text, &format!("/nodes/{k}/extras/{EXTRA}"))?;
        let whole = whole.get_or_insert_with(|| Rig {
            gravity: part.gravity,
            steps_per_sec: part.steps_per_sec,
            ..Rig::default()
        });
        whole.regions.extend(part.regions);
        whole.joints.extend(part.joints);
        whole.colliders.extend(part.colliders);
    }
    Ok(whole)
}

fn parse(text: &str, place: &str) -> Result<Rig, Fault> {
    Rig::from_json(text).map_err(|error| fault(place, error.to_string()))
}

/// Puts a rig into a document, in place of the one there was. Boneless bodies are left out: their tetrahedra have no place
/// in glTF.
pub fn put(document: &mut Document, nodes: &Nodes, rig: &Rig) {
    let rig = &Rig { creatures: Vec::new(), water: None, ..rig.clone() };
    let mut parts: BTreeMap<usize, Rig> = BTreeMap::new();
    let empty = || Rig { gravity: rig.gravity, steps_per_sec: rig.steps_per_sec, ..Rig::default() };
    let mut at = |bone: Option<&String>, add: &mut dyn FnMut(&mut Rig)| {
        if let Some(node) = bone.and_then(|b| nodes.find(b)) {
            add(parts.entry(node).or_insert_with(empty));
        }
    };
    for joints in &rig.joints {
        at(joints.bones.first(), &mut |part| part.joints.push(joints.clone()));
    }
    for region in &rig.regions {
        at(Some(&region.anchor), &mut |part| part.regions.push(region.clone()));
    }
    for collider in &rig.colliders {
        at(collider.bone.as_ref(), &mut |part| part.colliders.push(collider.clone()));
    }
    let json = document.json_mut();
    for (k, node) in json["nodes"].as_array_mut().into_iter().flatten().enumerate() {
        let part = parts.get(&k).and_then(|part| serde_json::to_string(part).ok());
        let has_extras = node["extras"].is_object();
        match part {
            Some(text) if has_extras || node["extras"].is_null() => {
                member(node, "extras", || json!({}))[EXTRA] = json!(text);
            }
            _ if has_extras => forget(node),
            _ => {}
        }
    }
    let extensions = member(json, "extensions", || json!({}));
    *member(extensions, EXTENSION, || Value::Null) = serde_json::to_value(rig).unwrap_or(Value::Null);
    document.uses(EXTENSION);
}

/// Takes the rig's part out of a node's extras, and the extras with it if nothing else is there.
fn forget(node: &mut Value) {
    let Some(extras) = node["extras"].as_object_mut() else { return };
    if extras.shift_remove(EXTRA).is_some() && extras.is_empty() {
        node.as_object_mut().and_then(|node| node.shift_remove("extras"));
    }
}
