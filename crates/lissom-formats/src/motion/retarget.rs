//! A motion put onto a character. Its bones turn in the world as those of the motion do since rest; where limbs point
//! elsewhere at rest, that difference is taken off first, so that a T-pose is a T-pose on both.

use glam::{Affine3A, Mat3, Quat, Vec3};

use super::rest::Rest;
use super::{Motion, MotionError};
use crate::gltf::import::Stance;
use crate::gltf::{Nodes, Trs};
use crate::humanoid::{HumanBone, Humanoid};
use HumanBone::*;

/// A humanoid that follows a motion.
#[derive(Clone, Debug)]
pub struct Retarget {
    pub motion: Motion,
    rest: Rest,
    /// Parents before their children.
    bones: Vec<Bone>,
    hips: usize,
    /// Of the node that the hips hang on.
    parent_from_world: Affine3A,
    /// Of the hips, from the middle between the upper legs.
    offset: Vec3,
}

#[derive(Clone, Debug)]
struct Bone {
    bone: HumanBone,
    node: usize,
    /// The nearest of these bones above it.
    above: Option<usize>,
    /// Makes its limb point as the motion's at rest.
    align: Quat,
    /// world_from_parent at rest without sizes, perhaps mirrored.
    parent: Mat3,
    rest: Quat,
}

impl Retarget {
    /// Bones that only one of the two has keep their rest.
    pub fn new(motion: Motion, nodes: &Nodes, human: &Humanoid) -> Result<Retarget, MotionError> {
        let rest = Rest::new(nodes, human)?;
        let stance = Stance::of(nodes, &nodes.rest());
        let aligned = aligned(&motion.rest, &rest);
        let mut bone_of = vec![None; nodes.list.len()];
        for (bone, node) in human.bones().filter(|b| motion.human.node(b.0).is_some()) {
            bone_of[node] = Some(bone);
        }
        let mut bones: Vec<Bone> = Vec::new();
        // By node, the last bone on the way to it.
        let mut lowest = vec![None; nodes.list.len()];
        for &node in &nodes.order {
            let up = nodes.list[node].parent;
            let above = up.and_then(|p| lowest[p]);
            lowest[node] = above;
            if let Some(bone) = bone_of[node] {
                lowest[node] = Some(bones.len());
                let parent = up.map_or(Mat3::IDENTITY, |p| stance.turns[p]);
                let rest = nodes.list[node].local.rotation;
                bones.push(Bone { bone, node, above, align: aligned[bone as usize], parent, rest });
            }
        }
        let hips = human.node(Hips).ok_or(MotionError::Missing { bone: Hips.name() })?;
        let world_from_parent = nodes.list[hips].parent.map_or(Affine3A::IDENTITY, |p| stance.world[p]);
        let parent_from_world = world_from_parent.inverse();
        if !parent_from_world.is_finite() {
            return Err(MotionError::Size);
        }
        let offset = rest.common_from_world * Vec3::from(stance.world[hips].translation) - rest.centre;
        Ok(Retarget { motion, rest, bones, hips, parent_from_world, offset })
    }

    /// Puts the nodes of bones where the motion has them; others stay.
    pub fn apply(&self, time_secs: f64, local: &mut [Trs]) {
        let pose = self.motion.sample(time_secs);
        let world_from_common = self.rest.common_from_world.conjugate();
        let mut turns: Vec<Quat> = Vec::with_capacity(self.bones.len());
        for Bone { bone, node, above, align, parent, rest } in &self.bones {
            let turn = pose.turns[*bone as usize].unwrap_or(Quat::IDENTITY) * *align;
            let turn = world_from_common * turn * world_from_common.conjugate();
            let on_parent = above.map_or(turn, |a| turns[a].conjugate() * turn);
            local[*node].rotation = (seen_from(parent, on_parent) * *rest).normalize();
            turns.push(turn);
        }
        let turn = pose.turns[Hips as usize].unwrap_or(Quat::IDENTITY);
        let place = self.rest.centre + pose.moved * self.rest.leg + turn * self.offset;
        local[self.hips].translation = self.parent_from_world.transform_point3(world_from_common * place);
    }
}

/// A turn of the world, in the axes of a frame that may be mirrored.
fn seen_from(frame: &Mat3, turn: Quat) -> Quat {
    let axis = frame.transpose() * Vec3::new(turn.x, turn.y, turn.z) * frame.determinant().signum();
    Quat::from_xyzw(axis.x, axis.y, axis.z, turn.w)
}

/// By bone, how the target's must turn to point as the source's does. Trunks differ by anatomy, and are left.
fn aligned(source: &Rest, target: &Rest) -> [Quat; HumanBone::COUNT] {
    let mut turns = [Quat::IDENTITY; HumanBone::COUNT];
    for bone in HumanBone::ALL {
        let before = bone.parent().map_or(Quat::IDENTITY, |p| turns[p as usize]);
        let next = HumanBone::ALL.get(bone as usize + 1).copied().filter(|n| is_limb(bone) && n.parent() == Some(bone));
        let (before, from, to) = match bone {
            // A sole is as flat as the leg is straight, wherever the shin points.
            LeftFoot => (Quat::IDENTITY, LeftUpperLeg, LeftFoot),
            RightFoot => (Quat::IDENTITY, RightUpperLeg, RightFoot),
            _ => (before, bone, next.unwrap_or(bone)),
        };
        let directions = source.towards(from, to).zip(target.towards(from, to));
        let arc = directions.map_or(Quat::IDENTITY, |(s, t)| Quat::from_rotation_arc(before * t, s));
        turns[bone as usize] = (arc * before).normalize();
    }
    turns
}

/// It points along the limb, to the next bone.
fn is_limb(bone: HumanBone) -> bool {
    let leg = matches!(bone, LeftUpperLeg | LeftLowerLeg | RightUpperLeg | RightLowerLeg);
    let arm = matches!(bone, LeftUpperArm | LeftLowerArm | RightUpperArm | RightLowerArm);
    let finger = |first: HumanBone, last: HumanBone| (first..=last).contains(&bone);
    leg || arm || finger(LeftThumbMetacarpal, LeftLittleDistal) || finger(RightThumbMetacarpal, RightLittleDistal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gltf::Node;

    /// Stands in a T-pose and looks along z, or up where z is up; hips and the left arm move.
    fn motion(frame: &str, z_up: bool) -> Motion {
        let joint = |name: &str, [x, y, z]: [i32; 3], below: &str| {
            let channels = match name {
                "Hips" => "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation",
                "LeftArm" => "3 Zrotation Yrotation Xrotation",
                _ => "0",
            };
            let [y, z] = if z_up { [-z, y] } else { [y, z] };
            let kind = if name == "Hips" { "ROOT" } else { "JOINT" };
            format!("{kind} {name} {{ OFFSET {x} {y} {z} CHANNELS {channels} {below} }} ")
        };
        let side = |side: &str, x: i32| {
            let named = |name: &str, at: [i32; 3], below: &str| joint(&format!("{side}{name}"), at, below);
            let hand = named("ForeArm", [30 * x, 0, 0], &named("Hand", [25 * x, 0, 0], ""));
            let foot = named("Leg", [0, -45, 0], &named("Foot", [0, -45, 0], ""));
            [named("Arm", [15 * x, 30, 0], &hand), named("UpLeg", [10 * x, 0, 0], &foot)]
        };
        let ([left_arm, left_leg], [right_arm, right_leg]) = (side("Left", 1), side("Right", -1));
        let spine = joint("Spine", [0, 10, 0], &(joint("Head", [0, 50, 0], "") + &left_arm + &right_arm));
        let hips = joint("Hips", [0, 100, 0], &(spine + &left_leg + &right_leg));
        let bvh = format!("HIERARCHY {hips} MOTION\nFrames: 1\nFrame Time: 1\n{frame}\n");
        Motion::read(bvh.as_bytes()).expect("a motion")
    }

    /// One that hangs on an armature, looks along z or against it, and has its arms down by an angle. Bones have axes of
    /// their own.
    fn figure(armature: Trs, looks: f32, down: f32) -> (Nodes, Humanoid) {
        let arm = |along: f32| Vec3::new(0.1 + along * down.cos(), 1.3 - along * down.sin(), 0.0);
        let middle = [(Hips, 0.8), (Spine, 0.9), (Chest, 1.1), (Neck, 1.35), (Head, 1.4)];
        let mut bones: Vec<(HumanBone, Vec3)> = middle.map(|(b, y)| (b, Vec3::Y * y)).to_vec();
        let sides = [
            (1.0, [LeftUpperArm, LeftLowerArm, LeftHand], [LeftUpperLeg, LeftLowerLeg, LeftFoot]),
            (-1.0, [RightUpperArm, RightLowerArm, RightHand], [RightUpperLeg, RightLowerLeg, RightFoot]),
        ];
        for (side, arms, legs) in sides {
            let mirror = Vec3::new(side, 1.0, 1.0);
            bones.extend(arms.into_iter().zip([0.0, 0.2, 0.4]).map(|(b, x)| (b, arm(x) * mirror)));
            bones.extend(legs.into_iter().zip([0.75, 0.4, 0.05]).map(|(b, y)| (b, Vec3::new(0.08 * side, y, 0.0))));
        }
        let node = |name: &str, parent, local| {
            let name = name.to_owned();
            Node { name, parent, local, mesh: None, skin: None, camera: None, weights: Vec::new() }
        };
        let mut nodes = Nodes { list: vec![node("armature", None, armature)], order: vec![0] };
        let mut human = Humanoid::default();
        for (k, (bone, place)) in bones.into_iter().enumerate() {
            let parent = std::iter::successors(bone.parent(), |b| b.parent()).find_map(|b| human.node(b)).unwrap_or(0);
            let stance = Stance::of(&nodes, &nodes.rest());
            let turned = Quat::from_scaled_axis(Vec3::new(k as f32, 1.0, -0.4 * k as f32));
            let place = Quat::from_rotation_y(if looks < 0.0 { std::f32::consts::PI } else { 0.0 }) * place;
            let translation = stance.world[parent].inverse().transform_point3(place);
            let rotation = stance.pose(parent).rotation.conjugate() * turned;
            human.set(bone, nodes.list.len());
            nodes.order.push(nodes.list.len());
            nodes.list.push(node(bone.name(), Some(parent), Trs { translation, rotation, scale: Vec3::ONE }));
        }
        (nodes, human)
    }

    fn armatures() -> [Trs; 4] {
        let scaled = Trs { scale: Vec3::splat(100.0), ..Trs::IDENTITY };
        let rotation = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
        let mirrored = Trs { scale: Vec3::new(-1.0, 1.0, 1.0), ..Trs::IDENTITY };
        [
            Trs::IDENTITY,
            scaled,
            mirrored,
            Trs { rotation, scale: Vec3::splat(0.01), translation: Vec3::new(1.0, 0.0, 2.0) },
        ]
    }

    fn posed(motion: Motion, nodes: &Nodes, human: &Humanoid) -> Vec<Affine3A> {
        let mut local = nodes.rest();
        Retarget::new(motion, nodes, human).expect("a humanoid").apply(0.0, &mut local);
        nodes.world(&local)
    }

    #[test]
    fn rest_gives_rest() {
        for (armature, looks) in armatures().into_iter().flat_map(|a| [(a, 1.0), (a, -1.0)]) {
            let (nodes, human) = figure(armature, looks, 0.0);
            let rest = nodes.world(&nodes.rest());
            for motion in [motion("0 100 0 0 0 0 0 0 0", false), motion("0 0 100 0 0 0 0 0 0", true)] {
                for (node, (a, b)) in posed(motion, &nodes, &human).iter().zip(&rest).enumerate() {
                    assert!(a.abs_diff_eq(*b, 1e-4), "{}: {a} {b}", nodes.list[node].name);
                }
            }
        }
    }

    #[test]
    fn limbs_point_as_in_the_motion_whatever_hangs_where() {
        for (armature, looks, down) in
            armatures().into_iter().flat_map(|a| [(a, 1.0, 0.0), (a, 1.0, 0.8), (a, -1.0, 0.0), (a, -1.0, 0.8)])
        {
            let (nodes, human) = figure(armature, looks, down);
            let points = |frame: &str, from: HumanBone, to: HumanBone| {
                let world = posed(motion(frame, false), &nodes, &human);
                let at = |b: HumanBone| Vec3::from(world[human.node(b).expect("a bone")].translation);
                (at(to) - at(from)).normalize() * Vec3::new(looks, 1.0, looks)
            };
            let upper = |frame: &str| points(frame, LeftUpperArm, LeftLowerArm);
            let lower = |frame: &str| points(frame, LeftLowerArm, LeftHand);
            let (rest, up, ahead) = ("0 100 0 0 0 0 0 0 0", "0 100 0 0 0 0 90 0 0", "0 100 0 0 0 0 0 -90 0");
            for (frame, expected) in [(rest, Vec3::X), (up, Vec3::Y), (ahead, Vec3::Z)] {
                assert!(upper(frame).distance(expected) < 1e-4, "{frame}, {down}: {}", upper(frame));
                assert!(lower(frame).distance(expected) < 1e-4, "{frame}, {down}: {}", lower(frame));
            }
            // Leaning forward, all of it does.
            let bent = points("0 100 0 0 90 0 0 0 0", Hips, Head);
            assert!(bent.distance(Vec3::Z) < 1e-4, "{bent}");
        }
    }

    #[test]
    fn hips_move_by_lengths_of_legs() {
        for (armature, looks) in armatures().into_iter().flat_map(|a| [(a, 1.0), (a, -1.0)]) {
            let (nodes, human) = figure(armature, looks, 0.0);
            let hips = posed(motion("9 91 90 0 0 0 0 0 0", false), &nodes, &human)[1].translation;
            // Legs of 90 and of 0.7.
            let expected = Vec3::new(0.07 * looks, 0.8 - 0.07, 0.7 * looks);
            assert!(Vec3::from(hips).distance(expected) < 1e-4, "{hips}");
        }
    }

    #[test]
    fn what_is_missing_is_said() {
        let (mut nodes, human) = figure(Trs::IDENTITY, 1.0, 0.0);
        let retarget =
            |nodes: &Nodes, human: &Humanoid| Retarget::new(motion("0 100 0 0 0 0 0 0 0", false), nodes, human).err();
        assert_eq!(retarget(&nodes, &human), None);
        assert_eq!(retarget(&nodes, &Humanoid::default()), Some(MotionError::Missing { bone: "head" }));
        nodes.list[0].local.scale.z = 0.0;
        assert_eq!(retarget(&nodes, &human), Some(MotionError::Size));
        nodes.list[0].local.scale = Vec3::ZERO;
        assert_eq!(retarget(&nodes, &human), Some(MotionError::Legs));
    }
}
