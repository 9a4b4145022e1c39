//! Chains turned by hand, and how they are turned now: both as an example has it.

use glam::{Quat, Vec3};

use super::joints::Linked;
use super::{Actor, from_array};
use crate::character::Pose;

impl Actor {
    /// Where the animation has the first joint of a chain, numbered as in the rig: views are seen from there.
    pub fn base(&self, chain: usize) -> Option<Pose> {
        let poses = self.world.poses();
        let first = poses.body(self.joints.get(chain)?.body).start;
        let (place, turn) = (poses.positions().get(first)?, poses.rotations().get(first)?);
        Some(Pose::new(Vec3::from_array(*place), Quat::from_array(*turn)))
    }

    /// How the bones of a chain are turned now.
    pub fn turns(&self, chain: usize) -> Option<Vec<Quat>> {
        let (linked, base) = (self.joints.get(chain)?, self.base(chain)?);
        let turn = |(k, &bone): (usize, &usize)| {
            let (bind, now) = (&self.character.skeleton.bones[bone], self.bone(bone).rotation);
            let rotation = match bind.parent.filter(|_| k > 0) {
                Some(parent) => {
                    let local = self.bone(parent).rotation.conjugate() * now;
                    local * self.key(linked, bone).rotation.conjugate() * bind.parent_from_bone.rotation
                }
                None => bind.parent_from_bone.rotation * base.rotation.conjugate() * now,
            };
            rotation.normalize()
        };
        Some(linked.bones.iter().enumerate().map(turn).collect())
    }

    /// Turns the bones of a chain by hand, until the next step. What hangs on them goes along.
    pub fn turn(&mut self, chain: usize, turns: &[Quat]) {
        let (Some(linked), Some(base)) = (self.joints.get(chain), self.base(chain)) else { return };
        for (k, (&bone, &turn)) in linked.bones.iter().zip(turns).enumerate() {
            let from = &self.character.skeleton.bones[bone];
            let unbind = from.parent_from_bone.rotation.conjugate();
            let posed = match from.parent.filter(|_| k > 0) {
                Some(parent) => {
                    let key = self.key(linked, bone);
                    from_array(&self.bones[parent]).then(&Pose::new(key.translation, turn * unbind * key.rotation))
                }
                // The first one the other way round: its example turns from where the animation has it.
                None => base.then(&Pose::new(Vec3::ZERO, unbind * turn)),
            };
            self.bones[bone] = posed.to_array();
        }
        self.carry();
    }

    /// parent_from_bone of a joint, as the animation has it where it moves joints.
    fn key(&self, linked: &Linked, bone: usize) -> Pose {
        let given = self.given.get(bone).filter(|_| linked.animated);
        given.copied().unwrap_or(self.character.skeleton.bones[bone].parent_from_bone)
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use crate::rig::Joints;
    use crate::{Actor, Character, Cue, Pose, Rig};

    /// A tail whose bones are turned at rest, on hips that are tilted.
    fn actor() -> Actor {
        let mut character = Character::default();
        let hips = character.skeleton.add("hips", None, Vec3::Y);
        let mut parent = hips;
        for k in 0..4 {
            parent = character.skeleton.add(&format!("tail{k}"), Some(parent), Vec3::new(0.0, 1.0, -0.1 * k as f32));
            character.skeleton.bones[parent].parent_from_bone.rotation = Quat::from_rotation_x(0.2 + 0.1 * k as f32);
        }
        character.skeleton.add("bow", Some(parent), Vec3::new(0.0, 1.0, -0.5));
        let bones = (0..4).map(|k| format!("tail{k}")).collect();
        let joints = Joints { name: "tail".into(), bones, radius: 0.02, weight_kg: 0.2, ..Joints::default() };
        Actor::new(character, &Rig { joints: vec![joints], ..Rig::default() }).expect("it fits")
    }

    #[test]
    fn turns_by_hand_come_back_and_lengths_stay() {
        let mut actor = actor();
        let mut pose = actor.character.skeleton.rest_local();
        pose[0] = Pose::new(Vec3::new(0.3, 1.0, 0.1), Quat::from_rotation_z(0.7));
        actor.step(&Cue::new(0.0, &pose));
        let turns: Vec<Quat> = (0..4).map(|k| Quat::from_scaled_axis(Vec3::new(0.3, 0.1 * k as f32, -0.2))).collect();
        actor.turn(0, &turns);
        let found = actor.turns(0).expect("a chain");
        let apart = turns.iter().zip(&found).map(|(a, b)| a.angle_between(*b)).fold(0.0, f32::max);
        assert!(apart < 1e-3, "{apart} rad");
        for (k, bone) in actor.character.skeleton.bones.iter().enumerate().skip(2) {
            let length = actor.bone(k).translation.distance(actor.bone(bone.parent.expect("not the root")).translation);
            assert!((length - bone.parent_from_bone.translation.length()).abs() < 1e-5, "{}", bone.name);
        }
        assert_eq!(actor.bone(1).translation, actor.base(0).expect("a chain").translation);
        actor.step(&Cue::new(0.0, &pose));
        assert!(actor.turns(0).expect("a chain")[1].angle_between(turns[1]) > 0.1, "a step takes over");
    }
}
