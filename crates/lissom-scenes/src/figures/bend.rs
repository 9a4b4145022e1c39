//! Bent strands: poses of a chain of bones in few numbers.

use glam::{Quat, Vec3};
use std::f32::consts::PI;

/// How a strand that hangs down is moved aside, in degrees.
#[derive(Clone, Copy, Debug)]
pub struct Bend {
    /// About the vertical, to the character's left.
    pub turn: f32,
    /// Tip to the character's left.
    pub aside: f32,
    /// Tip away from the face.
    pub ahead: f32,
    /// How much of these two the lower half takes back, so that the tip hangs again.
    pub hang: f32,
}

impl Bend {
    /// Local rotations of a chain that has none in its bind pose. The bend eases out from the root
    /// to the middle and turns back from there to the tip.
    pub fn rotations(&self, joints: usize) -> Vec<[f32; 4]> {
        let segments = joints - 1;
        let share: Vec<f32> = (0..segments).map(|k| (PI * k as f32 / (segments - 1) as f32).cos()).collect();
        let total: f32 = share.iter().map(|s| s.max(0.0)).sum();
        let bend = |s: &f32| {
            let part = if *s > 0.0 { *s } else { *s * self.hang } / total;
            let degrees = Vec3::new(-self.ahead * part, self.turn * part.max(0.0), self.aside * part);
            Quat::from_scaled_axis(degrees * (PI / 180.0)).to_array()
        };
        share.iter().map(bend).chain([Quat::IDENTITY.to_array()]).collect()
    }
}
