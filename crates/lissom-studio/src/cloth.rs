//! Cloth: parts of meshes that are simulated, and what they bump into.

use crate::Studio;
use crate::command::Entry;

/// What can be done.
#[derive(Clone, Debug, PartialEq)]
pub enum ClothCommand {}

pub const ENTRIES: &[Entry] = &[];

/// What the panel and the tool remember; nothing that is saved.
#[derive(Debug, Default)]
pub struct Cloth {}

impl Studio {
    pub(crate) fn obey_cloth(&mut self, command: ClothCommand) -> Result<(), String> {
        match command {}
    }
}
