//! Who looks at a character from a file, in words.

use anyhow::{Context, bail};
use lissom_formats::model::Model;
use lissom_scenes::camera::Path;
use lissom_show::{Frame, View};

use crate::act::list;

/// A camera in words, for a character from a file.
pub fn view(words: Option<&str>, model: &Model, frame: &Frame) -> anyhow::Result<View> {
    let Some(words) = words else { return Ok(View::None) };
    let cameras = &model.import.cameras;
    let named = cameras.iter().find(|c| c.name == words);
    if let Some(camera) = named.or_else(|| cameras.first().filter(|_| words == "own")) {
        return Ok(View::OfFile(camera.clone()));
    }
    match path(words) {
        Ok(path) => Ok(View::Path(frame.clone(), path)),
        Err(_) if !words.contains([':', '.']) => {
            let known: Vec<&str> = cameras.iter().map(|c| c.name.as_str()).collect();
            bail!(
                "camera `{words}`: the file has {}; give one of these, or still, orbit:SECONDS, fixed:x,y,z…",
                list(&known)
            );
        }
        Err(error) => Err(error),
    }
}

/// How a camera moves: in words, or in a file of keys.
pub fn path(words: &str) -> anyhow::Result<Path> {
    if !words.ends_with(".csv") {
        return Ok(words.parse()?);
    }
    let text = std::fs::read_to_string(words).with_context(|| format!("cannot read {words}"))?;
    Path::from_csv(&text).with_context(|| format!("not a camera path: {words}"))
}
