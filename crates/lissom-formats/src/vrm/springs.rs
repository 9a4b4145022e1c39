//! Springs, what they hit, and how VRM 1.0 writes them.

use glam::{Quat, Vec3};

use super::at::{At, short};
use super::tree::Tree;
use crate::gltf::Nodes;

/// Nodes that swing together with the same surroundings: a chain in VRM 1.0, all below one root in 0.x.
#[derive(Clone, Debug, PartialEq)]
pub struct Spring {
    /// As in the file; of the first node if it has none.
    pub name: String,
    /// Each hangs on one before it.
    pub joints: Vec<Joint>,
    /// Bones that end here go on for so far, m.
    pub tail: Option<f32>,
    /// The node whose motion is not felt.
    pub center: Option<usize>,
    /// Groups of colliders.
    pub groups: Vec<usize>,
    /// Where it stands in the file: its number among springs, or bone groups.
    pub place: usize,
}

/// A node, and how what follows it swings. Lengths are the node's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    pub node: usize,
    pub stiffness: f32,
    pub drag: f32,
    pub gravity_power: f32,
    /// Of length 1, along world axes.
    pub gravity_dir: Vec3,
    pub hit_radius: f32,
    pub limit: Option<Limit>,
    /// Not in the file: it stands between two that are, and should stay as stiff as a bone.
    pub between: bool,
}

/// `VRMC_springBone_limit`, a draft. Angles in radians, from a frame whose y axis points to the joint's end, turned by
/// `rotation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    Cone { angle: f32, rotation: Quat },
    Hinge { angle: f32, rotation: Quat },
    Spherical { pitch: f32, yaw: f32, rotation: Quat },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collider {
    pub node: usize,
    pub shape: Shape,
}

/// In the frame of the node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    Sphere { offset: Vec3, radius: f32, inside: bool },
    Capsule { offset: Vec3, tail: Vec3, radius: f32, inside: bool },
    Plane { offset: Vec3, normal: Vec3 },
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    pub name: String,
    pub colliders: Vec<usize>,
}

/// Springs and what they hit. Groups are numbered as in the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Springs {
    pub colliders: Vec<Collider>,
    /// Where each collider stands in the file: its number, or those of its group and in it.
    pub places: Vec<[usize; 2]>,
    pub groups: Vec<Group>,
    pub springs: Vec<Spring>,
}

pub(super) const AT_LEAST_0: [f32; 2] = [0.0, f32::MAX];
/// Every spring may touch every collider: more than these are no character's, and would fill the memory.
const MOST_COLLIDERS: usize = 512;
const MOST_SPRINGS: usize = 4096;

impl Springs {
    /// Whether there is room for it.
    pub fn add_collider(&mut self, at: &At<'_>, collider: Collider, place: [usize; 2]) -> Option<usize> {
        if self.colliders.len() >= MOST_COLLIDERS {
            at.problem(format!("there are {MOST_COLLIDERS} colliders already; left out"));
            return None;
        }
        self.colliders.push(collider);
        self.places.push(place);
        Some(self.colliders.len() - 1)
    }

    pub fn add_spring(&mut self, at: &At<'_>, spring: Spring) {
        if self.springs.len() >= MOST_SPRINGS {
            return at.problem(format!("there are {MOST_SPRINGS} springs already; left out"));
        }
        self.springs.push(spring);
    }

    pub fn read(extension: &At<'_>, nodes: &Nodes, tree: &Tree) -> Springs {
        let count = nodes.list.len();
        let mut found = Springs::default();
        let mut numbers = Vec::new();
        for (place, at) in extension.items("colliders").enumerate() {
            let node = at.need_index("node", count, "node");
            let collider = node.and_then(|node| Some(Collider { node, shape: shape_of(&at)? }));
            numbers.push(collider.and_then(|c| found.add_collider(&at, c, [place, 0])));
        }
        for at in extension.items("colliderGroups") {
            let colliders = at.items("colliders").filter_map(|k| numbers[k.index(numbers.len(), "collider")?]);
            let colliders = each_once(colliders.collect());
            found.groups.push(Group { name: short(at.text("name").unwrap_or_default()), colliders });
        }
        let mut taken = vec![false; count];
        for (place, at) in extension.items("springs").enumerate() {
            let joints = joints(&at, nodes, tree, &mut taken);
            let Some(first) = joints.first() else { continue };
            let name = at.text("name").filter(|n| !n.is_empty()).unwrap_or(&nodes.list[first.node].name);
            let name = short(name);
            let center = at.get("center").and_then(|c| c.index(count, "node"));
            let groups = groups(&at, found.groups.len());
            found.add_spring(&at, Spring { name, joints, tail: None, center, groups, place });
        }
        found
    }
}

pub(super) fn groups(spring: &At<'_>, count: usize) -> Vec<usize> {
    each_once(spring.items("colliderGroups").filter_map(|k| k.index(count, "collider group")).collect())
}

fn each_once(mut list: Vec<usize>) -> Vec<usize> {
    list.sort_unstable();
    list.dedup();
    list
}

/// Two joints of a spring may have so many nodes between them.
const MOST_BETWEEN: usize = 64;

/// Those of one spring, with the nodes between them. A node that another spring has already cannot have two wills: the
/// spring begins below it.
fn joints(spring: &At<'_>, nodes: &Nodes, tree: &Tree, taken: &mut [bool]) -> Vec<Joint> {
    let mut joints: Vec<Joint> = Vec::new();
    let mut last = None;
    let name = |node: usize| short(&nodes.list[node].name);
    for at in spring.items("joints") {
        let Some(joint) = joint(&at, nodes.list.len()) else { continue };
        if let Some(last) = last.filter(|last| *last == joint.node || !tree.is_within(joint.node, *last)) {
            at.problem(format!("`{}` is not below `{}`, the joint before it; left out", name(joint.node), name(last)));
            continue;
        }
        let up = |node: &usize| nodes.list[*node].parent.filter(|parent| last.is_some_and(|last| *parent != last));
        let mut path: Vec<usize> = std::iter::successors(Some(joint.node), up).take(MOST_BETWEEN + 2).collect();
        if path.len() > MOST_BETWEEN + 1 {
            at.problem(format!("more than {MOST_BETWEEN} nodes are between it and the joint before it; left out"));
            continue;
        }
        if let Some(other) = path.iter().position(|n| taken[*n]) {
            at.problem(format!("`{}` is in another spring already; this one begins below it", name(path[other])));
            joints.clear();
            path.truncate(other);
        }
        if joints.is_empty() {
            path.truncate(1);
        }
        last = Some(joint.node);
        for &node in path.iter().rev() {
            let above = joints.last().copied().unwrap_or(joint);
            let between = node != joint.node;
            joints.push(if between { Joint { node, between, limit: None, ..above } } else { joint });
        }
    }
    if joints.len() < 2 {
        spring.problem("fewer than two joints that can be used, and the last one only ends it; left out");
        joints.clear();
    }
    if let Some(last) = joints.last_mut() {
        last.limit = None;
    }
    joints.iter().for_each(|j| taken[j.node] = true);
    joints
}

fn joint(at: &At<'_>, count: usize) -> Option<Joint> {
    let (gravity_power, gravity_dir) = gravity(at.number("gravityPower", 0.0), at.vec3("gravityDir", Vec3::NEG_Y));
    Some(Joint {
        node: at.need_index("node", count, "node")?,
        stiffness: at.number_in("stiffness", 1.0, AT_LEAST_0),
        drag: at.number_in("dragForce", 0.5, [0.0, 1.0]),
        gravity_power,
        gravity_dir,
        hit_radius: at.number_in("hitRadius", 0.0, AT_LEAST_0),
        limit: limit(at),
        between: false,
    })
}

/// The direction is of length 1 from here on, and the power has its length.
pub(super) fn gravity(power: f32, dir: Vec3) -> (f32, Vec3) {
    let power = power * dir.length();
    match dir.try_normalize() {
        Some(dir) if power.is_finite() => (power, dir),
        _ => (0.0, Vec3::NEG_Y),
    }
}

fn limit(joint: &At<'_>) -> Option<Limit> {
    let limit = joint.get("extensions")?.get("VRMC_springBone_limit")?.need("limit")?;
    let angle = |at: &At<'_>, key: &str, most: f32| {
        at.need(key)?;
        Some(at.number_in(key, most, AT_LEAST_0).min(most))
    };
    let pi = std::f32::consts::PI;
    if let Some(at) = limit.get("cone") {
        return Some(Limit::Cone { angle: angle(&at, "angle", pi)?, rotation: at.rotation("rotation") });
    }
    if let Some(at) = limit.get("hinge") {
        return Some(Limit::Hinge { angle: angle(&at, "angle", pi)?, rotation: at.rotation("rotation") });
    }
    let at = limit.need("spherical")?;
    let (pitch, yaw) = (angle(&at, "pitch", pi)?, angle(&at, "yaw", 0.5 * pi)?);
    Some(Limit::Spherical { pitch, yaw, rotation: at.rotation("rotation") })
}

/// The extended shape if there is one: the plain one is for programs that do not know it.
fn shape_of(collider: &At<'_>) -> Option<Shape> {
    let extended = collider.get("extensions").and_then(|e| e.get("VRMC_springBone_extended_collider"));
    let extended = extended.and_then(|e| shape(&e.need("shape")?));
    extended.or_else(|| shape(&collider.need("shape")?))
}

fn shape(at: &At<'_>) -> Option<Shape> {
    let round = |at: &At<'_>| {
        let inside = at.value.get("inside").and_then(|v| v.as_bool()).unwrap_or(false);
        (at.vec3("offset", Vec3::ZERO), at.number_in("radius", 0.0, AT_LEAST_0), inside)
    };
    if let Some(at) = at.get("sphere") {
        let (offset, radius, inside) = round(&at);
        return Some(Shape::Sphere { offset, radius, inside });
    }
    if let Some(at) = at.get("capsule") {
        let (offset, radius, inside) = round(&at);
        return Some(Shape::Capsule { offset, tail: at.vec3("tail", Vec3::ZERO), radius, inside });
    }
    if let Some(at) = at.get("plane") {
        let normal = at.vec3("normal", Vec3::Z).normalize_or(Vec3::Z);
        return Some(Shape::Plane { offset: at.vec3("offset", Vec3::ZERO), normal });
    }
    at.problem("neither a sphere nor a capsule nor a plane; left out");
    None
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::vrm::{self, Vrm, tests::nodes};

    /// A line of nodes `a`, `b`, `c`…, each below the one before it, and one more below `a`.
    fn line(count: usize, extensions: Value) -> Vrm {
        let name = |k: usize| char::from(b'a' + k as u8).to_string();
        let mut list: Vec<Value> =
            (0..count).map(|k| json!({ "name": name(k), "translation": [0, -0.1, 0], "children": [k + 1] })).collect();
        list[count - 1].as_object_mut().expect("a node").remove("children");
        list[0]["children"] = json!([1, count]);
        list.push(json!({ "name": "side" }));
        let json = json!({ "asset": { "version": "2.0" }, "nodes": list, "extensions": extensions });
        vrm::read(&json, &nodes(&json)).expect("springs")
    }

    fn one(count: usize, springs: Value) -> Vrm {
        line(count, json!({ "VRMC_springBone": { "specVersion": "1.0", "springs": springs } }))
    }

    fn nodes_of(spring: &Spring) -> Vec<usize> {
        spring.joints.iter().map(|j| j.node).collect()
    }

    #[test]
    fn nodes_between_joints_join_them() {
        let cone = json!({ "VRMC_springBone_limit": { "limit": { "cone": { "angle": 0.5 } } } });
        let joints = json!([{ "node": 0, "stiffness": 3.0, "extensions": cone }, { "node": 3 }]);
        let vrm = one(5, json!([{ "joints": joints }]));
        let spring = &vrm.springs[0];
        assert_eq!((nodes_of(spring), vrm.problems.len(), spring.name.as_str()), (vec![0, 1, 2, 3], 0, "a"));
        assert_eq!(spring.joints.iter().map(|j| j.between).collect::<Vec<_>>(), [false, true, true, false]);
        assert_eq!((spring.joints[2].stiffness, spring.joints[3].stiffness), (3.0, 1.0));
        assert_eq!(spring.joints[0].limit, Some(Limit::Cone { angle: 0.5, rotation: Quat::IDENTITY }));
        assert_eq!(spring.joints[1].limit, None);
    }

    #[test]
    fn a_node_has_one_spring() {
        let joints =
            |list: &[usize]| json!({ "joints": list.iter().map(|n| json!({ "node": n })).collect::<Vec<_>>() });
        let vrm = one(6, json!([joints(&[1, 2]), joints(&[0, 1, 2, 3, 5]), joints(&[4, 2]), joints(&[6])]));
        let found: Vec<Vec<usize>> = vrm.springs.iter().map(nodes_of).collect();
        assert_eq!(found, [vec![1, 2], vec![3, 4, 5]]);
        let said: Vec<String> = vrm.problems.iter().map(|p| p.to_string()).collect();
        assert!(said.iter().any(|s| s.contains("`b` is in another spring already")), "{said:#?}");
        assert!(
            said.iter().any(|s| s.starts_with("/extensions/VRMC_springBone/springs/3: fewer than two")),
            "{said:#?}"
        );
    }

    #[test]
    fn old_roots_take_all_below_them() {
        let group = |roots: &[usize]| {
            json!({ "stiffiness": 2.5, "center": -1, "bones": roots, "colliderGroups": [0], "gravityPower": 2.0,
                "gravityDir": { "x": 0, "y": 0, "z": 0.5 } })
        };
        let colliders = json!([{ "node": 0, "colliders": [{ "radius": 0.1, "offset": { "x": 1, "y": 2, "z": 3 } }] }]);
        let secondary = json!({ "boneGroups": [group(&[2]), group(&[0, 1, 3])], "colliderGroups": colliders });
        let vrm = line(4, json!({ "VRM": { "humanoid": {}, "secondaryAnimation": secondary } }));
        let found: Vec<Vec<usize>> = vrm.springs.iter().map(nodes_of).collect();
        assert_eq!(found, [vec![2, 3], vec![0, 1, 4]]);
        let joint = vrm.springs[0].joints[1];
        assert_eq!((joint.stiffness, joint.drag, joint.hit_radius), (2.5, 0.4, 0.02));
        assert_eq!((joint.gravity_power, joint.gravity_dir), (1.0, Vec3::NEG_Z));
        assert_eq!((vrm.springs[0].tail, vrm.springs[0].center), (Some(0.07), None));
        let offset = Vec3::new(1.0, 2.0, -3.0);
        assert_eq!(vrm.colliders[0].shape, Shape::Sphere { offset, radius: 0.1, inside: false });
    }

    #[test]
    fn the_extended_shape_is_the_one_meant() {
        let plain = json!({ "sphere": { "offset": [0, -10000, 0], "radius": 0 } });
        let extended = |shape: Value| json!({ "VRMC_springBone_extended_collider": { "shape": shape } });
        let inside = extended(json!({ "sphere": { "radius": 2, "inside": true } }));
        let wrong = extended(json!({ "cube": {} }));
        let colliders = json!([
            { "node": 0, "shape": plain, "extensions": inside },
            { "node": 77, "shape": plain },
            { "node": 0, "shape": plain, "extensions": wrong },
        ]);
        let groups = json!([{ "colliders": [2, 1, 0, 0, 5] }]);
        let vrm = line(2, json!({ "VRMC_springBone": { "colliders": colliders, "colliderGroups": groups } }));
        assert_eq!(vrm.colliders[0].shape, Shape::Sphere { offset: Vec3::ZERO, radius: 2.0, inside: true });
        assert_eq!((vrm.colliders.len(), &vrm.groups[0].colliders[..]), (2, &[0, 1][..]));
        assert_eq!(vrm.problems.len(), 3, "{:?}", vrm.problems);
    }
}
