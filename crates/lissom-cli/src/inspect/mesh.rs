//! `lissom inspect FILE`: what is in a file of tetrahedra or of a surface.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use lissom_rig::tets::clean;
use lissom_rig::{TetMesh, TriMesh};
use serde::Serialize;

use crate::mesh_file::{self, Content};

#[derive(Serialize)]
#[serde(tag = "holds", rename_all = "snake_case")]
enum Contents {
    Tets(TetsOf),
    Surface(SurfaceOf),
}

/// As they are once cleaned; `notes` say what that takes. Lengths are in the file's units.
#[derive(Serialize)]
struct TetsOf {
    vertices: usize,
    tets: usize,
    surface_triangles: usize,
    bodies: usize,
    size: [f64; 3],
    mean_edge: f32,
    volume: f64,
    min_dihedral_deg: f64,
    max_dihedral_deg: f64,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct SurfaceOf {
    vertices: usize,
    triangles: usize,
    pieces: usize,
    closed: bool,
    size: [f64; 3],
    area: f64,
    volume: Option<f64>,
    notes: Vec<String>,
}

pub fn run(path: &Path, json: bool) -> anyhow::Result<ExitCode> {
    let contents = match mesh_file::read(path)? {
        Content::Tets(mesh) => Contents::Tets(tets(&mesh).map_err(|e| anyhow::anyhow!("{e}: {}", path.display()))?),
        Content::Surface(mesh) => Contents::Surface(surface(&mesh)),
    };
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&contents)?)?;
    } else {
        writeln!(out, "{}", path.display())?;
        print(&mut out, &contents)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn tets(mesh: &TetMesh) -> anyhow::Result<TetsOf> {
    let cleaned = clean(mesh)?;
    let mesh = cleaned.joined().mesh;
    let (min_dihedral_deg, max_dihedral_deg) = mesh.dihedral_degrees().unwrap_or_default();
    let outside = TriMesh { positions: mesh.positions.clone(), triangles: mesh.surface() };
    let (low, high) = outside.bounds();
    Ok(TetsOf {
        vertices: mesh.positions.len(),
        tets: mesh.tets.len(),
        surface_triangles: outside.triangles.len(),
        bodies: cleaned.bodies.len(),
        size: (high - low).to_array(),
        mean_edge: mesh.mean_edge(),
        volume: mesh.volume(),
        min_dihedral_deg,
        max_dihedral_deg,
        notes: cleaned.findings.notes(),
    })
}

fn surface(mesh: &TriMesh) -> SurfaceOf {
    let welded = mesh.welded();
    let shape = welded.shape();
    let (low, high) = welded.bounds();
    let merged = mesh.positions.len() - welded.positions.len();
    let lost = mesh.triangles.len() - welded.triangles.len();
    let mut notes = Vec::new();
    if merged > 0 {
        notes.push(format!("{merged} vertices lie on others or belong to no triangle"));
    }
    if lost > 0 {
        notes.push(format!("{lost} triangles have no area"));
    }
    if !shape.closed && welded.oriented().shape().closed {
        notes.push("turning some triangles round, and leaving out repeated ones, closes it".to_owned());
    }
    SurfaceOf {
        vertices: mesh.positions.len(),
        triangles: mesh.triangles.len(),
        pieces: shape.pieces,
        closed: shape.closed,
        size: (high - low).to_array(),
        area: shape.area,
        volume: shape.closed.then_some(shape.volume),
        notes,
    }
}

fn print(out: &mut impl Write, contents: &Contents) -> std::io::Result<()> {
    let size = |s: &[f64; 3]| format!("{:.4} × {:.4} × {:.4}", s[0], s[1], s[2]);
    let notes = match contents {
        Contents::Tets(t) => {
            let bodies = if t.bodies == 1 { "1 body".to_owned() } else { format!("{} bodies", t.bodies) };
            writeln!(out, "  tetrahedra    {} between {} vertices, {bodies}", t.tets, t.vertices)?;
            writeln!(out, "  surface       {} triangles", t.surface_triangles)?;
            writeln!(out, "  size          {}, mean edge {:.4}", size(&t.size), t.mean_edge)?;
            writeln!(out, "  volume        {:.6}", t.volume)?;
            writeln!(out, "  angles        {:.1}° to {:.1}° between faces", t.min_dihedral_deg, t.max_dihedral_deg)?;
            &t.notes
        }
        Contents::Surface(s) => {
            let closed = if s.closed { "closed" } else { "open" };
            let pieces = if s.pieces == 1 { "1 piece".to_owned() } else { format!("{} pieces", s.pieces) };
            writeln!(out, "  surface       {} triangles between {} vertices", s.triangles, s.vertices)?;
            writeln!(out, "  shape         {closed}, {pieces}")?;
            writeln!(out, "  size          {}", size(&s.size))?;
            writeln!(out, "  area          {:.6}", s.area)?;
            if let Some(volume) = s.volume {
                writeln!(out, "  volume        {volume:.6}")?;
            }
            writeln!(out, "  `lissom tetra` fills it with tetrahedra")?;
            &s.notes
        }
    };
    notes.iter().try_for_each(|note| writeln!(out, "  {note}"))
}
