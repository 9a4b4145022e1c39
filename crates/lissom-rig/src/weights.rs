//! Skinning maps between vertices, particles and bones.
//!
//! \[MC11c\] Müller & Chentanez 2011, *Adding Physics to Animated Characters with Oriented
//! Particles*, Sec. 3 and 4. A vertex follows nearby particles (w^vp, Eq. 1) or bones (w^vb,
//! Eq. 2, the artist's); from both follow the bones of each particle (w^pb, Eq. 3), and paint
//! on particles says how much a vertex follows which.
//!
//! | paper | here | |
//! |---|---|---|
//! | r^vp, w^vp | [`vertex_particle`] | particles of each vertex |
//! | r^pb, w^pb | [`particle_bone`] | bones of each particle |
//! | painted weight | [`blend`] | 0 skeleton … 1 particles, per vertex |

mod blend;
mod particle_bone;
mod vertex_particle;

pub use blend::blend;
pub use particle_bone::particle_bone;
pub use vertex_particle::vertex_particle;

/// Up to four influences, largest first. Weights sum to 1; unused ones are index 0, weight 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Influences {
    pub index: [u32; 4],
    pub weight: [f32; 4],
}

impl Influences {
    /// The four largest of some weights, normalised; ties by index. Empty without a positive one.
    fn largest(mut weights: Vec<(u32, f64)>) -> Influences {
        weights.retain(|&(_, w)| w > 0.0 && w.is_finite());
        weights.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        weights.truncate(4);
        let sum: f64 = weights.iter().map(|&(_, w)| w).sum();
        let mut influences = Influences::default();
        for (k, (index, weight)) in weights.into_iter().enumerate() {
            influences.index[k] = index;
            influences.weight[k] = (weight / sum) as f32;
        }
        influences
    }

    /// Index and weight of each influence that counts.
    pub fn iter(&self) -> impl Iterator<Item = (u32, f32)> {
        self.index.into_iter().zip(self.weight).filter(|&(_, w)| w > 0.0)
    }
}
