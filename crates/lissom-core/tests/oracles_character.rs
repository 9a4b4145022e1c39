//! Oracles 31 to 33: animated particles that keep momentum, flips, surface particles.

mod support;
use glam::{DVec3, Quat, Vec3};
use lissom_core::collide::pairs::{Ball, overlap, unflipped};
use lissom_core::*;
use support::*;

/// An animated body of two bones that stretches and swings its limb, and nothing else.
fn swimmer(gravity: Vec3) -> World {
    let params = BodyParams { conserve_momentum: true, ..undamped() };
    let mut body = chain(8, 0.1, Vec3::X, params);
    for (k, p) in body.particles.iter_mut().enumerate() {
        p.animated = true;
        p.position[0] -= 0.35;
        p.mass_kg = 0.05 + 0.02 * k as f32;
        p.binding = Binding::rigid(u16::from(k >= 4));
    }
    let settings = Settings { gravity: gravity.to_array(), ..Settings::default() };
    let desc = WorldDesc { bones: vec![IDENTITY; 2], bodies: vec![body], colliders: Vec::new(), settings };
    World::new(desc).expect("valid")
}

fn limb(time: f32) -> [PoseArray; 2] {
    let shift = Vec3::new(0.2 * (3.0 * time).sin(), 0.1 * (5.0 * time).sin(), 0.0);
    [
        bone(shift, Quat::from_rotation_y(0.3 * (2.0 * time).sin())),
        bone(shift, Quat::from_rotation_z((4.0 * time).sin())),
    ]
}

#[test]
fn oracle_31_animation_does_not_move_the_center_of_mass() {
    let mut world = swimmer(Vec3::ZERO);
    world.step(&StepInput::new(0.0, &limb(0.0)));
    for k in 0..8 {
        set_velocity(&mut world, 0, k, Vec3::new(0.3, -0.2, 0.1));
    }
    let start = DVec3::from_array(world.measure().linear_momentum);
    let mut worst = 0.0_f64;
    for frame in 1..=120 {
        world.step(&StepInput::new(1.0 / 60.0, &limb(frame as f32 / 60.0)));
        let now = DVec3::from_array(world.measure().linear_momentum);
        worst = worst.max((now - start).length() / start.length());
    }
    println!("oracle 31: |ΔP|/|P| {worst:.1e} over 2 s");
    assert!(worst <= 1e-5, "{worst:e}");
    // The shape is the animated one.
    let fold = |world: &World| position(world, 0, 7).distance(position(world, 0, 0));
    let bones = limb(2.0);
    let frames = bones.each_ref().map(build::frame);
    let (a, b) = (frames[0].point(Vec3::X * -0.35), frames[1].point(Vec3::X * 0.35));
    assert!((fold(&world) - a.distance(b)).abs() < 1e-5);
}

#[test]
fn oracle_31_an_animated_body_falls_like_any_other() {
    let mut world = swimmer(Vec3::new(0.0, -9.81, 0.0));
    world.step(&StepInput::new(0.0, &limb(0.0)));
    let start = world.measure().center_of_mass;
    for frame in 1..=30 {
        world.step(&StepInput::new(1.0 / 60.0, &limb(frame as f32 / 60.0)));
    }
    let fallen = start[1] - world.measure().center_of_mass[1];
    let steps = 120.0_f64;
    let expected = 9.81 / 240.0 / 240.0 * steps * (steps + 1.0) / 2.0;
    assert!((fallen / expected - 1.0).abs() < 1e-5, "{fallen} instead of {expected}");

    // Where the particles already are as animated, nothing turns.
    let mut world = swimmer(Vec3::ZERO);
    let before: Vec<Vec3> = (0..8).map(|k| position(&world, 0, k)).collect();
    run_with(&mut world, 60, &[IDENTITY; 2]);
    let moved = (0..8).map(|k| position(&world, 0, k).distance(before[k])).fold(0.0, f32::max);
    assert!(moved < 1e-6, "{moved:e}");
}

fn run_with(world: &mut World, frames: usize, bones: &[PoseArray]) {
    for _ in 0..frames {
        world.step(&StepInput::new(1.0 / 60.0, bones));
    }
}

type Ends = (Vec3, Vec3);

/// The printed pair of lines, one after the other: the second sees what the first did.
fn one_after_the_other(_: Vec3, q1: Vec3, _: Vec3, q2: Vec3, w: [f32; 2], _: f32) -> Option<Ends> {
    let sum = w[0] + w[1];
    let a = q1 + (q2 - q1) * (1.05 * w[0] / sum);
    Some((a, q2 + (a - q2) * (1.05 * w[1] / sum)))
}

/// Whether a way to undo flips leaves pairs in order, and how much momentum it adds, relative to what moves.
fn judge(undo: impl Fn(Vec3, Vec3, Vec3, Vec3, [f32; 2], f32) -> Option<Ends>, ratio: f32) -> (bool, f64) {
    let (mut fine, mut worst) = (true, 0.0_f64);
    let mut random = Random::new(32);
    for _ in 0..1000 {
        let side = random.direction().as_vec3();
        let (p1, p2) = (Vec3::ZERO, side);
        let noise = |random: &mut Random| random.vector().as_vec3() * 0.1;
        let (q1, q2) = (side * 1.2 + noise(&mut random), side * 0.1 + noise(&mut random));
        let (m1, m2) = (1.0, ratio);
        let Some((a, b)) = undo(p1, q1, p2, q2, [1.0 / m1, 1.0 / m2], 1.0) else { continue };
        fine &= side.dot(a) <= side.dot(b);
        let (d1, d2) = (a.as_dvec3() - q1.as_dvec3(), b.as_dvec3() - q2.as_dvec3());
        let (m1, m2) = (f64::from(m1), f64::from(m2));
        let scale = m1 * d1.length() + m2 * d2.length();
        worst = worst.max((d1 * m1 + d2 * m2).length() / scale);
        worst = worst.max((q1.as_dvec3().cross(d1) * m1 + q2.as_dvec3().cross(d2) * m2).length() / scale);
    }
    (fine, worst)
}

#[test]
fn oracle_32_flips_are_undone_and_momentum_kept() {
    for ratio in [1.0, 3.0] {
        let (fine, momentum) = judge(unflipped, ratio);
        println!("oracle 32: masses 1:{ratio}: in order {fine}, momentum {momentum:.1e}");
        assert!(fine && momentum < 1e-6, "{momentum:e}");
        let (fine, momentum) = judge(one_after_the_other, ratio);
        println!("oracle 32: one after the other: in order {fine}, momentum {momentum:.1e}");
        assert!(!fine && momentum > 1e-3, "the sequential reading must fail");
    }
    // Pairs that pass each other at a distance, or do not move, are left alone; so are held ones.
    assert!(unflipped(Vec3::ZERO, Vec3::X * 2.0, Vec3::new(1.0, 3.0, 0.0), Vec3::Y * 3.0, [1.0; 2], 1.0).is_none());
    assert!(unflipped(Vec3::ZERO, Vec3::ZERO, Vec3::X, Vec3::X, [1.0; 2], 1.0).is_none());
    assert!(unflipped(Vec3::ZERO, Vec3::X, Vec3::X, Vec3::ZERO, [0.0; 2], 1.0).is_none());
}

#[test]
fn oracle_33_surface_spheres_are_bounded() {
    let mut random = Random::new(33);
    for _ in 0..200 {
        // Also where the axes differ by more than the factor of 2 that is asked for.
        let least = if random.unit() < 0.5 { 0.5 } else { 0.05 };
        let radii = [0; 3].map(|_| random.between(least, 1.0) as f32);
        let mut body = chain(1, 1.0, Vec3::X, BodyParams::default());
        body.particles[0].radii = radii;
        body.particles[0].surface = true;
        let world = world(vec![body], Vec3::ZERO);
        let surface = world.template().surface[0].expect("a surface particle");
        let largest = radii.into_iter().fold(0.0, f32::max);
        assert!(surface.radius <= 2.0 * largest && surface.radius > 0.0, "{radii:?}: {}", surface.radius);
        assert!((surface.offset + surface.radius - radii[0]).abs() < 1e-6, "tangent at the outermost point");
    }
}

#[test]
fn oracle_33_the_push_out_field_is_smooth() {
    let outward = Vec3::new(0.3, 0.8, -0.5).normalize();
    let sphere = Ball::Surface { center: Vec3::ZERO, outward, radius: 1.0 };
    let push = |p: Vec3| {
        let ball = Ball::Ellipsoid { center: p, rotation: Quat::IDENTITY, radii: Vec3::splat(0.2) };
        overlap(&ball, &sphere).map_or(Vec3::ZERO, |o| o.normal * o.depth)
    };
    let mut random = Random::new(34);
    for _ in 0..2000 {
        let p = random.direction().as_vec3() * random.between(0.05, 1.15) as f32;
        assert!(push(p).dot(outward) >= -1e-6, "never inwards");
        // Across the plane n · o = 0.
        let beside = (p - outward * p.dot(outward)).normalize() * p.length();
        let step = 1e-4 * beside.length();
        let (above, below) = (push(beside + outward * step), push(beside - outward * step));
        assert!(above.distance(below) < 1e-3 * (above.length() + 1e-6) + 1e-5, "{above} {below}");
    }
}

#[test]
fn oracle_33_no_contacts_at_rest() {
    let mut skin = cloth(12, 0.05, BodyParams { ring: 1, may_sleep: false, ..BodyParams::default() });
    for p in &mut skin.particles {
        (p.surface, p.animated) = (true, true);
        p.rotation = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2).to_array();
        p.radii = [0.025, 0.05, 0.05];
    }
    skin.part = "skin".into();
    skin.structure = Structure::Loose;
    let params = BodyParams { ring: 1, may_sleep: false, self_collision: true, ..BodyParams::default() };
    let mut dress = cloth(12, 0.05, params);
    for p in &mut dress.particles {
        p.position[1] += 0.03;
        p.radii = [0.04; 3];
    }
    let mut world = world(vec![skin, dress], Vec3::ZERO);
    for _ in 0..60 {
        assert_eq!(run(&mut world, 1).contacts, 0);
    }
    assert_eq!(world.contacts().count(), 0);
}
