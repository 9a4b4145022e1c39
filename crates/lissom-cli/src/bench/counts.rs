//! How much there is to do, as `cargo xtask perf --accept` counted it. It does not depend on the machine; which lanes
//! do it changes little.

use serde::Deserialize;
use std::collections::BTreeMap;

const COUNTS: &str = include_str!("../../../../perf/counts.json");

#[derive(Deserialize)]
struct Counts {
    workloads: BTreeMap<String, Count>,
}

#[derive(Deserialize)]
struct Count {
    frames: f64,
    operations: f64,
    bytes: f64,
}

/// What a frame does: floating-point operations, and bytes that come from beyond the first-level cache.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    pub operations: f64,
    pub bytes: f64,
}

/// Of a subject, by name; none if it was not counted yet.
pub fn of(name: &str) -> Option<Work> {
    let counts: Counts = serde_json::from_str(COUNTS).ok()?;
    let count = counts.workloads.get(name)?;
    Some(Work { operations: count.operations / count.frames, bytes: count.bytes / count.frames })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::subject::Subject;

    #[test]
    fn everything_is_counted() {
        for subject in Subject::all() {
            let work = of(subject.name);
            let counted = work.is_some_and(|w| w.operations > 1.0 && w.bytes > 1.0);
            assert!(counted, "{0}: {work:?}; run cargo xtask perf --accept {0}", subject.name);
        }
    }

    #[test]
    fn nothing_is_counted_that_there_is_not() {
        let counts: Counts = serde_json::from_str(COUNTS).expect("counts");
        let is_there = |name: &&String| Subject::all().any(|subject| subject.name == name.as_str());
        let gone: Vec<_> = counts.workloads.keys().filter(|name| !is_there(name)).collect();
        assert!(gone.is_empty(), "take {gone:?} out of perf/counts.json");
    }
}
