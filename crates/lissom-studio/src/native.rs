//! The studio in a window of its own.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use eframe::egui::DroppedFileHandle;

use crate::platform::{Platform, Saved};
use crate::{Command, Studio};

/// Files, dialogs, and a folder for settings.
#[derive(Clone, Debug)]
pub struct Native {
    /// Where settings are kept; nowhere if none is known.
    folder: Option<PathBuf>,
}

impl Native {
    pub fn new() -> Native {
        Native { folder: eframe::storage_dir("lissom-studio") }
    }
}

impl Default for Native {
    fn default() -> Native {
        Native::new()
    }
}

impl Platform for Native {
    fn ask_open(&self, to: Sender<Command>) {
        std::thread::spawn(move || {
            let Some(path) = rfd::FileDialog::new().pick_file() else { return };
            _ = to.send(Command::OpenPath(path));
        });
    }

    fn take(&self, file: DroppedFileHandle, to: Sender<Command>) {
        _ = to.send(Command::OpenPath(file.path().to_owned()));
    }

    fn save(&self, name: &str, path: Option<&Path>, bytes: &[u8]) -> Result<Option<Saved>, String> {
        let path = match path {
            Some(path) => path.to_owned(),
            None => match rfd::FileDialog::new().set_file_name(name).save_file() {
                Some(path) => path,
                None => return Ok(None),
            },
        };
        write(&path, bytes)?;
        Ok(Some(Saved::At(path)))
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        std::fs::read(path).map_err(|error| format!("cannot be read: {error}"))
    }

    fn keep(&self, key: &str, text: &str) -> Result<(), String> {
        let Some(folder) = &self.folder else { return Ok(()) };
        write(&folder.join(format!("{key}.json")), text.as_bytes())
    }

    fn kept(&self, key: &str) -> Option<String> {
        std::fs::read_to_string(self.folder.as_ref()?.join(format!("{key}.json"))).ok()
    }
}

/// Writes a file whole or not at all: beside it first, and then in its place.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let name = path.file_name().ok_or_else(|| format!("not a file name: {}", path.display()))?;
    let part = path.with_file_name(format!(".{}.part", name.to_string_lossy()));
    let written = || -> std::io::Result<()> {
        let mut file = std::fs::File::create(&part)?;
        std::io::Write::write_all(&mut file, bytes)?;
        file.sync_all()?;
        std::fs::rename(&part, path)
    };
    written().map_err(|error| {
        _ = std::fs::remove_file(&part);
        failed(error)
    })
}

/// Opens the window, with a scene or a file in it if one is named.
pub fn run(open: Option<String>) -> Result<(), String> {
    let options = eframe::NativeOptions {
        viewport: eframe::egui::ViewportBuilder::default().with_title("Lissom").with_inner_size([1440.0, 900.0]),
        ..Default::default()
    };
    let start = move |cc: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        let studio = Studio::new(cc, Box::new(Native::new()));
        if let Some(name) = open {
            let is_scene = lissom_scenes::scenes::find(&name).is_ok();
            studio.send(match is_scene {
                true => Command::OpenScene { name, variant: None },
                false => Command::OpenPath(name.into()),
            });
        }
        Ok(Box::new(studio))
    };
    eframe::run_native("lissom-studio", options, Box::new(start)).map_err(|error| match &error {
        eframe::Error::WinitEventLoop(_) | eframe::Error::Winit(_) => {
            format!("no display to open a window on; set DISPLAY or WAYLAND_DISPLAY ({error})")
        }
        eframe::Error::Wgpu(_) => format!(
            "no graphics driver; on Debian: apt install libvulkan1 mesa-vulkan-drivers, or libegl1 libgl1-mesa-dri ({error})"
        ),
        _ => error.to_string(),
    })
}
