//! `lissom tetra`

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use lissom_formats::write_mesh;
use lissom_rig::tetra::{self, Options, Size, Tetra, tetrahedralise};
use lissom_rig::tets::clean;
use lissom_rig::{TetMesh, TriMesh};
use serde::Serialize;

use crate::film::progress;
use crate::mesh_file::{self, Content};
use crate::render::write;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A surface (.obj, .stl, .ply), closed or not; or tetrahedra (.mesh, .msh, .node, .ele, .vtk), which are cleaned
    file: PathBuf,
    /// Where the tetrahedra go, a Medit file; it must end in .mesh
    #[arg(short, long)]
    output: PathBuf,
    /// How long edges are, in the units of the file. Without this and --cells, as fine as the surface needs
    #[arg(long, value_name = "LENGTH", conflicts_with = "cells")]
    edge: Option<f32>,
    /// How many edges there are along the longest side
    #[arg(long, value_name = "N")]
    cells: Option<f32>,
    /// For a surface that is not closed: what is nearer to it than this is filled too
    #[arg(long, value_name = "LENGTH")]
    thickness: Option<f32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// More than this of the surface's volume missing or too much is a problem.
const VOLUME_ERROR: f64 = 0.02;
/// Angles between faces that are smaller than this, in degrees, are a problem.
const SHARP_DEG: f64 = 5.0;
/// Steps of the progress bar.
const STEPS: f64 = 1000.0;

/// What was made. Lengths and volumes are in the units of the file.
#[derive(Serialize)]
struct Made {
    vertices: usize,
    tets: usize,
    bodies: usize,
    volume: f64,
    min_dihedral_deg: f64,
    max_dihedral_deg: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    surface: Option<Filled>,
    notes: Vec<String>,
    problems: Vec<String>,
}

/// How it fits to the surface it was made from.
#[derive(Serialize)]
struct Filled {
    closed: bool,
    edge: f64,
    thickness: Option<f64>,
    volume: Option<f64>,
    volume_error_percent: Option<f64>,
    mean_distance: f64,
    max_distance: f64,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.output.extension().is_none_or(|e| !e.eq_ignore_ascii_case("mesh")) {
        bail!("the output must end in .mesh: {}", args.output.display());
    }
    let (mesh, made) = match mesh_file::read(&args.file)? {
        Content::Tets(mesh) => cleaned(args, &mesh)?,
        Content::Surface(surface) => filled(args, &surface)?,
    };
    write(&args.output, write_mesh(&mesh).as_bytes())?;
    made.problems.iter().for_each(|p| eprintln!("problem: {p}"));
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&made)?)?;
    } else {
        print(&mut out, &args.output, &made)?;
    }
    Ok(if made.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn cleaned(args: &Args, mesh: &TetMesh) -> anyhow::Result<(TetMesh, Made)> {
    let asked = [args.edge, args.cells, args.thickness].iter().any(Option::is_some);
    if asked {
        bail!(
            "--edge, --cells and --thickness are for surfaces; this holds tetrahedra already: {}",
            args.file.display()
        );
    }
    let cleaned = clean(mesh).map_err(|e| anyhow!("{e}: {}", args.file.display()))?;
    let mesh = cleaned.joined().mesh;
    let mut made = made(&mesh, cleaned.bodies.len(), mesh.dihedral_degrees().unwrap_or_default());
    made.notes = cleaned.findings.notes();
    Ok((mesh, made))
}

fn filled(args: &Args, surface: &TriMesh) -> anyhow::Result<(TetMesh, Made)> {
    let size = match (args.edge, args.cells) {
        (Some(edge), _) => Size::Edge(edge),
        (_, Some(cells)) => Size::Cells(cells),
        _ => Size::Auto,
    };
    let Tetra { mesh, report } = fill(&args.file, surface, &Options { size, thickness: args.thickness })?;
    let mut made = made(&mesh, report.bodies, (report.min_dihedral_deg, report.max_dihedral_deg));
    made.judge(&report, args.thickness.is_some());
    Ok((mesh, made))
}

/// Fills the surface of a file with tetrahedra, and shows how far it is.
pub fn fill(path: &Path, surface: &TriMesh, options: &Options) -> anyhow::Result<Tetra> {
    let bar = progress(STEPS as u64, "filling");
    let filled = tetrahedralise(surface, options, &mut |part| {
        bar.set_position((part * STEPS) as u64);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    filled.map_err(|e| anyhow!("{e}: {}", path.display()))
}

fn made(mesh: &TetMesh, bodies: usize, (min_dihedral_deg, max_dihedral_deg): (f64, f64)) -> Made {
    let sharp = min_dihedral_deg < SHARP_DEG;
    let sharp = sharp.then(|| format!("faces meet at {min_dihedral_deg:.1}°; make these tetrahedra anew, less flat"));
    Made {
        vertices: mesh.positions.len(),
        tets: mesh.tets.len(),
        bodies,
        volume: mesh.volume(),
        min_dihedral_deg,
        max_dihedral_deg,
        surface: None,
        notes: Vec::new(),
        problems: sharp.into_iter().collect(),
    }
}

impl Made {
    fn judge(&mut self, report: &tetra::Report, asked_thickness: bool) {
        match (report.closed, report.surface_volume) {
            (true, None) => {
                self.notes.push("the surface passes through itself: what it holds cannot be compared".into())
            }
            (false, _) => self.notes.push("the surface is not closed: it was given a thickness".into()),
            _ => {}
        }
        if report.crumbs > 0 {
            let what = format!("crumbs left out: {}; some parts are too thin for edges of this length", report.crumbs);
            self.notes.push(what);
        }
        if report.closed && asked_thickness {
            self.notes.push("the surface is closed: --thickness was not needed".into());
        }
        if let Some(error) = report.volume_error.filter(|e| e.abs() > VOLUME_ERROR) {
            let what = format!("the volume is off by {:.1} %; give a smaller --edge, or more --cells", 100.0 * error);
            self.problems.push(what);
        }
        self.surface = Some(Filled {
            closed: report.closed,
            edge: report.edge,
            thickness: report.thickness,
            volume: report.surface_volume,
            volume_error_percent: report.volume_error.map(|e| 100.0 * e),
            mean_distance: report.mean_distance,
            max_distance: report.max_distance,
        });
    }
}

fn print(out: &mut impl Write, path: &Path, made: &Made) -> std::io::Result<()> {
    writeln!(out, "{}", path.display())?;
    let bodies = if made.bodies == 1 { "1 body".to_owned() } else { format!("{} bodies", made.bodies) };
    writeln!(out, "  tetrahedra    {} between {} vertices, {bodies}", made.tets, made.vertices)?;
    writeln!(out, "  angles        {:.1}° to {:.1}° between faces", made.min_dihedral_deg, made.max_dihedral_deg)?;
    write!(out, "  volume        {:.6}", made.volume)?;
    if let Some(Filled { volume: Some(volume), volume_error_percent: Some(error), .. }) = made.surface {
        write!(out, ", the surface's is {volume:.6} ({error:+.2} %)")?;
    }
    writeln!(out)?;
    if let Some(surface) = &made.surface {
        write!(out, "  edge          {:.6}", surface.edge)?;
        if let Some(thickness) = surface.thickness {
            write!(out, ", thickness {thickness:.6}")?;
        }
        writeln!(out)?;
        let (mean, most) = (surface.mean_distance, surface.max_distance);
        writeln!(out, "  distance      {mean:.6} from the surface in the mean, {most:.6} at most")?;
    }
    made.notes.iter().try_for_each(|note| writeln!(out, "  {note}"))
}
