//! VRM's toon, MToon: of 1.0 beside a glTF material, of 0.x in place of it.
//!
//! The shade's own texture, rims, matcaps and moving textures are left out.

use glam::{Affine2, Vec2};
use lissom_rig::Material;
use serde_json::Value;

use super::material::{Alpha, Look, Outline, color, hex, number, srgb};
use super::texture::Texture;

/// Of what is blended and hides what is behind it all the same, such as hair.
const BLENDED_EARLY: i32 = 2501;
/// The usual outline, as a share of a picture's height, and in metres on a person who fills most of one.
const LINE_HEIGHT: f32 = 2.0 / 720.0;
const LINE_METERS: f32 = 2.0 * LINE_HEIGHT;
/// Thinner ones could not be seen.
const WIDTHS: [f32; 2] = [0.4, 3.0];

/// Of a material with `VRMC_materials_mtoon`.
pub fn read(json: &Value, from: &Value) -> Look {
    let toon = &from["extensions"]["VRMC_materials_mtoon"];
    let base = color(&from["pbrMetallicRoughness"]["baseColorFactor"], [1.0; 4]);
    let look = Look::of(json, from);
    let line = Outline {
        width: width(toon["outlineWidthMode"].as_str(), number(&toon["outlineWidthFactor"], 0.0)),
        color: srgb(color(&toon["outlineColorFactor"], [0.0; 4]), 1.0),
        mix: number(&toon["outlineLightingMixFactor"], 1.0).clamp(0.0, 1.0),
    };
    let offset = number(&toon["renderQueueOffsetNumber"], 0.0).clamp(-9.0, 9.0) as i32;
    let order = match look.alpha {
        Alpha::Blend if toon["transparentWithZWrite"].as_bool() == Some(true) => BLENDED_EARLY + offset,
        _ => look.order + offset,
    };
    let shade = srgb(color(&toon["shadeColorFactor"], [0.0; 4]), 1.0);
    let material = Material { opacity: look.material.opacity, ..Material::toon(srgb(base, 1.0), shade) };
    Look { material, outline: Some(line), order, ..look }
}

/// Of an entry of `materialProperties` of VRM 0.x; none if that leaves it to glTF. Colours are sRGB there.
pub fn read_old(json: &Value, from: &Value) -> Option<Look> {
    let (numbers, colors) = (&from["floatProperties"], &from["vectorProperties"]);
    let float = |name: &str, usual: f32| number(&numbers[name], usual);
    let base = color(&colors["_Color"], [1.0; 4]);
    let (material, blend) = match from["shader"].as_str()? {
        "VRM/MToon" => {
            let shade = color(&colors["_ShadeColor"], [0.97, 0.81, 0.86, 1.0]);
            (Material::toon(hex(base), hex(shade)), float("_BlendMode", 0.0) as i32)
        }
        "VRM/UnlitTexture" => (Material::flat(hex(base)), 0),
        "VRM/UnlitCutout" => (Material::flat(hex(base)), 1),
        "VRM/UnlitTransparent" => (Material::flat(hex(base)), 2),
        "VRM/UnlitTransparentZWrite" => (Material::flat(hex(base)), 3),
        _ => return None,
    };
    let placed = placed(&colors["_MainTex"]);
    let mode = ["OPAQUE", "MASK", "BLEND", "BLEND"][blend.clamp(0, 3) as usize];
    let kind = [None, Some("worldCoordinates"), Some("screenCoordinates")];
    let line = Outline {
        // In centimetres, or hundredths of the height.
        width: width(kind[(float("_OutlineWidthMode", 0.0) as usize).min(2)], 0.01 * float("_OutlineWidth", 0.0)),
        color: hex(color(&colors["_OutlineColor"], [0.0; 4])),
        mix: ["_OutlineColorMode", "_OutlineLightingMix"].map(|name| float(name, 0.0).clamp(0.0, 1.0)).iter().product(),
    };
    let look = Look {
        texture: Texture::of(json, &from["textureProperties"]["_MainTex"], 0, placed),
        two_sided: float("_CullMode", 2.0) == 0.0,
        outline: Some(line),
        ..Look::new(material)
    };
    let look = look.with_alpha(mode, float("_Cutoff", 0.5), base[3]);
    // Below 0 it is that of the shader.
    let queue = match number(&from["renderQueue"], -1.0) as i32 {
        ..0 if blend == 3 => BLENDED_EARLY,
        ..0 => look.order,
        queue => queue,
    };
    Some(Look { order: queue, ..look })
}

/// Offset and scale of a texture, whose v points up in Unity.
fn placed(value: &Value) -> Affine2 {
    let [x, y, w, h] = [(0, 0.0), (1, 0.0), (2, 1.0), (3, 1.0)].map(|(k, usual)| number(&value[k], usual));
    Affine2::from_scale_angle_translation(Vec2::new(w, h), 0.0, Vec2::new(x, 1.0 - h - y))
}

fn width(mode: Option<&str>, factor: f32) -> f32 {
    let width = match mode {
        Some("worldCoordinates") => factor / LINE_METERS,
        Some("screenCoordinates") => factor / LINE_HEIGHT,
        _ => 0.0,
    };
    if width > 0.0 { width.clamp(WIDTHS[0], WIDTHS[1]) } else { 0.0 }
}
