//! `cargo xtask perf`: how many instructions the solver takes, which says the same on a busy machine.
//!
//! Valgrind's callgrind counts what runs inside stepping and skinning, so that making a scene does not count.
//! Valgrind knows no AVX-512: eight lanes are counted, or four without AVX2.

use crate::repo::{Repo, capture, run as run_command};
use crate::timetable::Outcome;
use crate::{Usage, apt};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::path::Path;

const ACCEPTED: &str = "perf/instructions.json";
/// What is counted. If stepping is renamed or inlined, nothing is counted, and that is an error.
const COUNTED: [&str; 2] = ["*World*::step_with", "*Actor*::skin"];
/// A count may rise by this much.
const TOLERANCE_PERCENT: u64 = 3;

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
    let workloads = accepted["workloads"].as_object().with_context(|| format!("{ACCEPTED} has no `workloads`"))?;
    let known: Vec<String> = workloads.keys().cloned().collect();
    if let Some(name) = names.iter().find(|n| !known.contains(n)) {
        bail!("{ACCEPTED} has no workload `{name}`; it has: {}", known.join(", "));
    }
    let lissom = repo.build_lissom()?;
    let mut problems = Vec::new();
    for name in known.iter().filter(|k| names.is_empty() || names.contains(k)) {
        let workload = &mut accepted["workloads"][name];
        let frames = workload["frames"].as_u64().with_context(|| format!("{ACCEPTED}: `{name}` has no `frames`"))?;
        let now = count(repo, &lissom, name, frames)?;
        problems.extend(compare(name, workload["instructions"].as_u64(), now));
        workload["instructions"] = json!(now);
    }
    let then = std::mem::replace(&mut accepted["compiler"], json!(compiler(repo)?));
    if accept {
        accepted["lanes"] = json!(lanes());
        let text = serde_json::to_string_pretty(&accepted)? + "\n";
        std::fs::write(repo.path(ACCEPTED), text).with_context(|| format!("cannot write {ACCEPTED}"))?;
        eprintln!("written to {ACCEPTED}");
    } else if !problems.is_empty() {
        let now = &accepted["compiler"];
        let changed = if then == *now { String::new() } else { format!("\naccepted with {then}, this is {now}") };
        bail!("{}{changed}\nif this is meant: cargo xtask perf --accept", problems.join("\n"));
    }
    Ok(())
}

/// Prints a line, and returns what is wrong.
fn compare(name: &str, before: Option<u64>, now: u64) -> Option<String> {
    let Some(before) = before.filter(|b| *b > 0) else {
        eprintln!("{name:<16} {now:>15} instructions, new");
        return Some(format!("{name} has no accepted count yet"));
    };
    let percent = 100.0 * (now as f64 / before as f64 - 1.0);
    eprintln!("{name:<16} {now:>15} instructions, {percent:+.2} %");
    let most = before + before * TOLERANCE_PERCENT / 100;
    (now > most).then(|| format!("{name} takes {percent:.1} % more instructions: {before} → {now}"))
}

fn count(repo: &Repo, lissom: &Path, name: &str, frames: u64) -> Result<u64> {
    let folder = repo.target()?.join("perf");
    std::fs::create_dir_all(&folder)?;
    let out = folder.join(format!("{name}.callgrind"));
    let mut command = repo.command("valgrind");
    command.args(["--quiet", "--tool=callgrind"]).args(COUNTED.map(|f| format!("--toggle-collect={f}")));
    command.arg(format!("--callgrind-out-file={}", out.display())).arg(lissom);
    command.args(["bench", name, "--frames", &frames.to_string(), "--lanes", &lanes().to_string()]);
    run_command(&mut command)?;
    let profile = std::fs::read_to_string(&out).with_context(|| format!("cannot read {}", out.display()))?;
    match total(&profile) {
        Some(0) | None => bail!("callgrind counted nothing in `{name}`: is `{}` still called that?", COUNTED[0]),
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

    #[test]
    fn a_rise_is_a_problem_and_a_fall_is_not() {
        assert_eq!(compare("robe", Some(1000), 1030), None);
        assert!(compare("robe", Some(1000), 1031).is_some_and(|p| p.contains("3.1 %")));
        assert_eq!(compare("robe", Some(1000), 10), None);
        assert!(compare("robe", None, 10).is_some());
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
        let workloads = accepted["workloads"].as_object().unwrap();
        assert!(!workloads.is_empty() && workloads.values().all(|w| w["frames"].is_u64()));
    }
}
