//! What the studio needs of the machine it runs on.

use std::path::Path;
use std::sync::mpsc::Sender;

use eframe::egui::DroppedFileHandle;

use crate::Command;
use crate::page::File;
use crate::save::ToSave;

pub trait Platform {
    /// Asks for a file; it arrives as a command, if somebody chooses one.
    fn ask_open(&self, to: Sender<Command>);

    /// Reads files that were dropped on the window together; they arrive as commands.
    fn take(&self, files: Vec<DroppedFileHandle>, to: Sender<Command>);

    /// Whether somebody is asked where files go. Browsers know.
    fn asks(&self) -> bool;

    /// Asks where something of this name should go; the answer arrives as [`Command::SaveTo`].
    fn ask_save(&self, name: &str, what: &ToSave, to: Sender<Command>);

    /// Writes a file whole or not at all.
    fn save(&self, path: &Path, bytes: &[u8]) -> Result<Saved, String>;

    /// The files of the studio's own page; they arrive as a command.
    fn page(&self, to: Sender<Command>);

    /// Writes files into a new folder; browsers take a zip.
    fn save_folder(&self, path: &Path, files: &[File]) -> Result<Saved, String>;

    /// A file named by another one, or named among the recent ones.
    fn read(&self, path: &Path) -> Result<Vec<u8>, String>;

    /// Keeps a small text for the next time: settings, and what is not saved yet.
    fn keep(&self, key: &str, text: &str) -> Result<(), String>;

    fn kept(&self, key: &str) -> Option<String>;
}

/// Where a file went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// Where it was wanted.
    There,
    /// With the browser's downloads.
    Downloaded,
}
