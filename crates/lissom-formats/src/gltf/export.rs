//! A character as a new document: its bones are nodes, its meshes are skinned to them.

use glam::{Affine3A, Vec3};
use lissom_rig::{Character, Material, Mesh};
use serde_json::{Value, json};

use super::document::{Document, member};

const GENERATOR: &str = "Lissom";
/// In the extras of a node with a mesh: what it belongs to, where that is not its name.
pub const PART: &str = "lissom_part";

/// Everything in the bind pose. Meshes of boneless bodies hang on nothing, and are not skinned.
pub fn document(character: &Character) -> Document {
    let mut document = Document::new(GENERATOR);
    let rest = character.skeleton.rest_world();
    let bones = &character.skeleton.bones;
    for bone in bones {
        let (t, r) = (bone.parent_from_bone.translation, bone.parent_from_bone.rotation);
        document.push("nodes", json!({ "name": bone.name, "translation": t.to_array(), "rotation": r.to_array() }));
    }
    for (k, bone) in bones.iter().enumerate() {
        if let Some(parent) = bone.parent {
            let children = member(&mut document.list_mut("nodes")[parent], "children", || json!([]));
            children.as_array_mut().expect("it was just made one").push(json!(k));
        }
    }
    let mut roots: Vec<usize> = (0..bones.len()).filter(|k| bones[*k].parent.is_none()).collect();
    let binds: Vec<f32> = rest.iter().flat_map(|pose| matrix(pose.rotation, pose.translation)).collect();
    let binds = document.add_floats(&binds, "MAT4", 16, false);
    let joints: Vec<usize> = (0..bones.len()).collect();
    let skin = document.push("skins", json!({ "inverseBindMatrices": binds, "joints": joints }));
    if roots.len() > 1 {
        // Joints of a skin need a common root.
        roots = vec![document.push("nodes", json!({ "name": "armature", "children": roots }))];
    }
    for mesh in &character.meshes {
        let boneless = character.tets.iter().any(|t| t.name == mesh.part);
        let index = add_mesh(&mut document, mesh, !boneless);
        let mut node = json!({ "name": mesh.name, "mesh": index });
        if mesh.part != mesh.name {
            node["extras"] = json!({ PART: mesh.part });
        }
        if !boneless {
            node["skin"] = json!(skin);
        }
        roots.push(document.push("nodes", node));
    }
    document.push("scenes", json!({ "name": character.name, "nodes": roots }));
    document.json_mut()["scene"] = json!(0);
    document
}

/// bone_from_world, column by column.
fn matrix(rotation: glam::Quat, translation: Vec3) -> [f32; 16] {
    glam::Mat4::from(Affine3A::from_rotation_translation(rotation, translation).inverse()).to_cols_array()
}

fn add_mesh(document: &mut Document, mesh: &Mesh, skinned: bool) -> usize {
    let material = add_material(document, &mesh.material);
    let mut attributes = json!({
        "POSITION": document.add_vec3(&mesh.positions, true),
        "NORMAL": document.add_vec3(&mesh.normals.iter().map(|n| n.normalize_or(Vec3::Y)).collect::<Vec<_>>(), false),
    });
    if skinned {
        let joints: Vec<u8> = mesh.bones.iter().flatten().flat_map(|b| b.to_le_bytes()).collect();
        attributes["JOINTS_0"] = json!(add_integers(document, &joints, 5123, "VEC4", mesh.bones.len()));
        let weights: Vec<f32> = mesh.weights.iter().flat_map(|w| normalized(*w)).collect();
        attributes["WEIGHTS_0"] = json!(document.add_floats(&weights, "VEC4", 4, false));
    }
    let corners: Vec<u8> = mesh.triangles.iter().flatten().flat_map(|c| c.to_le_bytes()).collect();
    let indices = add_integers(document, &corners, 5125, "SCALAR", mesh.triangles.len() * 3);
    let mut primitive = json!({ "attributes": attributes, "indices": indices, "material": material });
    let targets: Vec<Value> =
        mesh.morphs.iter().map(|m| json!({ "POSITION": document.add_vec3(&m.offsets, true) })).collect();
    let mut entry = json!({ "name": mesh.name });
    if !targets.is_empty() {
        let names: Vec<&str> = mesh.morphs.iter().map(|m| m.name.as_str()).collect();
        primitive["targets"] = json!(targets);
        entry["weights"] = json!(vec![0.0; targets.len()]);
        entry["extras"] = json!({ "targetNames": names });
    }
    entry["primitives"] = json!([primitive]);
    document.push("meshes", entry)
}

fn add_integers(document: &mut Document, bytes: &[u8], component: u32, kind: &str, count: usize) -> usize {
    let (buffer, start) = document.append(bytes);
    let view = json!({ "buffer": buffer, "byteOffset": start, "byteLength": bytes.len() });
    let view = document.push("bufferViews", view);
    document.push("accessors", json!({ "bufferView": view, "componentType": component, "count": count, "type": kind }))
}

fn normalized(weights: [f32; 4]) -> [f32; 4] {
    let total: f32 = weights.iter().sum();
    if total > 0.0 { weights.map(|w| w / total) } else { [1.0, 0.0, 0.0, 0.0] }
}

fn add_material(document: &mut Document, material: &Material) -> usize {
    let channel = |shift: u32| {
        let s = (material.base >> shift & 255) as f32 / 255.0;
        if s <= 0.04045 { s / 12.92 } else { ((s + 0.055) / 1.055).powf(2.4) }
    };
    let factor = [channel(16), channel(8), channel(0), material.opacity];
    let mut entry = json!({
        "pbrMetallicRoughness": { "baseColorFactor": factor, "metallicFactor": 0.0, "roughnessFactor": 0.9 },
        "doubleSided": true,
    });
    if material.opacity < 1.0 {
        entry["alphaMode"] = json!("BLEND");
    }
    if material.flat {
        entry["extensions"] = json!({ "KHR_materials_unlit": {} });
        document.uses("KHR_materials_unlit");
    }
    let known = super::document::array(document.json(), "materials").iter().position(|m| *m == entry);
    known.unwrap_or_else(|| document.push("materials", entry))
}
