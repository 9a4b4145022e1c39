//! `lissom check`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use lissom_formats::gltf;
use lissom_formats::model::Model;
use lissom_formats::motion::Motion;
use lissom_rig::Rig;
use lissom_rig::check::{Problem, Severity};

use crate::mesh_file;
use crate::model_file::{beside, is_model, open};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A character (.glb, .gltf, .vrm), a rig (.lissom.json), a motion (.bvh, .vrma), tetrahedra or a surface
    file: PathBuf,
    /// The character that a rig is for
    #[arg(long, value_name = "FILE")]
    character: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let problems = problems(args)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&problems)?)?;
    } else {
        problems.iter().try_for_each(|problem| writeln!(out, "{problem}"))?;
    }
    let errors = problems.iter().filter(|p| p.severity == Severity::Error).count();
    eprintln!("{errors} errors, {} warnings: {}", problems.len() - errors, args.file.display());
    Ok(if errors > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn problems(args: &Args) -> anyhow::Result<Vec<Problem>> {
    let path = args.file.as_path();
    let name = path.to_string_lossy().to_lowercase();
    let bytes = || std::fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    if args.character.is_some() && !name.ends_with(".json") {
        bail!("--character is for rigs, and this is none: {}", path.display());
    }
    if is_model(&name) {
        return Ok(model(path, &bytes()?));
    }
    if name.ends_with(".bvh") || name.ends_with(".vrma") {
        return Ok(Motion::read(&bytes()?).err().map(|error| problem(error.to_string())).into_iter().collect());
    }
    if name.ends_with(".json") {
        return rig(&bytes()?, args.character.as_deref());
    }
    Ok(match mesh_file::read(path) {
        Ok(_) => Vec::new(),
        Err(error) if path.is_file() && lissom_formats::kind_of(&name).is_some() => vec![problem(error.to_string())],
        Err(error) => return Err(error),
    })
}

/// The whole file does not do.
fn problem(what: String) -> Problem {
    Problem { place: "the file".into(), what, fix: String::new(), severity: Severity::Error }
}

/// A fault says what to do in its own words.
fn told(fault: gltf::Fault, severity: Severity) -> Problem {
    Problem { place: fault.place, what: fault.what, fix: String::new(), severity }
}

fn model(path: &Path, bytes: &[u8]) -> Vec<Problem> {
    let mut problems = gltf::check::check(bytes, &beside(path));
    match Model::read(bytes, &beside(path)) {
        Ok(model) => {
            let of_vrm = model.vrm.iter().flat_map(|vrm| vrm.problems.iter().cloned());
            problems.extend(of_vrm.map(|fault| told(fault, Severity::Warning)));
            match gltf::home::rig(&model.document) {
                Ok(Some(rig)) => problems.extend(lissom_rig::check::check(&rig, &model.import.character)),
                Ok(None) => {}
                Err(fault) => problems.push(told(fault, Severity::Error)),
            }
        }
        // As a file it may be fine: there is no character in it, or one that cannot be played here.
        Err(fault) if problems.iter().all(|p| p.severity != Severity::Error) => {
            problems.push(told(fault, Severity::Warning));
        }
        Err(_) => {}
    }
    problems
}

fn rig(bytes: &[u8], character: Option<&Path>) -> anyhow::Result<Vec<Problem>> {
    let rig = match Rig::from_json(bytes) {
        Ok(rig) => rig,
        Err(error) => return Ok(vec![problem(error.to_string())]),
    };
    let Some(character) = character else {
        eprintln!("note: only its form is checked; with --character FILE its bones are looked for, too");
        return Ok(Vec::new());
    };
    Ok(lissom_rig::check::check(&rig, &open(character)?.import.character))
}
