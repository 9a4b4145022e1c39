//! Vertices that no node moves become morph targets: few shapes whose sums come close enough to every frame.
//!
//! Of all frames, the one that is furthest from what the shapes so far can make gives the next shape, until none is
//! further than allowed. Shapes are at right angles to each other, so the weights are plain products.

use glam::{Affine3A, Vec3};
use serde_json::json;

use super::{Frame, Keying, Shaped, keys, worlds};
use crate::gltf::clip::{Between, Target, Track};
use crate::gltf::document::{Document, array, member};
use crate::gltf::import::{Drawn, Import};

/// More shapes than this are not made, however far off vertices are.
const MAX_SHAPES: usize = 64;
/// Of what vertices may be off, the share that keys may use up.
const FOR_KEYS: f32 = 0.3;

/// Adds targets to the meshes of the document, and their weights to the tracks. Weights of targets that were there
/// before are baked where they are not as the document has them.
pub fn bake(
    document: &mut Document,
    import: &Import,
    frames: &[&Frame],
    times: &[f32],
    between: Between,
    keying: &Keying,
    tracks: &mut Vec<Track>,
    shaped: &mut Vec<Shaped>,
) {
    let worlds = worlds(import, frames);
    let mut nodes: Vec<usize> = import.drawn.iter().map(|d| d.node).collect();
    nodes.dedup();
    for node in nodes {
        let parts: Vec<usize> = (0..import.drawn.len()).filter(|k| import.drawn[*k].node == node).collect();
        let Some(&first) = parts.first() else { continue };
        let is_soft = frames.iter().any(|f| parts.iter().any(|k| !f.soft[*k].is_empty()));
        let old: Vec<Vec<f32>> = frames.iter().map(|f| f.morphs[first].clone()).collect();
        let rest = &import.drawn[first].weights;
        let changes = old.iter().any(|w| w.iter().enumerate().any(|(t, w)| *w != rest.get(t).copied().unwrap_or(0.0)));
        if !is_soft && !changes {
            continue;
        }
        let mut weights = old;
        let (mut slack, mut reach) = (f32::INFINITY, Vec::new());
        if is_soft {
            let body = Body::of(import, &parts, frames, &worlds);
            let allowed = keying.share * body.size;
            let found = body.shapes(allowed * (1.0 - FOR_KEYS));
            found.add_to(document, import, &parts);
            for (weights, new) in weights.iter_mut().zip(&found.weights) {
                weights.extend(new);
            }
            slack = allowed * FOR_KEYS;
            let before = weights[0].len() - found.shapes.len();
            reach = vec![0.0; before];
            reach.extend(found.shapes.iter().map(|s| s.iter().fold(0.0, |a: f32, o| a.max(o.length()))));
            let error_m = found.error_m + slack;
            shaped.push(Shaped { mesh: import.nodes.list[node].name.clone(), targets: found.shapes.len(), error_m });
        }
        let width = weights.first().map_or(0, Vec::len);
        if width == 0 {
            continue;
        }
        let off = |a: usize, b: usize, k: usize| {
            let share = (times[k] - times[a]) / (times[b] - times[a]);
            let one = |t: usize| (weights[a][t] + (weights[b][t] - weights[a][t]) * share - weights[k][t]).abs();
            match is_soft {
                true => (0..width).map(|t| one(t) * reach[t].max(f32::MIN_POSITIVE)).sum::<f32>() / slack,
                false => (0..width).map(one).fold(0.0, f32::max) / 1e-3,
            }
        };
        let keep = match between {
            Between::Step => keys::changes(weights.len(), |a, b| weights[a] == weights[b]),
            _ => keys::reduce(weights.len(), 1.0, off),
        };
        tracks.push(Track {
            node,
            target: Target::Weights,
            between,
            times: keep.iter().map(|k| times[*k]).collect(),
            values: keep.iter().flat_map(|k| weights[*k].iter().copied()).collect(),
            width,
        });
    }
}

/// Offsets of all vertices of a node's mesh, frame by frame, before bones move them.
struct Body {
    frames: Vec<Vec<Vec3>>,
    size: f32,
}

struct Shapes {
    shapes: Vec<Vec<Vec3>>,
    /// Frame by frame.
    weights: Vec<Vec<f32>>,
    error_m: f32,
}

impl Body {
    fn of(import: &Import, parts: &[usize], frames: &[&Frame], worlds: &[Vec<Affine3A>]) -> Body {
        let offsets = |(frame, world): (&&Frame, &Vec<Affine3A>)| {
            let part = |k: &usize| offsets(import, &import.drawn[*k], &frame.soft[*k], world);
            parts.iter().flat_map(part).collect::<Vec<Vec3>>()
        };
        let places = parts.iter().flat_map(|k| &import.drawn[*k].primitive.positions);
        let (low, high) =
            places.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), p| (low.min(*p), high.max(*p)));
        Body { frames: frames.iter().zip(worlds).map(offsets).collect(), size: low.distance(high) }
    }

    fn shapes(&self, allowed_m: f32) -> Shapes {
        let mut left = self.frames.clone();
        let mut out = Shapes { shapes: vec![], weights: vec![vec![]; left.len()], error_m: 0.0 };
        loop {
            let far = |frame: &Vec<Vec3>| frame.iter().fold(0.0, |a: f32, o| a.max(o.length_squared())).sqrt();
            let furthest = left.iter().map(far).enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
            let Some((worst, error)) = furthest else { return out };
            out.error_m = error;
            if error <= allowed_m || out.shapes.len() == MAX_SHAPES {
                return out;
            }
            let shape = left[worst].clone();
            let square: f64 = shape.iter().map(|o| f64::from(o.length_squared())).sum();
            for (frame, weights) in left.iter_mut().zip(&mut out.weights) {
                let product: f64 = frame.iter().zip(&shape).map(|(a, b)| f64::from(a.dot(*b))).sum();
                let weight = (product / square) as f32;
                frame.iter_mut().zip(&shape).for_each(|(o, s)| *o -= *s * weight);
                weights.push(weight);
            }
            out.shapes.push(shape);
        }
    }
}

impl Shapes {
    fn add_to(&self, document: &mut Document, import: &Import, parts: &[usize]) {
        let mesh = import.drawn[parts[0]].mesh;
        let before = import.drawn[parts[0]].primitive.morphs.len();
        let primitives = array(&document.json()["meshes"][mesh], "primitives");
        // Points and lines were not read; their targets stand still.
        let counts: Vec<(usize, bool)> = primitives.iter().map(|p| count_of(document, p)).collect();
        let mut start = 0;
        let mut drawn = parts.iter();
        for (k, (count, is_read)) in counts.into_iter().enumerate() {
            let from = start;
            if is_read && drawn.next().is_some() {
                start += count;
            }
            for shape in &self.shapes {
                let still = vec![Vec3::ZERO; count];
                let offsets = if start > from { &shape[from..start] } else { &still };
                let accessor = document.add_vec3(offsets, true);
                let primitive = &mut document.json_mut()["meshes"][mesh]["primitives"][k];
                let targets = member(primitive, "targets", || json!([]));
                if let Some(list) = targets.as_array_mut() {
                    list.push(json!({ "POSITION": accessor }));
                }
            }
        }
        let json = &mut document.json_mut()["meshes"][mesh];
        let weights = member(json, "weights", || json!(vec![0.0; before]));
        if let Some(list) = weights.as_array_mut() {
            list.resize(before + self.shapes.len(), json!(0.0));
        }
        let names = member(member(json, "extras", || json!({})), "targetNames", || json!([]));
        if let Some(list) = names.as_array_mut() {
            list.truncate(before);
            (list.len()..before).for_each(|t| list.push(json!(format!("morph {t}"))));
            (0..self.shapes.len()).for_each(|s| list.push(json!(format!("lissom {s}"))));
        }
    }
}

/// How many vertices a primitive has, and whether its triangles were read.
fn count_of(document: &Document, primitive: &serde_json::Value) -> (usize, bool) {
    let position = &primitive["attributes"]["POSITION"];
    let accessor = position.as_u64().and_then(|k| array(document.json(), "accessors").get(k as usize));
    let count = accessor.and_then(|a| a["count"].as_u64()).unwrap_or(0) as usize;
    (count, (4..=6).contains(&primitive["mode"].as_u64().unwrap_or(4)) && !position.is_null())
}

/// How far vertices are from where nodes alone would have them, in the frame of the mesh.
fn offsets(import: &Import, drawn: &Drawn, places: &[Vec3], world: &[Affine3A]) -> Vec<Vec3> {
    let from = &drawn.primitive;
    if places.is_empty() {
        return vec![Vec3::ZERO; from.positions.len()];
    }
    let matrices = import.matrices(drawn, world);
    let offset = |v: usize| {
        let matrix = matrices(v);
        if matrix.matrix3.determinant() == 0.0 {
            return Vec3::ZERO;
        }
        let moved = matrix.inverse().transform_point3(places[v]);
        if moved.is_finite() { moved - from.positions[v] } else { Vec3::ZERO }
    };
    (0..from.positions.len()).map(offset).collect()
}
