//! The side of `bevy_vrm1` in `cargo xtask peers`: strands of eight joints and a tip, four spheres.
//!
//! Only the system that moves spring bones runs, not what Bevy does with transforms after it. The state of a joint is
//! private to the crate, but registered for reflection, and so it is put in.

use bevy::prelude::*;
use bevy::reflect::structs::DynamicStruct;
use bevy_vrm1::prelude::{ColliderShape, Sphere, SpringJointProps, SpringJoints, SpringRoot};
use bevy_vrm1::vrm::spring_bone::{SpringCenterNode, SpringColliders, VrmSpringBonePlugin};
use std::time::{Duration, Instant};

const STATE: &str = "bevy_vrm1::vrm::spring_bone::SpringJointState";

fn main() {
    let mut app = App::new();
    app.init_resource::<Time>().add_plugins(VrmSpringBonePlugin);
    let tips = spawn(app.world_mut());
    let begun = places(app.world(), &tips);
    app.finish();
    app.cleanup();
    for line in std::io::stdin().lines() {
        let frames: u32 = line.expect("a line of input").parse().expect("a number of frames");
        let mut least = f64::INFINITY;
        for _ in 0..frames {
            app.world_mut().resource_mut::<Time>().advance_by(Duration::from_secs_f64(1.0 / 60.0));
            let begin = Instant::now();
            app.world_mut().run_schedule(PostUpdate);
            least = least.min(begin.elapsed().as_secs_f64() * 1e9);
        }
        let now = places(app.world(), &tips);
        let probe = now.iter().zip(&begun).map(|(now, begun)| now.distance(*begun)).sum::<f32>() / tips.len() as f32;
        println!(r#"{{"ns":{least},"units":{},"steps":1,"probe":{probe}}}"#, 1008 * 9);
    }
}

/// Where the tips of strands are.
fn places(world: &World, tips: &[(Entity, Vec3)]) -> Vec<Vec3> {
    let place = |&(bone, offset): &(Entity, Vec3)| {
        world.get::<GlobalTransform>(bone).expect("a bone").transform_point(offset)
    };
    tips.iter().map(place).collect()
}

/// The last bones of the strands, and where their tips are, seen from these.
fn spawn(world: &mut World) -> Vec<(Entity, Vec3)> {
    let root = world.spawn((Transform::IDENTITY, GlobalTransform::IDENTITY)).id();
    let workload = std::env::args().nth(1).expect("a workload");
    let place: fn(f32) -> [f32; 3] = match workload.as_str() {
        "springs" => |k| [0.3 * k, 1.3, 0.1 * k],
        "springs-touched" => |k| [0.95 * (1.5 * k + 0.5).cos(), 1.3, 0.95 * (1.5 * k + 0.5).sin()],
        _ => panic!("there is no workload `{workload}`"),
    };
    let sphere = |k: usize| {
        let offset = place(k as f32);
        (root, ColliderShape::Sphere(Sphere { offset, radius: 0.12 }))
    };
    let colliders = SpringColliders((0..4).map(sphere).collect());
    let props = SpringJointProps {
        drag_force: 0.4,
        gravity_dir: Vec3::NEG_Y,
        gravity_power: 0.3,
        hit_radius: 0.02,
        stiffness: 1.0,
    };
    let mut tips = Vec::new();
    for k in 0..1008 {
        let angle = k as f32;
        let offset = |j: usize| Vec3::new(0.01 * (angle + j as f32 + 1.0).sin(), -0.05, 0.005);
        let (mut parent, mut joints) = (root, Vec::new());
        let (mut local, mut at) = (Vec3::new(angle.cos(), 1.5, angle.sin()), Vec3::ZERO);
        for j in 0..8 {
            at += local;
            let place = Transform::from_translation(local);
            let bone = world.spawn((place, GlobalTransform::from_translation(at), ChildOf(parent), props)).id();
            insert_state(world, bone, place, offset(j), at + offset(j));
            (parent, local) = (bone, offset(j));
            joints.push(bone);
        }
        let spring = SpringRoot {
            joints: SpringJoints(joints.clone()),
            colliders: colliders.clone(),
            center_node: SpringCenterNode(None),
        };
        world.entity_mut(joints[0]).insert(spring);
        tips.push((parent, local));
    }
    tips
}

fn insert_state(world: &mut World, bone: Entity, place: Transform, offset: Vec3, tail: Vec3) {
    let mut state = DynamicStruct::default();
    state.insert("prev_tail", tail);
    state.insert("current_tail", tail);
    state.insert("bone_axis", offset.normalize());
    state.insert("bone_length", offset.length());
    state.insert("initial_local_matrix", place.to_matrix());
    state.insert("initial_local_rotation", place.rotation);
    let registry = world.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let component = registry.get_with_type_path(STATE).and_then(|t| t.data::<ReflectComponent>());
    component.expect("the crate registers its state").insert(&mut world.entity_mut(bone), &state, &registry);
}
