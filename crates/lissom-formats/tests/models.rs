//! Real characters, where there are some: nothing is lost, chains are found, and all of them bake.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use glam::Vec3;
use lissom_formats::bake::{self, Keying, Options, Recording};
use lissom_formats::gltf::{Document, Images, home};
use lissom_formats::model::Model;
use lissom_formats::motion::{Motion, Retarget};
use lissom_formats::take::{Act, Eye, Take};
use lissom_rig::Rig;
use serde_json::Value;

fn assets() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/assets");
    let all = PathBuf::from(std::env::var("LISSOM_ASSETS").unwrap_or(beside.to_owned()));
    if !all.is_dir() {
        println!("no files in {}: nothing to test", all.display());
    }
    all.is_dir().then_some(all)
}

/// Every glTF and VRM file below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = folder.read_dir().into_iter().flatten().flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_dir() {
            files(&path, found);
        } else if ["glb", "gltf", "vrm", "vrma"].contains(&extension.as_str()) {
            found.push(path);
        }
    }
}

fn read(path: &Path) -> (Vec<u8>, impl Fn(&str) -> Option<Vec<u8>>) {
    let folder = path.parent().expect("a folder").to_owned();
    (std::fs::read(path).expect("a file"), move |name: &str| std::fs::read(folder.join(name)).ok())
}

fn model(path: &Path) -> Model {
    let (bytes, beside) = read(path);
    Model::read(&bytes, &beside).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Whether all of one value is in another: lists may have got longer, and objects fuller.
fn is_in(old: &Value, new: &Value, place: &str) -> Result<(), String> {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => old.iter().try_for_each(|(key, value)| {
            let place = format!("{place}/{key}");
            // The buffer grows.
            if key == "byteLength" && place.starts_with("/buffers/") {
                return Ok(());
            }
            is_in(value, new.get(key).ok_or(format!("{place} is gone"))?, &place)
        }),
        (Value::Array(old), Value::Array(new)) if new.len() >= old.len() => {
            old.iter().zip(new).enumerate().try_for_each(|(k, (a, b))| is_in(a, b, &format!("{place}/{k}")))
        }
        _ if old == new => Ok(()),
        _ => Err(format!("{place} was {old}, and is {new}")),
    }
}

#[test]
fn nothing_is_lost() {
    let Some(folder) = assets() else { return };
    let mut all = Vec::new();
    files(&folder, &mut all);
    let (mut read_of, mut edited) = (0, 0);
    for path in &all {
        let (bytes, beside) = read(path);
        let Ok(document) = Document::read(&bytes, &beside) else { continue };
        read_of += 1;
        let same = if document.is_glb() { document.to_glb() } else { document.to_gltf() };
        assert_eq!(same.as_ref(), Ok(&bytes), "{} is not as it was", path.display());
        let Ok(mut model) = Model::read(&bytes, &beside) else { continue };
        edited += 1;
        home::put(&mut model.document, &model.import.nodes, &Rig::default());
        model.document.add_floats(&[1.0, 2.0], "SCALAR", 1, true);
        let out = if model.document.is_glb() { model.document.to_glb() } else { model.document.to_gltf() };
        let again = Document::read(&out.expect("fits"), &beside).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        is_in(document.json(), again.json(), "").unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for k in 0.. {
            let (Some(old), Some(new)) = (document.buffer(k), again.buffer(k)) else { break };
            assert!(new.starts_with(old), "{}: buffer {k} was changed", path.display());
        }
    }
    println!("{} files, {read_of} read, {edited} edited", all.len());
    assert!(edited > 40);
}

#[test]
fn chains_are_found() {
    let Some(folder) = assets() else { return };
    let lengths = |file: &str| {
        let (rig, _, _) = model(&folder.join(file)).proposed();
        let mut lengths: Vec<usize> = rig.joints.iter().map(|j| j.bones.len()).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths
    };
    assert_eq!(lengths("gltf/quaternius_Fox.glb"), [8, 4, 4]);
    assert_eq!(lengths("gltf/mesh2motion_horse.glb")[0], 5);
    assert_eq!(lengths("gltf/mesh2motion_bird.glb"), [4]);
    assert_eq!(lengths("gltf/mesh2motion_snake.glb"), [22]);
    assert!(lengths("gltf/khronos_CesiumMan.glb").is_empty());
    assert_eq!(lengths("vrm/vrm0_Godette_v4.vrm").len(), 8);
    assert_eq!(lengths("vrm/vrm1_Seed-san_converted.vrm").len(), 9);
}

/// Every character with chains, in its first animation, or walking if it is human and has none.
#[test]
fn every_character_with_chains_bakes() {
    let Some(folder) = assets() else { return };
    let walk = std::fs::read(folder.join("bvh/cmu_02_01.bvh")).expect("a walk");
    let mut all = Vec::new();
    files(&folder.join("gltf"), &mut all);
    files(&folder.join("vrm"), &mut all);
    for path in all.iter().filter(|p| p.extension().is_some_and(|e| e != "vrma")) {
        let mut model = model(path);
        let (rig, _, _) = model.rig().expect("a rig");
        if rig.joints.is_empty() {
            continue;
        }
        let clip = model.import.clips.first().cloned();
        let motion = model
            .humanoid()
            .filter(|_| clip.is_none())
            .and_then(|human| Retarget::new(Motion::read(&walk).expect("fine"), &model.import.nodes, &human).ok());
        let animation = clip.is_some().then_some(0);
        let what = match (&clip, &motion) {
            (Some(clip), _) => clip.name.clone(),
            (None, Some(_)) => "a walk".to_owned(),
            (None, None) => "rest".to_owned(),
        };
        let act = Act { clip, motion, vrm: model.vrm.clone(), ..Act::default() };
        let secs = if act.secs() > 0.0 { act.secs().min(3.0) } else { 1.0 };
        let begin = Instant::now();
        let mut take = Take::new(model.import.clone(), &rig, act).expect("fits");
        let options = Options { fps: 60.0, from_secs: 0.0, to_secs: secs, preroll_secs: 0.5, looped: false };
        let (mut stretch, mut depth) = (0.0f64, 0.0f64);
        let recording = bake::record(&mut take, &options, &|_, _| Eye::None, &mut |take, _| {
            let measures = take.actor.world.measure();
            assert!(measures.finite, "{}", path.display());
            (stretch, depth) = (stretch.max(measures.chain_length_error), depth.max(measures.depths.deepest_m));
            ControlFlow::Continue(())
        });
        let recording = recording.expect("nobody stops it");
        let length = length_error(&model, &rig, &recording);
        let height = height(&model);
        let keying = Keying { name: "baked".into(), animation, merge: false, hold: 1, turn_deg: 0.1, share: 0.002 };
        let baked = bake::write(&mut model.document, &model.import, &recording, &keying).expect("fits");
        println!(
            "{}, {what}: {} chains, {} frames in {:.2} s, {} keys of {}, off {:.3}°, lengths {length:.1e}, stretched {stretch:.1e}, {:.2} mm deep",
            path.file_name().unwrap_or_default().to_string_lossy(),
            rig.joints.len(),
            baked.frames,
            begin.elapsed().as_secs_f64(),
            baked.keys,
            baked.keys_before,
            baked.turn_error_deg,
            1e3 * depth * 1.6 / f64::from(height),
        );
        assert!(length < 1e-3, "{}: lengths {length}", path.display());
        assert!(depth * 1.6 / f64::from(height) < 1e-3, "{}: {depth} m deep at {height} m", path.display());
        assert!(baked.turn_error_deg <= 0.1);
        let bytes = model.document.to_glb().expect("fits");
        Model::read(&bytes, &|_| None).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
}

/// The seam of a loop, seen from what a chain hangs on: tips are where they were, and their speed changes no more than
/// it does from one frame to another elsewhere. (Keys of clips are joined by straight lines, so what chains hang on
/// changes its own speed from one moment to the next, at every key.)
#[test]
fn loops_of_real_characters_meet() {
    let Some(folder) = assets() else { return };
    for (file, name) in [
        ("quaternius_Fox.glb", "Gallop"),
        ("quaternius_Fox.glb", "Walk"),
        ("mesh2motion_horse.glb", "Walk"),
        ("mesh2motion_bird.glb", "Flap"),
        ("mesh2motion_snake.glb", "Slither"),
    ] {
        let model = model(&folder.join("gltf").join(file));
        let (rig, _, _) = model.rig().expect("a rig");
        let clip = model.import.clips.iter().find(|c| c.name.ends_with(name)).or(model.import.clips.first()).cloned();
        let act = Act { clip, ..Act::default() };
        let (nodes, secs) = (model.import.nodes.clone(), act.secs());
        let mut take = Take::new(model.import.clone(), &rig, act).expect("fits");
        let options = Options { fps: 60.0, from_secs: 0.0, to_secs: secs, preroll_secs: 0.5, looped: true };
        let Recording { times_secs: times, frames } =
            bake::record(&mut take, &options, &|_, _| Eye::None, &mut |_, _| ControlFlow::Continue(()))
                .expect("nobody stops it");
        for joints in &rig.joints {
            let bones: Vec<usize> = joints.bones.iter().map(|b| nodes.find(b).expect("there")).collect();
            let (base, tip) = (nodes.list[bones[0]].parent.expect("a body"), bones[bones.len() - 1]);
            let seen = |local: &[lissom_formats::gltf::Trs], node: usize| {
                let world = nodes.world(local);
                Vec3::from((world[base].inverse() * world[node]).translation)
            };
            let tips: Vec<Vec3> = frames.iter().map(|f| seen(&f.local, tip)).collect();
            let rest = nodes.rest();
            let length: f32 = bones.windows(2).map(|w| seen(&rest, w[0]).distance(seen(&rest, w[1]))).sum();
            let speed = |k: usize| (tips[k + 1] - tips[k]) / (times[k + 1] - times[k]) as f32;
            let speeds: Vec<Vec3> = (0..tips.len() - 1).map(speed).collect();
            let peak = speeds.iter().fold(0.0, |a: f32, s| a.max(s.length()));
            let gap = tips[0].distance(tips[tips.len() - 1]) / length;
            let seam = speeds[0].distance(speeds[speeds.len() - 1]);
            let within = speeds.windows(2).fold(0.0, |a: f32, w| a.max(w[0].distance(w[1])));
            println!(
                "{file} {name}, {}: gap {:.4} %, speed changes by {:.1} % of the peak, elsewhere by up to {:.1} %",
                joints.name,
                100.0 * gap,
                100.0 * seam / peak,
                100.0 * within / peak
            );
            assert!(gap < 0.005 && seam < within + 0.02 * peak, "{file} {name}, {}", joints.name);
        }
    }
}

/// How far bones of chains are from their lengths at rest, as a share, over all frames of an animation that moves none.
fn length_error(model: &Model, rig: &Rig, recording: &Recording) -> f32 {
    let nodes = &model.import.nodes;
    let rest = nodes.world(&nodes.rest());
    let pairs = rig.joints.iter().flat_map(|j| &j.bones[1..]).filter_map(|b| nodes.find(b));
    let pairs: Vec<(usize, usize)> = pairs.filter_map(|n| Some((n, nodes.list[n].parent?))).collect();
    let mut most = 0.0f32;
    for frame in &recording.frames {
        let (world, clipped) = (nodes.world(&frame.local), nodes.world(&frame.clipped));
        for &(a, b) in &pairs {
            let length = |w: &[glam::Affine3A]| w[a].translation.distance(w[b].translation);
            let scale = length(&rest).max(1e-6);
            most = most.max((length(&world) - length(&clipped)).abs() / scale);
        }
    }
    most
}

fn height(model: &Model) -> f32 {
    let places = model.import.character.meshes.iter().flat_map(|m| &m.positions);
    let (low, high) = places.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), p| (low.min(*p), high.max(*p)));
    (high - low).max_element()
}

/// Every texture that is drawn can be seen, or it is said why not.
#[test]
fn textures_of_real_files_decode() {
    let Some(folder) = assets() else { return };
    let mut all = Vec::new();
    files(&folder, &mut all);
    let (mut count, mut pixels) = (0, 0);
    for path in &all {
        let (bytes, beside) = read(path);
        let Ok(model) = Model::read(&bytes, &beside) else { continue };
        let begin = Instant::now();
        let Images { list, notes } = Images::read(&model.document, &model.import, &beside);
        let size: usize = list.values().map(|i| i.pixels.len() / 4).sum();
        (count, pixels) = (count + list.len(), pixels + size);
        let textured = model.import.drawn.iter().filter(|d| d.primitive.look.texture.is_some()).count();
        if textured > 0 {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let ms = begin.elapsed().as_secs_f64() * 1e3;
            println!("{name}: {textured} textured, {} images, {size} pixels, {ms:.1} ms, {notes:?}", list.len());
        }
        let ours = ["gltf", "vrm"].iter().any(|part| path.starts_with(folder.join(part)));
        assert!(!ours || notes.is_empty(), "{}: {notes:?}", path.display());
        for (drawn, texture) in model.import.drawn.iter().filter_map(|d| Some((d, d.primitive.look.texture?))) {
            let shown = list.contains_key(&texture.image) && !drawn.primitive.uvs.is_empty();
            assert!(shown || !notes.is_empty(), "{}: {texture:?}", path.display());
        }
    }
    println!("{} files, {count} images, {pixels} pixels", all.len());
}
