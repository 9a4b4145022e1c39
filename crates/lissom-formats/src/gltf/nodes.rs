//! The tree of nodes, and where they are.

use glam::{Affine3A, Quat, Vec3};

/// What a node does to its children: first scaled, then turned, then moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trs {
    pub translation: Vec3,
    pub rotation: Quat,
    pub scale: Vec3,
}

impl Trs {
    pub const IDENTITY: Trs = Trs { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    pub fn affine(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

#[derive(Clone, Debug)]
pub struct Node {
    /// As in the file; made up where it has none, and told apart where two have the same.
    pub name: String,
    pub parent: Option<usize>,
    /// At rest.
    pub local: Trs,
    pub mesh: Option<usize>,
    pub skin: Option<usize>,
    pub camera: Option<usize>,
    /// Of morph targets, at rest.
    pub weights: Vec<f32>,
}

/// All nodes, numbered as in the file.
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    pub list: Vec<Node>,
    /// Parents before their children.
    pub order: Vec<usize>,
}

impl Nodes {
    /// The rest pose, each node relative to its parent.
    pub fn rest(&self) -> Vec<Trs> {
        self.list.iter().map(|n| n.local).collect()
    }

    /// world_from_node, given parent_from_node.
    pub fn world(&self, local: &[Trs]) -> Vec<Affine3A> {
        let mut world = vec![Affine3A::IDENTITY; self.list.len()];
        for &node in &self.order {
            let here = local[node].affine();
            world[node] = self.list[node].parent.map_or(here, |parent| world[parent] * here);
        }
        world
    }
}
