//! Poses and their relative rotations, found once, in double precision.

use super::{Descriptor, Tree, ViewBlend};
use crate::desc::BodyDesc;
use crate::quat::minrot;
use glam::{DQuat, DVec3};

/// One pose: rotations from segment to segment and frames, by the joint that a segment leads to.
#[derive(Clone, Debug)]
pub struct Posture {
    pub rotation: Vec<DQuat>,
    pub frame: Vec<DQuat>,
}

impl Posture {
    pub fn new(joints: usize) -> Posture {
        Posture { rotation: vec![DQuat::IDENTITY; joints], frame: vec![DQuat::IDENTITY; joints] }
    }

    pub fn of(tree: &Tree, descriptor: Descriptor, x: &[DVec3], axis: DVec3, across: DVec3) -> Posture {
        let mut out = Posture::new(x.len());
        describe(tree, descriptor, x, axis, across, &mut out);
        out
    }
}

/// \[KI13\] Eq. 7-9, with frames that do not twist: relative rotations of a pose. Fails nowhere: a fold turns about
/// `across`.
pub fn describe(tree: &Tree, descriptor: Descriptor, x: &[DVec3], axis: DVec3, across: DVec3, out: &mut Posture) {
    for &k in &tree.order {
        let p = tree.parent[k];
        let along = (x[k] - x[p]).try_normalize().unwrap_or(out.frame[p] * axis);
        match descriptor {
            Descriptor::ParentLocal => {
                out.rotation[k] = minrot(axis, out.frame[p].conjugate() * along, across);
                out.frame[k] = (out.frame[p] * out.rotation[k]).normalize();
            }
            Descriptor::Paper => {
                out.rotation[k] = minrot(out.frame[p] * axis, along, out.frame[p] * across);
                out.frame[k] = (out.rotation[k] * out.frame[p]).normalize();
            }
        }
    }
}

/// A pose from its relative rotations.
pub fn lay_out(tree: &Tree, descriptor: Descriptor, rotation: &[DQuat], length: &[f64], axis: DVec3) -> Vec<DVec3> {
    let mut frame = vec![DQuat::IDENTITY; rotation.len()];
    let mut x = vec![DVec3::ZERO; rotation.len()];
    for &k in &tree.order {
        let p = tree.parent[k];
        frame[k] = match descriptor {
            Descriptor::ParentLocal => frame[p] * rotation[k],
            Descriptor::Paper => rotation[k] * frame[p],
        };
        x[k] = x[p] + frame[k] * axis * length[k];
    }
    x
}

/// One body's poses, the bind pose first, along the axes of the bind pose and from its first joint.
#[derive(Clone, Debug)]
pub struct Poses {
    pub x: Vec<Vec<DVec3>>,
    pub q: Vec<Vec<DQuat>>,
    pub axis: DVec3,
    pub across: DVec3,
    pub length: Vec<f64>,
    pub posture: Vec<Posture>,
    /// How far segments of the examples were from the length of the bind pose's, relatively.
    pub stretch: f64,
    /// From each joint's own segment to the joint; in the paper's descriptor, from the base.
    pub offset: Vec<Vec<DQuat>>,
}

impl Poses {
    pub fn new(desc: &BodyDesc, tree: &Tree, view: &ViewBlend) -> Poses {
        let at = |p: [f32; 3]| DVec3::from_array(p.map(f64::from));
        let turn = |q: [f32; 4]| {
            let q = DQuat::from_array(q.map(f64::from));
            if q.length_squared() > 1e-12 { q.normalize() } else { DQuat::IDENTITY }
        };
        let base = turn(desc.particles[0].rotation);
        let origin = at(desc.particles[0].position);
        let bind: Vec<DVec3> = desc.particles.iter().map(|p| at(p.position) - origin).collect();
        let bind_q: Vec<DQuat> = desc.particles.iter().map(|p| turn(p.rotation)).collect();
        let first = tree.order[0];
        let axis = (bind[first] - bind[0]).normalize();
        let across = axis.any_orthonormal_vector();
        let length: Vec<f64> = (0..bind.len()).map(|k| bind[k].distance(bind[tree.parent[k]])).collect();
        let mut out = Poses {
            x: vec![bind],
            q: vec![bind_q],
            axis,
            across,
            length,
            posture: Vec::new(),
            offset: Vec::new(),
            stretch: 0.0,
        };
        for example in &view.examples {
            let given: Vec<DVec3> = example.positions.iter().map(|p| base * at(*p)).collect();
            // Lengths are those of the bind pose.
            let mut x = vec![DVec3::ZERO; given.len()];
            for &k in &tree.order {
                let p = tree.parent[k];
                out.stretch = out.stretch.max((given[k].distance(given[p]) / out.length[k] - 1.0).abs());
                x[k] = x[p] + (given[k] - given[p]).normalize_or(axis) * out.length[k];
            }
            out.x.push(x);
            out.q.push(example.rotations.iter().map(|q| base * turn(*q)).collect());
        }
        out.posture = out.x.iter().map(|x| Posture::of(tree, view.descriptor, x, axis, across)).collect();
        let pivot = out.posture[0].rotation.clone();
        for posture in &mut out.posture {
            for (k, r) in posture.rotation.iter_mut().enumerate() {
                let pivot = if view.descriptor == Descriptor::Paper { pivot[first] } else { pivot[k] };
                if r.dot(pivot) < 0.0 {
                    *r = -*r;
                }
            }
        }
        let mut offsets = vec![Vec::new(); out.q.len()];
        let usual: Vec<DQuat> =
            (0..out.length.len()).map(|k| out.posture[0].frame[tree.main[k]].conjugate() * out.q[0][k]).collect();
        let absolute = view.descriptor == Descriptor::Paper;
        for pose in 0..out.q.len() {
            for k in 0..usual.len() {
                let frame = out.posture[pose].frame[tree.main[k]];
                let q = out.q[pose].get(k).copied().unwrap_or(frame * usual[k]);
                let (own, pivot) = match absolute {
                    true => (q, out.q[0][k]),
                    false => (frame.conjugate() * q, usual[k]),
                };
                let own = if own.dot(pivot) < 0.0 { -own } else { own };
                offsets[pose].push(own);
            }
        }
        out.offset = offsets;
        out
    }
}
