//! \[PD09\] Fig. 11: the heart and the bowel do what they are for.

mod watch;

use glam::Vec3;
use lissom_rig::TetMesh;
use lissom_scenes::figures::{bowel, heart};
use lissom_scenes::scenes::bowel::CYCLE_SECS;
use lissom_scenes::scenes::heart::BEAT_SECS;
use watch::{DT, places, play, until};

fn volume(mesh: &TetMesh, places: &[Vec3]) -> f64 {
    let six = |t: &[u32; 4]| {
        let [a, b, c, d] = t.map(|k| places[k as usize].as_dvec3());
        (b - a).cross(c - a).dot(d - a)
    };
    mesh.tets.iter().map(six).sum::<f64>() / 6.0
}

#[test]
fn the_left_ventricle_empties_by_thickening_its_wall_and_twisting() {
    let mut play = play("heart", "beat");
    let mesh = play.actor.character.tets[0].mesh.clone();
    let (left, rest) = (heart::left_ventricle(), mesh.positions.clone());
    let (cavity, wall, tissue) = (left.cavity(&rest), left.thickness(&rest), volume(&mesh, &rest));
    until(&mut play, f64::from(BEAT_SECS));
    // A whole beat, after the first.
    let (mut least, mut thickest, mut twist, mut off) = (1.0_f64, 1.0_f64, 0.0_f64, 0.0_f64);
    while play.time_secs() < f64::from(2.0 * BEAT_SECS) {
        play.step(DT);
        let now = places(&play);
        least = least.min(left.cavity(&now) / cavity);
        thickest = thickest.max(left.thickness(&now) / wall);
        twist = twist.max(left.twist(&rest, &now).to_degrees().abs());
        off = off.max((volume(&mesh, &now) / tissue - 1.0).abs());
    }
    println!("cavity {least:.3}, wall {thickest:.3}, twist {twist:.1} deg, tissue within {off:.4}");
    assert!(least <= 0.7, "the cavity keeps {least}");
    assert!(thickest >= 1.15, "the wall is {thickest} times as thick");
    assert!(twist >= 5.0, "the apex twists by {twist} degrees");
    assert!(off <= 0.03, "the tissue's volume is off by {off}");
}

#[test]
fn the_heart_stays_where_it_hangs() {
    let mut play = play("heart", "beat");
    let middle = |x: &[Vec3]| x.iter().sum::<Vec3>() / x.len() as f32;
    let rest = places(&play);
    until(&mut play, f64::from(10.0 * BEAT_SECS));
    let now = places(&play);
    let (moved, far) = (middle(&now).distance(middle(&rest)), rest.iter().zip(&now).map(|(a, b)| a.distance(*b)));
    let far = far.fold(0.0, f32::max);
    println!("after ten beats its middle is {moved:.4} m off, the farthest vertex {far:.4} m");
    assert!(moved < 0.03 && far < 0.08, "{moved} m, {far} m");
}

#[test]
fn a_narrow_place_runs_along_the_bowel() {
    let mut play = play("bowel", "peristalsis");
    let rings = bowel::rings();
    let radius = |x: &[Vec3], ring: &[u32]| {
        let middle = ring.iter().map(|k| x[*k as usize]).sum::<Vec3>() / ring.len() as f32;
        ring.iter().map(|k| x[*k as usize].distance(middle)).sum::<f32>() / ring.len() as f32
    };
    let rest = places(&play);
    let last = (rings.len() - 1) as f32;
    // From when the chart's narrowest place, 0.445 of the cycle late, is at a tenth of the length, to nine tenths.
    let cycle = f64::from(CYCLE_SECS);
    until(&mut play, cycle * (0.445 + 0.1));
    let mut found: Vec<(f32, f32)> = Vec::new();
    while play.time_secs() < cycle * (0.445 + 0.9) + DT {
        let now = places(&play);
        let narrow = |k: usize| radius(&now, &rings[k][0]) / radius(&rest, &rings[k][0]);
        // The next wave sets off at the beginning: look near where this one must be.
        let wanted = (play.time_secs() / cycle - 0.445) as f32;
        let near = (0..rings.len()).filter(|k| (*k as f32 / last - wanted).abs() < 0.3);
        let at = near.min_by(|a, b| narrow(*a).total_cmp(&narrow(*b))).expect("rings");
        let share = at as f32 / last;
        // Not only the narrowest ring: the one that it is the turn of is narrow, from a tenth to nine tenths.
        let due = narrow((wanted * last).round() as usize);
        assert!(due <= 0.8, "{wanted}: {due} of its radius; narrowest at {share}, {}", narrow(at));
        // Furrows give way more than bulges: to one bulge, two slices.
        assert!((share - wanted).abs() < 2.5 / last, "{wanted}: narrowest at {share}");
        found.push((share, due));
        play.step(DT);
    }
    let widest = found.iter().map(|f| f.1).fold(0.0, f32::max);
    println!(
        "narrowest from {} to {}; where it is due, at most {widest} of its radius",
        found[0].0,
        found[found.len() - 1].0
    );
    assert!(found[0].0 <= 0.13 && found[found.len() - 1].0 >= 0.87, "{found:?}");
}
