//! Water: drag on the faces of a body, and buoyancy.
//!
//! A face that moves forwards pushes water away, f = −½ ρ C_n A v_n² n, and rubs along it. Drag grows with the square of
//! the speed: a quick stroke pushes more than a slow one, which is why a jellyfish swims.

use super::{Creature, Rows};
use crate::lanes::{Block, Kernel, Lanes, Memory, Turn};
use crate::math::Vec3;

/// Share of its speed that a face may lose in a step: a vertex has six faces, rarely more than sixteen.
const MOST: f32 = 1.0 / 8.0;

/// What a world is filled with, up to a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Water {
    /// Height of its surface, against gravity; infinite for water everywhere.
    pub level: f32,
    /// kg/m³
    pub density: f32,
    /// m/s
    pub velocity: [f32; 3],
    /// C_n, against a face, and C_t, along it.
    pub normal_drag: f32,
    pub tangent_drag: f32,
}

impl Default for Water {
    fn default() -> Water {
        Water { level: f32::INFINITY, density: 1000.0, velocity: [0.0; 3], normal_drag: 1.0, tangent_drag: 0.03 }
    }
}

/// Adds drag and buoyancy to velocities.
pub struct Swim<'a> {
    pub rows: &'a Rows,
    pub creature: &'a Creature,
    pub water: &'a Water,
    pub gravity: glam::Vec3,
    pub x: [&'a [f32]; 3],
    pub v: [&'a mut [f32]; 3],
    /// Place, velocity and mass of each vertex; and what its faces give it.
    pub block: &'a mut [Block],
    pub group: &'a mut [Block],
}

impl Kernel for Swim<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Swim { rows, creature, water, gravity, x, mut v, block, group } = self;
        let h = creature.step_secs;
        let up = (-gravity).normalize_or(glam::Vec3::Y);
        let splat = |v: glam::Vec3| Vec3([L::splat(v.x), L::splat(v.y), L::splat(v.z)]);
        let (up, level) = (splat(up), L::splat(water.level));
        let lift = splat(-gravity * (creature.gravity * water.density / creature.density * h));
        let mut turn = Turn::default();
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let place = Vec3(std::array::from_fn(|c| L::load(x[c], row)));
            let lifted = lift.scale(L::select(level.greater(place.dot(up)), L::splat(1.0), L::zero()));
            let speed = Vec3::load(&v, row).add(lifted);
            speed.store(&mut v, row);
            let mass = L::load(&rows.mass, creature.first + row);
            let ([px, py, pz], [vx, vy, vz]) = (place.0, speed.0);
            turn.scatter([px, py, pz, vx, vy, vz, mass], block, row);
        }
        group[..creature.rows].fill(Block::ZERO);
        let flow = splat(glam::Vec3::from_array(water.velocity));
        let half = 0.5 * water.density * h;
        let (pressing, rubbing) = (L::splat(half * water.normal_drag), L::splat(half * water.tangent_drag));
        let (zero, third) = (L::zero(), L::splat(1.0 / 3.0));
        for faces in creature.faces.chunks(L::WIDTH) {
            let corner = |k: usize, lane: usize| &block[faces[lane.min(faces.len() - 1)][k] as usize];
            let [ax, ay, az, avx, avy, avz, am] = turn.load::<L, 7>(|lane| corner(0, lane));
            let [bx, by, bz, bvx, bvy, bvz, bm] = turn.load::<L, 7>(|lane| corner(1, lane));
            let [cx, cy, cz, cvx, cvy, cvz, cm] = turn.load::<L, 7>(|lane| corner(2, lane));
            let [ux, uy, uz] = [bx - ax, by - ay, bz - az];
            let [wx, wy, wz] = [cx - ax, cy - ay, cz - az];
            let cross = Vec3([uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx]);
            let twice = cross.dot(cross).sqrt();
            let normal = cross.scale(L::splat(1.0) / twice.max(L::splat(f32::MIN_POSITIVE)));
            let area = twice * L::splat(0.5);
            let through = Vec3([avx + bvx + cvx, avy + bvy + cvy, avz + bvz + cvz]).scale(third).sub(flow);
            let ahead = normal.dot(through);
            let along = through.sub(normal.scale(ahead));
            let slid = along.dot(along).sqrt();
            // No face takes more than a share of its speed, so that all faces of a vertex do not turn it round.
            let most = (am + bm + cm) * L::splat(MOST);
            let forwards = ahead.max(zero);
            let pressed = (pressing * area * forwards * forwards).min(most * ahead.abs());
            let rubbed = (rubbing * area * slid * slid).min(most * slid);
            let middle = Vec3([ax + bx + cx, ay + by + cy, az + bz + cz]).scale(third);
            let wet = level.greater(middle.dot(up));
            let back = along.scale(rubbed / slid.max(L::splat(f32::MIN_POSITIVE)));
            // All three corners by as much, so that a light one among heavy ones is not flung about.
            let each = L::select(wet, L::splat(1.0) / (am + bm + cm).max(L::splat(f32::MIN_POSITIVE)), zero);
            let slower = normal.scale(pressed).add(back).scale(each);
            turn.unload([slower.0[0], slower.0[1], slower.0[2], zero], |lane, given| {
                for vertex in faces.get(lane).into_iter().flatten() {
                    let sum = &mut group[*vertex as usize].0;
                    for c in 0..4 {
                        sum[c] += given[c];
                    }
                }
            });
        }
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let [px, py, pz] = turn.load::<L, 3>(|lane| &group[row + lane]);
            let free = L::load(&rows.inv_vertex_mass, creature.first + row).greater(zero);
            let given = Vec3([px, py, pz]).scale(L::select(free, L::splat(1.0), zero));
            Vec3::load(&v, row).sub(given).store(&mut v, row);
        }
    }
}
