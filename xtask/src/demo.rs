//! The README's first command, with the profile of the tests: it must leave pictures and a film.

use crate::driver;
use crate::repo::{Repo, run};
use crate::timetable::Outcome;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// Less than this is an empty picture.
const LEAST_BYTES: usize = 2000;

pub fn check(repo: &Repo) -> Result<Outcome> {
    if let Outcome::Missing(what) = driver::ensure()? {
        return Ok(Outcome::Missing(what));
    }
    let folder = make(repo)?;
    let files = files_under(&folder)?;
    let pictures = count(&files, "png", b"\x89PNG\r\n\x1a\n")?;
    let films = count(&files, "gif", b"GIF89a")?;
    if pictures == 0 || films == 0 {
        bail!("the demo left {pictures} pictures and {films} films; at least one of each is wanted");
    }
    eprintln!("{pictures} pictures and {films} films");
    Ok(Outcome::Done)
}

/// Runs it; where its files are.
fn make(repo: &Repo) -> Result<PathBuf> {
    let lissom = repo.build_lissom()?;
    let folder = repo.target()?.join("demo");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    run(repo.command(lissom).args(["demo", "-o"]).arg(&folder))?;
    Ok(folder)
}

/// The character that it leaves.
pub fn baked(repo: &Repo) -> Result<PathBuf> {
    Ok(make(repo)?.join("bunny.glb"))
}

/// How many files end so; each must begin with the mark of its format and hold something.
fn count(files: &[PathBuf], ending: &str, mark: &[u8]) -> Result<usize> {
    let wanted: Vec<&PathBuf> = files.iter().filter(|f| f.extension() == Some(ending.as_ref())).collect();
    for file in &wanted {
        let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        if !bytes.starts_with(mark) || bytes.len() < LEAST_BYTES {
            bail!("not a {ending} with something in it ({} bytes): {}", bytes.len(), file.display());
        }
    }
    Ok(wanted.len())
}

fn files_under(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let entries = folder.read_dir().with_context(|| format!("the demo left nothing in {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_under(&path)?);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}
