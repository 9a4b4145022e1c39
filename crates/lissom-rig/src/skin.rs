//! Vertices moved by bones and particles.
//!
//! \[MC11c\] Müller & Chentanez 2011, *Adding Physics to Animated Characters with Oriented
//! Particles*, Sec. 3 and 4. A vertex follows bones (Eq. 2) where it is animated and particles
//! (Eq. 1) where it is simulated, blended by paint. All of them are rigid transforms from the
//! bind pose, so they are made matrices once a frame, the matrices blended per vertex, and the
//! vertex transformed once.
//!
//! | paper | here | |
//! |---|---|---|
//! | x̄ | `Bind::positions` | bind pose, world |
//! | T_j | [`matrices`] | now from bind pose |
//! | B_j | [`matrices`] | now from bind pose |
//! | r^vp, w^vp | `Particles::influences` | |
//! | r^vb, w^vb | `Bones::bones`, `weights` | |

use glam::{Quat, Vec3};

use crate::character::Pose;
use crate::weights::Influences;

/// Now from the bind pose: three columns of a rotation and a translation, padded to four numbers each, so that
/// compilers turn the loops below into vector code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix {
    columns: [[f32; 4]; 4],
}

impl Matrix {
    pub const IDENTITY: Matrix =
        Matrix { columns: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0; 4]] };
    const ZERO: Matrix = Matrix { columns: [[0.0; 4]; 4] };

    /// The rigid transform that takes the bind pose to the current one. \[MC11c\] Sec. 3.
    pub fn between(rest: Pose, now: Pose) -> Matrix {
        let turn: Quat = now.rotation * rest.rotation.conjugate();
        let moved = now.translation - turn * rest.translation;
        let padded = |v: Vec3| [v.x, v.y, v.z, 0.0];
        Matrix { columns: [turn * Vec3::X, turn * Vec3::Y, turn * Vec3::Z, moved].map(padded) }
    }

    #[inline(always)]
    pub fn point(&self, p: Vec3) -> Vec3 {
        let [x, y, z, t] = &self.columns;
        let sum: [f32; 4] = std::array::from_fn(|c| x[c] * p.x + y[c] * p.y + z[c] * p.z + t[c]);
        Vec3::new(sum[0], sum[1], sum[2])
    }

    #[inline(always)]
    pub fn direction(&self, d: Vec3) -> Vec3 {
        let [x, y, z, _] = &self.columns;
        let sum: [f32; 4] = std::array::from_fn(|c| x[c] * d.x + y[c] * d.y + z[c] * d.z);
        Vec3::new(sum[0], sum[1], sum[2])
    }

    #[inline(always)]
    fn add(&mut self, other: &Matrix, weight: f32) {
        for (sum, column) in self.columns.iter_mut().zip(&other.columns) {
            for c in 0..4 {
                sum[c] += column[c] * weight;
            }
        }
    }
}

/// Vertices in the bind pose.
#[derive(Clone, Copy, Debug)]
pub struct Bind<'a> {
    pub positions: &'a [Vec3],
    pub normals: &'a [Vec3],
}

/// Where skinned vertices go.
#[derive(Debug)]
pub struct Skinned<'a> {
    pub positions: &'a mut [Vec3],
    pub normals: &'a mut [Vec3],
}

/// Bones of each vertex, and a matrix for each bone.
#[derive(Clone, Copy, Debug)]
pub struct Bones<'a> {
    pub bones: &'a [[u16; 4]],
    pub weights: &'a [[f32; 4]],
    pub matrices: &'a [Matrix],
}

/// Particles of each vertex, and a matrix for each particle.
#[derive(Clone, Copy, Debug)]
pub struct Particles<'a> {
    pub influences: &'a [Influences],
    pub matrices: &'a [Matrix],
}

/// B of each bone, or T of each particle, from its pose in the bind pose and now.
pub fn matrices(rest: &[Pose], now: impl IntoIterator<Item = Pose>, out: &mut [Matrix]) {
    for ((out, rest), now) in out.iter_mut().zip(rest).zip(now) {
        *out = Matrix::between(*rest, now);
    }
}

/// \[MC11c\] Eq. 1. Writes as many vertices as all slices have.
pub fn skin_by_particles(bind: Bind, particles: Particles, out: Skinned) {
    skin_each(bind, out, particles.influences.len(), |v| {
        let mut sum = Matrix::ZERO;
        particles.add_to(&mut sum, v, 1.0);
        sum
    });
}

/// \[MC11c\] Eq. 2. Writes as many vertices as all slices have.
pub fn skin_by_bones(bind: Bind, bones: Bones, out: Skinned) {
    skin_each(bind, out, bones.count(), |v| {
        let mut sum = Matrix::ZERO;
        bones.add_to(&mut sum, v, 1.0);
        sum
    });
}

/// Both, blended per vertex from 0 (bones) to 1 (particles). \[MC11c\] Sec. 4.
/// Writes as many vertices as all slices have.
pub fn skin(bind: Bind, bones: Bones, particles: Particles, blend: &[f32], out: Skinned) {
    let count = bones.count().min(particles.influences.len()).min(blend.len());
    skin_each(bind, out, count, |v| {
        let mut sum = Matrix::ZERO;
        let s = blend[v];
        if s < 1.0 {
            bones.add_to(&mut sum, v, 1.0 - s);
        }
        if s > 0.0 {
            particles.add_to(&mut sum, v, s);
        }
        sum
    });
}

impl Bones<'_> {
    fn count(&self) -> usize {
        self.bones.len().min(self.weights.len())
    }

    #[inline(always)]
    fn add_to(&self, sum: &mut Matrix, v: usize, share: f32) {
        for (&bone, &weight) in self.bones[v].iter().zip(&self.weights[v]) {
            if weight != 0.0 {
                let matrix = self.matrices.get(bone as usize).unwrap_or(&Matrix::IDENTITY);
                sum.add(matrix, weight * share);
            }
        }
    }
}

impl Particles<'_> {
    #[inline(always)]
    fn add_to(&self, sum: &mut Matrix, v: usize, share: f32) {
        let Influences { index, weight } = &self.influences[v];
        for (&particle, &weight) in index.iter().zip(weight) {
            if weight != 0.0 {
                let matrix = self.matrices.get(particle as usize).unwrap_or(&Matrix::IDENTITY);
                sum.add(matrix, weight * share);
            }
        }
    }
}

#[inline(always)]
fn skin_each(bind: Bind, out: Skinned, count: usize, matrix: impl Fn(usize) -> Matrix) {
    let count = count.min(bind.positions.len()).min(bind.normals.len());
    let rest = bind.positions[..count].iter().zip(&bind.normals[..count]);
    let now = out.positions.iter_mut().zip(out.normals.iter_mut());
    for (v, ((&p, &n), (position, normal))) in rest.zip(now).enumerate() {
        let m = matrix(v);
        *position = m.point(p);
        *normal = m.direction(n).normalize_or(n);
    }
}
