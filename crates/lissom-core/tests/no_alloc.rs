//! A step allocates nothing, once a world has taken its first.

mod support;
use glam::{Quat, Vec3};
use lissom_core::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use support::*;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending has no counter any more.
    let _ = ALLOCATIONS.try_with(|n| n.set(n.get() + 1));
}

// SAFETY: hands everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn a_step_allocates_nothing() {
    let params = BodyParams { ring: 1, self_collision: true, shape_damping: 1.0, ..BodyParams::default() };
    let limit = Some(Limit::Cone { angle_rad: 0.5 });
    let mut hair: Vec<BodyDesc> = (0..20)
        .map(|k| {
            let mut hair = chain(8, 0.05, Vec3::X, BodyParams { limit, inertia: 0.5, ..BodyParams::default() });
            hair.particles.iter_mut().for_each(|p| p.position[2] += 0.02 * k as f32);
            hair
        })
        .collect();
    let mut cape = cloth(10, 0.05, params);
    cape.particles.iter_mut().for_each(|p| p.position[1] += 0.1);
    let mut swimmer = chain(5, 0.1, Vec3::Y, BodyParams { conserve_momentum: true, ..BodyParams::default() });
    swimmer.part = "swimmer".into();
    swimmer.particles.iter_mut().for_each(|p| p.animated = true);
    for (k, suppression) in
        [Suppression::Transport, Suppression::Projection { ridge: 0.1, window: 0.3 }].into_iter().enumerate()
    {
        let mut ear = rod::body(8, ViewBlend { suppression, ..rod::view() });
        ear.particles.iter_mut().for_each(|p| p.position[0] += 0.1 + 0.1 * k as f32);
        if k == 0 {
            ear.params.follow_bones = true;
            ear.particles[4].binding = Binding::rigid(1);
        }
        hair.push(ear);
    }
    let springs = vec![SpringDesc { stiffness: 1.0, drag: 0.4, gravity: [0.0, -0.5, 0.0] }; 8];
    let mut lock = chain(8, 0.05, Vec3::X, BodyParams { limit, springs, ..BodyParams::default() });
    lock.particles.iter_mut().for_each(|p| p.position[2] -= 0.05);
    hair.extend([cape, swimmer, lock]);
    let points = vec![Point { phase: 0.5, rate: 0.6 }];
    let charts = Charts { cycle_secs: 0.5, points: [points, vec![], vec![]], ..Charts::default() };
    for (k, stiffness) in
        [Stiffness::default(), Stiffness::Implicit { hz: 20.0, iterations: 2 }].into_iter().enumerate()
    {
        let when = When::Touch;
        let stimulus = Stimulus {
            when,
            charts: charts.clone(),
            speed: 1.0,
            fading: 2.0,
            pause_secs: 0.0,
            vertex: 0,
            literal: false,
        };
        let procedural =
            Procedural { charts: charts.clone(), stiffness, stimuli: vec![stimulus], ..Procedural::default() };
        let mut bar = tets::bar().body(procedural);
        bar.part = format!("bar {k}");
        bar.particles.iter_mut().for_each(|p| p.position[1] -= 0.2 + 0.15 * k as f32);
        bar.particles[0].animated = k == 0;
        hair.push(bar);
    }
    let sphere = Shape::Sphere { center: [0.2, -0.2, 0.2], radius: 0.15 };
    let capsule = Shape::Capsule { ends: [[0.2, -0.3, -1.0], [0.2, -0.3, 1.0]], radii: [0.02, 0.02] };
    let collider = |shape| ColliderDesc { part: "body".into(), bone: Some(1), shape, friction: 0.3 };
    let desc = WorldDesc {
        bones: vec![IDENTITY; 2],
        bodies: hair,
        colliders: vec![collider(sphere), collider(capsule)],
        ..WorldDesc::default()
    };
    let mut world = World::new(desc).expect("valid");
    let (mut allocations, mut contacts) = (0, 0);
    for frame in 0..240 {
        let t = frame as f32 / 60.0;
        let far = if frame == 200 { 100.0 } else { 0.0 };
        let bones = [
            bone(Vec3::X * (0.1 * (5.0 * t).sin() + far), Quat::from_rotation_y((3.0 * t).sin())),
            bone(Vec3::Y * (0.2 * (4.0 * t).sin()), Quat::IDENTITY),
        ];
        let wind = Wind { velocity: [1.0, 0.0, 2.0], gusts: 0.5 };
        let dt = [1.0 / 60.0, 1.0 / 144.0, 0.1, 0.0][frame % 4];
        let camera = Some(rod::camera(2.0 * frame as f64));
        let bar = world.poses().positions().len() - 1;
        let touches = [Touch { body: 24, particle: frame % 117 }, Touch { body: 25, particle: bar % 117 }];
        let held = [(3, 6), (20, 7), (21, 4), (22, 50), (23, 2), (24, 7), (25, 3)];
        let grabs = held.map(|(body, particle)| Grab { body, particle, target: [0.0, 0.1, 0.0] });
        let touches = if frame % 7 == 0 { &touches[..] } else { &[] };
        let input = StepInput { wind, camera, touches, grabs: &grabs, ..StepInput::new(dt, &bones) };
        let before = ALLOCATIONS.get();
        let report = world.step(&input);
        contacts += report.contacts;
        if frame > 0 {
            allocations += ALLOCATIONS.get() - before;
        }
    }
    assert!(contacts > 500, "{contacts} contacts show too little");
    assert_eq!(allocations, 0);
}
