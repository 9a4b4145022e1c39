//! Inextensible meshes: Gauss-Seidel over the edges. Edges are sorted outwards from what is held, so one
//! sweep already carries a pull from there to the rim.

use super::View;
use crate::template::{Body, Template};

pub fn sweep(template: &Template, body: &Body, view: &mut View<'_>) {
    let base = view.base;
    let [xs, ys, zs] = &mut view.x;
    for _ in 0..body.params.length_sweeps {
        for edge in &template.edges[body.edges.clone()] {
            let (a, b) = (edge.a as usize, edge.b as usize);
            let (wa, wb) = (template.inv_mass[a], template.inv_mass[b]);
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
