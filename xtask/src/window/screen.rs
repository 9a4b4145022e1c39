//! A screen in memory. Xvfb keeps its picture in a file, in the format of xwd.

use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SIZE: (usize, usize) = (960, 600);
/// Fewer colours than this are an empty window.
const LEAST_COLORS: usize = 64;
/// A pixel that differs by less has not changed.
const LEAST_DIFFERENCE: u8 = 8;
/// So many pixels to each side are near.
const NEAR: i32 = 5;

pub struct Screen {
    pub display: String,
    server: Child,
    picture: PathBuf,
}

impl Drop for Screen {
    fn drop(&mut self) {
        _ = self.server.kill();
        _ = self.server.wait();
    }
}

impl Screen {
    pub fn open(folder: &Path) -> Result<Screen> {
        let number =
            (100..200).find(|n| !Path::new(&format!("/tmp/.X{n}-lock")).exists()).context("no free display")?;
        let display = format!(":{number}");
        let mode = format!("{}x{}x24", SIZE.0, SIZE.1);
        let mut command = Command::new("Xvfb");
        // Without a reset when the last program ends: whoever comes in the middle of it is thrown out.
        command.args([&display, "-screen", "0", &mode, "-noreset", "-nolisten", "tcp", "-fbdir"]).arg(folder);
        let server = command.stderr(Stdio::null()).spawn().context("cannot run Xvfb")?;
        let screen = Screen { display, server, picture: folder.join("Xvfb_screen0") };
        screen.wait("Xvfb does not start", Duration::from_secs(20), || screen.pixels().ok())?;
        Ok(screen)
    }

    pub fn wait<T>(&self, what: &str, patience: Duration, mut look: impl FnMut() -> Option<T>) -> Result<T> {
        let end = Instant::now() + patience;
        loop {
            if let Some(found) = look() {
                return Ok(found);
            }
            ensure!(Instant::now() < end, "{what}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// What is on the screen: blue, green, red and nothing for each pixel.
    fn pixels(&self) -> Result<Vec<u8>> {
        let bytes = std::fs::read(&self.picture).with_context(|| format!("cannot read {}", self.picture.display()))?;
        let word = |k: usize| bytes.get(4 * k..4 * k + 4).map_or(0, |w| u32::from_be_bytes([w[0], w[1], w[2], w[3]]));
        // A header, its length first; then so many colours of twelve bytes.
        let start = word(0) as usize + 12 * word(19) as usize;
        let pixels = bytes.get(start..start + 4 * SIZE.0 * SIZE.1);
        pixels.map(<[u8]>::to_vec).context("Xvfb's picture is cut off")
    }

    /// Once there is more than an empty window.
    pub fn wait_for_picture(&self, patience: Duration) -> Result<Vec<u8>> {
        self.wait("nothing is drawn", patience, || {
            let pixels = self.pixels().ok()?;
            let mut colors: Vec<&[u8]> = pixels.chunks_exact(4).collect();
            colors.sort_unstable();
            colors.dedup();
            (colors.len() >= LEAST_COLORS).then_some(pixels)
        })
    }

    /// Once the picture is another; how much of it changed.
    pub fn wait_for_change(&self, before: &[u8], patience: Duration) -> Result<f64> {
        self.wait("the picture stands still", patience, || {
            let now = self.pixels().ok()?;
            let differs = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) >= LEAST_DIFFERENCE);
            let changed = now.chunks_exact(4).zip(before.chunks_exact(4)).filter(differs).count();
            let share = changed as f64 / (SIZE.0 * SIZE.1) as f64;
            (share > 0.005).then_some(share)
        })
    }

    /// Once two pictures are the same.
    pub fn wait_for_rest(&self, patience: Duration) -> Result<()> {
        let mut before = Vec::new();
        self.wait("the picture does not stand still", patience, || {
            let now = self.pixels().ok()?;
            let same = now == before;
            before = now;
            same.then_some(())
        })
    }

    /// The first pixel from above that is so.
    pub fn topmost(&self, is_so: impl Fn([u8; 3]) -> bool) -> Option<[i32; 2]> {
        let pixels = self.pixels().ok()?;
        let at = pixels.chunks_exact(4).position(|p| is_so([p[2], p[1], p[0]]))?;
        Some([(at % SIZE.0) as i32, (at / SIZE.0) as i32])
    }

    /// Once something near a place is so.
    pub fn wait_near(&self, [x, y]: [i32; 2], is_so: impl Fn([u8; 3]) -> bool, patience: Duration) -> Result<()> {
        let near = |k: usize| ((k % SIZE.0) as i32 - x).abs().max(((k / SIZE.0) as i32 - y).abs()) <= NEAR;
        self.wait("it does not come", patience, || {
            let pixels = self.pixels().ok()?;
            let found = pixels.chunks_exact(4).enumerate().any(|(k, p)| near(k) && is_so([p[2], p[1], p[0]]));
            found.then_some(())
        })
    }

    /// Keeps what is on the screen, for people to look at.
    pub fn keep(&self, path: &Path) -> Result<()> {
        let mut picture = format!("P6 {} {} 255\n", SIZE.0, SIZE.1).into_bytes();
        picture.extend(self.pixels()?.chunks_exact(4).flat_map(|p| [p[2], p[1], p[0]]));
        std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Waits for a window with just this title.
    pub fn wait_for_title(&self, title: &str, patience: Duration) -> Result<()> {
        let found = || {
            let titles = self.xdotool(&["search", "--name", "Lissom", "getwindowname", "%@"]).ok()?;
            titles.lines().any(|t| t == title).then_some(())
        };
        self.wait(&format!("no window is called `{title}`"), patience, found)
    }

    /// Types a key into the studio.
    pub fn key(&self, key: &str) -> Result<()> {
        self.xdotool(&["search", "--name", "Lissom", "windowfocus", "--sync", "key", key]).map(|_| ())
    }

    pub fn move_to(&self, [x, y]: [i32; 2]) -> Result<()> {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string(), "sleep", "0.05"]).map(|_| ())
    }

    /// The left button goes down at a place.
    pub fn press(&self, at: [i32; 2]) -> Result<()> {
        self.move_to(at)?;
        self.xdotool(&["mousedown", "1", "sleep", "0.1"]).map(|_| ())
    }

    pub fn release(&self) -> Result<()> {
        self.xdotool(&["mouseup", "1"]).map(|_| ())
    }

    fn xdotool(&self, arguments: &[&str]) -> Result<String> {
        let output = Command::new("xdotool").env("DISPLAY", &self.display).args(arguments).output()?;
        if !output.status.success() {
            bail!("xdotool {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }
}
