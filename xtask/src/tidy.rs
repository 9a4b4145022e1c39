//! House rules that no other tool knows. Also a test, so that `cargo xtask test` finds what breaks them.

use crate::repo::Repo;
use crate::timetable::Outcome;
use anyhow::{Context, Result, bail};
use std::path::Path;

mod dependencies;
mod links;
mod papers;
mod portable;
mod text;

/// A file of the repository, as the checks see it.
#[derive(Debug)]
pub struct File {
    /// From the root, with `/`.
    pub path: String,
    pub bytes: u64,
    /// What it says, unless it is binary.
    pub text: String,
}

impl File {
    #[cfg(test)]
    fn new(path: &str, text: &str) -> File {
        File { path: path.into(), bytes: text.len() as u64, text: text.into() }
    }

    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// `path:line`, for messages; lines count from 0.
    pub fn at(&self, line: usize) -> String {
        format!("{}:{}", self.path, line + 1)
    }
}

pub fn check(repo: &Repo) -> Result<Outcome> {
    let files = files(&repo.root)?;
    let problems = problems(&files);
    if !problems.is_empty() {
        bail!("{} problems:\n  {}", problems.len(), problems.join("\n  "));
    }
    eprintln!("{} files are tidy", files.len());
    Ok(Outcome::Done)
}

/// Everything that is wrong, not only the first.
fn problems(files: &[File]) -> Vec<String> {
    let mut problems = Vec::new();
    for file in files {
        text::check(file, &mut problems);
        portable::check(file, &mut problems);
        links::check(file, files, &mut problems);
    }
    papers::check(files, &mut problems);
    dependencies::check(files, &mut problems);
    problems
}

/// The text of one file, or a problem.
fn find<'a>(files: &'a [File], path: &str, problems: &mut Vec<String>) -> Option<&'a str> {
    let found = files.iter().find(|f| f.path == path);
    if found.is_none() {
        problems.push(format!("{path} is missing"));
    }
    found.map(|f| f.text.as_str())
}

/// All files but what `.gitignore` names at the top. Works without git, as in an unpacked archive.
fn files(root: &Path) -> Result<Vec<File>> {
    let ignored = std::fs::read_to_string(root.join(".gitignore")).unwrap_or_default();
    let ignored: Vec<&str> = ignored.lines().map(|l| l.trim().trim_matches('/')).chain([".git"]).collect();
    let mut files = Vec::new();
    collect(root, "", &ignored, &mut files)?;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn collect(folder: &Path, prefix: &str, ignored: &[&str], files: &mut Vec<File>) -> Result<()> {
    for entry in folder.read_dir().with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if ignored.contains(&path.as_str()) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{path}/"), ignored, files)?;
        } else if let Ok(bytes) = std::fs::read(entry.path()) {
            let length = bytes.len() as u64;
            files.push(File { path, bytes: length, text: String::from_utf8(bytes).unwrap_or_default() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_is_tidy() {
        let problems = problems(&files(&Repo::find().root).unwrap());
        assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    }

    #[test]
    fn ignored_folders_are_left_out() {
        let files = files(&Repo::find().root).unwrap();
        assert!(files.iter().any(|f| f.path == "xtask/src/tidy.rs"));
        assert!(files.iter().all(|f| !f.path.starts_with("target/") && !f.path.starts_with(".git/")));
    }
}
