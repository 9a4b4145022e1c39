//! The right ventricle: a wall that stands on the outside of the left one along a line down one side, under and up
//! the other, and reaches a little above the base where the blood leaves.

use super::{AROUND, FULL_RINGS, angle, left, outward, posed};
use crate::model::dome::Dome;
use crate::model::web::{TetBuilder, Web, spoke};
use glam::{Vec2, Vec3};
use std::collections::BTreeMap;

/// The spokes of the left ventricle between which it stands, and the ring of its lower edge.
pub const SPOKES: [usize; 2] = [3, 13];
pub const LOWEST: usize = 4;
pub const COLUMNS: usize = SPOKES[1] - SPOKES[0];
/// Rings above its lower edge, up to the base.
pub const ROWS: usize = FULL_RINGS + 2 - LOWEST;
/// Widest room between the walls, and thickness of its own.
const ROOM: f32 = 0.155;
const THICKNESS: f32 = 0.046;
/// The columns of the outlet, and how high it stands.
pub const OUTLET: [usize; 2] = [2, 5];
const OUTLET_HEIGHT: f32 = 0.06;

/// A place of its wall, upright: shares across and up, depth from outside (0) to inside (1).
pub fn wall(across: f32, up: f32, depth: f32) -> Vec3 {
    let spoke = SPOKES[0] as f32 + COLUMNS as f32 * across;
    let round = Vec2::from_angle(std::f32::consts::TAU * spoke / AROUND as f32);
    let base = left(angle(LOWEST as f32 + ROWS as f32 * up.min(1.0)), round, 0.0);
    let room = ROOM * (1.0 - (1.0 - 2.0 * across).abs().powf(2.8)) * (0.42 + 0.58 * up.min(1.0).powf(0.8));
    let lift = (up - 1.0).max(0.0) * ROWS as f32 * OUTLET_HEIGHT;
    base + outward(base) * (room + THICKNESS * (1.0 - depth)) + Vec3::new(0.0, lift, 0.0)
}

/// A web under construction whose places know their vertices inside and outside.
#[derive(Default)]
struct Pieces {
    web: Web,
    inside: Vec<u32>,
    outside: Vec<u32>,
}

impl Pieces {
    fn place(&mut self, label: u8, inside: u32, outside: u32) -> usize {
        self.web.labels.push(label);
        self.inside.push(inside);
        self.outside.push(outside);
        self.inside.len() - 1
    }
}

/// Adds it to the left ventricle, whose outermost layer are the first vertices.
pub fn add(body: &mut TetBuilder, dome: &Dome) {
    let on_left = |ring: usize, spoke: usize| dome.at(ring, spoke) as u32;
    let mut pieces = Pieces::default();
    let mut grid = BTreeMap::new();
    for j in 0..=ROWS + 1 {
        for i in 0..=COLUMNS {
            let corner = j == 0 && (i == 0 || i == COLUMNS);
            let above = j > ROWS && !(OUTLET[0]..=OUTLET[1]).contains(&i);
            if corner || above {
                continue;
            }
            let (ring, spoke) = (LOWEST + j, SPOKES[0] + i);
            // Its edge is as wide as its wall is thick, and lies on the left ventricle.
            let ends = match (i, j) {
                (0, _) => [on_left(ring, spoke), on_left(ring, spoke - 1)],
                (COLUMNS, _) => [on_left(ring, spoke), on_left(ring, spoke + 1)],
                (_, 0) => [on_left(ring, spoke), on_left(ring - 1, spoke)],
                _ => [1.0, 0.0]
                    .map(|depth| body.vertex(posed(wall(i as f32 / COLUMNS as f32, j as f32 / ROWS as f32, depth)))),
            };
            grid.insert((i, j), pieces.place(dome.label(ring, spoke), ends[0], ends[1]));
        }
    }
    for j in 0..=ROWS {
        for i in 0..COLUMNS {
            let [a, b, c, d] = [(i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1)].map(|k| grid.get(&k).copied());
            let even = dome.is_even(LOWEST + j, SPOKES[0] + i);
            match [a, b, c, d] {
                [Some(a), Some(b), Some(c), Some(d)] => {
                    pieces.web.triangles.extend(if even { [[a, b, d], [a, d, c]] } else { [[a, b, c], [b, d, c]] });
                }
                [None, Some(q), Some(p), Some(m)] if j == 0 => {
                    let (ring, spoke) = (LOWEST, SPOKES[0]);
                    turn_corner(
                        &mut pieces,
                        [p, q, m],
                        [on_left(ring, spoke - 1), on_left(ring, spoke), on_left(ring - 1, spoke)],
                    );
                }
                [Some(q), None, Some(m), Some(p)] if j == 0 => {
                    let (ring, spoke) = (LOWEST, SPOKES[1]);
                    turn_corner(
                        &mut pieces,
                        [p, q, m],
                        [on_left(ring, spoke + 1), on_left(ring, spoke), on_left(ring - 1, spoke)],
                    );
                }
                _ => {}
            }
        }
    }
    body.sweep(&pieces.web, &[pieces.inside, pieces.outside]);
}

/// Where the edge turns from the side to the bottom: `p` is the last place of the side, `q` the first of the bottom and
/// `m` the place of the wall next to both. The outside of the edge goes round the corner by three vertices more.
fn turn_corner(pieces: &mut Pieces, [p, q, m]: [usize; 3], round: [u32; 3]) {
    let mut again = |k: usize, outside: u32| pieces.place(pieces.web.labels[k], pieces.inside[k], outside);
    let fan = [p, again(p, round[0]), again(p, round[1]), again(q, round[1]), again(q, round[2]), q];
    pieces.web.triangles.extend(fan.windows(2).map(|w| [w[0], w[1], m]));
}

/// The direction of a spoke that may lie between two.
pub fn direction(k: f32) -> Vec2 {
    if k.fract() == 0.0 {
        spoke(k as usize, AROUND)
    } else {
        Vec2::from_angle(std::f32::consts::TAU * k / AROUND as f32)
    }
}
