//! What must not stand in any file, and how large files may be.

use super::File;

const MAX_LINES: usize = 500;
const MAX_BYTES: u64 = 1 << 20;
/// Longer files that are still one thing, and why.
const LONG_FILES: [(&str, &str); 0] = [];

/// Work left undone, and tests switched off. In pieces, so that this file is not found itself.
const UNFINISHED: [&str; 6] = [
    concat!("to", "do!("),
    concat!("unimpl", "emented!("),
    concat!("#[ig", "nore"),
    concat!("FIX", "ME"),
    concat!("HA", "CK"),
    concat!("XX", "X"),
];

/// Paths of one machine, and hosts that only a lock file may name.
const PLACES: [&str; 8] = [
    concat!("/wo", "rk/"),
    concat!("/fa", "rm/"),
    concat!("/ro", "ot/"),
    concat!("/tmp/re", "search"),
    concat!("static.crates", ".io"),
    concat!("registry.npmjs", ".org"),
    concat!("files.pythonhosted", ".org"),
    concat!("deb.debian", ".org"),
];
const LOCK_FILES: [&str; 2] = ["Cargo.lock", "package-lock.json"];

pub fn check(file: &File, problems: &mut Vec<String>) {
    if file.is_rust() {
        find_words(file, &UNFINISHED, "is left unfinished", problems);
        let lines = file.text.lines().count();
        if lines > MAX_LINES && !LONG_FILES.iter().any(|(path, _)| *path == file.path) {
            problems.push(format!("{} has {lines} lines; split it, or list it in xtask/src/tidy/text.rs", file.path));
        }
    }
    if !LOCK_FILES.contains(&file.path.as_str()) {
        find_words(file, &PLACES, "names a place outside the repository", problems);
    }
    if file.bytes > MAX_BYTES {
        problems.push(format!("{} has {} kB; does it belong here?", file.path, file.bytes / 1024));
    }
}

fn find_words(file: &File, words: &[&str], what: &str, problems: &mut Vec<String>) {
    for (number, line) in file.text.lines().enumerate() {
        if let Some(word) = words.iter().find(|w| line.contains(**w)) {
            problems.push(format!("{} {what}: `{word}`", file.at(number)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, text: &str) -> Vec<String> {
        let mut problems = Vec::new();
        check(&File::new(path, text), &mut problems);
        problems
    }

    #[test]
    fn finds_each_word() {
        for word in UNFINISHED {
            assert_eq!(problems("a.rs", &format!("\n  {word}")).len(), 1, "{word}");
            assert!(problems("a.md", word).is_empty());
        }
        for word in PLACES {
            assert_eq!(problems("a.md", word).len(), 1, "{word}");
            assert!(problems("Cargo.lock", word).is_empty());
        }
        assert!(problems("a.rs", &format!("\n\n{}", UNFINISHED[0]))[0].starts_with("a.rs:3 "));
    }

    #[test]
    fn finds_long_files() {
        assert!(problems("a.rs", &"//\n".repeat(MAX_LINES)).is_empty());
        assert_eq!(problems("a.rs", &"//\n".repeat(MAX_LINES + 1)).len(), 1);
    }
}
