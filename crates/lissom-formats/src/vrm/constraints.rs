//! `VRMC_node_constraint`: nodes that turn because others do.

use glam::{Affine3A, Quat, Vec3};

use super::at::At;
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
                let source = &nodes.list[c.source].name;
                let below = c.source != c.node && tree.is_within(c.source, c.node);
                let why = if below { "hangs on it" } else { "depends on it, directly or through other constraints" };
                at.problem(format!("its source `{source}` {why}; left out, choose another source"));
                dropped[k] = true;
            }
        }
    }
    order.into_iter().map(|k| found[k].0).collect()
}
