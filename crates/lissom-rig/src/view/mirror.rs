//! Examples for the other side.

use glam::{Quat, Vec3};

use super::Example;
use crate::character::Skeleton;

impl Example {
    /// The same from the other side: for the other ear. The skeleton must be symmetric about x = 0. Morph targets named
    /// for a side change it.
    pub fn mirrored(&self, name: &str) -> Example {
        let [x, y, z] = self.direction;
        Example {
            name: name.to_owned(),
            direction: [-x, y, z],
            rotations: self.rotations.iter().map(|[x, y, z, w]| [*x, -y, -z, *w]).collect(),
            morphs: self.morphs.iter().map(|(name, weight)| (other_side(name), *weight)).collect(),
            extent: self.extent,
        }
    }

    /// The same for bones that mirror these about x = 0 in the bind pose, whatever the axes of each are.
    pub fn mirrored_onto(&self, name: &str, skeleton: &Skeleton, from: &[usize], to: &[usize]) -> Example {
        let rest = skeleton.rest_world();
        let bind = |bone: usize| rest[bone].rotation;
        let above = |bone: usize| skeleton.bones[bone].parent.map_or(Quat::IDENTITY, bind);
        let first = |bones: &[usize]| bones.first().map_or(Quat::IDENTITY, |b| bind(*b));
        // Along world axes the bind pose is no turn at all.
        let turns = self.rotations.iter().zip(from);
        let plain = Example {
            direction: (first(from) * Vec3::from_array(self.direction)).to_array(),
            rotations: turns
                .map(|(q, &b)| (above(b) * Quat::from_array(*q) * bind(b).conjugate()).to_array())
                .collect(),
            ..self.clone()
        };
        let other = plain.mirrored(name);
        let turns = other.rotations.iter().zip(to);
        let back = |(q, &b): (&[f32; 4], &usize)| above(b).conjugate() * Quat::from_array(*q) * bind(b);
        Example {
            direction: (first(to).conjugate() * Vec3::from_array(other.direction)).to_array(),
            rotations: turns.map(|pair| back(pair).normalize().to_array()).collect(),
            ..other
        }
    }
}

/// Names for sides, by the names for the other side.
const SIDES: [(&str, &str); 4] = [("left", "right"), ("Left", "Right"), (".L", ".R"), ("_L", "_R")];

/// The name of the same on the other side; itself if it is of no side.
pub fn other_side(name: &str) -> String {
    for (left, right) in SIDES {
        // Short ones only at the end: `.L` is a side, `.Lid` is not.
        let here = |side: &str| if side.len() > 2 { name.contains(side) } else { name.ends_with(side) };
        let (from, to) = match (here(left), here(right)) {
            (true, false) => (left, right),
            (false, true) => (right, left),
            _ => continue,
        };
        return match name.rfind(from) {
            Some(at) => format!("{}{to}{}", &name[..at], &name[at + from.len()..]),
            None => name.to_owned(),
        };
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_of_bones_do_not_matter() {
        let mut skeleton = Skeleton::default();
        let head = skeleton.add("head", None, Vec3::Y);
        let mut ear = |side: f32, turn: Quat| {
            let mut parent = head;
            let bones = (0..3).map(|k| {
                parent = skeleton.add(
                    "ear",
                    Some(parent),
                    Vec3::new(side * (0.1 + 0.02 * k as f32), 1.1 + 0.1 * k as f32, 0.0),
                );
                parent
            });
            let bones: Vec<usize> = bones.collect();
            for bone in &bones {
                let local = &mut skeleton.bones[*bone].parent_from_bone;
                // The same places, with axes turned.
                let before = if *bone == bones[0] { Quat::IDENTITY } else { turn };
                local.translation = before.conjugate() * local.translation;
                local.rotation = before.conjugate() * turn;
            }
            bones
        };
        let (left, right) = (ear(1.0, Quat::from_rotation_x(0.8)), ear(-1.0, Quat::from_rotation_z(2.0)));
        let example = Example {
            name: "left".into(),
            direction: [0.6, 0.0, 0.8],
            extent: 0.5,
            rotations: (0..3).map(|k| Quat::from_scaled_axis(Vec3::new(0.3, 0.2 * k as f32, 0.5)).to_array()).collect(),
            morphs: Default::default(),
        };
        let other = example.mirrored_onto("right", &skeleton, &left, &right);
        let places = |example: &Example, bones: &[usize]| -> Vec<Vec3> {
            let mut local = skeleton.rest_local();
            bones.iter().zip(&example.rotations).for_each(|(b, q)| local[*b].rotation = Quat::from_array(*q));
            let world = skeleton.world(&local);
            bones.iter().map(|b| world[*b].translation).collect()
        };
        let flip = Vec3::new(-1.0, 1.0, 1.0);
        for (a, b) in places(&example, &left).into_iter().zip(places(&other, &right)) {
            assert!((a * flip).distance(b) < 1e-5, "{a} {b}");
        }
        let rest = skeleton.rest_world();
        let world = |e: &Example, b: usize| rest[b].rotation * Vec3::from_array(e.direction);
        assert!((world(&example, left[0]) * flip).distance(world(&other, right[0])) < 1e-5);
        let back = other.mirrored_onto("left", &skeleton, &right, &left);
        assert!(
            back.rotations
                .iter()
                .zip(&example.rotations)
                .all(|(a, b)| { Quat::from_array(*a).angle_between(Quat::from_array(*b)) < 1e-3 })
        );
    }
}
