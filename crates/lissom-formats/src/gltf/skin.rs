//! Skins: which nodes carry vertices, and where they were when it was bound.

use glam::{Affine3A, Mat4};

use super::accessor::{Budget, index};
use super::document::{Document, array};
use super::{Fault, fault};

#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    pub joints: Vec<usize>,
    /// joint_from_mesh, when it was bound.
    pub binds: Vec<Affine3A>,
}

impl Skin {
    /// world_from_mesh of each joint, given where nodes are.
    pub fn matrices(&self, world: &[Affine3A]) -> impl Iterator<Item = Affine3A> {
        self.joints.iter().zip(&self.binds).map(|(joint, bind)| world[*joint] * *bind)
    }
}

pub fn read(document: &Document, budget: &mut Budget) -> Result<Vec<Skin>, Fault> {
    let nodes = array(document.json(), "nodes").len();
    let skin = |(k, skin): (usize, &serde_json::Value)| {
        let place = format!("/skins/{k}");
        let joints = array(skin, "joints").iter().enumerate();
        let joints: Vec<usize> = joints
            .map(|(j, joint)| index(joint, nodes, &format!("{place}/joints/{j}"), "nodes"))
            .collect::<Result<_, _>>()?;
        let binds = if skin["inverseBindMatrices"].is_null() {
            vec![Affine3A::IDENTITY; joints.len()]
        } else {
            let place = format!("{place}/inverseBindMatrices");
            let found = document.elements(&skin["inverseBindMatrices"], &place, &[16], budget)?;
            if found.count < joints.len() {
                let what = format!("{} matrices for {} joints; export it again", found.count, joints.len());
                return Err(fault(place, what));
            }
            let matrix = |m: &[f32]| Affine3A::from_mat4(Mat4::from_cols_slice(m));
            found.floats().chunks_exact(16).take(joints.len()).map(matrix).collect()
        };
        if joints.is_empty() {
            return Err(fault(format!("{place}/joints"), "a skin needs at least one joint"));
        }
        Ok(Skin { joints, binds })
    };
    array(document.json(), "skins").iter().enumerate().map(skin).collect()
}
