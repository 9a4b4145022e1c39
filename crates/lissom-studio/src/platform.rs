//! What the studio needs of the machine it runs on.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use eframe::egui::DroppedFileHandle;

use crate::Command;
use crate::page::File;

pub trait Platform {
    /// Asks for a file; it arrives as a command, if somebody chooses one.
    fn ask_open(&self, to: Sender<Command>);

    /// Reads files that were dropped on the window together; they arrive as commands.
    fn take(&self, files: Vec<DroppedFileHandle>, to: Sender<Command>);

    /// Writes a file whole or not at all. Without a path somebody is asked for one, or the browser takes it; `None` is
    /// nobody wanted it after all.
    fn save(&self, name: &str, path: Option<&Path>, bytes: &[u8]) -> Result<Option<Saved>, String>;

    /// The files of the studio's own page; they arrive as a command.
    fn page(&self, to: Sender<Command>);

    /// Writes files into a new folder of this name, where somebody wants it; browsers take a zip.
    fn save_folder(&self, name: &str, files: &[File]) -> Result<Option<Saved>, String>;

    /// A file named by another one, or named among the recent ones.
    fn read(&self, path: &Path) -> Result<Vec<u8>, String>;

    /// Keeps a small text for the next time: settings, and what is not saved yet.
    fn keep(&self, key: &str, text: &str) -> Result<(), String>;

    fn kept(&self, key: &str) -> Option<String>;
}

/// Where a file went.
#[derive(Clone, Debug, PartialEq)]
pub enum Saved {
    At(PathBuf),
    /// With the browser's downloads.
    Downloaded,
}
