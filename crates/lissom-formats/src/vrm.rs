//! VRM 0.x and 1.0: who is who among the nodes, what swings, what follows what. One form for both versions.
//!
//! Nothing in a file's VRM part hinders the rest of it: what is wrong is left out, and told in [`Vrm::problems`].

use std::cell::RefCell;

use glam::{Affine3A, Vec3};
use serde_json::Value;

use crate::gltf::{Fault, Nodes, Trs};
use crate::humanoid::Humanoid;

mod at;
pub mod constraints;
mod expressions;
mod humanoid;
pub mod look_at;
mod rig;
pub mod springs;
mod springs0;
mod tree;
mod write;

pub use constraints::Constraint;
pub use look_at::LookAt;
pub use rig::rig;
pub use springs::{Collider, Group, Joint, Limit, Shape, Spring};
pub use write::write_springs;

use at::At;
use springs::Springs;
use tree::Tree;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// 0.x, whose characters look along -Z.
    Old,
    /// 1.0, or only one of its extensions.
    One,
}

#[derive(Clone, Debug)]
pub struct Vrm {
    pub version: Version,
    pub humanoid: Humanoid,
    pub colliders: Vec<Collider>,
    pub groups: Vec<Group>,
    pub springs: Vec<Spring>,
    /// None stands before what it depends on.
    pub constraints: Vec<Constraint>,
    pub look_at: Option<LookAt>,
    /// What was left out or mended.
    pub problems: Vec<Fault>,
    places: Vec<[usize; 2]>,
}

/// None if the file has nothing of VRM. `json` is the whole glTF, and `nodes` are its nodes.
pub fn read(json: &Value, nodes: &Nodes) -> Option<Vrm> {
    let log = RefCell::default();
    let root = At::root(json, &log);
    let extension = |name: &str| root.get("extensions").and_then(|e| e.get(name));
    let (one, old, bones) = (extension("VRMC_vrm"), extension("VRM"), extension("VRMC_springBone"));
    let constrained = constrained(&root, nodes);
    if one.is_none() && old.is_none() && bones.is_none() && constrained.is_empty() {
        return None;
    }
    let (count, tree) = (nodes.list.len(), Tree::new(nodes));
    let version = if one.is_none() && old.is_some() { Version::Old } else { Version::One };
    let humanoid = match (&one, &old) {
        (Some(one), _) => one.need("humanoid").map(|at| humanoid::read(&at, count)),
        (None, Some(old)) => old.need("humanoid").map(|at| humanoid::read_old(&at, count)),
        (None, None) => None,
    }
    .unwrap_or_default();
    let look_at = match (&one, &old) {
        (Some(one), _) => one.get("lookAt").map(|at| LookAt::read(&at, &humanoid, nodes)),
        (None, Some(old)) => old.get("firstPerson").map(|at| LookAt::read_old(&at, &humanoid, nodes)),
        (None, None) => None,
    };
    let secondary = old.as_ref().filter(|_| one.is_none()).and_then(|old| old.get("secondaryAnimation"));
    let Springs { colliders, places, groups, springs } = match (bones, secondary) {
        (Some(at), _) => Springs::read(&at, nodes, &tree),
        (None, Some(at)) => Springs::read_old(&at, nodes, &tree),
        (None, None) => Springs::default(),
    };
    match (&one, &old) {
        (Some(one), _) => expressions::check(one, json, nodes),
        (None, Some(old)) => expressions::check_old(old, json),
        (None, None) => {}
    }
    let constraints = constraints::in_order(constrained, nodes, &tree);
    let problems = log.take();
    Some(Vrm { version, humanoid, colliders, groups, springs, constraints, look_at, problems, places })
}

fn constrained<'a>(root: &At<'a>, nodes: &Nodes) -> Vec<(Constraint, At<'a>)> {
    let constraint = |(node, at): (usize, At<'a>)| {
        let at = at.get("extensions")?.get("VRMC_node_constraint")?;
        Some((Constraint::read(&at, node, nodes)?, at))
    };
    root.items("nodes").take(nodes.list.len()).enumerate().filter_map(constraint).collect()
}

/// What follows from an animated pose before springs swing, in the order that VRM 1.0 asks for: eyes, then constraints.
pub fn pose(vrm: &Vrm, nodes: &Nodes, local: &mut [Trs], look_at: Option<Vec3>) {
    if let (Some(eyes), Some(target)) = (&vrm.look_at, look_at) {
        eyes.apply(nodes, local, target);
    }
    constraints::apply(&vrm.constraints, nodes, local);
}

/// world_from_node of one node.
fn world_of(nodes: &Nodes, local: &[Trs], node: usize) -> Affine3A {
    let up = std::iter::successors(nodes.list[node].parent, |n| nodes.list[*n].parent);
    up.fold(local[node].affine(), |here, parent| local[parent].affine() * here)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::gltf::Document;

    /// Nodes of a glTF.
    pub(super) fn nodes(json: &Value) -> Nodes {
        let document = Document::read(json.to_string().as_bytes(), &|_| None).expect("a document");
        Nodes::read(&document).expect("nodes")
    }

    #[test]
    fn a_plain_gltf_is_none() {
        let plain = json!({ "asset": { "version": "2.0" }, "nodes": [{}] });
        assert!(read(&plain, &nodes(&plain)).is_none());
    }

    #[test]
    fn what_is_wrong_is_told_and_hinders_nothing() {
        let json = json!({
            "asset": { "version": "2.0" },
            "nodes": [{ "name": "a", "children": [1] }, { "name": "b", "mesh": 0 }],
            "meshes": [{ "primitives": [{ "attributes": {}, "targets": [{}] }] }],
            "extensions": {
                "VRMC_vrm": {
                    "humanoid": { "humanBones": { "hips": { "node": 0 }, "spine": { "node": 9 }, "wing": { "node": 1 } } },
                    "expressions": { "preset": { "happy": { "morphTargetBinds": [{ "node": 1, "index": 3 }] } } },
                },
                "VRMC_springBone": { "springs": [{ "center": -1, "joints": [{ "node": 0, "dragForce": 7 }, { "node": 1 }] }] },
            },
        });
        let vrm = read(&json, &nodes(&json)).expect("a VRM");
        let said: Vec<String> = vrm.problems.iter().map(|p| p.to_string()).collect();
        for (place, what) in [
            ("/extensions/VRMC_vrm/humanoid/humanBones/spine/node", "no node 9 (the file has 2)"),
            ("/extensions/VRMC_vrm/humanoid/humanBones/wing", "no part of a human body"),
            ("/extensions/VRMC_vrm/humanoid", "no node is spine, head"),
            ("/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0/index", "no morph target 3"),
            ("/extensions/VRMC_springBone/springs/0/center", "no node -1"),
            ("/extensions/VRMC_springBone/springs/0/joints/0", "`dragForce` is 7"),
        ] {
            assert!(said.iter().any(|s| s.starts_with(&format!("{place}: ")) && s.contains(what)), "{what}: {said:#?}");
        }
        assert_eq!((said.len(), vrm.springs.len(), vrm.springs[0].joints[0].drag), (6, 1, 1.0));
    }
}
