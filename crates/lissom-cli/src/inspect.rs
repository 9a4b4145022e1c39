//! `lissom inspect`

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use lissom_rig::rig::{Joints, Kind};
use lissom_rig::view::coverage::{Coverage, coverage};
use lissom_rig::view::{Sag, Suppression, View, Weighting};
use lissom_scenes::scenes;
use serde::Serialize;
use serde_json::Value;

use crate::mesh_file::is_file;
use crate::model_file::is_model;
use crate::setup::say_notes;

mod boneless;
mod mesh;
mod model;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scene, as `lissom scenes` lists them; or a file with a character (.glb, .gltf, .vrm), tetrahedra (.mesh, .msh,
    /// .node, .ele, .vtk) or a surface (.obj, .stl, .ply)
    #[arg(value_name = "SCENE or FILE")]
    scene: String,
    /// A variant of the scene
    #[arg(long)]
    variant: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Contents {
    scene: &'static str,
    variant: &'static str,
    bones: usize,
    triangles: usize,
    particles: usize,
    simulated: usize,
    joints: Vec<Chain>,
    regions: Vec<RegionOf>,
    boneless: Vec<boneless::BonelessOf>,
    colliders: Vec<ColliderOf>,
}

#[derive(Serialize)]
struct Chain {
    name: String,
    bones: Vec<String>,
    loops: usize,
    weight_kg: f32,
    radius_m: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<ViewOf>,
}

#[derive(Serialize)]
struct ViewOf {
    weighting: Weighting,
    suppression: Suppression,
    sag: Sag,
    examples: Vec<ExampleOf>,
    coverage: Coverage,
}

/// Azimuth 0 looks from the front (+Z), 90° from the character's left (+X); elevation 90° from above.
#[derive(Serialize)]
struct ExampleOf {
    name: String,
    azimuth_deg: f32,
    elevation_deg: f32,
    extent_deg: f32,
    morphs: usize,
}

#[derive(Serialize)]
struct RegionOf {
    name: String,
    kind: &'static str,
    weight_kg: f32,
    spacing_m: f32,
}

#[derive(Serialize)]
struct ColliderOf {
    part: String,
    bone: Option<String>,
    shape: Value,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if is_file(&args.scene) {
        if args.variant.is_some() {
            bail!("--variant is for scenes, and this is a file: {}", args.scene);
        }
        let path = Path::new(&args.scene);
        return if is_model(&args.scene) { model::run(path, args.json) } else { mesh::run(path, args.json) };
    }
    let contents = look(args)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&contents)?)?;
    } else {
        print(&mut out, &contents)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn look(args: &Args) -> anyhow::Result<Contents> {
    let scene = scenes::find(&args.scene)?;
    let variant = scene.variant(args.variant.as_deref())?;
    let character = (scene.character)();
    let rig = (scene.rig)(&character, variant);
    let play = scene.play_with(variant, character, &rig)?;
    say_notes(&play.actor);
    let regions = rig.regions.iter().map(|r| RegionOf {
        name: r.name.clone(),
        kind: match r.kind {
            Kind::Cloth => "cloth",
            Kind::Strands { .. } => "strands",
            Kind::Shell { surface: true } => "shell that knows the way out",
            Kind::Shell { surface: false } => "shell",
            Kind::MomentumConserving => "body with its own momentum",
        },
        weight_kg: r.weight_kg,
        spacing_m: r.spacing,
    });
    let colliders = rig
        .colliders
        .iter()
        .map(|c| Ok(ColliderOf { part: c.part.clone(), bone: c.bone.clone(), shape: serde_json::to_value(c.shape)? }));
    Ok(Contents {
        scene: scene.name,
        variant,
        bones: play.actor.character.skeleton.bones.len(),
        triangles: play.actor.character.triangle_count(),
        particles: play.actor.radii.len(),
        simulated: play.actor.simulated.iter().filter(|s| **s).count(),
        joints: rig.joints.iter().map(chain).collect(),
        regions: regions.collect(),
        boneless: rig.creatures.iter().filter_map(|c| boneless::look(&play.actor.character, c)).collect(),
        colliders: colliders.collect::<anyhow::Result<_>>()?,
    })
}

fn chain(joints: &Joints) -> Chain {
    Chain {
        name: joints.name.clone(),
        bones: joints.bones.clone(),
        loops: joints.links.len(),
        weight_kg: joints.weight_kg,
        radius_m: joints.radius,
        view: joints.view.as_ref().map(view),
    }
}

fn view(view: &View) -> ViewOf {
    let examples = view.examples.iter().map(|e| {
        let (azimuth_deg, elevation_deg) = angles(e.direction);
        ExampleOf {
            name: e.name.clone(),
            azimuth_deg,
            elevation_deg,
            extent_deg: e.extent.to_degrees(),
            morphs: e.morphs.len(),
        }
    });
    ViewOf {
        weighting: view.weighting,
        suppression: view.suppression,
        sag: view.sag,
        examples: examples.collect(),
        coverage: coverage(view),
    }
}

/// Azimuth and elevation of a direction, in tenths of degrees.
fn angles([x, y, z]: [f32; 3]) -> (f32, f32) {
    // Adding zero takes the sign off a zero.
    let round = |rad: f32| (rad.to_degrees() * 10.0).round() / 10.0 + 0.0;
    (round(x.atan2(z)), round(y.atan2(x.hypot(z))))
}

fn print(out: &mut impl Write, c: &Contents) -> std::io::Result<()> {
    writeln!(out, "{} ({})", c.scene, c.variant)?;
    writeln!(out, "  {} bones, {} triangles", c.bones, c.triangles)?;
    writeln!(out, "  {} particles, {} simulated", c.particles, c.simulated)?;
    for r in &c.regions {
        writeln!(
            out,
            "  region {}: {}, {} kg, a particle every {:.0} mm",
            r.name,
            r.kind,
            r.weight_kg,
            1e3 * r.spacing_m
        )?;
    }
    for body in &c.boneless {
        boneless::print(out, body)?;
    }
    for collider in &c.colliders {
        let shape = collider.shape.as_object().and_then(|s| s.keys().next()).map_or("", String::as_str);
        let bone = collider.bone.as_deref().map_or("in the world".to_owned(), |b| format!("on {b}"));
        writeln!(out, "  collider {}: {} {bone}", collider.part, shape.replace('_', " "))?;
    }
    for chain in &c.joints {
        let Chain { name, bones, weight_kg, radius_m, .. } = chain;
        let closed = if chain.loops > 0 { format!(", closed {} times", chain.loops) } else { String::new() };
        writeln!(
            out,
            "  joints {name}: {} bones{closed}, {weight_kg:.3} kg, {:.0} mm thick",
            bones.len(),
            2e3 * radius_m
        )?;
        if let Some(view) = &chain.view {
            print_view(out, view)?;
        }
    }
    Ok(())
}

fn print_view(out: &mut impl Write, view: &ViewOf) -> std::io::Result<()> {
    for e in &view.examples {
        let ExampleOf { name, azimuth_deg, elevation_deg, extent_deg, .. } = e;
        writeln!(
            out,
            "    {name:14} azimuth {azimuth_deg:4.0}°, elevation {elevation_deg:3.0}°, extent {extent_deg:.0}°"
        )?;
    }
    let cover = &view.coverage;
    let (azimuth, elevation) = angles(cover.worst_gap.toward);
    write!(out, "    the bind pose shows in {:.0} % of all directions", 100.0 * cover.gaps)?;
    if cover.gaps > 0.0 {
        write!(out, ", most at azimuth {azimuth:.0}°, elevation {elevation:.0}°")?;
    }
    writeln!(out)?;
    for o in &cover.overlaps {
        let share = 100.0 * o.weight;
        writeln!(out, "    `{}` counts only {share:.0} % in its own direction, because of `{}`", o.example, o.with)?;
    }
    for [a, b] in &cover.coincident {
        writeln!(out, "    `{a}` and `{b}` have the same direction and share its weight")?;
    }
    for o in &cover.opposed {
        let ([a, b], joint) = (&o.examples, o.joint + 1);
        writeln!(out, "    `{a}` and `{b}` turn joint {joint} by {:.0}° apart: it may go either way round", o.degrees)?;
    }
    Ok(())
}
