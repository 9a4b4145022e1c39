//! Before something that is not saved is left, somebody says what becomes of it.

use crate::files::is_character;
use crate::work::Work;
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
    /// What would be lost, in words. A page that only shows something has nobody to ask.
    pub(crate) fn at_stake(&self, command: &Command) -> Vec<String> {
        let changed = self.changed().filter(|_| leaves(command));
        let mut losses = Vec::from_iter(changed.map(|work| format!("Your changes to {} are not saved.", work.name())));
        if *command == Command::Close {
            let words = |name: &String| format!("{name} is not saved yet: say in its dialog where it should go.");
            losses.extend(self.unsaved.iter().map(|(name, _)| words(name)));
            losses.extend(self.job.as_ref().map(|job| format!("{} is not done.", job.what)));
        }
        if self.viewer { Vec::new() } else { losses }
    }

    /// What is open, if it has unsaved changes.
    pub(crate) fn changed(&self) -> Option<&Work> {
        self.work.as_ref().filter(|work| work.is_changed())
    }

    /// Goes on as soon as nothing would be lost any more.
    pub(crate) fn leave_when_saved(&mut self) {
        let is_clear = self.leaving.as_ref().is_some_and(|command| self.at_stake(command).is_empty());
        if let Some(command) = self.leaving.take_if(|_| is_clear) {
            self.obey(command);
        }
    }

    /// The window was to close after something that came to nothing: it stays.
    pub(crate) fn stay(&mut self) {
        _ = self.leaving.take_if(|command| *command == Command::Close);
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
