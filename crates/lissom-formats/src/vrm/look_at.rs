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

/// Where eyes are, seen from the head, if nobody says it.
const EYES: Vec3 = Vec3::new(0.0, 0.06, 0.0);

impl LookAt {
    pub(super) fn read(at: &At<'_>, humanoid: &Humanoid, nodes: &Nodes) -> LookAt {
        let kind = if at.text("type") == Some("expression") { Kind::Expression } else { Kind::Bone };
        let range = |key: &str| range(at, &format!("rangeMap{key}"), ["inputMaxValue", "outputScale"], kind);
        let offset = at.vec3("offsetFromHeadBone", EYES);
        LookAt::new(kind, offset, &range, Quat::IDENTITY, at_rest(humanoid, nodes))
    }

    /// VRM 0.x, whose characters look along -Z.
    pub(super) fn read_old(first_person: &At<'_>, humanoid: &Humanoid, nodes: &Nodes) -> LookAt {
        let by_shape = first_person.text("lookAtTypeName") == Some("BlendShape");
        let kind = if by_shape { Kind::Expression } else { Kind::Bone };
        let range = |key: &str| range(first_person, &format!("lookAt{key}"), ["xRange", "yRange"], kind);
        let offset = first_person.unity_vec3("firstPersonBoneOffset", EYES);
        LookAt::new(kind, offset, &range, Quat::from_xyzw(0.0, 1.0, 0.0, 0.0), at_rest(humanoid, nodes))
    }

    fn new(
        kind: Kind,
        offset: Vec3,
        range: &dyn Fn(&str) -> Range,
        front: Quat,
        [head, left, right]: [Option<Rest>; 3],
    ) -> LookAt {
        let (inner, outer) = (range("HorizontalInner"), range("HorizontalOuter"));
        let (down, up) = (range("VerticalDown"), range("VerticalUp"));
        LookAt { kind, offset, inner, outer, down, up, front, head, left, right }
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::vrm::{self, tests::nodes};

    const EYES: [f32; 3] = [0.0, 1.5, 0.0];

    /// A head at 1.4 m with two eyes; `turned` at rest.
    fn scene(extensions: Value, turned: Quat) -> Value {
        let back = turned.inverse().to_array();
        json!({
            "asset": { "version": "2.0" },
            "nodes": [
                { "name": "head", "translation": [0.0, 1.4, 0.0], "rotation": turned.to_array(), "children": [1, 2] },
                { "name": "eye.L", "rotation": back },
                { "name": "eye.R", "rotation": back },
            ],
            "extensions": extensions,
        })
    }

    fn one(turned: Quat) -> Value {
        let range = |most: f32| json!({ "inputMaxValue": 90.0, "outputScale": most });
        let bones = json!({ "head": { "node": 0 }, "leftEye": { "node": 1 }, "rightEye": { "node": 2 } });
        let offset = (turned.inverse() * Vec3::new(0.0, 0.1, 0.0)).to_array();
        let look_at = json!({
            "type": "bone", "offsetFromHeadBone": offset,
            "rangeMapHorizontalInner": range(30.0), "rangeMapHorizontalOuter": range(60.0),
            "rangeMapVerticalDown": range(20.0), "rangeMapVerticalUp": range(10.0),
        });
        let one = json!({ "specVersion": "1.0", "humanoid": { "humanBones": bones }, "lookAt": look_at });
        scene(json!({ "VRMC_vrm": one }), turned)
    }

    /// Where the eyes look, in the world.
    fn gaze(json: &Value, front: Vec3, target: Vec3) -> [Vec3; 2] {
        let nodes = nodes(json);
        let vrm = vrm::read(json, &nodes).expect("a VRM");
        let mut local = nodes.rest();
        vrm::pose(&vrm, &nodes, &mut local, Some(target));
        let (rest, world) = (nodes.world(&nodes.rest()), nodes.world(&local));
        [1, 2].map(|eye| (world[eye] * rest[eye].inverse()).transform_vector3(front))
    }

    fn degrees(yaw: f32, pitch: f32) -> Vec3 {
        Quat::from_euler(EulerRot::YXZ, yaw.to_radians(), pitch.to_radians(), 0.0) * Vec3::Z
    }

    #[test]
    fn eyes_turn_as_far_as_their_ranges_say() {
        for turned in [Quat::IDENTITY, Quat::from_rotation_x(1.0)] {
            let json = one(turned);
            let at = |yaw: f32, pitch: f32| Vec3::from_array(EYES) + 3.0 * degrees(yaw, pitch);
            let [left, right] = gaze(&json, Vec3::Z, at(45.0, 0.0));
            assert!(left.distance(degrees(30.0, 0.0)) < 1e-4 && right.distance(degrees(15.0, 0.0)) < 1e-4, "{left}");
            let [left, right] = gaze(&json, Vec3::Z, at(-90.0, 45.0));
            assert!(
                left.distance(degrees(-30.0, 10.0)) < 1e-4 && right.distance(degrees(-60.0, 10.0)) < 1e-4,
                "{left}"
            );
            assert!(gaze(&json, Vec3::Z, at(0.0, -45.0))[0].distance(degrees(0.0, -5.0)) < 1e-4);
            assert!(gaze(&json, Vec3::Z, EYES.into())[0].is_finite());
        }
    }

    #[test]
    fn old_ones_look_along_minus_z() {
        let bone = |(node, bone): (usize, &str)| json!({ "bone": bone, "node": node });
        let bones: Vec<Value> = ["head", "leftEye", "rightEye"].into_iter().enumerate().map(bone).collect();
        let range = |most: f32| json!({ "xRange": 90.0, "yRange": most });
        let person = json!({
            "lookAtTypeName": "Bone", "firstPersonBoneOffset": { "x": 0.0, "y": 0.1, "z": 0.0 },
            "lookAtHorizontalInner": range(30.0), "lookAtHorizontalOuter": range(60.0),
            "lookAtVerticalDown": range(20.0), "lookAtVerticalUp": range(10.0),
        });
        let old = json!({ "VRM": { "humanoid": { "humanBones": bones }, "firstPerson": person } });
        let json = scene(old, Quat::IDENTITY);
        // Its left is -x. Up is up.
        let target = Vec3::from_array(EYES) + Vec3::new(-1.0, 0.0, -1.0);
        let [left, right] = gaze(&json, Vec3::NEG_Z, target);
        let turned = |yaw: f32| Quat::from_rotation_y(yaw.to_radians()) * Vec3::NEG_Z;
        assert!(left.distance(turned(30.0)) < 1e-4 && right.distance(turned(15.0)) < 1e-4, "{left} {right}");
        let [left, _] = gaze(&json, Vec3::NEG_Z, Vec3::from_array(EYES) + Vec3::new(0.0, 1.0, -1.0));
        assert!((left.y - 5f32.to_radians().sin()).abs() < 1e-4, "{left}");
    }
}
