//! Nodes, scenes and skins: one tree or more, without loops, and skins that hang together.

use serde_json::Value;

use super::super::accessor::Component;
use super::super::document::Whole;
use super::{Check, Format};

const AGAIN: &str = "export it again";
/// How far a rotation may be from length 1: what integers of 8 bits can miss it by.
pub const UNIT_TOLERANCE: f64 = 0.008;

/// When a walk through the tree comes to a node and leaves it; and under which root.
#[derive(Clone, Copy)]
struct Visit {
    enter: usize,
    leave: usize,
    root: usize,
}

impl Check<'_> {
    pub fn tree(&mut self) {
        let (children, parents) = self.family();
        let visits = visits(&children, &parents);
        for (k, node) in self.list("nodes").iter().enumerate() {
            let place = format!("/nodes/{k}");
            if visits[k].is_none() {
                self.found.error(&place, "it is its own ancestor", AGAIN);
            }
            self.node(node, &place);
        }
        for (k, scene) in self.list("scenes").iter().enumerate() {
            for (n, node) in scene["nodes"].as_array().into_iter().flatten().enumerate() {
                if self.entry("nodes", node).is_some_and(|(node, _)| parents[node].is_some()) {
                    let what = "a scene names roots of the tree, and this one has a parent";
                    self.found.error(format!("/scenes/{k}/nodes/{n}"), what, AGAIN);
                }
            }
        }
        for (k, skin) in self.list("skins").iter().enumerate() {
            self.skin(skin, &visits, &format!("/skins/{k}"));
        }
    }

    /// Children and parents of all nodes; the first parent that comes is kept.
    fn family(&mut self) -> (Vec<Vec<usize>>, Vec<Option<usize>>) {
        let nodes = self.list("nodes");
        let mut children = vec![Vec::new(); nodes.len()];
        let mut parents = vec![None; nodes.len()];
        for (k, node) in nodes.iter().enumerate() {
            for (c, child) in node["children"].as_array().into_iter().flatten().enumerate() {
                let Some((child, _)) = self.entry("nodes", child) else { continue };
                match parents[child] {
                    Some(other) if other != k => {
                        let what = format!("node {child} has a parent already, node {other}");
                        self.found.error(format!("/nodes/{k}/children/{c}"), what, AGAIN);
                    }
                    Some(_) => {}
                    None => {
                        parents[child] = Some(k);
                        children[k].push(child);
                    }
                }
            }
        }
        (children, parents)
    }

    fn node(&mut self, node: &Value, place: &str) {
        let has = |name: &str| !node[name].is_null();
        if has("matrix") && ["translation", "rotation", "scale"].into_iter().any(has) {
            let what = "a matrix and its parts together";
            self.found.error(format!("{place}/matrix"), what, "remove one of them");
        }
        for name in ["skin", "weights"] {
            if has(name) && !has("mesh") {
                self.found.error(format!("{place}/{name}"), "it is for a mesh, and there is none", "remove it");
            }
        }
        let numbers =
            |name: &str| node[name].as_array().map(|l| l.iter().filter_map(Value::as_f64).collect::<Vec<_>>());
        if let Some(q) = numbers("rotation").filter(|q| q.len() == 4) {
            let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            if (length - 1.0).abs() > UNIT_TOLERANCE {
                let what = format!("a rotation of length {length:.4}");
                self.found.error(format!("{place}/rotation"), what, "make it 1");
            }
        }
        if numbers("matrix").is_some_and(|m| m.len() == 16 && !is_affine(&m)) {
            self.found.error(format!("{place}/matrix"), "its last row is not 0, 0, 0, 1", AGAIN);
        }
        let Some((m, mesh)) = self.entry("meshes", &node["mesh"]) else { return };
        let targets = mesh["primitives"][0]["targets"].as_array().map_or(0, Vec::len);
        if let Some(weights) = node["weights"].as_array().filter(|w| w.len() != targets) {
            let what = format!("{} weights for the {targets} morph targets of mesh {m}", weights.len());
            self.found.error(format!("{place}/weights"), what, AGAIN);
        }
        let Some((s, skin)) = self.entry("skins", &node["skin"]) else { return };
        let joints = skin["joints"].as_array().map_or(0, Vec::len);
        for (p, primitive) in mesh["primitives"].as_array().into_iter().flatten().enumerate() {
            let attributes = &primitive["attributes"];
            if attributes["JOINTS_0"].is_null() {
                let what = format!("primitive {p} of its mesh hangs on no joints of skin {s}");
                self.found.warn(format!("{place}/skin"), what, AGAIN);
            }
            self.joints_exist(attributes, joints, &format!("/meshes/{m}/primitives/{p}/attributes"));
        }
    }

    fn skin(&mut self, skin: &Value, visits: &[Option<Visit>], place: &str) {
        let joints: Vec<usize> =
            skin["joints"].as_array().into_iter().flatten().filter_map(|j| Some(self.entry("nodes", j)?.0)).collect();
        let of_joints: Vec<Visit> = joints.iter().filter_map(|j| visits[*j]).collect();
        if of_joints.iter().any(|v| v.root != of_joints[0].root) {
            self.found.error(
                format!("{place}/joints"),
                "its joints hang on different roots",
                "put them under one node",
            );
        } else if let Some((k, _)) = self.entry("nodes", &skin["skeleton"])
            && let Some(top) = visits[k]
            && !of_joints.iter().all(|v| top.enter <= v.enter && v.leave <= top.leave)
        {
            self.found.error(format!("{place}/skeleton"), "not all joints are below it", "remove it");
        }
        let place = format!("{place}/inverseBindMatrices");
        let Some((_, matrices)) = self.entry("accessors", &skin["inverseBindMatrices"]) else { return };
        if Format::of(matrices).is_some_and(|f| f.shape.columns != 4 || f.component != Component::F32) {
            return self.found.error(place, "these must be MAT4 of floats", AGAIN);
        }
        if self.is_strided(matrices) {
            self.found.error(&place, "their buffer view has a stride", "remove `byteStride`");
        }
        if matrices["count"].as_whole().is_some_and(|count| count < joints.len() as u64) {
            self.found.error(&place, format!("there are fewer than the {} joints", joints.len()), AGAIN);
        }
        if let Some(found) = self.numbers(&skin["inverseBindMatrices"])
            && let Some(at) = found.values.chunks_exact(16).position(|m| !is_affine(m))
        {
            self.found.error(place, format!("the last row of matrix {at} is not 0, 0, 0, 1"), AGAIN);
        }
    }
}

fn is_affine(matrix: &[f64]) -> bool {
    [3, 7, 11, 15].iter().zip([0.0, 0.0, 0.0, 1.0]).all(|(at, right)| matrix[*at] == right)
}

/// A walk from all roots, without recursion; what hangs on itself is never reached.
fn visits(children: &[Vec<usize>], parents: &[Option<usize>]) -> Vec<Option<Visit>> {
    let mut visits = vec![None; children.len()];
    let mut clock = 0;
    for root in (0..children.len()).filter(|k| parents[*k].is_none()) {
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.pop() {
            clock += 1;
            let visit = visits[node].get_or_insert(Visit { enter: clock, leave: 0, root });
            visit.leave = clock;
            if let Some(child) = children[node].get(next) {
                stack.push((node, next + 1));
                stack.push((*child, 0));
            }
        }
    }
    visits
}
