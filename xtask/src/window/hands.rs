//! What hands do in the window: pull, drop a file, bake.

use super::{PATIENCE, Studio};
use crate::clients::Clients;
use anyhow::{Context, Result};
use std::path::Path;

/// How far an ear is pulled, in pixels.
const PULL: [i32; 2] = [-50, -30];

/// Somebody who takes every name that a dialog for files proposes.
pub fn pretend_dialogs(folder: &Path) -> Result<()> {
    let path = folder.join("zenity");
    let script = "#!/bin/sh\nwhile [ $# -gt 1 ]; do\n  [ \"$1\" = --filename ] && echo \"$PWD/$2\"\n  shift\ndone\n";
    std::fs::write(&path, script).with_context(|| format!("cannot write {}", path.display()))?;
    #[cfg(unix)]
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    Ok(())
}

/// The inside of the bunny's ears.
fn is_pink([red, green, blue]: [u8; 3]) -> bool {
    red > 215 && (120..195).contains(&green) && (130..205).contains(&blue) && green.abs_diff(blue) < 25
}

impl Studio {
    /// A drag moves an ear: it comes to where the mouse is.
    pub fn pulls_an_ear(&self) -> Result<()> {
        let _running = self.open(&["bunny"], "bunny — Lissom")?;
        self.screen.wait_for_picture(PATIENCE)?;
        self.screen.key("1")?;
        self.screen.key("space")?;
        self.screen.wait_for_rest(PATIENCE)?;
        let [x, y] = self.screen.topmost(is_pink).context("the bunny's ears are not to be seen")?;
        let ([x, y], [dx, dy]) = ([x, y + 4], PULL);
        self.screen.press([x, y])?;
        for k in 1..=5 {
            self.screen.move_to([x + dx * k / 5, y + dy * k / 5])?;
        }
        self.screen.wait_near([x + dx, y + dy], is_pink, PATIENCE).context("the ear does not follow the mouse")?;
        self.screen.keep(&self.folder.join("ear.ppm"))?;
        self.screen.release()?;
        eprintln!("an ear follows the mouse");
        Ok(())
    }

    /// A file that is dropped on the window is opened.
    pub fn takes_what_is_dropped(&self, clients: &Clients) -> Result<()> {
        let _running = self.open(&["bunny"], "bunny — Lissom")?;
        self.screen.wait_for_picture(PATIENCE)?;
        let character = self.folder.join("character.glb");
        clients.python("drop", &[self.screen.display.as_ref(), "bunny — Lissom".as_ref(), &character])?;
        self.screen.wait_for_title("character.glb — Lissom", PATIENCE)?;
        eprintln!("a character that is dropped is open");
        Ok(())
    }

    /// A bake is a file that others read.
    pub fn bakes(&self, clients: &Clients) -> Result<()> {
        let _running = self.open(&["character.glb"], "character.glb — Lissom")?;
        self.screen.wait_for_picture(PATIENCE)?;
        self.screen.key("ctrl+b")?;
        self.screen.key("Return")?;
        let baked = self.folder.join("character-baked.glb");
        self.screen.wait("nothing is baked", PATIENCE, || baked.exists().then_some(()))?;
        clients.node("baked", &[&self.folder.join("character.glb"), &baked])
    }
}
