//! The studio in a window of its own.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use eframe::egui::{self, DroppedFileHandle};

use crate::files::to_open;
use crate::page;
use crate::platform::{Platform, Saved};
use crate::save::ToSave;
use crate::{Command, Studio};

/// Smaller, panels hide each other.
const LEAST_SIZE: [f32; 2] = [720.0, 420.0];

/// Files, dialogs, and a folder for settings.
#[derive(Clone, Debug)]
pub struct Native {
    ctx: egui::Context,
    /// Where settings are kept; nowhere if none is known.
    folder: Option<PathBuf>,
}

impl Native {
    pub fn new(ctx: egui::Context) -> Native {
        Native { ctx, folder: eframe::storage_dir("lissom-studio") }
    }

    /// Waits for an answer beside the window, which has opened the dialog: not every system lets others do that.
    fn wait(
        &self,
        answer: impl Future<Output = Option<rfd::FileHandle>> + Send + 'static,
        to: Sender<Command>,
        command: impl FnOnce(Option<PathBuf>) -> Option<Command> + Send + 'static,
    ) {
        let ctx = self.ctx.clone();
        std::thread::spawn(move || {
            let path = pollster::block_on(answer).map(|file| file.path().to_owned());
            if let Some(command) = command(path) {
                _ = to.send(command);
                ctx.request_repaint();
            }
        });
    }
}

impl Platform for Native {
    fn ask_open(&self, to: Sender<Command>) {
        match dialog() {
            Ok(dialog) => self.wait(dialog.pick_file(), to, |path| path.map(Command::OpenPath)),
            Err(error) => _ = to.send(Command::Fail(error)),
        }
    }

    fn take(&self, files: Vec<DroppedFileHandle>, to: Sender<Command>) {
        let paths: Vec<&Path> = files.iter().map(|file| file.path()).collect();
        let names: Vec<String> = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        to_open(&names).into_iter().for_each(|k| _ = to.send(Command::OpenPath(paths[k].to_owned())));
    }

    fn asks(&self) -> bool {
        dialog().is_ok()
    }

    fn ask_save(&self, name: &str, what: &ToSave, to: Sender<Command>) {
        let Ok(dialog) = dialog() else {
            _ = to.send(Command::SaveTo(Some(free(name))));
            return;
        };
        if let ToSave::Page(_) = what {
            let name = name.to_owned();
            let within = move |folder: PathBuf| folder.join(name);
            self.wait(dialog.pick_folder(), to, |folder| Some(Command::SaveTo(folder.map(within))));
        } else {
            self.wait(dialog.set_file_name(name).save_file(), to, |path| Some(Command::SaveTo(path)));
        }
    }

    fn save(&self, path: &Path, bytes: &[u8]) -> Result<Saved, String> {
        write(path, bytes)?;
        Ok(Saved::There)
    }

    fn page(&self, to: Sender<Command>) {
        let read = |folder: PathBuf| -> Result<Vec<page::File>, String> {
            let file = |name: &str| Ok((name.to_owned(), self.read(&folder.join(name))?));
            let files = page::FILES.into_iter().map(file).collect::<Result<_, String>>();
            files.map_err(|error| format!("the studio's page in {}: {error}", folder.display()))
        };
        let nowhere = || {
            "the studio's page is not here: run `cargo xtask web --no-serve` first, or set LISSOM_WEB_DIST to its folder".to_owned()
        };
        let files = page_folder().ok_or_else(nowhere).and_then(read);
        _ = to.send(files.map_or_else(Command::Fail, Command::Page));
    }

    fn save_folder(&self, path: &Path, files: &[page::File]) -> Result<Saved, String> {
        files.iter().try_for_each(|(name, bytes)| write(&path.join(name), bytes))?;
        Ok(Saved::There)
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

/// A dialog for files. Linux has it from its desktop, or from zenity; a window without both would keep quiet.
fn dialog() -> Result<rfd::AsyncFileDialog, String> {
    let is_linux = cfg!(target_os = "linux");
    let has_desktop = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    if is_linux && !has_desktop && !std::env::split_paths(&paths).any(|folder| folder.join("zenity").is_file()) {
        return Err("no dialog for files can be opened here; install zenity, or drop files on the window".to_owned());
    }
    Ok(rfd::AsyncFileDialog::new())
}

/// Where nobody can be asked, files go to the folder the studio was started in, and replace nothing.
fn free(name: &str) -> PathBuf {
    let folder = std::env::current_dir().unwrap_or_default();
    let (stem, extension) = name.split_once('.').map_or((name, String::new()), |(s, e)| (s, format!(".{e}")));
    let others = (2..).map(|k| folder.join(format!("{stem}-{k}{extension}")));
    std::iter::once(folder.join(name)).chain(others).find(|path| !path.exists()).unwrap_or_default()
}

/// The studio as a page: where a variable says, beside this program, or where `cargo xtask web` leaves it.
fn page_folder() -> Option<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent);
    let given = std::env::var_os("LISSOM_WEB_DIST").map(PathBuf::from);
    let built = beside.and_then(Path::parent).map(|target| target.join("web/dist"));
    let places = [given, beside.map(|folder| folder.join("web")), built];
    places.into_iter().flatten().find(|folder| folder.join(page::FILES[0]).is_file())
}

/// Writes a file whole or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let written = lissom_show::file::whole(path, |part| std::fs::write(part, bytes));
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Opens a scene, or a file. Its place is remembered, and the next time this may run in another folder.
fn named(name: String) -> Command {
    match lissom_scenes::scenes::find(&name) {
        Ok(_) => Command::OpenScene { name, variant: None },
        Err(_) => Command::OpenPath(std::path::absolute(&name).unwrap_or_else(|_| name.into())),
    }
}

/// Drivers that were not asked are listed at the end of the error, as `: {}` if there are none.
fn without_empty_tail(why: &str) -> &str {
    why.strip_suffix(": {}").unwrap_or(why)
}

/// Opens the window, with what is named in it: scenes or files, the last of them that can be opened.
pub fn run(open: Vec<String>) -> Result<(), String> {
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Lissom")
            .with_inner_size([1440.0, 900.0])
            .with_min_inner_size(LEAST_SIZE),
        ..Default::default()
    };
    let start = move |cc: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        let studio = Studio::new(cc, Box::new(Native::new(cc.egui_ctx.clone())));
        open.into_iter().for_each(|name| studio.send(named(name)));
        Ok(Box::new(studio))
    };
    eframe::run_native("lissom-studio", options, Box::new(start)).map_err(|error| {
        let why = without_empty_tail(&error.to_string()).to_owned();
        // Before the last colon it says where in its own source it found out.
        let last = why.rsplit(": ").next().unwrap_or(&why).trim_end_matches('.');
        match &error {
            eframe::Error::WinitEventLoop(_) | eframe::Error::Winit(_) => {
                format!("no display to open a window on; set DISPLAY or WAYLAND_DISPLAY ({last})")
            }
            eframe::Error::Wgpu(_) => format!(
                "no graphics driver; on Debian: apt install libvulkan1 mesa-vulkan-drivers, or libegl1 libgl1-mesa-dri ({why})"
            ),
            _ => why,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_whole_path() {
        let Command::OpenPath(path) = named("rabbit.glb".to_owned()) else { panic!("it is no scene") };
        assert!(path.is_absolute() && path.ends_with("rabbit.glb"));
        assert_eq!(named("bunny".to_owned()), Command::OpenScene { name: "bunny".to_owned(), variant: None });
    }

    #[test]
    fn an_error_ends_in_words() {
        assert_eq!(without_empty_tail("no adapter for any backend: {}"), "no adapter for any backend");
        assert_eq!(without_empty_tail("no adapter: {Vulkan: lost}"), "no adapter: {Vulkan: lost}");
    }
}
