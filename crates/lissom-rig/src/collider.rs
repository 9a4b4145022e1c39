//! Colliders: as the engine sees them, and what is done to them by hand.

use glam::{Quat, Vec3};
use lissom_core::Shape;

use crate::auto::twin;
use crate::character::{Character, Pose};
use crate::rig::{ColliderShape, RigCollider};

impl ColliderShape {
    /// The shape in another frame than that of the bind pose.
    pub fn seen_from(&self, frame_from_world: &Pose) -> Shape {
        let point = |p: [f32; 3]| frame_from_world.point(Vec3::from_array(p)).to_array();
        let turn = frame_from_world.rotation;
        match *self {
            ColliderShape::Sphere { center, radius } => Shape::Sphere { center: point(center), radius },
            ColliderShape::InsideSphere { center, radius } => Shape::InsideSphere { center: point(center), radius },
            ColliderShape::Capsule { ends, radii } => Shape::Capsule { ends: ends.map(point), radii },
            ColliderShape::InsideCapsule { ends, radii } => Shape::InsideCapsule { ends: ends.map(point), radii },
            ColliderShape::Plane { point: at, normal } => {
                Shape::Plane { point: point(at), normal: (turn * Vec3::from_array(normal)).to_array() }
            }
            ColliderShape::Box { center, rotation, half } => {
                let rotation = (turn * Quat::from_array(rotation)).to_array();
                Shape::Box { center: point(center), rotation, half }
            }
        }
    }

    /// The middle, or the point of a plane.
    pub fn center(&self) -> Vec3 {
        match *self {
            ColliderShape::Sphere { center, .. }
            | ColliderShape::InsideSphere { center, .. }
            | ColliderShape::Box { center, .. } => center.into(),
            ColliderShape::Capsule { ends: [a, b], .. } | ColliderShape::InsideCapsule { ends: [a, b], .. } => {
                (Vec3::from(a) + Vec3::from(b)) / 2.0
            }
            ColliderShape::Plane { point, .. } => point.into(),
        }
    }

    /// How far it reaches across: the largest radius, or the largest side of a box. A plane has none.
    pub fn radius(&self) -> Option<f32> {
        match *self {
            ColliderShape::Sphere { radius, .. } | ColliderShape::InsideSphere { radius, .. } => Some(radius),
            ColliderShape::Capsule { radii: [a, b], .. } | ColliderShape::InsideCapsule { radii: [a, b], .. } => {
                Some(a.max(b))
            }
            ColliderShape::Box { half: [x, y, z], .. } => Some(x.max(y).max(z)),
            ColliderShape::Plane { .. } => None,
        }
    }

    /// With every point somewhere else.
    fn map(mut self, place: impl Fn(Vec3) -> Vec3) -> ColliderShape {
        let points: &mut [[f32; 3]] = match &mut self {
            ColliderShape::Sphere { center, .. }
            | ColliderShape::InsideSphere { center, .. }
            | ColliderShape::Box { center, .. } => std::slice::from_mut(center),
            ColliderShape::Capsule { ends, .. } | ColliderShape::InsideCapsule { ends, .. } => ends,
            ColliderShape::Plane { point, .. } => std::slice::from_mut(point),
        };
        points.iter_mut().for_each(|p| *p = place((*p).into()).to_array());
        self
    }

    pub fn moved(self, by: Vec3) -> ColliderShape {
        self.map(|p| p + by)
    }

    /// Thicker or thinner; points stay.
    pub fn scaled(mut self, factor: f32) -> ColliderShape {
        let sizes: &mut [f32] = match &mut self {
            ColliderShape::Sphere { radius, .. } | ColliderShape::InsideSphere { radius, .. } => {
                std::slice::from_mut(radius)
            }
            ColliderShape::Capsule { radii, .. } | ColliderShape::InsideCapsule { radii, .. } => radii,
            ColliderShape::Box { half, .. } => half,
            ColliderShape::Plane { .. } => &mut [],
        };
        sizes.iter_mut().for_each(|s| *s *= factor);
        self
    }

    /// As seen in a mirror through a point. The normal is of length 1.
    pub fn mirrored(self, through: Vec3, normal: Vec3) -> ColliderShape {
        let flip = |v: Vec3| v - 2.0 * v.dot(normal) * normal;
        let mut shape = self.map(|p| through + flip(p - through));
        match &mut shape {
            ColliderShape::Plane { normal: out, .. } => *out = flip(Vec3::from(*out)).to_array(),
            // A box is the same turned inside out, and a mirror that does so as well is half a turn about its normal.
            ColliderShape::Box { rotation, .. } => {
                let half_turn = Quat::from_xyzw(normal.x, normal.y, normal.z, 0.0);
                *rotation = (half_turn * Quat::from_array(*rotation)).to_array();
            }
            _ => {}
        }
        shape
    }
}

impl RigCollider {
    /// The same on the other side: on the bone that has the name of the other side, mirrored between the two. On a bone
    /// of no side, and on none, it is mirrored across it from left to right.
    pub fn mirrored(&self, character: &Character) -> RigCollider {
        let skeleton = &character.skeleton;
        let rest = skeleton.rest_world();
        let bone = self.bone.as_deref().and_then(|name| skeleton.find(name));
        let other = bone.and_then(|b| twin(skeleton, b));
        let place = |b: usize| rest[b].translation;
        let (through, normal) = match (bone, other) {
            (Some(a), Some(b)) => ((place(a) + place(b)) / 2.0, (place(b) - place(a)).normalize_or(Vec3::X)),
            (Some(a), None) => (place(a), Vec3::X),
            _ => (Vec3::ZERO, Vec3::X),
        };
        let other_name = other.map(|b| skeleton.bones[b].name.clone());
        let part = other_name.clone().filter(|_| self.bone.as_ref() == Some(&self.part));
        RigCollider {
            part: part.unwrap_or_else(|| self.part.clone()),
            bone: other_name.or_else(|| self.bone.clone()),
            shape: self.shape.mirrored(through, normal),
            friction: self.friction,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::Skeleton;

    fn two_arms() -> Character {
        let mut skeleton = Skeleton::default();
        let root = skeleton.add("hips", None, Vec3::new(0.0, 1.0, 0.0));
        skeleton.add("arm.L", Some(root), Vec3::new(0.4, 1.4, 0.1));
        skeleton.add("arm.R", Some(root), Vec3::new(-0.4, 1.4, 0.1));
        Character { skeleton, ..Character::default() }
    }

    #[test]
    fn colliders_go_to_the_other_side_and_back() {
        let character = two_arms();
        let rotation = Quat::from_euler(glam::EulerRot::XYZ, 0.3, -0.5, 0.7).to_array();
        let shapes = [
            ColliderShape::Capsule { ends: [[0.4, 1.4, 0.1], [0.7, 1.3, 0.1]], radii: [0.1, 0.05] },
            ColliderShape::Box { center: [0.5, 1.4, 0.0], rotation, half: [0.1, 0.2, 0.3] },
            ColliderShape::Plane { point: [0.5, 0.0, 0.0], normal: [0.6, 0.8, 0.0] },
        ];
        for shape in shapes {
            let (part, bone) = ("arm.L".to_owned(), Some("arm.L".to_owned()));
            let left = RigCollider { part, bone, shape, friction: 0.3 };
            let right = left.mirrored(&character);
            assert_eq!((right.part.as_str(), right.bone.as_deref()), ("arm.R", Some("arm.R")));
            assert!(right.shape.center().distance(left.shape.center() * Vec3::new(-1.0, 1.0, 1.0)) < 1e-6);
            let back = right.mirrored(&character);
            assert_eq!(back.bone, left.bone);
            assert!(back.shape.center().distance(left.shape.center()) < 1e-6);
        }
    }

    /// A corner of a box is where the mirror image of one of its corners is.
    #[test]
    fn boxes_turn_the_other_way() {
        let rotation = Quat::from_euler(glam::EulerRot::XYZ, 0.3, -0.5, 0.7);
        let (half, normal) = (Vec3::new(0.1, 0.2, 0.3), Vec3::new(0.6, 0.0, 0.8));
        let shape = ColliderShape::Box { center: [0.0; 3], rotation: rotation.to_array(), half: half.to_array() };
        let ColliderShape::Box { rotation: mirrored, .. } = shape.mirrored(Vec3::ZERO, normal) else { unreachable!() };
        let corner = rotation * half;
        let corner = corner - 2.0 * corner.dot(normal) * normal;
        let local = Quat::from_array(mirrored).inverse() * corner;
        assert!(local.abs().distance(half) < 1e-6, "{local}");
    }

    #[test]
    fn what_is_on_the_middle_stays_on_its_bone() {
        let character = two_arms();
        let shape = ColliderShape::Sphere { center: [0.1, 1.0, 0.2], radius: 0.1 };
        let ball = RigCollider { part: "ball".into(), bone: Some("hips".into()), shape, friction: 0.5 };
        let other = ball.mirrored(&character);
        assert_eq!((other.part.as_str(), other.bone.as_deref()), ("ball", Some("hips")));
        assert!(other.shape.center().distance(Vec3::new(-0.1, 1.0, 0.2)) < 1e-6);
    }
}
