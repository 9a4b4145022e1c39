//! Oracles 1 and 2: quaternions and rotation extraction.

mod support;
use glam::{DMat3, DQuat, DVec3};
use lissom_core::math::{Mat3, Quat};
use lissom_core::quat::{minrot, qexp, qlog};
use lissom_core::rotation::{extract, extract_cold};
use support::Random;

/// Davenport's q-method: the eigenvector of the largest eigenvalue of a symmetric 4×4 matrix, by Jacobi.
fn optimum(a: DMat3) -> DQuat {
    let m = |row: usize, column: usize| a.col(column)[row];
    let trace = m(0, 0) + m(1, 1) + m(2, 2);
    let z = [m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)];
    let mut k = [[0.0; 4]; 4];
    for i in 0..3 {
        for j in 0..3 {
            k[i][j] = m(i, j) + m(j, i) - if i == j { trace } else { 0.0 };
        }
        k[i][3] = z[i];
        k[3][i] = z[i];
    }
    k[3][3] = trace;
    let mut v = [[0.0; 4]; 4];
    for (i, row) in v.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    for _ in 0..30 {
        for p in 0..3 {
            for q in p + 1..4 {
                let angle = 0.5 * f64::atan2(2.0 * k[p][q], k[q][q] - k[p][p]);
                let (s, c) = angle.sin_cos();
                for row in k.iter_mut().chain(&mut v) {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
                for i in 0..4 {
                    (k[p][i], k[q][i]) = (c * k[p][i] - s * k[q][i], s * k[p][i] + c * k[q][i]);
                }
            }
        }
    }
    let best = (0..4).max_by(|&i, &j| k[i][i].total_cmp(&k[j][j])).expect("four");
    DQuat::from_array(std::array::from_fn(|c| v[c][best])).normalize()
}

fn single(a: DMat3, start: DQuat, iterations: usize) -> DQuat {
    let rows = Mat3(std::array::from_fn(|k| a.col(k % 3)[k / 3] as f32));
    let q = extract::<f32>(&rows, Quat(start.to_array().map(|v| v as f32)), iterations);
    let q = DQuat::from_array(q.0.map(f64::from));
    assert!((q.length() - 1.0).abs() < 1e-6, "not unit: {q}");
    q
}

fn angle(a: DQuat, b: DQuat) -> f64 {
    qlog(a.normalize() * b.normalize().conjugate()).length()
}

fn fit(r: DQuat, a: DMat3) -> f64 {
    let r = DMat3::from_quat(r);
    (0..3).map(|c| r.col(c).dot(a.col(c))).sum()
}

/// Three particles in a row, turned and disturbed.
fn rod(thickness: f64, turn: DQuat, noise: f64, random: &mut Random) -> DMat3 {
    let mut a = DMat3::ZERO;
    for along in [-1.0, 0.0, 1.0] {
        let rest = DVec3::X * along;
        let p = turn * rest + random.vector() * noise;
        a += DMat3::from_cols(p * rest.x, p * rest.y, p * rest.z);
        a += DMat3::from_quat(turn * qexp(random.vector() * noise)) * (0.2 * thickness * thickness);
    }
    a
}

#[test]
fn oracle_01_quaternion_helpers() {
    let mut random = Random::new(1);
    for k in 0..2000 {
        let phi = random.direction() * random.between(0.0, 3.1);
        assert!((qlog(qexp(phi)) - phi).length() < 1e-12, "{phi}");
        let a = random.direction();
        let b = [-a, a, random.direction()][k % 3];
        let q = minrot(a, b, DVec3::X);
        assert!((q * a - b).length() < 1e-12 && (q.length() - 1.0).abs() < 1e-12, "{a} {b}");
    }
    assert!(qlog(qexp(DVec3::ZERO)).length() == 0.0);
    assert!(minrot(DVec3::X, -DVec3::X, DVec3::X).is_normalized());
}

#[test]
fn oracle_02_two_steps_reach_the_optimum() {
    let mut random = Random::new(2);
    for thickness in [0.5, 0.3, 0.1] {
        let mut worst = 0.0_f64;
        for _ in 0..200 {
            let turn = random.rotation();
            let a = rod(thickness, turn, 0.02, &mut random);
            let best = optimum(a);
            let start = qexp(random.direction() * 5.0_f64.to_radians()) * best;
            worst = worst.max(angle(single(a, start, 2), best));
        }
        println!("oracle 2: r/l {thickness}: {worst:.1e} rad after two steps");
        assert!(worst < 1e-5, "r/l {thickness}: {worst:e}");
    }
}

#[test]
fn oracle_02_reflected_zero_and_half_turn() {
    let mut random = Random::new(3);
    for _ in 0..500 {
        // A reflected cloud: the best rotation flips the smallest singular direction.
        let (u, v) = (random.rotation(), random.rotation());
        let s = DVec3::new(random.between(2.0, 3.0), random.between(1.2, 1.8), random.between(0.3, 1.0));
        let (u, v) = (DMat3::from_quat(u), DMat3::from_quat(v));
        let a = u * DMat3::from_diagonal(DVec3::new(s.x, s.y, -s.z)) * v.transpose();
        let expected = DQuat::from_mat3(&(u * v.transpose()));
        assert!(angle(extract_cold(a), expected) < 1e-7);
        assert!(angle(optimum(a), expected) < 1e-7);
        let start = expected * qexp(random.direction() * 0.087);
        assert!(angle(single(a, start, 4), expected) < 1e-5);

        let q = random.rotation();
        assert!(angle(single(DMat3::ZERO, q, 3), q) < 1e-6, "a zero matrix keeps the start");
    }
    let a = DMat3::from_diagonal(DVec3::new(3.0, 2.0, 1.0));
    for axis in DVec3::AXES {
        let start = qexp(axis * std::f64::consts::PI);
        assert!(angle(single(a, start, 20), DQuat::IDENTITY) < 1e-5, "stuck half a turn off about {axis}");
    }
}

#[test]
fn oracle_02_cold_starts_never_fail() {
    let mut random = Random::new(4);
    let mut failed = 0;
    for k in 0..3000 {
        let turn = random.rotation();
        let a = match k % 4 {
            0 => rod(0.3, turn, 0.02, &mut random),
            1 => rod(0.1, turn, 0.02, &mut random),
            2 => rod(0.05, turn, 0.0, &mut random),
            _ => (0..6).fold(DMat3::ZERO, |a, _| {
                let rest = random.vector();
                let p = turn * rest * DVec3::new(1.0, 1.0, -0.5);
                a + DMat3::from_cols(p * rest.x, p * rest.y, p * rest.z)
            }),
        };
        let norm = a.to_cols_array().iter().map(|v| v * v).sum::<f64>().sqrt();
        failed += usize::from(fit(extract_cold(a), a) < fit(optimum(a), a) - 1e-9 * norm);
    }
    assert_eq!(failed, 0);
}
