//! A scene as a GLB: its character, and what it did as keyframes.

use std::path::Path;

use lissom_formats::bake::{self, Baked, Frame, Keying, Recording};
use lissom_formats::gltf::{Import, Trs, export, home};
use lissom_rig::Actor;
use lissom_scenes::scene::{Play, Scene};

use crate::bake::{SHAPE_SHARE, save};
use crate::film::progress;

/// Frames a second.
const FPS: f64 = 30.0;
/// How far bones may be turned from what was simulated.
const TURN_DEG: f32 = 0.1;

pub fn write(scene: &'static Scene, path: &Path) -> anyhow::Result<Baked> {
    let mut play = scene.play(None)?;
    let mut document = export::document(&play.actor.character);
    let import = Import::read(&document)?;
    let recording = record(&mut play, &import);
    let keying = Keying {
        name: scene.name.to_owned(),
        animation: None,
        merge: false,
        hold: 1,
        turn_deg: TURN_DEG,
        share: SHAPE_SHARE,
    };
    let baked = bake::write(&mut document, &import, &recording, &keying)?;
    let rig = (scene.rig)(&play.actor.character, scene.variant(None)?);
    home::put(&mut document, &import.nodes, &rig);
    save(&document, path, None)?;
    Ok(baked)
}

fn record(play: &mut Play, import: &Import) -> Recording {
    let frames = (play.scene.seconds * FPS).round() as usize;
    let bar = progress(frames as u64, "baking");
    let mut recording = Recording::default();
    play.step(0.0);
    for k in 0..=frames {
        if k > 0 {
            play.step(0.5 / FPS);
            play.step(0.5 / FPS);
        }
        play.actor.skin();
        recording.times_secs.push(k as f64 / FPS);
        recording.frames.push(frame(&play.actor, import));
        bar.inc(1);
    }
    bar.finish_and_clear();
    recording
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
    let soft = |m: &lissom_rig::actor::MeshMap| if m.is_soft() { m.positions.clone() } else { Vec::new() };
    Frame {
        local,
        clipped,
        clipped_morphs: meshes.clone().map(|mesh| vec![0.0; mesh.morphs.len()]).collect(),
        morphs: meshes.map(|mesh| mesh.morphs.iter().map(|m| weight(&m.name)).collect()).collect(),
        soft: actor.meshes().iter().map(soft).collect(),
    }
}
