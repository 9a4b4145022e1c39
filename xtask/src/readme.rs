//! README and the guide are kept true: the commands they show are understood, and README's code runs.

use crate::repo::{Repo, capture, run};
use crate::timetable::Outcome;
use crate::{COMMANDS, ci, guide};
use anyhow::{Context, Result, bail};

/// What a newcomer runs; both must stand in README, word for word.
const FIRST_COMMANDS: [&str; 2] = ["cargo run --release -- demo", "cargo xtask test"];
const RUN: &str = "cargo run --release -- ";
/// What README's code uses.
const CRATES: [&str; 2] = ["lissom-formats", "lissom-scenes"];

pub fn check(repo: &Repo) -> Result<Outcome> {
    let text = repo.read("README.md")?;
    let commands = commands(&text);
    if let Some(missing) = FIRST_COMMANDS.iter().find(|c| !commands.iter().any(|l| l == *c)) {
        bail!("README.md does not show the command `{missing}`");
    }
    let lissom = repo.build_lissom()?;
    let mut checked = 0;
    let mut all = commands;
    for page in guide::pages(repo)?.iter().map(String::as_str).chain(["CONTRIBUTING.md"]) {
        all.extend(self::commands(&repo.read(page)?));
    }
    for line in &all {
        match kind(line) {
            Kind::Lissom(arguments) => {
                // Clap reads from left to right, so what stands before `--help` must be understood.
                capture(repo.command(&lissom).args(arguments).arg("--help"))
                    .with_context(|| format!("`{line}` is not understood"))?;
            }
            Kind::Xtask(arguments) => check_xtask(&arguments).with_context(|| format!("`{line}`"))?,
            Kind::Other => continue,
        }
        checked += 1;
    }
    eprintln!("{checked} commands are understood");
    run_code(repo)
}

/// Compiles and runs README's Rust blocks as documentation tests.
fn run_code(repo: &Repo) -> Result<Outcome> {
    let built = repo.target()?.join("ci");
    let rustdoc = std::env::var_os("RUSTDOC").unwrap_or("rustdoc".into());
    let mut command = repo.command(rustdoc);
    command.args(["--test", "README.md", "--edition", "2024", "-L"]);
    command.arg(format!("dependency={}", built.join("deps").display()));
    // Together, so that they share what both are made of.
    run(&mut repo.cargo(&format!("build -p {} --profile ci", CRATES.join(" -p "))))?;
    for name in CRATES {
        let name = name.replace('-', "_");
        let library = built.join(format!("lib{name}.rlib"));
        command.arg("--extern").arg(format!("{name}={}", library.display()));
    }
    run(&mut command).map(|()| Outcome::Done)
}

/// The lines of shell blocks, without prompts and comments.
fn commands(markdown: &str) -> Vec<String> {
    let mut inside = None;
    let mut lines = Vec::new();
    for line in markdown.lines() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            inside = if inside.is_some() { None } else { Some(language.trim()) };
        } else if matches!(inside, Some("" | "sh" | "bash" | "console")) {
            let command = line.trim().trim_start_matches("$ ").split(" #").next().unwrap_or_default().trim();
            lines.push(command.to_owned());
        }
    }
    lines.retain(|l| !l.is_empty() && !l.starts_with('#'));
    lines
}

#[derive(Debug, PartialEq)]
enum Kind<'a> {
    Lissom(Vec<&'a str>),
    Xtask(Vec<&'a str>),
    Other,
}

fn kind(line: &str) -> Kind<'_> {
    if let Some(rest) = line.strip_prefix(RUN).or(line.strip_prefix("lissom ")) {
        Kind::Lissom(rest.split_whitespace().collect())
    } else if let Some(rest) = line.strip_prefix("cargo xtask ") {
        Kind::Xtask(rest.split_whitespace().collect())
    } else {
        Kind::Other
    }
}

fn check_xtask(arguments: &[&str]) -> Result<()> {
    match arguments {
        [command, ..] if !COMMANDS.contains(command) => bail!("xtask has no command `{command}`"),
        ["ci", step, ..] if !ci::STEPS.iter().any(|s| s.name == *step) => bail!("ci has no step `{step}`"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_commands_in_shell_blocks_only() {
        let text = "lissom no\n```sh\n$ lissom scenes   # a list\n# remark\n\ncargo xtask test\n```\nlissom no\n```rust\nlissom no\n```\n";
        assert_eq!(commands(text), ["lissom scenes", "cargo xtask test"]);
    }

    #[test]
    fn knows_whose_command_it_is() {
        assert_eq!(kind("cargo run --release -- demo robe"), Kind::Lissom(vec!["demo", "robe"]));
        assert_eq!(kind("lissom scenes"), Kind::Lissom(vec!["scenes"]));
        assert_eq!(kind("git clone x"), Kind::Other);
        assert!(check_xtask(&["ci", "tidy"]).is_ok());
        assert!(check_xtask(&["ci", "nonsense"]).is_err());
        assert!(check_xtask(&["nonsense"]).is_err());
    }

    #[test]
    fn shows_the_first_commands() {
        let readme = commands(&Repo::find().read("README.md").unwrap());
        assert!(FIRST_COMMANDS.iter().all(|c| readme.iter().any(|l| l == c)), "{readme:?}");
    }
}
