//! Inextensible meshes: Gauss-Seidel over the edges. Edges are sorted outwards from what is held, so one
//! sweep already carries a pull from there to the rim. Tethers help: nothing is farther from where it hangs
//! than the way along the cloth (Kim, Chentanez & Müller 2012, long range attachments).

use super::View;
use crate::template::{Body, Template};

/// `give` is how freely each particle moves, by slot: its inverse mass, or less.
pub fn sweep(template: &Template, body: &Body, give: &[f32], view: &mut View<'_>) {
    let base = view.base;
    let [xs, ys, zs] = &mut view.x;
    for tether in &template.tethers[body.tethers.clone()] {
        let (a, b) = (tether.a as usize - base, tether.b as usize - base);
        let (dx, dy, dz) = (xs[b] - xs[a], ys[b] - ys[a], zs[b] - zs[a]);
        let length = (dx * dx + dy * dy + dz * dz).sqrt();
        if length > tether.length {
            let pull = tether.length / length - 1.0;
            xs[b] += dx * pull;
            ys[b] += dy * pull;
            zs[b] += dz * pull;
        }
    }
    for _ in 0..body.params.length_sweeps {
        for edge in &template.edges[body.edges.clone()] {
            let (a, b) = (edge.a as usize, edge.b as usize);
            let (wa, wb) = (give[a], give[b]);
            let (a, b) = (a - base, b - base);
            let (dx, dy, dz) = (xs[b] - xs[a], ys[b] - ys[a], zs[b] - zs[a]);
            let length = (dx * dx + dy * dy + dz * dz).sqrt();
            let weight = (wa + wb) * length;
            if weight > 1e-30 {
                let pull = (length - edge.length) / weight;
                let (pa, pb) = (pull * wa, pull * wb);
                xs[a] += dx * pa;
                ys[a] += dy * pa;
                zs[a] += dz * pa;
                xs[b] -= dx * pb;
                ys[b] -= dy * pb;
                zs[b] -= dz * pb;
            }
        }
    }
}

/// At most so many sweeps to bring edges within the limit.
const LIMIT_SWEEPS: usize = 12;

/// Brings edges that are off by more than the body allows back to what it allows.
pub fn limit(template: &Template, body: &Body, view: &mut View<'_>) {
    let (base, most) = (view.base, body.params.max_stretch);
    if !most.is_finite() {
        return;
    }
    for _ in 0..LIMIT_SWEEPS {
        let mut within = true;
        for edge in &template.edges[body.edges.clone()] {
            let (a, b) = (edge.a as usize, edge.b as usize);
            let (wa, wb) = (template.inv_mass[a], template.inv_mass[b]);
            let at = |x: &[&mut [f32]; 3], s: usize| glam::Vec3::new(x[0][s], x[1][s], x[2][s]);
            let d = at(&view.x, b - base) - at(&view.x, a - base);
            let length = d.length();
            let goal = length.clamp(edge.length * (1.0 - most), edge.length * (1.0 + most));
            let weight = (wa + wb) * length;
            if goal == length || weight <= 1e-30 {
                continue;
            }
            within = false;
            let pull = d * ((length - goal) / weight);
            for c in 0..3 {
                view.x[c][a - base] += pull[c] * wa;
                view.x[c][b - base] -= pull[c] * wb;
            }
        }
        if within {
            return;
        }
    }
}
