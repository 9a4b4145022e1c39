//! The skeleton within a substep, and particles that follow it.

use crate::scratch::Scratch;
use crate::template::{Frame, Template};
use glam::{Quat, Vec3};

/// Sets the bones at `share` of the way through the frame, and what hangs on them.
pub fn advance(template: &Template, scratch: &mut Scratch, share: f32) {
    std::mem::swap(&mut scratch.bones, &mut scratch.old_bones);
    for (k, bone) in scratch.bones.iter_mut().enumerate() {
        *bone = scratch.start_bones[k].towards(&scratch.input_bones[k], share);
        scratch.skin[k] = bone.then(&template.bone_from_bind[k]);
    }
    for (collider, placed) in template.colliders.iter().zip(&mut scratch.colliders) {
        let frame = collider.bone.map_or(Frame::IDENTITY, |b| scratch.bones[b]);
        placed[0] = placed[1];
        placed[1].put(&frame);
    }
}

/// \[MC11c\] Eq. 4: where the bones take a particle.
///
/// Deviates from the printed sum of transforms, which is not rigid: positions blend, rotations blend as
/// quaternions.
#[inline]
pub fn animated(template: &Template, skin: &[Frame], slot: usize) -> (Vec3, Quat) {
    let bones = &template.binding[slot].bones;
    if template.binding[slot].is_rigid() {
        let frame = &skin[usize::from(bones[0])];
        return (frame.point(template.bind_x[slot]), frame.rotation * template.bind_q[slot]);
    }
    blended(template, &bones.map(|b| skin[usize::from(b)]), slot)
}

/// The same at the end of the frame.
pub fn at_end(template: &Template, scratch: &Scratch, slot: usize) -> (Vec3, Quat) {
    at(template, &scratch.input_bones, slot)
}

/// The same, for bones given as world_from_bone.
pub fn at(template: &Template, bones: &[Frame], slot: usize) -> (Vec3, Quat) {
    let binding = &template.binding[slot];
    if binding.is_rigid() {
        let frame = skin_of(template, bones, binding.bones[0]);
        return (frame.point(template.bind_x[slot]), frame.rotation * template.bind_q[slot]);
    }
    blended(template, &binding.bones.map(|bone| skin_of(template, bones, bone)), slot)
}

/// world_from_bind of a bone at the end of the frame.
pub fn bone_at_end(template: &Template, scratch: &Scratch, bone: u16) -> Frame {
    skin_of(template, &scratch.input_bones, bone)
}

fn skin_of(template: &Template, bones: &[Frame], bone: u16) -> Frame {
    let bone = usize::from(bone);
    bones[bone].then(&template.bone_from_bind[bone])
}

/// The blend of the four frames that a particle is bound to.
pub fn blended(template: &Template, frames: &[Frame; 4], slot: usize) -> (Vec3, Quat) {
    let (bind_x, bind_q) = (template.bind_x[slot], template.bind_q[slot]);
    let mut position = Vec3::ZERO;
    let mut rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    for (frame, &weight) in frames.iter().zip(&template.binding[slot].weights) {
        if weight > 0.0 {
            position += frame.point(bind_x) * weight;
            let sign = if frame.rotation.dot(frames[0].rotation) < 0.0 { -weight } else { weight };
            rotation += frame.rotation * sign;
        }
    }
    let rotation = if rotation.length_squared() > 1e-12 { rotation.normalize() } else { frames[0].rotation };
    (position, rotation * bind_q)
}

#[inline]
pub fn set(x: &mut [&mut [f32]; 3], q: &mut [&mut [f32]; 4], slot: usize, position: Vec3, rotation: Quat) {
    for c in 0..3 {
        x[c][slot] = position[c];
    }
    for (c, value) in rotation.to_array().into_iter().enumerate() {
        q[c][slot] = value;
    }
}
