//! A Rust that compiles for browsers: rustup's, or Debian's with a standard library built on the way.

use crate::apt;
use crate::repo::{Repo, capture, run};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "web";
/// Every browser of the last years has it.
const FLAGS: &str = "-C target-feature=+simd128";
/// Debian's Rust for browsers' makers, its standard library as source, and a linker.
const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-22"];
const DEBIANS: [&str; 2] = ["/usr/bin/cargo", "/usr/bin/rustc"];
const LINKER: &str = "wasm-ld-22";

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Toolchain {
    /// The one that is used anyway knows the target.
    Own,
    Debian,
}

impl Toolchain {
    /// Finds one, or installs one where that can be done without asking, or says how to.
    pub fn find(repo: &Repo) -> Result<Result<Toolchain, String>> {
        let sysroot = capture(repo.command("rustc").args(["--print", "sysroot"]))?;
        if Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET).join("lib").is_dir() {
            return Ok(Ok(Toolchain::Own));
        }
        if !debians() && apt::is_ours() {
            apt::install(&PACKAGES)?;
        }
        Ok(if debians() { Ok(Toolchain::Debian) } else { Err(advice()) })
    }

    /// Compiles a program for browsers and says where it is.
    pub fn build(self, repo: &Repo, package: &str, target: &Path) -> Result<PathBuf> {
        let line = format!("build --package {package} --bin {package} --profile {PROFILE} --target {TARGET}");
        let mut command = match self {
            Toolchain::Own => repo.cargo(&line),
            Toolchain::Debian => {
                let mut command = repo.command(DEBIANS[0]);
                command.args(line.split_whitespace()).args(["-Z", "build-std=std,panic_abort"]);
                command.env("RUSTC", DEBIANS[1]).env("RUSTC_BOOTSTRAP", "1");
                command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", LINKER);
                command
            }
        };
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS).env_remove("RUSTFLAGS");
        run(command.arg("--target-dir").arg(target))?;
        let wasm = target.join(TARGET).join(PROFILE).join(format!("{package}.wasm"));
        wasm.exists().then_some(wasm).context("cargo left no wasm file")
    }
}

fn debians() -> bool {
    DEBIANS.iter().all(|program| Path::new(program).exists()) && apt::on_path(LINKER) && library()
}

/// Whether the source of the standard library is there.
fn library() -> bool {
    Path::new("/usr/lib/rustlib/src/rust/library").exists()
}

fn advice() -> String {
    format!(
        "no Rust for browsers was found. With rustup type:\n\n    rustup target add {TARGET}\n\n\
         or with Debian's packages:\n\n    sudo apt-get install {}\n\nThen run this again.",
        PACKAGES.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_to_type() {
        let text = advice();
        assert!(text.contains("rustup target add wasm32-unknown-unknown") && text.contains("rustc-web"), "{text}");
    }
}
