//! Numbers of a chain, from the skin around it.

use glam::Vec3;

use super::chains::{Chain, Tree};
use super::skin::quantile;

/// What is measured on a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measures {
    pub radius: f32,
    /// From the first bone to the farthest end, along the bones.
    pub length: f32,
    pub tail: Option<f32>,
    pub weight_kg: f32,
}

/// Thinner ones, by the character's size, would slip through everything.
const THINNEST: f32 = 0.002;
/// Thicker ones, by the length of a bone, would have no room to bend between a body and its limbs.
const THICKEST: f32 = 0.4;
/// A last bone is at least so long, by the one before it.
const SHORTEST_TAIL: f32 = 0.25;
const WEIGHTS_KG: std::ops::RangeInclusive<f32> = 0.005..=500.0;

impl Measures {
    /// `unit` is how many units of the character a metre has.
    pub fn of(chain: &Chain, tree: &Tree<'_>, unit: f32) -> Measures {
        let tail = tail(chain, tree);
        let mut reach = vec![0.0_f32; chain.bones.len()];
        let mut total = 0.0;
        for (k, &bone) in chain.bones.iter().enumerate() {
            if let Some((p, parent)) = before(chain, tree, k) {
                let step = tree.place(bone).distance(tree.place(parent));
                reach[k] = reach[p] + step;
                total += step;
            }
        }
        let length = reach.into_iter().fold(0.0, f32::max) + tail.unwrap_or(0.0);
        let share = if chain.kind.lies_on_body() { 0.25 } else { 0.5 };
        let distances = chain.bones.iter().enumerate().flat_map(|(k, &bone)| {
            let lines = lines(chain, tree, k, tail);
            tree.skin
                .points(bone)
                .iter()
                .map(move |v| lines.iter().map(|l| distance(*v, *l)).fold(f32::INFINITY, f32::min))
        });
        let measured = quantile(distances.collect(), share).unwrap_or(0.1 * length);
        let bones = (total + tail.unwrap_or(0.0)) / (chain.bones.len() - usize::from(tail.is_none())).max(1) as f32;
        let radius = measured.min(THICKEST * bones).max(THINNEST * tree.size).max(f32::MIN_POSITIVE);
        let volume = std::f32::consts::PI * (radius / unit).powi(2) * (total + tail.unwrap_or(0.0)) / unit;
        let weight_kg = (volume * chain.kind.density()).clamp(*WEIGHTS_KG.start(), *WEIGHTS_KG.end());
        Measures { radius, length, tail, weight_kg }
    }

    pub fn mean(self, other: Measures) -> Measures {
        let mid = |a: f32, b: f32| 0.5 * (a + b);
        Measures {
            radius: mid(self.radius, other.radius),
            length: mid(self.length, other.length),
            tail: self.tail.zip(other.tail).map(|(a, b)| mid(a, b)).or(self.tail).or(other.tail),
            weight_kg: mid(self.weight_kg, other.weight_kg),
        }
    }
}

/// Place in the list and number of the bone that one hangs on.
fn before(chain: &Chain, tree: &Tree<'_>, k: usize) -> Option<(usize, usize)> {
    let parent = tree.parent(chain.bones[k])?;
    Some((chain.bones.binary_search(&parent).ok()?, parent))
}

/// Lines around a bone: to those that hang on it, and beyond it where it is the last.
fn lines(chain: &Chain, tree: &Tree<'_>, k: usize, tail: Option<f32>) -> Vec<[Vec3; 2]> {
    let bone = chain.bones[k];
    let here = tree.place(bone);
    let next = tree.children[bone].iter().filter(|c| chain.bones.binary_search(c).is_ok());
    let mut lines: Vec<[Vec3; 2]> = next.map(|&c| [here, tree.place(c)]).collect();
    if lines.is_empty() {
        lines.push([here, here + tree.way(bone).unwrap_or_default() * tail.unwrap_or(0.0)]);
    }
    lines
}

/// How far the skin of the last bones goes on beyond them, in the direction they came.
fn tail(chain: &Chain, tree: &Tree<'_>) -> Option<f32> {
    let mut longest: Option<f32> = None;
    for (k, &bone) in chain.bones.iter().enumerate() {
        let is_last = !tree.children[bone].iter().any(|c| chain.bones.binary_search(c).is_ok());
        let Some(way) = tree.way(bone).filter(|_| is_last && tree.skin.moves(bone)) else { continue };
        let here = tree.place(bone);
        let beyond = tree.skin.points(bone).iter().map(|v| (*v - here).dot(way)).collect();
        let least = before(chain, tree, k).map_or(0.0, |(_, p)| SHORTEST_TAIL * here.distance(tree.place(p)));
        let reach = quantile(beyond, 0.98).unwrap_or(0.0).max(least);
        longest = Some(longest.map_or(reach, |l| l.max(reach))).filter(|l| *l > 0.0);
    }
    longest
}

pub fn distance(p: Vec3, [a, b]: [Vec3; 2]) -> f32 {
    let along = b - a;
    let t = (p - a).dot(along) / along.length_squared().max(f32::MIN_POSITIVE);
    p.distance(a + along * t.clamp(0.0, 1.0))
}
