//! Vertices that no node moves become morph targets: few shapes whose sums come close enough to every frame.
//!
//! Of all frames, the one that is furthest from what the shapes so far can make gives the next shape, until none is
//! further than allowed. Shapes are at right angles to each other, so the weights are plain products.

use glam::{Affine3A, Vec3};
use lissom_rig::character::bounds;
use serde_json::{Value, json};

use super::{Frame, Keying, Shaped, keys, worlds};
use crate::gltf::clip::{Between, Target, Track};
use crate::gltf::document::{Document, Whole, array, member};
use crate::gltf::import::Import;
use crate::gltf::mesh::{self, Primitive};
use crate::gltf::{Fault, animate};

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
) -> Result<(), Fault> {
    let worlds = worlds(import, frames);
    let mut nodes: Vec<usize> = import.drawn.iter().map(|d| d.node).collect();
    nodes.dedup();
    for node in nodes {
        let parts: Vec<usize> = (0..import.drawn.len()).filter(|k| import.drawn[*k].node == node).collect();
        let Some(&first) = parts.first() else { continue };
        let is_soft = frames.iter().any(|f| parts.iter().any(|k| !f.soft[*k].is_empty()));
        let changes = frames.iter().any(|f| f.morphs[first] != f.clipped_morphs[first]);
        if !is_soft && !changes {
            continue;
        }
        let mut weights: Vec<Vec<f32>> = frames.iter().map(|f| f.morphs[first].clone()).collect();
        // An animation that was baked before may have added some.
        let before = targets(document, mesh_of(document, node));
        weights.iter_mut().for_each(|w| w.resize(before, 0.0));
        let (mut slack, mut reach) = (f32::INFINITY, Vec::new());
        if is_soft {
            let body = Body::of(import, &parts, frames, &worlds);
            let allowed = keying.share * body.size;
            let found = body.shapes(allowed * (1.0 - FOR_KEYS));
            slack = allowed * FOR_KEYS;
            let error_m = found.error_m + slack;
            shaped.push(Shaped { mesh: import.nodes.list[node].name.clone(), targets: found.shapes.len(), error_m });
            if found.shapes.is_empty() && !changes {
                continue;
            }
            if !found.shapes.is_empty() {
                found.add_to(document, import, node, &parts)?;
            }
            for (weights, new) in weights.iter_mut().zip(&found.weights) {
                weights.extend(new);
            }
            let furthest = |offsets: &Vec<Vec3>| offsets.iter().fold(0.0, |a: f32, o| a.max(o.length()));
            let old = |t: usize| {
                let offsets = parts.iter().filter_map(|k| import.drawn[*k].primitive.morphs.get(t));
                offsets.map(furthest).fold(0.0, f32::max)
            };
            reach.extend((0..before).map(old));
            reach.extend(found.shapes.iter().map(furthest));
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
    Ok(())
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
            let part = |k: &usize| offsets(import, *k, frame, world);
            parts.iter().flat_map(part).collect::<Vec<Vec3>>()
        };
        let places = parts.iter().flat_map(|k| import.drawn[*k].primitive.positions.iter().copied());
        let (low, high) = bounds(places);
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
    /// Targets for the mesh of a node, and places for their weights wherever the document has those of the mesh.
    fn add_to(&self, document: &mut Document, import: &Import, node: usize, parts: &[usize]) -> Result<(), Fault> {
        let mesh = own_mesh(document, node);
        let before = targets(document, mesh);
        let primitives = array(&document.json()["meshes"][mesh], "primitives");
        // Points and lines were not read; their targets stand still.
        let counts: Vec<(usize, bool)> = primitives.iter().map(|p| count_of(document, p)).collect();
        let mut start = 0;
        let mut drawn = parts.iter().peekable();
        for (k, (count, is_read)) in counts.into_iter().enumerate() {
            let from = start;
            let part = drawn.next_if(|_| is_read).map(|part| &import.drawn[*part].primitive);
            start += part.map_or(0, |_| count);
            // What a target leaves out that others have, not all programs take for nothing.
            let primitive = &document.json()["meshes"][mesh]["primitives"][k];
            let olds = array(primitive, "targets");
            let has = |name: &str| olds.iter().any(|target| !target[name].is_null());
            let bare = olds.iter().any(|target| target["NORMAL"].is_null());
            let part = part.filter(|_| !bare && !primitive["attributes"]["NORMAL"].is_null());
            let mut also = vec!["NORMAL", "TANGENT"];
            also.retain(|name| has(name) && (*name == "TANGENT" || part.is_none()));
            let zeros = json!({ "componentType": 5126, "count": count, "type": "VEC3" });
            let zeros = (!also.is_empty()).then(|| document.push("accessors", zeros));
            for shape in &self.shapes {
                let still = vec![Vec3::ZERO; count];
                let offsets = if start > from { &shape[from..start] } else { &still };
                let accessor = document.add_vec3(offsets, true);
                let normals = part.map(|part| document.add_vec3(&normal_offsets(part, offsets), false));
                let primitive = &mut document.json_mut()["meshes"][mesh]["primitives"][k];
                let targets = member(primitive, "targets", || json!([]));
                if let Some(list) = targets.as_array_mut() {
                    let mut target = json!({ "POSITION": accessor });
                    also.iter().for_each(|name| target[*name] = json!(zeros));
                    if let Some(normals) = normals {
                        target["NORMAL"] = json!(normals);
                    }
                    list.push(target);
                }
            }
        }
        let json = &mut document.json_mut()["meshes"][mesh];
        let weights = member(json, "weights", || json!(vec![0.0; before]));
        if let Some(list) = weights.as_array_mut() {
            list.resize(before + self.shapes.len(), json!(0.0));
        }
        if let Some(list) = document.json_mut()["nodes"][node].get_mut("weights").and_then(Value::as_array_mut) {
            list.resize(before + self.shapes.len(), json!(0.0));
        }
        animate::widen(document, &import.nodes, node, before + self.shapes.len())?;
        let json = &mut document.json_mut()["meshes"][mesh];
        let names = member(member(json, "extras", || json!({})), "targetNames", || json!([]));
        if let Some(list) = names.as_array_mut() {
            list.truncate(before);
            (list.len()..before).for_each(|t| list.push(json!(format!("morph {t}"))));
            (0..self.shapes.len()).for_each(|s| list.push(json!(format!("lissom {s}"))));
        }
        Ok(())
    }
}

/// How a shape turns the normals of vertices, as far as triangles say it.
fn normal_offsets(primitive: &Primitive, offsets: &[Vec3]) -> Vec<Vec3> {
    let moved: Vec<Vec3> = primitive.positions.iter().zip(offsets).map(|(p, o)| *p + *o).collect();
    let [rest, shaped] = [&primitive.positions, &moved].map(|places| mesh::normals(places, &primitive.triangles));
    shaped.iter().zip(&rest).map(|(a, b)| *a - *b).collect()
}

/// The mesh that a node has in the document.
fn mesh_of(document: &Document, node: usize) -> usize {
    document.json()["nodes"][node]["mesh"].as_whole().unwrap_or(0) as usize
}

/// The same, and no other node has it: where one does, a copy is made.
fn own_mesh(document: &mut Document, node: usize) -> usize {
    let mesh = mesh_of(document, node);
    let nodes = array(document.json(), "nodes").iter();
    if nodes.filter(|n| n["mesh"].as_whole() == Some(mesh as u64)).count() < 2 {
        return mesh;
    }
    let copy = document.json()["meshes"][mesh].clone();
    let copy = document.push("meshes", copy);
    document.json_mut()["nodes"][node]["mesh"] = json!(copy);
    copy
}

/// How many morph targets a mesh of the document has.
fn targets(document: &Document, mesh: usize) -> usize {
    let primitives = array(&document.json()["meshes"][mesh], "primitives").iter();
    primitives.map(|p| array(p, "targets").len()).max().unwrap_or(0)
}

/// How many vertices a primitive has, and whether its triangles were read.
fn count_of(document: &Document, primitive: &Value) -> (usize, bool) {
    let position = &primitive["attributes"]["POSITION"];
    let accessor = position.as_whole().and_then(|k| array(document.json(), "accessors").get(k as usize));
    let count = accessor.and_then(|a| a["count"].as_whole()).unwrap_or(0) as usize;
    (count, (4..=6).contains(&primitive["mode"].as_whole().unwrap_or(4)) && !position.is_null())
}

/// How far vertices are from where nodes and the targets there were would have them, in the frame of the mesh.
fn offsets(import: &Import, part: usize, frame: &Frame, world: &[Affine3A]) -> Vec<Vec3> {
    let (drawn, places) = (&import.drawn[part], &frame.soft[part]);
    let from = &drawn.primitive;
    if places.is_empty() {
        return vec![Vec3::ZERO; from.positions.len()];
    }
    // What is soft was morphed as at rest and by the view. What the clip adds comes on top.
    let rest = |t: usize| drawn.weights.get(t).copied().unwrap_or(0.0);
    let by_view = frame.morphs[part].iter().zip(&frame.clipped_morphs[part]).map(|(all, clip)| all - clip);
    let weights: Vec<f32> = by_view.enumerate().map(|(t, by_view)| rest(t) + by_view).collect();
    let matrices = import.matrices(drawn, world);
    let offset = |v: usize| {
        let matrix = matrices(v);
        if matrix.matrix3.determinant() == 0.0 {
            return Vec3::ZERO;
        }
        let moved = matrix.inverse().transform_point3(places[v]);
        if moved.is_finite() { moved - from.morphed(v, &weights) } else { Vec3::ZERO }
    };
    (0..from.positions.len()).map(offset).collect()
}
