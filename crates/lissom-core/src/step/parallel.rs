//! Threads: units are independent, so they are shared out in halves. The result does not depend on how many
//! threads there are.

use crate::lanes::LaneWidth;
use crate::rest::view_blend::Suppress;
use crate::template::{Template, Unit, UnitKind};
use std::ops::Range;

/// Fewer slots than this are done by one thread: handing over would cost more.
const GRAIN: usize = 1024;
/// A thread that has fewer slots to do in a step costs more than it does.
const SHARE: usize = 3 * GRAIN;

/// Whether to use the current rayon pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    One,
    Pool,
}

/// Who does the work of a stage: how many numbers at once, and on how many threads. The result is the same for any.
#[derive(Clone, Copy, Debug)]
pub struct Crew {
    pub width: LaneWidth,
    pub threads: Threads,
    /// And for how many of the units: the first ones, which go together.
    pub units: usize,
}

/// How many of the threads have enough to do. Springs, and chains that nothing touches with the widest lanes, are done so
/// soon that it takes twice as many. Projecting is done by one thread, during which others fall asleep.
pub fn worthwhile(threads: usize, template: &Template, width: LaneWidth) -> usize {
    let views = &template.views;
    let projected = |unit: usize| {
        let found = views.binary_search_by_key(&unit, |v| v.unit);
        found.is_ok_and(|k| views[k].kind.suppress == Suppress::Projection)
    };
    let work = |(index, unit): (usize, &Unit)| match unit.kind {
        _ if projected(index) => 0,
        UnitKind::Springs { .. } => unit.slots.len() / 2,
        _ if template.alone.contains(&index) && unit.width(width) == LaneWidth::Sixteen => unit.slots.len() / 2,
        _ => unit.slots.len(),
    };
    threads.min(template.units.iter().enumerate().map(work).sum::<usize>() / SHARE).max(1)
}

/// Something that covers a run of units and can be cut in two before one of them.
pub trait Split: Sized + Send {
    fn split_before(self, unit: &Unit) -> (Self, Self);
}

pub fn split_arrays<const N: usize>(arrays: [&mut [f32]; N], mid: usize) -> ([&mut [f32]; N], [&mut [f32]; N]) {
    let mut pairs = arrays.map(|a| {
        let (left, right) = a.split_at_mut(mid);
        (Some(left), Some(right))
    });
    let left = std::array::from_fn(|c| pairs[c].0.take().expect("taken once"));
    let right = std::array::from_fn(|c| pairs[c].1.take().expect("taken once"));
    (left, right)
}

/// Calls `work` for every unit that goes with others and is wanted.
pub fn for_together<V: Split, W, F>(crew: Crew, template: &Template, view: V, wanted: &W, work: &F)
where
    W: Fn(usize, &Unit) -> bool + Sync,
    F: Fn(usize, &Unit, V) + Sync,
{
    for_range(crew.threads, template, 0..crew.units, view, wanted, work);
}

/// Calls `work` for some of the units, with a view of all.
pub fn for_range<V: Split, W, F>(
    threads: Threads,
    template: &Template,
    range: Range<usize>,
    mut view: V,
    wanted: &W,
    work: &F,
) where
    W: Fn(usize, &Unit) -> bool + Sync,
    F: Fn(usize, &Unit, V) + Sync,
{
    let units = &template.units[range.clone()];
    if let Some(after) = template.units.get(range.end) {
        view = view.split_before(after).0;
    }
    if let Some(first) = units.first().filter(|_| range.start > 0) {
        view = view.split_before(first).1;
    }
    for_units(threads, units, range.start, view, wanted, work);
}

/// Calls `work` for every unit that is wanted, with its part of the view.
pub fn for_units<V: Split, W, F>(threads: Threads, units: &[Unit], first: usize, view: V, wanted: &W, work: &F)
where
    W: Fn(usize, &Unit) -> bool + Sync,
    F: Fn(usize, &Unit, V) + Sync,
{
    // To look is cheaper than to split.
    if !units.iter().enumerate().any(|(k, unit)| wanted(first + k, unit)) {
        return;
    }
    match units {
        [unit] => work(first, unit, view),
        _ => {
            let mid = units.len() / 2;
            let (left, right) = units.split_at(mid);
            let (left_view, right_view) = view.split_before(&right[0]);
            let big = right[right.len() - 1].slots.end - left[0].slots.start >= GRAIN;
            let do_left = |view| for_units(threads, left, first, view, wanted, work);
            let do_right = |view| for_units(threads, right, first + mid, view, wanted, work);
            if threads == Threads::Pool && big {
                rayon::join(|| do_left(left_view), || do_right(right_view));
            } else {
                do_left(left_view);
                do_right(right_view);
            }
        }
    }
}
