//! Cameras: what a picture may be taken by.

use glam::Affine3A;

use super::document::{Document, array};
use super::nodes::Nodes;

/// A camera on a node; it looks along the node's -Z.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    /// Of the node if that has one, else of the camera.
    pub name: String,
    pub node: usize,
    pub orthographic: bool,
}

/// All cameras that stand on a node.
pub fn read(document: &Document, nodes: &Nodes) -> Vec<Camera> {
    let cameras = array(document.json(), "cameras");
    let on_node = |(node, k): (usize, usize)| {
        let of_node = array(document.json(), "nodes")[node]["name"].as_str();
        let name = of_node.or(cameras[k]["name"].as_str());
        Camera {
            name: name.map_or_else(|| format!("camera {k}"), str::to_owned),
            node,
            orthographic: cameras[k]["type"].as_str() == Some("orthographic"),
        }
    };
    nodes.list.iter().enumerate().filter_map(|(k, n)| Some((k, n.camera?))).map(on_node).collect()
}

impl Camera {
    /// What view-dependent parts are told, given where its node is.
    pub fn seen_from(&self, world_from_node: &Affine3A) -> lissom_core::Camera {
        let forward = -glam::Vec3::from(world_from_node.matrix3.z_axis).normalize_or(glam::Vec3::Z);
        match self.orthographic {
            true => lissom_core::Camera::Orthographic { forward: forward.to_array() },
            false => lissom_core::Camera::Perspective { position: world_from_node.translation.to_array() },
        }
    }
}
