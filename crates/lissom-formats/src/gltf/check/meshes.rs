//! Primitives: names and formats of their attributes, indices, morph targets, and what their material needs.

use serde_json::{Map, Value};

use super::super::accessor::Component;
use super::super::document::Whole;
use super::{Check, Format};

const AGAIN: &str = "export it again";

/// What an attribute is, without its number.
pub fn semantic(name: &str) -> Option<(&str, Option<usize>)> {
    match name {
        "POSITION" | "NORMAL" | "TANGENT" => return Some((name, None)),
        custom if custom.starts_with('_') => return Some(("_", None)),
        _ => {}
    }
    let (base, set) = name.split_once('_')?;
    let number: usize = set.parse().ok()?;
    let is_plain = number.to_string() == set;
    (is_plain && matches!(base, "TEXCOORD" | "COLOR" | "JOINTS" | "WEIGHTS")).then_some((base, Some(number)))
}

/// Whether an attribute may be stored like this.
fn fits(base: &str, format: Format, quantized: bool) -> bool {
    use Component::{F32, I8, I16, U8, U16};
    let Format { shape, component, .. } = format;
    let rows = |allowed: &[usize]| shape.columns == 1 && allowed.contains(&shape.rows);
    let small = matches!(component, I8 | U8 | I16 | U16);
    match base {
        "POSITION" => rows(&[3]) && (component == F32 || (quantized && small)),
        "NORMAL" => rows(&[3]) && format.is_real(if quantized { &[I8, I16] } else { &[] }),
        "TANGENT" => rows(&[4]) && format.is_real(if quantized { &[I8, I16] } else { &[] }),
        "TEXCOORD" => rows(&[2]) && (format.is_real(&[U8, U16]) || (quantized && small)),
        "COLOR" => rows(&[3, 4]) && format.is_real(&[U8, U16]),
        "JOINTS" => rows(&[4]) && matches!(component, U8 | U16) && !format.normalized,
        "WEIGHTS" => rows(&[4]) && format.is_real(&[U8, U16]),
        _ => component != Component::U32,
    }
}

impl Check<'_> {
    pub fn meshes(&mut self) {
        for (k, mesh) in self.list("meshes").iter().enumerate() {
            let primitives = mesh["primitives"].as_array().map_or(&[][..], Vec::as_slice);
            let targets = |p: &Value| p["targets"].as_array().map_or(0, Vec::len);
            for (p, primitive) in primitives.iter().enumerate() {
                let place = format!("/meshes/{k}/primitives/{p}");
                if targets(primitive) != targets(&primitives[0]) {
                    let what =
                        format!("{} morph targets, but others of the mesh have other counts", targets(primitive));
                    self.found.error(&place, what, AGAIN);
                }
                self.primitive(primitive, &place);
            }
            let weights = mesh["weights"].as_array().map(Vec::len);
            if weights.is_some_and(|n| primitives.first().is_some_and(|p| targets(p) != n)) {
                self.found.error(format!("/meshes/{k}/weights"), "not as many as morph targets", AGAIN);
            }
        }
    }

    fn primitive(&mut self, primitive: &Value, place: &str) {
        let empty = Map::new();
        let attributes = primitive["attributes"].as_object().unwrap_or(&empty);
        let at = format!("{place}/attributes");
        let count =
            self.entry("accessors", &primitive["attributes"]["POSITION"]).and_then(|(_, a)| a["count"].as_whole());
        if !attributes.is_empty() && !attributes.contains_key("POSITION") {
            self.found.warn(&at, "without POSITION nothing is drawn", "add it");
        }
        for (name, index) in attributes {
            self.attribute(name, index, &format!("{at}/{name}"));
            let others = self.entry("accessors", index).and_then(|(_, a)| a["count"].as_whole());
            if others.is_some() && count.is_some() && others != count {
                self.found.error(format!("{at}/{name}"), "not as many elements as POSITION has", AGAIN);
            }
        }
        for base in ["TEXCOORD", "COLOR", "JOINTS", "WEIGHTS"] {
            let sets = attributes.keys().filter(|name| semantic(name).is_some_and(|(b, _)| b == base)).count();
            if (0..sets).any(|set| !attributes.contains_key(&format!("{base}_{set}"))) {
                self.found.error(&at, format!("sets of {base} must be numbered from 0, without gaps"), AGAIN);
            }
        }
        self.vertices(&primitive["attributes"], &at);
        self.indices(primitive, count, &format!("{place}/indices"));
        for (t, target) in primitive["targets"].as_array().into_iter().flatten().enumerate() {
            for (name, index) in target.as_object().into_iter().flatten() {
                self.morph(name, index, attributes, count, &format!("{place}/targets/{t}/{name}"));
            }
        }
        self.material(&primitive["material"], attributes, &format!("{place}/material"));
    }

    fn attribute(&mut self, name: &str, index: &Value, place: &str) {
        let Some((base, _)) = semantic(name) else {
            return self.found.error(place, "glTF has no such attribute", "begin its name with `_`");
        };
        let Some((_, accessor)) = self.entry("accessors", index) else { return };
        let quantized = self.uses("KHR_mesh_quantization");
        if Format::of(accessor).is_some_and(|format| !fits(base, format, quantized)) {
            self.found.error(place, "it cannot be stored like this", AGAIN);
        }
        if base == "POSITION" && (accessor["min"].is_null() || accessor["max"].is_null()) {
            self.found.error(place, "`min` and `max` of its accessor are missing", AGAIN);
        }
        self.used_as(34962, accessor, place);
    }

    fn indices(&mut self, primitive: &Value, vertices: Option<u64>, place: &str) {
        let Some((_, accessor)) = self.entry("accessors", &primitive["indices"]) else { return };
        let Some(format) = Format::of(accessor) else { return };
        let restart = match format.component {
            Component::U8 => 255.0,
            Component::U16 => 65535.0,
            Component::U32 => f64::from(u32::MAX),
            _ => return self.found.error(place, "indices must be unsigned integers", AGAIN),
        };
        if format.shape.width() != 1 || format.normalized {
            return self.found.error(place, "indices must be single whole numbers", AGAIN);
        }
        if self.is_strided(accessor) {
            self.found.error(place, "their buffer view has a stride", "remove `byteStride`");
        }
        self.used_as(34963, accessor, place);
        let (Some(vertices), Some(found)) = (vertices, self.numbers(&primitive["indices"])) else { return };
        if let Some(at) = found.values.iter().position(|v| *v == restart) {
            self.found.error(place, format!("index {at} restarts the primitive, which glTF forbids"), AGAIN);
        } else if let Some(at) = found.values.iter().position(|v| *v >= vertices as f64) {
            let what = format!("index {at} is {}, but there are {vertices} vertices", found.values[at]);
            self.found.error(place, what, AGAIN);
        }
    }

    fn morph(&mut self, name: &str, index: &Value, base: &Map<String, Value>, count: Option<u64>, place: &str) {
        if semantic(name).is_none_or(|(base, _)| matches!(base, "JOINTS" | "WEIGHTS")) {
            self.found.error(place, "glTF has no such attribute for morph targets", AGAIN);
        }
        if !base.contains_key(name) {
            self.found.error(place, "the primitive itself has no such attribute", AGAIN);
        }
        let Some((_, accessor)) = self.entry("accessors", index) else { return };
        let others = accessor["count"].as_whole();
        if others.is_some() && count.is_some() && others != count {
            self.found.error(place, "not as many elements as the primitive has", AGAIN);
        }
        if name == "POSITION" && (accessor["min"].is_null() || accessor["max"].is_null()) {
            self.found.error(place, "`min` and `max` of its accessor are missing", AGAIN);
        }
        if matches!(name, "POSITION" | "NORMAL" | "TANGENT")
            && Format::of(accessor).is_some_and(|f| (f.shape.columns, f.shape.rows) != (1, 3))
        {
            self.found.error(place, "offsets have three numbers", AGAIN);
        }
        self.used_as(34962, accessor, place);
    }

    /// What the material wants of the vertices.
    fn material(&mut self, index: &Value, attributes: &Map<String, Value>, place: &str) {
        let Some((k, material)) = self.entry("materials", index) else { return };
        let mut sets = Vec::new();
        texture_sets(material, &mut sets);
        for set in sets {
            if !attributes.contains_key(&format!("TEXCOORD_{set}")) {
                let what = format!("material {k} needs TEXCOORD_{set}, which the primitive does not have");
                self.found.error(place, what, "unwrap the mesh, and export it again");
            }
        }
        let extensions = &material["extensions"];
        let turned = !extensions["KHR_materials_anisotropy"]["anisotropyTexture"].is_null()
            || !extensions["KHR_materials_clearcoat"]["clearcoatNormalTexture"].is_null();
        let tangents = attributes.contains_key("NORMAL") && attributes.contains_key("TANGENT");
        if turned && !tangents && material["normalTexture"].is_null() {
            self.found.error(place, format!("material {k} needs tangents"), "export the mesh with them");
        }
    }
}

/// Which sets of texture coordinates a material uses.
fn texture_sets(value: &Value, sets: &mut Vec<u64>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        if name == "extras" {
            continue;
        }
        if name.ends_with("Texture") && value["index"].as_whole().is_some() {
            let moved = &value["extensions"]["KHR_texture_transform"]["texCoord"];
            let set = moved.as_whole().or(value["texCoord"].as_whole()).unwrap_or(0);
            if !sets.contains(&set) {
                sets.push(set);
            }
        } else {
            texture_sets(value, sets);
        }
    }
}
