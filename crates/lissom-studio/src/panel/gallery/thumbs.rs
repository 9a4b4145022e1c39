//! Small pictures of the scenes, made by `cargo xtask plots pictures`.

use std::collections::BTreeMap;

use eframe::egui;

macro_rules! thumbs {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_bytes!(concat!("../../../thumbs/", $name, ".png")))),*]
    };
}

const THUMBS: [(&str, &[u8]); 22] = thumbs![
    "bunny",
    "front-hair",
    "cowlick",
    "cape-girl",
    "hair",
    "robe",
    "somersault",
    "monster",
    "jellyfish",
    "worm",
    "worm-bend",
    "worm-stiffness",
    "bar-bend",
    "bar-wave",
    "snail",
    "heart",
    "heart-sliced",
    "bowel",
    "jellyfishes",
    "worms",
    "menagerie",
    "rod-ghost",
];

/// By scene.
pub fn load(ctx: &egui::Context) -> BTreeMap<&'static str, egui::TextureHandle> {
    let texture = |&(name, bytes): &(&'static str, &[u8])| {
        let image = decode(bytes)?;
        Some((name, ctx.load_texture(name, image, egui::TextureOptions::LINEAR)))
    };
    THUMBS.iter().filter_map(texture).collect()
}

fn decode(bytes: &[u8]) -> Option<egui::ColorImage> {
    let image = image::load_from_memory(bytes).ok()?.into_rgba8();
    let size = [image.width() as usize, image.height() as usize];
    Some(egui::ColorImage::from_rgba_unmultiplied(size, &image))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_has_one_and_it_is_small() {
        assert!(lissom_scenes::scenes::ALL.iter().map(|s| s.name).eq(THUMBS.iter().map(|t| t.0)));
        for (name, bytes) in THUMBS {
            assert!(bytes.len() <= 25_000, "{name} takes {} bytes", bytes.len());
            assert_eq!(decode(bytes).expect("a picture").size, [240, 135], "{name}");
        }
    }
}
