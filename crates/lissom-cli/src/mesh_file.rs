//! Files with tetrahedra or a surface in them.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use lissom_formats::{Kind, READABLE, kind_of, read_surface, read_tets};
use lissom_rig::{TetMesh, TriMesh};

pub enum Content {
    Tets(TetMesh),
    Surface(TriMesh),
}

/// Whether something is meant as a file: by its extension, or because there is one.
pub fn is_file(name: &str) -> bool {
    kind_of(name).is_some() || Path::new(name).is_file()
}

pub fn read(path: &Path) -> anyhow::Result<Content> {
    let name = path.to_string_lossy();
    let Some(kind) = kind_of(&name) else { bail!("what can be read is {READABLE}, not {name}") };
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let read = match kind {
        Kind::Tets => read_tets(&name, &bytes, &|other| std::fs::read(other).ok()).map(Content::Tets),
        Kind::Model => {
            bail!("a character, where tetrahedra or a surface are needed; what can be read is {READABLE}: {name}")
        }
        Kind::Surface => read_surface(&name, &bytes).map(Content::Surface),
    };
    read.map_err(|error| anyhow!("{error}: {}", path.display()))
}
