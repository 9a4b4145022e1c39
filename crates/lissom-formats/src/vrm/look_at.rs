//! Eyes that look at something.

use glam::{Affine3A, EulerRot, Quat, Vec3};

use super::at::At;
use crate::gltf::{Nodes, Trs};
use crate::humanoid::{HumanBone, Humanoid};

#[derive(Clone, Debug, PartialEq)]
pub struct LookAt {
    pub kind: Kind,
    /// Of the point between the eyes, in the frame of the head.
    pub offset: Vec3,
    pub inner: Range,
    pub outer: Range,
    pub down: Range,
    pub up: Range,
    /// From a face that looks along +Z.
    front: Quat,
    head: Option<Rest>,
    left: Option<Rest>,
    right: Option<Rest>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The eyes are bones.
    Bone,
    /// The eyes are morph targets or textures, which are not moved here.
    Expression,
}

/// So many degrees of the target make at most so many of the eye, or so much of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub input_max_deg: f32,
    pub output_scale: f32,
}

impl Range {
    fn map(self, deg: f32) -> f32 {
        (deg.abs() / self.input_max_deg).min(1.0) * self.output_scale
    }
}

/// A node at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rest {
    node: usize,
    rotation: Quat,
    world: Quat,
    parent: Quat,
}

/// Head, left and right eye.
fn at_rest(humanoid: &Humanoid, nodes: &Nodes) -> [Option<Rest>; 3] {
    let world = nodes.world(&nodes.rest());
    let turn = |node: usize| world[node].to_scale_rotation_translation().1;
    [HumanBone::Head, HumanBone::LeftEye, HumanBone::RightEye].map(|bone| {
        let node = humanoid.node(bone)?;
        let parent = nodes.list[node].parent.map_or(Quat::IDENTITY, turn);
        Some(Rest { node, rotation: nodes.list[node].local.rotation, world: turn(node), parent })
    })
}

impl LookAt {
    pub(super) fn read(at: &At<'_>, humanoid: &Humanoid, nodes: &Nodes) -> LookAt {
        let kind = if at.text("type") == Some("expression") { Kind::Expression } else { Kind::Bone };
        let range = |key: &str| range(at, key, ["inputMaxValue", "outputScale"], kind);
        let [head, left, right] = at_rest(humanoid, nodes);
        LookAt {
            kind,
            offset: at.vec3("offsetFromHeadBone", Vec3::new(0.0, 0.06, 0.0)),
            inner: range("rangeMapHorizontalInner"),
            outer: range("rangeMapHorizontalOuter"),
            down: range("rangeMapVerticalDown"),
            up: range("rangeMapVerticalUp"),
            front: Quat::IDENTITY,
            head,
            left,
            right,
        }
    }

    /// VRM 0.x, whose characters look along -Z.
    pub(super) fn read_old(first_person: &At<'_>, humanoid: &Humanoid, nodes: &Nodes) -> LookAt {
        let kind =
            if first_person.text("lookAtTypeName") == Some("BlendShape") { Kind::Expression } else { Kind::Bone };
        let range = |key: &str| range(first_person, key, ["xRange", "yRange"], kind);
        let [head, left, right] = at_rest(humanoid, nodes);
        LookAt {
            kind,
            offset: first_person.unity_vec3("firstPersonBoneOffset", Vec3::new(0.0, 0.06, 0.0)),
            inner: range("lookAtHorizontalInner"),
            outer: range("lookAtHorizontalOuter"),
            down: range("lookAtVerticalDown"),
            up: range("lookAtVerticalUp"),
            front: Quat::from_xyzw(0.0, 1.0, 0.0, 0.0),
            head,
            left,
            right,
        }
    }

    /// Degrees to the left and down, from straight ahead.
    pub fn yaw_pitch(&self, nodes: &Nodes, local: &[Trs], target: Vec3) -> Option<[f32; 2]> {
        let head = self.head?;
        let here = super::world_of(nodes, local, head.node);
        let ahead = Affine3A::from_rotation_translation(head.world.inverse() * self.front, self.offset);
        let to = (here * ahead).inverse().transform_point3(target);
        let angles = [to.x.atan2(to.z), (-to.y).atan2(to.x.hypot(to.z))].map(f32::to_degrees);
        (to.is_finite() && to != Vec3::ZERO).then_some(angles)
    }

    /// Turns the eyes to a point of the world, as far as they go.
    pub fn apply(&self, nodes: &Nodes, local: &mut [Trs], target: Vec3) {
        if self.kind == Kind::Expression {
            return;
        }
        let Some([yaw, pitch]) = self.yaw_pitch(nodes, local, target) else { return };
        let tilt = if pitch > 0.0 { self.down.map(pitch) } else { -self.up.map(pitch) };
        for (eye, to_left, to_right) in [(self.left, self.outer, self.inner), (self.right, self.inner, self.outer)] {
            let Some(eye) = eye else { continue };
            let turn = if yaw > 0.0 { to_left.map(yaw) } else { -to_right.map(yaw) };
            let look = Quat::from_euler(EulerRot::YXZ, turn.to_radians(), tilt.to_radians(), 0.0);
            let look = self.front * look * self.front.inverse();
            local[eye.node].rotation = (eye.parent.inverse() * look * eye.parent * eye.rotation).normalize();
        }
    }
}

/// VRM 0.x has curves as well, which hardly any program reads; here they are straight lines.
fn range(at: &At<'_>, key: &str, [input, output]: [&str; 2], kind: Kind) -> Range {
    let usual = if kind == Kind::Bone { 10.0 } else { 1.0 };
    let Some(at) = at.get(key) else { return Range { input_max_deg: 90.0, output_scale: usual } };
    Range { input_max_deg: at.number_in(input, 90.0, [0.01, 180.0]), output_scale: at.number(output, usual) }
}
