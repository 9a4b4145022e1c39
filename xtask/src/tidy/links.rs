//! Links and pictures in our own texts lead somewhere.

use super::File;

pub fn check(file: &File, files: &[File], problems: &mut Vec<String>) {
    if !file.path.ends_with(".md") {
        return;
    }
    for (number, line) in file.text.lines().enumerate() {
        for target in targets(line) {
            let path = resolve(&file.path, target);
            let exists = files.iter().any(|f| f.path == path || f.path.starts_with(&format!("{path}/")));
            if !exists {
                problems.push(format!("{}: `{target}` does not exist", file.at(number)));
            }
        }
    }
}

/// What `](…)` and `src="…"` of a line point to, within the repository.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    let after = |mark: &'static str, end: char| line.split(mark).skip(1).filter_map(move |s| s.split(end).next());
    let all = after("](", ')').chain(after("src=\"", '"'));
    all.filter(|t| !t.contains("://") && !t.starts_with('#')).map(|t| t.split('#').next().unwrap_or(t))
}

/// A relative path as seen from a file, from the root.
fn resolve(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.trim_end_matches('/').split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_does_not_exist() {
        let files = [File::new("README.md", ""), File::new("docs/papers.md", "")];
        let count = |path: &str, text: &str| {
            let mut problems = Vec::new();
            check(&File::new(path, text), &files, &mut problems);
            problems.len()
        };
        assert_eq!(count("README.md", "[a](docs/papers.md) [b](docs/) [c](https://example.com/x) [d](#top)"), 0);
        assert_eq!(count("docs/a.md", "[a](papers.md#keys) [b](../README.md) [c](./papers.md)"), 0);
        assert_eq!(count("docs/a.md", "[a](README.md) <img src=\"no.png\" width=\"3\">"), 2);
        assert_eq!(count("a.rs", "[a](no.md)"), 0);
    }
}
