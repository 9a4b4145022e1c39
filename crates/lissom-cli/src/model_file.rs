//! Characters in files: opening them, and the rig that goes with them.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use lissom_formats::model::{Model, Origin};
use lissom_formats::{Kind, kind_of};
use lissom_rig::check::{Severity, check};
use lissom_rig::tetra::Options;
use lissom_rig::tets::clean;
use lissom_rig::{Character, Rig};

use crate::mesh_file::{self, Content};
use crate::tetra::fill;

/// Whether something is meant as a character's file.
pub fn is_model(name: &str) -> bool {
    kind_of(name) == Some(Kind::Model)
}

/// Whether something is meant as a file that can be played.
pub fn is_played(name: &str) -> bool {
    kind_of(name).is_some()
}

/// Files beside another one.
pub fn beside(path: &Path) -> impl Fn(&str) -> Option<Vec<u8>> {
    let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
    move |name| std::fs::read(folder.join(name)).ok()
}

/// A character, or as a body without bones tetrahedra, or a surface filled with them.
pub fn open(path: &Path) -> anyhow::Result<Model> {
    match kind_of(&path.to_string_lossy()) {
        Some(Kind::Model) => {}
        Some(Kind::Tets | Kind::Surface) => return body(path),
        None => bail!(
            "characters are read from .glb, .gltf and .vrm, bodies from .mesh, .msh, .node with .ele, .vtk, .obj, .stl and .ply, not from {}",
            path.display()
        ),
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Model::read(&bytes, &beside(path)).map_err(|fault| anyhow!("{fault}: {}", path.display()))
}

fn body(path: &Path) -> anyhow::Result<Model> {
    let mesh = match mesh_file::read(path)? {
        Content::Tets(mesh) => clean(&mesh).map_err(|error| anyhow!("{error}: {}", path.display()))?.joined().mesh,
        Content::Surface(surface) => {
            let mesh = fill(path, &surface, &Options::default())?.mesh;
            eprintln!("body: the surface, filled with {} tetrahedra; `lissom tetra` writes them down", mesh.tets.len());
            mesh
        }
    };
    let name = path.file_stem().map_or("body".into(), |s| s.to_string_lossy());
    Ok(Model::of_tets(&name, mesh)?)
}

pub fn read_rig(path: &Path) -> anyhow::Result<Rig> {
    if is_model(&path.to_string_lossy()) {
        let (rig, origin, _) = open(path)?.rig().with_context(|| format!("the rig in {}", path.display()))?;
        if origin != Origin::File {
            bail!("there is no rig in it; make one with `lissom rig`: {}", path.display());
        }
        return Ok(rig);
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Rig::from_json(&text).map_err(|error| anyhow!("{error}: {}", path.display()))
}

/// The rig given, or the one the file asks for, with a word on stderr about where it is from.
pub fn rig_for(model: &Model, given: Option<&Path>) -> anyhow::Result<Rig> {
    if let Some(path) = given {
        return read_rig(path);
    }
    let (rig, origin, notes) = model.rig().context("the rig in the file; give another with --rig")?;
    match &origin {
        Origin::File => eprintln!("rig: the one in the file"),
        Origin::Boneless => eprintln!("rig: a wave through the whole body; `lissom rig` writes it down"),
        Origin::Springs => eprintln!("rig: {} from the file's VRM springs", rig.parts()),
        Origin::Bones(_) => {
            eprintln!("rig: {} by names and shapes of bones; `lissom rig` writes it down", rig.parts());
        }
    }
    notes.iter().for_each(|note| eprintln!("note: {note}"));
    Ok(rig)
}

/// Tells everything that keeps a rig from being simulated on a character.
pub fn must_fit(rig: &Rig, character: &Character) -> anyhow::Result<()> {
    let problems = check(rig, character);
    let errors: Vec<String> =
        problems.iter().filter(|p| p.severity == Severity::Error).map(|p| format!("\n  {p}")).collect();
    if errors.is_empty() { Ok(()) } else { bail!("the rig does not fit the character:{}", errors.concat()) }
}
