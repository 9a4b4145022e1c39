//! Oracles 5 and 6, on single passes of matching.

mod support;
use glam::{DQuat, DVec3, Quat, Vec3};
use lissom_core::scratch::Scratch;
use lissom_core::state::State;
use lissom_core::step::constrain::{self, Which};
use lissom_core::step::parallel::{Crew, Threads};
use lissom_core::step::shape_match::Strength;
use lissom_core::step::{guard, shape_match};
use lissom_core::*;
use support::*;

fn crew() -> Crew {
    // The one body is the one unit.
    Crew { width: LaneWidth::best(), threads: Threads::One, units: 1 }
}

/// At 240 substeps a second this stiffness takes the whole way to the goal in one pass.
const WHOLE_HZ: f32 = 240.0 / std::f32::consts::TAU;

/// One body and what a pass of matching needs.
struct Bench {
    template: template::Template,
    rest: rest::RestPose,
    state: State,
    scratch: Scratch,
}

impl Bench {
    fn new(body: BodyDesc) -> Bench {
        let desc = WorldDesc { bones: vec![IDENTITY], bodies: vec![body], ..WorldDesc::default() };
        let (template, rest, _) = build::build(desc, Hold::Found(&Held::default())).expect("valid");
        let mut state = State::new(&template, 1);
        guard::to_bind_pose(&template, &mut state);
        let scratch = Scratch::new(&template);
        Bench { template, rest, state, scratch }
    }
    fn put(&mut self, x: &[DVec3], q: &[DQuat]) {
        let predicted = self.scratch.predicted();
        for (k, slot) in self.template.bodies[0].slots().enumerate() {
            for c in 0..3 {
                predicted.x[c][slot] = x[k][c] as f32;
                predicted.low[c][slot] = 0.0;
            }
            for (c, v) in q[k].to_array().into_iter().enumerate() {
                predicted.q[c][slot] = v as f32;
            }
        }
    }
    fn get(&mut self) -> (Vec<DVec3>, Vec<DQuat>) {
        let p = self.scratch.predicted();
        let slots = self.template.bodies[0].slots();
        let x = |s: usize| DVec3::from_array(std::array::from_fn(|c| f64::from(p.x[c][s]) + f64::from(p.low[c][s])));
        let q = |s: usize| DQuat::from_array(std::array::from_fn(|c| f64::from(p.q[c][s])));
        slots.map(|s| (x(s), q(s))).unzip()
    }
    fn pass(&mut self) {
        let Bench { template, rest, state, scratch } = self;
        shape_match::run(template, rest, state, scratch, 0, Strength::Usual, crew());
    }
    fn lengths(&mut self) {
        let Bench { template, rest, state, scratch } = self;
        constrain::run(template, rest, state, scratch, Which::InPass(0), crew());
    }
}

fn pose_of(body: &BodyDesc) -> (Vec<DVec3>, Vec<DQuat>) {
    let pose = |p: &ParticleDesc| (Vec3::from_array(p.position).as_dvec3(), Quat::from_array(p.rotation).as_dquat());
    body.particles.iter().map(pose).unzip()
}

#[test]
fn oracle_05_a_pass_keeps_both_momenta() {
    for ring in [1, 2] {
        let (mut linear, mut angular) = (0.0_f64, 0.0);
        for seed in 0..20 {
            let params = BodyParams { bend_hz: WHOLE_HZ, twist_hz: WHOLE_HZ, ring, ..undamped() };
            let body = free(bent_chain(params));
            let (mut x, mut q) = pose_of(&body);
            let mut bench = Bench::new(body);
            let mut random = Random::new(100 + seed);
            for k in 0..8 {
                x[k] += random.vector() * 0.01;
                q[k] = (quat::qexp(random.vector() * 0.1) * q[k]).normalize();
            }
            bench.put(&x, &q);
            let (x, q) = bench.get();
            bench.pass();
            let (x2, q2) = bench.get();
            let moved: Vec<DVec3> = (0..8).map(|k| x2[k] - x[k]).collect();
            let mean = x.iter().sum::<DVec3>() / 8.0;
            let total = |f: &dyn Fn(usize) -> f64| (0..8).map(f).sum::<f64>();
            let sum = moved.iter().sum::<DVec3>().length() / total(&|k| moved[k].length());
            linear = linear.max(sum);
            let orbital = (0..8).map(|k| x[k].cross(moved[k])).sum::<DVec3>();
            let inertia = 0.4 * 0.03 * 0.03;
            let spin = (0..8).map(|k| quat::qlog(q2[k] * q[k].conjugate()) * inertia).sum::<DVec3>();
            angular += (orbital + spin).length() / total(&|k| (x[k] - mean).length() * moved[k].length()) / 20.0;
        }
        println!("oracle 5: ring {ring}: ΣmΔx {linear:.1e}, orbital and spin {angular:.1e}");
        assert!(linear <= 1e-6, "{linear:e}");
        assert!(angular <= 5e-4, "{angular:e}");
    }
}

/// Groups that each have a rest shape of their own, matched one by one, and either averaged or with
/// orientations from the group around each particle only. The largest spin after 5 s.
fn incompatible(turned: bool, averaged: bool, mut draw: impl FnMut() -> DVec3) -> f64 {
    let (joints, h, share) = (8, 1.0 / 240.0, (std::f64::consts::TAU * 30.0 / 240.0).powi(2));
    let chain = free(bent_chain(BodyParams { ring: 1, ..undamped() }));
    let (mut x, mut q) = pose_of(&chain);
    let members = |g: usize| g.saturating_sub(1)..(g + 2).min(joints);
    let count = |k: usize| members(k).len();
    let mut groups: Vec<Bench> = (0..joints)
        .map(|g| {
            let mut body = chain.clone();
            body.params = BodyParams { bend_hz: WHOLE_HZ, twist_hz: WHOLE_HZ, ring: 2, ..undamped() };
            for k in members(g) {
                let p = &mut body.particles[k];
                p.mass_kg /= count(k) as f32;
                if k != g && turned {
                    p.rotation = (quat::qexp(draw() * 0.3) * q[k]).as_quat().normalize().to_array();
                } else if k != g {
                    p.position = (x[k] + draw() * 0.03).as_vec3().to_array();
                }
            }
            body.particles = body.particles[members(g)].to_vec();
            let all = (1..body.particles.len() as u32).map(|k| [0, k]).collect();
            body.structure = Structure::Mesh { edges: all };
            Bench::new(body)
        })
        .collect();
    let mut whole = Bench::new(chain);
    let (mut v, mut w) = (vec![DVec3::ZERO; joints], vec![DVec3::ZERO; joints]);
    for _ in 0..1200 {
        let mut xp: Vec<DVec3> = (0..joints).map(|k| x[k] + v[k] * h).collect();
        let mut qp: Vec<DQuat> = (0..joints).map(|k| (quat::qexp(w[k] * h) * q[k]).normalize()).collect();
        let mut goals = vec![DVec3::ZERO; joints];
        let mut turns = vec![DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0); joints];
        for (g, bench) in groups.iter_mut().enumerate() {
            bench.put(&xp[members(g)], &qp[members(g)]);
            bench.pass();
            let (goal, turn) = bench.get();
            for (index, k) in members(g).enumerate() {
                goals[k] += goal[index] / count(k) as f64;
                let sign = if turn[index].dot(qp[k]) < 0.0 { -1.0 } else { 1.0 };
                if averaged || k == g {
                    turns[k] += turn[index] * sign;
                }
            }
        }
        for k in 0..joints {
            xp[k] = xp[k].lerp(goals[k], share);
            let turn = quat::qlog(turns[k].normalize() * qp[k].conjugate());
            qp[k] = (quat::qexp(turn * share) * qp[k]).normalize();
        }
        whole.put(&xp, &qp);
        whole.lengths();
        xp = whole.get().0;
        for k in 0..joints {
            (v[k], w[k]) = ((xp[k] - x[k]) / h, quat::qlog(qp[k] * q[k].conjugate()) / h);
        }
        (x, q) = (xp, qp);
    }
    w.iter().map(|w| w.abs().max_element()).fold(0.0, f64::max)
}

/// The draw of the oracle: normal numbers, for the members of each group in turn.
const DRAW: [[f64; 3]; 14] = [
    [2.040919, -2.555665, 0.418099],
    [-0.567770, -0.452649, -0.215597],
    [-2.019986, -0.231932, -0.865213],
    [3.323000, 0.225787, -0.352631],
    [-0.281287, -0.668046, -1.055151],
    [-0.390801, 0.481945, -0.238554],
    [0.957759, -0.199802, 0.024260],
    [1.545821, 0.545106, -0.505229],
    [-0.182839, 0.540525, 1.935088],
    [-0.269620, -0.243559, 1.002314],
    [-0.886460, -0.291720, 0.882539],
    [0.580350, 0.091517, 0.670104],
    [-2.828162, 1.021307, -0.959645],
    [-1.668620, 0.276446, 0.700545],
];

#[test]
fn oracle_06_incompatible_rest_shapes_hardly_spin_up() {
    let the_draw = |averaged: bool| {
        let mut numbers = DRAW.into_iter().map(DVec3::from_array);
        incompatible(true, averaged, || numbers.next().expect("fourteen"))
    };
    let (averaged, lone) = (the_draw(true), the_draw(false));
    println!("oracle 6: {averaged:.2} rad/s after 5 s, {lone:.0} if only centres are turned");
    assert!(averaged < 5.0, "{averaged} rad/s");
    assert!(lone > 5.0 * averaged, "averaging is what keeps it calm: {lone} rad/s without");
    // Other draws spread about it.
    let others: Vec<f64> = (0..8)
        .map(|seed| {
            let mut random = Random::new(600 + seed);
            incompatible(true, true, || random.vector())
        })
        .collect();
    println!("oracle 6: other draws {others:.1?}");
    assert!(others.iter().sum::<f64>() / 8.0 < 10.0);
}
