//! What surfaces look like: colours, a texture and lines, as glTF has them or VRM's toon.
//!
//! Nothing here hinders the rest of a file: what is wrong is as if it were not there.

use lissom_rig::Material;
use serde_json::Value;

use super::document::{Document, array};
use super::texture::Texture;
use super::toon;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Colours, which a texture is multiplied with.
    pub material: Material,
    pub texture: Option<Texture>,
    pub alpha: Alpha,
    pub two_sided: bool,
    /// None where the file leaves it to who draws it.
    pub outline: Option<Outline>,
    /// The lower is drawn first. Counts among what is blended; numbers are those of Unity, as in VRM.
    pub order: i32,
}

/// What the alpha of a texture does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Alpha {
    Opaque,
    /// Where it is below, nothing is drawn.
    Mask {
        cutoff: f32,
    },
    Blend,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outline {
    /// As a share of the usual one; 0 is none.
    pub width: f32,
    /// sRGB, `0xRRGGBB`.
    pub color: u32,
    /// How much it is multiplied with what it surrounds: 0 not at all, 1 wholly.
    pub mix: f32,
}

/// The light and the dark side of a surface that knows no toon, as shares of its colour.
const LIGHT: f32 = 0.9;
const DARK: f32 = 0.55;

impl Look {
    /// Of a material, or of what has none.
    pub fn read(document: &Document, index: Option<usize>) -> Look {
        let json = document.json();
        let Some((k, from)) = index.and_then(|k| Some((k, array(json, "materials").get(k)?))) else {
            return Look::new(Material::toon(0xd8d4cc, 0xa8a4a0));
        };
        if from["extensions"]["VRMC_materials_mtoon"].is_object() {
            return toon::read(json, from);
        }
        let old = &json["extensions"]["VRM"]["materialProperties"][k];
        toon::read_old(json, old).unwrap_or_else(|| Look::of(json, from))
    }

    /// Of a material without toon.
    pub(super) fn of(json: &Value, from: &Value) -> Look {
        let pbr = &from["pbrMetallicRoughness"];
        let base = color(&pbr["baseColorFactor"], [1.0; 4]);
        let material = match from["extensions"]["KHR_materials_unlit"].is_object() {
            true => Material::flat(srgb(base, 1.0)),
            false => {
                let glow = glow(from);
                let tone = |share: f32| srgb(std::array::from_fn(|k| (base[k] * share + glow[k]).min(1.0)), 1.0);
                Material::toon(tone(LIGHT), tone(DARK))
            }
        };
        let look = Look {
            texture: Texture::read(json, &pbr["baseColorTexture"]),
            two_sided: from["doubleSided"].as_bool() == Some(true),
            ..Look::new(material)
        };
        let cutoff = number(&from["alphaCutoff"], 0.5);
        look.with_alpha(from["alphaMode"].as_str().unwrap_or_default(), cutoff, base[3])
    }

    pub(super) fn new(material: Material) -> Look {
        Look { material, texture: None, alpha: Alpha::Opaque, two_sided: false, outline: None, order: 2000 }
    }

    /// With a mode as glTF calls it; `opacity` is multiplied with the texture's alpha.
    pub(super) fn with_alpha(mut self, mode: &str, cutoff: f32, opacity: f32) -> Look {
        match mode {
            "MASK" => {
                let cutoff = (cutoff.max(0.0) / opacity.max(1e-6)).min(2.0);
                (self.alpha, self.order) = (Alpha::Mask { cutoff }, 2450);
            }
            "BLEND" => (self.alpha, self.order, self.material.opacity) = (Alpha::Blend, 3000, opacity),
            _ => {}
        }
        self
    }

    /// Whether colours of vertices count: VRM's toon, which says itself what its outlines are, ignores them.
    pub(super) fn has_vertex_colors(&self) -> bool {
        self.outline.is_none()
    }
}

/// What a surface adds to the light that falls on it. With a texture of its own it glows in places only, and is left out.
fn glow(from: &Value) -> [f32; 4] {
    let (texture, base) =
        (&from["emissiveTexture"]["index"], &from["pbrMetallicRoughness"]["baseColorTexture"]["index"]);
    let usual = [0.0; 4];
    if texture.is_null() || texture == base { color(&from["emissiveFactor"], usual) } else { usual }
}

pub(super) fn number(value: &Value, usual: f32) -> f32 {
    value.as_f64().map(|v| v as f32).filter(|v| v.is_finite()).unwrap_or(usual)
}

/// Channels from 0 to 1.
pub(super) fn color(value: &Value, usual: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|k| number(&value[k], usual[k]).clamp(0.0, 1.0))
}

/// `0xRRGGBB` of a share of a linear colour.
pub(super) fn srgb(linear: [f32; 4], share: f32) -> u32 {
    let encoded = |c: f32| if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
    hex(linear.map(|c| encoded(c * share)))
}

pub(super) fn hex(srgb: [f32; 4]) -> u32 {
    srgb[..3].iter().fold(0, |rgb, c| rgb << 8 | (c * 255.0 + 0.5) as u32)
}
