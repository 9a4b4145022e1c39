//! `lissom rig`

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use lissom_formats::gltf::home;
use lissom_formats::model::Origin;
use lissom_formats::vrm;
use serde::Serialize;

use crate::bake::save;
use crate::model_file::{chains, is_model, open};
use crate::render::write;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The character (.glb, .gltf or .vrm), or a body of tetrahedra (.mesh, .msh, .node, .ele, .vtk)
    file: PathBuf,
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
    let (rig, origin, notes) = model.proposed();
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
        writeln!(out, "{} and {} colliders, from {}", chains(report.chains.len()), report.colliders, report.from)?;
        for chain in &report.chains {
            let why = chain.why.as_ref().map_or_else(|| format!("{} bones", chain.bones), Clone::clone);
            writeln!(out, "  {}: {why}", chain.name)?;
        }
    }
    report.notes.iter().for_each(|note| eprintln!("note: {note}"));
    eprintln!("wrote {}", args.output.display());
    Ok(ExitCode::SUCCESS)
}
