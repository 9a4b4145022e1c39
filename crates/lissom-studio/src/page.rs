//! An interactive page: the open character in a folder that anyone can put on a web server.

use std::collections::BTreeMap;

use lissom_formats::gltf::home;
use lissom_formats::write_mesh;
use lissom_rig::Rig;
use lissom_scenes::scenes;

use crate::hand::Blow;
use crate::orbit::Orbit;
use crate::work::{Played, Source, Work};

#[cfg(any(target_arch = "wasm32", test))]
pub mod zip;

/// A file of a folder, by its name.
pub type File = (String, Vec<u8>);

/// What a page is asked for, as its address says it.
///
/// | key | value |
/// |---|---|
/// | `view` | a scene, or a file of the page's folder; nothing but the picture |
/// | `scene` | a scene, in the studio |
/// | `variant` | of the scene |
/// | `rig`, `motion` | files of the page's folder |
/// | `animation` | the number of the file's animation that plays, or `none` |
/// | `camera` | from where it is seen: `x y z yaw pitch distance` |
/// | `wind` | how it blows: `speed heading gusts` |
pub type Asks = BTreeMap<String, String>;
/// All that can be asked.
pub const KEYS: [&str; 8] = ["view", "scene", "variant", "rig", "motion", "animation", "camera", "wind"];

/// What the studio itself is, as a page.
pub const FILES: [&str; 7] =
    ["index.html", "style.css", "icon.svg", "start.js", "worker.js", "studio.js", "studio_bg.wasm"];
/// The first of them, and where it says what to open.
const INDEX: &str = "index.html";
const BODY: &str = "<body>";
const RIG: &str = "rig.lissom.json";
const CHARACTER: &str = "character.glb";
const MESH: &str = "body.mesh";

/// The studio's page with a character in it: it opens that, and shows the picture only. `seen` is from where, unless its
/// own camera looks, and `blow` the wind that somebody set.
pub fn of(work: &Work, seen: Option<Orbit>, blow: Blow, mut page: Vec<File>) -> Result<Vec<File>, String> {
    let (mut asks, mut files) = contents(&work.source, work.rig())?;
    asks.extend(seen.map(|orbit| ("camera".to_owned(), orbit.to_text())));
    asks.extend(blow.on.then(|| ("wind".to_owned(), blow.to_text())));
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

/// What to ask a page for, and the files for it.
pub fn contents(source: &Source, rig: &Rig) -> Result<(Asks, Vec<File>), String> {
    let rig_beside = || (RIG.to_owned(), rig.to_json().into_bytes());
    let (asks, files) = match source {
        // Its motion is in the studio.
        Source::Scene { scene, variant, .. } => {
            (vec![("view", scene.name), ("variant", variant), ("rig", RIG)], vec![rig_beside()])
        }
        Source::File { model, .. } if !model.import.character.tets.is_empty() => {
            let mesh = write_mesh(&model.import.character.tets[0].mesh).into_bytes();
            (vec![("view", MESH), ("rig", RIG)], vec![(MESH.to_owned(), mesh), rig_beside()])
        }
        Source::File { name, model, played: Played { motion, .. }, .. } => {
            let mut document = model.document.clone();
            home::put(&mut document, &model.import.nodes, rig);
            document.embed();
            let bytes = document.to_glb().map_err(|fault| format!("{name}: {fault}"))?;
            let (mut asks, mut files) = (vec![("view", CHARACTER)], vec![(CHARACTER.to_owned(), bytes)]);
            if let Some(motion) = motion {
                let file = if motion.name.to_lowercase().ends_with("bvh") { "motion.bvh" } else { "motion.vrma" };
                asks.push(("motion", file));
                files.push((file.to_owned(), motion.bytes.clone()));
            }
            (asks, files)
        }
    };
    let mut asks: Asks = asks.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    if let Source::File { played, .. } = source {
        asks.insert("animation".to_owned(), played.clip.map_or("none".to_owned(), |k| k.to_string()));
    }
    Ok((asks, files))
}

/// Opens what a page is asked for, with the files that came for it. The second value is what there is to complain about.
pub fn opened(asks: &Asks, files: &[File]) -> Result<(Work, Vec<String>), String> {
    let asked = |key: &str| asks.get(key).map(String::as_str);
    let file = |name: &str| files.iter().find(|(file, _)| file == name).map(|(_, bytes)| bytes.as_slice());
    let what = asked("view").or(asked("scene")).ok_or("nothing is asked for")?;
    let (mut work, trouble) = match (scenes::find(what), file(what)) {
        (Ok(scene), _) => (Work::scene(scene, scene.variant(asked("variant")).map_err(|e| e.to_string())?), None),
        (Err(_), Some(bytes)) => {
            Work::file(what, None, bytes, &[], &|_| None).map(|(work, _, trouble)| (work, trouble))?
        }
        (Err(error), None) => return Err(error.to_string()),
    };
    let mut troubles: Vec<String> = trouble.into_iter().collect();
    if let Some((name, bytes)) = asked("motion").and_then(|name| Some((name, file(name)?))) {
        troubles.extend(work.perform(name, bytes).err());
    } else if let Some(animation) = asked("animation") {
        work.animate(animation.parse().ok());
    }
    let worn = asked("rig").and_then(|name| Some(work.read_rig(name, file(name)?))).transpose();
    let worn = worn.map_err(|trouble| troubles.push(trouble)).ok().flatten();
    let rig = worn.unwrap_or_else(|| (**work.history.rig()).clone());
    work.wear(rig, asked("wind").and_then(Blow::from_text).unwrap_or_default());
    Ok((work, troubles))
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
