//! An interactive page: the open character in a folder that anyone can put on a web server.

use std::path::Path;

use lissom_formats::gltf::{Document, home};
use lissom_formats::write_mesh;
use serde_json::{Value, json};

use crate::platform::Platform;
use crate::work::{Source, Work, stem};

#[cfg(any(target_arch = "wasm32", test))]
pub mod zip;

/// A file of a folder, by its name.
pub type File = (String, Vec<u8>);

/// What the page is asked for: a word and its value.
type Ask = (&'static str, String);

/// What the studio itself is, as a page.
pub const FILES: [&str; 6] = ["index.html", "style.css", "icon.svg", "start.js", "studio.js", "studio_bg.wasm"];
/// The first of them, and where it says what to open.
const INDEX: &str = "index.html";
const BODY: &str = "<body>";
const RIG: &str = "rig.lissom.json";

/// The studio's page with a character in it: it opens that, and shows the picture only.
pub fn of(work: &Work, mut page: Vec<File>, platform: &dyn Platform) -> Result<Vec<File>, String> {
    let (asks, mut files) = contents(work, platform)?;
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

/// What the page is asked for, and the files for it.
fn contents(work: &Work, platform: &dyn Platform) -> Result<(Vec<Ask>, Vec<File>), String> {
    let rig_beside = || (("rig", RIG.to_owned()), (RIG.to_owned(), work.rig().to_json().into_bytes()));
    match &work.source {
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
        Source::File { name, path, model, .. } => {
            let character = "character.glb".to_owned();
            let mut document = model.document.clone();
            home::put(&mut document, &model.import.nodes, work.rig());
            document.embed();
            let folder = path.as_deref().and_then(Path::parent);
            take_in_images(&mut document, &|image| platform.read(&folder?.join(image)).ok());
            let bytes = document.to_glb().map_err(|fault| format!("{name}: {fault}"))?;
            Ok((vec![("view", character.clone())], vec![(character, bytes)]))
        }
    }
}

/// Images that are in files beside the document move into it, if they are there.
fn take_in_images(document: &mut Document, beside: &dyn Fn(&str) -> Option<Vec<u8>>) {
    for name in document.images_beside() {
        let Some(bytes) = beside(&name) else { continue };
        let kind = if bytes.starts_with(b"\x89PNG") { "image/png" } else { "image/jpeg" };
        let (buffer, start) = document.append(&bytes);
        let view = json!({ "buffer": buffer, "byteOffset": start, "byteLength": bytes.len() });
        let view = document.push("bufferViews", view);
        let is_it = |image: &&mut Value| image["uri"].as_str() == Some(name.as_str());
        for image in document.list_mut("images").iter_mut().filter(is_it) {
            *image = json!({ "name": image["name"].as_str().unwrap_or(&name), "bufferView": view, "mimeType": kind });
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
