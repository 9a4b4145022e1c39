//! One program with one workload, which measures as often as it is asked.

use super::{Arena, Who};
use anyhow::{Context, Result};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

const WARM: Duration = Duration::from_secs(1);
const ROUND: Duration = Duration::from_millis(100);

pub struct Program {
    name: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What a program says of some frames of 1/60 s.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Of the fastest frame.
    pub ns: f64,
    /// Particles.
    pub units: f64,
    /// Steps a frame.
    pub steps: f64,
    /// How far the workload has gone from rest.
    pub probe: f64,
}

impl Program {
    pub fn start(arena: &Arena, who: Who, workload: &str, iterations: u32) -> Result<Program> {
        let name = format!("{} with {workload}", who.name());
        let mut command = arena.command(who);
        command.args([workload, &iterations.to_string()]).env("OMP_NUM_THREADS", "1");
        let start = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = start.with_context(|| format!("cannot run {name}"))?;
        let input = child.stdin.take().context("no stdin")?;
        let output = BufReader::new(child.stdout.take().context("no stdout")?);
        Ok(Program { name, child, input, output })
    }

    /// The first two seconds; the probe is an average over them.
    pub fn settle(&mut self) -> Result<Answer> {
        let answers = (0..120).map(|_| self.measure(1)).collect::<Result<Vec<_>>>()?;
        let probe = answers.iter().map(|a| a.probe).sum::<f64>() / answers.len() as f64;
        answers.last().map(|a| Answer { probe, ..*a }).context("nothing was measured")
    }

    /// A while, so that everything is compiled and in its place.
    pub fn warm(&mut self) -> Result<()> {
        let begin = Instant::now();
        while begin.elapsed() < WARM {
            self.measure(10)?;
        }
        Ok(())
    }

    /// As many frames as fit into a round, which are few if they are long.
    pub fn round(&mut self, about: Answer) -> Result<Answer> {
        self.measure((ROUND.as_nanos() as f64 / about.ns).clamp(10.0, 1000.0) as u32)
    }

    fn measure(&mut self, frames: u32) -> Result<Answer> {
        let what = || format!("{} gave no answer", self.name);
        writeln!(self.input, "{frames}").with_context(what)?;
        let mut line = String::new();
        self.output.read_line(&mut line).with_context(what)?;
        Answer::read(&line).with_context(|| format!("{}, but `{}`", what(), line.trim_end()))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    fn read(line: &str) -> Option<Answer> {
        let value: Value = serde_json::from_str(line).ok()?;
        let number = |name: &str| value[name].as_f64().filter(|n| n.is_finite());
        let answer =
            Answer { ns: number("ns")?, units: number("units")?, steps: number("steps")?, probe: number("probe")? };
        (answer.ns > 0.0 && answer.units > 0.0 && answer.steps > 0.0).then_some(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_answers_count() {
        let answer = Answer::read(r#"{"ns":1.5e3,"units":9,"steps":4,"probe":0.1}"#).unwrap();
        assert_eq!((answer.ns, answer.steps), (1500.0, 4.0));
        assert!(Answer::read(r#"{"ns":0,"units":9,"steps":4,"probe":0.1}"#).is_none());
        assert!(Answer::read(r#"{"ns":1,"units":9}"#).is_none());
        assert!(Answer::read("").is_none());
    }
}
