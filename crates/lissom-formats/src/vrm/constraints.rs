//! `VRMC_node_constraint`: nodes that turn because others do.

use glam::{Affine3A, Quat, Vec3};

use super::at::{At, short};
use super::tree::Tree;
use super::world_of;
use crate::gltf::{Nodes, Trs};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constraint {
    /// The node that is turned.
    pub node: usize,
    pub source: usize,
    pub kind: Kind,
    /// From the rest pose, 0, to all of it, 1.
    pub weight: f32,
    /// Rotations at rest.
    rest: Quat,
    source_rest: Quat,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// The source's turn about this axis of the node.
    Roll(Vec3),
    /// This axis of the node points to the source.
    Aim(Vec3),
    /// The source's turn from its rest pose, each in its own frame.
    Rotation,
}

impl Constraint {
    pub(super) fn read(at: &At<'_>, node: usize, nodes: &Nodes) -> Option<Constraint> {
        let constraint = at.need("constraint")?;
        let (kind, at) = if let Some(at) = constraint.get("roll") {
            let axis = match at.text("rollAxis") {
                Some("X") => Vec3::X,
                Some("Y") => Vec3::Y,
                Some("Z") => Vec3::Z,
                _ => return wrong(&at, "`rollAxis` must be X, Y or Z"),
            };
            (Kind::Roll(axis), at)
        } else if let Some(at) = constraint.get("aim") {
            let axis = match at.text("aimAxis") {
                Some("PositiveX") => Vec3::X,
                Some("NegativeX") => Vec3::NEG_X,
                Some("PositiveY") => Vec3::Y,
                Some("NegativeY") => Vec3::NEG_Y,
                Some("PositiveZ") => Vec3::Z,
                Some("NegativeZ") => Vec3::NEG_Z,
                _ => return wrong(&at, "`aimAxis` must be PositiveX, NegativeX, PositiveY and so on"),
            };
            (Kind::Aim(axis), at)
        } else if let Some(at) = constraint.get("rotation") {
            (Kind::Rotation, at)
        } else {
            return wrong(&constraint, "it must be `roll`, `aim` or `rotation`");
        };
        let source = at.need_index("source", nodes.list.len(), "node")?;
        let weight = at.number_in("weight", 1.0, [0.0, 1.0]);
        let [rest, source_rest] = [node, source].map(|n| nodes.list[n].local.rotation);
        Some(Constraint { node, source, kind, weight, rest, source_rest })
    }

    /// What the specification's own examples compute.
    fn turn(&self, nodes: &Nodes, local: &[Trs]) -> Quat {
        let source = local[self.source].rotation;
        let target = match self.kind {
            Kind::Rotation => self.rest * self.source_rest.inverse() * source,
            Kind::Roll(axis) => {
                let moved = self.rest.inverse() * source * self.source_rest.inverse() * self.rest;
                let tilt = Quat::from_rotation_arc(axis, (moved * axis).normalize_or(axis));
                self.rest * tilt.inverse() * moved
            }
            Kind::Aim(axis) => {
                // In the parent's frame: scales of parents do not mislead it there.
                let parent = nodes.list[self.node].parent.map_or(Affine3A::IDENTITY, |p| world_of(nodes, local, p));
                let source = parent.inverse().transform_point3(world_of(nodes, local, self.source).translation.into());
                let (from, to) = (self.rest * axis, source - local[self.node].translation);
                let turn = |to| Quat::from_rotation_arc(from.normalize_or(axis), to);
                to.try_normalize().map_or(Quat::IDENTITY, turn) * self.rest
            }
        };
        let turned = self.rest.slerp(target, self.weight).normalize();
        if turned.is_finite() { turned } else { self.rest }
    }
}

fn wrong(at: &At<'_>, what: &str) -> Option<Constraint> {
    at.problem(format!("{what}; left out"));
    None
}

/// Turns the nodes, given in an order in which none comes before what it depends on.
pub fn apply(constraints: &[Constraint], nodes: &Nodes, local: &mut [Trs]) {
    for constraint in constraints {
        local[constraint.node].rotation = constraint.turn(nodes, local);
    }
}

/// Brings them into that order. Of those that go in a circle, one is left out.
pub(super) fn in_order(found: Vec<(Constraint, At<'_>)>, nodes: &Nodes, tree: &Tree) -> Vec<Constraint> {
    // Two things of each node can be asked for: its own turn, and after `count` more, its place in the world.
    let count = nodes.list.len();
    let mut by_node = vec![None; count];
    found.iter().enumerate().for_each(|(k, (c, _))| by_node[c.node] = Some(k));
    let needs = |thing: usize, dropped: &[bool]| -> [Option<usize>; 2] {
        let place = |node: usize| node + count;
        if thing >= count {
            return [Some(thing - count), nodes.list[thing - count].parent.map(place)];
        }
        let Some(k) = by_node[thing].filter(|k: &usize| !dropped[*k]) else { return [None; 2] };
        let c = &found[k].0;
        match c.kind {
            Kind::Aim(_) => [Some(place(c.source)), nodes.list[thing].parent.map(place)],
            _ => [Some(c.source), None],
        }
    };
    let (mut begun, mut done, mut dropped) = (vec![false; 2 * count], vec![false; 2 * count], vec![false; found.len()]);
    let mut order = Vec::new();
    for (first, _) in &found {
        let mut stack = vec![(first.node, 0)];
        while let Some((thing, next)) = stack.pop() {
            if done[thing] {
                continue;
            }
            begun[thing] = true;
            let Some(need) = needs(thing, &dropped).get(next).copied() else {
                done[thing] = true;
                order.extend(by_node.get(thing).copied().flatten().filter(|k| !dropped[*k]));
                continue;
            };
            stack.push((thing, next + 1));
            let Some(need) = need.filter(|n| !done[*n]) else { continue };
            if !begun[need] {
                stack.push((need, 0));
                continue;
            }
            // What is on the stack leads back to itself.
            let nearest = stack.iter().rev().find_map(|(t, _)| *by_node.get(*t)?);
            if let Some(k) = nearest.filter(|k| !dropped[*k]) {
                let (c, at) = &found[k];
                let source = short(&nodes.list[c.source].name);
                let below = c.source != c.node && tree.is_within(c.source, c.node);
                let why = if below { "hangs on it" } else { "depends on it, directly or through other constraints" };
                at.problem(format!("its source `{source}` {why}; left out, choose another source"));
                dropped[k] = true;
            }
        }
    }
    order.into_iter().map(|k| found[k].0).collect()
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_2;

    use serde_json::{Value, json};

    use super::*;
    use crate::vrm::{self, tests::nodes};

    /// Nodes with these parents and constraints, one metre apart along x.
    fn scene(list: &[(Option<usize>, Value)]) -> Value {
        let node = |(k, (_, constraint)): (usize, &(Option<usize>, Value))| {
            let children: Vec<usize> = (0..list.len()).filter(|c| list[*c].0 == Some(k)).collect();
            let mut node = json!({ "name": format!("n{k}"), "translation": [1.0, 0.0, 0.0] });
            if !children.is_empty() {
                node["children"] = json!(children);
            }
            if !constraint.is_null() {
                let extension = json!({ "specVersion": "1.0", "constraint": constraint });
                node["extensions"] = json!({ "VRMC_node_constraint": extension });
            }
            node
        };
        json!({ "asset": { "version": "2.0" }, "nodes": list.iter().enumerate().map(node).collect::<Vec<_>>() })
    }

    fn posed(json: &Value, turns: &[(usize, Quat)]) -> (Vec<Trs>, Vec<String>) {
        let nodes = nodes(json);
        let vrm = vrm::read(json, &nodes).expect("constraints");
        let mut local = nodes.rest();
        turns.iter().for_each(|(node, turn)| local[*node].rotation = *turn);
        vrm::pose(&vrm, &nodes, &mut local, None);
        (local, vrm.problems.iter().map(|p| p.to_string()).collect())
    }

    fn near(a: Quat, b: Quat) -> bool {
        a.dot(b).abs() > 1.0 - 1e-5
    }

    #[test]
    fn rotation_is_copied_by_its_weight() {
        let json = scene(&[(None, Value::Null), (None, json!({ "rotation": { "source": 0, "weight": 0.5 } }))]);
        let (local, problems) = posed(&json, &[(0, Quat::from_rotation_y(1.0))]);
        assert!(near(local[1].rotation, Quat::from_rotation_y(0.5)) && problems.is_empty());
    }

    #[test]
    fn roll_takes_the_turn_about_its_axis_only() {
        let json = scene(&[(None, Value::Null), (None, json!({ "roll": { "source": 0, "rollAxis": "X" } }))]);
        let swing = Quat::from_rotation_z(0.7);
        let (local, _) = posed(&json, &[(0, swing * Quat::from_rotation_x(0.4))]);
        assert!(near(local[1].rotation, Quat::from_rotation_x(0.4)), "{:?}", local[1].rotation);
        let (local, _) = posed(&json, &[(0, swing)]);
        assert!(near(local[1].rotation, Quat::IDENTITY));
    }

    #[test]
    fn rest_rotations_of_both_count() {
        let mut json = scene(&[(None, Value::Null), (None, json!({ "roll": { "source": 0, "rollAxis": "Y" } }))]);
        let (source, rest) = (Quat::from_rotation_x(FRAC_PI_2), Quat::from_rotation_z(-FRAC_PI_2));
        json["nodes"][0]["rotation"] = json!(source.to_array());
        json["nodes"][1]["rotation"] = json!(rest.to_array());
        // The node's y is the world's x. The source turns by 0.3 about the world's x.
        let (local, _) = posed(&json, &[(0, Quat::from_rotation_x(0.3) * source)]);
        assert!(near(local[1].rotation, rest * Quat::from_rotation_y(0.3)), "{:?}", local[1].rotation);
    }

    #[test]
    fn aim_points_at_the_source_in_turned_and_scaled_parents() {
        let aim = json!({ "aim": { "source": 2, "aimAxis": "NegativeZ" } });
        let mut json = scene(&[(None, Value::Null), (Some(0), aim), (None, Value::Null)]);
        json["nodes"][0]["scale"] = json!([2.0, 2.0, 2.0]);
        json["nodes"][2]["translation"] = json!([-3.0, 4.0, 5.0]);
        let (local, _) = posed(&json, &[(0, Quat::from_rotation_y(0.8))]);
        let nodes = nodes(&json);
        let world = nodes.world(&local);
        let to = Vec3::from(world[2].translation - world[1].translation).normalize();
        let axis = world[1].transform_vector3(Vec3::NEG_Z).normalize();
        assert!(axis.distance(to) < 1e-5, "{axis} {to}");
    }

    #[test]
    fn sources_come_first_however_they_are_listed() {
        let copy = |source: usize| json!({ "rotation": { "source": source } });
        let json = scene(&[(None, copy(1)), (None, copy(2)), (None, copy(3)), (None, Value::Null)]);
        let turn = Quat::from_rotation_x(1.2);
        let (local, problems) = posed(&json, &[(3, turn)]);
        assert!(local.iter().all(|l| near(l.rotation, turn)) && problems.is_empty());
    }

    #[test]
    fn circles_are_told_and_broken() {
        let copy = |source: usize| json!({ "rotation": { "source": source } });
        let json = scene(&[(None, copy(1)), (None, copy(0)), (None, copy(2)), (None, copy(0))]);
        let nodes = nodes(&json);
        let vrm = vrm::read(&json, &nodes).expect("constraints");
        assert_eq!((vrm.constraints.len(), vrm.problems.len()), (2, 2), "{:?}", vrm.problems);
        let below = json!({ "aim": { "source": 1, "aimAxis": "PositiveX" } });
        let (_, problems) = posed(&scene(&[(None, below), (Some(0), Value::Null)]), &[]);
        assert!(problems[0].contains("hangs on it"), "{problems:?}");
        // A turn of its own is no circle.
        let (_, problems) = posed(&scene(&[(None, copy(1)), (Some(0), Value::Null)]), &[]);
        assert!(problems.is_empty(), "{problems:?}");
    }
}
