//! An interactive page: the open character in a folder that anyone can put on a web server.

use lissom_formats::gltf::home;
use lissom_formats::write_mesh;
use lissom_rig::Rig;

use crate::orbit::Orbit;
use crate::work::{Played, Source, Work, stem};

#[cfg(any(target_arch = "wasm32", test))]
pub mod zip;

/// A file of a folder, by its name.
pub type File = (String, Vec<u8>);

/// What the page is asked for: a word and its value.
pub type Ask = (&'static str, String);

/// What the studio itself is, as a page.
pub const FILES: [&str; 7] =
    ["index.html", "style.css", "icon.svg", "start.js", "worker.js", "studio.js", "studio_bg.wasm"];
/// The first of them, and where it says what to open.
const INDEX: &str = "index.html";
const BODY: &str = "<body>";
const RIG: &str = "rig.lissom.json";

/// The studio's page with a character in it: it opens that, and shows the picture only. `seen` is from where, unless its
/// own camera looks.
pub fn of(work: &Work, seen: Option<Orbit>, mut page: Vec<File>) -> Result<Vec<File>, String> {
    let (mut asks, mut files) = contents(&work.source, work.rig())?;
    asks.extend(seen.map(|orbit| ("camera", orbit.to_text())));
    let index = page.iter_mut().find(|(name, _)| name == INDEX).ok_or("the studio's page has no index.html")?;
    let html = String::from_utf8_lossy(&index.1).into_owned();
    if !html.contains(BODY) {
        return Err("the studio's page is of another version; run `cargo xtask web` again".to_owned());
    }
    let asks: String = asks.iter().map(|(key, value)| format!(" data-{key}=\"{}\"", escaped(value))).collect();
    index.1 = html.replace(BODY, &format!("<body{asks}>")).into_bytes();
    page.append(&mut files);
    Ok(page)
}

/// What a page is asked for, and the files for it.
pub fn contents(source: &Source, rig: &Rig) -> Result<(Vec<Ask>, Vec<File>), String> {
    let rig_beside = || (("rig", RIG.to_owned()), (RIG.to_owned(), rig.to_json().into_bytes()));
    match source {
        // Its motion is in the studio.
        Source::Scene { scene, variant, .. } => {
            let (rig, file) = rig_beside();
            Ok((vec![("view", scene.name.to_owned()), ("variant", (*variant).to_owned()), rig], vec![file]))
        }
        Source::File { name, model, .. } if !model.import.character.tets.is_empty() => {
            let body = format!("{}.mesh", stem(name));
            let mesh = write_mesh(&model.import.character.tets[0].mesh).into_bytes();
            let (rig, file) = rig_beside();
            Ok((vec![("view", body.clone()), rig], vec![(body, mesh), file]))
        }
        Source::File { name, model, played: Played { clip, motion }, .. } => {
            let character = "character.glb".to_owned();
            let mut document = model.document.clone();
            home::put(&mut document, &model.import.nodes, rig);
            document.embed();
            let bytes = document.to_glb().map_err(|fault| format!("{name}: {fault}"))?;
            let animation = clip.map_or("none".to_owned(), |k| k.to_string());
            let mut asks = vec![("view", character.clone()), ("animation", animation)];
            let mut files = vec![(character, bytes)];
            if let Some(motion) = motion {
                let file =
                    format!("motion.{}", if motion.name.to_lowercase().ends_with("bvh") { "bvh" } else { "vrma" });
                asks.push(("motion", file.clone()));
                files.push((file, motion.bytes.clone()));
            }
            Ok((asks, files))
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_is_named_safely() {
        assert_eq!(escaped("a\"b<c&d.glb"), "a&quot;b&lt;c&amp;d.glb");
    }
}
