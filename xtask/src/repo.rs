//! Where the repository is, and how programs are run in it.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Debug)]
pub struct Repo {
    pub root: PathBuf,
    cargo: PathBuf,
}

impl Repo {
    pub fn find() -> Repo {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&manifest).parent().unwrap_or(Path::new(".")).to_owned();
        Repo { root, cargo: std::env::var_os("CARGO").unwrap_or("cargo".into()).into() }
    }

    pub fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    pub fn read(&self, relative: &str) -> Result<String> {
        std::fs::read_to_string(self.path(relative)).with_context(|| format!("cannot read {relative}"))
    }

    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root);
        command
    }

    /// Cargo, with arguments given as one line.
    pub fn cargo(&self, line: &str) -> Command {
        let mut command = self.command(&self.cargo);
        command.args(line.split_whitespace());
        command
    }

    pub fn metadata(&self, options: &str) -> Result<Value> {
        let text = capture(&mut self.cargo(&format!("metadata --format-version 1 {options}")))?;
        serde_json::from_str(&text).context("cargo metadata did not print JSON")
    }

    /// Where cargo puts what it builds.
    pub fn target(&self) -> Result<PathBuf> {
        let metadata = self.metadata("--no-deps")?;
        Ok(metadata["target_directory"].as_str().context("cargo metadata names no target directory")?.into())
    }

    /// Builds the command line with the profile of the tests, and says where it is.
    pub fn build_lissom(&self) -> Result<PathBuf> {
        self.build("lissom-cli", "lissom")
    }

    /// Builds a program of a package.
    pub fn build(&self, package: &str, program: &str) -> Result<PathBuf> {
        run(&mut self.cargo(&format!("build -p {package} --profile ci")))?;
        Ok(self.target()?.join("ci").join(format!("{program}{}", std::env::consts::EXE_SUFFIX)))
    }
}

/// Runs to the end; what it prints is seen as it comes.
pub fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    eprintln!("$ {line}");
    let status = command.status().with_context(|| format!("cannot run `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// Runs to the end and returns what it printed on stdout.
pub fn capture(command: &mut Command) -> Result<String> {
    let line = line(command);
    let output = command.output().with_context(|| format!("cannot run `{line}`"))?;
    if !output.status.success() {
        bail!("`{line}` failed ({})\n{}", output.status, String::from_utf8_lossy(&output.stderr).trim_end());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The command as one would type it.
fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = if program.is_absolute() { program.file_name().unwrap_or_default() } else { program.as_os_str() };
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|w| w.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
