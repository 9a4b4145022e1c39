//! Chains that contacts have torn: where no place is left for a chain, as between a body and a leg that folds onto it,
//! lengths have the last word, and it goes through.

use crate::rest::RestPose;
use crate::step::view::View;
use crate::template::{Body, Template};
use glam::Vec3;

/// Off by this share of its length, a segment is torn. Less is left to the next substep.
const TORN: f32 = 0.3;
/// Segments shorter than this share of the body, perhaps without a length, are taken for so long.
const SHORT: f32 = 0.01;

/// From the base outwards: the first torn segment, and all after it up to a joint that is held, get their lengths back.
pub fn mend(template: &Template, rest: &RestPose, body: &Body, view: &mut View<'_>) {
    let at = |view: &View<'_>, slot: usize| {
        let s = slot - view.base;
        Vec3::new(view.x[0][s], view.x[1][s], view.x[2][s])
    };
    let mut mending = false;
    for (last, slot) in body.slots().zip(body.slots().skip(1)) {
        if template.inv_mass[slot] == 0.0 {
            mending = false;
            continue;
        }
        let before = at(view, last);
        let (segment, length) = (at(view, slot) - before, rest.length[slot]);
        mending |= (segment.length() - length).abs() > TORN * length.max(SHORT * body.size);
        if mending {
            let place = before + segment.normalize_or(Vec3::Y) * length;
            let s = slot - view.base;
            for c in 0..3 {
                view.x[c][s] = place[c];
                view.low[c][s] = 0.0;
            }
        }
    }
}
