//! `cargo xtask ci fuzz`: every target of `fuzz/` for a while, with libFuzzer. `cargo fuzz` works there too, but is not
//! needed: all it adds are these flags.

use crate::apt;
use crate::repo::{Repo, capture, run};
use crate::timetable::Outcome;
use anyhow::{Context, Result, bail};
use std::path::Path;

const TARGETS: [&str; 6] = ["bvh", "glb", "gltf_json", "rig", "tets", "vrm"];

/// How long each of them runs, in seconds.
const SECS: &str = "20";

/// An input that needs more memory, in MiB, or more seconds than this is a failure.
const LIMITS: [&str; 2] = ["-rss_limit_mb=1024", "-timeout=5"];

/// Lets libFuzzer see where a program goes, and what it compares.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

pub fn check(repo: &Repo) -> Result<Outcome> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("libFuzzer is only tried on Linux".into()));
    }
    if !apt::on_path("c++") && !apt::on_path("g++") {
        if !apt::is_ours() {
            return Ok(Outcome::Skipped("libFuzzer needs a C++ compiler; install g++".into()));
        }
        apt::install(&["g++"])?;
    }
    let secs = std::env::var("LISSOM_FUZZ_SECS").unwrap_or(SECS.into());
    secs.parse::<u32>().context("LISSOM_FUZZ_SECS is a number of seconds")?;
    let folder = repo.target()?.join("fuzz");
    let host = host(repo)?;
    build(repo, &folder, &host)?;
    let seeds = folder.join("seeds");
    run(repo.cargo("run --quiet -p lissom-formats --profile ci --example seeds --").arg(&seeds))?;
    for target in TARGETS {
        let program = folder.join(&host).join("release").join(target);
        fuzz(repo, target, &program, &folder, &seeds.join(target), &secs)?;
    }
    Ok(Outcome::Done)
}

fn host(repo: &Repo) -> Result<String> {
    let version = capture(repo.command("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|l| l.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}

/// With AddressSanitizer where there is a nightly compiler, else without.
fn build(repo: &Repo, folder: &Path, host: &str) -> Result<()> {
    let toolchains = capture(repo.command("rustup").args(["toolchain", "list"])).unwrap_or_default();
    let nightly = toolchains.lines().any(|l| l.starts_with("nightly"));
    let line = format!("build --release --manifest-path fuzz/Cargo.toml --target {host} --target-dir");
    let mut command = match nightly {
        true => {
            let mut command = repo.command("rustup");
            command.args(["run", "nightly", "cargo"]).args(line.split_whitespace());
            command
        }
        false => repo.cargo(&line),
    };
    let sanitizer = if nightly { " -Zsanitizer=address" } else { "" };
    run(command.arg(folder).env("RUSTFLAGS", format!("{COVERAGE}{sanitizer} --cfg fuzzing")))
}

/// Inputs that lead somewhere new are kept for the next time.
fn fuzz(repo: &Repo, target: &str, program: &Path, folder: &Path, seeds: &Path, secs: &str) -> Result<()> {
    let (corpus, failures) = (folder.join("corpus").join(target), folder.join("failures").join(target));
    let _ = std::fs::remove_dir_all(&failures);
    for folder in [&corpus, &failures] {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let mut command = repo.command(program);
    command.args([&corpus, seeds]).args(LIMITS).arg(format!("-max_total_time={secs}"));
    command.args(["-print_final_stats=1", "-verbosity=0"]).arg(format!("-artifact_prefix={}/", failures.display()));
    let output = command.output().with_context(|| format!("cannot run {}", program.display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let failure = failures.read_dir().ok().and_then(|mut all| all.next()?.ok());
        let input = failure.map_or("an input that is not known".to_owned(), |f| f.path().display().to_string());
        let lines: Vec<&str> = said.lines().rev().take(40).collect();
        let end: Vec<&str> = lines.into_iter().rev().collect();
        bail!("{}\n{target} fails on {input}; to see it again: {} {input}", end.join("\n"), program.display());
    }
    eprintln!("{target}: {} inputs", executed(&said).unwrap_or("an unknown number of"));
    Ok(())
}

fn executed(said: &str) -> Option<&str> {
    said.lines().find_map(|l| l.strip_prefix("stat::number_of_executed_units:")).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_targets_run() {
        let folder = Repo::find().path("fuzz/fuzz_targets");
        let mut found: Vec<String> =
            folder.read_dir().unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        found.sort();
        assert_eq!(found, TARGETS.map(|t| format!("{t}.rs")));
    }

    #[test]
    fn reads_what_libfuzzer_says() {
        assert_eq!(executed("Done\nstat::number_of_executed_units: 123\nstat::x: 4\n"), Some("123"));
    }
}
