//! Changes of a chain's examples, as functions of the rig.

use glam::{Quat, Vec3};
use lissom_rig::auto::opposite;
use lissom_rig::rig::Joints;
use lissom_rig::view::{Example, View, other_side};
use lissom_rig::{Rig, Skeleton};

/// Directions nearer than this are one view, rad.
const SAME_VIEW: f32 = 0.12;
/// How far a new example counts, rad; less where others are near.
const EXTENT: f32 = 0.8;
const LEAST_EXTENT: f32 = 0.25;

/// The example that is drawn for nearly this direction.
pub fn near(view: &View, direction: Vec3) -> Option<usize> {
    let angle = |e: &Example| Vec3::from_array(e.direction).angle_between(direction);
    let (k, angle) = view.examples.iter().map(angle).enumerate().min_by(|a, b| a.1.total_cmp(&b.1))?;
    (angle < SAME_VIEW).then_some(k)
}

/// Gives a chain a pose for a view: in the place of one that is nearly there, or a new one. Which one it is.
pub fn key(joints: &mut Joints, direction: Vec3, turns: &[Quat], name: &str) -> usize {
    let view = joints.view.get_or_insert_default();
    let rotations = turns.iter().map(|q| q.to_array()).collect();
    if let Some(k) = near(view, direction) {
        let there = &mut view.examples[k];
        (there.direction, there.rotations) = (direction.to_array(), rotations);
        return k;
    }
    let others = view.examples.iter().map(|e| Vec3::from_array(e.direction).angle_between(direction));
    let extent = others.fold(EXTENT, |least, angle| least.min(0.5 * angle)).max(LEAST_EXTENT);
    view.examples.push(Example {
        name: unused(view, name),
        direction: direction.to_array(),
        extent,
        rotations,
        morphs: Default::default(),
    });
    view.examples.len() - 1
}

/// A name that no example has: the wish, or the wish with a number.
pub fn unused(view: &View, wish: &str) -> String {
    let taken = |name: &str| view.examples.iter().any(|e| e.name == name);
    let wish = if wish.trim().is_empty() { "view" } else { wish.trim() };
    let numbered = (2..).map(|n| format!("{wish} {n}"));
    std::iter::once(wish.to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

/// What a direction is called, along the axes of a character that looks along z and has its left at x.
pub fn name_of(direction: Vec3) -> String {
    let d = direction.normalize_or(Vec3::Z);
    match d.y {
        y if y > 0.85 => return "above".into(),
        y if y < -0.85 => return "below".into(),
        _ => {}
    }
    let along = if d.z >= 0.0 { "front" } else { "behind" };
    let side = if d.x >= 0.0 { "left" } else { "right" };
    let around = d.x.abs().atan2(d.z.abs()).to_degrees();
    let mut name = match around {
        a if a < 22.5 => along.to_owned(),
        a if a > 67.5 => side.to_owned(),
        _ => format!("{along} {side}"),
    };
    if d.y.abs() > 0.45 {
        name.push_str(if d.y > 0.0 { " from above" } else { " from below" });
    }
    name
}

/// A copy of an example, a little beside it. Which one it is.
pub fn duplicate(view: &mut View, k: usize) -> Option<usize> {
    let mut copy = view.examples.get(k)?.clone();
    copy.name = unused(view, &copy.name);
    let d = Vec3::from_array(copy.direction).normalize_or(Vec3::Z);
    let axis = if d.y.abs() < 0.9 { Vec3::Y } else { Vec3::X };
    copy.direction = (Quat::from_axis_angle(axis, 2.0 * SAME_VIEW) * d).to_array();
    view.examples.push(copy);
    Some(view.examples.len() - 1)
}

/// The chain of the other side, by names; itself if it is of no side.
pub fn other_chain(rig: &Rig, chain: usize) -> Option<usize> {
    let first = |j: &Joints| j.bones.first().cloned().unwrap_or_default();
    let by_bones: Vec<String> = rig.joints.iter().map(first).collect();
    let by_names = opposite(rig.joints.iter().map(|j| j.name.as_str()), chain);
    by_names.or_else(|| opposite(by_bones.iter().map(String::as_str), chain)).or_else(|| {
        let name = &rig.joints.get(chain)?.name;
        (other_side(name) == *name).then_some(chain)
    })
}

/// Mirrors examples of a chain onto the chain of the other side, in the place of those that are nearly there. Which
/// chain that is.
pub fn mirror(rig: &mut Rig, skeleton: &Skeleton, chain: usize, which: &[usize]) -> Result<usize, String> {
    let from = rig.joints.get(chain).ok_or("choose a chain first")?;
    let other = other_chain(rig, chain).ok_or_else(|| {
        format!("`{}` has no chain of the other side; name it like `{}`", from.name, other_side(&from.name))
    })?;
    let to = &rig.joints[other];
    if from.bones.len() != to.bones.len() {
        return Err(format!("`{}` and `{}` do not have as many bones", from.name, to.name));
    }
    let bones = |joints: &Joints| -> Option<Vec<usize>> { joints.bones.iter().map(|b| skeleton.find(b)).collect() };
    let (Some(a), Some(b)) = (bones(from), bones(to)) else {
        return Err(format!("`{}` or `{}` names a bone that is not there", from.name, to.name));
    };
    let view = from.view.clone().unwrap_or_default();
    let mirrored = |k: &usize| {
        let example = view.examples.get(*k)?;
        Some(example.mirrored_onto(&other_side(&example.name), skeleton, &a, &b))
    };
    let mirrored: Vec<Example> = which.iter().filter_map(mirrored).collect();
    let joints = &mut rig.joints[other];
    let to = joints.view.get_or_insert_with(|| View { examples: Vec::new(), ..view });
    for mut example in mirrored {
        match near(to, Vec3::from_array(example.direction)) {
            Some(k) => to.examples[k] = Example { name: to.examples[k].name.clone(), ..example },
            None => {
                example.name = unused(to, &example.name);
                to.examples.push(example);
            }
        }
    }
    joints.springs.clear();
    Ok(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_are_called_what_people_call_them() {
        for (direction, name) in [
            (Vec3::Z, "front"),
            (Vec3::X, "left"),
            (Vec3::new(-0.7, 0.1, -0.7), "behind right"),
            (Vec3::Y, "above"),
            (Vec3::new(0.0, -0.7, 0.7), "front from below"),
        ] {
            assert_eq!(name_of(direction), name);
        }
    }

    #[test]
    fn keying_a_view_again_replaces_it() {
        let mut joints = Joints::default();
        assert_eq!(key(&mut joints, Vec3::Z, &[Quat::IDENTITY], "front"), 0);
        assert_eq!(key(&mut joints, Vec3::X, &[Quat::IDENTITY], "front"), 1);
        let turned = Quat::from_rotation_x(0.3);
        assert_eq!(key(&mut joints, Vec3::new(0.05, 0.0, 1.0).normalize(), &[turned], "front"), 0);
        let view = joints.view.expect("there are examples");
        assert_eq!(view.examples.iter().map(|e| e.name.as_str()).collect::<Vec<_>>(), ["front", "front 2"]);
        assert_eq!(view.examples[0].rotations, [turned.to_array()]);
        assert!(view.examples.iter().all(|e| e.extent > 0.7));
    }
}
