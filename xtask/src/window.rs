//! The studio's window, on a screen that exists in memory only: Xvfb, with a software driver.

use crate::clients::Clients;
use crate::repo::Repo;
use crate::timetable::Outcome;
use crate::{apt, driver};
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

mod hands;
mod screen;

use screen::Screen;

const PROGRAMS: [(&str, &str); 2] = [("Xvfb", "xvfb"), ("xdotool", "xdotool")];
/// What winit opens at its start.
const LIBRARIES: [(&str, &str); 3] = [
    ("libX11-xcb.so.1", "libx11-xcb1"),
    ("libXcursor.so.1", "libxcursor1"),
    ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
];
/// For Python to talk to a screen.
const XLIB: &str = "python-xlib==0.33";
const PATIENCE: Duration = Duration::from_secs(60);
/// How often it is killed while it saves.
const KILLS: u32 = 6;
/// A file that is not there, for loaders of drivers to find nothing.
const NOTHING: &str = "/nonexistent";
const DRIVERS: [&str; 3] = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "__EGL_VENDOR_LIBRARY_FILENAMES"];

pub fn check(repo: &Repo, assets: Option<&Path>) -> Result<Outcome> {
    if let Outcome::Missing(what) = driver::ensure()? {
        return Ok(Outcome::Missing(what));
    }
    let programs = PROGRAMS.iter().filter(|(program, _)| !apt::on_path(program));
    let libraries = LIBRARIES.iter().filter(|(library, _)| !driver::has_library(library));
    let missing: Vec<&str> = programs.chain(libraries).map(|(_, package)| *package).collect();
    if let Err(missing) = apt::ensure(&missing)? {
        return Ok(missing);
    }
    let clients = match Clients::open(repo)? {
        Ok(clients) => clients,
        Err(missing) => return Ok(missing),
    };
    if let Err(missing) = clients.install_python(&[], XLIB)? {
        return Ok(missing);
    }
    let program = repo.build("lissom-studio", "lissom-studio")?;
    let folder = repo.target()?.join("window");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    std::fs::create_dir_all(&folder)?;
    let character = folder.join("character.glb");
    std::fs::copy(crate::web::character(repo, assets)?, &character)?;
    hands::pretend_dialogs(&folder)?;
    let screen = Screen::open(&folder)?;
    let studio = Studio { program, folder, screen };
    studio.plays("bunny")?;
    studio.plays("jellyfish")?;
    studio.plays("character.glb")?;
    studio.pulls_an_ear()?;
    studio.takes_what_is_dropped(&clients)?;
    studio.bakes(&clients)?;
    studio.keeps_its_work()?;
    studio.survives_being_killed()?;
    studio.says_what_is_missing()?;
    Ok(Outcome::Done)
}

struct Studio {
    program: PathBuf,
    /// Where it runs, and keeps its settings.
    folder: PathBuf,
    screen: Screen,
}

/// A program that runs; it ends with this.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

impl Studio {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(&self.folder).env("XDG_DATA_HOME", &self.folder);
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(self.folder.clone()).chain(std::env::split_paths(&paths));
        command.env("PATH", std::env::join_paths(paths).unwrap_or_default()).env_remove("DBUS_SESSION_BUS_ADDRESS");
        command.env("DISPLAY", &self.screen.display).env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        command
    }

    /// Starts it and waits until its title says what is open.
    fn open(&self, arguments: &[&str], title: &str) -> Result<Running> {
        let running = Running(self.command(arguments).stderr(Stdio::null()).spawn().context("cannot run the studio")?);
        self.screen.wait_for_title(title, PATIENCE)?;
        Ok(running)
    }

    /// What is open is drawn, and moves.
    fn plays(&self, name: &str) -> Result<()> {
        let start = Instant::now();
        let _running = self.open(&[name], &format!("{name} — Lissom"))?;
        let opened = start.elapsed().as_secs_f64();
        let first = self.screen.wait_for_picture(PATIENCE)?;
        let moves = self.screen.wait_for_change(&first, PATIENCE)?;
        self.screen.keep(&self.folder.join(format!("{name}.ppm")))?;
        eprintln!("{name} is open after {opened:.1} s, and {:.0} % of the screen changes as it plays", 100.0 * moves);
        Ok(())
    }

    /// A bad file leaves the open work as it was.
    fn keeps_its_work(&self) -> Result<()> {
        std::fs::write(self.folder.join("bad.glb"), b"this is no character")?;
        let _running = self.open(&["bunny", "bad.glb"], "bunny — Lissom")?;
        let first = self.screen.wait_for_picture(PATIENCE)?;
        self.screen.wait_for_change(&first, PATIENCE)?;
        self.screen.keep(&self.folder.join("bad.ppm"))?;
        self.screen.wait_for_title("bunny — Lissom", Duration::ZERO)?;
        eprintln!("a bad file leaves what is open as it was");
        Ok(())
    }

    /// Killed in the middle of saving, there is the old file or the new one, whole.
    fn survives_being_killed(&self) -> Result<()> {
        let path = self.folder.join("character.lissom.json");
        let part = self.folder.join(".character.lissom.json.part");
        let mut halves = 0;
        let running = self.open(&["character.glb"], "character.glb — Lissom")?;
        self.screen.key("ctrl+s")?;
        let end = Instant::now() + PATIENCE;
        while !path.exists() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(20));
        }
        drop(running);
        let new = std::fs::read_to_string(&path).context("Ctrl+S saves no rig")?;
        // The same rig with other spaces: what the studio writes differs from what it reads.
        let old = new.replace('\n', "\n ");
        for _ in 0..KILLS {
            std::fs::write(&path, &old)?;
            _ = std::fs::remove_file(&part);
            let running = self.open(&["character.glb"], "character.glb — Lissom")?;
            self.screen.key("ctrl+s")?;
            let end = Instant::now() + PATIENCE;
            let unsaved = || !part.exists() && std::fs::read_to_string(&path).is_ok_and(|text| text == old);
            while unsaved() && Instant::now() < end {}
            drop(running);
            let now = std::fs::read_to_string(&path)?;
            ensure!(now == old || now == new, "the file is neither the old one nor the new one: {}", path.display());
            halves += u32::from(part.exists());
        }
        eprintln!(
            "killed {KILLS} times while it saved, {halves} times between the first byte and the last: no file is lost"
        );
        Ok(())
    }

    /// Without a display or a driver it says so, and ends with 2.
    fn says_what_is_missing(&self) -> Result<()> {
        for (display, has_driver, word) in [
            (None, true, "display"),
            (Some(":4095"), true, "display"),
            (Some(self.screen.display.as_str()), false, "driver"),
            (None, false, "display"),
        ] {
            let mut command = self.command(&[]);
            match display {
                Some(display) => command.env("DISPLAY", display),
                None => command.env_remove("DISPLAY"),
            };
            if !has_driver {
                command.envs(DRIVERS.map(|name| (name, NOTHING)));
            }
            let (output, text) = ended(&mut command)?;
            let said = text.lines().filter(|l| l.starts_with("error: ")).find(|l| l.contains(word));
            let Some(said) = said.filter(|_| output.status.code() == Some(2)) else {
                bail!("display {display:?}, driver {has_driver}: ended with {}, and said:\n{text}", output.status);
            };
            eprintln!("{said}");
        }
        Ok(())
    }
}

/// Runs a program that should end by itself soon; what it said on stderr.
fn ended(command: &mut Command) -> Result<(Output, String)> {
    let mut running = Running(command.stderr(Stdio::piped()).spawn().context("cannot run the studio")?);
    let end = Instant::now() + PATIENCE;
    while running.0.try_wait()?.is_none() {
        ensure!(Instant::now() < end, "the studio runs, though it cannot");
        std::thread::sleep(Duration::from_millis(20));
    }
    let status = running.0.wait()?;
    let mut text = String::new();
    if let Some(mut stderr) = running.0.stderr.take() {
        std::io::Read::read_to_string(&mut stderr, &mut text)?;
    }
    Ok((Output { status, stdout: Vec::new(), stderr: Vec::new() }, text))
}
