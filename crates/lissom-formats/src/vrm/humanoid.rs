//! Which nodes are which parts of a human body, as both versions say it.

use super::at::At;
use crate::humanoid::{HumanBone, Humanoid};

/// VRM 1.0: an object by name.
pub(super) fn read(humanoid: &At<'_>, count: usize) -> Humanoid {
    collect(humanoid, count, humanoid.entries("humanBones"))
}

/// VRM 0.x: a list, where thumbs begin one joint further out.
pub(super) fn read_old(humanoid: &At<'_>, count: usize) -> Humanoid {
    let name = |at: &At<'_>| match at.text("bone").unwrap_or_default() {
        "leftThumbProximal" => "leftThumbMetacarpal",
        "leftThumbIntermediate" => "leftThumbProximal",
        "rightThumbProximal" => "rightThumbMetacarpal",
        "rightThumbIntermediate" => "rightThumbProximal",
        name => HumanBone::from_name(name).map_or("", HumanBone::name),
    };
    collect(humanoid, count, humanoid.items("humanBones").map(|at| (name(&at), at)))
}

fn collect<'a>(humanoid: &At<'a>, count: usize, bones: impl Iterator<Item = (&'a str, At<'a>)>) -> Humanoid {
    let mut found = Humanoid::default();
    for (name, at) in bones {
        let Some(bone) = HumanBone::from_name(name) else {
            at.problem("no part of a human body has that name; left out");
            continue;
        };
        let Some(node) = at.need_index("node", count, "node") else { continue };
        if let Some((other, _)) = found.bones().find(|(_, n)| *n == node) {
            at.problem(format!("node {node} is `{}` already; left out, give it one of its own", other.name()));
            continue;
        }
        found.set(bone, node);
    }
    let missing = HumanBone::ALL.into_iter().filter(|b| b.is_required() && found.node(*b).is_none());
    let missing: Vec<&str> = missing.map(HumanBone::name).collect();
    if !missing.is_empty() {
        humanoid.problem(format!("no node is {}; motions cannot move them", missing.join(", ")));
    }
    found
}
