//! Development commands: `cargo xtask help` lists them.

use anyhow::{Result, bail};
use std::process::ExitCode;

mod apt;
mod ci;
mod clients;
mod demo;
mod driver;
mod fuzz;
mod guide;
mod license;
mod licenses;
mod peers;
mod perf;
mod plots;
mod readme;
mod repo;
mod test;
mod tidy;
mod timetable;
mod web;
mod window;

const COMMANDS: [&str; 7] = ["test", "ci", "perf", "peers", "plots", "guide", "web"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

fn run(arguments: &[String]) -> Result<()> {
    let Some((command, rest)) = arguments.split_first() else { bail!(Usage("say what to do".into())) };
    match command.as_str() {
        "test" => test::run(rest),
        "ci" => ci::run(rest),
        "perf" => perf::run(rest),
        "peers" => peers::run(rest),
        "plots" => plots::run(rest),
        "guide" => guide::run(rest),
        "web" => web::run(rest),
        "help" | "-h" | "--help" => {
            println!("{}", usage());
            Ok(())
        }
        other => bail!(Usage(format!("there is no command `{other}`"))),
    }
}

/// The command line was not understood.
#[derive(Debug)]
struct Usage(String);

impl std::error::Error for Usage {}

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\n\n{}", self.0, usage())
    }
}

fn usage() -> String {
    let mut text = "\
cargo xtask test [ARGUMENTS OF CARGO TEST]   runs the tests; Rust, a C linker and a graphics driver are enough
cargo xtask ci [STEP]                        runs every check, or one
cargo xtask perf [--accept] [WORKLOAD…]      compares instructions with perf/counts.json, or accepts them
cargo xtask perf --threads [WORKLOAD…]       nothing is slower with two threads than with one
cargo xtask peers                            the same work by others and by ours, for docs/peers.md
cargo xtask plots [DOCUMENT]                 makes the plots, tables and pictures of the documents anew
cargo xtask plots pictures [NAME…]           the pictures of scenes and of the papers' figures, or those so named
cargo xtask plots films                      the README's films
cargo xtask plots guide                      the user guide's pictures of the studio
cargo xtask guide                            makes a book of the user guide, with mdBook
cargo xtask web [--out DIR] [--port N] [--no-serve]   builds the studio as a page, and serves it on this machine

steps of ci, in order:"
        .to_owned();
    for step in ci::STEPS {
        text += &format!("\n  {:<9} {}", step.name, step.what);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_the_usage() {
        for command in COMMANDS {
            assert!(usage().contains(&format!("cargo xtask {command}")));
        }
        assert!(run(&["nonsense".into()]).unwrap_err().is::<Usage>());
        assert!(run(&[]).unwrap_err().is::<Usage>());
    }
}
