//! Bone weights: at most four a vertex, summing to 1.

use super::sdf::segment;
use super::shape::Shape;
use glam::Vec3;
use lissom_rig::Skeleton;

#[derive(Clone, Debug, Default)]
pub struct Weights {
    pub bones: Vec<[u16; 4]>,
    pub weights: Vec<[f32; 4]>,
}

impl Weights {
    fn push(&mut self, mut list: Vec<(usize, f32)>) {
        list.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        list.truncate(4);
        let total: f32 = list.iter().map(|x| x.1).sum();
        let (mut bones, mut weights) = ([0; 4], [0.0; 4]);
        for (k, (bone, weight)) in list.iter().enumerate() {
            bones[k] = *bone as u16;
            weights[k] = weight / total;
        }
        self.bones.push(bones);
        self.weights.push(weights);
    }
}

/// Everything follows one bone.
pub fn rigid(shape: &Shape, bone: usize) -> Weights {
    let n = shape.positions.len();
    Weights { bones: vec![[bone as u16, 0, 0, 0]; n], weights: vec![[1.0, 0.0, 0.0, 0.0]; n] }
}

/// Weights by a rule: bones and amounts (any positive total) for a position.
pub fn by_rule(shape: &Shape, rule: &dyn Fn(Vec3) -> Vec<(usize, f32)>) -> Weights {
    let mut out = Weights::default();
    for p in &shape.positions {
        out.push(rule(*p));
    }
    out
}

/// From one bone to another by a rule: 0 is all `a`, 1 is all `b`.
pub fn between(shape: &Shape, a: usize, b: usize, rule: &dyn Fn(Vec3) -> f32) -> Weights {
    by_rule(shape, &|p| {
        let t = rule(p).clamp(0.0, 1.0);
        let t = t * t * (3.0 - 2.0 * t);
        vec![(a, 1.0 - t), (b, t)]
    })
}

/// Smooth weights by the distance to the bones' segments. `softness` in metres: a bone that much
/// further away than the nearest counts a third as much; about a third of the limb's radius is good.
pub fn smooth(shape: &Shape, skeleton: &Skeleton, bones: &[&str], softness: f32) -> Weights {
    let segments: Vec<(usize, Vec3, Vec3)> = bones
        .iter()
        .map(|name| {
            let bone = skeleton.find(name).unwrap_or_else(|| panic!("no bone {name}"));
            let (a, b) = bone_segment(skeleton, bone);
            (bone, a, b)
        })
        .collect();
    by_rule(shape, &|p| {
        let near: Vec<(usize, f32)> = segments.iter().map(|(bone, a, b)| (*bone, segment(p, *a, *b))).collect();
        let least = near.iter().map(|x| x.1).fold(f32::INFINITY, f32::min);
        near.iter().map(|(bone, d)| (*bone, (-(d - least) / softness).exp())).filter(|x| x.1 > 0.004).collect()
    })
}

/// [`smooth`] over bones of the middle and of both sides, these named without `left_` or `right_`.
pub fn smooth_sides(shape: &Shape, skeleton: &Skeleton, middle: &[&str], sides: &[&str], softness: f32) -> Weights {
    let mut names: Vec<String> = middle.iter().map(|n| n.to_string()).collect();
    for side in ["left", "right"] {
        names.extend(sides.iter().map(|n| format!("{side}_{n}")));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    smooth(shape, skeleton, &names, softness)
}

/// From the bone's joint to that of its first child; a last bone goes on as far as its parent.
pub fn bone_segment(skeleton: &Skeleton, bone: usize) -> (Vec3, Vec3) {
    let rest = skeleton.rest_world();
    let a = rest[bone].translation;
    let child = skeleton.bones.iter().position(|b| b.parent == Some(bone));
    let b = match (child, skeleton.bones[bone].parent) {
        (Some(c), _) => rest[c].translation,
        (None, Some(p)) => a + (a - rest[p].translation),
        (None, None) => a,
    };
    (a, b)
}
