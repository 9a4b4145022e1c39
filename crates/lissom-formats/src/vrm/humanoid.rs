//! Which nodes are which parts of a human body.

use std::collections::BTreeMap;

use super::at::At;

/// All parts by their names in VRM 1.0. Those of 0.x are the same but for thumbs.
pub const BONES: [&str; 55] = [
    "hips",
    "spine",
    "chest",
    "upperChest",
    "neck",
    "head",
    "leftEye",
    "rightEye",
    "jaw",
    "leftUpperLeg",
    "leftLowerLeg",
    "leftFoot",
    "leftToes",
    "rightUpperLeg",
    "rightLowerLeg",
    "rightFoot",
    "rightToes",
    "leftShoulder",
    "leftUpperArm",
    "leftLowerArm",
    "leftHand",
    "rightShoulder",
    "rightUpperArm",
    "rightLowerArm",
    "rightHand",
    "leftThumbMetacarpal",
    "leftThumbProximal",
    "leftThumbDistal",
    "leftIndexProximal",
    "leftIndexIntermediate",
    "leftIndexDistal",
    "leftMiddleProximal",
    "leftMiddleIntermediate",
    "leftMiddleDistal",
    "leftRingProximal",
    "leftRingIntermediate",
    "leftRingDistal",
    "leftLittleProximal",
    "leftLittleIntermediate",
    "leftLittleDistal",
    "rightThumbMetacarpal",
    "rightThumbProximal",
    "rightThumbDistal",
    "rightIndexProximal",
    "rightIndexIntermediate",
    "rightIndexDistal",
    "rightMiddleProximal",
    "rightMiddleIntermediate",
    "rightMiddleDistal",
    "rightRingProximal",
    "rightRingIntermediate",
    "rightRingDistal",
    "rightLittleProximal",
    "rightLittleIntermediate",
    "rightLittleDistal",
];

const REQUIRED: [&str; 15] = [
    "hips",
    "spine",
    "head",
    "leftUpperLeg",
    "leftLowerLeg",
    "leftFoot",
    "rightUpperLeg",
    "rightLowerLeg",
    "rightFoot",
    "leftUpperArm",
    "leftLowerArm",
    "leftHand",
    "rightUpperArm",
    "rightLowerArm",
    "rightHand",
];

/// Nodes by the names of [`BONES`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Humanoid {
    pub nodes: BTreeMap<&'static str, usize>,
}

impl Humanoid {
    pub fn node(&self, bone: &str) -> Option<usize> {
        self.nodes.get(bone).copied()
    }

    /// VRM 1.0: an object by name.
    pub(super) fn read(humanoid: &At<'_>, count: usize) -> Humanoid {
        let mut found = Humanoid::default();
        for (name, at) in humanoid.entries("humanBones") {
            found.add(&at, name, count);
        }
        found.check(humanoid);
        found
    }

    /// VRM 0.x: a list, where thumbs begin one joint further out.
    pub(super) fn read_old(humanoid: &At<'_>, count: usize) -> Humanoid {
        let mut found = Humanoid::default();
        for at in humanoid.items("humanBones") {
            let name = match at.text("bone").unwrap_or_default() {
                "leftThumbProximal" => "leftThumbMetacarpal",
                "leftThumbIntermediate" => "leftThumbProximal",
                "rightThumbProximal" => "rightThumbMetacarpal",
                "rightThumbIntermediate" => "rightThumbProximal",
                name => name,
            };
            found.add(&at, name, count);
        }
        found.check(humanoid);
        found
    }

    fn add(&mut self, at: &At<'_>, name: &str, count: usize) {
        let Some(bone) = BONES.iter().find(|b| **b == name) else {
            return at.problem(format!("`{name}` is no part of a human body; left out"));
        };
        let Some(node) = at.need_index("node", count, "node") else { return };
        if let Some((other, _)) = self.nodes.iter().find(|(_, n)| **n == node) {
            return at.problem(format!("node {node} is `{other}` already; left out, give `{name}` one of its own"));
        }
        self.nodes.insert(bone, node);
    }

    fn check(&self, at: &At<'_>) {
        let missing: Vec<&str> = REQUIRED.into_iter().filter(|b| !self.nodes.contains_key(b)).collect();
        if !missing.is_empty() {
            at.problem(format!("no node is {}; motions cannot move them", missing.join(", ")));
        }
    }
}
