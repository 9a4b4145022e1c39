//! `cargo xtask test`: what someone who just cloned the repository runs.

use crate::driver;
use crate::repo::{Repo, run as run_command};
use crate::timetable::{Outcome, timed};
use anyhow::Result;

pub fn run(arguments: &[String]) -> Result<()> {
    let repo = Repo::find();
    let (build, all) = cargo_arguments(arguments);
    timed(|table| {
        if draws(arguments) {
            table.step("driver", "a graphics driver for the image tests", driver::ensure)?;
        }
        table.step("build", "everything, with its tests", || {
            run_command(repo.cargo("test").args(build).arg("--no-run")).map(|()| Outcome::Done)
        })?;
        table.step("test", "all layers", || run_command(repo.cargo("test").args(all)).map(|()| Outcome::Done))
    })
}

/// Whether pictures are made by what is to be tested: all, or one of the crates that draw.
fn draws(arguments: &[String]) -> bool {
    let before: Vec<&String> = arguments.iter().take_while(|a| *a != "--").collect();
    let chosen = before.iter().any(|a| *a == "-p" || a.starts_with("--package"));
    !chosen || before.iter().any(|a| a.ends_with("lissom-render") || a.ends_with("lissom-cli"))
}

/// What cargo is given for building, and for testing: arguments after `--` are for the tests.
fn cargo_arguments(arguments: &[String]) -> (Vec<String>, Vec<String>) {
    let own = |name: &str| {
        let before = arguments.iter().take_while(|a| *a != "--");
        before.into_iter().any(|a| a == name || a.starts_with(&format!("{name}=")))
    };
    let mut all: Vec<String> = Vec::new();
    // `--workspace` would outvote a chosen package.
    if !own("-p") && !own("--package") {
        all.push("--workspace".into());
    }
    if !own("--profile") && !own("--release") {
        all.extend(["--profile".into(), "ci".into()]);
    }
    all.extend_from_slice(arguments);
    let build = all.iter().take_while(|a| *a != "--").cloned().collect();
    (build, all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &str, build: &str, all: &str) {
        let words = |s: &str| s.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(cargo_arguments(&words(given)), (words(build), words(all)));
    }

    #[test]
    fn only_what_draws_needs_a_driver() {
        let draws = |line: &str| draws(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        assert!(
            draws("") && draws("-- -p") && draws("-p lissom-core -p lissom-cli") && draws("--package=lissom-render")
        );
        assert!(!draws("-p lissom-core sag") && !draws("--package=lissom-rig"));
    }

    #[test]
    fn passes_arguments_on() {
        check("", "--workspace --profile ci", "--workspace --profile ci");
        check("-p lissom-core sag", "--profile ci -p lissom-core sag", "--profile ci -p lissom-core sag");
        check("--package=x", "--profile ci --package=x", "--profile ci --package=x");
        check("-- --nocapture", "--workspace --profile ci", "--workspace --profile ci -- --nocapture");
        check("-- -p", "--workspace --profile ci", "--workspace --profile ci -- -p");
        check("--release", "--workspace --release", "--workspace --release");
    }
}
