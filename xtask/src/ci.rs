//! `cargo xtask ci`: every check, the cheap ones first.

use crate::repo::{Repo, capture, run as run_command};
use crate::timetable::{Outcome, timed};
use crate::{Usage, clients, demo, fuzz, licenses, perf, readme, tidy, web, window};
use anyhow::{Result, bail};
use std::path::PathBuf;
use std::process::Command;

pub struct Step {
    pub name: &'static str,
    pub what: &'static str,
    run: fn(&Repo) -> Result<Outcome>,
}

/// How long the soak test runs in CI, in minutes of simulated time.
const SOAK_MINUTES: &str = "10";
/// How long crowds are watched, in seconds of it.
const CROWD_SECS: &str = "60";

pub const STEPS: [Step; 14] = [
    Step { name: "fmt", what: "rustfmt has nothing to change", run: |r| cargo(r, "fmt --all --check") },
    Step { name: "tidy", what: "house rules that no other tool knows", run: tidy::check },
    Step { name: "licenses", what: "every dependency's licence fits ours", run: licenses::check },
    Step { name: "clippy", what: "no warnings", run: clippy },
    Step { name: "doc", what: "the API documentation builds without warnings", run: doc },
    Step { name: "readme", what: "README's commands parse, its code compiles and runs", run: readme::check },
    Step { name: "demo", what: "`lissom demo` makes pictures and a film", run: demo::check },
    Step { name: "assets", what: "real files: simulation meshes, tetrahedra", run: assets },
    Step { name: "fuzz", what: "no bytes make a reader fail", run: fuzz::check },
    Step { name: "clients", what: "what we write, in Blender, three.js, three-vrm and the validator", run: clients },
    Step {
        name: "window",
        what: "the studio's window: plays, is pulled at, takes files, bakes, saves, says what is missing",
        run: window,
    },
    Step { name: "web", what: "the studio's page in Chromium", run: web },
    Step { name: "soak", what: "ten minutes under harsh input, and crowds for one", run: soak },
    Step { name: "perf", what: "wide lanes are fast, and instruction counts are as accepted", run: perf::gate },
];

pub fn run(arguments: &[String]) -> Result<()> {
    let repo = Repo::find();
    let steps: Vec<&Step> = match arguments {
        [] => STEPS.iter().collect(),
        [name] => match STEPS.iter().find(|s| s.name == name) {
            Some(step) => vec![step],
            None => bail!(Usage(format!("ci has no step `{name}`"))),
        },
        _ => bail!(Usage("ci takes one step, or none for all".into())),
    };
    timed(|table| steps.into_iter().try_for_each(|s| table.step(s.name, s.what, || (s.run)(&repo))))
}

fn cargo(repo: &Repo, line: &str) -> Result<Outcome> {
    run_command(&mut repo.cargo(line)).map(|()| Outcome::Done)
}

fn clippy(repo: &Repo) -> Result<Outcome> {
    cargo(repo, "clippy --workspace --all-targets --profile ci -- -D warnings")
}

fn doc(repo: &Repo) -> Result<Outcome> {
    let mut command = repo.cargo("doc --workspace --no-deps --profile ci");
    run_command(command.env("RUSTDOCFLAGS", "-D warnings")).map(|()| Outcome::Done)
}

fn soak(repo: &Repo) -> Result<Outcome> {
    let minutes = std::env::var("LISSOM_SOAK_MINUTES").unwrap_or(SOAK_MINUTES.into());
    let set = |c: &mut Command| {
        c.env("LISSOM_SOAK_MINUTES", &minutes);
    };
    tests(repo, "test -p lissom-scenes --profile ci soak --", set)?;
    tests(repo, "test -p lissom-scenes --profile ci --test crowds --", |c| {
        c.env("LISSOM_CROWD_SECS", CROWD_SECS);
    })
}

/// The folder of real files, if there is one.
fn assets_folder(repo: &Repo) -> Option<PathBuf> {
    let given = std::env::var_os("LISSOM_ASSETS").map(PathBuf::from);
    given.unwrap_or_else(|| repo.path("../shared/assets")).canonicalize().ok()
}

fn no_assets() -> Outcome {
    Outcome::Skipped("no files to read; set LISSOM_ASSETS to their folder".into())
}

fn clients(repo: &Repo) -> Result<Outcome> {
    assets_folder(repo).map_or_else(|| Ok(no_assets()), |folder| clients::check(repo, &folder))
}

fn window(repo: &Repo) -> Result<Outcome> {
    window::check(repo, assets_folder(repo).as_deref())
}

fn web(repo: &Repo) -> Result<Outcome> {
    web::check(repo, assets_folder(repo).as_deref())
}

fn assets(repo: &Repo) -> Result<Outcome> {
    let Some(folder) = assets_folder(repo) else { return Ok(no_assets()) };
    let set = |c: &mut Command| {
        c.env("LISSOM_ASSETS", &folder);
    };
    for (package, test) in [
        ("lissom-rig", "soups"),
        ("lissom-rig", "tet_assets"),
        ("lissom-rig", "auto_assets"),
        ("lissom-formats", "assets"),
        ("lissom-formats", "conformance"),
        ("lissom-formats", "models"),
        ("lissom-formats", "motion"),
        ("lissom-formats", "vrm"),
    ] {
        tests(repo, &format!("test -p {package} --profile ci --test {test} --"), set)?;
    }
    Ok(Outcome::Done)
}

/// Runs some tests, and fails if there are none: cargo would call that a success.
fn tests(repo: &Repo, line: &str, set: impl Fn(&mut Command)) -> Result<Outcome> {
    let listed = capture(repo.cargo(line).arg("--list"))?;
    if !listed.lines().any(|l| l.ends_with(": test")) {
        bail!("`cargo {}` finds no test; was it renamed?", line.trim_end_matches(" --"));
    }
    let mut command = repo.cargo(line);
    set(&mut command);
    run_command(command.arg("--nocapture")).map(|()| Outcome::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_different_names() {
        for (k, step) in STEPS.iter().enumerate() {
            assert!(STEPS[..k].iter().all(|s| s.name != step.name), "{}", step.name);
        }
        assert!(run(&["nonsense".into()]).unwrap_err().is::<Usage>());
    }
}
