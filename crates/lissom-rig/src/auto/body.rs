//! What chains collide with: balls and capsules fitted to the skin of the body's bones.

use glam::Vec3;
use nalgebra::Matrix3;

use super::chains::{Chain, Tree};
use super::measure::distance;
use super::names::pairs;
use super::neat;
use super::skin::quantile;
use crate::rig::{ColliderShape, RigCollider};

/// Fewer points of the skin tell no shape.
const FEWEST: usize = 30;
/// Thinner bones, by the character's size, are not worth colliding with.
const THINNEST: f32 = 0.006;
/// Longer than this by its radius, it is a capsule.
const LONG: f32 = 1.3;

/// A capsule fitted to a bone; a ball where its half length is nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    pub bone: usize,
    center: Vec3,
    axis: Vec3,
    half: f32,
    radius: f32,
}

impl Fit {
    pub fn new(bone: usize, points: &[Vec3]) -> Option<Fit> {
        let mean = points.iter().sum::<Vec3>() / points.len() as f32;
        let mut moment = Matrix3::<f32>::zeros();
        for v in points {
            let d = nalgebra::Vector3::from((*v - mean).to_array());
            moment += d * d.transpose();
        }
        if !moment.iter().all(|v| v.is_finite()) {
            return None;
        }
        let eigen = moment.symmetric_eigen();
        let axes = [0, 1, 2].map(|k| Vec3::from_slice(eigen.eigenvectors.column(k).as_slice()));
        let mut center = Vec3::ZERO;
        let mut halves = [0.0; 3];
        for (half, axis) in halves.iter_mut().zip(axes) {
            let along: Vec<f32> = points.iter().map(|v| v.dot(axis)).collect();
            let (low, high) = (quantile(along.clone(), 0.05)?, quantile(along, 0.95)?);
            center += axis * (0.5 * (low + high));
            *half = 0.5 * (high - low);
        }
        let longest = (0..3).max_by(|a, b| halves[*a].total_cmp(&halves[*b]))?;
        let axis = axes[longest];
        let line = [center - axis * halves[longest], center + axis * halves[longest]];
        let radius = quantile(points.iter().map(|v| distance(*v, line)).collect(), 0.5)?;
        if halves[longest] > LONG * radius {
            return Some(Fit { bone, center, axis, half: halves[longest] - 0.5 * radius, radius });
        }
        let radius = quantile(points.iter().map(|v| v.distance(center)).collect(), 0.5)?;
        Some(Fit { bone, center, axis, half: 0.0, radius })
    }

    fn ends(&self) -> [Vec3; 2] {
        [self.center - self.axis * self.half, self.center + self.axis * self.half]
    }

    /// From its surface, negative inside.
    pub fn distance(&self, p: Vec3) -> f32 {
        distance(p, self.ends()) - self.radius
    }

    pub fn shape(&self, tree: &Tree<'_>) -> ColliderShape {
        let place = |p: Vec3| p.to_array().map(|v| neat(v, tree.size));
        let radius = neat(self.radius, tree.size);
        match self.half > 0.0 {
            true => ColliderShape::Capsule { ends: self.ends().map(place), radii: [radius; 2] },
            false => ColliderShape::Sphere { center: place(self.center), radius },
        }
    }

    pub fn collider(&self, tree: &Tree<'_>) -> RigCollider {
        let name = tree.name(self.bone);
        RigCollider { part: name.to_owned(), bone: Some(name.to_owned()), shape: self.shape(tree), friction: 0.5 }
    }
}

/// Fits of all bones of the body, the same on both sides. Every name stands for one bone.
pub fn fits(tree: &Tree<'_>, chains: &[Chain]) -> Vec<Fit> {
    let count = tree.names.len();
    let mut is_soft = vec![false; count];
    chains.iter().flat_map(|c| &c.bones).for_each(|b| is_soft[*b] = true);
    for bone in 0..count {
        is_soft[bone] |= tree.parent(bone).is_some_and(|p| is_soft[p]);
    }
    let matters = |b: &usize| !is_soft[*b] && !tree.names[*b].is_small() && tree.skin.points(*b).len() >= FEWEST;
    let mut fits: Vec<Fit> = (0..count)
        .filter(|b| matters(b) && tree.character.skeleton.find(tree.name(*b)) == Some(*b))
        .filter_map(|b| Fit::new(b, tree.skin.points(b)))
        .filter(|fit| fit.radius > THINNEST * tree.size)
        .collect();
    for [a, b] in pairs(fits.iter().map(|f| &tree.names[f.bone])) {
        let both = [fits[a], fits[b]];
        let is_round = both.iter().any(|f| f.half == 0.0);
        for k in [a, b] {
            fits[k].radius = 0.5 * (both[0].radius + both[1].radius);
            fits[k].half = if is_round { 0.0 } else { 0.5 * (both[0].half + both[1].half) };
        }
    }
    fits
}
