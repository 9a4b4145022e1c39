//! Water: drag on the faces of a body, and buoyancy.
//!
//! A face that moves forwards pushes water away, f = −½ ρ C_n A v_n² n, and rubs along it. Drag grows with the square of
//! the speed: a quick stroke pushes more than a slow one, which is why a jellyfish swims.

use super::{Creature, Rows};
use crate::lanes::{Kernel, Lanes, MAX_WIDTH, Memory};
use crate::math::Vec3;

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
}

/// Numbers of the three corners of some faces, by corner and axis.
type Corners = [[[f32; MAX_WIDTH]; 3]; 3];

#[inline(always)]
fn corner<L: Lanes>(from: &Corners, k: usize, lane: usize) -> Vec3<L> {
    Vec3(std::array::from_fn(|c| L::load(&from[k][c], lane)))
}

impl Kernel for Swim<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Swim { rows, creature, water, gravity, x, mut v } = self;
        let h = creature.step_secs;
        let up = (-gravity).normalize_or(glam::Vec3::Y);
        let splat = |v: glam::Vec3| Vec3([L::splat(v.x), L::splat(v.y), L::splat(v.z)]);
        let (up, level) = (splat(up), L::splat(water.level));
        let lift = splat(-gravity * (creature.gravity * water.density / creature.density * h));
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let wet = level.greater(Vec3(std::array::from_fn(|c| L::load(x[c], row))).dot(up));
            let lifted = lift.scale(L::select(wet, L::splat(1.0), L::zero()));
            Vec3::load(&v, row).add(lifted).store(&mut v, row);
        }
        let flow = splat(glam::Vec3::from_array(water.velocity));
        let [pressing, rubbing] =
            [water.normal_drag, water.tangent_drag].map(|c| L::splat(0.5 * water.density * c * h));
        let (zero, third) = (L::zero(), L::splat(1.0 / 3.0));
        // As many at a time for any number of lanes: what one chunk did, the next one sees.
        for faces in creature.faces.chunks(MAX_WIDTH) {
            let (mut places, mut speeds): (Corners, Corners) = Default::default();
            let mut masses = [0.0; MAX_WIDTH];
            for (lane, face) in faces.iter().enumerate() {
                for k in 0..3 {
                    let vertex = face[k] as usize;
                    for c in 0..3 {
                        places[k][c][lane] = x[c][vertex];
                        speeds[k][c][lane] = v[c][vertex];
                    }
                    masses[lane] += rows.mass[creature.first + vertex];
                }
            }
            let mut given = [[0.0; MAX_WIDTH]; 3];
            for lane in (0..MAX_WIDTH).step_by(L::WIDTH) {
                let [a, b, c]: [Vec3<L>; 3] =
                    [corner(&places, 0, lane), corner(&places, 1, lane), corner(&places, 2, lane)];
                let ([ux, uy, uz], [wx, wy, wz]) = (b.sub(a).0, c.sub(a).0);
                let cross = Vec3([uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx]);
                let twice = cross.dot(cross).sqrt();
                let normal = cross.scale(L::splat(1.0) / twice.max(L::splat(f32::MIN_POSITIVE)));
                let area = twice * L::splat(0.5);
                let mean = corner::<L>(&speeds, 0, lane)
                    .add(corner(&speeds, 1, lane))
                    .add(corner(&speeds, 2, lane))
                    .scale(third);
                let through = mean.sub(flow);
                let ahead = normal.dot(through);
                let along = through.sub(normal.scale(ahead));
                let slid = along.dot(along).sqrt();
                // No more than brings the face to rest: stable at any step. A vertex has about six faces, each of which
                // may stop a third of it, half at most together.
                let most = L::load(&masses, lane) * L::splat(1.0 / 6.0);
                let forwards = ahead.max(zero);
                let pressed = (pressing * area * forwards * forwards).min(most * ahead.abs());
                let rubbed = (rubbing * area * slid * slid).min(most * slid);
                let wet = level.greater(a.add(b).add(c).scale(third).dot(up));
                let back = along.scale(rubbed / slid.max(L::splat(f32::MIN_POSITIVE)));
                let impulse = normal.scale(pressed).add(back).scale(L::select(wet, third, zero));
                for c in 0..3 {
                    impulse.0[c].store(&mut given[c], lane);
                }
            }
            for (lane, face) in faces.iter().enumerate() {
                for vertex in face.map(|k| k as usize) {
                    let inv = rows.inv_vertex_mass[creature.first + vertex];
                    for c in 0..3 {
                        v[c][vertex] -= given[c][lane] * inv;
                    }
                }
            }
        }
    }
}
