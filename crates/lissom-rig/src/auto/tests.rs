use glam::Vec3;
use proptest::prelude::*;

use super::*;
use crate::actor::Actor;
use crate::character::{Material, Mesh, Skeleton};
use crate::check::{Severity, check};

/// Bones given as name, parent and place. Those with a radius have a tube of skin around the way to the first bone that
/// hangs on them, or straight on.
fn character(bones: &[(&str, Option<usize>, [f32; 3], f32)]) -> Character {
    let mut skeleton = Skeleton::default();
    for (name, parent, place, _) in bones {
        skeleton.add(name, *parent, Vec3::from_array(*place));
    }
    let place = |k: usize| Vec3::from_array(bones[k].2);
    let (mut positions, mut follows, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
    for (k, (_, parent, _, radius)) in bones.iter().enumerate().filter(|(_, b)| b.3 > 0.0) {
        let child = bones.iter().position(|b| b.1 == Some(k) && b.3 > 0.0).map(|c| place(c) - place(k));
        let way = child.or(parent.map(|p| place(k) - place(p))).filter(|w| w.length() > 0.0).unwrap_or(Vec3::Y * 0.1);
        let (x, y) = way.normalize().any_orthonormal_pair();
        let first = positions.len() as u32;
        for j in 0..16 {
            let (sin, cos) = (j as f32 * std::f32::consts::TAU / 16.0).sin_cos();
            let around = (x * cos + y * sin) * *radius;
            positions.extend([place(k) + around, place(k) + way + around]);
            let [a, b] = [2 * j, 2 * ((j + 1) % 16)].map(|v| first + v as u32);
            triangles.extend([[a, b, a + 1], [b, b + 1, a + 1]]);
        }
        follows.resize(positions.len(), [k as u16, 0, 0, 0]);
    }
    let mesh = Mesh {
        name: "skin".to_owned(),
        part: "body".to_owned(),
        material: Material::flat(0),
        normals: vec![Vec3::Y; positions.len()],
        weights: vec![[1.0, 0.0, 0.0, 0.0]; positions.len()],
        bones: follows,
        positions,
        triangles,
        morphs: Vec::new(),
    };
    Character { skeleton, meshes: vec![mesh], ..Character::default() }
}

/// A row of bones along z, the first one on a parent.
fn row(
    bones: &mut Vec<(&'static str, Option<usize>, [f32; 3], f32)>,
    parent: usize,
    from: [f32; 3],
    radius: f32,
    names: &[&'static str],
) {
    for (k, name) in names.iter().enumerate() {
        let on = if k == 0 { parent } else { bones.len() - 1 };
        let radius = if name.ends_with("_end") { 0.0 } else { radius };
        bones.push((name, Some(on), [from[0], from[1], from[2] - 0.1 * k as f32], radius));
    }
}

fn found(proposal: &Proposal) -> Vec<(&str, usize)> {
    proposal.rig.joints.iter().map(|j| (j.name.as_str(), j.bones.len())).collect()
}

#[test]
fn named_chains_are_found_and_measured_the_same_on_both_sides() {
    let mut bones = vec![("root", None, [0.0; 3], 0.0), ("Hips", Some(0), [0.0, 0.6, 0.0], 0.15)];
    bones.push(("Head", Some(1), [0.0, 0.8, 0.5], 0.15));
    row(&mut bones, 2, [0.1, 0.9, 0.4], 0.02, &["Ear1.L", "Ear2.L", "Ear3.L", "Ear3.L_end"]);
    row(&mut bones, 2, [-0.1, 0.9, 0.4], 0.03, &["Ear1.R", "Ear2.R", "Ear3.R", "Ear3.R_end"]);
    row(&mut bones, 1, [0.0, 0.6, 0.0], 0.05, &["Tail1", "Tail2", "Tail3", "Tail4", "Tail4_end"]);
    row(&mut bones, 1, [0.1, 0.5, 0.2], 0.04, &["UpperLeg.L", "LowerLeg.L", "Foot.L"]);
    bones.push(("PoleTarget_tail", Some(0), [0.0, 0.0, 1.0], 0.0));
    let character = character(&bones);
    let proposal = propose(&character);
    assert_eq!(found(&proposal), [("ear.L", 3), ("ear.R", 3), ("tail", 4)]);
    let [left, right, tail] = &proposal.rig.joints[..] else { panic!("three") };
    assert_eq!((left.radius, left.weight_kg, left.tail), (right.radius, right.weight_kg, right.tail));
    // The tail's skin is 0.05 away, but with bones of 0.1 it gets 0.04.
    assert!((left.radius - 0.025).abs() < 0.002 && (tail.radius - 0.04).abs() < 0.003, "{left:?} {tail:?}");
    assert!(tail.tail.is_some_and(|t| (t - 0.1).abs() < 0.01), "{tail:?}");
    assert_eq!((tail.preset, left.preset), (crate::Preset::Tail, crate::Preset::Ear));
    assert_eq!(tail.passes_through, ["Hips"], "it begins inside them");
    let near = |name: &str| proposal.rig.colliders.iter().any(|c| c.part == name);
    assert!(near("Hips") && near("Head") && !near("Tail1"), "{:?}", proposal.rig.colliders);
    assert_eq!(check(&proposal.rig, &character), []);
}

#[test]
fn rows_without_telling_names_are_chains_and_legs_are_not() {
    let names = ["Bone.1", "Bone.2", "Bone.3", "Bone.4", "Bone.5", "Bone.6", "Bone.7"];
    let mut snake = vec![("root", None, [0.0; 3], 0.0)];
    row(&mut snake, 0, [0.0; 3], 0.03, &names);
    assert_eq!(found(&propose(&character(&snake))), [("Bone.1", 7)]);
    let mut legs = vec![("root", None, [0.0, 1.0, 0.0], 0.2)];
    for x in [-0.2, 0.2] {
        for k in 0..7 {
            let on = if k == 0 { 0 } else { legs.len() - 1 };
            legs.push(("Bone", Some(on), [x, 0.8 - 0.12 * k as f32, 0.0], 0.03));
        }
    }
    assert_eq!(found(&propose(&character(&legs))), []);
    let mut balls = vec![("root", None, [0.0; 3], 0.1), ("head", Some(0), [0.0, 1.0, 0.0], 0.1)];
    row(&mut balls, 1, [0.3, 1.0, 0.0], 0.03, &["ball.001", "ball.002", "ball.003", "ball.004"]);
    row(&mut balls, 1, [0.5, 1.0, 0.0], 0.03, &["Bone", "Bone.001", "Bone.002", "Bone.003"]);
    assert_eq!(found(&propose(&character(&balls))), [("ball.001", 4)]);
}

#[test]
fn what_branches_is_several_chains_and_what_cannot_turn_is_none() {
    let mut bones = vec![("head", None, [0.0, 1.0, 0.0], 0.1), ("hair_root", Some(0), [0.0, 1.1, 0.0], 0.0)];
    row(&mut bones, 1, [0.1, 1.1, -0.1], 0.02, &["hair_a1", "hair_a2"]);
    row(&mut bones, 1, [-0.1, 1.1, -0.1], 0.02, &["hair_b1", "hair_b2", "hair_b3"]);
    bones.push(("ribbon", Some(0), [0.0, 1.2, 0.0], 0.02));
    let knot = bones.len() - 1;
    row(&mut bones, knot, [0.1, 1.2, 0.0], 0.02, &["ribbon_L"]);
    row(&mut bones, knot, [-0.1, 1.2, 0.0], 0.02, &["ribbon_R"]);
    bones.push(("antenna", Some(0), [0.0, 1.2, 0.0], 0.02));
    let proposal = propose(&character(&bones));
    assert_eq!(found(&proposal), [("hair_a1", 2), ("hair_b1", 3), ("ribbon", 3), ("antenna", 1)]);
    assert!(proposal.rig.joints[3].tail.is_some_and(|t| (t - 0.2).abs() < 0.01), "its skin goes straight on");
    let cape = [
        ("chest", None, [0.0; 3], 0.1),
        ("cape", Some(0), [0.0, 0.1, 0.0], 0.02),
        ("ik", Some(1), [0.0, -1.0, 0.0], 0.01),
    ];
    let proposal = propose(&character(&cape));
    assert!(found(&proposal).is_empty() && proposal.notes[0].contains("`cape` has no bone to turn to"), "{proposal:?}");
}

#[test]
fn centimetres_are_noticed() {
    let mut bones = vec![("Hips", None, [0.0; 3], 15.0)];
    for k in 0..4 {
        bones.push((["tail1", "tail2", "tail3", "tail4"][k], Some(k), [0.0, 0.0, -30.0 * (k + 1) as f32], 4.0));
    }
    let proposal = propose(&character(&bones));
    assert_eq!(proposal.rig.gravity, Gravity([0.0, -981.0, 0.0]));
    assert!(proposal.notes[0].contains("centimetre") && proposal.rig.joints[0].weight_kg < 10.0, "{proposal:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn whatever_the_skeleton_the_rig_can_be_simulated(
        bones in prop::collection::vec((0..14_usize, any::<prop::sample::Index>(), [-1.0..1.0_f32, -1.0..1.0, -1.0..1.0], -0.1..0.2_f32), 1..24)
    ) {
        const WORDS: [&str; 14] = ["tail", "ear.L", "ear.R", "hair", "skirt", "head", "hips", "arm.L", "Bone", "neck", "tail_end", "ik", "ribbon", "x"];
        let names: Vec<String> = bones.iter().enumerate().map(|(k, b)| format!("{}{k}", WORDS[b.0])).collect();
        let bones: Vec<(&str, Option<usize>, [f32; 3], f32)> = bones.iter().enumerate()
            .map(|(k, b)| (names[k].as_str(), (k > 0).then(|| b.1.index(k)), b.2, b.3))
            .collect();
        let character = character(&bones);
        let rig = propose(&character).rig;
        let errors: Vec<_> = check(&rig, &character).into_iter().filter(|p| p.severity == Severity::Error).collect();
        prop_assert!(errors.is_empty(), "{errors:?}");
        let made = Actor::new(character, &rig);
        prop_assert!(made.is_ok(), "{:?}", made.err());
    }
}

#[test]
fn a_collider_is_fitted_to_what_follows_a_bone() {
    let arms = [
        ("hips", None, [0.0, 1.0, 0.0], 0.0),
        ("arm.L", Some(0), [0.2, 1.4, 0.0], 0.05),
        ("hand.L", Some(1), [0.7, 1.4, 0.0], 0.0),
        ("arm.R", Some(0), [-0.2, 1.4, 0.0], 0.05),
        ("hand.R", Some(3), [-0.7, 1.4, 0.0], 0.0),
    ];
    let character = character(&arms);
    let Some(ColliderShape::Capsule { ends, radii }) = fit(&character, 1) else { panic!("an arm is a capsule") };
    assert!((radii[0] - 0.05).abs() < 0.005, "{radii:?}");
    // Its skin goes on from it in the direction from its parent.
    let (start, along) = (Vec3::new(0.2, 1.4, 0.0), Vec3::new(0.2, 0.4, 0.0).normalize());
    let off = |e: &[f32; 3]| (Vec3::from(*e) - start).reject_from(along).length();
    assert!(ends.iter().all(|e| off(e) < 0.01), "{ends:?}");
    assert_eq!(fit(&character, 0), None, "nothing follows the hips");
    assert_eq!((twin(&character.skeleton, 1), twin(&character.skeleton, 0)), (Some(3), None));
}

#[test]
fn a_chain_from_a_bone_takes_the_longest_line() {
    let mut bones = vec![("root", None, [0.0; 3], 0.0), ("Hips", Some(0), [0.0, 0.6, 0.0], 0.15)];
    row(&mut bones, 1, [0.0, 0.6, 0.0], 0.05, &["q", "r", "s", "s_end"]);
    row(&mut bones, 2, [0.1, 0.6, 0.0], 0.02, &["side"]);
    bones.push(("lone", Some(1), [0.0, 0.9, 0.0], 0.0));
    let character = character(&bones);
    assert!(propose(&character).rig.joints.is_empty(), "their names say nothing");
    let proposal = propose_from(&character, "q");
    assert_eq!(proposal.rig.joints[0].bones, ["q", "r", "s"]);
    assert_eq!((proposal.rig.joints[0].name.as_str(), proposal.rig.joints[0].preset), ("q", Preset::Tail));
    assert!(!proposal.rig.colliders.is_empty(), "something to bump into");
    assert_eq!(check(&proposal.rig, &character).iter().filter(|p| p.severity == Severity::Error).count(), 0);
    // The last one has an end to turn to; another has nothing; one is not there.
    assert_eq!(propose_from(&character, "s").rig.joints[0].bones, ["s", "s_end"]);
    assert_eq!(propose_from(&character, "lone").notes[0].split(';').next(), Some("`lone` has no bone to turn to"));
    assert_eq!(propose_from(&character, "nobody").notes[0], "no bone is named `nobody`");
}
