//! `cargo xtask web`: the studio as a static page, built and served on this machine only.

use crate::Usage;
use crate::repo::{Repo, run as run_command};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

mod check;
mod serve;
mod toolchain;

use serve::Server;
use toolchain::Toolchain;

const PACKAGE: &str = "lissom-studio";
/// What the page has besides what is made of Rust.
const STATIC: &str = "crates/lissom-studio/web";
const PORT: u16 = 8080;

pub use check::{character, check};

struct Options {
    out: Option<PathBuf>,
    port: u16,
    serves: bool,
}

pub fn run(arguments: &[String]) -> Result<()> {
    let options = options(arguments)?;
    let repo = Repo::find();
    let folder = match build(&repo, options.out)? {
        Ok(folder) => folder,
        Err(missing) => bail!(missing),
    };
    println!("the page is in {}", folder.display());
    if options.serves {
        let server = Server::bind(&folder, options.port)?;
        println!("open {} in a browser; Ctrl+C ends it", server.address());
        server.run();
    }
    Ok(())
}

fn options(arguments: &[String]) -> Result<Options> {
    let mut options = Options { out: None, port: PORT, serves: true };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match (argument.as_str(), rest.as_slice().first()) {
            ("--no-serve", _) => options.serves = false,
            ("--out", Some(folder)) => options.out = Some(folder.into()),
            ("--port", Some(port)) => {
                options.port = port.parse().map_err(|_| Usage(format!("`{port}` is not a port")))?;
            }
            ("--out" | "--port", None) => bail!(Usage(format!("{argument} wants a value"))),
            _ => bail!(Usage(format!("web does not know `{argument}`"))),
        }
        if matches!(argument.as_str(), "--out" | "--port") {
            rest.next();
        }
    }
    Ok(options)
}

/// Builds the page into a folder, `web/dist` of the target's if none is given; or says what is missing for that.
fn build(repo: &Repo, out: Option<PathBuf>) -> Result<Result<PathBuf, String>> {
    let target = repo.target()?.join("web");
    let toolchain = match Toolchain::find(repo)? {
        Ok(toolchain) => toolchain,
        Err(missing) => return Ok(Err(missing)),
    };
    let folder = out.unwrap_or_else(|| target.join("dist"));
    let wasm = toolchain.build(repo, PACKAGE, &target)?;
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    bind(repo, &target, &wasm, &folder)?;
    copy(&repo.path(STATIC), &folder)?;
    Ok(Ok(folder))
}

/// What the browser needs beside the wasm. The tool for it is a workspace of its own, built when it is first wanted.
fn bind(repo: &Repo, target: &Path, wasm: &Path, folder: &Path) -> Result<()> {
    let manifest = "xtask/bindgen/Cargo.toml";
    let (used, bound) = (wasm_bindgen(repo, "Cargo.lock")?, wasm_bindgen(repo, "xtask/bindgen/Cargo.lock")?);
    if used != bound {
        bail!(
            "wasm-bindgen is {used} in Cargo.lock but {bound} in {manifest}; write `wasm-bindgen-cli-support = \"={used}\"` there"
        );
    }
    let mut command = repo.cargo("run --quiet --release --manifest-path");
    command.arg(repo.path(manifest)).arg("--target-dir").arg(target.join("bindgen"));
    run_command(command.arg("--").arg(wasm).arg(folder))
}

/// The version of wasm-bindgen in a lock file, or of what belongs to it.
fn wasm_bindgen(repo: &Repo, lock: &str) -> Result<String> {
    let text = repo.read(lock)?;
    let mut lines = text.lines().skip_while(|l| *l != "name = \"wasm-bindgen-shared\"");
    let version = lines.nth(1).and_then(|l| l.strip_prefix("version = \"")?.strip_suffix('"'));
    version.map(str::to_owned).with_context(|| format!("{lock} has no wasm-bindgen-shared"))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    for entry in from.read_dir().with_context(|| format!("cannot read {}", from.display()))? {
        let file = entry?.path();
        let name = file.file_name().unwrap_or_default();
        std::fs::copy(&file, to.join(name)).with_context(|| format!("cannot copy {}", file.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn reads_its_options() {
        let all = options(&words("--out there --port 9000 --no-serve")).unwrap();
        assert_eq!((all.out, all.port, all.serves), (Some("there".into()), 9000, false));
        for wrong in ["--port", "--port x", "--out", "there"] {
            assert!(options(&words(wrong)).is_err_and(|e| e.is::<Usage>()), "{wrong}");
        }
    }

    #[test]
    fn the_tool_is_of_the_version_that_is_used() {
        let repo = Repo::find();
        assert_eq!(
            wasm_bindgen(&repo, "Cargo.lock").unwrap(),
            wasm_bindgen(&repo, "xtask/bindgen/Cargo.lock").unwrap()
        );
    }
}
