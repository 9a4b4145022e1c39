//! A rest shape that follows the bones: what an animation does to each joint is done to the bind pose, or to the blend
//! of examples. An example takes the place of the bind pose, so the animation's turns go along with it.
//!
//! The motion is the artist's, not the camera's, so it is felt: the body is drawn to where its rest shape goes, as
//! closely as it is stiff. Within a frame the rest shape moves with the substeps. It is the turns from joint to joint
//! that are interpolated: a character that only spins leaves its rest shapes alone.
//!
//! | symbol | here | |
//! |---|---|---|
//! | x, q | `plain` | the rest pose before the bones move it |
//! | δ_k | `turn` | (bind_p⁻¹ bind_k)⁻¹ (bone_p⁻¹ bone_k), p being the joint that k hangs on |
//! | u_k | `way` | how far the bones move k, along the axes of p |
//! | T_k | | Q_k q_k⁻¹ |
//! | Q_k | `rest.q` | T_p q_k δ_k |
//! | X_k | `rest.x` | X_p + T_p (x_k − x_p) + Q_p u_k |

use super::view_blend::blend::{gather, starts, store_spin};
use super::view_blend::{Suppression, Tree};
use super::{Rest, RestPose};
use crate::desc::BodyDesc;
use crate::lanes::{self, Kernel, LaneWidth, Lanes, Memory, Numbers};
use crate::math::{Quat, Vec3};
use crate::scratch::Scratch;
use crate::state::{State, StateMut};
use crate::step::pose;
use crate::template::{Body, Frame, Template};

/// A unit whose rest poses follow the bones.
#[derive(Debug)]
pub struct Boned {
    pub unit: usize,
    tree: Tree,
    /// The net whose lengths follow, if it is one.
    pub net: Option<usize>,
    /// By slot of the unit: m̃/5 times the squares of the half axes.
    inertia: [Numbers; 3],
}

/// The rest pose of a unit before the bones move it, by slot of the unit.
#[derive(Clone, Debug)]
pub struct Plain {
    x: [Numbers; 3],
    q: [Numbers; 4],
}

impl Plain {
    /// Takes what stands in the rest pose.
    pub fn take(&mut self, x: &[Numbers; 3], q: &[Numbers; 4], slots: std::ops::Range<usize>) {
        for (to, from) in self.x.iter_mut().zip(x).chain(self.q.iter_mut().zip(q)) {
            to.copy_from_slice(&from[slots.clone()]);
        }
    }
}

/// What the bones do to the joints of a unit, by slot of the unit; at the start and at the end of a frame.
#[derive(Debug)]
pub struct Moves {
    pub turn: [[Numbers; 4]; 2],
    way: [[Numbers; 3]; 2],
    /// The two differ.
    any: bool,
}

impl Moves {
    pub fn new(slots: usize) -> Moves {
        let still = || std::array::from_fn(|c| Numbers::new(if c == 3 { 1.0 } else { 0.0 }, slots));
        let nowhere = || std::array::from_fn(|_| Numbers::zeros(slots));
        Moves { turn: [still(), still()], way: [nowhere(), nowhere()], any: false }
    }
}

/// Projection finds the nearest blend of the examples as they were drawn. Bones move them, so bodies are carried instead.
pub fn without_projection(bodies: &mut [BodyDesc]) -> Vec<String> {
    let mut notes = Vec::new();
    for body in bodies.iter_mut().filter(|b| b.params.follow_bones) {
        if let Rest::View(view) = &mut body.params.rest
            && matches!(view.suppression, Suppression::Projection { .. })
        {
            view.suppression = Suppression::Transport;
            notes
                .push(format!("`{}`: bones move its examples, so it is carried along instead of projected", body.part));
        }
    }
    notes
}

/// Every unit that asks for it.
pub fn build(template: &mut Template, descs: &[BodyDesc], groups: &[Vec<Vec<usize>>], rest: &mut RestPose) {
    for (index, unit) in template.units.iter().enumerate() {
        let Some(first) = template.bodies[unit.bodies.clone()].first().filter(|b| b.params.follow_bones) else {
            continue;
        };
        let slots = unit.slots.clone();
        let tree = Tree::new(&descs[first.source], &groups[first.source]);
        let inertia = std::array::from_fn(|c| slots.clone().map(|s| rest.inertia(s, c)).collect());
        let copy = |from: &Numbers| Numbers::from(&from[slots.clone()]);
        rest.plain.push(Plain { x: rest.x.each_ref().map(copy), q: rest.q.each_ref().map(copy) });
        template.boned.push(Boned { unit: index, tree, net: None, inertia });
    }
}

/// Rest poses as the state's bones have them.
pub fn load(template: &Template, rest: &mut RestPose, scratch: &mut Scratch, width: LaneWidth) {
    begin(template, scratch);
    lay(template, rest, scratch, 1.0, width);
}

/// Finds what the bones do in this frame.
pub fn begin(template: &Template, scratch: &mut Scratch) {
    let Scratch { moves, start_bones, input_bones, .. } = scratch;
    for (boned, moves) in template.boned.iter().zip(moves) {
        look(template, boned, [start_bones, input_bones], moves);
    }
}

/// Every rest pose, `share` of the way through the frame.
pub fn lay(template: &Template, rest: &mut RestPose, scratch: &Scratch, share: f32, width: LaneWidth) {
    for index in 0..template.boned.len() {
        lay_one(template, index, rest, scratch, share, width);
    }
}

/// Those that move in this frame.
pub fn advance(template: &Template, rest: &mut RestPose, scratch: &Scratch, share: f32, width: LaneWidth) {
    for index in (0..template.boned.len()).filter(|&k| scratch.moves[k].any) {
        lay_one(template, index, rest, scratch, share, width);
    }
}

/// One body at rest, around where its first joint is.
pub fn reset(template: &Template, rest: &RestPose, state: &mut State, body: &Body) {
    if !body.params.follow_bones {
        return;
    }
    let StateMut { mut x, mut q, .. } = state.split();
    let first = body.first;
    let origin = glam::Vec3::from_array(std::array::from_fn(|c| x[c][first]));
    let turn = glam::Quat::from_array(std::array::from_fn(|c| q[c][first])) * template.bind_q[first].conjugate();
    for slot in body.slots().skip(1) {
        let place = glam::Vec3::from_array(std::array::from_fn(|c| rest.x[c][slot]));
        let own = glam::Quat::from_array(std::array::from_fn(|c| rest.q[c][slot]));
        pose::set(&mut x, &mut q, slot, origin + turn * place, turn * own);
    }
}

/// What the bones at both ends of a frame do to the joints of a unit.
fn look(template: &Template, boned: &Boned, bones: [&[Frame]; 2], moves: &mut Moves) {
    let unit = &template.units[boned.unit];
    moves.any = false;
    for body in &template.bodies[unit.bodies.clone()] {
        for &k in &boned.tree.order {
            let (parent, slot) = (body.slot(boned.tree.parent[k]), body.slot(k));
            let [from, to] = bones.map(|bones| moved(template, bones, parent, slot));
            let end = if from.rotation.dot(to.rotation) < 0.0 { -to.rotation } else { to.rotation };
            let to = Frame { rotation: end, ..to };
            moves.any |= from != to;
            for (end, moved) in [from, to].into_iter().enumerate() {
                let at = slot - unit.slots.start;
                for c in 0..4 {
                    moves.turn[end][c][at] = moved.rotation.to_array()[c];
                }
                for c in 0..3 {
                    moves.way[end][c][at] = moved.position[c];
                }
            }
        }
    }
}

/// δ and u of one joint.
fn moved(template: &Template, bones: &[Frame], parent: usize, slot: usize) -> Frame {
    let local = |(x, q): (glam::Vec3, glam::Quat), (to, turn): (glam::Vec3, glam::Quat)| {
        let back = q.conjugate();
        (back * (to - x), back * turn)
    };
    let bind = |s: usize| (template.bind_x[s], template.bind_q[s]);
    let (was, straight) = local(bind(parent), bind(slot));
    let (now, turned) = local(pose::at(template, bones, parent), pose::at(template, bones, slot));
    Frame { position: now - was, rotation: (straight.conjugate() * turned).normalize() }
}

fn lay_one(template: &Template, index: usize, rest: &mut RestPose, scratch: &Scratch, share: f32, width: LaneWidth) {
    let boned = &template.boned[index];
    let plain = std::mem::take(&mut rest.plain);
    let width = super::width_for(template, boned.unit, width);
    lanes::run(width, Lay { template, boned, plain: &plain[index], moves: &scratch.moves[index], rest, share });
    rest.plain = plain;
    if let Some(net) = boned.net {
        template.nets[net].measure(&rest.x, &mut rest.rods);
    }
}

struct Lay<'a> {
    template: &'a Template,
    boned: &'a Boned,
    plain: &'a Plain,
    moves: &'a Moves,
    rest: &'a mut RestPose,
    share: f32,
}

impl Kernel for Lay<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Lay { template, boned, plain, moves, rest, share } = self;
        let unit = &template.units[boned.unit];
        let (base, tree) = (unit.slots.start, &boned.tree);
        let (stride, starts) = starts::<L>(unit.kind);
        for (begin, _) in starts {
            for &k in &tree.order {
                let (at, before) = (begin + k * stride, begin + tree.parent[k] * stride);
                let turn = Quat(part(&moves.turn, at, share)).normalize();
                let way = Vec3(part(&moves.way, at, share));
                let parent = Quat::<L>::load_ref(&rest.q, base + before);
                let turned = parent.mul(Quat::load_ref(&plain.q, before).conjugate());
                let along = Vec3::load_ref(&plain.x, at).sub(Vec3::load_ref(&plain.x, before));
                let along = turned.matrix().mul_vec(along).add(parent.matrix().mul_vec(way));
                Vec3::load_ref(&rest.x, base + before).add(along).store_vec(&mut rest.x, base + at);
                along.dot(along).sqrt().store(&mut rest.length, base + at);
                let q = turned.mul(Quat::load_ref(&plain.q, at)).mul(turn).normalize();
                q.store_vec(&mut rest.q, base + at);
                store_spin(rest, &boned.inertia, q, base, at);
            }
            for k in 0..tree.parent.len() {
                gather::<L>(template, rest, tree.groups.get(k), base + begin, stride, k);
            }
        }
    }
}

/// Numbers `share` of the way from the first to the second.
#[inline(always)]
fn part<L: Lanes, const N: usize>(ends: &[[Numbers; N]; 2], at: usize, share: f32) -> [L; N] {
    std::array::from_fn(|c| {
        let (from, to) = (L::load(&ends[0][c], at), L::load(&ends[1][c], at));
        from + (to - from) * L::splat(share)
    })
}
