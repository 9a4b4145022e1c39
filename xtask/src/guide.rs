//! The user guide: `cargo xtask guide` makes a book of its pages, `cargo xtask plots guide` its pictures of the studio.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::repo::{Repo, capture, run as run_command};

const GUIDE: &str = "docs/guide";
const PAGES: &str = "docs/guide/src";
/// Tests in which somebody photographs what they see.
const PHOTOGRAPHERS: &str = "--test cloth --test creatures --test studio --test views";

/// Builds the book with mdBook, if that is installed.
pub fn run(rest: &[String]) -> Result<()> {
    ensure!(rest.is_empty(), "`cargo xtask guide` takes no arguments");
    let repo = Repo::find();
    if capture(Command::new("mdbook").arg("--version")).is_err() {
        bail!("mdBook is not installed; do so with `cargo install mdbook`, or read the pages in {PAGES} as they are");
    }
    run_command(repo.command("mdbook").args(["build", GUIDE]))
}

/// The pages, by their path.
pub fn pages(repo: &Repo) -> Result<Vec<String>> {
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(repo.path(PAGES)).with_context(|| format!("cannot read {PAGES}"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        pages.extend(name.ends_with(".md").then(|| format!("{PAGES}/{name}")));
    }
    pages.sort();
    Ok(pages)
}

/// Has the studio's tests photograph what they do, and keeps what the pages show.
pub fn photograph(repo: &Repo) -> Result<()> {
    let folder = repo.target()?.join("guide");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut tests = repo.cargo(&format!("test --quiet --profile ci -p lissom-studio {PHOTOGRAPHERS}"));
    run_command(tests.env("LISSOM_PICTURES", &folder))?;
    let mut kept = 0;
    for page in pages(repo)? {
        for name in shown(&repo.read(&page)?) {
            let (from, to) = (folder.join(name), repo.path(PAGES).join("pictures").join(name));
            keep(&from, &to).with_context(|| format!("{page} shows {name}, which no test photographs"))?;
            kept += 1;
        }
    }
    eprintln!("{kept} pictures in {PAGES}/pictures");
    Ok(())
}

fn keep(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to.parent().context("a folder")?)?;
    std::fs::copy(from, to)?;
    Ok(())
}

/// Pictures of its own that a page shows.
fn shown(page: &str) -> impl Iterator<Item = &str> {
    page.split("](pictures/").skip(1).filter_map(|rest| rest.split(')').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_a_page_shows() {
        let page = "![a](pictures/bake.png) and ![b](../../pictures/x.png)\n![c](pictures/pull.png)";
        assert_eq!(shown(page).collect::<Vec<_>>(), ["bake.png", "pull.png"]);
    }

    #[test]
    fn every_page_is_in_the_summary() {
        let repo = Repo::find();
        let summary = repo.read("docs/guide/src/SUMMARY.md").unwrap();
        for page in pages(&repo).unwrap().iter().filter(|p| !p.ends_with("SUMMARY.md")) {
            let name = page.rsplit('/').next().unwrap();
            assert!(summary.contains(&format!("({name})")), "{name} is missing");
        }
    }
}
