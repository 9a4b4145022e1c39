//! A chain in somebody's hand: joints turned one by one, or the tip pulled and the rest follows.
//!
//! Following is by damped least squares (Wampler 1986), on turns and not on places: lengths are exact and limits hold at
//! every moment.

use glam::{Mat3, Quat, Vec3};
use lissom_core::Limit;
use lissom_core::step::constrain::allowed;
use lissom_rig::rig::Joints;
use lissom_rig::{Actor, Pose};

/// The joints of a chain, and how the turns of an example become poses in the world.
#[derive(Clone, Debug)]
pub struct Limb {
    origin: Vec3,
    joints: Vec<Joint>,
}

#[derive(Clone, Copy, Debug)]
struct Joint {
    /// By place in the chain; what the first one hangs on stands still.
    parent: Option<usize>,
    /// world_from_joint, or parent_from_joint, is `before · turn · after`.
    before: Quat,
    after: Quat,
    bind: Quat,
    /// From the parent, in its frame.
    offset: Vec3,
    /// Where a bone ends that nothing hangs on.
    end: Option<Vec3>,
    /// How far it may turn from its bind pose.
    limit: Option<Limit>,
}

/// What can be taken hold of: a joint, or where a bone ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    Joint(usize),
    End(usize),
}

/// Rounds of following; a hand moves little between two pictures.
const ROUNDS: usize = 24;
/// Near enough, by the length of the chain.
const THERE: f32 = 1e-3;
/// Keeps a straight chain from jumping; by the length of the chain.
const DAMPED: f32 = 0.02;
/// No joint turns farther in a round, rad.
const MOST_RAD: f32 = 0.4;

impl Limb {
    /// As an actor has it that was turned like this.
    pub fn of(actor: &Actor, chain: usize, joints: &Joints, turns: &[Quat]) -> Option<Limb> {
        let (bones, skeleton) = (&actor.joints.get(chain)?.bones, &actor.character.skeleton);
        let rest = skeleton.rest_world();
        let at = |bone: usize| bones.iter().position(|b| *b == bone);
        let template = actor.world.template();
        let body = template.by_source.get(actor.joints[chain].body).map(|k| &template.bodies[*k])?;
        let joint = |(k, (&bone, &turn)): (usize, (&usize, &Quat))| {
            let limit = body.limits.iter().find(|l| l.parent == body.slot(k)).map(|l| l.limit);
            let from = &skeleton.bones[bone];
            let (now, parent) = (actor.bone(bone), from.parent.and_then(at));
            let is_last = !bones.iter().any(|b| skeleton.bones[*b].parent == Some(bone));
            let along = from.parent.and_then(|p| (rest[bone].translation - rest[p].translation).try_normalize());
            let end = along.zip(joints.tail.filter(|_| is_last)).map(|(a, l)| rest[bone].rotation.conjugate() * a * l);
            let bind = from.parent_from_bone.rotation;
            match parent {
                Some(p) => {
                    let world = actor.bone(bones[p]);
                    let after = turn.conjugate() * world.rotation.conjugate() * now.rotation;
                    let offset = world.inverse().point(now.translation);
                    Joint { parent, before: Quat::IDENTITY, after, bind, offset, end, limit }
                }
                None => {
                    let before = now.rotation * turn.conjugate();
                    Joint { parent, before, after: Quat::IDENTITY, bind, offset: Vec3::ZERO, end, limit }
                }
            }
        };
        Some(Limb {
            origin: actor.bone(*bones.first()?).translation,
            joints: bones.iter().zip(turns).enumerate().map(joint).collect(),
        })
    }

    /// Poses in the world.
    pub fn world(&self, turns: &[Quat]) -> Vec<Pose> {
        let mut out: Vec<Pose> = Vec::with_capacity(self.joints.len());
        for (joint, turn) in self.joints.iter().zip(turns) {
            let turn = joint.before * *turn * joint.after;
            out.push(match joint.parent {
                Some(p) => out[p].then(&Pose::new(joint.offset, turn)),
                None => Pose::new(self.origin, turn.normalize()),
            });
        }
        out
    }

    /// All that can be taken hold of, and where it is.
    pub fn handles(&self, turns: &[Quat]) -> Vec<(Handle, Vec3)> {
        let world = self.world(turns);
        let joints = world.iter().enumerate().map(|(k, pose)| (Handle::Joint(k), pose.translation));
        let end = |(k, joint): (usize, &Joint)| joint.end.map(|end| (Handle::End(k), world[k].point(end)));
        joints.chain(self.joints.iter().enumerate().filter_map(end)).collect()
    }

    /// Pairs of handles with a bone between them, by place in their list.
    pub fn bones(&self) -> impl Iterator<Item = [usize; 2]> {
        let within = self.joints.iter().enumerate().filter_map(|(k, joint)| Some([joint.parent?, k]));
        let ends = self.joints.iter().enumerate().filter(|(_, joint)| joint.end.is_some());
        within.chain(ends.zip(self.joints.len()..).map(|((k, _), end)| [k, end]))
    }

    /// Whether nothing lies beyond it: pulling it pulls the chain.
    pub fn is_tip(&self, handle: Handle) -> bool {
        match handle {
            Handle::End(_) => true,
            Handle::Joint(k) => self.joints[k].end.is_none() && !self.joints.iter().any(|j| j.parent == Some(k)),
        }
    }

    /// The joints that move a handle, from the base to it, each with the next point in its frame.
    fn path(&self, handle: Handle) -> Vec<(usize, Vec3)> {
        let (mut next, mut point) = match handle {
            Handle::End(k) => (Some(k), self.joints[k].end.unwrap_or(Vec3::ZERO)),
            Handle::Joint(k) => (self.joints[k].parent, self.joints[k].offset),
        };
        let mut path = Vec::new();
        while let Some(k) = next {
            path.push((k, point));
            (next, point) = (self.joints[k].parent, self.joints[k].offset);
        }
        path.reverse();
        path
    }

    /// Turns one joint so that the handle on it points at a place.
    pub fn aim(&self, turns: &mut [Quat], handle: Handle, at: Vec3) {
        let Some(&(k, point)) = self.path(handle).last() else { return };
        let world = self.world(turns)[k];
        let (is, should) = (world.rotation * point, at - world.translation);
        if let (Some(is), Some(should)) = (is.try_normalize(), should.try_normalize()) {
            self.roll(turns, k, Quat::from_rotation_arc(is, should));
            self.limit(turns, k, point);
        }
    }

    /// Pulls a handle to a place; every joint before it follows.
    pub fn reach(&self, turns: &mut [Quat], handle: Handle, at: Vec3) {
        let path = self.path(handle);
        let Some(&(last, tip)) = path.last() else { return };
        let length: f32 = path.iter().map(|(_, point)| point.length()).sum();
        for _ in 0..ROUNDS {
            let world = self.world(turns);
            let hand = world[last].point(tip);
            let way = (at - hand).clamp_length_max(0.25 * length);
            if way.length() < THERE * length {
                return;
            }
            // Turning joint k by w moves the hand by w × r. Of all turns that move it where it should go, those that are
            // least, counted so that all joints turn alike: the chain bends in an arc.
            let arms = path.iter().map(|(k, _)| hand - world[*k].translation);
            let arms: Vec<(Vec3, f32)> = arms.map(|r| (r, 1.0 / r.length().max(THERE * length))).collect();
            let spread = |(r, share): &(Vec3, f32)| {
                let outer = Mat3::from_cols(*r * r.x, *r * r.y, *r * r.z);
                (Mat3::from_diagonal(Vec3::splat(r.length_squared())) - outer) * *share
            };
            let damped = Mat3::from_diagonal(Vec3::splat(DAMPED * length));
            let push = arms.iter().map(spread).fold(damped, |sum, m| sum + m).inverse() * way;
            for ((k, point), (r, share)) in path.iter().zip(&arms) {
                self.roll(turns, *k, Quat::from_scaled_axis((r.cross(push) * *share).clamp_length_max(MOST_RAD)));
                self.limit(turns, *k, *point);
            }
        }
    }

    /// Turns a joint, along the axes of the world.
    pub fn roll(&self, turns: &mut [Quat], k: usize, by: Quat) {
        let world = self.world(turns);
        let Joint { parent, before, after, .. } = self.joints[k];
        let above = parent.map_or(Quat::IDENTITY, |p| world[p].rotation);
        let local = above.conjugate() * by * world[k].rotation;
        turns[k] = (before.conjugate() * local * after.conjugate()).normalize();
    }

    /// Back to where a joint's limit lets its next point be.
    fn limit(&self, turns: &mut [Quat], k: usize, point: Vec3) {
        let Joint { bind, after, limit: Some(limit), .. } = self.joints[k] else { return };
        let Some(point) = (after * point).try_normalize() else { return };
        let (straight, is) = (bind * point, turns[k] * point);
        let should = allowed(limit, bind * after, straight, is);
        turns[k] = (Quat::from_rotation_arc(is, should) * turns[k]).normalize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Five joints upwards, 0.1 apart, that go on for 0.1.
    fn limb(limit: Option<Limit>) -> Limb {
        let joint = |k: usize| Joint {
            parent: k.checked_sub(1),
            before: if k == 0 { Quat::from_rotation_y(0.4) } else { Quat::IDENTITY },
            after: if k == 2 { Quat::from_rotation_x(0.2) } else { Quat::IDENTITY },
            bind: Quat::IDENTITY,
            offset: if k == 0 { Vec3::ZERO } else { Vec3::Y * 0.1 },
            end: (k == 4).then_some(Vec3::Y * 0.1),
            limit,
        };
        Limb { origin: Vec3::new(0.2, 1.0, 0.0), joints: (0..5).map(joint).collect() }
    }

    fn place_of(limb: &Limb, turns: &[Quat], handle: Handle) -> Vec3 {
        limb.handles(turns).iter().find(|h| h.0 == handle).expect("a handle").1
    }

    proptest! {
        #[test]
        fn a_hand_is_followed_with_exact_lengths(x in -0.3..0.3_f32, y in -0.3..0.3_f32, z in -0.3..0.3_f32) {
            let limb = limb(None);
            let mut turns = vec![Quat::from_rotation_z(0.05); 5];
            let at = limb.origin + Vec3::new(x, y, z).clamp_length(0.1, 0.48);
            for _ in 0..8 {
                limb.reach(&mut turns, Handle::End(4), at);
            }
            prop_assert!(place_of(&limb, &turns, Handle::End(4)).distance(at) < 0.01);
            let places: Vec<Vec3> = limb.handles(&turns).iter().map(|h| h.1).collect();
            prop_assert!(places.windows(2).all(|p| (p[0].distance(p[1]) - 0.1).abs() < 1e-5));
        }

        #[test]
        fn limits_hold_wherever_the_hand_goes(x in -9.0..9.0_f32, y in -9.0..9.0_f32, z in -9.0..9.0_f32) {
            let limb = limb(Some(Limit::Cone { angle_rad: 0.4 }));
            let mut turns = vec![Quat::IDENTITY; 5];
            limb.reach(&mut turns, Handle::End(4), Vec3::new(x, y, z));
            for (k, turn) in turns.iter().enumerate() {
                let along = limb.joints[k].after * Vec3::Y;
                prop_assert!(turn.is_finite() && (*turn * along).angle_between(along) < 0.4 + 1e-3);
            }
        }
    }

    /// As VRM has them: a joint that only nods.
    #[test]
    fn a_hinge_does_not_bend_sideways() {
        let limb = limb(Some(Limit::SphericalIn { frame: [0.0, 0.0, 0.0, 1.0], pitch_rad: 0.5, yaw_rad: 0.0 }));
        let mut turns = vec![Quat::IDENTITY; 5];
        let at = limb.world(&turns)[3].translation;
        limb.aim(&mut turns, Handle::Joint(4), at + Vec3::new(0.1, 0.05, 0.1));
        let along = turns[3] * Vec3::Y;
        assert!(along.x.abs() < 1e-3 && along.angle_between(Vec3::Y) < 0.5 + 1e-3, "{along}");
    }

    #[test]
    fn one_joint_turns_and_carries_the_rest() {
        let limb = limb(None);
        let mut turns = vec![Quat::IDENTITY; 5];
        let before = limb.world(&turns);
        let at = before[2].translation + Vec3::X;
        limb.aim(&mut turns, Handle::Joint(3), at);
        let after = limb.world(&turns);
        assert_eq!(before[2].translation, after[2].translation);
        assert!((after[3].translation - after[2].translation).normalize().distance(Vec3::X) < 1e-4);
        assert!(turns.iter().enumerate().all(|(k, t)| k == 2 || *t == Quat::IDENTITY));
        assert!(limb.is_tip(Handle::End(4)) && !limb.is_tip(Handle::Joint(4)));
    }
}
