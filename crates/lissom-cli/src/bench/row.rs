//! One subject with lanes of one width.

use super::beside::Beside;
use super::ceiling::Ceilings;
use super::counts;
use super::subject::Subject;
use super::time::Times;
use lissom_core::LaneWidth;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct Row {
    pub name: &'static str,
    pub lanes: usize,
    pub unit: &'static str,
    /// Of a step, on one thread; the fastest frame counts.
    pub ns_per_unit: f64,
    pub ms_per_frame: f64,
    pub steps_per_sec: f64,
    pub many: Many,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<Rate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper: Option<Beside>,
}

/// The same on more threads.
#[derive(Debug, Serialize)]
pub struct Many {
    pub threads: usize,
    pub steps_per_sec: f64,
    /// Time on all of them over time on one; the middle of rounds in which both take turns.
    pub time_ratio: f64,
}

/// How much is done on one thread, and how near that is to what one core can do.
#[derive(Debug, Serialize)]
pub struct Rate {
    pub operations_per_step: f64,
    pub bytes_per_step: f64,
    pub gflops: f64,
    /// Of what lanes of this width can do.
    pub gflops_share: f64,
    pub gb_per_sec: f64,
    pub l2_share: f64,
}

impl Row {
    pub fn measure(subject: &Subject, width: LaneWidth, threads: usize, ceilings: &Ceilings) -> anyhow::Result<Row> {
        let (mut one, mut all) = (subject.start(width, 1)?, subject.start(width, threads)?);
        let [ms, ms_all] = Times::of_both(&mut one, &mut all);
        let steps_per_sec = |ms: &Times| one.times * 1e3 / ms.least;
        let rate = counts::of(subject.name).map(|work| {
            let (gflops, gb_per_sec) = (work.operations * 1e-6 / ms.least, work.bytes * 1e-6 / ms.least);
            Rate {
                operations_per_step: work.operations / one.times,
                bytes_per_step: work.bytes / one.times,
                gflops,
                gflops_share: gflops / ceilings.gflops(width),
                gb_per_sec,
                l2_share: gb_per_sec / ceilings.l2_gb_per_sec,
            }
        });
        Ok(Row {
            name: subject.name,
            lanes: width.count(),
            unit: one.unit,
            ns_per_unit: ms.least * 1e6 / one.times / one.units as f64,
            ms_per_frame: ms.least,
            steps_per_sec: steps_per_sec(&ms),
            many: Many { threads: all.threads, steps_per_sec: steps_per_sec(&ms_all), time_ratio: ms_all.ratio(&ms) },
            rate,
            paper: subject.paper().map(|paper| Beside::new(paper, &ms)),
        })
    }
}
