//! How VRM 0.x writes springs: numbers for a group of roots, and all below them swings.

use glam::Vec3;

use super::at::{At, short};
use super::springs::{AT_LEAST_0, Collider, Group, Joint, Shape, Spring, Springs, gravity, groups};
use super::tree::Tree;
use crate::gltf::Nodes;

/// Bones that end go on for so far, m.
pub(super) const TAIL: f32 = 0.07;

impl Springs {
    pub fn read_old(secondary: &At<'_>, nodes: &Nodes, tree: &Tree) -> Springs {
        let count = nodes.list.len();
        let mut found = Springs::default();
        for (place, at) in secondary.items("colliderGroups").enumerate() {
            let mut group = Group::default();
            if let Some(node) = at.need_index("node", count, "node") {
                for (k, at) in at.items("colliders").enumerate() {
                    let radius = at.number_in("radius", 0.0, AT_LEAST_0);
                    let shape = Shape::Sphere { offset: at.unity_vec3("offset", Vec3::ZERO), radius, inside: false };
                    group.colliders.extend(found.add_collider(&at, Collider { node, shape }, [place, k]));
                }
            }
            found.groups.push(group);
        }
        let mut taken = vec![false; count];
        for (place, at) in secondary.items("boneGroups").enumerate() {
            let roots = at.items("bones");
            let alone = roots.len() == 1;
            let numbers = numbers(&at);
            let (groups, center) = (groups(&at, found.groups.len()), center(&at, count));
            let comment = short(at.text("comment").unwrap_or_default());
            for root in roots {
                let Some(node) = root.index(count, "node") else { continue };
                if taken[node] {
                    let name = short(&nodes.list[node].name);
                    root.problem(format!("`{name}` is below another root already; left out"));
                    continue;
                }
                let below = tree.below(node, &taken);
                let joints: Vec<Joint> = below.iter().map(|n| Joint { node: *n, ..numbers }).collect();
                joints.iter().for_each(|j| taken[j.node] = true);
                let root = short(&nodes.list[node].name);
                let name = match comment.as_str() {
                    "" => root,
                    _ if alone => comment.clone(),
                    _ => format!("{comment} {root}"),
                };
                let groups = groups.clone();
                found.add_spring(&at, Spring { name, joints, tail: Some(TAIL), center, groups, place });
            }
        }
        found
    }
}

/// -1 is none.
fn center(group: &At<'_>, count: usize) -> Option<usize> {
    let at = group.get("center")?;
    if at.value.as_i64() == Some(-1) { None } else { at.index(count, "node") }
}

fn numbers(group: &At<'_>) -> Joint {
    let (gravity_power, gravity_dir) =
        gravity(group.number("gravityPower", 0.0), group.unity_vec3("gravityDir", Vec3::NEG_Y));
    Joint {
        node: 0,
        // So it is spelt.
        stiffness: group.number_in("stiffiness", 1.0, AT_LEAST_0),
        drag: group.number_in("dragForce", 0.4, [0.0, 1.0]),
        gravity_power,
        gravity_dir,
        hit_radius: group.number_in("hitRadius", 0.02, AT_LEAST_0),
        limit: None,
        between: false,
    }
}
