//! Springs of VRM: our chains against VRM's own rule.

use glam::{Quat, Vec3};
use lissom_rig::rig::{ColliderShape, JointLimit, Joints, RigCollider, Spring};
use lissom_rig::{Actor, Adjust, Character, Cue, Pose, Preset, Rig, Skeleton};

const DT: f64 = 1.0 / 60.0;
const JOINTS: usize = 4;
const SEGMENT: f32 = 0.08;

fn spring(stiffness: f32, drag: f32, gravity_power: f32) -> Spring {
    Spring { stiffness, drag, gravity_power, gravity_dir: [0.0, -1.0, 0.0], hit_radius: 0.02 }
}

/// A head, and a strand of four bones and a tail on it, to the front.
fn strand() -> Character {
    let mut skeleton = Skeleton::default();
    let mut parent = Some(skeleton.add("head", None, Vec3::ZERO));
    for k in 0..JOINTS {
        parent = Some(skeleton.add(&format!("hair.{k}"), parent, Vec3::Z * (0.1 + SEGMENT * k as f32)));
    }
    Character { name: "strand".into(), skeleton, ..Character::default() }
}

fn joints(spring: Spring) -> Joints {
    Joints {
        name: "hair".into(),
        bones: (0..JOINTS).map(|k| format!("hair.{k}")).collect(),
        tail: Some(SEGMENT),
        radius: 0.02,
        weight_kg: 0.1,
        preset: Preset::Hair,
        springs: vec![spring; JOINTS],
        ..Joints::default()
    }
}

/// VRM's rule for the strand, word by word, a frame at a time.
struct Reference {
    springs: Vec<Spring>,
    colliders: Vec<ColliderShape>,
    current: Vec<Vec3>,
    previous: Vec<Vec3>,
}

impl Reference {
    fn new(springs: Vec<Spring>, colliders: Vec<ColliderShape>, head: &Pose) -> Reference {
        let ends = |k: usize| head.point(Vec3::Z * (0.1 + SEGMENT * (k + 1) as f32));
        let current: Vec<Vec3> = (0..springs.len()).map(ends).collect();
        Reference { previous: current.clone(), springs, colliders, current }
    }

    fn step(&mut self, head: &Pose) {
        let dt = DT as f32;
        let (mut place, mut turn) = (head.point(Vec3::Z * 0.1), head.rotation);
        for (k, s) in self.springs.iter().enumerate() {
            let straight = turn * Vec3::Z;
            let inertia = (self.current[k] - self.previous[k]) * (1.0 - s.drag);
            let external = Vec3::from_array(s.gravity_dir) * s.gravity_power * dt;
            let next = self.current[k] + inertia + straight * (s.stiffness * dt) + external;
            let at_length = |p: Vec3| place + (p - place).normalize() * SEGMENT;
            let mut next = at_length(next);
            for collider in &self.colliders {
                let (away, normal) = distance(collider, next);
                if away < s.hit_radius {
                    next = at_length(next + normal * (s.hit_radius - away));
                }
            }
            self.previous[k] = std::mem::replace(&mut self.current[k], next);
            turn = Quat::from_rotation_arc(straight, (next - place).normalize()) * turn;
            place = next;
        }
    }

    fn tip(&self) -> Vec3 {
        self.current[self.current.len() - 1]
    }
}

fn distance(shape: &ColliderShape, p: Vec3) -> (f32, Vec3) {
    let from = |c: Vec3| (p - c).normalize_or(Vec3::Y);
    match *shape {
        ColliderShape::Sphere { center, radius } => {
            let c = Vec3::from_array(center);
            (p.distance(c) - radius, from(c))
        }
        ColliderShape::InsideSphere { center, radius } => {
            let c = Vec3::from_array(center);
            (radius - p.distance(c), -from(c))
        }
        ColliderShape::Capsule { ends, radii } => {
            let [a, b] = ends.map(Vec3::from_array);
            let c = a + (b - a) * ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
            (p.distance(c) - radii[0], from(c))
        }
        ColliderShape::Plane { point, normal } => {
            let normal = Vec3::from_array(normal);
            (normal.dot(p - Vec3::from_array(point)), normal)
        }
        _ => (f32::MAX, Vec3::Y),
    }
}

/// The head sways, nods and turns.
fn head_at(secs: f64) -> Pose {
    let t = secs as f32;
    let sway = Vec3::new(0.15 * (4.0 * t).sin(), 0.05 * (7.0 * t).sin(), 0.1 * (2.5 * t).sin());
    let turn = Quat::from_rotation_y(0.8 * (3.0 * t).sin()) * Quat::from_rotation_x(0.5 * (2.0 * t).sin());
    Pose::new(sway, turn)
}

fn actor(rig_joints: Joints, colliders: &[ColliderShape]) -> Actor {
    let collider =
        |shape: &ColliderShape| RigCollider { part: "solid".into(), bone: None, shape: *shape, friction: 0.5 };
    let rig = Rig { joints: vec![rig_joints], colliders: colliders.iter().map(collider).collect(), ..Rig::default() };
    Actor::new(strand(), &rig).expect("builds")
}

fn step(actor: &mut Actor, head: &Pose, dt: f64) {
    let mut pose = actor.character.skeleton.rest_local();
    pose[0] = *head;
    actor.step(&Cue::new(dt, &pose));
}

fn tip(actor: &Actor) -> Vec3 {
    actor.bone(JOINTS).point(Vec3::Z * SEGMENT)
}

/// RMS of the distance between the tips over five seconds, as a share of the strand's length.
fn off(spring: Spring, colliders: &[ColliderShape]) -> f32 {
    let mut ours = actor(joints(spring), colliders);
    let mut theirs = Reference::new(vec![spring; JOINTS], colliders.to_vec(), &head_at(0.0));
    step(&mut ours, &head_at(0.0), 0.0);
    let mut sum = 0.0;
    for frame in 1..=300 {
        let head = head_at(f64::from(frame) * DT);
        step(&mut ours, &head, DT);
        theirs.step(&head);
        assert!(tip(&ours).is_finite());
        sum += tip(&ours).distance_squared(theirs.tip());
    }
    (sum / 300.0).sqrt() / (JOINTS as f32 * SEGMENT)
}

#[test]
fn strands_move_as_in_vrm() {
    for gravity in [0.0, 0.5] {
        for stiffness in [0.2, 1.0, 4.0] {
            let row: Vec<String> = [0.0, 0.2, 0.4, 0.9, 1.0]
                .into_iter()
                .map(|drag| {
                    let off = off(spring(stiffness, drag, gravity), &[]);
                    format!("{off:.3}")
                })
                .collect();
            println!("gravity {gravity} stiffness {stiffness}: {}", row.join(" "));
        }
    }
}
