//! VRM: real files where there are some, springs written and read again, and anything at all.

use std::path::PathBuf;

use glam::{Quat, Vec3};
use lissom_formats::gltf::{Document, Import, Nodes};
use lissom_formats::humanoid::HumanBone;
use lissom_formats::vrm::{self, Version, Vrm};
use lissom_rig::rig::{ColliderShape, JointLimit, Joints, Rig, RigCollider};
use lissom_rig::{Actor, Preset};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A file of `LISSOM_ASSETS`; none where there are no such files.
fn load(name: &str) -> Option<(Document, Nodes)> {
    let path = PathBuf::from(std::env::var("LISSOM_ASSETS").ok()?).join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let beside = |other: &str| std::fs::read(path.with_file_name(other)).ok();
    let document = Document::read(&bytes, &beside).unwrap_or_else(|e| panic!("{name}: {e}"));
    let nodes = Nodes::read(&document).unwrap_or_else(|e| panic!("{name}: {e}"));
    Some((document, nodes))
}

fn vrm_of(document: &Document, nodes: &Nodes) -> Vrm {
    vrm::read(document.json(), nodes).expect("a VRM")
}

fn made_of(json: &Value) -> (Document, Nodes) {
    let document = Document::read(json.to_string().as_bytes(), &|_| None).expect("a document");
    let nodes = Nodes::read(&document).expect("nodes");
    (document, nodes)
}

fn joints(vrm: &Vrm) -> usize {
    vrm.springs.iter().map(|s| s.joints.len()).sum()
}

#[test]
fn godette_has_eight_roots() {
    let Some((mut document, nodes)) = load("vrm/vrm0_Godette_v4.vrm") else { return };
    let vrm = vrm_of(&document, &nodes);
    assert_eq!((vrm.version, vrm.problems.len(), vrm.humanoid.bones().count()), (Version::Old, 0, 45));
    assert_eq!((vrm.springs.len(), vrm.groups.len(), vrm.colliders.len(), joints(&vrm)), (8, 2, 4, 16));
    assert!(vrm.humanoid.node(HumanBone::LeftThumbMetacarpal).is_some());
    let rig = vrm::rig(&vrm, &nodes);
    assert_eq!((rig.joints.len(), rig.colliders.len()), (8, 4));
    let ribbon = rig.joints.iter().find(|j| j.name == "Ribbon").expect("a ribbon");
    assert_eq!(
        (ribbon.preset, ribbon.tail, &ribbon.bones[..]),
        (Preset::Ribbon, Some(0.07), &["Ribbon".into(), "Ribbon_end".into()][..])
    );
    assert_eq!(
        ribbon.touches.as_deref(),
        Some(&["chest_Armature collider".to_owned(), "chest_Armature collider 2".into()][..])
    );

    let before = document.to_glb().expect("a file");
    assert!(vrm::write_springs(&mut document, &rig, &nodes).is_empty());
    assert!(document.to_glb().expect("a file") == before, "an unchanged rig changes nothing");

    let mut other = rig.clone();
    other.joints.remove(0);
    other.joints[0].springs.iter_mut().for_each(|s| s.stiffness = 1.5);
    let ColliderShape::Sphere { radius, .. } = &mut other.colliders[3].shape else { panic!("a sphere") };
    *radius = 0.5;
    assert!(vrm::write_springs(&mut document, &other, &nodes).is_empty());
    let secondary = &document.json()["extensions"]["VRM"]["secondaryAnimation"];
    let groups = secondary["boneGroups"].as_array().expect("groups");
    let bones: Vec<&Value> = groups.iter().map(|g| &g["bones"]).collect();
    assert_eq!(bones, [&json!([20, 18]), &json!([58]), &json!([14, 12, 10]), &json!([16])]);
    assert_eq!(groups[3]["stiffiness"], json!(1.5));
    assert_eq!(secondary["colliderGroups"][0]["colliders"][0]["radius"].to_string(), "0.10000000149011612");
    assert_eq!(secondary["colliderGroups"][1]["colliders"][1]["radius"].as_f64().map(|r| r as f32), Some(0.5));
    let mut again = vrm::rig(&vrm_of(&document, &nodes), &nodes);
    again.joints.sort_by_key(|j| other.joints.iter().position(|o| o.name == j.name));
    assert_eq!(again.joints, other.joints);
}

#[test]
fn seed_san_has_chains_and_a_second_hand() {
    let Some((mut document, nodes)) = load("vrm/vrm1_Seed-san_converted.vrm") else { return };
    let vrm = vrm_of(&document, &nodes);
    assert_eq!((vrm.version, vrm.problems.len(), vrm.humanoid.bones().count()), (Version::One, 0, 51));
    assert_eq!((vrm.springs.len(), vrm.colliders.len(), joints(&vrm), vrm.constraints.len()), (9, 8, 28, 23));
    let rig = vrm::rig(&vrm, &nodes);
    let tail = &rig.joints[0];
    assert_eq!((tail.name.as_str(), tail.bones.len(), tail.tail, tail.preset), ("TailHair", 7, None, Preset::Hair));
    assert_eq!((tail.anchor.as_deref(), tail.adjust.inertia), (Some("hips"), Some(0.0)));
    assert_eq!((rig.joints[8].anchor.as_deref(), rig.joints[8].adjust.inertia), (None, None));
    assert_eq!(rig.joints[8].touches.as_ref().map(Vec::len), Some(4));

    // The second hand does what the hand does, each from its own rest pose.
    let mut local = nodes.rest();
    let (hand, second) = (nodes.find("hand.L").expect("a hand"), nodes.find("robo_hand.L").expect("another"));
    let turn = Quat::from_euler(glam::EulerRot::XYZ, 0.3, -0.8, 0.2);
    local[hand].rotation *= turn;
    let begin = std::time::Instant::now();
    for _ in 0..1000 {
        vrm::pose(&vrm, &nodes, &mut local, Some(Vec3::new(1.0, 2.0, 3.0)));
    }
    println!("23 constraints: {:.1} µs a frame", begin.elapsed().as_secs_f64() * 1e3);
    assert!((nodes.list[second].local.rotation * turn).dot(local[second].rotation).abs() > 0.99999);

    let before = document.to_glb().expect("a file");
    assert!(vrm::write_springs(&mut document, &rig, &nodes).is_empty());
    assert!(document.to_glb().expect("a file") == before, "an unchanged rig changes nothing");
    let was = document.json().clone();
    let mut other = rig.clone();
    other.joints.remove(1);
    other.joints[0].springs[2].drag = 0.25;
    other.joints[0].touches.as_mut().expect("touches").pop();
    assert!(vrm::write_springs(&mut document, &other, &nodes).is_empty());
    let now = &document.json()["extensions"]["VRMC_springBone"];
    let was = &was["extensions"]["VRMC_springBone"];
    assert_eq!((&now["springs"][1], &now["colliders"]), (&was["springs"][2], &was["colliders"]));
    assert_eq!(now["springs"][0]["colliderGroups"], json!([2]));
    assert_eq!(vrm::rig(&vrm_of(&document, &nodes), &nodes).joints, other.joints);
}

#[test]
fn what_others_make_loads() {
    let Some(_) = load("vrm/vrm0_Godette_v4.vrm") else { return };
    // Problems, springs, joints, colliders, constraints.
    for (name, counts) in [
        ("vrm/arkavo/smoke_spring.vrm", [0, 1, 4, 0, 0]),
        ("vrm/arkavo/springbone_collider_capsule_x0p02_r0p1.vrm", [0, 1, 4, 1, 0]),
        ("vrm/arkavo/springbone_extended_plane_pmed.vrm", [0, 1, 4, 1, 0]),
        ("vrm/arkavo/springbone_extended_icaps_anglelimit_30.vrm", [0, 1, 4, 1, 0]),
        ("vrm/usdvrm/springbone.vrm", [1, 1, 2, 1, 0]),
        ("vrm/usdvrm/constraints.vrm", [1, 0, 0, 0, 1]),
        ("vrm/usdvrm/multiskin_ibm.vrm", [1, 0, 0, 0, 0]),
        ("vrm/vrm0_Godette_v4.vrm", [0, 8, 16, 4, 0]),
        ("vrm/vrm1_Seed-san_converted.vrm", [0, 9, 28, 8, 23]),
        ("vrm/threevrm/springbone_sphere-collider.gltf", [0, 1, 5, 1, 0]),
        ("vrm/threevrm/springbone_inside-collider.gltf", [0, 1, 5, 1, 0]),
        ("vrm/threevrm/springbone_plane-collider.gltf", [0, 1, 5, 1, 0]),
        ("vrm/threevrm/node_constraint_cubes.gltf", [0, 0, 0, 0, 2]),
        ("vrm/vrm0_100avatars_179_CoolBunny.vrm", [0, 0, 0, 0, 0]),
        ("invalid/vrm/unmapped_humanoid_node.vrm", [2, 0, 0, 0, 0]),
        ("invalid/vrm/oob_expression_morph.vrm", [2, 0, 0, 0, 0]),
        ("invalid/vrm/dangling_texture_index.vrm", [1, 0, 0, 0, 0]),
    ] {
        let (document, nodes) = load(name).expect("a file");
        let vrm = vrm_of(&document, &nodes);
        vrm.problems.iter().for_each(|p| println!("{name}: {p}"));
        let found = [vrm.problems.len(), vrm.springs.len(), joints(&vrm), vrm.colliders.len(), vrm.constraints.len()];
        assert_eq!(found, counts, "{name}");
        let rig = vrm::rig(&vrm, &nodes);
        assert_eq!(rig.joints.len(), counts[1], "{name}");
        if let Ok(import) = Import::read(&document) {
            Actor::new(import.character, &rig).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
    let (document, nodes) = load("vrm/threevrm/springbone_sphere-collider.gltf").expect("a file");
    let rig = vrm::rig(&vrm_of(&document, &nodes), &nodes);
    assert_eq!(rig.joints[0].springs[3].hit_radius, 0.25, "metres, whatever the size of the node");
    assert_eq!(rig.colliders[0].shape, ColliderShape::Sphere { center: [0.75, 1.0, 0.0], radius: 0.5 });
}

/// A plain glTF: a root of twice the size, and below it a line of nodes with a branch.
fn plain() -> Value {
    json!({
        "asset": { "version": "2.0" },
        "nodes": [
            { "name": "head", "scale": [2, 2, 2], "children": [1] },
            { "name": "a", "translation": [0, -0.1, 0], "children": [2, 4] },
            { "name": "b", "translation": [0, -0.1, 0], "children": [3] },
            { "name": "c", "translation": [0, -0.1, 0] },
            { "name": "x", "translation": [0.1, 0, 0], "children": [5] },
            { "name": "y", "translation": [0.1, 0, 0] },
        ],
    })
}

fn authored() -> Rig {
    let text = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
    let lock = Joints {
        name: "lock".into(),
        bones: text(&["a", "b", "c", "x", "y"]),
        radius: 0.04,
        weight_kg: 0.1,
        ..Joints::default()
    };
    let part = |part: &str, shape| RigCollider { part: part.into(), bone: Some("head".into()), shape, friction: 0.5 };
    Rig {
        joints: vec![lock],
        colliders: vec![
            part("skull", ColliderShape::Sphere { center: [0.0, 0.2, 0.4], radius: 0.2 }),
            part("wall", ColliderShape::Plane { point: [0.0, 0.0, -1.0], normal: [0.0, 0.0, 1.0] }),
            part("crate", ColliderShape::Box { center: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], half: [1.0; 3] }),
        ],
        ..Rig::default()
    }
}

#[test]
fn new_chains_swing_alike() {
    let (mut document, nodes) = made_of(&plain());
    let notes = vrm::write_springs(&mut document, &authored(), &nodes);
    assert_eq!(notes.len(), 1);
    assert!(notes[0].to_string().contains("`crate`"), "{notes:?}");
    assert_eq!(document.json()["extensionsUsed"], json!(["VRMC_springBone", "VRMC_springBone_extended_collider"]));
    let vrm = vrm_of(&document, &nodes);
    assert!(vrm.problems.is_empty(), "{:?}", vrm.problems);
    let bones: Vec<Vec<usize>> = vrm.springs.iter().map(|s| s.joints.iter().map(|j| j.node).collect()).collect();
    assert_eq!(bones, [vec![1, 2, 3], vec![4, 5]]);
    let (joint, hair) = (vrm.springs[0].joints[0], Preset::Hair.params());
    let hz = (60.0 * joint.stiffness / 0.2).sqrt() / std::f32::consts::TAU;
    assert!((hz - hair.bend_hz).abs() < 1e-3, "{hz}");
    assert!((-60.0 * (1.0 - joint.drag).ln() - hair.damping).abs() < 1e-3);
    assert!((60.0 * joint.gravity_power - 9.81).abs() < 1e-3);
    assert_eq!(joint.hit_radius, 0.04);
    let rig = vrm::rig(&vrm, &nodes);
    assert_eq!(rig.colliders[0].shape, authored().colliders[0].shape);
    assert_eq!(rig.colliders[1].shape, authored().colliders[1].shape);
    assert_eq!(rig.joints[1].touches.as_ref().map(Vec::len), Some(2));

    // And away again.
    assert!(vrm::write_springs(&mut document, &Rig::default(), &nodes).is_empty());
    assert!(vrm::read(document.json(), &nodes).is_none());
    assert_eq!(document.json()["extensionsUsed"], json!([]));
}

#[test]
fn limits_go_there_and_back() {
    let (mut document, nodes) = made_of(&everything()[0]);
    let mut rig = vrm::rig(&vrm_of(&document, &nodes), &nodes);
    let rotation = [0.0, 0.0, 0.0, 1.0];
    let cone = |rad: f32| JointLimit::Cone { angle_deg: rad.to_degrees(), rotation };
    // The bone between two joints does not turn.
    assert_eq!(rig.joints[0].limits, [cone(0.5), cone(0.0), JointLimit::None]);
    let bent = JointLimit::Spherical { pitch_deg: 30.0, yaw_deg: 60.0, rotation };
    rig.joints[0].limits = vec![JointLimit::None, bent, bent];
    assert!(vrm::write_springs(&mut document, &rig, &nodes).is_empty());
    let joints = document.json()["extensions"]["VRMC_springBone"]["springs"][0]["joints"].as_array().expect("joints");
    assert_eq!(joints.iter().map(|j| j.get("extensions").is_some()).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!(document.json()["extensionsUsed"][2], json!("VRMC_springBone_limit"));
    let again = vrm::rig(&vrm_of(&document, &nodes), &nodes);
    let [JointLimit::None, JointLimit::Spherical { pitch_deg, yaw_deg, .. }, JointLimit::None] =
        again.joints[0].limits[..]
    else {
        panic!("{:?}", again.joints[0].limits)
    };
    assert!((pitch_deg - 30.0).abs() < 1e-4 && (yaw_deg - 60.0).abs() < 1e-4);
}

#[test]
fn long_lines_and_names_take_no_long_time() {
    let (count, name) = (8_000, "a".repeat(100_000));
    let node =
        |k: usize| json!({ "name": format!("{k}"), "children": if k + 1 < count { vec![k + 1] } else { vec![] } });
    let mut list: Vec<Value> = (0..count).map(node).collect();
    list[0]["name"] = json!(name);
    let bones: Vec<usize> = (0..count).rev().collect();
    let group = json!({ "comment": name, "bones": bones, "colliderGroups": vec![0; count] });
    let colliders = json!([{ "node": 0, "colliders": vec![json!({ "radius": 1 }); count] }]);
    let secondary = json!({ "boneGroups": [group], "colliderGroups": colliders });
    let extensions = json!({ "VRM": { "secondaryAnimation": secondary } });
    let (document, nodes) = made_of(&json!({ "asset": { "version": "2.0" }, "nodes": list, "extensions": extensions }));
    let vrm = vrm_of(&document, &nodes);
    assert_eq!((vrm.springs.len(), vrm.colliders.len(), vrm.problems.len()), (4096, 512, 1000));
    let mut json = document.json().clone();
    let joints = json!([{ "node": 1 }, { "node": count - 1 }]);
    let springs = vec![json!({ "joints": joints }); count];
    json["extensions"] = json!({ "VRMC_springBone": { "springs": springs } });
    assert!(vrm::read(&json, &nodes).is_some_and(|v| v.springs.is_empty()));
}

#[test]
fn new_chains_of_old_files() {
    let mut json = plain();
    json["extensions"] = json!({ "VRM": { "humanoid": { "humanBones": [] }, "meta": { "title": "x" } } });
    let (mut document, nodes) = made_of(&json);
    let mut rig = authored();
    let capsule = ColliderShape::Capsule { ends: [[0.0, 0.0, 0.0], [0.0, 0.8, 0.0]], radii: [0.2; 2] };
    rig.colliders.push(RigCollider { part: "neck".into(), bone: Some("head".into()), shape: capsule, friction: 0.5 });
    rig.joints[0].touches = Some(vec!["skull".into(), "neck".into()]);
    let notes = vrm::write_springs(&mut document, &rig, &nodes);
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert_eq!(document.json()["extensions"]["VRM"]["meta"]["title"], json!("x"));
    let vrm = vrm_of(&document, &nodes);
    let spring = &vrm.springs[0];
    assert_eq!((vrm.springs.len(), spring.name.as_str(), spring.joints.len(), vrm.colliders.len()), (1, "lock", 5, 4));
    let again = vrm::rig(&vrm, &nodes);
    assert_eq!(again.colliders[0].shape, rig.colliders[0].shape);
    assert_eq!(again.joints[0].touches.as_ref().map(Vec::len), Some(4));
}

/// Everything there is, in both versions.
fn everything() -> [Value; 2] {
    let mut one = plain();
    one["nodes"][5]["extensions"] = json!({ "VRMC_node_constraint": { "constraint":
        { "aim": { "source": 3, "aimAxis": "PositiveX", "weight": 0.5 } } } });
    one["nodes"][4]["extensions"] = json!({ "VRMC_node_constraint": { "constraint":
        { "roll": { "source": 2, "rollAxis": "Y" } } } });
    let cone = json!({ "VRMC_springBone_limit": { "limit": { "cone": { "angle": 0.5, "rotation": [0, 0, 0, 1] } } } });
    let inside = json!({ "VRMC_springBone_extended_collider": { "shape": { "plane": { "normal": [0, 1, 0] } } } });
    one["extensions"] = json!({
        "VRMC_vrm": {
            "humanoid": { "humanBones": { "head": { "node": 0 }, "leftEye": { "node": 1 } } },
            "lookAt": { "type": "bone", "offsetFromHeadBone": [0, 0.06, 0], "rangeMapVerticalUp": { "inputMaxValue": 90 } },
            "expressions": { "preset": { "aa": { "morphTargetBinds": [{ "node": 0, "index": 0 }] } } },
        },
        "VRMC_springBone": {
            "colliders": [
                { "node": 0, "shape": { "capsule": { "offset": [0, 0, 0], "radius": 0.1, "tail": [0, 1, 0] } } },
                { "node": 0, "shape": { "sphere": { "radius": 0.1 } }, "extensions": inside },
            ],
            "colliderGroups": [{ "name": "g", "colliders": [0, 1] }],
            "springs": [{ "name": "s", "center": 0, "colliderGroups": [0], "joints": [
                { "node": 1, "stiffness": 1, "gravityDir": [0, -1, 0], "hitRadius": 0.1, "extensions": cone }, { "node": 3 },
            ] }],
        },
    });
    let mut old = plain();
    old["extensions"] = json!({ "VRM": {
        "humanoid": { "humanBones": [{ "bone": "head", "node": 0 }, { "bone": "leftEye", "node": 4 }] },
        "firstPerson": { "firstPersonBoneOffset": { "x": 0, "y": 0, "z": 1 }, "lookAtHorizontalOuter": { "xRange": 9 } },
        "blendShapeMaster": { "blendShapeGroups": [{ "binds": [{ "mesh": 0, "index": 0 }] }] },
        "secondaryAnimation": {
            "boneGroups": [{ "comment": "c", "stiffiness": 1, "gravityDir": { "x": 0, "y": -1, "z": 0 }, "center": -1,
                "bones": [2, 4], "colliderGroups": [0] }],
            "colliderGroups": [{ "node": 0, "colliders": [{ "offset": { "x": 0, "y": 0, "z": 0 }, "radius": 0.1 }] }],
        },
    } });
    [one, old]
}

/// Pointers to all that VRM has in a document.
fn pointers(value: &Value, at: String, found: &mut Vec<String>) {
    let below: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(k, v)| (format!("{at}/{k}"), v)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(k, v)| (format!("{at}/{k}"), v)).collect(),
        _ => Vec::new(),
    };
    for (path, value) in below {
        pointers(value, path.clone(), found);
        if path.contains("/extensions/") {
            found.push(path);
        }
    }
}

fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2i64..8).prop_map(Value::from),
        any::<f32>().prop_map(|f| json!(f)),
        Just("1e999").prop_map(|n| serde_json::from_str(n).unwrap_or(Value::Null)),
        Just(json!("PositiveY")),
    ];
    leaf.prop_recursive(2, 8, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            inner.prop_map(|v| json!({ "node": v, "x": v, "sphere": v, "rotation": { "source": v } })),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_comes_is_read_posed_and_written(
        which in 0..2usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), anything()), 0..6),
        target in prop::array::uniform3(-1e6f32..1e6),
    ) {
        let mut json = everything()[which].clone();
        for (index, value) in changes {
            let mut all = Vec::new();
            pointers(&json, String::new(), &mut all);
            if let Some(place) = (!all.is_empty()).then(|| index.get(&all)).and_then(|p| json.pointer_mut(p)) {
                *place = value;
            }
        }
        let (mut document, nodes) = made_of(&json);
        let Some(vrm) = vrm::read(document.json(), &nodes) else { return Ok(()) };
        let mut local = nodes.rest();
        vrm::pose(&vrm, &nodes, &mut local, Some(target.into()));
        prop_assert!(local.iter().all(|l| l.rotation.is_finite() && l.rotation.is_normalized()));
        let rig = vrm::rig(&vrm, &nodes);
        for joints in &rig.joints {
            prop_assert!(joints.bones.len() == joints.springs.len() && joints.radius > 0.0);
            for (k, bone) in joints.bones.iter().enumerate().skip(1) {
                let parent = nodes.find(bone).and_then(|n| nodes.list[n].parent);
                prop_assert!(parent.is_some_and(|p| joints.bones[..k].contains(&nodes.list[p].name)), "{bone} is loose");
            }
        }
        vrm::write_springs(&mut document, &rig, &nodes);
        prop_assert!(*document.json() == json, "an unchanged rig changes nothing");
        let mut other = rig.clone();
        other.joints.extend(authored().joints);
        other.colliders.extend(authored().colliders);
        other.joints.iter_mut().for_each(|j| j.name.push('!'));
        vrm::write_springs(&mut document, &other, &nodes);
        let again = vrm_of(&document, &nodes);
        prop_assert!(again.springs.len() >= rig.joints.len());
        vrm::write_springs(&mut document, &Rig::default(), &nodes);
        prop_assert!(vrm::read(document.json(), &nodes).is_none_or(|v| v.springs.is_empty()));
    }
}
