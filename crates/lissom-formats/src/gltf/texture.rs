//! Textures: which image, and where on it a vertex is.

use glam::{Affine2, Mat2, Vec2};
use serde_json::Value;

use super::document::{Whole, array};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Texture {
    /// Among the images of the document.
    pub image: usize,
    /// What is beyond its borders, along u and along v.
    pub wrap: [Wrap; 2],
    /// From near its pixels are squares, not blurred.
    pub sharp: bool,
    /// n of `TEXCOORD_n`.
    pub(super) set: u64,
    /// Coordinates on the image, out of those in the file.
    pub(super) placed: Affine2,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrap {
    Repeat,
    Mirror,
    Clamp,
}

impl Texture {
    /// Of a material's reference to it, with `KHR_texture_transform`.
    pub(super) fn read(json: &Value, from: &Value) -> Option<Texture> {
        let transform = &from["extensions"]["KHR_texture_transform"];
        let scale = pair(&transform["scale"], Vec2::ONE);
        let turn_rad = transform["rotation"].as_f64().unwrap_or(0.0) as f32;
        // v points down, so that a turn to the left is one to the right for the formula.
        let turned = Mat2::from_angle(-turn_rad) * Mat2::from_diagonal(scale);
        let placed = Affine2::from_mat2_translation(turned, pair(&transform["offset"], Vec2::ZERO));
        let set = transform["texCoord"].as_whole().or(from["texCoord"].as_whole()).unwrap_or(0);
        Texture::of(json, &from["index"], set, placed)
    }

    /// Of its number among the textures.
    pub(super) fn of(json: &Value, index: &Value, set: u64, placed: Affine2) -> Option<Texture> {
        let from = entry(json, "textures", index)?.1;
        let webp = entry(json, "images", &from["extensions"]["EXT_texture_webp"]["source"]);
        let (image, _) = webp.or_else(|| entry(json, "images", &from["source"]))?;
        let sampler = entry(json, "samplers", &from["sampler"]).map_or(&Value::Null, |(_, sampler)| sampler);
        let wrap = ["wrapS", "wrapT"].map(|name| match sampler[name].as_whole() {
            Some(33071) => Wrap::Clamp,
            Some(33648) => Wrap::Mirror,
            _ => Wrap::Repeat,
        });
        Some(Texture { image, wrap, sharp: sampler["magFilter"].as_whole() == Some(9728), set, placed })
    }
}

fn entry<'a>(json: &'a Value, list: &str, index: &Value) -> Option<(usize, &'a Value)> {
    let k = usize::try_from(index.as_whole()?).ok()?;
    Some((k, array(json, list).get(k)?))
}

fn pair(value: &Value, usual: Vec2) -> Vec2 {
    let number = |k: usize| value[k].as_f64().map(|v| v as f32);
    Vec2::new(number(0).unwrap_or(usual.x), number(1).unwrap_or(usual.y))
}
