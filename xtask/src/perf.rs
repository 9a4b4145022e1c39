//! `cargo xtask perf`: how many instructions the solver takes, which says the same on a busy machine.
//!
//! Valgrind's callgrind counts what runs inside `World::step_with`, so that making a scene does not count.
//! Valgrind knows no AVX-512: eight lanes are counted, or four without AVX2.

use crate::repo::{Repo, capture, run as run_command};
use crate::timetable::Outcome;
use crate::{Usage, apt};
use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};
use std::path::Path;

const ACCEPTED: &str = "perf/instructions.json";
/// What is counted. If it is renamed or inlined, nothing is counted, and that is an error.
const COUNTED: &str = "lissom_core::step::World::step_with*";
/// A count may rise by this share.
const TOLERANCE: f64 = 0.03;

pub fn run(arguments: &[String]) -> Result<()> {
    let (flags, names): (Vec<&String>, Vec<&String>) = arguments.iter().partition(|a| a.starts_with('-'));
    if let Some(flag) = flags.iter().find(|f| **f != "--accept") {
        bail!(Usage(format!("perf has no option `{flag}`")));
    }
    if !apt::on_path("valgrind") {
        bail!("valgrind is missing: apt-get install valgrind");
    }
    count_all(&Repo::find(), &names, !flags.is_empty())
}

/// The step of `ci`.
pub fn gate(repo: &Repo) -> Result<Outcome> {
    let here = apt::on_path("valgrind") || apt::is_ours() && apt::install(&["valgrind"]).is_ok();
    if !here {
        return Ok(Outcome::Skipped("no valgrind; apt-get install valgrind".into()));
    }
    if repo.accepted()?["lanes"] != json!(lanes()) {
        return Ok(Outcome::Skipped(format!("the accepted counts are not for the {} lanes of this machine", lanes())));
    }
    count_all(repo, &[], false).map(|()| Outcome::Done)
}

impl Repo {
    fn accepted(&self) -> Result<Value> {
        serde_json::from_str(&self.read(ACCEPTED)?).with_context(|| format!("{ACCEPTED} is not JSON"))
    }
}

fn count_all(repo: &Repo, names: &[&String], accept: bool) -> Result<()> {
    let mut accepted = repo.accepted()?;
    if !accept && accepted["lanes"] != json!(lanes()) {
        bail!("the accepted counts are for {} lanes, and this machine has {}", accepted["lanes"], lanes());
    }
    let frames = accepted["frames"].as_u64().with_context(|| format!("{ACCEPTED} has no number `frames`"))?;
    let known = accepted["workloads"].as_object().with_context(|| format!("{ACCEPTED} has no `workloads`"))?.clone();
    let lissom = repo.build_lissom()?;
    let mut counts = Map::new();
    for name in known.keys().filter(|k| names.is_empty() || names.contains(k)) {
        counts.insert(name.clone(), json!(count(repo, &lissom, name, frames)?));
    }
    if let Some(name) = names.iter().find(|n| !known.contains_key(n.as_str())) {
        bail!("{ACCEPTED} has no workload `{name}`; it has: {}", known.keys().cloned().collect::<Vec<_>>().join(", "));
    }
    let problems = compare(&known, &counts);
    if accept {
        accepted["lanes"] = json!(lanes());
        accepted["compiler"] = json!(compiler(repo)?);
        for (name, count) in counts {
            accepted["workloads"][name] = count;
        }
        let text = serde_json::to_string_pretty(&accepted)? + "\n";
        std::fs::write(repo.path(ACCEPTED), text).with_context(|| format!("cannot write {ACCEPTED}"))?;
        eprintln!("written to {ACCEPTED}");
    } else if !problems.is_empty() {
        let now = compiler(repo)?;
        let then = accepted["compiler"].as_str().unwrap_or("an unknown compiler");
        let changed = if now == then { String::new() } else { format!("\naccepted with {then}, this is {now}") };
        bail!("{}{changed}\nif this is meant: cargo xtask perf --accept", problems.join("\n"));
    }
    Ok(())
}

/// Prints a line for each count, and returns what is wrong.
fn compare(accepted: &Map<String, Value>, counts: &Map<String, Value>) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, now) in counts {
        let now = now.as_u64().unwrap_or(0);
        let Some(before) = accepted.get(name).and_then(Value::as_u64).filter(|b| *b > 0) else {
            eprintln!("{name:<20} {now:>15} instructions, new");
            problems.push(format!("{name} has no accepted count yet"));
            continue;
        };
        let change = now as f64 / before as f64 - 1.0;
        eprintln!("{name:<20} {now:>15} instructions, {:+.2} %", 100.0 * change);
        if change > TOLERANCE {
            problems.push(format!("{name} takes {:.1} % more instructions: {before} → {now}", 100.0 * change));
        }
    }
    problems
}

fn count(repo: &Repo, lissom: &Path, name: &str, frames: u64) -> Result<u64> {
    let folder = repo.target()?.join("perf");
    std::fs::create_dir_all(&folder)?;
    let out = folder.join(format!("{name}.callgrind"));
    let mut command = repo.command("valgrind");
    command.args(["--quiet", "--tool=callgrind"]).arg(format!("--toggle-collect={COUNTED}"));
    command.arg(format!("--callgrind-out-file={}", out.display())).arg(lissom);
    command.args(["bench", "--only", name, "--frames", &frames.to_string(), "--lanes", &lanes().to_string()]);
    run_command(&mut command)?;
    let profile = std::fs::read_to_string(&out).with_context(|| format!("cannot read {}", out.display()))?;
    match total(&profile) {
        Some(0) | None => bail!("callgrind counted nothing in `{name}`: is `{COUNTED}` still called that?"),
        Some(count) => Ok(count),
    }
}

/// The sum over everything in a callgrind profile.
fn total(profile: &str) -> Option<u64> {
    let mut numbers = profile.lines().filter_map(|l| l.strip_prefix("totals:").or(l.strip_prefix("summary:")));
    numbers.next_back()?.split_whitespace().next()?.parse().ok()
}

fn lanes() -> u32 {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        return 8;
    }
    4
}

fn compiler(repo: &Repo) -> Result<String> {
    Ok(capture(repo.command(std::env::var_os("RUSTC").unwrap_or("rustc".into())).arg("--version"))?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(before: Value, now: u64) -> usize {
        let map = |v: Value| Map::from_iter([("robe".to_owned(), v)]);
        compare(&map(before), &map(json!(now))).len()
    }

    #[test]
    fn a_rise_is_a_problem_and_a_fall_is_not() {
        assert_eq!(problems(json!(1000), 1030), 0);
        assert_eq!(problems(json!(1000), 1031), 1);
        assert_eq!(problems(json!(1000), 10), 0);
        assert_eq!(problems(Value::Null, 10), 1);
    }

    #[test]
    fn reads_the_total() {
        assert_eq!(total("version: 1\nsummary: 12\nfn=a\n1 12\ntotals: 345\n"), Some(345));
        assert_eq!(total("summary: 12\n"), Some(12));
        assert_eq!(total("nothing"), None);
    }

    #[test]
    fn the_accepted_counts_can_be_read() {
        let accepted = Repo::find().accepted().unwrap();
        assert!(accepted["frames"].is_u64() && accepted["workloads"].is_object());
    }
}
