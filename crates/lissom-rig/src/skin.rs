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
pub struct Matrix([f32; 16]);

impl Matrix {
    pub const IDENTITY: Matrix =
        Matrix([1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);

    /// The rigid transform that takes the bind pose to the current one. \[MC11c\] Sec. 3.
    pub fn between(rest: Pose, now: Pose) -> Matrix {
        let turn: Quat = now.rotation * rest.rotation.conjugate();
        let moved = now.translation - turn * rest.translation;
        let columns = [turn * Vec3::X, turn * Vec3::Y, turn * Vec3::Z, moved];
        Matrix(std::array::from_fn(|k| if k % 4 < 3 { columns[k / 4][k % 4] } else { 0.0 }))
    }

    /// Its upper three rows, as a graphics device wants it.
    pub fn rows(&self) -> [[f32; 4]; 3] {
        std::array::from_fn(|row| std::array::from_fn(|column| self.0[4 * column + row]))
    }

    #[inline(always)]
    pub fn point(&self, p: Vec3) -> Vec3 {
        let t = Vec3::new(self.0[12], self.0[13], self.0[14]);
        self.direction(p) + t
    }

    #[inline(always)]
    pub fn direction(&self, d: Vec3) -> Vec3 {
        let m = &self.0;
        let mut sum = [0.0; 4];
        for c in 0..4 {
            sum[c] = m[c] * d.x + m[4 + c] * d.y + m[8 + c] * d.z;
        }
        Vec3::new(sum[0], sum[1], sum[2])
    }

    /// The weighted sum of four matrices; those that do not exist stand still.
    #[inline(always)]
    fn blend(matrices: &[Matrix], index: [usize; 4], weight: [f32; 4]) -> Matrix {
        let [a, b, c, d] = index.map(|k| &matrices.get(k).unwrap_or(&Matrix::IDENTITY).0);
        if weight[0] >= 1.0 {
            return Matrix(*a);
        }
        let mut sum = [0.0; 16];
        for k in 0..16 {
            sum[k] = a[k] * weight[0] + b[k] * weight[1] + c[k] * weight[2] + d[k] * weight[3];
        }
        Matrix(sum)
    }

    #[inline(always)]
    fn mix(&self, other: &Matrix, share: f32) -> Matrix {
        let mut sum = [0.0; 16];
        for k in 0..16 {
            sum[k] = self.0[k] * (1.0 - share) + other.0[k] * share;
        }
        Matrix(sum)
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
pub fn matrices(rest: &[Pose], now: impl IntoIterator<Item = Pose>) -> impl Iterator<Item = Matrix> {
    rest.iter().zip(now).map(|(rest, now)| Matrix::between(*rest, now))
}

/// \[MC11c\] Eq. 1. Writes as many vertices as all slices have.
pub fn skin_by_particles(bind: Bind, particles: Particles, out: Skinned) {
    skin_each(bind, out, particles.influences.len(), |v| particles.at(v));
}

/// \[MC11c\] Eq. 2. Writes as many vertices as all slices have.
pub fn skin_by_bones(bind: Bind, bones: Bones, out: Skinned) {
    skin_each(bind, out, bones.count(), |v| bones.at(v));
}

/// Both, blended per vertex from 0 (bones) to 1 (particles). \[MC11c\] Sec. 4.
/// Writes as many vertices as all slices have.
pub fn skin(bind: Bind, bones: Bones, particles: Particles, blend: &[f32], out: Skinned) {
    let count = bones.count().min(particles.influences.len()).min(blend.len());
    skin_each(bind, out, count, |v| match blend[v] {
        s if s <= 0.0 => bones.at(v),
        s if s >= 1.0 => particles.at(v),
        s => bones.at(v).mix(&particles.at(v), s),
    });
}

impl Bones<'_> {
    fn count(&self) -> usize {
        self.bones.len().min(self.weights.len())
    }

    #[inline(always)]
    fn at(&self, v: usize) -> Matrix {
        Matrix::blend(self.matrices, self.bones[v].map(usize::from), self.weights[v])
    }
}

impl Particles<'_> {
    #[inline(always)]
    fn at(&self, v: usize) -> Matrix {
        let Influences { index, weight } = &self.influences[v];
        Matrix::blend(self.matrices, index.map(|k| k as usize), *weight)
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
