//! `docs/dependencies.md` says why each dependency is there, and names no other.

use super::{File, find};

const MANIFEST: &str = "Cargo.toml";
const REASONS: &str = "docs/dependencies.md";

pub fn check(files: &[File], problems: &mut Vec<String>) {
    let (Some(manifest), Some(reasons)) = (find(files, MANIFEST, problems), find(files, REASONS, problems)) else {
        return;
    };
    let manifests = files.iter().filter(|f| f.path.ends_with("/Cargo.toml"));
    let (apart, members): (Vec<&File>, Vec<&File>) = manifests.partition(|f| is_workspace(&f.text));
    let (mut wanted, listed) = (dependencies(manifest), listed(reasons));
    wanted.extend(apart.iter().flat_map(|f| dependencies(&f.text)));
    for name in wanted.iter().filter(|n| !listed.contains(n)) {
        problems.push(format!("{REASONS} does not say why `{name}` is needed"));
    }
    for name in listed.iter().filter(|n| !wanted.contains(n)) {
        problems.push(format!("{REASONS} lists `{name}`, which {MANIFEST} does not have"));
    }
    for member in members {
        for name in own_versions(&member.text) {
            problems.push(format!(
                "{}: `{name}` must be `{name}.workspace = true`, its version in {MANIFEST}",
                member.path
            ));
        }
    }
}

/// A crate that is a workspace of its own has its own versions.
fn is_workspace(manifest: &str) -> bool {
    manifest.lines().any(|l| l == "[workspace]")
}

/// What a workspace takes from outside.
fn dependencies(manifest: &str) -> Vec<&str> {
    let lines = section(manifest, |title| matches!(title, "[workspace.dependencies]" | "[dependencies]"));
    lines.filter(|(_, value)| !value.contains("path =")).map(|(name, _)| name).collect()
}

/// First cells of the table, between backquotes.
fn listed(reasons: &str) -> Vec<&str> {
    reasons.lines().filter_map(|l| l.strip_prefix("| `")?.split('`').next()).collect()
}

/// Dependencies of a member that do not come from the workspace.
fn own_versions(manifest: &str) -> impl Iterator<Item = &str> {
    let lines = section(manifest, |title| title.ends_with("dependencies]"));
    lines.filter(|(name, value)| !name.ends_with(".workspace") && !value.contains("workspace = true")).map(|l| l.0)
}

/// `name = value` lines under titles that are wanted.
fn section(manifest: &str, wanted: fn(&str) -> bool) -> impl Iterator<Item = (&str, &str)> {
    let mut inside = false;
    manifest.lines().filter_map(move |line| {
        if line.starts_with('[') {
            inside = wanted(line.trim());
            return None;
        }
        let pair = line.split_once('=').filter(|_| inside && !line.starts_with('#'))?;
        Some((pair.0.trim(), pair.1.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lists_must_agree() {
        let manifest =
            "[workspace.dependencies]\nown = { path = \"x\" }\nglam = \"1\"\nlibm = { version = \"2\" }\n[x]\ny = 1\n";
        assert_eq!(dependencies(manifest), ["glam", "libm"]);
        let reasons = "| crate | why |\n|---|---|\n| `glam` | vectors |\n| `gone` | old |\n";
        let mut problems = Vec::new();
        check(&[File::new(MANIFEST, manifest), File::new(REASONS, reasons)], &mut problems);
        assert_eq!(problems.len(), 2, "{problems:?}");
    }

    #[test]
    fn members_take_versions_from_the_workspace() {
        let member = "[package]\nname = \"a\"\n[dependencies]\nglam.workspace = true\nb = { workspace = true, features = [] }\nc = \"1\"\n[target.'cfg(a = 1)'.dependencies]\nglam.workspace = true\n";
        assert_eq!(own_versions(member).collect::<Vec<_>>(), ["c"]);
    }
}
