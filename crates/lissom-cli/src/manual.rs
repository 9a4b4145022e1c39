//! `lissom completions` and `lissom man`: for the shell, and for people.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Command;
use clap_complete::Shell;

#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell that they are for
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// The folder that the pages go to, one for each command; the page of `lissom` goes to stdout if left out
    #[arg(short, long)]
    output: Option<PathBuf>,
}

pub fn completions(args: &CompletionsArgs, mut command: Command) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "lissom", &mut script);
    std::io::Write::write_all(&mut std::io::stdout().lock(), &script)?;
    Ok(ExitCode::SUCCESS)
}

pub fn man(args: &ManArgs, command: Command) -> anyhow::Result<ExitCode> {
    let Some(folder) = &args.output else {
        clap_mangen::Man::new(command).render(&mut std::io::stdout().lock())?;
        return Ok(ExitCode::SUCCESS);
    };
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    clap_mangen::generate_to(command, folder).with_context(|| format!("cannot write to {}", folder.display()))?;
    eprintln!("wrote pages to {}", folder.display());
    Ok(ExitCode::SUCCESS)
}
