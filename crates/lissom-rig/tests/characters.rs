//! Characters and rigs that are wrong are named, not trusted.

use glam::{Quat, Vec3};
use lissom_rig::rig::{Kind, Region, Select};
use lissom_rig::{Actor, Adjust, Bone, Character, Material, Mesh, Pose, Preset, Rig, Skeleton};

/// A square of cloth on one bone.
fn square() -> Character {
    let mut skeleton = Skeleton::default();
    skeleton.add("root", None, Vec3::ZERO);
    let mesh = Mesh {
        name: "square".into(),
        part: "cloth".into(),
        material: Material::flat(0),
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::new(1.0, 0.0, 1.0), Vec3::Z],
        normals: vec![Vec3::Y; 4],
        triangles: vec![[0, 2, 1], [0, 3, 2]],
        bones: vec![[0; 4]; 4],
        weights: vec![[1.0, 0.0, 0.0, 0.0]; 4],
        morphs: Vec::new(),
    };
    Character { name: "square".into(), skeleton, meshes: vec![mesh], ..Character::default() }
}

fn rig() -> Rig {
    Rig {
        regions: vec![Region {
            name: "cloth".into(),
            select: Select { parts: vec!["cloth".into()], ..Select::default() },
            kind: Kind::Cloth,
            spacing: 0.2,
            radius: None,
            axis: None,
            by_bones: false,
            weight_kg: 1.0,
            anchor: "root".into(),
            preset: Preset::Cape,
            adjust: Adjust::default(),
            paint: Vec::new(),
            surface: Vec::new(),
            loose: Vec::new(),
            stitches: Vec::new(),
            passes_through: Vec::new(),
        }],
        ..Rig::default()
    }
}

fn error(character: Character, rig: &Rig) -> String {
    Actor::new(character, rig).expect_err("must not build").to_string()
}

#[test]
fn a_sound_character_builds() {
    let actor = Actor::new(square(), &rig()).expect("builds");
    assert!(actor.radii.len() > 20);
}

#[test]
fn wrong_characters_say_what_is_wrong() {
    type Spoil = fn(&mut Character);
    let cases: [(Spoil, &str); 6] = [
        (|c| c.meshes[0].triangles[1] = [0, 9, 2], "triangle 1: a corner is not among the 4"),
        (|c| c.meshes[0].normals.truncate(3), "not as many normals"),
        (|c| c.meshes[0].positions[2].x = f32::NAN, "vertex 2"),
        (|c| c.meshes[0].bones[3] = [7; 4], "follows bone 7, but there are 1"),
        (|c| c.skeleton.bones[0].parent = Some(0), "put parents first"),
        (|c| c.skeleton.bones.clear(), "there are no bones"),
    ];
    for (spoil, says) in cases {
        let mut character = square();
        spoil(&mut character);
        let said = error(character, &rig());
        assert!(said.contains(says), "{said}");
    }
}

#[test]
fn wrong_rigs_say_what_is_wrong() {
    type Spoil = fn(&mut Rig);
    let cases: [(Spoil, &str); 6] = [
        (|r| r.version = 2, "use a newer one"),
        (|r| r.regions[0].anchor = "tail".into(), "there is no bone `tail`; the character has root"),
        (|r| r.regions[0].select.parts = vec!["hat".into()], "the character has cloth"),
        (|r| r.regions[0].spacing = -1.0, "give a positive length"),
        (|r| r.regions[0].adjust.max_stretch = Some(-0.1), "give 0 or more"),
        (|r| r.regions[0].weight_kg = 0.0, "give 1e-9 to 1e9"),
    ];
    for (spoil, says) in cases {
        let mut rig = rig();
        spoil(&mut rig);
        let said = error(square(), &rig);
        assert!(said.contains(says), "{said}");
    }
}

#[test]
fn a_rig_survives_json() {
    let text = serde_json::to_string_pretty(&rig()).expect("writes");
    assert_eq!(serde_json::from_str::<Rig>(&text).expect("reads"), rig());
    assert!(text.contains("\"version\": 1"), "{text}");
    let typo = text.replace("\"spacing\"", "\"spaceing\"");
    assert!(serde_json::from_str::<Rig>(&typo).expect_err("a typo").to_string().contains("spaceing"));
}

#[test]
fn bones_keep_their_poses() {
    let bone = Bone { name: "a".into(), parent: None, parent_from_bone: Pose::new(Vec3::X, Quat::IDENTITY) };
    let skeleton = Skeleton { bones: vec![bone] };
    assert_eq!(skeleton.rest_world()[0].translation, Vec3::X);
}
