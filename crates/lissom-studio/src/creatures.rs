//! Creatures: bodies without bones.

use crate::Studio;
use crate::command::Entry;

/// What can be done.
#[derive(Clone, Debug, PartialEq)]
pub enum CreaturesCommand {}

pub const ENTRIES: &[Entry] = &[];

/// What the panel and the tool remember; nothing that is saved.
#[derive(Debug, Default)]
pub struct Creatures {}

impl Studio {
    pub(crate) fn obey_creatures(&mut self, command: CreaturesCommand) -> Result<(), String> {
        match command {}
    }
}
