//! \[KI13\] Sec. 4: velocities come from a second solve, whose rest pose is the blend of the examples that is nearest
//! to the chain as it is. What pulls along the examples then moves the chain without giving it speed.
//!
//! The printed inverse of LᵀL does not exist for examples that depend on each other, and makes nearly dependent ones
//! ring; a ridge draws the projection to the view's own weights. With a ridge of 0 it is as printed.

use super::poses::{Posture, describe};
use super::weights::MAX_EXAMPLES;
use super::{Descriptor, Suppress, Suppression, Tree, ViewBlend, Views, blend, linear, row};
use crate::input::Wind;
use crate::lanes::LaneWidth;
use crate::rest::RestPose;
use crate::scratch::{Predicted, Scratch};
use crate::state::{State, StateMut};
use crate::step::update;
use crate::template::{Body, Template};
use glam::{DQuat, DVec3};

/// Halvings in the search for the shift that brings weights into the window.
const HALVINGS: usize = 60;
/// The diagonal is never less than this.
const LEAST: f64 = 1e-8;

/// What one body's projection needs.
#[derive(Clone, Debug)]
pub struct Projector {
    descriptor: Descriptor,
    axis: DVec3,
    across: DVec3,
    /// R⁰, and the columns of L.
    base: Vec<DQuat>,
    columns: Vec<Vec<DQuat>>,
    /// (LᵀL + λ)⁻¹
    inverse: Vec<f64>,
    window: f64,
}

impl Projector {
    /// From the relative rotations of all poses, the bind pose first.
    pub fn new(view: &ViewBlend, poses: &[Vec<DQuat>], axis: DVec3, across: DVec3) -> Projector {
        let (ridge, window) = match view.suppression {
            Suppression::Projection { ridge, window } => (f64::from(ridge), f64::from(window)),
            _ => (0.0, 0.0),
        };
        let base = poses[0].clone();
        let columns: Vec<Vec<DQuat>> =
            poses[1..].iter().map(|pose| pose.iter().zip(&base).map(|(r, b)| *r - *b).collect()).collect();
        let n = columns.len();
        let dot = |a: &[DQuat], b: &[DQuat]| a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum::<f64>();
        let mut matrix: Vec<f64> = (0..n * n).map(|k| dot(&columns[k / n], &columns[k % n])).collect();
        let trace: f64 = (0..n).map(|k| matrix[k * n + k]).sum();
        for k in 0..n {
            matrix[k * n + k] += ridge * trace / n as f64 + LEAST;
        }
        let inverse = linear::inverse(&matrix, n);
        Projector { descriptor: view.descriptor, axis, across, base, columns, inverse, window }
    }

    /// \[KI13\] Eq. 16-18: the weights of the blend nearest to a pose, within the window around the view's.
    fn project(&self, tree: &Tree, posture: &Posture, view: &[f64], out: &mut [f64]) {
        let n = self.columns.len();
        let mut right = [0.0; MAX_EXAMPLES];
        for &k in &tree.order {
            let mut off = posture.rotation[k];
            if off.dot(self.base[k]) < 0.0 {
                off = -off;
            }
            off -= self.base[k];
            for j in 0..n {
                off -= self.columns[j][k] * view[j + 1];
            }
            for j in 0..n {
                right[j] += self.columns[j][k].dot(off);
            }
        }
        out[0] = 1.0;
        for j in 0..n {
            let step: f64 = (0..n).map(|k| self.inverse[j * n + k] * right[k]).sum();
            out[j + 1] = view[j + 1] + step;
            out[0] -= out[j + 1];
        }
        into_window(out, view, self.window);
        // Weights below zero may turn a joint the long way round: then without them.
        let mixed = |k: usize| (0..n).fold(self.base[k], |sum, j| sum + self.columns[j][k] * out[j + 1]);
        if tree.order.iter().any(|&k| mixed(k).dot(self.base[k]) < 0.0) {
            let sum: f64 = out.iter().map(|w| w.max(0.0)).sum();
            for w in out {
                *w = w.max(0.0) / sum;
            }
        }
    }
}

/// The nearest weights that add up to one and differ from the view's by at most the window.
pub fn into_window(weights: &mut [f64], view: &[f64], window: f64) {
    // Wider than any weights are apart is no window at all.
    let window = window.min(1e3);
    let clamped = |k: usize, w: f64, shift: f64| (w - shift).clamp(view[k] - window, view[k] + window);
    let bounds = weights.iter().zip(view).map(|(w, v)| (w - v - window, w - v + window));
    let (mut low, mut high) = bounds.fold((f64::MAX, f64::MIN), |(l, h), (a, b)| (l.min(a), h.max(b)));
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        let sum: f64 = weights.iter().enumerate().map(|(k, w)| clamped(k, *w, middle)).sum();
        if sum > 1.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let shift = 0.5 * (low + high);
    for (k, w) in weights.iter_mut().enumerate() {
        *w = clamped(k, *w, shift);
    }
}

/// The second solve, kept aside.
#[derive(Debug)]
pub struct Aside {
    pub rest: RestPose,
    rows: Vec<f32>,
    predicted: Vec<f32>,
    /// Velocities and spins that it gives, by slot.
    speeds: Vec<f32>,
    x: Vec<DVec3>,
    posture: Posture,
    /// By unit: it is solved a second time.
    awake: Vec<bool>,
}

impl Aside {
    /// None where nothing needs it.
    pub fn new(template: &Template, rest: &RestPose) -> Option<Aside> {
        let projecting = template.views.iter().filter(|v| v.kind.suppress == Suppress::Projection);
        let joints = projecting.map(|v| v.tree.parent.len()).max()?;
        Some(Aside {
            rest: rest.clone(),
            rows: vec![0.0; template.view_rows],
            predicted: vec![0.0; 10 * template.slots],
            speeds: vec![0.0; 6 * template.slots],
            x: vec![DVec3::ZERO; joints],
            posture: Posture::new(joints),
            awake: vec![false; template.units.len()],
        })
    }

    /// Makes ready for the second solve, of what is awake and not left to the wind. Returns whether there is any.
    pub fn begin(
        &mut self,
        template: &Template,
        state: &mut State,
        scratch: &mut Scratch,
        wind: &Wind,
        width: LaneWidth,
    ) -> bool {
        self.awake.fill(false);
        let speed = glam::Vec3::from_array(wind.velocity).length();
        for views in template.views.iter().filter(|v| v.kind.suppress == Suppress::Projection) {
            self.awake[views.unit] = scratch.awake[views.unit] && views.minds(speed);
        }
        if !self.awake.contains(&true) {
            return false;
        }
        scratch.copy_predicted_to(&mut self.predicted);
        self.rows.copy_from_slice(state.split().views);
        let awake = std::mem::take(&mut self.awake);
        for (index, views) in projecting(template, &awake) {
            let unit = &template.units[views.unit];
            for (column, body) in template.bodies[unit.bodies.clone()].iter().enumerate() {
                self.aim(template, views, column, body, state);
            }
            let rows = views.rows(&mut self.rows);
            blend::run(template, views, rows, &mut self.rest, index, width);
            views.swap_warm(unit.slots.start, state);
        }
        self.awake = std::mem::replace(&mut scratch.awake, awake);
        true
    }

    fn aim(&mut self, template: &Template, views: &Views, column: usize, body: &Body, state: &State) {
        let (x, q) = (state.x(), state.q());
        let at = |s: usize| DVec3::new(x[0][s].into(), x[1][s].into(), x[2][s].into());
        let first = body.first;
        let turn = DQuat::from_array(std::array::from_fn(|c| f64::from(q[c][first])));
        let into_bind = template.bind_q[first].as_dquat() * turn.conjugate();
        let origin = at(first);
        for (k, slot) in body.slots().enumerate() {
            self.x[k] = into_bind * (at(slot) - origin);
        }
        let projector = &views.projectors[column];
        let tree = &views.tree;
        describe(
            tree,
            projector.descriptor,
            &self.x[..body.count],
            projector.axis,
            projector.across,
            &mut self.posture,
        );
        let count = views.kind.examples + 1;
        let place = |j: usize| views.start + (row::WEIGHTS + j) * views.columns + column;
        let (mut view, mut out) = ([0.0; MAX_EXAMPLES + 1], [0.0; MAX_EXAMPLES + 1]);
        for (j, w) in view.iter_mut().enumerate().take(count) {
            *w = f64::from(self.rows[place(j)]);
        }
        projector.project(tree, &self.posture, &view[..count], &mut out[..count]);
        for (j, w) in out.iter().enumerate().take(count) {
            self.rows[place(j)] = *w as f32;
        }
    }

    /// Takes the velocities of the second solve, and puts everything back for the first.
    pub fn end(&mut self, template: &Template, state: &mut State, scratch: &mut Scratch) {
        std::mem::swap(&mut self.awake, &mut scratch.awake);
        let rate = 1.0 / template.settings.substep_secs as f32;
        let capped = |v: glam::Vec3, most: f32| v * (most / v.length().max(most));
        let fastest = update::MAX_SIZES_PER_SEC * template.size;
        let slots = template.slots;
        {
            let (from, from_q) = (state.x(), state.q());
            let Predicted { x, low, q } = scratch.predicted();
            for (_, views) in projecting(template, &self.awake) {
                for slot in template.units[views.unit].slots.clone() {
                    let turn = |q: [f32; 4]| glam::Quat::from_array(q);
                    let was = turn(std::array::from_fn(|c| from_q[c][slot]));
                    let turned = turn(std::array::from_fn(|c| q[c][slot])) * was.conjugate();
                    let w = if turned.w.abs() < 1e-3 { 1e-3 } else { turned.w };
                    let way = |c: usize| x[c][slot] - from[c][slot] + low[c][slot];
                    let speed = capped(glam::Vec3::new(way(0), way(1), way(2)) * rate, fastest);
                    let spin = capped(turned.xyz() * (2.0 * rate / w), update::MAX_SPIN);
                    for c in 0..3 {
                        self.speeds[c * slots + slot] = speed[c];
                        self.speeds[(3 + c) * slots + slot] = spin[c];
                    }
                }
            }
        }
        scratch.copy_predicted_from(&self.predicted);
        for (_, views) in projecting(template, &self.awake) {
            views.swap_warm(template.units[views.unit].slots.start, state);
        }
    }

    /// \[KI13\] Eq. 14-15: velocities from the second solve.
    pub fn give_speeds(&self, template: &Template, state: &mut State) {
        let StateMut { v, spin, .. } = state.split();
        let slots = template.slots;
        for (_, views) in projecting(template, &self.awake) {
            for slot in template.units[views.unit].slots.clone() {
                for c in 0..3 {
                    v[c][slot] = self.speeds[c * slots + slot];
                    spin[c][slot] = self.speeds[(3 + c) * slots + slot];
                }
            }
        }
    }
}

/// Those that are solved a second time.
fn projecting<'a>(template: &'a Template, awake: &'a [bool]) -> impl Iterator<Item = (usize, &'a Views)> {
    let twice = |v: &Views| v.kind.suppress == Suppress::Projection && awake[v.unit];
    template.views.iter().enumerate().filter(move |(_, v)| twice(v))
}
