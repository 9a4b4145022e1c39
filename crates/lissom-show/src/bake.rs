//! A scene as a document: its character, and what it did as keyframes.

use std::ops::{ControlFlow, Range};

use glam::Vec3;
use lissom_formats::bake::{self, Baked, Frame, Keying, Recording};
use lissom_formats::gltf::{Document, Import, Trs, export, home};
use lissom_rig::{Actor, Hands, Rig};
use lissom_scenes::scene::Play;

/// How far bones may be turned from what was simulated, in scenes.
pub const TURN_DEG: f32 = 0.1;
/// How far vertices of soft meshes may be off, as a share of the mesh's size.
pub const SHAPE_SHARE: f32 = 0.002;

/// Plays a scene from its start and writes down what happens in a range of seconds, seen from a place, or by its own
/// camera. `done` hears the share that is done and may stop it.
pub fn scene(
    play: &mut Play,
    rig: &Rig,
    seen: Option<Vec3>,
    fps: f64,
    range: Range<f64>,
    done: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<(Document, Baked), String> {
    let mut document = export::document(&play.actor.character);
    let import = Import::read(&document).map_err(|e| e.to_string())?;
    let first = (range.start * fps).round().max(0.0) as usize;
    let frames = (range.end * fps).round().max(first as f64 + 1.0) as usize;
    let mut recording = Recording::default();
    let step = |play: &mut Play, dt_secs: f64| match seen {
        Some(eye) => play.step_seen(dt_secs, eye, dt_secs == 0.0, &Hands::default()),
        None => play.step(dt_secs),
    };
    step(play, 0.0);
    for k in 0..=frames {
        if k > 0 {
            step(play, 0.5 / fps);
            step(play, 0.5 / fps);
        }
        if k >= first {
            play.actor.skin();
            recording.times_secs.push((k - first) as f64 / fps);
            recording.frames.push(frame(&play.actor, &import));
        }
        if done(k as f64 / frames as f64).is_break() {
            return Err(bake::Stopped.to_string());
        }
    }
    let name = play.scene.name.to_owned();
    let keying = Keying { name, animation: None, merge: false, hold: 1, turn_deg: TURN_DEG, share: SHAPE_SHARE };
    let baked = bake::write(&mut document, &import, &recording, &keying).map_err(|e| e.to_string())?;
    home::put(&mut document, &import.nodes, rig);
    Ok((document, baked))
}

/// Bones are the first nodes of the document, and then a node for each mesh.
fn frame(actor: &Actor, import: &Import) -> Frame {
    let clipped = import.nodes.rest();
    let mut local = clipped.clone();
    for (k, bone) in actor.character.skeleton.bones.iter().enumerate() {
        let world = actor.bone(k);
        let pose = bone.parent.map_or(world, |p| actor.bone(p).inverse().then(&world));
        local[k] = Trs { translation: pose.translation, rotation: pose.rotation, ..Trs::IDENTITY };
    }
    let given = actor.world.poses().morphs();
    let weight = |name: &str| given.iter().find(|m| m.name == name).map_or(0.0, |m| m.weight);
    let meshes = actor.character.meshes.iter();
    let soft =
        |m: &lissom_rig::actor::MeshMap| -> Vec<Vec3> { if m.is_soft() { m.positions.clone() } else { Vec::new() } };
    Frame {
        local,
        clipped,
        clipped_morphs: meshes.clone().map(|mesh| vec![0.0; mesh.morphs.len()]).collect(),
        morphs: meshes.map(|mesh| mesh.morphs.iter().map(|m| weight(&m.name)).collect()).collect(),
        soft: actor.meshes().iter().map(soft).collect(),
    }
}
