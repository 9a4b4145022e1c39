//! `lissom`: the command line. Data goes to stdout, talk to stderr.
//!
//! Exit codes: 0 fine, 1 a check found problems, 2 an error.

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

mod act;
mod bake;
mod bench;
mod check;
mod demo;
mod eye;
mod film;
mod inspect;
mod manual;
mod mesh_file;
mod model_file;
mod render;
mod rig;
mod scenes;
mod setup;
mod simulate;
mod tetra;
mod trace;

/// Physical motion for the soft parts of characters.
#[derive(Debug, Parser)]
#[command(name = "lissom", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Simulate a scene and write pictures, a short film and a GLB with keyframes
    Demo(demo::Args),
    /// List the scenes
    Scenes(scenes::Args),
    /// Say what is in a scene or a file, and what would be simulated
    Inspect(inspect::Args),
    /// List every problem of a character, a rig or another file, with its place and what to do
    Check(check::Args),
    /// Make a rig for a character, from its VRM springs or from names and shapes of its bones
    Rig(rig::Args),
    /// Simulate a character against its animation and write keyframes
    Bake(bake::Args),
    /// Run a scene or a character without pictures and print what was measured
    Simulate(simulate::Args),
    /// Make a picture (.png) or a film (.gif, .mp4) of a scene or a character
    Render(render::Args),
    /// Fill a surface with tetrahedra, or clean some, and say how good they are
    Tetra(tetra::Args),
    /// Measure the speed of scenes and workloads
    Bench(bench::Args),
    /// Print a script that completes commands in a shell
    Completions(manual::CompletionsArgs),
    /// Print the manual page, or write all of them
    Man(manual::ManArgs),
}

fn main() -> ExitCode {
    quiet_graphics();
    end_without_listeners();
    let result = match Cli::parse().command {
        Command::Demo(args) => demo::run(&args),
        Command::Scenes(args) => scenes::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Rig(args) => rig::run(&args),
        Command::Bake(args) => bake::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Tetra(args) => tetra::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => manual::completions(&args, Cli::command()),
        Command::Man(args) => manual::man(&args, Cli::command()),
    };
    match result {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lissom: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Graphics drivers complain on stderr where there is no folder for sockets; any will do.
fn quiet_graphics() {
    if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        // SAFETY: no other thread runs yet.
        unsafe { std::env::set_var("XDG_RUNTIME_DIR", std::env::temp_dir()) };
    }
}

/// Where nobody listens on stderr any more, `eprintln!` panics: that is an error like others, and no reason to say more.
fn end_without_listeners() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if info.payload_as_str().is_some_and(|what| what.starts_with("failed printing to")) {
            std::process::exit(2);
        }
        usual(info);
    }));
}

/// Somebody read only part of the output, like `head`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|e| e.downcast_ref::<std::io::Error>()).any(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}
