//! `VRMC_springBone`: chains, colliders and groups of them.

use std::collections::{BTreeSet, HashMap};

use lissom_rig::rig::{JointLimit, Joints};
use serde_json::{Value, json};

use super::{Writer, copy};
use crate::gltf::Document;
use crate::gltf::document::member;
use crate::vrm::Shape;

const NAME: &str = "VRMC_springBone";
const EXTENDED: &str = "VRMC_springBone_extended_collider";
const LIMIT: &str = "VRMC_springBone_limit";

impl<'a> Writer<'a> {
    pub(super) fn write_one(&mut self, document: &mut Document) {
        let was = document.json()["extensions"][NAME].clone();
        let (colliders, numbers) = self.colliders(&was);
        let mut groups = self.groups(&was, &numbers);
        let mut springs = Vec::new();
        for joints in &self.rig.joints {
            match (self.before(joints), self.vrm) {
                (Some((k, true)), Some(vrm)) => springs.push(copy(&was["springs"], Some(vrm.springs[k].place))),
                _ => self.springs(joints, &was, &numbers, &mut groups, &mut springs),
            }
        }
        drop_empty(&mut groups, &mut springs);
        let extensions = member(document.json_mut(), "extensions", || json!({}));
        if springs.is_empty() {
            extensions.as_object_mut().map(|e| e.shift_remove(NAME));
            let gone = |e: &Value| e.as_str().is_some_and(|e| [NAME, EXTENDED, LIMIT].contains(&e));
            document.list_mut("extensionsUsed").retain(|e| !gone(e));
            return;
        }
        let has = |list: &[Value], name: &str| list.iter().any(|v| !v["extensions"][name].is_null());
        let limited = |spring: &Value| spring["joints"].as_array().is_some_and(|joints| has(joints, LIMIT));
        let (extended, limited) = (has(&colliders, EXTENDED), springs.iter().any(limited));
        let extension = member(extensions, NAME, || json!({ "specVersion": "1.0" }));
        for (key, list) in [("colliders", colliders), ("colliderGroups", groups), ("springs", springs)] {
            if list.is_empty() {
                extension.as_object_mut().map(|e| e.shift_remove(key));
            } else {
                *member(extension, key, || Value::Null) = Value::Array(list);
            }
        }
        document.uses(NAME);
        if extended {
            document.uses(EXTENDED);
        }
        if limited {
            document.uses(LIMIT);
        }
    }

    /// All that VRM knows, and their numbers by part.
    fn colliders(&mut self, was: &Value) -> (Vec<Value>, HashMap<&'a str, usize>) {
        let (mut list, mut numbers) = (Vec::new(), HashMap::new());
        for collider in &self.rig.colliders {
            let before = self.collider_before(collider);
            let place = before.and_then(|(k, _)| Some(self.vrm?.places[k][0]));
            let mut value = copy(&was["colliders"], place);
            if before.is_none_or(|(_, same)| !same) {
                let Some((node, shape)) = self.shape(collider) else { continue };
                value["node"] = json!(node);
                write_shape(&mut value, &shape);
            }
            numbers.insert(collider.part.as_str(), list.len());
            list.push(value);
        }
        (list, numbers)
    }

    /// Those of the file, with the numbers that colliders have now.
    fn groups(&self, was: &Value, numbers: &HashMap<&str, usize>) -> Vec<Value> {
        let groups = self.vrm.map_or(&[][..], |vrm| &vrm.groups);
        let group = |(k, group): (usize, &crate::vrm::Group)| {
            let mut value = copy(&was["colliderGroups"], Some(k));
            let parts = group.colliders.iter().map(|c| self.was.colliders[*c].part.as_str());
            value["colliders"] = json!(parts.filter_map(|p| numbers.get(p)).collect::<BTreeSet<_>>());
            value
        };
        groups.iter().enumerate().map(group).collect()
    }

    /// New or changed ones. Joints that branch become several chains.
    fn springs(
        &mut self,
        joints: &Joints,
        was: &Value,
        numbers: &HashMap<&str, usize>,
        groups: &mut Vec<Value>,
        springs: &mut Vec<Value>,
    ) {
        let Some(bones) = self.bones(joints) else { return };
        let (before, pulls) = (self.before(joints).map(|(k, _)| k), self.pulls(joints, &bones));
        let before = before.and_then(|k| Some(&self.vrm?.springs[k]));
        let hit: BTreeSet<usize> = self.touched(joints).iter().filter_map(|p| numbers.get(p).copied()).collect();
        let chosen = choose(&hit, before.map_or(&[], |s| &s.groups), groups, &joints.name);
        let old = copy(&was["springs"], before.map(|s| s.place));
        let mut written = 0;
        for chain in self.chains(&bones).into_iter().filter(|c| c.len() > 1) {
            let mut spring = if written == 0 { old.clone() } else { json!({}) };
            let name = if written == 0 { joints.name.clone() } else { format!("{} {}", joints.name, written + 1) };
            spring["name"] = json!(name);
            let olds = |node: usize| {
                let of = |j: &&Value| j["node"].as_u64() == Some(node as u64) && j.is_object();
                old["joints"].as_array().into_iter().flatten().find(of).cloned().unwrap_or_else(|| json!({}))
            };
            let joint = |&k: &usize| {
                let (mut joint, node, pull) = (olds(bones[k]), bones[k], &pulls[k]);
                joint["node"] = json!(node);
                joint["hitRadius"] = json!(pull.hit_radius);
                joint["stiffness"] = json!(pull.stiffness);
                joint["gravityPower"] = json!(pull.gravity_power);
                joint["gravityDir"] = json!(pull.gravity_dir);
                joint["dragForce"] = json!(pull.drag);
                let limit = joints.limits.get(k).filter(|_| chain.last() != Some(&k));
                extend(&mut joint, LIMIT, limit.and_then(limit_json));
                joint
            };
            spring["joints"] = chain.iter().map(joint).collect();
            let members = [("colliderGroups", chosen.clone()), ("center", self.center(joints).map(|c| json!(c)))];
            for (key, value) in members {
                match value {
                    Some(value) => spring[key] = value,
                    None => drop(spring.as_object_mut().map(|s| s.shift_remove(key))),
                }
            }
            springs.push(spring);
            written += 1;
        }
        if written == 0 {
            self.note("joints", &joints.name, "a bone needs another one below it to swing");
        }
    }

    /// Each from a branch to an end, by place among the bones.
    fn chains(&self, bones: &[usize]) -> Vec<Vec<usize>> {
        let at: HashMap<usize, usize> = bones.iter().enumerate().map(|(k, b)| (*b, k)).collect();
        let mut next = vec![None; bones.len()];
        let mut begins = vec![true; bones.len()];
        for (k, bone) in bones.iter().enumerate() {
            let parent = self.nodes.list[*bone].parent.and_then(|p| at.get(&p));
            if let Some(free) = parent.map(|p| &mut next[*p]).filter(|n| n.is_none()) {
                *free = Some(k);
                begins[k] = false;
            }
        }
        let chain = |k: usize| std::iter::successors(Some(k), |k| next[*k]).collect();
        (0..bones.len()).filter(|k| begins[*k]).map(chain).collect()
    }
}

/// Groups without colliders are not allowed.
fn drop_empty(groups: &mut Vec<Value>, springs: &mut [Value]) {
    let is_empty = |g: &Value| g["colliders"].as_array().is_none_or(Vec::is_empty);
    if !groups.iter().any(is_empty) {
        return;
    }
    let mut free = 0..;
    let number = |g: &Value| if is_empty(g) { None } else { free.next() };
    let numbers: Vec<Option<usize>> = groups.iter().map(number).collect();
    groups.retain(|g| !is_empty(g));
    for spring in springs {
        let Some(listed) = spring.get("colliderGroups").and_then(Value::as_array) else { continue };
        let left = listed.iter().filter_map(|g| *numbers.get(g.as_u64()? as usize)?);
        spring["colliderGroups"] = json!(left.collect::<Vec<usize>>());
    }
}

/// Groups of exactly these colliders: those of before, another one, or a new one.
fn choose(hit: &BTreeSet<usize>, before: &[usize], groups: &mut Vec<Value>, name: &str) -> Option<Value> {
    let members = |g: &Value| -> BTreeSet<usize> {
        g["colliders"].as_array().into_iter().flatten().filter_map(|c| Some(c.as_u64()? as usize)).collect()
    };
    if hit.is_empty() {
        return None;
    }
    if before.iter().filter_map(|g| groups.get(*g)).flat_map(members).collect::<BTreeSet<_>>() == *hit {
        return Some(json!(before));
    }
    let number = groups.iter().position(|g| members(g) == *hit).unwrap_or_else(|| {
        groups.push(json!({ "name": name, "colliders": hit }));
        groups.len() - 1
    });
    Some(json!([number]))
}

/// Shapes that only the extension knows have a plain one beside it: far away, or a large sphere for a plane.
fn write_shape(collider: &mut Value, shape: &Shape) {
    let plain = match *shape {
        Shape::Sphere { offset, radius, inside: false } => {
            json!({ "sphere": { "offset": offset.to_array(), "radius": radius } })
        }
        Shape::Capsule { offset, tail, radius, inside: false } => {
            json!({ "capsule": { "offset": offset.to_array(), "radius": radius, "tail": tail.to_array() } })
        }
        Shape::Plane { offset, normal } => {
            json!({ "sphere": { "offset": (offset - normal * 1000.0).to_array(), "radius": 1000.0 } })
        }
        _ => json!({ "sphere": { "offset": [0.0, -10000.0, 0.0], "radius": 0.0 } }),
    };
    let extended = match *shape {
        Shape::Sphere { offset, radius, inside: true } => {
            Some(json!({ "sphere": { "offset": offset.to_array(), "radius": radius, "inside": true } }))
        }
        Shape::Capsule { offset, tail, radius, inside: true } => {
            let (offset, tail) = (offset.to_array(), tail.to_array());
            Some(json!({ "capsule": { "offset": offset, "radius": radius, "tail": tail, "inside": true } }))
        }
        Shape::Plane { offset, normal } => {
            Some(json!({ "plane": { "offset": offset.to_array(), "normal": normal.to_array() } }))
        }
        _ => None,
    };
    collider["shape"] = plain;
    extend(collider, EXTENDED, extended.map(|shape| json!({ "specVersion": "1.0", "shape": shape })));
}

fn limit_json(limit: &JointLimit) -> Option<Value> {
    let limit = match *limit {
        JointLimit::None => return None,
        JointLimit::Cone { angle_deg, rotation } => {
            json!({ "cone": { "angle": angle_deg.to_radians(), "rotation": rotation } })
        }
        JointLimit::Hinge { angle_deg, rotation } => {
            json!({ "hinge": { "angle": angle_deg.to_radians(), "rotation": rotation } })
        }
        JointLimit::Spherical { pitch_deg, yaw_deg, rotation } => {
            let (pitch, yaw) = (pitch_deg.to_radians(), yaw_deg.to_radians());
            json!({ "spherical": { "pitch": pitch, "yaw": yaw, "rotation": rotation } })
        }
    };
    Some(json!({ "specVersion": "1.0-draft", "limit": limit }))
}

/// Gives an extension, or takes it away.
fn extend(value: &mut Value, name: &str, extension: Option<Value>) {
    if let Some(extension) = extension {
        *member(member(value, "extensions", || json!({})), name, || Value::Null) = extension;
    } else if let Some(extensions) = value.get_mut("extensions").and_then(Value::as_object_mut) {
        extensions.shift_remove(name);
        if extensions.is_empty() {
            value.as_object_mut().map(|v| v.shift_remove("extensions"));
        }
    }
}
