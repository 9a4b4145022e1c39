//! Water: drag on the faces of a body, and buoyancy.
//!
//! A face that moves forwards pushes water away, f = −½ ρ C_n A v_n² n, and rubs along it. Drag grows with the square of
//! the speed: a quick stroke pushes more than a slow one, which is why a jellyfish swims.

use super::{Creature, Rows};
use glam::Vec3;

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
pub fn run(rows: &Rows, creature: &Creature, water: &Water, gravity: Vec3, x: [&[f32]; 3], v: &mut [&mut [f32]; 3]) {
    let h = creature.step_secs;
    let up = (-gravity).normalize_or(Vec3::Y);
    let place = |k: usize| Vec3::new(x[0][k], x[1][k], x[2][k]);
    let wet = |p: Vec3| up.dot(p) < water.level;
    let lift = -gravity * (creature.gravity * water.density / creature.density * h);
    for k in 0..creature.count {
        if wet(place(k)) {
            for c in 0..3 {
                v[c][k] += lift[c];
            }
        }
    }
    let flow = Vec3::from_array(water.velocity);
    for face in &creature.faces {
        let [i, j, k] = face.map(|k| k as usize);
        let [a, b, c] = [place(i), place(j), place(k)];
        if !wet((a + b + c) / 3.0) {
            continue;
        }
        let cross = (b - a).cross(c - a);
        let twice = cross.length();
        if twice <= 0.0 {
            continue;
        }
        let (normal, area) = (cross / twice, 0.5 * twice);
        let speed = |k: usize| Vec3::new(v[0][k], v[1][k], v[2][k]);
        let through = (speed(i) + speed(j) + speed(k)) / 3.0 - flow;
        let ahead = normal.dot(through);
        let along = through - normal * ahead;
        let mass = [i, j, k].map(|k| rows.mass[creature.first + k]);
        // A vertex has about six faces, each of which may stop a third of it, half at most together.
        let third = (mass[0] + mass[1] + mass[2]) / 6.0;
        let half = 0.5 * water.density * area;
        // No more than brings the face to rest: stable at any step.
        let pressed = (half * water.normal_drag * ahead.max(0.0).powi(2) * h).min(third * ahead.abs());
        let slid = along.length();
        let rubbed = (half * water.tangent_drag * slid * slid * h).min(third * slid);
        let impulse = normal * -pressed - along * (rubbed / slid.max(f32::MIN_POSITIVE));
        for k in [i, j, k] {
            let inv = rows.inv_vertex_mass[creature.first + k] / 3.0;
            for c in 0..3 {
                v[c][k] += impulse[c] * inv;
            }
        }
    }
}
