//! \[KI13\] Algorithm 1: how much each example counts, from the view direction. And two other ways to say so.

use super::examples::AT_ONCE;
use super::{ViewBlend, Weighting, row};
use crate::lanes::{self, Kernel, LaneWidth, Lanes, Memory};
use crate::math::Vec3;
use crate::rest::view_blend::Views;
use glam::{DVec3, Vec3 as Point};

/// Weights that differ by less are the same.
pub const NOTHING: f32 = 1e-6;

/// From here the rest of the way is no step at all.
const NEARLY: f32 = 1e-5;

/// Brings the weights of a unit nearer to what its view directions ask for. Returns whether any of them changed.
pub fn run(views: &Views, rows: &mut [f32], dt_secs: f64, width: LaneWidth) -> bool {
    let mut changed = false;
    lanes::run(width, Turn { views, rows, dt: dt_secs as f32, changed: &mut changed });
    changed
}

/// The weights that a view direction, in the frame of the base, asks for; the bind pose's first.
pub fn at(view: &ViewBlend, direction: [f32; 3]) -> Vec<f32> {
    let views = Views::for_weights(view);
    let mut rows = vec![0.0; views.kind.rows()];
    let d = Point::from_array(direction).normalize_or(Point::Z);
    rows[..3].copy_from_slice(&d.to_array());
    rows[row::CUT] = 1.0;
    run(&views, &mut rows, 0.0, LaneWidth::One);
    rows.split_off(row::WEIGHTS)
}

struct Turn<'a> {
    views: &'a Views,
    rows: &'a mut [f32],
    dt: f32,
    changed: &'a mut bool,
}

/// Examples of a body; more do not fit in a register file, but nobody has drawn as many.
pub const MAX_EXAMPLES: usize = 64;

impl Kernel for Turn<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Turn { views, rows, dt, changed } = self;
        let (columns, examples) = (views.columns, views.kind.examples);
        let mut goal = [L::zero(); MAX_EXAMPLES + 1];
        for column in (0..columns).step_by(L::WIDTH) {
            let d = Vec3([0, 1, 2].map(|c| L::load(rows, c * columns + column)));
            // Nowhere to look from: then it is the bind pose.
            let seen = d.dot(d).greater(L::splat(0.5));
            for j in 0..examples {
                let to = Vec3([0, 1, 2].map(|c| L::load(&views.directions[j][c], column)));
                let x = angle(d, to) * L::load(&views.inv_extent[j], column);
                goal[j + 1] = L::select(seen, exp_minus(x * x), L::zero());
            }
            match views.kind.weighting {
                Weighting::Gaussian => {}
                Weighting::Interpolating => interpolate(views, column, &mut goal),
                Weighting::Triangulated => {
                    for lane in 0..L::WIDTH {
                        let c = column + lane;
                        let d = Point::new(rows[c], rows[columns + c], rows[2 * columns + c]);
                        let bary = barycentric(views, c, d);
                        for (j, value) in bary.iter().enumerate().take(examples) {
                            set_lane(&mut goal[j + 1], lane, *value);
                        }
                    }
                }
            }
            let sum = goal[1..=examples].iter().fold(L::zero(), |s, w| s + *w);
            let one = L::splat(1.0);
            let scale = one / sum.max(one);
            goal[0] = (one - sum).max(L::zero());
            // The whole way in a cut, some of it otherwise.
            let cut = L::load(rows, row::CUT * columns + column).greater(L::zero());
            let rate = L::load(&views.rate, column);
            let share = one - exp_minus(rate * L::splat(dt));
            let at_once = rate.greater(L::splat(0.5 * AT_ONCE));
            let share = L::select(cut, one, L::select(at_once, one, share));
            let mut gap = L::zero();
            for j in 0..=examples {
                let at = (row::WEIGHTS + j) * columns + column;
                let goal = if j > 0 { goal[j] * scale } else { goal[0] };
                let way = goal - L::load(rows, at);
                gap = gap.max(way.abs());
            }
            gap.store(rows, row::GAP * columns + column);
            let moves = L::and(gap.greater(L::splat(NOTHING)), share.greater(L::zero()));
            *changed |= L::bits(moves) != 0;
            let nearly = L::and(L::splat(NEARLY).greater(gap), moves);
            let arrives = L::select(nearly, one, share).greater(L::splat(0.999_999));
            for j in 0..=examples {
                let at = (row::WEIGHTS + j) * columns + column;
                let goal = if j > 0 { goal[j] * scale } else { goal[0] };
                let here = L::load(rows, at);
                let moved = L::select(arrives, goal, here + (goal - here) * share);
                L::select(moves, moved, here).store(rows, at);
            }
        }
    }
}

/// Gaussian weights that meet every example: u = Φ⁻ᵀ φ, not below zero.
#[inline(always)]
fn interpolate<L: Lanes>(views: &Views, column: usize, goal: &mut [L; MAX_EXAMPLES + 1]) {
    let n = views.kind.examples;
    let phi = *goal;
    for j in 0..n {
        let mut sum = L::zero();
        for k in 0..n {
            sum = sum + L::load(&views.inverse[j * n + k], column) * phi[k + 1];
        }
        goal[j + 1] = sum.max(L::zero());
    }
}

/// Writes one lane.
#[inline(always)]
fn set_lane<L: Lanes>(value: &mut L, lane: usize, number: f32) {
    let mut all = [0.0; lanes::MAX_WIDTH];
    value.store(&mut all, 0);
    all[lane] = number;
    *value = L::load(&all, 0);
}

/// The angle between two unit vectors.
#[inline(always)]
fn angle<L: Lanes>(a: Vec3<L>, b: Vec3<L>) -> L {
    // Half of it has the difference and the sum as its sides, so it is exact near 0 and near a half turn.
    let (apart, together) = (a.sub(b), a.add(b));
    let (y, x) = (apart.dot(apart).sqrt(), together.dot(together).sqrt());
    let one = L::splat(1.0);
    let (low, high) = (y.min(x), y.max(x).max(L::splat(1e-20)));
    let t = low / high;
    let t = t / (one + (one + t * t).sqrt());
    let s = t * t;
    let mut sum = L::splat(1.0 / 17.0);
    for n in [15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0] {
        sum = L::splat(1.0 / n) - s * sum;
    }
    let half = L::splat(2.0) * t * sum;
    let half = L::select(y.greater(x), L::splat(std::f32::consts::FRAC_PI_2) - half, half);
    half + half
}

/// e to the minus x, for x not below zero.
#[inline(always)]
pub fn exp_minus<L: Lanes>(x: L) -> L {
    // 2 to the minus n times e to the minus f, with f at most one half ln 2; n by its binary digits, because lanes
    // have no integers.
    let x = x.min(L::splat(87.0));
    let near = L::splat(12_582_912.0);
    let mut n = (x * L::splat(std::f32::consts::LOG2_E) + near) - near;
    let f = (x - n * L::splat(0.693_145_75)) - n * L::splat(1.428_606_8e-6);
    let mut sum = L::splat(1.0);
    for k in [7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0] {
        sum = L::splat(1.0) - f * sum * L::splat(1.0 / k);
    }
    for (digit, power) in [
        (64.0, 5.421_011e-20),
        (32.0, 2.328_306_4e-10),
        (16.0, 1.525_878_9e-5),
        (8.0, 0.003_906_25),
        (4.0, 0.062_5),
        (2.0, 0.25),
        (1.0, 0.5),
    ] {
        let has = n.greater(L::splat(digit - 0.5));
        sum = sum * L::select(has, L::splat(power), L::splat(1.0));
        n = n - L::select(has, L::splat(digit), L::zero());
    }
    sum
}

/// Φ⁻ᵀ, by rows.
pub fn inverse(directions: &[DVec3], extents: &[f64]) -> Vec<f64> {
    let n = directions.len();
    let mut phi = vec![0.0; n * n];
    for j in 0..n {
        for k in 0..n {
            let x = libm::atan2(directions[j].cross(directions[k]).length(), directions[j].dot(directions[k]));
            // Transposed; the diagonal keeps examples of one direction apart.
            phi[k * n + j] = libm::exp(-(x / extents[k]) * (x / extents[k])) + if j == k { 1e-6 } else { 0.0 };
        }
    }
    crate::rest::view_blend::linear::inverse(&phi, n)
}

/// Triangles of the hull of the directions, or none if it does not hold the origin.
pub fn triangulate(directions: &[DVec3]) -> Option<Vec<[usize; 3]>> {
    let n = directions.len();
    // A little farther out, each by another bit: of four in a plane there is but one way to make triangles.
    let lift = |k: usize| 1.0 + 1e-5 * ((k * k * 37 + k * 11 + 7) % 101) as f64 / 101.0;
    let lifted: Vec<DVec3> = directions.iter().enumerate().map(|(k, d)| *d * lift(k)).collect();
    let directions = &lifted;
    let mut triangles = Vec::new();
    for a in 0..n {
        for b in a + 1..n {
            for c in b + 1..n {
                let [p, q, r] = [a, b, c].map(|k| directions[k]);
                let normal = (q - p).cross(r - p).normalize_or_zero();
                let side = |k: usize| normal.dot(directions[k] - p);
                let beyond = (0..n).filter(|k| ![a, b, c].contains(k)).map(side);
                let (low, high) = beyond.fold((0.0_f64, 0.0_f64), |(l, h), s| (l.min(s), h.max(s)));
                if normal == DVec3::ZERO || (low < -1e-9 && high > 1e-9) {
                    continue;
                }
                // The origin must be on the inner side.
                let outward = if high > 1e-9 { -normal } else { normal };
                if outward.dot(p) < 1e-6 {
                    return None;
                }
                triangles.push([a, b, c]);
            }
        }
    }
    (triangles.len() >= 4).then_some(triangles)
}

/// Where a direction passes through the triangulation of a body.
fn barycentric(views: &Views, column: usize, d: Point) -> [f32; MAX_EXAMPLES] {
    let mut out = [0.0; MAX_EXAMPLES];
    let at = |j: usize| Point::from_array(std::array::from_fn(|c| views.directions[j][c][column]));
    let mut best = (f32::NEG_INFINITY, [0; 3], Point::ZERO);
    for &triangle in &views.triangles[column] {
        let [p, q, r] = triangle.map(at);
        let share = Point::new(d.dot(q.cross(r)), d.dot(r.cross(p)), d.dot(p.cross(q))) * p.dot(q.cross(r)).signum();
        // The one it is most inside of, or least outside.
        let inside = share.min_element() / share.abs().max_element().max(1e-30);
        if inside > best.0 {
            best = (inside, triangle, share);
        }
    }
    let share = best.2.max(Point::ZERO);
    let sum = share.element_sum();
    if sum > 0.0 {
        for (k, j) in best.1.into_iter().enumerate() {
            out[j] += share[k] / sum;
        }
    }
    out
}
