//! Blending of examples by the view, as \[KI13\] Algorithm 1 has it.

use glam::{Quat, Vec3};
use lissom_rig::Pose;
use lissom_scenes::example::Example;

/// How much an example counts for a direction.
pub fn bump(example: &Example, direction: Vec3) -> f32 {
    let angle = Vec3::from(example.direction).angle_between(direction);
    (-(angle / example.extent).powi(2)).exp()
}

/// Weights of the examples; what is left of 1 is the base pose's.
pub fn gaussian(examples: &[Example], direction: Vec3) -> Vec<f32> {
    limited(examples.iter().map(|e| bump(e, direction)).collect())
}

/// Scaled down to a sum of 1 if there is more.
pub fn limited(weights: Vec<f32>) -> Vec<f32> {
    let total = weights.iter().sum::<f32>().max(1.0);
    weights.into_iter().map(|w| w / total).collect()
}

/// Blends the local rotations of a chain's bones, which have none in the bind pose.
pub fn pose(examples: &[Example], weights: &[f32], chain: &mut [Pose]) {
    for joint in 0..examples[0].rotations.len() {
        let mut sum = Quat::IDENTITY * (1.0 - weights.iter().sum::<f32>());
        for (example, weight) in examples.iter().zip(weights) {
            let q = Quat::from_array(example.rotations[joint]);
            sum += q * (*weight * if q.w < 0.0 { -1.0 } else { 1.0 });
        }
        chain[joint].rotation = sum.normalize();
    }
}
