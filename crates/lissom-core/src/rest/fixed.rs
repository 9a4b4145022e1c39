//! \[MC11s\] A rest shape that never changes: the bind pose.

use super::RestPose;
use crate::template::{Body, Template};
use glam::{DQuat, DVec3};

pub fn set(rest: &mut RestPose, template: &Template, body: &Body, groups: &[Vec<usize>]) {
    let x: Vec<DVec3> = body.slots().map(|s| template.bind_x[s].as_dvec3()).collect();
    let q: Vec<DQuat> = body.slots().map(|s| template.bind_q[s].as_dquat()).collect();
    rest.set(template, body, &x, &q, groups);
}
