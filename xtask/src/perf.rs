//! `cargo xtask perf`: how many instructions the solver takes, which says the same on a busy machine.
//!
//! Valgrind's callgrind counts what a frame of `lissom bench` does, so that making a scene does not count.
//! Valgrind knows no AVX-512: eight lanes are counted, or four without AVX2. For `lissom bench` it also tells how many
//! floating-point operations there are, and how many bytes come from beyond a first-level cache of 32 KiB.

use crate::repo::{Repo, capture};
use crate::timetable::Outcome;
use crate::{Usage, apt};
use anyhow::{Context, Result, bail, ensure};
use profile::{Counts, Operations};
use serde_json::{Value, json};
use std::path::Path;

mod lanes;
mod profile;
mod threads;

const ACCEPTED: &str = "perf/counts.json";
/// What is counted. If it is renamed or inlined, nothing is counted, and that is an error.
const COUNTED: &str = "*bench*::counted_frame";
/// Of what is new.
const FRAMES: u64 = 20;
/// A count may rise by this much.
const TOLERANCE_PERCENT: u64 = 3;
/// The caches that are simulated: size, ways, bytes of a line.
const CACHES: [&str; 3] = ["--I1=32768,8,64", "--D1=32768,8,64", "--LL=1048576,16,64"];

pub fn run(arguments: &[String]) -> Result<()> {
    let (flags, names): (Vec<&String>, Vec<&String>) = arguments.iter().partition(|a| a.starts_with('-'));
    let accept = match flags[..] {
        [] => false,
        [flag] if flag == "--accept" => true,
        [flag] if flag == "--threads" => return threads::check(&Repo::find(), &names),
        _ => bail!(Usage("perf takes --accept or --threads".into())),
    };
    if !apt::on_path("valgrind") {
        bail!("valgrind is missing: apt-get install valgrind");
    }
    count_all(&Repo::find(), &names, accept)
}

/// The step of `ci`.
pub fn gate(repo: &Repo) -> Result<Outcome> {
    if lanes() == 8 {
        lanes::check(repo)?;
    }
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
    let workloads = accepted["workloads"].as_object_mut().with_context(|| format!("{ACCEPTED} has no `workloads`"))?;
    if accept {
        names.iter().for_each(|name| _ = workloads.entry(*name).or_insert(json!({ "frames": FRAMES })));
    }
    let known: Vec<String> = workloads.keys().cloned().collect();
    if let Some(name) = names.iter().find(|n| !known.contains(n)) {
        bail!("{ACCEPTED} has no workload `{name}`; it has: {}", known.join(", "));
    }
    let lissom = repo.build_lissom()?;
    let operations = accept.then(|| Operations::of(repo, &lissom)).transpose()?;
    let mut problems = Vec::new();
    for name in known.iter().filter(|k| names.is_empty() || names.contains(k)) {
        let workload = &mut accepted["workloads"][name];
        let frames = workload["frames"].as_u64().with_context(|| format!("{ACCEPTED}: `{name}` has no `frames`"))?;
        let profile = profile(repo, &lissom, name, frames, accept)?;
        let now = profile::instructions(&profile).unwrap_or(0);
        ensure!(now > 0, "callgrind counted nothing in `{name}`: is `{COUNTED}` still called that?");
        problems.extend(compare(name, workload["instructions"].as_u64(), now));
        workload["instructions"] = json!(now);
        if let Some(operations) = &operations {
            let Counts { operations, bytes } = operations.counts(&profile).context("a profile cannot be understood")?;
            ensure!(operations > 0, "no arithmetic of x86-64 was found in what `{name}` does");
            (workload["operations"], workload["bytes"]) = (json!(operations), json!(bytes));
        }
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

/// What callgrind writes down: instructions alone, or `all`, which takes five times as long.
fn profile(repo: &Repo, lissom: &Path, name: &str, frames: u64, all: bool) -> Result<String> {
    let folder = repo.target()?.join("perf");
    std::fs::create_dir_all(&folder)?;
    let out = folder.join(format!("{name}.callgrind"));
    let mut command = repo.command("valgrind");
    command.args(["--quiet", "--tool=callgrind"]).arg(format!("--toggle-collect={COUNTED}"));
    if all {
        command
            .args(["--dump-instr=yes", "--compress-pos=no", "--compress-strings=no", "--cache-sim=yes"])
            .args(CACHES);
    }
    command.arg(format!("--callgrind-out-file={}", out.display())).arg(lissom);
    command.args(["bench", name, "--frames", &frames.to_string(), "--lanes", &lanes().to_string()]);
    capture(&mut command)?;
    std::fs::read_to_string(&out).with_context(|| format!("cannot read {}", out.display()))
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
    fn the_accepted_counts_can_be_read() {
        let accepted = Repo::find().accepted().unwrap();
        let workloads = accepted["workloads"].as_object().unwrap();
        assert!(!workloads.is_empty() && workloads.values().all(|w| w["frames"].is_u64()));
    }
}
