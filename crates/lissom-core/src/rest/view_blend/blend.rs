//! \[KI13\] Eq. 4-6, 9: relative rotations blended by weight, and the rest pose they make when laid out from the base.

use super::transport::swing;
use super::{Descriptor, Laid, Views, row};
use crate::lanes::{self, Kernel, LaneWidth, Lanes, MAX_WIDTH, Memory, Numbers};
use crate::math::{Quat, Vec3};
use crate::pack::Packs;
use crate::rest::{RestPose, width_for};
use crate::step::constrain::{self, Net};
use crate::template::{Template, UnitKind};

/// Sets the rest pose of a unit from its rows of weights.
pub fn run(template: &Template, views: &Views, rows: &[f32], rest: &mut RestPose, index: usize, width: LaneWidth) {
    let mut posed = std::mem::take(&mut rest.posed);
    let lay = Lay { template, views, rows, rest, laid: &mut posed[index].now };
    lanes::run(width_for(template, views.unit, width), lay);
    rest.posed = posed;
    rest.keep_plain(template, views.unit);
}

struct Lay<'a> {
    template: &'a Template,
    views: &'a Views,
    rows: &'a [f32],
    rest: &'a mut RestPose,
    laid: &'a mut Laid,
}

/// Where the lanes of a unit begin: slot within the unit, and column.
pub(in crate::rest) fn starts<L: Lanes>(kind: UnitKind) -> (usize, impl Iterator<Item = (usize, usize)>) {
    let (packs, stride) = kind.packs().map_or((Packs::new(1, 1, MAX_WIDTH), 1), |packs| (packs, MAX_WIDTH));
    debug_assert_eq!(packs.wide, MAX_WIDTH, "rest poses that move are laid out for the widest lanes");
    (stride, packs.sets::<L>().map(|set| (set.track.first, set.chain)))
}

impl Kernel for Lay<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Lay { template, views, rows, rest, laid } = self;
        let unit = &template.units[views.unit];
        let net = views.loops.map(|n| &template.nets[n]);
        let (base, columns, tree) = (unit.slots.start, views.columns, &views.tree);
        let (stride, starts) = starts::<L>(unit.kind);
        for (begin, column) in starts {
            let weight = |j: usize| L::load(rows, (row::WEIGHTS + j) * columns + column);
            let axis = Vec3::<L>::load_ref(&views.axis, column);
            for &k in &tree.order {
                let (at, before) = (begin + k * stride, begin + tree.parent[k] * stride);
                let hung = mean(&views.rotation, at, &weight);
                let mut along_chain = hung;
                if views.keeps_frames() {
                    let parent = Quat::load_ref(&laid.frame, before);
                    let frame = chained(views.kind.descriptor, parent, hung);
                    frame.store_vec(&mut laid.frame, at);
                    along_chain = parent.conjugate().mul(frame);
                }
                along_chain.store_vec(&mut laid.rotation, at);
                let r = match views.baked.is_empty() {
                    true => hung,
                    false => against_gravity(views, rows, hung, at, column, &weight),
                };
                let frame = chained(views.kind.descriptor, Quat::load_ref(&rest.frame, base + before), r);
                frame.store_vec(&mut rest.frame, base + at);
                let along = frame.matrix().mul_vec(axis).scale(L::load(&views.length, at));
                Vec3::load_ref(&rest.x, base + before).add(along).store_vec(&mut rest.x, base + at);
            }
            if let Some(net) = net {
                close::<L>(template, views, net, rest, laid);
            }
            // The first joint's is where the bone under it goes; the joint itself stays with the animation.
            for k in 0..tree.parent.len() {
                let (at, own) = (begin + k * stride, begin + tree.main[k] * stride);
                let offset = if views.kind.twisted {
                    mean(&views.offset, at, &weight)
                } else {
                    Quat::load_ref(&views.offset[0], at)
                };
                let turned = |frame: Quat<L>| match views.kind.descriptor {
                    Descriptor::ParentLocal => frame.mul(offset),
                    Descriptor::Paper => offset,
                };
                if views.keeps_frames() {
                    turned(Quat::load_ref(&laid.frame, own)).store_vec(&mut laid.turn, at);
                }
                if k == 0 {
                    continue;
                }
                let q = turned(Quat::load_ref(&rest.frame, base + own));
                q.store_vec(&mut rest.q, base + at);
                store_spin(rest, &views.inertia, q, base, at);
            }
            for k in 0..tree.parent.len() {
                gather::<L>(template, rest, tree.groups.get(k), base + begin, stride, k);
            }
        }
    }
}

/// What orientations add to moments, of a unit that begins at `base`.
#[inline(always)]
pub(in crate::rest) fn store_spin<L: Lanes>(
    rest: &mut RestPose,
    inertia: &[Numbers; 3],
    q: Quat<L>,
    base: usize,
    at: usize,
) {
    let turn = q.matrix().0;
    for r in 0..3 {
        let inertia = L::load(&inertia[r], at);
        for c in 0..3 {
            (inertia * turn[3 * c + r]).store(&mut rest.spin[3 * r + c], base + at);
        }
    }
}

/// F of a segment from that of the one before.
#[inline(always)]
fn chained<L: Lanes>(descriptor: Descriptor, before: Quat<L>, r: Quat<L>) -> Quat<L> {
    match descriptor {
        Descriptor::ParentLocal => before.mul(r),
        Descriptor::Paper => r.mul(before),
    }
}

/// QLERP: the weighted mean of rotations; where there is none, the one that counts most.
#[inline(always)]
fn mean<L: Lanes>(poses: &[[Numbers; 4]], at: usize, weight: &impl Fn(usize) -> L) -> Quat<L> {
    let mut sum = Quat([L::zero(); 4]);
    for (j, pose) in poses.iter().enumerate() {
        let w = weight(j);
        let r = Quat::<L>::load_ref(pose, at);
        sum = Quat(std::array::from_fn(|c| sum.0[c] + r.0[c] * w));
    }
    let length = sum.dot(sum);
    let fine = length.greater(L::splat(1e-12));
    if L::all(fine) {
        return sum.normalize();
    }
    let (mut most, mut heaviest) = (L::splat(f32::MIN), Quat::load_ref(&poses[0], at));
    for (j, pose) in poses.iter().enumerate() {
        let w = weight(j);
        let r = Quat::<L>::load_ref(pose, at);
        let more = w.greater(most);
        heaviest = Quat(std::array::from_fn(|c| L::select(more, r.0[c], heaviest.0[c])));
        most = L::select(more, w, most);
    }
    let safe = L::splat(1.0) / L::select(fine, length, L::splat(1.0)).sqrt();
    Quat(std::array::from_fn(|c| L::select(fine, sum.0[c] * safe, heaviest.0[c])))
}

/// The rotation that gravity, as it pulls now, bends to the one that hangs: for small sags it answers linearly.
#[inline(always)]
fn against_gravity<L: Lanes>(
    views: &Views,
    rows: &[f32],
    authored: Quat<L>,
    at: usize,
    column: usize,
    weight: &impl Fn(usize) -> L,
) -> Quat<L> {
    if let [only] = &views.baked[..] {
        return mean(only, at, weight);
    }
    let mut sum = authored;
    for (direction, set) in views.baked.iter().enumerate() {
        let pull = L::load(rows, (row::DOWN + direction) * views.columns + column);
        let baked = mean(set, at, weight);
        sum = Quat(std::array::from_fn(|c| sum.0[c] + (baked.0[c] - authored.0[c]) * pull));
    }
    sum.normalize_or(authored)
}

/// Brings the ends of loops together, by moving all joints but the first; frames follow. Only nets, one at a time.
#[inline(always)]
fn close<L: Lanes>(template: &Template, views: &Views, net: &Net, rest: &mut RestPose, laid: &mut Laid) {
    let RestPose { x, room, .. } = rest;
    let [a, b, c] = x;
    for _ in 0..super::CLOSING_STEPS {
        constrain::bring_to_length(net, &net.lengths, &template.inv_mass, &mut [&mut *a, &mut *b, &mut *c], room);
    }
    let base = template.units[views.unit].slots.start;
    let (axis, across) = (Vec3::<L>::load_ref(&views.axis, 0), Vec3::load_ref(&views.across, 0));
    for &k in &views.tree.order {
        let p = views.tree.parent[k];
        let way = Vec3::load_ref(&rest.x, base + k).sub(Vec3::load_ref(&rest.x, base + p));
        let frame = swing(Quat::load_ref(&laid.frame, k), axis, across, way);
        frame.store_vec(&mut laid.frame, k);
        frame.store_vec(&mut rest.frame, base + k);
        Quat::load_ref(&laid.frame, p).conjugate().mul(frame).store_vec(&mut laid.rotation, k);
    }
}

/// Centre and spread of one group. Around the particle it belongs to, so that little cancels: Σ m̃ d dᵀ − M c cᵀ.
#[inline(always)]
pub(in crate::rest) fn gather<L: Lanes>(
    template: &Template,
    rest: &mut RestPose,
    group: &[u32],
    begin: usize,
    stride: usize,
    k: usize,
) {
    let at = begin + k * stride;
    let middle = Vec3::<L>::load_ref(&rest.x, at);
    let mut sums = [L::zero(); 9];
    for &member in group {
        if member as usize == k {
            continue;
        }
        let slot = begin + member as usize * stride;
        let mass = L::load(&template.match_mass, slot);
        let [x, y, z] = Vec3::load_ref(&rest.x, slot).sub(middle).0;
        let (mx, my, mz) = (x * mass, y * mass, z * mass);
        let terms = [mx * x, my * y, mz * z, mx * y, mx * z, my * z, mx, my, mz];
        for c in 0..9 {
            sums[c] = sums[c] + terms[c];
        }
    }
    let [xx, yy, zz, xy, xz, yz, mx, my, mz] = sums;
    let [x, y, z] = Vec3([mx, my, mz]).scale(L::load(&rest.inv_mass, at)).0;
    middle.add(Vec3([x, y, z])).store_vec(&mut rest.center, at);
    let spread = [xx - mx * x, yy - my * y, zz - mz * z, xy - mx * y, xz - mx * z, yz - my * z];
    for c in 0..6 {
        spread[c].store(&mut rest.spread[c], at);
    }
}
