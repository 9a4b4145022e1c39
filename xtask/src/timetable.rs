//! Named steps, timed, with a table at the end.

use anyhow::{Context, Result, anyhow};
use std::time::{Duration, Instant};

/// How a step ended, if nothing went wrong in it.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Done,
    /// There was nothing to do it with; says what is missing.
    Skipped(String),
    /// There was nothing to do it with, and nothing after it makes sense; says what to do.
    Missing(String),
}

#[derive(Debug, Default)]
pub struct Timetable {
    rows: Vec<(&'static str, Duration, String)>,
}

/// Runs steps and prints their times, also when one of them fails.
pub fn timed(steps: impl FnOnce(&mut Timetable) -> Result<()>) -> Result<()> {
    let mut table = Timetable::default();
    let result = steps(&mut table);
    eprint!("\n{}", table.text());
    result
}

impl Timetable {
    pub fn step(&mut self, name: &'static str, what: &str, work: impl FnOnce() -> Result<Outcome>) -> Result<()> {
        eprintln!("\n── {name}: {what}");
        let start = Instant::now();
        let result = work();
        let ended = match &result {
            Ok(Outcome::Done) => "ok".to_owned(),
            Ok(Outcome::Skipped(why)) => format!("skipped: {why}"),
            Ok(Outcome::Missing(_)) => "missing".to_owned(),
            Err(_) => "FAILED".to_owned(),
        };
        self.rows.push((name, start.elapsed(), ended));
        match result.with_context(|| format!("step `{name}` failed"))? {
            Outcome::Missing(what) => Err(anyhow!(what)),
            Outcome::Done | Outcome::Skipped(_) => Ok(()),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (name, time, ended) in &self.rows {
            text += &format!("{name:<10} {:>8.1} s  {ended}\n", time.as_secs_f64());
        }
        let total: Duration = self.rows.iter().map(|r| r.1).sum();
        text + &format!("{:<10} {:>8.1} s\n", "total", total.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_step_is_named_and_stands_in_the_table() {
        let mut table = Timetable::default();
        table.step("one", "fine", || Ok(Outcome::Done)).unwrap();
        table.step("two", "skipped", || Ok(Outcome::Skipped("no valgrind".into()))).unwrap();
        let error = table.step("three", "fails", || anyhow::bail!("the cause")).unwrap_err();
        assert_eq!(format!("{error:#}"), "step `three` failed: the cause");
        let error = table.step("four", "stops", || Ok(Outcome::Missing("install it".into()))).unwrap_err();
        assert_eq!(format!("{error:#}"), "install it");
        let ends: Vec<&str> = table.rows.iter().map(|r| r.2.as_str()).collect();
        assert_eq!(ends, ["ok", "skipped: no valgrind", "FAILED", "missing"]);
        assert_eq!(table.text().lines().count(), 5);
    }
}
