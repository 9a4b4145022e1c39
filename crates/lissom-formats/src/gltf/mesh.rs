//! Meshes: primitives as triangles, with what they hang on and what they morph to.

use std::sync::Arc;

use glam::{DVec2, Vec2, Vec3};
use serde_json::Value;

use super::accessor::{Budget, index};
use super::document::{Document, Whole, array};
use super::material::Look;
use super::nodes::floats;
use super::texture::Texture;
use super::{Fault, fault};

/// A primitive made of triangles, in the frame of its mesh.
#[derive(Clone, Debug)]
pub struct Primitive {
    pub positions: Vec<Vec3>,
    pub normals: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    /// Places among the joints of the skin; the four that count most. Empty if it has none.
    pub joints: Vec<[u16; 4]>,
    pub weights: Vec<[f32; 4]>,
    /// Offsets at full weight, target by target.
    pub morphs: Vec<Vec<Vec3>>,
    pub material: Option<usize>,
    pub look: Look,
    /// Where vertices are on the texture; empty if there is none, or no place on it.
    pub uvs: Vec<[f32; 2]>,
    /// What the look is multiplied with: linear, with alpha. Empty if there are none.
    pub colors: Vec<[f32; 4]>,
}

impl Primitive {
    /// How many numbers it has, more or less.
    pub fn numbers(&self) -> usize {
        self.positions.len() * (6 + 3 * self.morphs.len() + 6) + 3 * self.triangles.len()
    }

    /// A vertex moved by the morph targets.
    pub fn morphed(&self, vertex: usize, weights: &[f32]) -> Vec3 {
        let moved = self.morphs.iter().zip(weights).map(|(offsets, w)| offsets[vertex] * *w);
        moved.fold(self.positions[vertex], |a, b| a + b)
    }
}

#[derive(Clone, Debug, Default)]
pub struct Mesh {
    pub name: Option<String>,
    pub primitives: Vec<Arc<Primitive>>,
    /// Of the morph targets, if they have any.
    pub morph_names: Vec<String>,
    /// Of the morph targets, at rest.
    pub weights: Vec<f32>,
}

/// All meshes. Points and lines are left out.
pub fn read(document: &Document, budget: &mut Budget) -> Result<Vec<Mesh>, Fault> {
    array(document.json(), "meshes").iter().enumerate().map(|(k, m)| mesh(document, m, k, budget)).collect()
}

fn mesh(document: &Document, from: &Value, k: usize, budget: &mut Budget) -> Result<Mesh, Fault> {
    let mut primitives = Vec::new();
    for (p, primitive) in array(from, "primitives").iter().enumerate() {
        let place = format!("/meshes/{k}/primitives/{p}");
        primitives.extend(self::primitive(document, primitive, &place, budget)?.map(Arc::new));
    }
    let names = array(&from["extras"], "targetNames").iter();
    Ok(Mesh {
        name: from["name"].as_str().map(str::to_owned),
        primitives,
        morph_names: names.map(|n| n.as_str().unwrap_or_default().to_owned()).collect(),
        weights: floats(&from["weights"], &format!("/meshes/{k}/weights"))?,
    })
}

fn primitive(document: &Document, from: &Value, place: &str, budget: &mut Budget) -> Result<Option<Primitive>, Fault> {
    let mode = from["mode"].as_whole().unwrap_or(4);
    let attributes = &from["attributes"];
    if !(4..=6).contains(&mode) || attributes["POSITION"].is_null() {
        return Ok(None);
    }
    let read = |value: &Value, key: &str, widths: &[usize], budget: &mut Budget| {
        document.elements(value, &format!("{place}/{key}"), widths, budget)
    };
    let positions = read(&attributes["POSITION"], "attributes/POSITION", &[3], budget)?.vec3();
    let count = positions.len();
    let as_many = |key: &str, found: usize| match found == count {
        true => Ok(()),
        false => {
            Err(fault(format!("{place}/{key}"), format!("{found} elements for {count} vertices; export it again")))
        }
    };
    let corners: Vec<u32> = match &from["indices"] {
        Value::Null => (0..count as u32).collect(),
        value => read(value, "indices", &[1], budget)?.values.iter().map(|v| *v as u32).collect(),
    };
    let restart = |c: &u32| matches!(*c, 0xff | 0xffff | u32::MAX) && *c as usize >= count;
    if let Some(corner) = corners.iter().find(|c| **c as usize >= count && !restart(c)) {
        return Err(fault(
            format!("{place}/indices"),
            format!("{corner} is not one of the {count} vertices; export it again"),
        ));
    }
    if corners.iter().any(restart) {
        return Err(fault(format!("{place}/indices"), "it restarts within, which glTF forbids; export it again"));
    }
    budget.spend(3 * (corners.len() + count), place)?;
    let triangles = triangles(mode, &corners);
    let normals = match &attributes["NORMAL"] {
        Value::Null => normals(&positions, &triangles),
        value => {
            let found = read(value, "attributes/NORMAL", &[3], budget)?.vec3();
            as_many("attributes/NORMAL", found.len())?;
            found.into_iter().map(|n| n.normalize_or(Vec3::Y)).collect()
        }
    };
    let mut influences: Vec<Vec<(u16, f32)>> = Vec::new();
    for set in 0.. {
        let (joints, weights) = (format!("JOINTS_{set}"), format!("WEIGHTS_{set}"));
        if attributes[&joints].is_null() || attributes[&weights].is_null() {
            break;
        }
        let joints = read(&attributes[&joints], &format!("attributes/{joints}"), &[4], budget)?;
        let weights = read(&attributes[&weights], &format!("attributes/{weights}"), &[4], budget)?;
        as_many("attributes", joints.count)?;
        as_many("attributes", weights.count)?;
        influences.resize(count, Vec::new());
        let pairs = joints.values.chunks_exact(4).zip(weights.values.chunks_exact(4));
        for (all, (joints, weights)) in influences.iter_mut().zip(pairs) {
            let counted = joints.iter().zip(weights).filter(|(_, w)| **w > 0.0);
            all.extend(counted.map(|(j, w)| (j.min(65535.0) as u16, *w as f32)));
        }
    }
    let (joints, weights) = influences.into_iter().map(best_four).unzip();
    let mut morphs = Vec::new();
    for (t, target) in array(from, "targets").iter().enumerate() {
        let key = format!("targets/{t}/POSITION");
        morphs.push(match &target["POSITION"] {
            Value::Null => {
                budget.spend(3 * count, place)?;
                vec![Vec3::ZERO; count]
            }
            value => read(value, &key, &[3], budget)?.vec3(),
        });
        as_many(&key, morphs[t].len())?;
    }
    let materials = array(document.json(), "materials").len();
    let material = match &from["material"] {
        Value::Null => None,
        value => Some(index(value, materials, &format!("{place}/material"), "materials")?),
    };
    let look = Look::read(document, material);
    let on_texture = |t: Texture| uvs(document, attributes, &t, count, budget);
    let uvs = look.texture.and_then(on_texture).unwrap_or_default();
    let colors = if look.has_vertex_colors() { colors(document, attributes, count, budget) } else { None };
    let colors = colors.unwrap_or_default();
    Ok(Some(Primitive { positions, normals, triangles, joints, weights, morphs, material, look, uvs, colors }))
}

/// Where vertices are on a texture. What is wrong with it hinders nothing.
fn uvs(document: &Document, from: &Value, on: &Texture, count: usize, budget: &mut Budget) -> Option<Vec<[f32; 2]>> {
    let found = document.elements(&from[format!("TEXCOORD_{}", on.set)], "", &[2], budget).ok()?;
    let place = |uv: &[f64]| on.placed.transform_point2(DVec2::new(uv[0], uv[1]).as_vec2());
    let placed: Vec<Vec2> = found.values.chunks_exact(2).map(place).collect();
    let proper = placed.len() == count && placed.iter().all(|uv| uv.is_finite());
    proper.then(|| placed.into_iter().map(|uv| uv.to_array()).collect())
}

/// Colours of vertices, which hinder as little.
fn colors(document: &Document, from: &Value, count: usize, budget: &mut Budget) -> Option<Vec<[f32; 4]>> {
    let found = document.elements(&from["COLOR_0"], "", &[3, 4], budget).ok()?;
    let channel = |c: &[f64], k: usize| c.get(k).map_or(1.0, |c| c.clamp(0.0, 1.0) as f32);
    let color = |c: &[f64]| std::array::from_fn(|k| channel(c, k));
    (found.count == count).then(|| found.values.chunks_exact(found.width).map(color).collect())
}

/// Triangles of a list, a strip or a fan, all turned the same way.
fn triangles(mode: u64, corners: &[u32]) -> Vec<[u32; 3]> {
    match mode {
        4 => corners.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect(),
        5 => {
            let turned = |(k, c): (usize, &[u32])| if k % 2 == 0 { [c[0], c[1], c[2]] } else { [c[1], c[0], c[2]] };
            corners.windows(3).enumerate().map(turned).collect()
        }
        _ => corners.windows(2).skip(1).map(|c| [corners[0], c[0], c[1]]).collect(),
    }
}

/// Normals of vertices, by the areas around them.
pub fn normals(positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let mut normals = vec![Vec3::ZERO; positions.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|k| positions[k as usize]);
        let normal = (b - a).cross(c - a);
        triangle.iter().for_each(|k| normals[*k as usize] += normal);
    }
    normals.into_iter().map(|n| n.normalize_or(Vec3::Y)).collect()
}

/// The four that count most, together 1.
fn best_four(mut all: Vec<(u16, f32)>) -> ([u16; 4], [f32; 4]) {
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.truncate(4);
    let total: f64 = all.iter().map(|a| f64::from(a.1)).sum();
    let mut out = ([0; 4], [0.0; 4]);
    if total <= 0.0 {
        out.1[0] = 1.0;
    }
    for (k, (joint, weight)) in all.into_iter().enumerate() {
        (out.0[k], out.1[k]) = (joint, (f64::from(weight) / total) as f32);
    }
    out
}
