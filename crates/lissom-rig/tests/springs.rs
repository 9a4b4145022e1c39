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

/// VRM's rule for the strand, a frame at a time. `@pixiv/three-vrm-springbone` 3.5 gives the same to the last digits
/// where its bones keep their lengths.
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
            for drag in [0.0, 0.2, 0.4, 0.9, 1.0] {
                let off = off(spring(stiffness, drag, gravity), &[]);
                println!("gravity {gravity}, stiffness {stiffness}, drag {drag}: {:.1} %", 100.0 * off);
                // Where next to nothing holds it, small things add up.
                let free = drag == 0.0 && stiffness + gravity < 0.5;
                assert!(off < if free { 0.2 } else { 0.08 }, "{gravity} {stiffness} {drag}: {off}");
            }
        }
    }
}

#[test]
fn colliders_push_as_in_vrm() {
    let shapes = [
        ColliderShape::Sphere { center: [0.1, -0.05, 0.3], radius: 0.08 },
        ColliderShape::Capsule { ends: [[-0.2, -0.1, 0.3], [0.3, -0.1, 0.3]], radii: [0.06; 2] },
        ColliderShape::InsideSphere { center: [0.0, 0.0, 0.15], radius: 0.35 },
        ColliderShape::Plane { point: [0.0, -0.08, 0.0], normal: [0.0, 1.0, 0.0] },
    ];
    for shape in shapes {
        for drag in [0.2, 0.4, 0.9] {
            let spring = spring(1.0, drag, 0.5);
            let off = off(spring, &[shape]);
            println!("{shape:?}, drag {drag}: {:.1} %", 100.0 * off);
            assert!(off < 0.15, "{shape:?} {drag}: {off}");
        }
    }
}

#[test]
fn nothing_stays_inside_a_collider() {
    // The strand starts in it, as it may in VRM.
    let shape = ColliderShape::Sphere { center: [0.02, 0.0, 0.3], radius: 0.05 };
    let mut actor = actor(joints(spring(1.0, 0.4, 0.0)), &[shape]);
    for frame in 0..300 {
        step(&mut actor, &Pose::IDENTITY, DT);
        let places = &actor.world.poses().positions()[1..];
        let deep = places.iter().map(|p| 0.02 - distance(&shape, Vec3::from_array(*p)).0).fold(f32::MIN, f32::max);
        assert!(frame < 5 || deep < 2e-3, "frame {frame}: {deep} m");
    }
}

#[test]
fn the_frame_rate_does_not_matter() {
    let play = |fps: u32| {
        let mut actor = actor(joints(spring(1.0, 0.2, 0.3)), &[]);
        step(&mut actor, &head_at(0.0), 0.0);
        let mut tips = Vec::new();
        for frame in 1..=5 * fps {
            step(&mut actor, &head_at(f64::from(frame) / f64::from(fps)), 1.0 / f64::from(fps));
            if frame % (fps / 6) == 0 {
                tips.push(tip(&actor));
            }
        }
        tips
    };
    let [slow, usual, fast] = [30, 60, 144].map(play);
    for (k, ((a, b), c)) in slow.iter().zip(&usual).zip(&fast).enumerate() {
        let off = a.distance(*b).max(c.distance(*b));
        assert!(off < 0.03 * SEGMENT * JOINTS as f32, "{k}: {off} m");
    }
}

#[test]
fn tails_turn_the_last_bone() {
    let gravity = spring(0.2, 0.4, 0.5);
    for (tail, turns) in [(Some(0.07), true), (Some(0.0), false), (None, false)] {
        let mut actor = actor(Joints { tail, ..joints(gravity) }, &[]);
        assert_eq!(actor.world.poses().positions().len(), JOINTS + usize::from(turns));
        for _ in 0..120 {
            step(&mut actor, &Pose::IDENTITY, DT);
        }
        let bend = actor.bone(JOINTS).rotation.angle_between(actor.bone(JOINTS - 1).rotation);
        assert_eq!(bend > 0.02, turns, "{tail:?}: {bend}");
    }
}

#[test]
fn a_bone_without_a_length_keeps_its_rest_pose() {
    let mut character = strand();
    character.skeleton.bones[3].parent_from_bone.translation = Vec3::ZERO;
    let all = joints(spring(1.0, 0.4, 0.5));
    let plain = Joints { springs: Vec::new(), ..all.clone() };
    let lone = Joints { bones: vec!["hair.0".into()], springs: vec![spring(1.0, 0.4, 0.5)], tail: None, ..all.clone() };
    for joints in [all, plain, lone] {
        let springy = !joints.springs.is_empty();
        let mut actor = Actor::new(character.clone(), &Rig { joints: vec![joints], ..Rig::default() }).expect("builds");
        for frame in 0..200 {
            step(&mut actor, &head_at(f64::from(frame) * DT), DT);
            assert!(
                (1..=JOINTS).all(|k| actor.bone(k).translation.is_finite() && actor.bone(k).rotation.is_normalized())
            );
        }
        assert!(actor.bone(3).translation.distance(actor.bone(2).translation) < 1e-5);
        if springy {
            assert!(actor.bone(2).rotation.angle_between(actor.bone(1).rotation) < 1e-3);
        }
    }
}

#[test]
fn a_fork_follows_its_first_branch() {
    let mut character = strand();
    let fork = Some(2);
    let side = character.skeleton.add("side", fork, Vec3::new(0.05, 0.0, 0.2));
    let at = character.skeleton.rest_world()[2].inverse().point(Vec3::new(0.05, 0.0, 0.2));
    let mut joints = joints(spring(1.0, 0.3, 0.5));
    joints.bones.push("side".into());
    joints.springs.push(spring(1.0, 0.3, 0.5));
    let mut actor = Actor::new(character, &Rig { joints: vec![joints], ..Rig::default() }).expect("builds");
    let mut theirs = Reference::new(vec![spring(1.0, 0.3, 0.5); JOINTS], Vec::new(), &head_at(0.0));
    step(&mut actor, &head_at(0.0), 0.0);
    for frame in 1..=300 {
        let head = head_at(f64::from(frame) * DT);
        step(&mut actor, &head, DT);
        theirs.step(&head);
        assert!(actor.bone(side).translation.distance(actor.bone(2).point(at)) < 1e-5, "frame {frame}");
        assert!(tip(&actor).distance(theirs.tip()) < 0.2 * SEGMENT * JOINTS as f32, "frame {frame}");
    }
    assert!(actor.bone(side).rotation.angle_between(actor.bone(2).rotation) > 0.01, "the side turns as well");
}

#[test]
fn the_motion_of_a_centre_is_not_felt() {
    let adjust = Adjust { inertia: Some(0.0), ..Adjust::default() };
    let mut actor = actor(Joints { anchor: Some("head".into()), adjust, ..joints(spring(0.2, 0.1, 0.0)) }, &[]);
    let rest = Vec3::Z * (0.1 + SEGMENT * JOINTS as f32);
    for frame in 0..300 {
        let head = head_at(f64::from(frame) * DT);
        step(&mut actor, &head, DT);
        let off = tip(&actor).distance(head.point(rest));
        assert!(off < 0.01 * SEGMENT * JOINTS as f32, "frame {frame}: {off} m");
    }
}

#[test]
fn only_what_is_named_is_touched() {
    let ball = |part: &str| RigCollider {
        part: part.into(),
        bone: None,
        shape: ColliderShape::Sphere { center: [0.0, 0.03, 0.3], radius: 0.05 },
        friction: 0.5,
    };
    let contacts = |touches: Option<Vec<String>>| {
        let hair = Joints { touches, ..joints(spring(1.0, 0.4, 0.0)) };
        let rig = Rig { joints: vec![hair], colliders: vec![ball("a"), ball("b")], ..Rig::default() };
        let mut actor = Actor::new(strand(), &rig).expect("builds");
        for _ in 0..30 {
            step(&mut actor, &Pose::IDENTITY, DT);
        }
        let mut parts: Vec<String> = actor.world.contacts().map(|c| c.b.to_owned()).collect();
        parts.sort();
        parts
    };
    assert_eq!(contacts(None), ["a", "b"]);
    assert_eq!(contacts(Some(vec!["b".into()])), ["b"]);
    assert!(contacts(Some(Vec::new())).is_empty());
}

#[test]
fn limits_hold() {
    let rotation = [0.0, 0.0, 0.0, 1.0];
    let cone = JointLimit::Cone { angle_deg: 15.0, rotation };
    let hinge = JointLimit::Hinge { angle_deg: 25.0, rotation };
    let spherical = JointLimit::Spherical { pitch_deg: 10.0, yaw_deg: 20.0, rotation };
    let springs = vec![spring(0.3, 0.1, 1.0); JOINTS];
    for limit in [cone, hinge, spherical] {
        for springs in [springs.clone(), Vec::new()] {
            let springy = !springs.is_empty();
            let mut actor =
                actor(Joints { springs, limits: vec![limit; JOINTS], ..joints(spring(0.3, 0.1, 1.0)) }, &[]);
            // Where the limits let them, the bones of springs hang down as far as they may.
            let mut most = Vec3::ZERO;
            for frame in 0..300 {
                step(&mut actor, &head_at(f64::from(frame) * DT), DT);
                let frame_of = |k: usize| match k {
                    1 => actor.bone(0).rotation,
                    _ => actor.bone(k - 1).rotation,
                };
                for k in 1..=if springy { JOINTS } else { 1 } {
                    // Along z the limit's z is −y and its y is z.
                    let d = frame_of(k).conjugate() * actor.bone(k).rotation * Vec3::Z;
                    let pitch = (-d.y).atan2(d.z).abs().to_degrees();
                    let angle = d.dot(Vec3::Z).clamp(-1.0, 1.0).acos().to_degrees();
                    most = most.max(Vec3::new(angle, pitch, d.x.abs().asin().to_degrees()));
                }
            }
            let (angle, pitch, yaw) = (most.x, most.y, most.z);
            let slack = if springy { 0.5 } else { 3.0 };
            let fine = match limit {
                JointLimit::Cone { .. } => angle < 15.0 + slack && (!springy || angle > 14.0),
                JointLimit::Hinge { .. } => yaw < slack && pitch < 25.0 + slack && (!springy || pitch > 24.0),
                _ => pitch < 10.0 + slack && yaw < 20.0 + slack && (!springy || pitch > 9.5),
            };
            assert!(fine, "{limit:?}, springs {springy}: {most}");
        }
    }
}

#[test]
fn wrong_springs_are_named() {
    let good = joints(spring(1.0, 0.4, 0.0));
    let few = Joints { springs: vec![spring(1.0, 0.4, 0.0); 2], ..good.clone() };
    let many = Joints { limits: vec![JointLimit::None; 9], ..good.clone() };
    let mut endless = good.clone();
    endless.springs[1].stiffness = f32::INFINITY;
    let mut nan = good.clone();
    nan.limits = vec![JointLimit::Cone { angle_deg: f32::NAN, rotation: [0.0, 0.0, 0.0, 1.0] }; JOINTS];
    let none = Joints { bones: Vec::new(), ..good.clone() };
    let nowhere = Joints { anchor: Some("nose".into()), ..good };
    for (joints, says) in [
        (few, "2 springs for 4 bones"),
        (many, "9 limits for 4 bones"),
        (endless, "bone `hair.1`: its spring"),
        (nan, "bone `hair.0`: its limit"),
        (none, "no bones are given"),
        (nowhere, "there is no bone `nose`"),
    ] {
        let error = Actor::new(strand(), &Rig { joints: vec![joints], ..Rig::default() }).expect_err("wrong");
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn springs_come_back_after_anything() {
    let mut actor = actor(joints(spring(1.0, 0.4, 0.0)), &[]);
    let rest = Vec3::Z * (0.1 + SEGMENT * JOINTS as f32);
    for frame in 0..200 {
        // Jumps, stalls and frames of no length.
        let head = Pose::new(Vec3::X * ((frame / 7) % 3) as f32, Quat::from_rotation_y((frame / 11) as f32));
        step(&mut actor, &head, [DT, 0.0, 0.5, 1e-3][frame % 4]);
        assert!((1..=JOINTS).all(|k| actor.bone(k).translation.is_finite()));
        assert!(tip(&actor).distance(head.translation) < 2.0 * rest.z);
    }
    for _ in 0..300 {
        step(&mut actor, &Pose::IDENTITY, DT);
    }
    assert!(tip(&actor).distance(rest) < 1e-3, "{}", tip(&actor));
    let rig = Rig { joints: vec![joints(spring(1.0, 0.4, 0.5))], ..Rig::default() };
    let text = serde_json::to_string(&rig).expect("writes");
    assert_eq!(serde_json::from_str::<Rig>(&text).expect("reads"), rig);
}
