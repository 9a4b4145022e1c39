use glam::Vec3;

use crate::model::{Joint, STILL, Source};
use crate::{Model, Paint, Rows, Tint};

/// A model as it is in this frame, and its paint. The device moves the vertices.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    pub model: &'a Model,
    /// For each bone and each particle: now from the bind pose. Those that are not given stand still.
    pub bones: &'a [Rows],
    pub particles: &'a [Rows],
    /// One per vertex, if any: a colour laid over the others, and how much of it.
    pub tints: &'a [Tint],
    pub paint: Paint<'a>,
}

impl Figure<'_> {
    /// Where a joint of the model is now.
    pub(crate) fn rows(&self, joint: &Joint) -> Rows {
        let given = match joint.source {
            Source::Bone(k) => self.bones.get(k),
            Source::Particle(k) => self.particles.get(k),
            Source::Still => None,
        };
        given.filter(|rows| rows.as_flattened().iter().all(|x| x.is_finite())).copied().unwrap_or(STILL)
    }

    /// By joint: what it adds to the sum of all vertices, and to their number.
    pub(crate) fn shares(&self) -> impl Iterator<Item = (Vec3, f32)> {
        self.model.0.joints.iter().map(|joint| joint.share(self.rows(joint)))
    }

    /// Points around all of it.
    pub(crate) fn corners(&self) -> impl Iterator<Item = Vec3> {
        self.model.0.joints.iter().flat_map(|joint| joint.corners(self.rows(joint)))
    }
}
