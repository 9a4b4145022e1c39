//! Oracle 9: neither sag nor frequency depends on the substep. The rod is the one of the first
//! figure: the standard view-dependent chain as it is seen from azimuth 0.

mod support;
use glam::{DQuat, DVec3, Vec3};
use lissom_core::*;
use support::*;

/// The rest pose of the standard chain for a camera at azimuth 0, 10° up.
fn upright_rod() -> (Vec<DVec3>, Vec<DQuat>) {
    let quarter = std::f64::consts::FRAC_PI_2;
    let up = 10.0_f64.to_radians();
    let camera = DVec3::new(up.cos(), 0.0, up.sin());
    let mut examples = vec![joint_turns(&bent(8, 0.1, 0.0, 0.0, 0.0))];
    let mut weights = vec![0.0];
    let mut add = |x: Vec<DVec3>, from: DVec3| {
        examples.push(joint_turns(&x));
        weights.push((-(camera.angle_between(from) / 0.8).powi(2)).exp());
    };
    for (k, (total, curl)) in [(1.0, 0.0), (1.1, 0.4), (0.9, 0.0), (1.2, -0.4)].into_iter().enumerate() {
        let azimuth = quarter * k as f64;
        add(bent(8, 0.1, total, azimuth + quarter, curl), DVec3::new(azimuth.cos(), azimuth.sin(), 0.0));
    }
    add(bent(8, 0.1, 1.6, quarter / 2.0, 0.0), DVec3::Z);
    let sum: f64 = weights.iter().sum();
    weights[0] = (1.0 - sum).max(0.0);
    let scale = if sum > 1.0 { 1.0 / sum } else { 1.0 };
    let blended: Vec<DQuat> = (0..7)
        .map(|joint| {
            let pivot = examples[0][joint];
            let add = |q: DQuat, k: usize| {
                let e = examples[k][joint];
                q + e * (weights[k] * scale * if e.dot(pivot) < 0.0 { -1.0 } else { 1.0 })
            };
            (0..examples.len()).fold(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), add).normalize()
        })
        .collect();
    unroll(&blended, 0.1)
}

fn rod_world(substeps: u32, damping: f32) -> World {
    let (x, mut q) = upright_rod();
    q[0] = DQuat::IDENTITY;
    let params = BodyParams {
        bend_hz: 20.0,
        twist_hz: 20.0,
        damping,
        spin_damping: damping,
        may_sleep: false,
        ..BodyParams::default()
    };
    let settings = Settings {
        gravity: [0.0, 0.0, -9.81],
        substep_secs: 1.0 / (60.0 * f64::from(substeps)),
        ..Settings::default()
    };
    let bodies = vec![posed_chain(&x, &q, params)];
    World::new(WorldDesc { bones: vec![IDENTITY], bodies, colliders: Vec::new(), settings }).expect("valid")
}

/// Frequency of the tip's swing about where it settles: from the times it passes there.
fn frequency(substeps: u32, settled: Vec3) -> f64 {
    let mut world = rod_world(substeps, 0.3);
    let side = (position(&world, 0, 7) - settled).normalize();
    let (mut before, mut passes) = (1.0, Vec::new());
    for frame in 1..300 {
        run(&mut world, 1);
        let now = f64::from(side.dot(position(&world, 0, 7) - settled));
        if before > 0.0 && now <= 0.0 {
            passes.push((f64::from(frame) - now / (now - before)) / 60.0);
        }
        before = now;
    }
    let last = passes.len().min(5) - 1;
    last as f64 / (passes[last] - passes[0])
}

#[test]
fn oracle_09_sag_and_frequency_do_not_depend_on_the_substep() {
    let rest = upright_rod().0[7].as_vec3();
    let (mut sags, mut rates) = (Vec::new(), Vec::new());
    for substeps in [1, 2, 4, 8, 16, 32] {
        let mut world = rod_world(substeps, 8.0);
        run(&mut world, 150);
        sags.push(f64::from(position(&world, 0, 7).distance(rest)) * 1e3);
        run(&mut world, 150);
        rates.push(frequency(substeps, position(&world, 0, 7)));
    }
    println!("oracle 9: sag {sags:.2?} mm, first mode {rates:.3?} Hz");
    let spread = |v: &[f64]| {
        let (low, high) = v.iter().fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(*x), h.max(*x)));
        high / low - 1.0
    };
    println!("oracle 9: spread {:.2} %, {:.2} %", 100.0 * spread(&sags), 100.0 * spread(&rates));
    assert!(spread(&sags) <= 0.04 && spread(&rates) <= 0.02);
}
