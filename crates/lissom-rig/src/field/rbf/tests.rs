use super::*;

/// The same numbers on every run, between 0 and 1.
fn numbers(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn points(count: usize, seed: u64) -> Vec<DVec3> {
    let mut next = numbers(seed);
    (0..count).map(|_| DVec3::new(3.0 * next() + 7.0, 2.0 * next(), next() - 4.0)).collect()
}

fn fit(kernel: Kernel, at: &[DVec3], f: impl Fn(DVec3) -> f64) -> Rbf<1> {
    let samples: Vec<Sample<1>> = at.iter().map(|p| Sample { at: *p, values: [f(*p)] }).collect();
    Rbf::fit(kernel, UnitBox::around(at.iter().copied()), &samples).unwrap()
}

const KERNELS: [Kernel; 2] = [Kernel::Cubic, Kernel::Linear];

#[test]
fn constraints_are_met() {
    let at = points(300, 1);
    let f = |p: DVec3| (3.0 * p.x).sin() * p.y + if p.z > -3.5 { 1.0 } else { 0.0 };
    for kernel in KERNELS {
        let field = fit(kernel, &at, f);
        let worst = at.iter().map(|p| (field.value(*p)[0] - f(*p)).abs()).fold(0.0, f64::max);
        println!("{kernel:?}: {worst:.1e}");
        assert!(worst < 1e-6, "{kernel:?}: {worst:e}");
    }
}

#[test]
fn linear_functions_are_met_everywhere() {
    let f = |p: DVec3| 0.3 + p.dot(DVec3::new(0.2, -0.7, 1.1));
    for (kernel, count) in [(Kernel::Cubic, 40), (Kernel::Linear, 40), (Kernel::Cubic, 4), (Kernel::Linear, 5)] {
        let field = fit(kernel, &points(count, 2), f);
        for p in points(50, 3) {
            assert!((field.value(p)[0] - f(p)).abs() < 1e-9, "{kernel:?} {}", field.value(p)[0] - f(p));
            assert!((field.gradient(p)[0] - DVec3::new(0.2, -0.7, 1.1)).length() < 1e-8);
        }
    }
}

#[test]
fn gradients_are_those_of_the_values() {
    for kernel in KERNELS {
        let field = fit(kernel, &points(60, 4), |p| (2.0 * p.x).sin() + p.y * p.z);
        for p in points(20, 5) {
            let along = |d: DVec3| (field.value(p + d * 1e-5)[0] - field.value(p - d * 1e-5)[0]) / 2e-5;
            let differences = DVec3::new(along(DVec3::X), along(DVec3::Y), along(DVec3::Z));
            let off = (field.gradient(p)[0] - differences).length();
            assert!(off < 1e-6 * differences.length().max(1.0), "{kernel:?}: {off:e}");
        }
    }
}

#[test]
fn flat_and_few_constraints_say_nothing_about_other_directions() {
    let flat: Vec<DVec3> = points(30, 6).iter().map(|p| DVec3::new(p.x, p.y, 1.0)).collect();
    for kernel in KERNELS {
        let field = fit(kernel, &flat, |p| p.x - 2.0 * p.y);
        let off = field.value(DVec3::new(8.0, 1.0, 1.4))[0] - 6.0;
        assert!(off.abs() < 1e-9, "{kernel:?}: {off}");
        let two = fit(kernel, &[DVec3::ZERO, DVec3::X], |p| p.x);
        assert!((two.value(DVec3::new(0.25, 3.0, -2.0))[0] - 0.25).abs() < 1e-12);
        let one = fit(kernel, &[DVec3::ONE], |_| 0.7);
        assert_eq!(one.value(DVec3::X), [0.7]);
        let equal = fit(kernel, &points(20, 7), |_| 0.1);
        assert_eq!((equal.value(DVec3::X), equal.gradient(DVec3::X)), ([0.1], [DVec3::ZERO]));
    }
    assert!(Rbf::<1>::fit(Kernel::Cubic, UnitBox::around([]), &[]).is_none());
}

#[test]
fn neighbours_that_contradict_each_other_have_an_answer() {
    let mut at = points(50, 8);
    at.extend(points(50, 8).iter().map(|p| *p + DVec3::splat(4e-5)));
    for kernel in KERNELS {
        let samples: Vec<Sample<1>> =
            at.iter().enumerate().map(|(i, p)| Sample { at: *p, values: [f64::from(i < 50)] }).collect();
        let field = Rbf::fit(kernel, UnitBox::around(at.iter().copied()), &samples).unwrap();
        let worst = points(200, 9).iter().map(|p| field.value(*p)[0].abs()).fold(0.0, f64::max);
        assert!(worst < 1e3, "{kernel:?}: {worst:e}");
    }
}

#[test]
fn too_many_constraints_are_thinned_out() {
    let f = |p: DVec3| (p.x + p.y).sin();
    let field = fit(Kernel::Cubic, &points(1700, 10), f);
    assert_eq!(field.points.len(), MOST_CONSTRAINTS);
    let worst = points(100, 11).iter().map(|p| (field.value(*p)[0] - f(*p)).abs()).fold(0.0, f64::max);
    assert!(worst < 0.01, "{worst}");
}

#[test]
fn components_do_not_mix() {
    let at = points(40, 12);
    let f = |p: DVec3| [p.x.sin(), p.y * p.y, 0.5];
    let samples: Vec<Sample<3>> = at.iter().map(|p| Sample { at: *p, values: f(*p) }).collect();
    let all = Rbf::fit(Kernel::Cubic, UnitBox::around(at.iter().copied()), &samples).unwrap();
    for c in 0..3 {
        let one = fit(Kernel::Cubic, &at, |p| f(p)[c]);
        let p = DVec3::new(8.0, 1.0, -3.5);
        assert!((all.value(p)[c] - one.value(p)[0]).abs() < 1e-9);
        assert!((all.gradient(p)[c] - one.gradient(p)[0]).length() < 1e-9);
    }
}
