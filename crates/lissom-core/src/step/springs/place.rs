//! One joint of sixteen bodies after the other.

use super::{Springs, View};
use crate::desc::Limit;
use crate::lanes::{Kernel, Lanes, MAX_WIDTH, Memory};
use crate::math::{Quat, Vec3};
use crate::pack::Packs;
use crate::rest::RestPose;
use crate::step::constrain::allowed;

/// Shorter than this, nothing has a direction.
const TINY: f32 = 1e-30;
/// Directions are opposite where one plus their cosine is less than this.
const OPPOSITE: f32 = 1e-6;

pub struct Place<'a> {
    pub springs: &'a Springs,
    pub rest: &'a RestPose,
    pub view: View<'a>,
    pub packs: Packs,
    /// Orientations as the substep began, if it is one.
    pub from: Option<[&'a [f32]; 4]>,
}

impl Kernel for Place<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Place { springs, rest, view, packs, from } = self;
        let View { base, mut x, mut low, mut q } = view;
        let (zero, one) = (L::zero(), L::splat(1.0));
        let rest_q = |slot: usize| Quat::<L>::load_ref(&rest.q, base + slot);
        for joint in &springs.joints {
            let leads = joint.leader == joint.index;
            let like = if leads { joint.parent } else { joint.leader };
            // Lanes that know nothing of each other, one after the other: none waits for the joint before.
            for set in packs.sets::<L>() {
                let [slot, parent, like] = [joint.index, joint.parent, like].map(|k| set.track.first + k * MAX_WIDTH);
                let along = Vec3::<L>::load_ref(&rest.x, base + slot).sub(Vec3::load_ref(&rest.x, base + parent));
                let mut world_from_rest = Quat::load(&q, like).mul(rest_q(like).conjugate());
                let mut way = world_from_rest.matrix().mul_vec(along);
                let before = Vec3::load(&x, parent);
                if leads {
                    let length = along.dot(along).sqrt();
                    // A bone without a length keeps its turn.
                    let long = length.greater(L::load(&springs.short, slot));
                    let per_length = one / L::select(long, length, one);
                    let straight = way.scale(per_length);
                    let mut ahead = Vec3::load(&x, slot).sub(before);
                    if let Some(from) = from {
                        let turned = Quat(from.map(|array| L::load(array, base + slot))).mul(rest_q(slot).conjugate());
                        let was = turned.matrix().mul_vec(along).scale(per_length);
                        let pulled = ahead.add(straight.scale(L::load(&springs.pull, slot)));
                        let (toward, distance) = direction(pulled.add(Vec3::load_ref(&springs.fall, slot)), straight);
                        let stretch = (distance * per_length - one).max(zero);
                        let share = one / (one + L::load(&springs.calm, slot) * stretch);
                        ahead = was.add(toward.sub(was).scale(share));
                    }
                    let mut toward = direction(ahead, straight).0;
                    if !springs.limits.is_empty() {
                        toward = limited(&springs.limits[slot..], Quat::load(&q, parent), straight, toward);
                    }
                    way = Vec3::select(long, toward.scale(length), way);
                    world_from_rest = Quat::select(long, arc(straight, toward).mul(world_from_rest), world_from_rest);
                }
                before.add(way).store(&mut x, slot);
                Vec3::<L>::zero().store(&mut low, slot);
                world_from_rest.mul(rest_q(slot)).normalize().store(&mut q, slot);
            }
        }
    }
}

/// Unit vector and length, or `fallback` where there is no direction.
#[inline(always)]
fn direction<L: Lanes>(v: Vec3<L>, fallback: Vec3<L>) -> (Vec3<L>, L) {
    let length = v.dot(v).sqrt();
    let inv = L::splat(1.0) / length.max(L::splat(TINY));
    let some = L::and(length.greater(L::splat(TINY)), inv.greater(L::zero()));
    (Vec3::select(some, v.scale(inv), fallback), length)
}

/// The smallest rotation from one unit vector to another, not of unit length.
#[inline(always)]
fn arc<L: Lanes>(a: Vec3<L>, b: Vec3<L>) -> Quat<L> {
    let [x, y, z] = a.cross(b).0;
    let w = L::splat(1.0) + a.dot(b);
    let near = w.greater(L::splat(OPPOSITE));
    let short = Quat([x, y, z, w]);
    if L::all(near) {
        return short;
    }
    // Half a turn, about x made perpendicular, or y.
    let [x, y, z] = a.0;
    let (one, along_x) = (L::splat(1.0), x.abs().greater(L::splat(0.9)));
    let half = Quat([
        L::select(along_x, -(x * y), one - x * x),
        L::select(along_x, one - y * y, -(x * y)),
        L::select(along_x, -(y * z), -(x * z)),
        L::zero(),
    ]);
    Quat::select(near, short, half)
}

/// Directions within their limits, lane by lane; `turn` is how the parent is turned.
#[inline(always)]
fn limited<L: Lanes>(limits: &[Option<Limit>], turn: Quat<L>, straight: Vec3<L>, toward: Vec3<L>) -> Vec3<L> {
    let mut numbers = [[0.0; MAX_WIDTH]; 10];
    for (number, array) in turn.0.iter().chain(&straight.0).chain(&toward.0).zip(&mut numbers) {
        number.store(array, 0);
    }
    for (lane, limit) in limits.iter().enumerate().take(L::WIDTH) {
        if let Some(limit) = limit {
            let [q0, q1, q2, q3, s0, s1, s2, t0, t1, t2] = numbers.map(|array| array[lane]);
            let turn = glam::Quat::from_xyzw(q0, q1, q2, q3);
            let within = allowed(*limit, turn, glam::Vec3::new(s0, s1, s2), glam::Vec3::new(t0, t1, t2));
            for c in 0..3 {
                numbers[7 + c][lane] = within[c];
            }
        }
    }
    Vec3(std::array::from_fn(|c| L::load(&numbers[7 + c], 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_leads_from_one_direction_to_the_other() {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.6, 0.0, 0.8], [0.95, 0.3122499, 0.0]];
        let both = axes.into_iter().chain(axes.map(|a| a.map(|v: f32| -v)));
        for (a, b) in both.clone().flat_map(|a| both.clone().map(move |b| (a, b))) {
            let turned = arc::<f32>(Vec3(a), Vec3(b)).normalize().matrix().mul_vec(Vec3(a));
            assert!((0..3).all(|c| (turned.0[c] - b[c]).abs() < 1e-5), "{a:?} to {b:?}: {:?}", turned.0);
        }
    }
}
