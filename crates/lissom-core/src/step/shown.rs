//! What only a drawing needs: where everything would be if nothing swung, and where signals are.

use super::{World, pose};
use crate::desc::PoseArray;
use crate::rest::procedural::wave;
use crate::template::Frame;
use glam::{Quat, Vec3};

impl World {
    /// World poses of the bones, as last given.
    pub fn bones(&self) -> impl Iterator<Item = PoseArray> {
        self.scratch.input_bones.iter().map(array)
    }

    /// Every particle where the bones have it, in the order of [`World::poses`]; where the rest shape depends on the
    /// view, as that has it.
    pub fn at_rest(&self) -> Vec<PoseArray> {
        let t = &self.template;
        let mut out = vec![array(&Frame::IDENTITY); self.poses.positions().len()];
        for (index, body) in t.bodies.iter().enumerate() {
            let (held, turn) = pose::at_end(t, &self.scratch, body.reference);
            let world_from_bind = turn * t.bind_q[body.reference].conjugate();
            let start = self.poses.body(body.source).start;
            for (k, slot) in body.slots().enumerate() {
                let (position, rotation) = match t.view_of(index) {
                    Some(_) => (held + world_from_bind * self.rest_x(slot), world_from_bind * self.rest_q(slot)),
                    None => pose::at_end(t, &self.scratch, slot),
                };
                out[start + k] = array(&Frame { position, rotation });
            }
        }
        out
    }

    /// Which way a segment would go on straight, by the slots of its two joints: as the first one is turned.
    pub fn straight(&self, parent: usize, child: usize) -> Vec3 {
        let q = self.state.q();
        let now = Quat::from_array(std::array::from_fn(|c| q[c][parent]));
        (now * self.rest_q(parent).conjugate()) * (self.rest_x(child) - self.rest_x(parent))
    }

    /// \[PD09\] 4.3 and 4.4: by particle of boneless bodies, how near a signal is that runs through them, 0 to 1, where it
    /// has just arrived. 0 elsewhere.
    pub fn signals(&self) -> Vec<f32> {
        let all = &self.template.creatures;
        let clock = &self.state.clock;
        let now = clock.substeps as f64 * self.template.settings.substep_secs + clock.leftover_secs;
        let mut out = vec![0.0; self.poses.positions().len()];
        for (index, creature) in all.list.iter().enumerate() {
            let range = self.poses.body(self.template.bodies[creature.body].source);
            let near = wave::near(all, index, self.state.creatures(), &self.scratch.work, now);
            out[range].copy_from_slice(&near);
        }
        out
    }

    fn rest_x(&self, slot: usize) -> Vec3 {
        Vec3::from_array(std::array::from_fn(|c| self.rest.x[c][slot]))
    }

    fn rest_q(&self, slot: usize) -> Quat {
        Quat::from_array(std::array::from_fn(|c| self.rest.q[c][slot]))
    }
}

fn array(frame: &Frame) -> PoseArray {
    let ([x, y, z], [a, b, c, d]) = (frame.position.to_array(), frame.rotation.to_array());
    [x, y, z, a, b, c, d]
}
