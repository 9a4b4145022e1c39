//! `docs/papers.md` maps equations to functions; both ends must exist.
//!
//! A row begins with the paper's key: ``| [MC11c] Eq. 1 | what | `path/file.rs` | `function` | notes |``.
//! In sources an equation without a key belongs to the key before it.

use super::{File, find};
use std::collections::BTreeSet;

const PAPERS: &str = "docs/papers.md";
const KEYS: [&str; 4] = ["MC11c", "MC11s", "KI13", "PD09"];

type Equation = (&'static str, u32);

pub fn check(files: &[File], problems: &mut Vec<String>) {
    let Some(table) = find(files, PAPERS, problems) else { return };
    let mut listed = BTreeSet::new();
    for (number, line) in table.lines().enumerate().filter(|(_, l)| l.starts_with("| [")) {
        let mut say = |what: String| problems.push(format!("{PAPERS}:{}: {what}", number + 1));
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let (Some(place), Some(path), Some(function)) = (cells.get(1), cells.get(3), cells.get(4)) else {
            say("a row has five cells: place, what, file, function, notes".into());
            continue;
        };
        let (path, function) = (path.trim_matches('`'), function.trim_matches('`'));
        let Some(file) = files.iter().find(|f| f.path == path) else {
            say(format!("there is no file `{path}`"));
            continue;
        };
        if !defines(&file.text, function) {
            say(format!("there is no `fn {function}` in {path}"));
        }
        let equations: Vec<Equation> = citations(place).filter_map(|c| c.1).collect();
        let cited: BTreeSet<Equation> = citations(&file.text).filter_map(|c| c.1).collect();
        for (key, n) in equations.iter().filter(|e| !cited.contains(e)) {
            say(format!("{path} does not say `[{key}] Eq. {n}`"));
        }
        listed.extend(equations);
    }
    let sources = files.iter().filter(|f| f.is_rust() && f.path.starts_with("crates/") && f.path.contains("/src/"));
    for file in sources {
        for (line, equation) in citations(&file.text) {
            match equation {
                None => problems.push(format!("{}: an equation without its paper's key", file.at(line))),
                Some(e) if !listed.contains(&e) => {
                    problems.push(format!("{}: [{}] Eq. {} is not in {PAPERS}", file.at(line), e.0, e.1));
                }
                Some(_) => {}
            }
        }
    }
}

/// Whether `fn name` stands there, and not only a longer name.
fn defines(text: &str, name: &str) -> bool {
    let after = |rest: &str| rest.starts_with(['(', '<']);
    !name.is_empty() && text.split("fn ").skip(1).any(|s| s.strip_prefix(name).is_some_and(after))
}

/// Every equation of `Eq. 7` or `Eq. 6-8`, by line; `None` where no key stands before.
fn citations(text: &str) -> impl Iterator<Item = (usize, Option<Equation>)> {
    let mut key = None;
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut parts = line.split("Eq. ");
        key = last_key(parts.next().unwrap_or_default()).or(key);
        for part in parts {
            let (first, rest) = leading_number(part);
            let last = rest.strip_prefix(['-', '–']).and_then(|r| leading_number(r).0);
            if let Some(first) = first {
                let range = first..=last.unwrap_or(first).clamp(first, first + 50);
                found.extend(range.map(|n| (number, key.map(|k| (k, n)))));
            }
            key = last_key(part).or(key);
        }
    }
    found.into_iter()
}

fn last_key(text: &str) -> Option<&'static str> {
    // In doc comments the brackets are escaped, because rustdoc would take them for a link.
    let ends = |k: &str| text.rfind(&format!("[{k}]")).max(text.rfind(&format!("[{k}\\]")));
    let places = KEYS.into_iter().filter_map(|k| ends(k).map(|at| (at, k)));
    places.max().map(|(_, key)| key)
}

fn leading_number(text: &str) -> (Option<u32>, &str) {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (text[..text.len() - rest.len()].parse().ok(), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(table: &str, source: &str) -> Vec<String> {
        let mut problems = Vec::new();
        check(&[File::new(PAPERS, table), File::new("crates/a/src/b.rs", source)], &mut problems);
        problems
    }

    const ROW: &str = "| [MC11c] Eq. 6-8 | flips | `crates/a/src/b.rs` | `unflip` | |\n";

    #[test]
    fn both_ends_must_exist() {
        let good = "/// [MC11c] Eq. 6-8: a flip.\n/// Eq. 7 uses the old positions.\npub fn unflip<T>() {}\n";
        assert_eq!(problems(ROW, good), [""; 0]);
        assert_eq!(problems(ROW, &good.replace("unflip", "unflipped")).len(), 1);
        assert_eq!(problems(&ROW.replace("b.rs", "c.rs"), "").len(), 1);
        assert_eq!(problems(ROW, "fn unflip() {}").len(), 3, "the source no longer cites three equations");
        assert_eq!(problems("| [MC11s] 2 | fit | `crates/a/src/b.rs` | `fit` | |", "fn fit(a: u8) {}"), [""; 0]);
    }

    #[test]
    fn what_is_cited_must_be_listed() {
        let text = "// [MC11c] Eq. 9 and [KI13] Eq. 2\nfn unflip() {} // [MC11c] Eq. 6–8";
        let found = problems(ROW, text);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("[MC11c] Eq. 9") && found[1].contains("[KI13] Eq. 2"));
        assert!(problems("", "// Eq. 3")[0].contains("without its paper's key"));
    }
}
