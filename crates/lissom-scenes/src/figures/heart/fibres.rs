//! The heart's fields: fibres wind round it, layers go through its walls.
//!
//! As in a real heart the spiral turns over within the wall: one way outside, round the middle, the other way inside.
//! The outside has the longer lever, so the apex turns its way, half as far as by a spiral that is the same throughout.

use super::right::{self, COLUMNS, ROWS, SPOKES};
use super::{AROUND, FULL, angle, left, posed};
use crate::figures::boneless::{dabs, stroke};
use crate::model::web::spoke;
use glam::Vec2;
use lissom_rig::{Dab, Fields, Stroke};
use std::f32::consts::TAU;

/// How far a fibre outside turns round the heart on its way from the base to the apex; inside as far the other way.
const TURN: f32 = 0.62 * TAU;

/// First direction in spirals, second through the walls, strength 1, delay from the apex to the base.
pub fn fields() -> Fields {
    let rings = (0..14).map(|r| r as f32);
    let on = |depth: f32| {
        let all = (0..14).flat_map(|ring: usize| (0..12).map(move |k| (ring, k)));
        let kept = all.filter(|(ring, k)| *ring > 1 || k % 2 == 0 && (*ring == 1 || *k == 0));
        kept.map(move |(ring, k)| posed(left(angle(ring as f32), spoke(k, 12), depth)))
    };
    // The left ventricle's outside is outside also where the right one covers it: it is one wall all round.
    let room = |depth: f32| {
        (1..=ROWS).flat_map(move |j| {
            (1..COLUMNS).map(move |i| posed(right::wall(i as f32 / COLUMNS as f32, j as f32 / ROWS as f32, depth)))
        })
    };
    let layer = [dabs(0.0, on(0.0)), dabs(1.0, on(1.0)), dabs(0.0, room(0.0)), dabs(1.0, room(1.0))].concat();
    let delay = |ring: f32| {
        (0..6).map(move |k| Dab { at: posed(left(angle(ring), spoke(k, 6), 0.5)).to_array(), value: ring / 13.0 })
    };
    let spirals =
        [(TURN, 0.0), (-TURN, 1.0)].into_iter().flat_map(|way| (0..6).map(move |k| fibre(k as f32 / 6.0, way)));
    let direction = spirals.chain((0..7).map(hoop)).chain((0..3).map(right_fibre)).collect();
    let strength = Vec::new();
    Fields { layer, direction, strength, delay: rings.step_by(2).flat_map(delay).collect(), ..Fields::default() }
}

/// A fibre of the left wall from the base down to the apex: how far it turns, and how deep it is.
fn fibre(start: f32, (turn, depth): (f32, f32)) -> Stroke {
    let at = |i: i32| {
        let t = i as f32 / 20.0;
        let round = Vec2::from_angle(TAU * start + turn * t);
        posed(left(FULL[1] - (FULL[1] - 0.25) * t, round, depth))
    };
    stroke((0..=20).map(at))
}

/// A fibre round the middle of the left wall.
fn hoop(k: i32) -> Stroke {
    let height = 0.3 + (FULL[1] - 0.3) * k as f32 / 6.0;
    stroke((0..=24).map(|i| posed(left(height, spoke(i, 24), 0.5))))
}

/// A fibre of the right wall, at the same slope.
fn right_fibre(k: i32) -> Stroke {
    let span = TAU * (SPOKES[1] - SPOKES[0]) as f32 / AROUND as f32;
    let drop = (FULL[1] - 0.25) * span / TURN / (angle((4 + ROWS) as f32) - angle(4.0));
    let at = |i: i32| {
        let across = 0.1 + 0.8 * i as f32 / 10.0;
        let up = 1.0 - 0.25 * (k - 1) as f32 - drop * (across - 0.1);
        (across, up)
    };
    let inside = |(_, up): &(f32, f32)| (0.1..=1.0).contains(up);
    stroke((0..=10).map(at).filter(inside).map(|(across, up)| posed(right::wall(across, up, 0.5))))
}
