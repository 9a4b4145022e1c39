//! VRM: real files where there are some, and anything at all.

use std::path::PathBuf;

use lissom_formats::gltf::{Document, Nodes};
use lissom_formats::humanoid::HumanBone;
use lissom_formats::vrm::{self, Version, Vrm};

/// A file of `LISSOM_ASSETS`; none where there are no such files.
fn load(name: &str) -> Option<(Document, Nodes)> {
    let path = PathBuf::from(std::env::var("LISSOM_ASSETS").ok()?).join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let beside = |other: &str| std::fs::read(path.with_file_name(other)).ok();
    let document = Document::read(&bytes, &beside).unwrap_or_else(|e| panic!("{name}: {e}"));
    let nodes = Nodes::read(&document).unwrap_or_else(|e| panic!("{name}: {e}"));
    Some((document, nodes))
}

fn read(name: &str) -> Option<(Vrm, Nodes)> {
    let (document, nodes) = load(name)?;
    let vrm = vrm::read(document.json(), &nodes).unwrap_or_else(|| panic!("{name}: no VRM"));
    vrm.problems.iter().for_each(|p| println!("{name}: {p}"));
    Some((vrm, nodes))
}

#[test]
fn godette() {
    let Some((vrm, nodes)) = read("vrm/vrm0_Godette_v4.vrm") else { return };
    assert_eq!((vrm.version, vrm.problems.len()), (Version::Old, 0));
    assert_eq!((vrm.springs.len(), vrm.groups.len(), vrm.colliders.len()), (8, 2, 4));
    assert_eq!(vrm.springs.iter().map(|s| s.joints.len()).sum::<usize>(), 16);
    assert_eq!(vrm.humanoid.bones().count(), 45);
    let rig = vrm::rig(&vrm, &nodes);
    println!("{}", serde_json::to_string(&rig).unwrap());
}

#[test]
fn seed_san() {
    let Some((vrm, nodes)) = read("vrm/vrm1_Seed-san_converted.vrm") else { return };
    assert_eq!((vrm.version, vrm.problems.len()), (Version::One, 0));
    assert_eq!((vrm.springs.len(), vrm.groups.len(), vrm.colliders.len(), vrm.constraints.len()), (9, 2, 8, 23));
    assert_eq!(vrm.springs.iter().map(|s| s.joints.len()).sum::<usize>(), 28);
    assert!(vrm.humanoid.node(HumanBone::LeftThumbMetacarpal).is_some());
    let rig = vrm::rig(&vrm, &nodes);
    println!("{}", serde_json::to_string(&rig).unwrap());
}

#[test]
fn others() {
    for name in [
        "vrm/arkavo/springbone_extended_icaps_anglelimit_30.vrm",
        "vrm/usdvrm/springbone.vrm",
        "vrm/usdvrm/constraints.vrm",
        "vrm/threevrm/springbone_inside-collider.gltf",
        "vrm/threevrm/springbone_plane-collider.gltf",
        "vrm/threevrm/node_constraint_cubes.gltf",
        "vrm/vrm0_100avatars_179_CoolBunny.vrm",
        "invalid/vrm/unmapped_humanoid_node.vrm",
        "invalid/vrm/oob_expression_morph.vrm",
        "invalid/vrm/dangling_texture_index.vrm",
    ] {
        let Some((vrm, nodes)) = read(name) else { return };
        println!("{name}: {}", serde_json::to_string(&vrm::rig(&vrm, &nodes)).unwrap());
    }
}
