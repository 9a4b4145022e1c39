//! The boneless creatures: their tetrahedra are sound, symmetric, and as many as in the paper.

mod tets;

use glam::Vec3;
use lissom_rig::{Character, Fields, TetMesh};
use lissom_scenes::figures::{bar, belly, bowel, companion, girl, heart, jellyfish, snail, worm};
use tets::{Report, report};

fn body(character: &Character) -> &TetMesh {
    &character.tets[0].mesh
}

#[track_caller]
fn sound(character: &Character, vertices: usize, least_angle: f64, reach: f32) -> Report {
    let found = report(body(character));
    println!("{}: {found:?}, {} triangles", character.name, character.triangle_count());
    assert_eq!(body(character).positions.len(), vertices, "{}", character.name);
    found.check(&character.name, least_angle);
    character.check().expect("a sound character");
    tets::carries(character, reach);
    found
}

/// Across x, and across z.
const ACROSS: [Vec3; 2] = [Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.0, 1.0, -1.0)];

#[test]
fn bars_are_sound_and_symmetric() {
    for (cells, vertices) in [([12, 2, 2], 117), ([12, 3, 3], 208), ([24, 4, 4], 625)] {
        let bar = bar::character_of(cells);
        sound(&bar, vertices, 50.0, 0.001);
        if cells[1] % 2 == 0 {
            ACROSS.into_iter().for_each(|flip| tets::symmetric(body(&bar), flip));
        }
        assert!((bar::tets(cells).volume() - 0.048).abs() < 1e-6);
    }
}

#[test]
fn worms_are_sound_and_symmetric() {
    for (worm, vertices) in [(worm::character(), 470), (worm::short_worm(0), 73)] {
        sound(&worm, vertices, 10.0, 0.04);
        ACROSS.into_iter().for_each(|flip| tets::symmetric(body(&worm), flip));
        let low = body(&worm).positions.iter().fold(f32::INFINITY, |a, p| a.min(p.y));
        assert!((0.0..0.01).contains(&low), "{low}");
    }
    assert!(worm::short_worm(3).triangle_count() < 500, "{}", worm::short_worm(3).triangle_count());
}

#[test]
fn jellyfish_are_sound_and_symmetric() {
    for (jellyfish, vertices) in [(jellyfish::character(), 854), (jellyfish::small_jellyfish(0), 315)] {
        sound(&jellyfish, vertices, 10.0, 0.03);
        ACROSS.into_iter().for_each(|flip| tets::symmetric(body(&jellyfish), flip));
    }
}

#[test]
fn the_bowel_is_sound_and_its_bends_do_not_touch() {
    let bowel = bowel::character();
    sound(&bowel, 1576, 10.0, 0.02);
    let places = &body(&bowel).positions;
    let rings = bowel::rings();
    assert_eq!(rings.len(), bowel::SLICES);
    for (i, [outside, inside]) in rings.iter().enumerate() {
        let (centre, along) = bowel::centreline(i as f32 / (bowel::SLICES - 1) as f32);
        let radius = |ring: &[u32]| {
            let off = |k: &u32| places[*k as usize] - centre;
            assert!(ring.iter().all(|k| off(k).dot(along).abs() < 1e-4));
            ring.iter().map(|k| off(k).length()).sum::<f32>() / ring.len() as f32
        };
        let (outer, inner) = (radius(outside), radius(inside));
        assert!(outer - inner > 0.03 && (0.095..0.13).contains(&outer), "{i}: {outer}, {inner}");
    }
    let gap = |a: &[u32], b: &[u32]| {
        let pairs = a.iter().flat_map(|i| b.iter().map(move |j| (*i, *j)));
        pairs.map(|(i, j)| places[i as usize].distance(places[j as usize])).fold(f32::INFINITY, f32::min)
    };
    for i in 0..rings.len() {
        for j in i + 12..rings.len() {
            let gap = gap(&rings[i][0], &rings[j][0]);
            assert!(gap > 0.1, "slices {i} and {j}: {gap}");
        }
    }
}

#[test]
fn the_heart_is_sound_and_its_wall_is_thick() {
    let heart = heart::character();
    sound(&heart, 1302, 10.0, 0.2);
    let places = &body(&heart).positions;
    let left = heart::left_ventricle();
    let volume = left.cavity(places);
    assert!(volume > 0.3 * body(&heart).volume(), "{volume} of {}", body(&heart).volume());
    let wall = left.thickness(places);
    assert!((0.07..0.11).contains(&wall), "{wall}");
    assert!(left.twist(places, places).abs() < 1e-6);
    let (base, apex) = heart::axis();
    let turn = glam::Quat::from_axis_angle((base - apex).normalize(), 0.2);
    let turned: Vec<Vec3> = places.iter().map(|p| apex + turn * (*p - apex)).collect();
    assert!((left.cavity(&turned) / volume - 1.0).abs() < 1e-4);
    let top = &left.outer[left.outer.len() - 1];
    let wrung = (0..places.len()).map(|k| if top.contains(&(k as u32)) { places[k] } else { turned[k] });
    let twist = left.twist(places, &wrung.collect::<Vec<_>>());
    assert!((twist - 0.2).abs() < 1e-3, "{twist}");
}

#[test]
fn the_snail_is_sound_and_the_same_on_both_sides() {
    let snail = snail::character();
    let count = body(&snail).positions.len();
    assert!((600..=1000).contains(&count), "{count}");
    sound(&snail, count, 10.0, 0.06);
    tets::symmetric(body(&snail), ACROSS[0]);
}

#[test]
fn the_companion_is_sound_and_the_same_on_both_sides() {
    let companion = companion::character();
    sound(&companion, 166, 10.0, 0.06);
    tets::symmetric(body(&companion), ACROSS[0]);
}

#[test]
fn a_belly_is_held_by_its_back() {
    let mut girl = girl::character();
    let belly = belly::Belly::on(&girl.skeleton, 0.075);
    belly.add_to(&mut girl, lissom_rig::Material::toon(0xFFFFFF, 0xCCCCCC));
    let count = body(&girl).positions.len();
    assert!((100..=200).contains(&count), "{count}");
    sound(&girl, count, 10.0, 0.005);
    tets::symmetric(body(&girl), ACROSS[0]);
    let held = belly.held();
    let held = body(&girl).positions.iter().filter(|p| held.iter().any(|area| area.depth(**p) > 0.0)).count();
    assert!(held > count / 3 && held < count * 2 / 3, "{held} of {count}");
}

#[test]
fn fields_are_painted_on_their_bodies() {
    let girl = girl::character();
    let belly = belly::Belly::on(&girl.skeleton, 0.075);
    let list: [(TetMesh, Vec<Fields>); 9] = [
        (body(&bar::character()).clone(), vec![bar::fields(), bar::fields_bend(), bar::fields_wave()]),
        (worm::tets(), vec![worm::fields(), worm::fields_bend()]),
        (worm::short_tets(), vec![worm::short_fields()]),
        (jellyfish::tets(), vec![jellyfish::fields()]),
        (jellyfish::small_tets(), vec![jellyfish::small_fields()]),
        (heart::tets(), vec![heart::fields()]),
        (bowel::tets(), vec![bowel::fields()]),
        (snail::tets(), vec![snail::fields()]),
        (companion::tets(), vec![companion::fields()]),
    ];
    let belly = [(belly.mesh(), vec![belly.fields()])];
    for (tets, painted) in list.into_iter().chain(belly) {
        let edge = tets.mean_edge();
        let near = |p: Vec3| tets.positions.iter().map(|q| q.distance(p)).fold(f32::INFINITY, f32::min);
        for fields in painted {
            let dabs = [&fields.layer, &fields.strength, &fields.delay].map(|d| d.as_slice()).concat();
            assert!(dabs.iter().all(|d| near(d.at.into()) < 1.5 * edge));
            assert!(fields.layer.iter().all(|d| (0.0..=1.0).contains(&d.value)));
            assert!([0.0, 1.0].iter().all(|v| fields.layer.iter().any(|d| d.value == *v)));
            assert!(fields.strength.iter().all(|d| d.value.abs() <= 1.0));
            assert!(fields.delay.iter().all(|d| (0.0..=1.0).contains(&d.value)));
            assert!(fields.layer.len() <= 500, "{}", fields.layer.len());
            assert!(!fields.direction.is_empty());
            for stroke in &fields.direction {
                assert!(stroke.points.len() > 1 && stroke.points.iter().all(|p| near((*p).into()) < 1.5 * edge));
            }
        }
    }
}
