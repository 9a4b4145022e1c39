//! \[PD09\] Fig. 7: the snail answers a touch, and a stone in its way.

mod watch;

use glam::Vec3;
use lissom_rig::actor::boneless::nearest;
use lissom_scenes::figures::snail;
use lissom_scenes::scenes::snail::{TAP, TAP_SECS};
use watch::{DT, mean, places, play, slice, until};

/// What counts as moving, m.
const MOVES: f32 = 0.001;

#[test]
fn a_touch_runs_through_the_snail_and_it_comes_to_rest() {
    let mut play = play("snail", "touch");
    let rest = places(&play);
    let tets = play.actor.character.tets[0].mesh.clone();
    let touched = nearest(&tets, Vec3::from_array(TAP));
    let far = |k: &usize| rest[*k].distance(rest[touched]);
    let farthest = (0..rest.len()).max_by(|a, b| far(a).total_cmp(&far(b))).expect("vertices");
    // When each first moves, and how far at most.
    let mut first = vec![f64::INFINITY; rest.len()];
    let mut most = vec![0.0_f32; rest.len()];
    let mut before = 0.0_f32;
    while play.time_secs() < play.scene.seconds - 0.5 * DT {
        play.step(DT);
        for (k, (now, start)) in places(&play).iter().zip(&rest).enumerate() {
            let off = now.distance(*start);
            most[k] = most[k].max(off);
            if off > MOVES {
                first[k] = first[k].min(play.time_secs());
            }
        }
        if play.time_secs() < TAP_SECS - 0.5 * DT {
            before = most.iter().copied().fold(0.0, f32::max);
        }
    }
    let left = places(&play).iter().zip(&rest).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    println!("before the touch {before:e} m; touched {} m from {:.2} s", most[touched], first[touched]);
    println!("farthest {} m from {:.2} s; in the end {left:e} m", most[farthest], first[farthest]);
    assert!(before < 0.1 * MOVES, "it moves by {before} m before it is touched");
    assert!(first.iter().all(|t| *t > TAP_SECS), "something moves before it is touched");
    assert!(most[touched] > 0.05, "{} m where it is touched", most[touched]);
    assert!(most[farthest] > 5.0 * MOVES, "{} m at the far end", most[farthest]);
    assert!(first[farthest] > first[touched] + 0.2, "{} s and {} s", first[touched], first[farthest]);
    assert!(most[farthest] < 0.5 * most[touched], "{} m and {} m", most[touched], most[farthest]);
    assert!(left < MOVES, "in the end it is {left} m off");
}

#[test]
fn a_stone_makes_the_snail_draw_back() {
    let mut play = play("snail", "obstacle");
    let rest = places(&play);
    let head: Vec<usize> = slice(&rest, 1, 0.55, 0.72).into_iter().filter(|&k| rest[k].z > 0.3).collect();
    let head_at = |now: &[Vec3]| mean(now, head.iter().copied());
    let (stone, radius) = snail::STONE;
    let gap = |now: &[Vec3]| now.iter().map(|p| p.distance(stone) - radius).fold(f32::MAX, f32::min);
    let strongest = |play: &lissom_scenes::scene::Play| {
        play.actor.world.poses().excitation().iter().fold(0.0_f32, |low, e| low.min(*e))
    };
    let start = head_at(&rest);
    while gap(&places(&play)) > 0.0005 {
        assert!(strongest(&play) > -0.1, "it answers before it touches the stone, at {} s", play.time_secs());
        assert!(play.time_secs() < 5.0, "it never gets there");
        play.step(DT);
    }
    let (met, met_secs) = (head_at(&places(&play)), play.time_secs());
    assert!(met.z > start.z + 0.04, "it went from {start} to {met}");
    let (mut shortest, mut excited, mut deepest) = (f32::MAX, 0.0_f32, 0.0_f32);
    while play.time_secs() < met_secs + 2.0 {
        play.step(DT);
        let now = places(&play);
        shortest = shortest.min(head_at(&now).y);
        excited = excited.min(strongest(&play));
        deepest = deepest.min(gap(&now));
    }
    println!("met at {met_secs:.2} s; the head goes from {met} down to {shortest}, {excited:.2}, {deepest:.4} m deep");
    assert!(excited < -0.5, "{excited}");
    assert!(met.y - shortest > 0.08, "the head goes from {met} down to {shortest} only");
    assert!(deepest > -0.001, "{deepest} m into the stone");
    until(&mut play, 8.0);
    let again = head_at(&places(&play));
    println!("in the end {again}");
    assert!((again.y - start.y).abs() < 0.03, "it comes out again to {again}");
}
