//! The boneless creatures: their tetrahedra are sound, symmetric, and as many as in the paper.

mod tets;

use glam::Vec3;
use lissom_rig::{Character, TetMesh};
use lissom_scenes::figures::{bar, jellyfish, worm};
use tets::{Report, report};

fn body(character: &Character) -> &TetMesh {
    &character.tets[0].mesh
}

#[track_caller]
fn sound(character: &Character, vertices: usize, least_angle: f64) -> Report {
    let found = report(body(character));
    println!("{}: {found:?}, {} triangles", character.name, character.triangle_count());
    assert_eq!(body(character).positions.len(), vertices, "{}", character.name);
    found.check(&character.name, least_angle);
    tets::carries(character, 0.03);
    found
}

/// Across x, and across z.
const ACROSS: [Vec3; 2] = [Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.0, 1.0, -1.0)];

#[test]
fn bars_are_sound_and_symmetric() {
    for (cells, vertices) in [([12, 2, 2], 117), ([12, 3, 3], 208), ([24, 4, 4], 625)] {
        let bar = bar::character_of(cells);
        sound(&bar, vertices, 50.0);
        if cells[1] % 2 == 0 {
            ACROSS.into_iter().for_each(|flip| tets::symmetric(body(&bar), flip));
        }
        assert!((bar::tets(cells).volume() - 0.048).abs() < 1e-6);
    }
}

#[test]
fn worms_are_sound_and_symmetric() {
    for (worm, vertices) in [(worm::character(), 470), (worm::short_worm(0), 73)] {
        sound(&worm, vertices, 10.0);
        ACROSS.into_iter().for_each(|flip| tets::symmetric(body(&worm), flip));
        let low = body(&worm).positions.iter().fold(f32::INFINITY, |a, p| a.min(p.y));
        assert!((0.0..0.01).contains(&low), "{low}");
    }
    assert!(worm::short_worm(3).triangle_count() < 500, "{}", worm::short_worm(3).triangle_count());
}

#[test]
fn jellyfish_are_sound_and_symmetric() {
    for (jellyfish, vertices) in [(jellyfish::character(), 854), (jellyfish::small_jellyfish(0), 315)] {
        sound(&jellyfish, vertices, 10.0);
        ACROSS.into_iter().for_each(|flip| tets::symmetric(body(&jellyfish), flip));
    }
}
