//! What bones do to the skin: points of it, evenly strewn, by the bone they mostly follow.

use glam::Vec3;

use crate::character::{Character, Mesh};

/// A bone that has less weight in all moves nothing that is seen.
const LEAST_WEIGHT: f32 = 0.01;
/// Points on all meshes together.
const POINTS: f64 = 20_000.0;

pub struct Skin {
    /// By bone: weights of all vertices.
    weight: Vec<f32>,
    /// By bone: points that follow it more than any other.
    points: Vec<Vec<Vec3>>,
    is_bare: bool,
}

impl Skin {
    pub fn new(character: &Character) -> Skin {
        let count = character.skeleton.bones.len();
        let mut skin = Skin { weight: vec![0.0; count], points: vec![Vec::new(); count], is_bare: true };
        let influences = character.meshes.iter().flat_map(|m| m.bones.iter().flatten().zip(m.weights.iter().flatten()));
        for (&bone, &weight) in influences.filter(|(_, w)| **w > 0.0) {
            skin.weight[usize::from(bone)] += weight;
            skin.is_bare = false;
        }
        let triangles = || character.meshes.iter().flat_map(|m| m.triangles.iter().map(move |t| (m, t)));
        let total: f64 = triangles().map(|(mesh, t)| area(mesh, t)).sum();
        let (mut due, mut strewn) = (0.0, 0);
        for (mesh, triangle) in triangles().filter(|_| total > 0.0) {
            due += area(mesh, triangle) * POINTS / total;
            while f64::from(strewn) < due.min(POINTS) {
                strewn += 1;
                skin.add(mesh, triangle, shares(strewn));
            }
        }
        skin
    }

    fn add(&mut self, mesh: &Mesh, triangle: &[u32; 3], shares: [f32; 3]) {
        let corners = || triangle.iter().map(|k| *k as usize).zip(shares);
        let all = || corners().flat_map(|(k, s)| mesh.bones[k].into_iter().zip(mesh.weights[k].map(|w| w * s)));
        let weight = |bone: u16| all().filter(|(b, _)| *b == bone).map(|(_, w)| w).sum::<f32>();
        let most = all().map(|(bone, _)| (weight(bone), bone)).max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, bone)) = most.filter(|(w, _)| *w > 0.0) {
            let place = corners().map(|(k, s)| mesh.positions[k] * s).sum();
            self.points[usize::from(bone)].push(place);
        }
    }

    /// Whether anything follows a bone. Without any skin all bones count.
    pub fn moves(&self, bone: usize) -> bool {
        self.is_bare || self.weight[bone] > LEAST_WEIGHT
    }

    pub fn points(&self, bone: usize) -> &[Vec3] {
        &self.points[bone]
    }
}

fn area(mesh: &Mesh, triangle: &[u32; 3]) -> f64 {
    let [a, b, c] = triangle.map(|k| mesh.positions[k as usize].as_dvec3());
    0.5 * (b - a).cross(c - a).length()
}

/// Shares of a triangle's corners in the n-th point of a sequence that fills it evenly.
fn shares(n: u32) -> [f32; 3] {
    // Powers of the inverse of the plastic number, 1.3247…: the plane's counterpart of the golden ratio.
    let [u, v] =
        [0.754_877_666_246_692_7, 0.569_840_290_998_053_2].map(|step: f64| (0.5 + step * f64::from(n)).fract());
    let [u, v] = if u + v > 1.0 { [1.0 - u, 1.0 - v] } else { [u, v] };
    [u, v, 1.0 - u - v].map(|s| s as f32)
}

/// The value that this share of others is below; none of nothing.
pub fn quantile(mut values: Vec<f32>, share: f32) -> Option<f32> {
    values.retain(|v| v.is_finite());
    values.sort_unstable_by(f32::total_cmp);
    let last = values.len().checked_sub(1)?;
    values.get((share * last as f32).round() as usize).copied()
}
