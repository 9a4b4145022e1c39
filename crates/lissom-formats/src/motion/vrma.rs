//! VRM animations, the extension `VRMC_vrm_animation`: a glTF with a skeleton that stands for anybody's.

use serde_json::Value;

use super::{Motion, MotionError};
use crate::gltf::accessor::{Budget, index};
use crate::gltf::{Document, Nodes, clip, fault};
use crate::humanoid::{HumanBone, Humanoid};

const PLACE: &str = "/extensions/VRMC_vrm_animation";

/// The first animation of the document.
pub fn read(document: &Document) -> Result<Motion, MotionError> {
    let Some(extension) = document.json().pointer(PLACE) else {
        return Err(fault(PLACE, "there is none; export it as a VRM animation (.vrma)").into());
    };
    let nodes = Nodes::read(document)?;
    let node = |value: &Value, place: &str| index(value, nodes.list.len(), place, "nodes");
    let mut human = Humanoid::default();
    for (name, bone) in extension.pointer("/humanoid/humanBones").and_then(Value::as_object).into_iter().flatten() {
        if let Some(known) = HumanBone::from_name(name) {
            human.set(known, node(&bone["node"], &format!("{PLACE}/humanoid/humanBones/{name}/node"))?);
        }
    }
    let look_at = match extension.pointer("/lookAt/node") {
        Some(value) => Some(node(value, &format!("{PLACE}/lookAt/node"))?),
        None => None,
    };
    let clip = clip::read(document, &nodes, &mut Budget::default())?.into_iter().next();
    let clip = clip.ok_or_else(|| fault("/animations", "there is none; export it with its animation"))?;
    Ok(Motion { look_at, ..Motion::new(nodes, clip, human)? })
}
