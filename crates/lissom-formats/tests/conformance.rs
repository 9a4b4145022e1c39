//! The checker against the reports of the reference validator, where `LISSOM_ASSETS` names a folder that has them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use lissom_formats::gltf::check::check;
use lissom_formats::gltf::{Document, Import};
use lissom_rig::check::{Problem, Severity};

fn assets() -> Option<PathBuf> {
    let folder = std::env::var_os("LISSOM_ASSETS").map(PathBuf::from);
    if folder.is_none() {
        println!("LISSOM_ASSETS is not set: nothing to test");
    }
    folder
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let path = entry.path();
        match path.extension().and_then(|e| e.to_str()) {
            _ if path.is_dir() => files(&path, out),
            Some("glb" | "gltf" | "vrm" | "vrma") => out.push(path),
            _ => {}
        }
    }
    out.sort();
}

fn checked(path: &Path) -> Vec<Problem> {
    let bytes = std::fs::read(path).expect("a file");
    let folder = path.parent().expect("a folder").to_owned();
    let beside = |name: &str| std::fs::read(folder.join(name)).ok();
    let begin = Instant::now();
    let problems = check(&bytes, &beside);
    // Reading is more lenient, but must not stumble either.
    if let Ok(document) = Document::read(&bytes, &beside) {
        let _ = Import::read(&document);
    }
    assert!(begin.elapsed().as_secs() < 30, "{}", path.display());
    problems
}

fn errors(problems: &[Problem]) -> Vec<String> {
    let errors = problems.iter().filter(|p| p.severity == Severity::Error);
    errors.map(|p| format!("{}: {}", p.place, p.what)).collect()
}

#[test]
fn agrees_with_the_reference_validator() {
    let Some(folder) = assets() else { return };
    let mut all = Vec::new();
    files(&folder.join("conformance"), &mut all);
    let (mut clean, mut wrong, mut found, mut same_place) = (0, 0, 0, 0);
    let (mut missed, mut false_alarms) = (Vec::new(), BTreeMap::new());
    for path in all {
        let errors = errors(&checked(&path));
        let name = path.strip_prefix(&folder).expect("in it").display().to_string();
        let Ok(report) = std::fs::read(format!("{}.report.json", path.display())) else {
            // The generator's files have no report: its negative ones are wrong, the others right.
            match (name.contains("Negative"), errors.is_empty()) {
                // Its joints have two roots, which newer editions of the specification forbid.
                (false, false) if name.contains("Animation_Skin_06") => {}
                (false, false) => drop(false_alarms.insert(name, errors)),
                (true, true) => missed.push(name),
                _ => {}
            }
            continue;
        };
        let report: serde_json::Value = serde_json::from_slice(&report).expect("JSON");
        match report["issues"]["numErrors"].as_u64().expect("a count") {
            0 => {
                clean += 1;
                if !errors.is_empty() {
                    false_alarms.insert(name, errors);
                }
            }
            _ => {
                wrong += 1;
                let pointer = |m: &serde_json::Value| m["pointer"].as_str().map(str::to_owned);
                let told = report["issues"]["messages"].as_array().into_iter().flatten();
                let mut told = told.filter(|m| m["severity"] == 0).filter_map(pointer);
                same_place += u32::from(told.any(|at| errors.iter().any(|e| e.starts_with(&at))));
                if errors.is_empty() { missed.push(name) } else { found += 1 }
            }
        }
    }
    println!("{clean} cases without errors; of {wrong} with errors {found} are found, {same_place} at the same place");
    assert!(false_alarms.is_empty(), "{false_alarms:#?}");
    assert!(missed.is_empty(), "{missed:#?}");
}

/// The two have errors by the validator, too.
#[test]
fn real_characters_are_right() {
    let Some(folder) = assets() else { return };
    let mut all = Vec::new();
    files(&folder.join("gltf"), &mut all);
    files(&folder.join("vrm"), &mut all);
    for path in all {
        let problems = checked(&path);
        let errors = errors(&problems);
        println!("{}: {} errors, {} problems", path.display(), errors.len(), problems.len());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let known = ["quaternius_Fox.glb", "threejs_RobotExpressive.glb"].contains(&name.as_ref());
        assert_eq!(!errors.is_empty(), known, "{name}: {errors:#?}");
    }
}
