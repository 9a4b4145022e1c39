//! `cargo xtask peers`: the same work done by ours and by others, in one run, on one thread.
//!
//! Programs take turns, so that a busy machine slows both, and what counts is the ratio. Theirs are in `xtask/peers`;
//! they run in `target/peers`, where everything they need is installed.

mod contest;
mod program;

use crate::apt;
use crate::clients::Clients;
use crate::plots::with_tables;
use crate::repo::{Repo, run as run_command};
use crate::timetable::Outcome;
use anyhow::{Context, Result, bail, ensure};
use contest::{CONTESTS, Line};
use std::path::PathBuf;
use std::process::Command;

const PAGE: &str = "docs/peers.md";
/// The table stands between two of these.
const MARK: &str = "<!-- cargo xtask peers -->\n";

/// Who takes part.
#[derive(Clone, Copy, Debug)]
pub enum Who {
    Ours,
    /// With SIMD, or as those get it who ask for no threads.
    Jolt {
        simd: bool,
    },
    ThreeVrm,
    BevyVrm,
    PyPbd,
}

/// Where everybody's program is.
pub struct Arena {
    folder: Clients,
    ours: PathBuf,
    bevy: PathBuf,
}

pub fn run(words: &[String]) -> Result<()> {
    ensure!(words.is_empty(), "peers takes no arguments");
    let repo = Repo::find();
    let arena = match Arena::open(&repo)? {
        Ok(arena) => arena,
        Err(Outcome::Missing(what) | Outcome::Skipped(what)) => bail!(what),
        Err(Outcome::Done) => return Ok(()),
    };
    let mut lines = Vec::new();
    for contest in &CONTESTS {
        lines.extend(contest.hold(&arena)?);
    }
    let table = format!("{}\n\n{}", contest::table(&lines), conditions());
    println!("{table}");
    let page =
        with_tables(&repo.read(PAGE)?, MARK, &[&table]).with_context(|| format!("{PAGE} has no place for it"))?;
    std::fs::write(repo.path(PAGE), page).with_context(|| format!("cannot write {PAGE}"))?;
    let missed: Vec<String> = lines.iter().filter_map(Line::missed).collect();
    ensure!(missed.is_empty(), "behind the bar:\n{}", missed.join("\n"));
    Ok(())
}

impl Arena {
    /// Installs and builds everything; what is there already stays. Or says what is missing.
    fn open(repo: &Repo) -> Result<Result<Arena, Outcome>> {
        let needed = [("node", "nodejs"), ("npm", "npm")];
        let missing = needed.iter().filter(|(program, _)| !apt::on_path(program)).map(|(_, package)| *package);
        if let Err(missing) = apt::ensure(&missing.collect::<Vec<_>>())? {
            return Ok(Err(missing));
        }
        let target = repo.target()?;
        let folder = Clients { folder: target.join("peers") };
        folder.install(&repo.path("xtask/peers"))?;
        if let Err(missing) = folder.install_python(&[], repo.read("xtask/peers/requirements.txt")?.trim())? {
            return Ok(Err(missing));
        }
        run_command(&mut repo.cargo("build --profile ci -p lissom-scenes --example peers"))?;
        let bevy = target.join("peers/bevy");
        let manifest = "build --release --locked --manifest-path xtask/peers/bevy/Cargo.toml --target-dir";
        run_command(repo.cargo(manifest).arg(&bevy))?;
        let program = |name: &str| format!("{name}{}", std::env::consts::EXE_SUFFIX);
        let ours = target.join("ci/examples").join(program("peers"));
        Ok(Ok(Arena { folder, ours, bevy: bevy.join("release").join(program("bevy-springs")) }))
    }

    fn command(&self, who: Who) -> Command {
        let script = |program: PathBuf, words: &[&str]| {
            let mut command = self.folder.command(program);
            command.args(words);
            command
        };
        match who {
            Who::Ours => self.folder.command(&self.ours),
            Who::BevyVrm => self.folder.command(&self.bevy),
            Who::ThreeVrm => script("node".into(), &["springs.mjs"]),
            Who::Jolt { simd } => script("node".into(), &["jolt.mjs", if simd { "simd" } else { "plain" }]),
            Who::PyPbd => script(self.folder.interpreter(), &["pbd.py"]),
        }
    }
}

impl Who {
    fn name(self) -> &'static str {
        match self {
            Who::Ours => "ours",
            Who::Jolt { simd: true } => "Jolt",
            Who::Jolt { simd: false } => "Jolt without SIMD",
            Who::ThreeVrm => "three-vrm-springbone",
            Who::BevyVrm => "bevy_vrm1",
            Who::PyPbd => "pyPBD",
        }
    }
}

/// What it was measured on.
fn conditions() -> String {
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about.lines().find_map(|l| l.strip_prefix("model name")).and_then(|l| l.split(':').nth(1));
    let cpu = model.map_or("an unknown processor", str::trim);
    let wide = [(" avx512f", "AVX-512"), (" avx2", "AVX2")].into_iter().find(|(flag, _)| about.contains(flag));
    let lanes = wide.map_or("lanes of four", |(_, name)| name);
    format!(
        "Measured on {cpu} with {lanes}, one thread; the fastest of {} rounds, in brackets the ratios of single rounds.",
        contest::ROUNDS
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_room_for_the_table_and_names_the_versions_that_run() {
        let repo = Repo::find();
        let page = repo.read(PAGE).unwrap();
        assert!(with_tables(&page, MARK, &[""]).is_some());
        let packages: serde_json::Value =
            serde_json::from_str(&repo.read("xtask/peers/package.json").unwrap()).unwrap();
        for (name, version) in packages["dependencies"].as_object().unwrap() {
            assert!(page.contains(&format!("`{name}` {}", version.as_str().unwrap())), "{name}");
        }
        let python = repo.read("xtask/peers/requirements.txt").unwrap();
        let (name, version) = python.trim().split_once("==").unwrap();
        assert!(page.contains(&format!("`{name}` {version}")));
        let bevy = repo.read("xtask/peers/bevy/Cargo.toml").unwrap();
        let line = bevy.lines().find_map(|l| l.strip_prefix("bevy_vrm1 = \"=")).unwrap();
        assert!(page.contains(&format!("`bevy_vrm1` {}", line.trim_end_matches('"'))));
    }
}
