//! Examples as the solver reads them: one body a column, ready for lanes.

use super::hold::{Held, Hold};
use super::poses::{Poses, lay_out};
use super::projection::Projector;
use super::sag::Baked;
use super::{Descriptor, Laid, Sag, Suppression, Tree, ViewBlend, ViewExample, Weighting, row, sag, weights};
use crate::desc::BodyDesc;
use crate::lanes::Numbers;
use crate::output::Morph;
use crate::rest::RestPose;
use crate::state::{State, StateMut};
use crate::template::{Body, Driven, Template};
use glam::{DQuat, DVec3, Quat};
use std::ops::ControlFlow;

/// What all bodies of a unit have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    pub examples: usize,
    pub weighting: Weighting,
    pub descriptor: Descriptor,
    pub suppress: Suppress,
    /// Sets of rotations of the rest pose where it is not as bodies hang, one for each direction of gravity.
    pub bakes: usize,
    /// Examples turn joints about themselves.
    pub twisted: bool,
    /// The speed of wind above which they are left alone, as bits: those order like the numbers.
    until_wind: u32,
}

/// [`Suppression`] without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suppress {
    None,
    Projection,
    Transport,
}

impl Kind {
    /// Of a body on which gravity acts, or does not.
    pub fn of(view: &ViewBlend, weighs: bool) -> Kind {
        let suppress = match view.suppression {
            Suppression::None | Suppression::Damping { .. } => Suppress::None,
            Suppression::Projection { .. } => Suppress::Projection,
            Suppression::Transport => Suppress::Transport,
        };
        Kind {
            examples: view.examples.len(),
            weighting: view.weighting,
            descriptor: view.descriptor,
            suppress,
            bakes: match view.sag {
                _ if !weighs => 0,
                // It is carried from hanging pose to hanging pose.
                Sag::Off => usize::from(suppress == Suppress::Transport),
                Sag::Upright => 1,
                Sag::AnyTilt => 3,
            },
            until_wind: view.until_wind.max(0.0).to_bits(),
            twisted: view.descriptor == Descriptor::Paper || view.examples.iter().any(|e| !e.rotations.is_empty()),
        }
    }

    pub fn rows(&self) -> usize {
        row::WEIGHTS + 1 + self.examples
    }
}

/// The examples of one unit, by column: one body in each.
#[derive(Debug)]
pub struct Views {
    pub unit: usize,
    pub kind: Kind,
    /// As many as there are bodies, filled up to whole lanes.
    pub columns: usize,
    /// Where its rows begin in the state.
    pub start: usize,
    pub tree: Tree,
    /// The net whose loops must close, if there are any.
    pub loops: Option<usize>,
    /// Numbers by column: the first segment's direction in the bind pose, and another across it.
    pub axis: [Numbers; 3],
    pub across: [Numbers; 3],
    /// Gravity shapes it more than its rest pose does.
    pub limp: Vec<bool>,
    /// One over the response time.
    pub rate: Numbers,
    /// By example and column.
    pub directions: Vec<[Numbers; 3]>,
    pub inv_extent: Vec<Numbers>,
    /// By two examples and column: what makes Gaussian weights interpolate.
    pub inverse: Vec<Numbers>,
    /// By column: triangles of examples around the sphere.
    pub triangles: Vec<Vec<[usize; 3]>>,
    /// By slot of the unit: the bind pose first, then the examples, as they hang. r leads from segment to segment.
    pub rotation: Vec<[Numbers; 4]>,
    /// The same as they rest, by direction of gravity; none where gravity makes no difference.
    pub baked: Vec<Vec<[Numbers; 4]>>,
    /// From a joint's own segment to the joint: one for all poses, or one for each. In the paper's descriptor, from
    /// the base.
    pub offset: Vec<[Numbers; 4]>,
    /// Distance to the joint before.
    pub length: Numbers,
    /// m̃/5 times the squares of the half axes.
    pub inertia: [Numbers; 3],
    /// By column, where velocities are projected.
    pub projectors: Vec<Projector>,
}

impl Views {
    /// Whether something is done about ghost momentum in wind of this speed.
    pub fn minds(&self, wind: f32) -> bool {
        wind <= f32::from_bits(self.kind.until_wind)
    }

    /// Where the state keeps the warm start of the second solve, by slot of the unit.
    pub fn warm_places(&self, local: usize) -> [usize; 4] {
        let begin = self.start + self.kind.rows() * self.columns;
        std::array::from_fn(|c| begin + c * self.length.len() + local)
    }

    /// Whether frames of segments and turns of joints are kept; in plain chains they follow from rotations.
    pub fn keeps_frames(&self) -> bool {
        self.kind.twisted || self.columns == 1
    }

    /// The frame of the segment that leads to a joint; `first` is the body's first slot in the unit.
    pub fn frame(&self, laid: &Laid, first: usize, stride: usize, joint: usize) -> Quat {
        match self.keeps_frames() {
            true => load(&laid.frame, first + joint * stride),
            false => (1..=joint).fold(Quat::IDENTITY, |f, k| f * load(&laid.rotation, first + k * stride)),
        }
    }

    /// How a joint is turned.
    pub fn turn(&self, laid: &Laid, first: usize, stride: usize, joint: usize) -> Quat {
        let at = first + joint * stride;
        match self.keeps_frames() {
            true => load(&laid.turn, at),
            false => self.frame(laid, first, stride, self.tree.main[joint]) * load(&self.offset[0], at),
        }
    }

    /// This unit's rows among those of all.
    pub fn rows<'a>(&self, all: &'a mut [f32]) -> &'a mut [f32] {
        &mut all[self.start..self.start + self.kind.rows() * self.columns]
    }

    /// How many numbers the state keeps beyond the rows: warm starts of the second solve.
    fn warm_len(&self, template: &Template) -> usize {
        match self.kind.suppress {
            Suppress::Projection => 4 * template.units[self.unit].slots.len(),
            _ => 0,
        }
    }

    /// Changes the warm starts of this unit, whose first slot is given, for those of the other solve.
    pub fn swap_warm(&self, first: usize, state: &mut State) {
        let StateMut { warm, views, .. } = state.split();
        let slots = self.length.len();
        let begin = self.start + self.kind.rows() * self.columns;
        for (c, array) in warm.into_iter().enumerate() {
            let aside = &mut views[begin + c * slots..begin + (c + 1) * slots];
            array[first..first + slots].swap_with_slice(aside);
        }
    }

    /// The other solve's warm starts begin as the first's do.
    pub fn start_warm(&self, template: &Template, state: &mut State) {
        if self.warm_len(template) > 0 {
            let first = template.units[self.unit].slots.start;
            let StateMut { warm, views, .. } = state.split();
            let slots = self.length.len();
            let begin = self.start + self.kind.rows() * self.columns;
            for (c, array) in warm.into_iter().enumerate() {
                views[begin + c * slots..begin + (c + 1) * slots].copy_from_slice(&array[first..first + slots]);
            }
        }
    }
}

/// A pose that hangs this share of its length away from where it was drawn is gravity's.
const LIMP: f64 = 0.4;
/// Interpolated extents wider than this, rad, make no difference but to rounding.
const WIDEST: f32 = 5.0;
/// Examples may be this much longer or shorter before it is said.
const STRETCHED: f64 = 0.02;
/// A rate at which everything happens at once.
pub const AT_ONCE: f32 = 1e9;

/// The views of every unit that has some.
pub fn build(
    template: &mut Template,
    descs: &[BodyDesc],
    groups: &[Vec<Vec<usize>>],
    rest: &mut RestPose,
    mut hold: Hold<'_>,
) -> ControlFlow<(), Vec<String>> {
    let mut notes = Vec::new();
    let all = descs.iter().filter(|d| d.params.rest.view().is_some()).count() as f64;
    let mut seen = 0.0;
    let mut held = Held { bodies: vec![None; descs.len()] };
    let mut start = 0;
    for unit in 0..template.units.len() {
        let bodies = template.units[unit].bodies.clone();
        let Some(first) = template.bodies[bodies.clone()].first() else { continue };
        let Some(view) = descs[first.source].params.rest.view() else { continue };
        let tree = Tree::new(&descs[first.source], &groups[first.source]);
        let columns = if first.is_chain() { bodies.len().next_multiple_of(crate::lanes::MAX_WIDTH) } else { 1 };
        // Loops are closed as they rest, so they are not told apart from how they hang.
        let weighs = sag::weighs(&template.settings, &first.params) && tree.chords.is_empty();
        let kind = Kind::of(view, weighs);
        let loops = !tree.chords.is_empty() && view.sag != Sag::Off;
        if loops {
            notes.push(format!("`{}`: loops cannot be baked against gravity, so they sag", descs[first.source].part));
        }
        let mut views = Views::empty(unit, kind, columns, start, tree, template.units[unit].slots.len());
        for (column, index) in bodies.enumerate() {
            let body = template.bodies[index].clone();
            let desc = &descs[body.source];
            let view = desc.params.rest.view().expect("bodies of a unit are of one kind");
            let poses = Poses::new(desc, &views.tree, view);
            // Bodies that are alike hang alike.
            let mut done = held.bodies.iter().zip(descs).filter(|(baked, other)| baked.is_some() && alike(other, desc));
            let known =
                hold.known(body.source, &views.kind, &poses).or(done.next().and_then(|(baked, _)| baked.as_ref()));
            let baked = match known {
                Some(baked) => baked.clone(),
                None => {
                    let tell = &mut |share| hold.tell((seen + share) / all);
                    sag::bake(template, desc, &views.tree, view, &views.kind, &poses, tell)?
                }
            };
            seen += 1.0;
            let longer = format!(
                "`{}`: examples have segments up to {:.0} % off the length of the bind pose's, which they were given",
                desc.part,
                100.0 * poses.stretch
            );
            for note in baked.notes.iter().chain((poses.stretch > STRETCHED).then_some(&longer)) {
                if !notes.contains(note) {
                    notes.push(note.clone());
                }
            }
            views.add(template, &body, column, view, &poses, &baked, rest);
            held.bodies[body.source] = Some(baked);
            for (j, example) in view.examples.iter().enumerate() {
                let place = views.start + (row::WEIGHTS + 1 + j) * columns + column;
                for morph in &example.morphs {
                    drive(&mut template.morphs, morph, place);
                }
            }
        }
        start += views.kind.rows() * columns + views.warm_len(template);
        rest.posed.push(super::Posed::new(template.units[unit].slots.len()));
        template.views.push(views);
    }
    (template.view_rows, template.held) = (start, held);
    ControlFlow::Continue(notes)
}

/// Whether two bodies differ in nothing but where they are.
fn alike(a: &BodyDesc, b: &BodyDesc) -> bool {
    let offset = |d: &BodyDesc, k: usize| {
        glam::Vec3::from_array(d.particles[k].position) - glam::Vec3::from_array(d.particles[0].position)
    };
    a.params == b.params
        && a.structure == b.structure
        && a.particles.len() == b.particles.len()
        && a.particles.iter().zip(&b.particles).enumerate().all(|(k, (p, q))| {
            let (at, other) = (offset(a, k), offset(b, k));
            p.rotation == q.rotation
                && p.radii == q.radii
                && p.mass_kg == q.mass_kg
                && at.distance(other) <= 1e-5 * at.length()
        })
}

fn drive(morphs: &mut Vec<Driven>, morph: &Morph, place: usize) {
    let term = (place, morph.weight);
    match morphs.iter_mut().find(|m| m.name == morph.name) {
        Some(driven) => driven.terms.push(term),
        None => morphs.push(Driven { name: morph.name.clone(), terms: vec![term] }),
    }
}

impl Views {
    fn empty(unit: usize, kind: Kind, columns: usize, start: usize, tree: Tree, slots: usize) -> Views {
        let unit_x = |n: usize| std::array::from_fn(|c| Numbers::new(if c == 0 { 1.0 } else { 0.0 }, n));
        let unit_y = |n: usize| std::array::from_fn(|c| Numbers::new(if c == 1 { 1.0 } else { 0.0 }, n));
        let turns = || std::array::from_fn(|c| Numbers::new(if c == 3 { 1.0 } else { 0.0 }, slots));
        let poses = kind.examples + 1;
        Views {
            unit,
            kind,
            columns,
            start,
            axis: unit_x(columns),
            across: unit_y(columns),
            limp: vec![false; columns],
            // Where there is no body there is nothing to wait for.
            rate: Numbers::new(AT_ONCE, columns),
            directions: (0..kind.examples).map(|_| unit_x(columns)).collect(),
            inv_extent: vec![Numbers::new(1.0, columns); kind.examples],
            inverse: match kind.weighting {
                Weighting::Interpolating => vec![Numbers::zeros(columns); kind.examples * kind.examples],
                _ => Vec::new(),
            },
            triangles: vec![Vec::new(); columns],
            rotation: (0..poses).map(|_| turns()).collect(),
            baked: (0..kind.bakes).map(|_| (0..poses).map(|_| turns()).collect()).collect(),
            offset: (0..if kind.twisted { poses } else { 1 }).map(|_| turns()).collect(),
            length: Numbers::zeros(slots),
            inertia: std::array::from_fn(|_| Numbers::zeros(slots)),
            projectors: Vec::new(),
            tree,
            loops: None,
        }
    }

    fn add(
        &mut self,
        template: &Template,
        body: &Body,
        column: usize,
        view: &ViewBlend,
        poses: &Poses,
        baked: &Baked,
        rest: &RestPose,
    ) {
        let unit = template.units[self.unit].slots.start;
        if self.kind.suppress == Suppress::Projection {
            let authored: Vec<Vec<DQuat>> = poses.posture.iter().map(|p| p.rotation.clone()).collect();
            let rotations = baked.rest.first().unwrap_or(&authored);
            self.projectors.push(Projector::new(view, rotations, poses.axis, poses.across));
        }
        for c in 0..3 {
            self.axis[c][column] = poses.axis[c] as f32;
            self.across[c][column] = poses.across[c] as f32;
        }
        self.limp[column] = (0..poses.x.len()).any(|pose| {
            let hung = lay_out(&self.tree, self.kind.descriptor, &baked.hung[pose], &poses.length, poses.axis);
            let off = hung.iter().zip(&poses.x[pose]).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
            off > LIMP * poses.length.iter().sum::<f64>()
        });
        self.add_directions(view, template.bind_q[body.first].as_dquat(), column);
        for (k, slot) in body.slots().enumerate() {
            let local = slot - unit;
            self.length[local] = poses.length[k] as f32;
            for c in 0..3 {
                self.inertia[c][local] = rest.inertia(slot, c);
            }
            for pose in 0..=self.kind.examples {
                put(&mut self.rotation[pose], local, baked.hung[pose][k]);
                for (set, baked) in self.baked.iter_mut().zip(&baked.rest) {
                    put(&mut set[pose], local, baked[pose][k]);
                }
                if pose < self.offset.len() {
                    put(&mut self.offset[pose], local, poses.offset[pose][k]);
                }
            }
        }
    }
}

impl Views {
    /// Just what weights need, of one body along its own axes.
    pub fn for_weights(view: &ViewBlend) -> Views {
        let mut views = Views::empty(0, Kind::of(view, false), 1, 0, Tree::default(), 0);
        views.add_directions(view, DQuat::IDENTITY, 0);
        views
    }

    fn add_directions(&mut self, view: &ViewBlend, base: DQuat, column: usize) {
        self.rate[column] = (1.0 / view.response_secs).min(AT_ONCE);
        let directions: Vec<DVec3> =
            view.examples.iter().map(|e| base * DVec3::from_array(e.direction.map(f64::from)).normalize()).collect();
        let widest = if view.weighting == Weighting::Interpolating { WIDEST } else { f32::INFINITY };
        let extent = |e: &ViewExample| e.extent.min(widest);
        for (j, example) in view.examples.iter().enumerate() {
            for c in 0..3 {
                self.directions[j][c][column] = directions[j][c] as f32;
            }
            self.inv_extent[j][column] = 1.0 / extent(example);
        }
        let extents: Vec<f64> = view.examples.iter().map(|e| f64::from(extent(e))).collect();
        match self.kind.weighting {
            Weighting::Gaussian => {}
            Weighting::Interpolating => {
                for (k, value) in weights::inverse(&directions, &extents).into_iter().enumerate() {
                    self.inverse[k][column] = value as f32;
                }
            }
            Weighting::Triangulated => {
                // Checked before: there is one.
                self.triangles[column] = weights::triangulate(&directions).unwrap_or_default();
            }
        }
    }
}

fn load(from: &[Numbers; 4], at: usize) -> Quat {
    Quat::from_array(std::array::from_fn(|c| from[c][at]))
}

fn put(to: &mut [Numbers; 4], at: usize, q: DQuat) {
    for (c, value) in q.to_array().into_iter().enumerate() {
        to[c][at] = value as f32;
    }
}
