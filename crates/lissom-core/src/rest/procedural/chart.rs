//! \[PD09\] 4.2: deformation charts, how much a body stretches along its three directions in the course of a cycle.
//!
//! Charts are drawn between control points, straight in the logarithm of the rate: there, stretching twofold and
//! shrinking to half are as far from nothing, strength is a factor, and keeping volume is a sum that is zero.
//!
//! | symbol | here | |
//! |---|---|---|
//! | T | `cycle_secs` | |
//! | A | `range` | rates are between 1/A and A |
//! | c_k(t) | `log_rates` | as logarithms |

use crate::lanes::Lanes;

/// The largest range a chart may have.
pub const MAX_RANGE: f32 = 8.0;
/// Control points nearer than this are taken to be this far apart: a jump is a steep line.
const LEAST_APART: f32 = 1e-3;
/// Where a cycle that is swept once eases in and out.
const EDGE: f32 = 0.05;
/// Most control points of a chart.
pub const MAX_POINTS: usize = 64;

/// A place on a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Share of the cycle, 0 to 1.
    pub phase: f32,
    /// 1 is as drawn, 2 twice as long, 0.5 half.
    pub rate: f32,
}

/// \[PD09\] 4.2: what the charts across do to keep the volume.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Volume {
    /// All three charts are drawn.
    Free,
    /// The other two share what the first takes: c₂ = c₃ = c₁^(−1/2).
    #[default]
    Both,
    /// The second takes all of it: c₂ = 1/c₁, c₃ = 1.
    Second,
}

/// Three charts, for the three directions. Without points a chart is 1 throughout.
#[derive(Clone, Debug, PartialEq)]
pub struct Charts {
    pub cycle_secs: f32,
    pub range: f32,
    pub volume: Volume,
    pub points: [Vec<Point>; 3],
}

impl Default for Charts {
    fn default() -> Charts {
        Charts { cycle_secs: 1.0, range: 2.0, volume: Volume::Both, points: Default::default() }
    }
}

/// Charts made ready: lines with bends.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub cycle_secs: f64,
    pub log_range: f32,
    volume: Volume,
    lines: [Line; 3],
}

/// f(p) = start + slope p + Σ bend_k max(0, p − at_k), for p from 0 to 1.
#[derive(Clone, Debug, Default)]
struct Line {
    start: f32,
    slope: f32,
    bends: Vec<[f32; 2]>,
}

impl Drawn {
    /// `once`: for a cycle that is swept once, starting and ending at nothing.
    pub fn new(charts: &Charts, once: bool) -> Drawn {
        let log_range = libm::logf(charts.range.clamp(1.0, MAX_RANGE));
        let line = |k: usize| Line::new(&charts.points[k], log_range, once);
        Drawn {
            cycle_secs: f64::from(charts.cycle_secs),
            log_range,
            volume: charts.volume,
            lines: [line(0), line(1), line(2)],
        }
    }

    /// Whether nothing ever moves.
    pub fn is_still(&self) -> bool {
        self.lines.iter().all(|l| l.start == 0.0 && l.slope == 0.0 && l.bends.is_empty())
    }

    /// log c of the three directions, at phases from 0 to 1.
    #[inline(always)]
    pub fn log_rates<L: Lanes>(&self, phase: L) -> [L; 3] {
        let first = self.lines[0].at(phase);
        match self.volume {
            Volume::Free => [first, self.lines[1].at(phase), self.lines[2].at(phase)],
            Volume::Both => [first, first * L::splat(-0.5), first * L::splat(-0.5)],
            Volume::Second => [first, -first, L::zero()],
        }
    }
}

impl Line {
    fn new(points: &[Point], log_range: f32, once: bool) -> Line {
        let mut places: Vec<[f32; 2]> = points
            .iter()
            .map(|p| [p.phase.clamp(0.0, 1.0), libm::logf(p.rate.max(1e-6)).clamp(-log_range, log_range)])
            .collect();
        places.sort_by(|a, b| a[0].total_cmp(&b[0]));
        if once {
            // Within the first and the last twentieth it comes from nothing and goes to nothing.
            if places.is_empty() {
                return Line::default();
            }
            let cyclic = Line::new(points, log_range, false);
            places.retain(|p| p[0] > EDGE && p[0] < 1.0 - EDGE);
            places.insert(0, [EDGE, cyclic.at(EDGE)]);
            places.insert(0, [0.0, 0.0]);
            places.push([1.0 - EDGE, cyclic.at(1.0 - EDGE)]);
            places.push([1.0, 0.0]);
        } else {
            // The right edge is the left edge.
            if places.last().is_some_and(|p| p[0] > 1.0 - LEAST_APART) && places[0][0] < LEAST_APART {
                places.pop();
            }
            let Some((&first, &last)) = places.first().zip(places.last()) else { return Line::default() };
            let gap = (first[0] + 1.0 - last[0]).max(LEAST_APART);
            let at_edge = last[1] + (first[1] - last[1]) * ((1.0 - last[0]) / gap).clamp(0.0, 1.0);
            if first[0] > 0.0 {
                places.insert(0, [0.0, at_edge]);
            }
            places.push([1.0, places[0][1]]);
        }
        for k in 1..places.len() {
            places[k][0] = places[k][0].max(places[k - 1][0] + LEAST_APART);
        }
        let slope = |k: usize| (places[k + 1][1] - places[k][1]) / (places[k + 1][0] - places[k][0]);
        let bends = (1..places.len() - 1).map(|k| [places[k][0], slope(k) - slope(k - 1)]);
        Line { start: places[0][1], slope: slope(0), bends: bends.filter(|b| b[1] != 0.0).collect() }
    }

    #[inline(always)]
    fn at<L: Lanes>(&self, phase: L) -> L {
        let mut value = L::splat(self.start) + L::splat(self.slope) * phase;
        for &[at, bend] in &self.bends {
            value = value + L::splat(bend) * (phase - L::splat(at)).max(L::zero());
        }
        value
    }
}

/// e^x − 1 for |x| up to ln [`MAX_RANGE`], to a few units in the last place: a polynomial for x/16, squared four times.
#[inline(always)]
pub fn exp_less_one<L: Lanes>(x: L) -> L {
    let y = x * L::splat(1.0 / 16.0);
    let mut sum = L::splat(1.0 / 720.0);
    for factor in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0] {
        sum = sum * y + L::splat(factor);
    }
    // (1 + a)² − 1 = a (2 + a): small numbers stay exact.
    let mut less_one = sum * y;
    for _ in 0..4 {
        less_one = less_one * (L::splat(2.0) + less_one);
    }
    less_one
}
