//! `lissom rig`

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use lissom_formats::gltf::home;
use lissom_formats::model::Origin;
use lissom_formats::vrm;
use lissom_rig::rig::counted;
use serde::Serialize;

use crate::bake::save;
use crate::model_file::{is_model, open, read_rig};
use crate::render::write;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The character (.glb, .gltf or .vrm), or a body of tetrahedra (.mesh, .msh, .node, .ele, .vtk)
    file: PathBuf,
    /// Put this rig into the character, instead of making one
    #[arg(long, value_name = "RIG")]
    rig: Option<PathBuf>,
    /// Make a new one, even if there is one in the file
    #[arg(long, conflicts_with = "rig")]
    anew: bool,
    /// Where the rig goes: a .lissom.json, or a copy of the character with the rig in it (.glb, .gltf or .vrm)
    #[arg(short, long)]
    output: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Report {
    output: PathBuf,
    from: &'static str,
    chains: Vec<Chain>,
    colliders: usize,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Chain {
    name: String,
    bones: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let name = args.output.to_string_lossy().to_lowercase();
    let into_model = is_model(&name);
    if !into_model && !name.ends_with(".json") {
        bail!("the rig goes to a .lissom.json, or into a .glb, .gltf or .vrm; not to {}", args.output.display());
    }
    let mut model = open(&args.file)?;
    let (rig, origin, notes) = match &args.rig {
        Some(path) => (read_rig(path)?, Origin::File, Vec::new()),
        None if args.anew => model.proposed(),
        None => model.rig()?,
    };
    let why = |name: &str| match &origin {
        Origin::Bones(found) => found.iter().find(|f| f.name == name).map(|f| f.why.clone()),
        _ => None,
    };
    let report = Report {
        output: args.output.clone(),
        from: origin.words(),
        chains: rig
            .joints
            .iter()
            .map(|j| Chain { name: j.name.clone(), bones: j.bones.len(), why: why(&j.name) })
            .collect(),
        colliders: rig.colliders.len(),
        notes,
    };
    if into_model {
        home::put(&mut model.document, &model.import.nodes, &rig);
        let left = vrm::write_springs(&mut model.document, &rig, &model.import.nodes);
        left.iter().for_each(|fault| eprintln!("note: {fault}"));
        save(&model.document, &args.output, Some(&args.file))?;
    } else {
        write(&args.output, rig.to_json().as_bytes())?;
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        let colliders = counted(report.colliders, "collider", "colliders");
        writeln!(out, "{} and {colliders}, from {}", rig.parts(), report.from)?;
        for chain in &report.chains {
            let why = chain.why.as_ref().map_or_else(|| counted(chain.bones, "bone", "bones"), Clone::clone);
            writeln!(out, "  {}: {why}", chain.name)?;
        }
    }
    report.notes.iter().for_each(|note| eprintln!("note: {note}"));
    eprintln!("wrote {}", args.output.display());
    Ok(ExitCode::SUCCESS)
}
