//! Rigs proposed for real files, where there are some.

use std::path::PathBuf;

use lissom_formats::gltf::{Document, Import};
use lissom_rig::auto::{Proposal, propose};
use lissom_rig::{Actor, Character, check};

/// From `LISSOM_ASSETS`, if that is set.
fn character(file: &str) -> Option<Character> {
    let path = PathBuf::from(std::env::var_os("LISSOM_ASSETS")?).join(file);
    let bytes = std::fs::read(&path).ok()?;
    let beside = |name: &str| std::fs::read(path.parent()?.join(name)).ok();
    let document = Document::read(&bytes, &beside).unwrap_or_else(|e| panic!("{file}: {e}"));
    Some(Import::read(&document).unwrap_or_else(|e| panic!("{file}: {e}")).character)
}

fn show(file: &str, proposal: &Proposal) {
    println!("{file}: {:?}", proposal.notes);
    for (found, joints) in proposal.chains.iter().zip(&proposal.rig.joints) {
        let (r, kg, tail) = (joints.radius, joints.weight_kg, joints.tail);
        println!(
            "  {}: {}; radius {r}, {kg} kg, tail {tail:?}, through {:?}",
            found.name, found.why, joints.passes_through
        );
    }
    for collider in &proposal.rig.colliders {
        println!("  {} {:?}", collider.part, collider.shape);
    }
}

/// Avatars bring their springs; without them their chains are found as well.
#[test]
fn rigs_of_avatars_have_no_errors() {
    for file in ["vrm/vrm0_Godette_v4.vrm", "vrm/vrm1_Seed-san_converted.vrm", "vrm/vrm0_100avatars_179_CoolBunny.vrm"]
    {
        let Some(character) = character(file) else { continue };
        let proposal = propose(&character);
        show(file, &proposal);
        assert_eq!(check::check(&proposal.rig, &character), [], "{file}");
    }
}

/// Name and number of bones of each chain.
#[test]
fn chains_of_real_characters_are_found() {
    let expected: [(&str, &[(&str, usize)]); 16] = [
        ("gltf/quaternius_Fox.glb", &[("ear.L", 4), ("ear.R", 4), ("tail", 8)]),
        ("gltf/mesh2motion_horse.glb", &[("ear.L", 3), ("ear.R", 3), ("tail", 5)]),
        ("gltf/mesh2motion_bird.glb", &[("tail", 4)]),
        ("gltf/mesh2motion_snake.glb", &[("tail", 22)]),
        ("gltf/khronos_CesiumMan.glb", &[]),
        ("gltf/khronos_Fox.glb", &[("tail", 3)]),
        ("gltf/khronos_RiggedFigure.glb", &[]),
        ("gltf/khronos_RiggedSimple.glb", &[]),
        ("gltf/quaternius_Snake.glb", &[("tail", 4), ("tongue", 3)]),
        ("gltf/quaternius_PlatformerCharacter.glb", &[("ear.L", 3), ("ear.R", 3)]),
        ("gltf/quaternius_Witch.glb", &[]),
        ("gltf/quaternius_MantaRay.glb", &[("tail", 2)]),
        (
            "gltf/vsekai_skel_bone_2025.glb",
            &[("ball.001", 5), ("hinge.A.001", 5), ("hinge.B.001", 5), ("hinge.C.001", 5)],
        ),
        ("gltf/kaykit_Mage.glb", &[]),
        ("gltf/kenney/character.glb", &[("antenna", 1)]),
        ("gltf/threejs_RobotExpressive.glb", &[]),
    ];
    for (file, chains) in expected {
        let Some(character) = character(file) else { continue };
        let proposal = propose(&character);
        show(file, &proposal);
        let mut found: Vec<(&str, usize)> =
            proposal.rig.joints.iter().map(|j| (j.name.as_str(), j.bones.len())).collect();
        found.sort_unstable();
        assert_eq!(found, chains, "{file}");
        assert_eq!(check::check(&proposal.rig, &character), [], "{file}");
        Actor::new(character, &proposal.rig).unwrap_or_else(|e| panic!("{file}: {e}"));
    }
}
