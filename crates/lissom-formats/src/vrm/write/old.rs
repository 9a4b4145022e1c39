//! `secondaryAnimation` of VRM 0.x: roots with the same numbers, and groups of spheres.

use std::collections::{BTreeSet, HashMap};

use glam::Vec3;
use lissom_rig::rig::Joints;
use serde_json::{Value, json};

use super::{Writer, copy};
use crate::gltf::Document;
use crate::gltf::document::member;
use crate::vrm::Shape;

/// Groups of colliders, and the parts in each.
struct Groups<'a> {
    values: Vec<Value>,
    parts: Vec<BTreeSet<&'a str>>,
    /// The group of each part.
    of: HashMap<&'a str, usize>,
}

impl<'a> Writer<'a> {
    pub(super) fn write_old(&mut self, document: &mut Document) {
        let was = document.json()["extensions"]["VRM"]["secondaryAnimation"].clone();
        let mut groups = self.groups_old(&was);
        let mut kept: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut made = Vec::new();
        for joints in &self.rig.joints {
            match (self.before(joints), self.vrm) {
                (Some((k, true)), Some(vrm)) => kept.entry(vrm.springs[k].place).or_default().push(k),
                (before, _) => made.extend(self.group(joints, before.map(|b| b.0), &was, &mut groups)),
            }
        }
        let mut bones = Vec::new();
        for place in 0..was["boneGroups"].as_array().map_or(0, Vec::len) {
            let (Some(vrm), Some(kept)) = (self.vrm, kept.get(&place)) else { continue };
            let mut group = copy(&was["boneGroups"], Some(place));
            if kept.len() < vrm.springs.iter().filter(|s| s.place == place).count() {
                group["bones"] = kept.iter().map(|k| json!(vrm.springs[*k].joints[0].node)).collect();
            }
            bones.push(group);
        }
        bones.extend(made);
        let extension = &mut document.json_mut()["extensions"]["VRM"];
        let secondary = member(extension, "secondaryAnimation", || json!({}));
        *member(secondary, "boneGroups", || json!([])) = Value::Array(bones);
        *member(secondary, "colliderGroups", || json!([])) = Value::Array(groups.values);
    }

    /// Those of the file with what became of their colliders, then one for each new collider.
    fn groups_old(&mut self, was: &Value) -> Groups<'a> {
        let count = self.vrm.map_or(0, |vrm| vrm.groups.len());
        let values: Vec<Value> = (0..count).map(|k| copy(&was["colliderGroups"], Some(k))).collect();
        let mut groups = Groups { values, parts: vec![BTreeSet::new(); count], of: HashMap::new() };
        let mut lists = vec![Vec::new(); count];
        for collider in &self.rig.colliders {
            let part = collider.part.as_str();
            let before = self.collider_before(collider);
            let place = before.and_then(|(k, _)| Some(self.vrm?.places[k]));
            if let (Some([group, k]), Some((_, true))) = (place, before) {
                lists[group].push(was["colliderGroups"][group]["colliders"][k].clone());
                groups.parts[group].insert(part);
                groups.of.insert(part, group);
                continue;
            }
            let Some((node, shape)) = self.shape(collider) else { continue };
            let spheres = spheres(&shape);
            if spheres.is_empty() {
                self.note("collider", part, "VRM 0.x has only spheres");
                continue;
            }
            let here = place.filter(|[g, _]| was["colliderGroups"][*g]["node"].as_u64() == Some(node as u64));
            let group = here.map_or(groups.values.len(), |[g, _]| g);
            if here.is_none() {
                groups.values.push(json!({ "node": node }));
                groups.parts.push(BTreeSet::new());
                lists.push(Vec::new());
            }
            lists[group].extend(spheres);
            groups.parts[group].insert(part);
            groups.of.insert(part, group);
        }
        for (group, list) in groups.values.iter_mut().zip(lists) {
            group["colliders"] = Value::Array(list);
        }
        groups
    }

    /// New or changed joints as a group of their own.
    fn group(&mut self, joints: &Joints, before: Option<usize>, was: &Value, groups: &mut Groups<'a>) -> Option<Value> {
        let bones = self.bones(joints)?;
        let pulls = self.pulls(joints, &bones);
        let mean =
            |of: &dyn Fn(&lissom_rig::rig::Spring) -> f32| pulls.iter().map(of).sum::<f32>() / pulls.len() as f32;
        let before = before.and_then(|k| Some(&self.vrm?.springs[k]));
        let mut value = copy(&was["boneGroups"], before.map(|s| s.place));
        value["comment"] = json!(joints.name);
        value["stiffiness"] = json!(mean(&|p| p.stiffness));
        value["gravityPower"] = json!(mean(&|p| p.gravity_power));
        value["gravityDir"] = unity(Vec3::from_array(pulls[0].gravity_dir));
        value["dragForce"] = json!(mean(&|p| p.drag));
        value["center"] = self.center(joints).map_or(json!(-1), |c| json!(c));
        value["hitRadius"] = json!(mean(&|p| p.hit_radius));
        value["bones"] = json!([bones[0]]);
        let touched: BTreeSet<&str> = self.touched(joints).into_iter().filter(|p| groups.of.contains_key(p)).collect();
        let mut chosen = BTreeSet::new();
        for part in &touched {
            let group = groups.of[part];
            let alone = !groups.parts[group].is_subset(&touched);
            chosen.insert(if alone { self.alone(part, groups) } else { group });
        }
        value["colliderGroups"] = json!(chosen);
        Some(value)
    }

    /// A group of one collider out of a group of several.
    fn alone(&mut self, part: &'a str, groups: &mut Groups<'a>) -> usize {
        let only = BTreeSet::from([part]);
        if let Some(found) = groups.parts.iter().position(|p| *p == only) {
            return found;
        }
        let collider = self.rig.colliders.iter().find(|c| c.part == part);
        if let Some((node, shape)) = collider.and_then(|c| self.shape(c)) {
            groups.values.push(json!({ "node": node, "colliders": spheres(&shape) }));
            groups.parts.push(only);
        }
        groups.values.len() - 1
    }
}

/// Along a capsule no further apart than its radius.
fn spheres(shape: &Shape) -> Vec<Value> {
    let sphere = |offset: Vec3, radius: f32| json!({ "offset": unity(offset), "radius": radius });
    match *shape {
        Shape::Sphere { offset, radius, inside: false } => vec![sphere(offset, radius)],
        Shape::Capsule { offset, tail, radius, inside: false } => {
            let count = (offset.distance(tail) / radius.max(1e-3)).ceil().clamp(1.0, 16.0) as u32;
            (0..=count).map(|k| sphere(offset.lerp(tail, k as f32 / count as f32), radius)).collect()
        }
        _ => Vec::new(),
    }
}

/// Left-handed, as VRM 0.x writes it.
fn unity(v: Vec3) -> Value {
    json!({ "x": v.x, "y": v.y, "z": 0.0 - v.z })
}
