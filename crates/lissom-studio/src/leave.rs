//! Before what is open is left with unsaved changes, somebody says what becomes of them.

use crate::files::is_character;
use crate::{Command, Studio};

/// What becomes of unsaved changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    Save,
    Discard,
    Cancel,
}

/// Whether what is open is gone after it.
fn leaves(command: &Command) -> bool {
    match command {
        Command::Gallery
        | Command::OpenScene { .. }
        | Command::OpenBody { .. }
        | Command::OpenAsked { .. }
        | Command::Close => true,
        Command::OpenFile { name, .. } => is_character(name),
        Command::OpenPath(path) => is_character(&path.to_string_lossy()),
        _ => false,
    }
}

impl Studio {
    /// Whether to ask first. A page that only shows something has nobody to ask.
    pub(crate) fn would_lose(&self, command: &Command) -> bool {
        !self.viewer && self.work.as_ref().is_some_and(|work| work.is_changed()) && leaves(command)
    }

    /// Goes on with what was asked for, once it is clear what becomes of the changes.
    pub(crate) fn leave(&mut self, how: Leave) -> Result<(), String> {
        let Some(command) = self.leaving.take() else { return Ok(()) };
        match how {
            Leave::Cancel => Ok(()),
            Leave::Save => self.save(false, Some(command)),
            Leave::Discard => {
                let forgotten = self.forget_kept();
                self.act(command).and(forgotten)
            }
        }
    }
}
