//! The page in a real browser.

use super::build;
use super::serve::Server;
use crate::clients::Clients;
use crate::demo;
use crate::repo::Repo;
use crate::timetable::Outcome;
use anyhow::Result;
use std::path::{Path, PathBuf};

/// A character among the real files.
const CHARACTER: &str = "gltf/quaternius_Fox.glb";

pub fn check(repo: &Repo, assets: Option<&Path>) -> Result<Outcome> {
    let folder = match build(repo, None)? {
        Ok(folder) => folder,
        Err(missing) => return Ok(Outcome::Missing(missing)),
    };
    let clients = match Clients::open(repo)? {
        Ok(clients) => clients,
        Err(missing) => return Ok(missing),
    };
    let character = character(repo, assets)?;
    let server = Server::bind(&folder, 0)?;
    let address = server.address();
    std::thread::spawn(move || server.run());
    clients.node("studio-page", &[Path::new(&address), &folder, &character, Path::new("page")])?;
    Ok(Outcome::Done)
}

/// A real one, or what the demo makes.
pub fn character(repo: &Repo, assets: Option<&Path>) -> Result<PathBuf> {
    let real = assets.map(|folder| folder.join(CHARACTER)).filter(|file| file.exists());
    real.map_or_else(|| demo::baked(repo), Ok)
}
