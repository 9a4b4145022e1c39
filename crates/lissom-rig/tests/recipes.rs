//! Recipes bring any body to life.

mod bodies;

use glam::{Quat, Vec3};
use lissom_rig::creature::Recipe;
use lissom_rig::field::{Evaluated, evaluate};
use lissom_rig::{Actor, Character, Creature, Cue, Rig, TetMesh, Tets};
use proptest::prelude::*;

/// How far vertices move within a second, relative to the size of the body.
fn motion(mesh: &TetMesh, creature: Creature) -> f32 {
    let mut character = Character::default();
    character.skeleton.add("root", None, Vec3::ZERO);
    character.tets.push(Tets { name: "body".into(), mesh: mesh.clone(), ..Tets::default() });
    let rig = Rig { creatures: vec![creature], gravity: lissom_rig::rig::Gravity([0.0; 3]), ..Rig::default() };
    let pose = character.skeleton.rest_local();
    let mut actor = Actor::new(character, &rig).expect("it fits");
    let size = mesh.positions.iter().map(|p| p.distance(mesh.positions[0])).fold(0.0, f32::max);
    let mut most = 0.0_f32;
    for _ in 0..90 {
        actor.step(&Cue::new(1.0 / 60.0, &pose));
        for (now, rest) in actor.world.poses().positions().iter().zip(&mesh.positions) {
            let way = Vec3::from_array(*now).distance(*rest);
            assert!(way.is_finite());
            most = most.max(way / size);
        }
    }
    most
}

#[test]
fn every_recipe_moves_every_body() {
    let mut turned = bodies::bar([2, 2, 9], 0.1);
    let turn = Quat::from_rotation_x(0.7) * Quat::from_rotation_y(0.4);
    turned.positions.iter_mut().for_each(|p| *p = turn * *p + Vec3::new(3.0, -1.0, 2.0));
    let bell = bodies::bell(12, 5, 2, 0.2);
    for (name, mesh) in [("bar", &turned), ("bell", &bell), ("cube", &bodies::bar([4, 4, 4], 0.1))] {
        for recipe in Recipe::ALL {
            let creature = recipe.on(mesh, &Creature::new("body"));
            let way = motion(mesh, creature);
            assert!((0.01..1.0).contains(&way), "{} of a {name}: {way}", recipe.name());
        }
    }
}

/// How many vertices have their first direction along another. At the ends layers lie across, and turn it aside.
fn share_along(fields: &Evaluated, along: Vec3) -> f32 {
    let near = fields.frames.iter().filter(|f| Vec3::from(f[0]).dot(along).abs() > 0.95);
    near.count() as f32 / fields.frames.len() as f32
}

#[test]
fn a_worm_goes_along_its_longest_side_and_a_jellyfish_around_its_axis() {
    let mut bar = bodies::bar([2, 2, 9], 0.1);
    let turn = Quat::from_rotation_x(0.7);
    bar.positions.iter_mut().for_each(|p| *p = turn * *p);
    let worm = evaluate(&bar, &Recipe::Worm.on(&bar, &Creature::new("body")).fields).expect("fields");
    let along = turn * Vec3::Z;
    assert!(share_along(&worm, along) > 0.7, "{}", share_along(&worm, along));
    let lowest = worm.delay.iter().copied().fold(1.0, f32::min);
    let highest = worm.delay.iter().copied().fold(0.0, f32::max);
    assert!(lowest < 0.05 && highest > 0.95, "{lowest} {highest}");

    let bell = bodies::bell(16, 6, 2, 0.2);
    let fields = evaluate(&bell, &Recipe::Jellyfish.on(&bell, &Creature::new("body")).fields).expect("fields");
    let rim = bell.positions.iter().zip(&fields.frames).zip(&fields.delay).filter(|((p, _), _)| p.y < 0.5);
    for ((p, frame), delay) in rim {
        let around = Vec3::Y.cross(*p).normalize();
        assert!(Vec3::from(frame[0]).dot(around).abs() > 0.8, "{p} {frame:?}");
        assert!(*delay > 0.3, "the rim comes last: {p} {delay}");
    }
}

#[test]
fn bodies_without_volume_get_nothing() {
    let flat =
        TetMesh { positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE.with_z(0.0)], tets: vec![[0, 1, 2, 3]] };
    let lost = TetMesh { positions: vec![Vec3::ZERO], tets: vec![[0, 1, 2, 3]] };
    for mesh in [TetMesh::default(), flat, lost] {
        for recipe in Recipe::ALL {
            assert_eq!(recipe.on(&mesh, &Creature::new("body")).fields, Default::default());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..Default::default() })]

    /// Wherever a body is, however it is turned and however large it is.
    #[test]
    fn recipes_go_with_the_body(turn in prop::array::uniform3(-3.0_f32..3.0), size in -2.0_f32..2.0, far in -5.0_f32..5.0) {
        let turn = Quat::from_scaled_axis(Vec3::from(turn));
        let mut body = bodies::bar([2, 3, 7], 0.1);
        body.positions.iter_mut().for_each(|p| *p = turn * *p * size.exp() + far);
        for recipe in Recipe::ALL {
            let made = recipe.on(&body, &Creature::new("body"));
            let fields = evaluate(&body, &made.fields).expect("fields");
            prop_assert!(fields.frames.iter().flatten().flatten().all(|x| x.is_finite()), "{}", recipe.name());
            prop_assert!(fields.layer.iter().all(|x| (-0.5..1.5).contains(x)), "{}", recipe.name());
            if recipe == Recipe::Worm {
                let along = turn * Vec3::Z;
                prop_assert!(share_along(&fields, along) > 0.7, "{}", share_along(&fields, along));
                let (low, high) = fields.delay.iter().fold((1.0_f32, 0.0_f32), |(l, h), d| (l.min(*d), h.max(*d)));
                prop_assert!(low < 0.1 && high > 0.9, "{low} {high}");
            }
        }
    }
}
