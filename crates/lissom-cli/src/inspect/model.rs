//! What is in a character's file, and what would be done with it.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use glam::Vec3;
use lissom_formats::model::Model;
use lissom_formats::vrm::Version;
use lissom_rig::character::bounds;
use lissom_rig::rig::counted;
use serde::Serialize;

use super::{Chain, ColliderOf, chain, print_view};
use crate::model_file::open;

#[derive(Serialize)]
struct Contents {
    file: String,
    kind: &'static str,
    nodes: usize,
    skins: usize,
    meshes: usize,
    triangles: usize,
    morph_targets: usize,
    size_m: [f32; 3],
    animations: Vec<Animation>,
    cameras: Vec<String>,
    humanoid: bool,
    springs: usize,
    spring_colliders: usize,
    constraints: usize,
    extensions: Vec<String>,
    rig: RigOf,
    problems: Vec<String>,
}

#[derive(Serialize)]
struct Animation {
    name: String,
    secs: f64,
    channels: usize,
}

#[derive(Serialize)]
struct RigOf {
    from: &'static str,
    chains: Vec<Chain>,
    regions: usize,
    bodies: usize,
    colliders: Vec<ColliderOf>,
    notes: Vec<String>,
}

pub fn run(path: &Path, json: bool) -> anyhow::Result<ExitCode> {
    let contents = look(path, &open(path)?)?;
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&contents)?)?;
    } else {
        print(&mut out, &contents)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn look(path: &Path, model: &Model) -> anyhow::Result<Contents> {
    let import = &model.import;
    let (rig, origin, notes) = model.rig()?;
    let (low, high) = bounds(import.character.meshes.iter().flat_map(|m| m.positions.iter().copied()));
    let strings = |list: &serde_json::Value| -> Vec<String> {
        list.as_array().into_iter().flatten().filter_map(|e| e.as_str().map(str::to_owned)).collect()
    };
    let collider = |c: &lissom_rig::rig::RigCollider| {
        Ok(ColliderOf { part: c.part.clone(), bone: c.bone.clone(), shape: serde_json::to_value(c.shape)? })
    };
    let vrm = model.vrm.as_ref();
    let extension = |name: &str| !model.document.json()["extensions"][name].is_null();
    Ok(Contents {
        file: path.display().to_string(),
        kind: match vrm.map(|v| v.version) {
            Some(Version::Old) => "VRM 0.x",
            Some(Version::One) if extension("VRMC_vrm") => "VRM 1.0",
            _ => "glTF 2.0",
        },
        nodes: import.nodes.list.len(),
        skins: import.skins.len(),
        meshes: import.drawn.len(),
        triangles: import.character.triangle_count(),
        morph_targets: import.drawn.iter().map(|d| d.primitive.morphs.len()).sum(),
        size_m: (high - low).max(Vec3::ZERO).to_array(),
        animations: import
            .clips
            .iter()
            .map(|c| Animation { name: c.name.clone(), secs: c.secs, channels: c.tracks.len() })
            .collect(),
        cameras: import.cameras.iter().map(|c| c.name.clone()).collect(),
        humanoid: model.humanoid().is_some(),
        springs: vrm.map_or(0, |v| v.springs.len()),
        spring_colliders: vrm.map_or(0, |v| v.colliders.len()),
        constraints: vrm.map_or(0, |v| v.constraints.len()),
        extensions: strings(&model.document.json()["extensionsUsed"]),
        rig: RigOf {
            from: origin.words(),
            chains: rig.joints.iter().map(chain).collect(),
            regions: rig.regions.len(),
            bodies: rig.creatures.len(),
            colliders: rig.colliders.iter().map(collider).collect::<anyhow::Result<_>>()?,
            notes,
        },
        problems: vrm.into_iter().flat_map(|v| &v.problems).map(ToString::to_string).collect(),
    })
}

fn print(out: &mut impl Write, c: &Contents) -> std::io::Result<()> {
    let [x, y, z] = c.size_m;
    writeln!(out, "{}: {}", c.file, c.kind)?;
    writeln!(out, "  {} nodes, {} skins, {} meshes, {} triangles", c.nodes, c.skins, c.meshes, c.triangles)?;
    writeln!(out, "  {x:.2} x {y:.2} x {z:.2} m, {} morph targets", c.morph_targets)?;
    if c.humanoid {
        writeln!(out, "  a human: takes motions (--motion)")?;
    }
    if c.springs + c.constraints > 0 {
        let (springs, colliders, constraints) = (c.springs, c.spring_colliders, c.constraints);
        writeln!(out, "  {springs} springs, {colliders} colliders, {constraints} constraints of VRM")?;
    }
    for a in &c.animations {
        writeln!(out, "  animation {}: {:.2} s, {} channels", a.name, a.secs, a.channels)?;
    }
    for camera in &c.cameras {
        writeln!(out, "  camera {camera}")?;
    }
    if !c.extensions.is_empty() {
        writeln!(out, "  extensions {}", c.extensions.join(", "))?;
    }
    let rig = &c.rig;
    writeln!(out, "would simulate, from {}:", rig.from)?;
    for Chain { name, bones, radius_m, view, .. } in &rig.chains {
        let ends = if let [first, .., last] = &bones[..] { format!(", {first} to {last}") } else { String::new() };
        writeln!(out, "  joints {name}: {} bones{ends}, {:.0} mm thick", bones.len(), 2e3 * radius_m)?;
        if let Some(view) = view {
            print_view(out, view)?;
        }
    }
    if rig.regions > 0 {
        writeln!(out, "  {}", counted(rig.regions, "region", "regions"))?;
    }
    if rig.bodies > 0 {
        writeln!(out, "  {}", counted(rig.bodies, "boneless body", "boneless bodies"))?;
    }
    if rig.chains.is_empty() && rig.regions + rig.bodies == 0 {
        writeln!(out, "  nothing")?;
    }
    if !rig.colliders.is_empty() {
        let on: Vec<&str> = rig.colliders.iter().filter_map(|c| c.bone.as_deref()).collect();
        let colliders = counted(rig.colliders.len(), "collider", "colliders");
        writeln!(out, "  {colliders}, on {}", on.join(", "))?;
    }
    rig.notes.iter().chain(&c.problems).try_for_each(|note| writeln!(out, "  note: {note}"))
}
