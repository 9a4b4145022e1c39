use std::ffi::OsString;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::{EncodeError, Film, check};
use crate::Image;

/// Even sides, as the format wants, and the colours of high definition television.
const FILTER: &str = "crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p";

/// An MP4 file, made by `ffmpeg` as the pictures come. Sides of odd length lose a pixel.
pub struct Mp4 {
    to: PathBuf,
    fps: f32,
    index: usize,
    /// Since the first picture, with its size.
    running: Option<(Child, (u32, u32))>,
}

impl Mp4 {
    pub fn new(to: &Path, fps: f32) -> Result<Mp4, EncodeError> {
        if !(fps > 0.0 && fps.is_finite()) {
            return Err(EncodeError::Fps(fps));
        }
        let quiet = Stdio::null;
        let found = Command::new("ffmpeg").arg("-version").stdin(quiet()).stdout(quiet()).stderr(quiet()).status();
        match found {
            Ok(_) => Ok(Mp4 { to: to.to_owned(), fps, index: 0, running: None }),
            Err(error) if error.kind() == ErrorKind::NotFound => Err(EncodeError::NoFfmpeg),
            Err(error) => Err(error.into()),
        }
    }

    fn start(&self, width: u32, height: u32) -> Result<Child, EncodeError> {
        let (size, fps) = (format!("{width}x{height}"), self.fps.to_string());
        let input = ["-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", &size, "-framerate", &fps, "-i", "-"];
        let colors = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"];
        let output = ["-c:v", "libx264", "-crf", "18", "-movflags", "+faststart", "-f", "mp4", "-y"];
        let mut command = Command::new("ffmpeg");
        command.args(["-hide_banner", "-loglevel", "fatal"]).args(input).args(["-vf", FILTER]).args(colors);
        // Else a colon in the name would be taken for a protocol.
        let mut to = OsString::from("file:");
        to.push(&self.to);
        command.args(output).arg(to).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        Ok(command.spawn()?)
    }

    /// Waits until the file is whole, or says what `ffmpeg` says.
    fn wait(&mut self) -> Result<(), EncodeError> {
        let (mut child, _) = self.running.take().ok_or(EncodeError::Empty)?;
        drop(child.stdin.take());
        let mut words = String::new();
        if let Some(mut errors) = child.stderr.take() {
            errors.read_to_string(&mut words)?;
        }
        match child.wait()?.success() {
            true => Ok(()),
            false => Err(EncodeError::Ffmpeg(words.trim().to_owned())),
        }
    }
}

impl Film for Mp4 {
    fn push(&mut self, image: &Image) -> Result<(), EncodeError> {
        let size = self.running.as_ref().map_or((image.width, image.height), |(_, size)| *size);
        check(image, self.index, size)?;
        if self.running.is_none() {
            self.running = Some((self.start(size.0, size.1)?, size));
        }
        let pipe = self.running.as_mut().and_then(|(child, _)| child.stdin.as_mut());
        let written = pipe.map_or(Ok(()), |pipe| pipe.write_all(&image.rgba));
        if let Err(error) = written {
            return self.wait().and(Err(error.into()));
        }
        self.index += 1;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), EncodeError> {
        self.wait()
    }
}

impl Drop for Mp4 {
    /// A film that is given up leaves nobody running.
    fn drop(&mut self) {
        if let Some((mut child, _)) = self.running.take() {
            child.kill().and_then(|()| child.wait()).ok();
        }
    }
}
