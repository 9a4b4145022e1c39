//! What is compared, with whom, and by how much ours must be ahead.

use super::program::{Answer, Program};
use super::{Arena, Who};
use anyhow::{Result, bail, ensure};
use std::ops::Range;

pub const ROUNDS: usize = 9;
/// More than this many substeps a frame nobody would take.
const MOST: u32 = 64;
/// A strand as high as a picture of 1000 lines is one line too long. Nobody sees a smaller residual.
const UNSEEN: f64 = 1e-3;

pub struct Contest {
    workload: &'static str,
    title: &'static str,
    iterations: u32,
    rivals: &'static [Rival],
    /// Between these the average over the first seconds must be, or else something is not simulated at all.
    moved: Range<f64>,
    rows: &'static [Row],
}

struct Rival {
    who: Who,
    workload: &'static str,
    /// As many as are told, or as few as are needed to be as good as ours, as far as one sees.
    iterations: Option<u32>,
}

/// What a time is divided by, and how many times ours must be faster than the fastest.
struct Row {
    per: Per,
    bar: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Per {
    Frame,
    Step,
    Pass,
}

const JOLT: Who = Who::Jolt { simd: true };
const PLAIN: Who = Who::Jolt { simd: false };

pub const CONTESTS: [Contest; 9] = [
    Contest {
        workload: "rods",
        title: "rods, 1000 x 9",
        iterations: 4,
        rivals: &[Rival::same(JOLT, "rods", 4), Rival::same(PLAIN, "rods", 4)],
        moved: 0.1..0.2,
        rows: &[Row { per: Per::Step, bar: Some(1.5) }],
    },
    Contest {
        workload: "rods-lengths",
        title: "rods, 1000 x 9",
        iterations: 4,
        rivals: &[Rival::as_good(JOLT, "rods-lengths"), Rival::as_good(PLAIN, "rods-lengths")],
        moved: 1e-6..0.002,
        rows: &[Row { per: Per::Frame, bar: None }],
    },
    Contest {
        workload: "hair",
        title: "hair, 11 x 20",
        iterations: 4,
        rivals: &[Rival::same(JOLT, "hair", 4), Rival::same(PLAIN, "hair", 4)],
        moved: 1.0..1.8,
        rows: &[Row { per: Per::Step, bar: Some(2.0) }],
    },
    Contest {
        workload: "hair-lengths",
        title: "hair, 11 x 20",
        iterations: 4,
        rivals: &[Rival::as_good(JOLT, "hair-lengths"), Rival::as_good(PLAIN, "hair-lengths")],
        moved: 1e-6..0.002,
        rows: &[Row { per: Per::Frame, bar: None }],
    },
    Contest {
        workload: "springs",
        title: "spring bones, 1008 x 8, 4 colliders",
        iterations: 4,
        rivals: &[Rival::same(Who::BevyVrm, "springs", 1), Rival::same(Who::ThreeVrm, "springs", 1)],
        moved: 0.02..0.035,
        rows: &[Row { per: Per::Step, bar: Some(4.0) }, Row { per: Per::Frame, bar: Some(1.5) }],
    },
    Contest {
        workload: "springs-touched",
        title: "spring bones, 1008 x 8, 4 colliders in their way",
        iterations: 4,
        rivals: &[Rival::same(Who::BevyVrm, "springs-touched", 1), Rival::same(Who::ThreeVrm, "springs-touched", 1)],
        moved: 0.03..0.046,
        rows: &[Row { per: Per::Step, bar: Some(4.0) }, Row { per: Per::Frame, bar: Some(1.5) }],
    },
    Contest {
        workload: "cloth",
        title: "cloth, 40 x 35",
        iterations: 4,
        rivals: &[
            Rival::as_good(JOLT, "cloth-tethered"),
            Rival::as_good(JOLT, "cloth"),
            Rival::as_good(Who::PyPbd, "cloth"),
        ],
        moved: 0.001..0.03,
        rows: &[Row { per: Per::Step, bar: None }, Row { per: Per::Frame, bar: Some(1.0) }],
    },
    Contest {
        workload: "solid",
        title: "regions, 12 x 12 x 11, N = 6",
        iterations: 6,
        rivals: &[Rival::same(Who::PyPbd, "solid", 6)],
        moved: 0.1..0.6,
        rows: &[Row { per: Per::Pass, bar: Some(8.0) }],
    },
    Contest {
        workload: "solid",
        title: "regions, 12 x 12 x 11, N = 6",
        iterations: 6,
        rivals: &[Rival::as_good(Who::PyPbd, "solid")],
        moved: 0.1..0.6,
        rows: &[Row { per: Per::Frame, bar: None }],
    },
];

impl Rival {
    const fn same(who: Who, workload: &'static str, iterations: u32) -> Rival {
        Rival { who, workload, iterations: Some(iterations) }
    }

    const fn as_good(who: Who, workload: &'static str) -> Rival {
        Rival { who, workload, iterations: None }
    }

    /// The program, warm, with as many iterations as it needs.
    fn enter(&self, arena: &Arena, ours: Answer) -> Result<(u32, Program, Answer)> {
        let tries = self.iterations.map_or(1..=MOST, |n| n..=n);
        for iterations in tries {
            let mut program = Program::start(arena, self.who, self.workload, iterations)?;
            let answer = program.settle()?;
            if self.iterations.is_some() || answer.probe <= ours.probe.max(UNSEEN) {
                return Ok((iterations, program, answer));
            }
        }
        bail!("{} is never as good as ours", self.who.name())
    }
}

impl Contest {
    /// A line for each rival and way of counting.
    pub fn hold(&self, arena: &Arena) -> Result<Vec<Line>> {
        let mut ours = Program::start(arena, Who::Ours, self.workload, self.iterations)?;
        let first = ours.settle()?;
        self.check(Who::Ours, first)?;
        let mut lines = Vec::new();
        for rival in self.rivals {
            let (iterations, mut theirs, probe) = rival.enter(arena, first)?;
            self.check(rival.who, probe)?;
            eprintln!("{}: ours and {}, {iterations} iterations", self.title, rival.who.name());
            ours.warm()?;
            theirs.warm()?;
            let round = |_| Ok([ours.round(first)?, theirs.round(probe)?]);
            let rounds = (0..ROUNDS).map(round).collect::<Result<Vec<[Answer; 2]>>>()?;
            let mut name = rival.who.name().to_owned();
            if rival.workload == "cloth-tethered" {
                name += " with tethers";
            }
            if rival.iterations.is_none() {
                name += &format!(", {iterations} {}", if self.workload == "solid" { "passes" } else { "substeps" });
            }
            lines.extend(self.rows.iter().map(|row| Line {
                title: self.title,
                name: name.clone(),
                per: row.per,
                bar: row.bar,
                probes: [first.probe, probe.probe],
                rounds: rounds.iter().map(|r| r.map(|answer| row.per.of(answer, self.iterations))).collect(),
            }));
        }
        Ok(lines)
    }

    fn check(&self, who: Who, answer: Answer) -> Result<()> {
        let (name, moved) = (who.name(), &self.moved);
        ensure!(moved.contains(&answer.probe), "{}: {name} is at {}, not within {moved:?}", self.title, answer.probe);
        Ok(())
    }
}

impl Per {
    fn of(self, answer: Answer, iterations: u32) -> f64 {
        match self {
            Per::Frame => answer.ns / 1e3,
            Per::Step => answer.ns / answer.units / answer.steps,
            Per::Pass => answer.ns / answer.units / f64::from(iterations),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Per::Frame => "µs a frame of 1/60 s",
            Per::Step => "ns a particle and step",
            Per::Pass => "ns a vertex and pass",
        }
    }
}

/// A row of the table.
pub struct Line {
    title: &'static str,
    name: String,
    per: Per,
    bar: Option<f64>,
    probes: [f64; 2],
    /// Ours and theirs.
    rounds: Vec<[f64; 2]>,
}

impl Line {
    /// Of the fastest rounds, which others on the machine disturbed least.
    fn times(&self) -> [f64; 2] {
        [0, 1].map(|k| self.rounds.iter().map(|r| r[k]).fold(f64::INFINITY, f64::min))
    }

    fn ratio(&self) -> f64 {
        let [ours, theirs] = self.times();
        theirs / ours
    }

    /// What is wrong, if ours is not far enough ahead.
    pub fn missed(&self) -> Option<String> {
        let (bar, ratio) = (self.bar?, self.ratio());
        let what = || format!("{}, {}: {ratio:.2} times {}, not {bar}", self.title, self.per.name(), self.name);
        (ratio < bar).then(what)
    }

    fn text(&self) -> String {
        let [ours, theirs] = self.times().map(figures);
        let [at, their] = self.probes.map(small);
        let ratios = || self.rounds.iter().map(|[ours, theirs]| theirs / ours);
        let (least, most) = (ratios().fold(f64::INFINITY, f64::min), ratios().fold(0.0, f64::max));
        let bar = match (self.bar, self.missed()) {
            (None, _) => String::new(),
            (Some(bar), None) => format!("{bar}, met"),
            (Some(bar), Some(_)) => format!("**{bar}, missed**"),
        };
        let (title, name, per, ratio) = (self.title, &self.name, self.per.name(), self.ratio());
        format!(
            "| {title} | {name} | {per} | {ours} | {theirs} | {ratio:.2} ({least:.2}–{most:.2}) | {bar} | {at} / {their} |"
        )
    }
}

pub fn table(lines: &[Line]) -> String {
    let head = "| work | peer | | ours | peer's | times faster | bar | probe, ours / peer's |\n|---|---|---|--:|--:|--:|---|---|\n";
    head.to_owned() + &lines.iter().map(Line::text).collect::<Vec<_>>().join("\n")
}

/// Three figures that count.
fn figures(value: f64) -> String {
    match value {
        v if v >= 100.0 => format!("{v:.0}"),
        v if v >= 10.0 => format!("{v:.1}"),
        v => format!("{v:.2}"),
    }
}

/// Three places; more if there would be nothing in them.
fn small(value: f64) -> String {
    if value < 0.01 { format!("{value:.5}") } else { format!("{value:.3}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(bar: Option<f64>, rounds: &[[f64; 2]]) -> Line {
        let (title, name, per) = ("rods", "Jolt".to_owned(), Per::Step);
        Line { title, name, per, bar, probes: [0.1; 2], rounds: rounds.to_vec() }
    }

    #[test]
    fn the_fastest_rounds_decide() {
        assert!(line(Some(1.5), &[[10.0, 90.0], [30.0, 15.0]]).missed().is_none());
        let behind = line(Some(1.5), &[[10.0, 14.0], [10.0, 90.0]]);
        assert!(behind.missed().is_some_and(|m| m.contains("1.40 times Jolt, not 1.5")));
        assert!(table(&[behind]).contains("**1.5, missed**"));
        assert!(line(None, &[[10.0, 1.0]]).missed().is_none());
    }

    #[test]
    fn small_probes_are_not_shown_as_nothing() {
        assert_eq!([1.1374, 0.0139, 0.00069].map(small), ["1.137", "0.014", "0.00069"]);
    }

    #[test]
    fn times_are_divided_by_what_was_done() {
        let answer = Answer { ns: 2400.0, units: 10.0, steps: 4.0, probe: 0.0 };
        assert_eq!([Per::Frame, Per::Step, Per::Pass].map(|p| p.of(answer, 6)), [2.4, 60.0, 40.0]);
    }
}
