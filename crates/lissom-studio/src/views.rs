//! Views: what chains should look like from where.

use crate::Studio;
use crate::command::Entry;

/// What can be done.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewsCommand {}

pub const ENTRIES: &[Entry] = &[];

/// What the panel and the tool remember; nothing that is saved.
#[derive(Debug, Default)]
pub struct Views {}

impl Studio {
    pub(crate) fn obey_views(&mut self, command: ViewsCommand) -> Result<(), String> {
        match command {}
    }
}
