//! Version, extensions, cameras, lights and images.

use serde_json::Value;

use super::super::document::Whole;
use super::Check;

/// Formats of images, by how their files begin.
const MAGIC: [(&str, &[u8], &[u8]); 3] =
    [("image/png", b"\x89PNG", b""), ("image/jpeg", b"\xff\xd8\xff", b""), ("image/webp", b"RIFF", b"WEBP")];

impl Check<'_> {
    pub fn head(&mut self) {
        self.version();
        self.declared();
        self.cameras();
        self.lights();
        for (k, image) in self.list("images").iter().enumerate() {
            self.image(image, &format!("/images/{k}"));
        }
        for (k, texture) in self.list("textures").iter().enumerate() {
            self.texture(texture, &format!("/textures/{k}"));
        }
    }

    fn version(&mut self) {
        let number = |name: &str| {
            let (major, minor) = self.json["asset"][name].as_str()?.split_once('.')?;
            Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?))
        };
        let (version, least) = (number("version"), number("minVersion"));
        match version {
            _ if self.json["asset"]["version"].is_null() => {}
            None => self.found.error("/asset/version", "not a version like 2.0", "write 2.0"),
            Some((2, 0)) => {}
            Some((2, minor)) => {
                self.found.warn(
                    "/asset/version",
                    format!("2.{minor} is newer than what is known here"),
                    "export it as 2.0",
                );
            }
            Some((major, _)) => {
                self.found.error("/asset/version", format!("glTF {major} cannot be read"), "export it as 2.0");
            }
        }
        if least.is_some() && least > version {
            self.found.error("/asset/minVersion", "it is above `version`", "write the same");
        }
    }

    fn declared(&mut self) {
        for (k, name) in self.list("extensionsRequired").iter().enumerate() {
            if let Some(name) = name.as_str().filter(|n| !self.uses(n)) {
                let what = format!("{name} is required but not used");
                self.found.error(format!("/extensionsRequired/{k}"), what, "add it to `extensionsUsed`");
            }
        }
        let quantization = Value::from("KHR_mesh_quantization");
        let at = self.list("extensionsUsed").iter().position(|e| *e == quantization);
        if let Some(at) = at.filter(|_| !self.list("extensionsRequired").contains(&quantization)) {
            let what = "without KHR_mesh_quantization the document cannot be read";
            self.found.error(format!("/extensionsUsed/{at}"), what, "add it to `extensionsRequired`");
        }
    }

    fn cameras(&mut self) {
        for (k, camera) in self.list("cameras").iter().enumerate() {
            let Some(kind @ ("perspective" | "orthographic")) = camera["type"].as_str() else { continue };
            let place = format!("/cameras/{k}/{kind}");
            let lens = &camera[kind];
            if lens.is_null() {
                self.found.error(format!("/cameras/{k}"), format!("`{kind}` is missing"), "add it");
            }
            if let (Some(near), Some(far)) = (lens["znear"].as_f64(), lens["zfar"].as_f64())
                && far <= near
            {
                self.found.error(place, "`zfar` is not beyond `znear`", "make it larger");
            }
        }
    }

    fn lights(&mut self) {
        let place = "/extensions/KHR_lights_punctual/lights";
        for (k, light) in self.json.pointer(place).and_then(Value::as_array).into_iter().flatten().enumerate() {
            if light["type"] == "spot" && light["spot"].is_null() {
                self.found.error(format!("{place}/{k}"), "`spot` is missing", "add it");
            }
        }
    }

    fn image(&mut self, image: &Value, place: &str) {
        let has = |name: &str| !image[name].is_null();
        if image.is_object() && has("uri") == has("bufferView") {
            self.found.error(place, "an image has a `uri` or a `bufferView`, one of them", "give one");
        }
        let view = self.entry("bufferViews", &image["bufferView"]);
        if has("bufferView") && !has("mimeType") {
            self.found.error(format!("{place}/bufferView"), "an image in a buffer view needs a `mimeType`", "give one");
        }
        if view.is_some_and(|(_, view)| !view["byteStride"].is_null()) {
            let what = "the buffer view of an image has a stride";
            self.found.error(format!("{place}/bufferView"), what, "remove `byteStride`");
        }
        let told = image["uri"].as_str().and_then(|u| u.strip_prefix("data:")?.split_once([';', ',']));
        if let Some((kind, _)) = told.filter(|(kind, _)| !kind.starts_with("image/") || *kind == "image/gif") {
            self.found.error(format!("{place}/uri"), format!("glTF knows no images of {kind}"), "use PNG or JPEG");
        }
        let Some(real) = self.kind_of_image(image) else { return };
        let said = image["mimeType"].as_str().or(told.map(|(kind, _)| kind));
        if said.is_some_and(|said| said != real) {
            self.found.error(place, format!("it is {real}, but its type says otherwise"), "correct `mimeType`");
        }
        if real == "image/webp" && !self.uses("EXT_texture_webp") {
            self.found.error(place, "WebP is only for EXT_texture_webp", "use PNG or JPEG");
        }
    }

    fn texture(&mut self, texture: &Value, place: &str) {
        let kind = |source: &Value| self.entry("images", source).and_then(|(_, image)| self.kind_of_image(image));
        let (plain, webp) = (kind(&texture["source"]), kind(&texture["extensions"]["EXT_texture_webp"]["source"]));
        if plain == Some("image/webp") || webp.is_some_and(|k| k != "image/webp") {
            self.found.error(
                place,
                "its image has a format that is not allowed there",
                "use EXT_texture_webp for WebP only",
            );
        }
    }

    /// By its first bytes, where they are at hand; else by the name of its file.
    fn kind_of_image(&self, image: &Value) -> Option<&'static str> {
        let bytes = match image["uri"].as_str() {
            Some(uri) if uri.starts_with("data:") => match super::super::uri::resolve(uri, "").ok()? {
                super::super::uri::Source::Data(bytes) => bytes,
                super::super::uri::Source::File(_) => return None,
            },
            Some(uri) => return uri.to_ascii_lowercase().ends_with(".webp").then_some("image/webp"),
            None => {
                let (_, view) = self.entry("bufferViews", &image["bufferView"])?;
                let buffer = self.document.buffer(usize::try_from(view["buffer"].as_whole()?).ok()?)?;
                let start = usize::try_from(super::whole(&view["byteOffset"])).ok()?;
                buffer.get(start..)?.iter().take(12).copied().collect()
            }
        };
        let is = |(_, start, later): &(&str, &[u8], &[u8])| {
            bytes.starts_with(start) && bytes.get(8..).is_some_and(|rest| rest.starts_with(later))
        };
        MAGIC.into_iter().find(is).map(|(kind, ..)| kind)
    }
}
