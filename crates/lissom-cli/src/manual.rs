//! `lissom completions` and `lissom man`: for the shell, and for people.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Command;
use clap_complete::Shell;

use crate::render::write;

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
    let mut built = command;
    built.build();
    let pages = built.get_subcommands().filter(|c| c.get_name() != "help").cloned();
    let pages: Vec<Command> = pages
        .map(|c| {
            let name = format!("lissom-{}", c.get_name());
            c.name(name.clone()).bin_name(name)
        })
        .collect();
    for page in std::iter::once(built.clone()).chain(pages) {
        let name = format!("{}.1", page.get_name());
        let mut text = Vec::new();
        clap_mangen::Man::new(page).render(&mut text)?;
        write(&folder.join(&name), &text)?;
    }
    eprintln!("wrote pages to {}", folder.display());
    Ok(ExitCode::SUCCESS)
}
