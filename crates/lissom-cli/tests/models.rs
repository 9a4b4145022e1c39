//! Characters in files, as people bake them.

mod program;

use glam::Vec3;
use lissom_formats::gltf::clip::{Between, Target, Track};
use lissom_formats::gltf::{Document, Import, animate, export, home};
use lissom_rig::rig::{Joints, Rig};
use lissom_rig::{Character, Material, Mesh};
use program::{lissom, stderr, stdout};

/// A body that nods, with two tails, and a rig for both in the file.
fn newt(name: &str) -> String {
    let mut character = Character { name: "newt".into(), ..Character::default() };
    let body = character.skeleton.add("body", None, Vec3::Y);
    let mut joints = Vec::new();
    for (tail, x) in [("left", 0.1), ("right", -0.1)] {
        let (mut last, mut bones) = (body, Vec::new());
        for k in 0..4 {
            bones.push(format!("{tail} {k}"));
            last = character.skeleton.add(&bones[k], Some(last), Vec3::new(x, 1.0, -0.1 * k as f32));
        }
        joints.push(Joints { name: tail.into(), bones, radius: 0.01, weight_kg: 0.1, ..Joints::default() });
    }
    character.meshes.push(Mesh {
        name: "skin".into(),
        part: "skin".into(),
        material: Material::toon(0x80a060, 0x607840),
        positions: vec![Vec3::Y, Vec3::Y + Vec3::X, Vec3::ZERO],
        normals: vec![Vec3::Z; 3],
        triangles: vec![[0, 1, 2]],
        bones: vec![[0; 4]; 3],
        weights: vec![[1.0, 0.0, 0.0, 0.0]; 3],
        morphs: Vec::new(),
    });
    let mut document = export::document(&character);
    let values =
        [glam::Quat::IDENTITY, glam::Quat::from_rotation_x(1.0)].into_iter().flat_map(|q| q.to_array()).collect();
    let (target, between, times) = (Target::Rotation, Between::Linear, vec![0.0, 3.0]);
    animate::write(&mut document, "nod", None, false, &[Track { node: 0, target, between, times, values, width: 4 }]);
    let import = Import::read(&document).expect("fine");
    home::put(&mut document, &import.nodes, &Rig { joints, ..Rig::default() });
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, document.to_glb().expect("small")).expect("room");
    path.to_string_lossy().into_owned()
}

#[test]
fn one_chain_is_baked_in_place_and_the_rig_stays_whole() {
    let file = newt("in-place.glb");
    let output = lissom(&["bake", &file, "--chains", "left", "-o", &file]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("nod (Lissom): 3.00 s"), "{}", stdout(&output));
    let document = Document::read(&std::fs::read(&file).expect("written"), &|_| None).expect("fine");
    let import = Import::read(&document).expect("fine");
    let moved = |name: &str| import.clips[1].tracks.iter().any(|t| import.nodes.list[t.node].name == name);
    assert!(moved("left 1") && !moved("right 1"));
    assert_eq!(home::rig(&document).expect("fine").map(|rig| rig.joints.len()), Some(2));
}

#[test]
fn what_does_not_go_together_is_told() {
    let file = newt("told.glb");
    for (args, said) in [
        (vec!["bake", &file, "-o", "x.glb", "--merge", "--motion", "walk.bvh"], "cannot be used with"),
        (vec!["bake", &file, "-o", "x.glb", "--range", "50..60"], "but there are only 3.00 s"),
        (vec!["bake", &file, "-o", "x.glb", "--camera", "own"], "the file has none"),
        (vec!["simulate", "bunny", "--look-at-camera"], "`bunny` is a scene"),
    ] {
        let output = lissom(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(said), "{args:?}: {}", stderr(&output));
    }
}
