//! Expressions are not played here; those that point nowhere are told of all the same.

use serde_json::Value;

use super::at::At;
use crate::gltf::Nodes;
use crate::gltf::document::array;

/// VRM 1.0: by node.
pub(super) fn check(vrm: &At<'_>, json: &Value, nodes: &Nodes) {
    let Some(expressions) = vrm.get("expressions") else { return };
    for kind in ["preset", "custom"] {
        for bind in expressions.entries(kind).flat_map(|(_, at)| at.items("morphTargetBinds")) {
            if let Some(node) = bind.need_index("node", nodes.list.len(), "node") {
                bind.need_index("index", targets(json, nodes.list[node].mesh), "morph target");
            }
        }
    }
}

/// VRM 0.x: by mesh. Tools write -1 for none.
pub(super) fn check_old(vrm: &At<'_>, json: &Value) {
    let Some(master) = vrm.get("blendShapeMaster") else { return };
    for bind in master.items("blendShapeGroups").flat_map(|at| at.items("binds")) {
        if let Some(mesh) = bind.need_index("mesh", array(json, "meshes").len(), "mesh") {
            bind.need_index("index", targets(json, Some(mesh)), "morph target");
        }
    }
}

fn targets(json: &Value, mesh: Option<usize>) -> usize {
    mesh.map_or(0, |mesh| array(&json["meshes"][mesh]["primitives"][0], "targets").len())
}
