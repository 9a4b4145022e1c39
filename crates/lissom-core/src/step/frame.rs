//! The ends of a frame: time, bones, teleports before; sleep after.

use super::{anchor, guard};
use crate::build::{REACH, frame as frame_of};
use crate::collide::contact::NONE;
use crate::desc::Teleport;
use crate::input::StepInput;
use crate::report::StepReport;
use crate::scratch::{Predicted, Scratch};
use crate::state::{State, StateMut};
use crate::template::{Frame, Template};

/// No farther ahead than this many frames: enough for 60 steps a second at 3000 frames a second.
const MOST_AHEAD: f64 = 50.0;
/// Still for this long, a body sleeps.
const SLEEP_AFTER_SECS: f32 = 0.5;
/// A frame this many times the longest one is a jump.
const STALL: f64 = 4.0;
/// Slower than this many character sizes a second counts as still.
const STILL: f32 = 2e-3;

/// What this frame has to do.
#[derive(Clone, Copy, Debug)]
pub struct FramePlan {
    pub substeps: u32,
    pub passes: u32,
    /// Everything starts from its rest pose.
    pub fresh: bool,
    /// The time that passes.
    pub dt_secs: f64,
    first: f64,
    each: f64,
}

impl FramePlan {
    /// How far through the frame the bones are at the end of a substep, counted from 1.
    pub fn share(&self, substep: u32) -> f32 {
        (self.first + self.each * f64::from(substep)).clamp(0.0, 1.0) as f32
    }

    /// The same for a substep that may lie beyond the frame, as if bones went on as they do.
    pub fn ahead(&self, substep: u64) -> f32 {
        (self.first + self.each * substep as f64).clamp(0.0, MOST_AHEAD) as f32
    }
}

pub fn begin(
    template: &Template,
    state: &mut State,
    scratch: &mut Scratch,
    input: &StepInput<'_>,
    report: &mut StepReport,
) -> FramePlan {
    let settings = &template.settings;
    let h = settings.substep_secs;
    let dt = if input.dt_secs > 0.0 { input.dt_secs.min(settings.max_frame_secs) } else { 0.0 };
    take_bones(state, scratch, input);
    let mut fresh = !state.clock.started;
    if fresh {
        state.clock.started = true;
        start_here(scratch);
        guard::reset_all(template, state, scratch);
    } else if let Some(how) =
        input.teleport.or_else(|| has_jumped(template, scratch, input).then_some(settings.teleport))
    {
        teleport(template, state, scratch, how);
        fresh = how == Teleport::Reset;
        report.teleported = true;
    } else if input.dt_secs > dt && dt > 0.0 {
        // A stall is not simulated: everything is carried to where the simulated part begins.
        carry_all(template, state, scratch, (1.0 - dt / input.dt_secs) as f32);
    }
    wake(template, state, scratch);

    let total = state.clock.leftover_secs + dt;
    // A hair more than whole, so that 1/60 s is four substeps and not three and a rest.
    let substeps = (total / h + 1e-6).floor();
    let first = if dt > 0.0 { -state.clock.leftover_secs / dt } else { 0.0 };
    let each = if dt > 0.0 { h / dt } else { 0.0 };
    state.clock.leftover_secs = (total - substeps * h).max(0.0);
    let passes = template.units.iter().map(|u| u.passes).max();
    FramePlan { substeps: substeps as u32, passes: passes.unwrap_or(0).max(1), fresh, dt_secs: dt, first, each }
}

/// Where bones are until a step says otherwise.
pub fn bones_to_bind_pose(template: &Template, state: &mut State) {
    let StateMut { input_bones, bones, .. } = state.split();
    for (k, bone_from_bind) in template.bone_from_bind.iter().enumerate() {
        write(&mut input_bones[7 * k..7 * k + 7], &bone_from_bind.inverse());
        write(&mut bones[7 * k..7 * k + 7], &bone_from_bind.inverse());
    }
}

/// Bones as the state remembers them.
pub fn load_bones(state: &mut State, scratch: &mut Scratch) {
    let parts = state.split();
    for (k, (given, reached)) in parts.input_bones.chunks(7).zip(parts.bones.chunks(7)).enumerate() {
        scratch.start_bones[k] = exact(given);
        scratch.input_bones[k] = exact(given);
        scratch.bones[k] = exact(reached);
    }
}

fn take_bones(state: &mut State, scratch: &mut Scratch, input: &StepInput<'_>) {
    load_bones(state, scratch);
    for (bone, pose) in scratch.input_bones.iter_mut().zip(input.bones) {
        if pose.iter().all(|v| v.abs() <= REACH) {
            *bone = frame_of(pose);
        }
    }
}

fn exact(pose: &[f32]) -> Frame {
    Frame {
        position: glam::Vec3::new(pose[0], pose[1], pose[2]),
        rotation: glam::Quat::from_xyzw(pose[3], pose[4], pose[5], pose[6]),
    }
}

fn start_here(scratch: &mut Scratch) {
    scratch.start_bones.clone_from(&scratch.input_bones);
    scratch.bones.clone_from(&scratch.input_bones);
}

/// Whether an anchor moved farther in this frame than anything moves, or so much time passed that nobody knows.
fn has_jumped(template: &Template, scratch: &Scratch, input: &StepInput<'_>) -> bool {
    let settings = &template.settings;
    let stalled = input.dt_secs > STALL * settings.max_frame_secs && moved(scratch);
    stalled
        || template.anchors.iter().any(|&anchor| {
            let (from, to) = (&scratch.start_bones[anchor], &scratch.input_bones[anchor]);
            from.position.distance(to.position) > template.settings.teleport_sizes * template.size
                || from.rotation.angle_between(to.rotation) > template.settings.teleport_rad
        })
}

fn teleport(template: &Template, state: &mut State, scratch: &mut Scratch, how: Teleport) {
    if how == Teleport::Keep {
        carry_all(template, state, scratch, 1.0);
    } else {
        start_here(scratch);
        guard::reset_all(template, state, scratch);
    }
}

/// Carries every body with its anchor over a share of this frame, and starts the frame from there.
fn carry_all(template: &Template, state: &mut State, scratch: &mut Scratch, share: f32) {
    for body in &template.bodies {
        let (from, to) = (scratch.start_bones[body.anchor], scratch.input_bones[body.anchor]);
        anchor::transform(template, state, body, &from, &from.towards(&to, share));
    }
    for (start, end) in scratch.start_bones.iter_mut().zip(&scratch.input_bones) {
        *start = if share < 1.0 { start.towards(end, share) } else { *end };
    }
    scratch.bones.clone_from(&scratch.start_bones);
    guard::follow_now(template, state, scratch);
}

/// Whether any bone moves in this frame, by however little: slow turns add up.
fn moved(scratch: &Scratch) -> bool {
    scratch.start_bones != scratch.input_bones
}

/// Puts colliders where the last substep left their bones.
pub fn place_colliders(template: &Template, scratch: &mut Scratch) {
    for (collider, placed) in template.colliders.iter().zip(&mut scratch.colliders) {
        placed[1].put(&collider.bone.map_or(Frame::IDENTITY, |b| scratch.bones[b]));
    }
}

/// Wakes what has a reason to move.
fn wake(template: &Template, state: &mut State, scratch: &mut Scratch) {
    place_colliders(template, scratch);
    let moved = moved(scratch);
    let windy = state.clock.windy;
    let StateMut { still, .. } = state.split();
    for (unit, awake) in template.units.iter().zip(&mut scratch.awake) {
        *awake = false;
        for index in unit.bodies.clone() {
            let body = &template.bodies[index];
            if moved || (windy && body.params.wind > 0.0) || !body.params.may_sleep {
                still[index] = 0.0;
            }
            *awake |= still[index] < SLEEP_AFTER_SECS;
        }
    }
}

/// After the last substep: remembers the bones, and finds out who is still.
pub fn end(template: &Template, state: &mut State, scratch: &mut Scratch, plan: &FramePlan, report: &mut StepReport) {
    report.substeps = plan.substeps;
    report.dropped_contacts +=
        std::mem::take(&mut scratch.contacts.dropped) + std::mem::take(&mut scratch.grid.dropped);
    let StateMut { x, mut v, mut spin, input_bones, bones, still, .. } = state.split();
    for (k, out) in input_bones.chunks_mut(7).enumerate() {
        write(out, &scratch.input_bones[k]);
    }
    for (k, out) in bones.chunks_mut(7).enumerate() {
        write(out, &scratch.bones[k]);
    }
    // Without a substep the contacts are those of an earlier frame.
    if plan.substeps > 0 {
        report.penetrations = scratch.contacts.deep(template, &x);
    }

    let moved = moved(scratch);
    let elapsed = plan.substeps as f32 * template.settings.substep_secs as f32;
    let limit = (STILL * template.size).powi(2);
    for (index, body) in template.bodies.iter().enumerate() {
        let speed = |s: usize| v[0][s] * v[0][s] + v[1][s] * v[1][s] + v[2][s] * v[2][s];
        let is_still = body.params.may_sleep && !moved && body.slots().all(|s| speed(s) < limit);
        still[index] = if is_still { still[index] + elapsed } else { 0.0 };
    }
    for (unit, awake) in template.units.iter().zip(&mut scratch.awake) {
        let asleep = unit.bodies.clone().all(|b| still[b] >= SLEEP_AFTER_SECS);
        if asleep {
            *awake = false;
            report.asleep += unit.bodies.len() as u32;
            for array in v.iter_mut().chain(&mut spin) {
                array[unit.slots.clone()].fill(0.0);
            }
        }
    }
}

/// What sleeps wakes when something that does not sleep runs into it, in time to be pushed.
pub fn wake_touched(template: &Template, state: &mut State, scratch: &mut Scratch) {
    if !scratch.awake.contains(&false) {
        return;
    }
    let mut awake = std::mem::take(&mut scratch.awake);
    let StateMut { still, .. } = state.split();
    let (Predicted { x, .. }, contacts, ..) = scratch.colliding();
    let body = |slot: u32| template.body[slot as usize] as usize;
    for contact in contacts.list().iter().filter(|c| c.other != NONE && c.depth(&x) > 0.0) {
        let (a, b) = (body(contact.ends[0]), body(contact.other));
        for (one, other) in [(a, b), (b, a)] {
            if still[one] >= SLEEP_AFTER_SECS && still[other] == 0.0 {
                still[one] = 0.0;
                awake[template.units.partition_point(|u| u.bodies.end <= one)] = true;
            }
        }
    }
    scratch.awake = awake;
}

fn write(out: &mut [f32], frame: &Frame) {
    out[..3].copy_from_slice(&frame.position.to_array());
    out[3..].copy_from_slice(&frame.rotation.to_array());
}
