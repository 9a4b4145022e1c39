//! The tree of nodes, and where they are.

use std::collections::HashSet;

use glam::{Affine3A, Mat3A, Mat4, Quat, Vec3};
use serde_json::Value;

use super::accessor::index;
use super::document::{Document, Whole, array};
use super::{Fault, fault};

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

    pub fn read(document: &Document) -> Result<Nodes, Fault> {
        let nodes = array(document.json(), "nodes");
        let count = |list: &str| array(document.json(), list).len();
        let (meshes, skins, cameras) = (count("meshes"), count("skins"), count("cameras"));
        let mut names = HashSet::new();
        let mut list = Vec::with_capacity(nodes.len());
        for (k, node) in nodes.iter().enumerate() {
            let place = format!("/nodes/{k}");
            let refer = |key: &str, count: usize| match &node[key] {
                Value::Null => Ok(None),
                value => index(
                    value,
                    count,
                    &format!("{place}/{key}"),
                    match key {
                        "mesh" => "meshes",
                        "skin" => "skins",
                        _ => "cameras",
                    },
                )
                .map(Some),
            };
            let given = node["name"].as_str().filter(|n| !n.is_empty());
            let mut name = given.map_or_else(|| format!("node {k}"), str::to_owned);
            while !names.insert(name.clone()) {
                name = format!("{name} (node {k})");
            }
            list.push(Node {
                name,
                parent: None,
                local: local(node, &place)?,
                mesh: refer("mesh", meshes)?,
                skin: refer("skin", skins)?,
                camera: refer("camera", cameras)?,
                weights: floats(&node["weights"], &format!("{place}/weights"))?,
            });
        }
        for (k, node) in nodes.iter().enumerate() {
            for (c, child) in array(node, "children").iter().enumerate() {
                let place = format!("/nodes/{k}/children/{c}");
                let child = index(child, nodes.len(), &place, "nodes")?;
                if list[child].parent.replace(k).is_some() {
                    let what = format!("node {child} is a child twice; a node has one parent, export it again");
                    return Err(fault(place, what));
                }
            }
        }
        let order = in_order(nodes, &list);
        if order.len() < list.len() {
            let mut reached = vec![false; list.len()];
            order.iter().for_each(|k| reached[*k] = true);
            let k = reached.iter().position(|r| !r).unwrap_or(0);
            return Err(fault(format!("/nodes/{k}"), "it is its own ancestor; export it again"));
        }
        Ok(Nodes { list, order })
    }

    pub fn find(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|n| n.name == name)
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

/// Parents before their children; what hangs on itself is left out.
fn in_order(nodes: &[Value], list: &[Node]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..list.len()).filter(|k| list[*k].parent.is_none()).collect();
    let mut next = 0;
    while let Some(&k) = order.get(next) {
        let children = array(&nodes[k], "children").iter().filter_map(Value::as_whole);
        order.extend(children.map(|c| c as usize));
        next += 1;
    }
    order
}

/// What a node does to its children, by parts or by a matrix.
pub(super) fn local(node: &Value, place: &str) -> Result<Trs, Fault> {
    let numbers = |key: &str, count: usize| {
        let found = floats(&node[key], &format!("{place}/{key}"))?;
        match found.len() {
            0 => Ok(None),
            n if n == count => Ok(Some(found)),
            n => Err(fault(format!("{place}/{key}"), format!("{n} numbers; give {count}"))),
        }
    };
    if let Some(m) = numbers("matrix", 16)? {
        return Ok(decomposed(Mat4::from_cols_slice(&m)));
    }
    let (translation, rotation, scale) = (numbers("translation", 3)?, numbers("rotation", 4)?, numbers("scale", 3)?);
    let vector = |v: Option<Vec<f32>>, usual: Vec3| v.map_or(usual, |v| Vec3::from_slice(&v));
    Ok(Trs {
        translation: vector(translation, Vec3::ZERO),
        rotation: rotation.map_or(Quat::IDENTITY, |q| unit(Quat::from_slice(&q))),
        scale: vector(scale, Vec3::ONE),
    })
}

/// A matrix as what a node is made of. The specification allows no others; shear would be lost.
fn decomposed(matrix: Mat4) -> Trs {
    let linear = Mat3A::from_mat4(matrix);
    let mut scale = Vec3::new(linear.x_axis.length(), linear.y_axis.length(), linear.z_axis.length());
    if linear.determinant() < 0.0 {
        scale.x = -scale.x;
    }
    let axis = |v: glam::Vec3A, length: f32, usual: glam::Vec3A| if length == 0.0 { usual } else { v / length };
    let turn = Mat3A::from_cols(
        axis(linear.x_axis, scale.x, glam::Vec3A::X),
        axis(linear.y_axis, scale.y, glam::Vec3A::Y),
        axis(linear.z_axis, scale.z, glam::Vec3A::Z),
    );
    Trs { translation: matrix.w_axis.truncate(), rotation: unit(Quat::from_mat3a(&turn)), scale }
}

/// Of length 1; no turn where there is none to be had.
pub fn unit(q: Quat) -> Quat {
    let length = q.length();
    if length.is_finite() && length > 1e-6 { q / length } else { Quat::IDENTITY }
}

/// Finite numbers of a list; none if it is left out.
pub fn floats(value: &Value, place: &str) -> Result<Vec<f32>, Fault> {
    let Some(list) = value.as_array() else {
        return if value.is_null() { Ok(Vec::new()) } else { Err(fault(place, "give a list of numbers")) };
    };
    let number = |v: &Value| v.as_f64().map(|v| v as f32).filter(|v| v.is_finite());
    list.iter().map(|v| number(v).ok_or_else(|| fault(place, "a number is missing or not finite"))).collect()
}
