//! A mouse takes hold of what is drawn, in every scene.

use std::time::Instant;

use glam::Vec3;
use lissom_rig::{Actor, Drag, Hands, Picked};
use lissom_scenes::scene::{Play, Scene};
use lissom_scenes::scenes;

const DT: f64 = 1.0 / 60.0;

fn pick(actor: &Actor, origin: Vec3, direction: Vec3) -> Option<Picked> {
    let positions: Vec<&[Vec3]> = actor.meshes().iter().map(|m| m.positions.as_slice()).collect();
    actor.pick(origin, direction, &positions)
}

fn begun(scene: &'static Scene) -> Play {
    let mut play = scene.play(None).expect("plays");
    for _ in 0..6 {
        play.step(DT);
    }
    play
}

/// What is hit on the way to some places on every mesh.
fn picks(play: &Play) -> Vec<Picked> {
    let (eye, actor) = (play.shot().eye, &play.actor);
    let mut found = Vec::new();
    for (mesh, map) in actor.character.meshes.iter().zip(actor.meshes()) {
        for triangle in mesh.triangles.iter().step_by(mesh.triangles.len() / 3 + 1) {
            let place = triangle.iter().map(|k| map.positions[*k as usize]).sum::<Vec3>() / 3.0;
            let Some(picked) = pick(actor, eye, place - eye) else { panic!("{}: nothing at {place}", mesh.name) };
            // What is before it may be in the way.
            let (hit, way) = (picked.point - eye, place - eye);
            assert!(hit.length() < 1.001 * way.length() && hit.angle_between(way) < 1e-2, "{}: {hit} {way}", mesh.name);
            found.push(picked);
        }
    }
    found
}

#[test]
fn whatever_is_drawn_can_be_dragged() {
    for scene in scenes::ALL {
        let mut play = begun(scene);
        play.actor.skin();
        let begin = Instant::now();
        let found = picks(&play);
        let ms = 1e3 * begin.elapsed().as_secs_f64() / found.len() as f64;
        println!("{}: {} triangles, {ms:.2} ms a pick", scene.name, play.actor.character.triangle_count());
        let soft: Vec<&Picked> = found.iter().filter(|p| p.grab.is_some()).collect();
        assert!(!soft.is_empty(), "{}: nothing to take hold of", scene.name);
        let (size, eye) = (play.actor.world.template().size, play.shot().eye);
        for picked in soft.into_iter().take(1) {
            let mut play = begun(scene);
            let mut drag = Drag::new(&play.actor, picked, picked.point - eye).expect("soft");
            let (body, particle) = picked.grab.expect("soft");
            let place = |play: &Play| {
                let poses = play.actor.world.poses();
                Vec3::from_array(poses.positions()[poses.body(body).start + particle])
            };
            let before = place(&play);
            assert!(before.distance(picked.point) < 0.5 * size, "{}: {picked:?} far from {before}", scene.name);
            let aside = (picked.point - eye).cross(Vec3::Y).normalize_or(Vec3::X) * (0.1 * size);
            let mut target = drag.follow(eye, picked.point - eye)[0].target;
            assert!(Vec3::from_array(target).distance(before) < 1e-3 * size);
            let mut most = 0.0_f64;
            for frame in 0..15 {
                let ahead = picked.point + aside * (frame as f32 / 15.0) - eye;
                let grabs = drag.follow(eye, ahead);
                target = grabs[0].target;
                play.step_seen(DT, eye, false, &Hands { grabs, ..Hands::default() });
                let m = play.actor.world.measure();
                assert!(m.finite, "{}", scene.name);
                most = most.max(m.chain_length_error);
            }
            let target = Vec3::from_array(target);
            let (off, free) = (place(&play).distance(target), before.distance(target));
            println!(
                "  body {body}, particle {particle}: {:.0} % of the way left, lengths {most:.1e}",
                100.0 * off / free
            );
        }
    }
}

/// How far from the hand cloth is that was pulled aside while the bones stand still: as a mouse holds it, or by one
/// particle.
fn left_behind(scene: &'static Scene, picked: &Picked, alone: bool) -> f32 {
    let mut play = begun(scene);
    let (eye, now) = (play.shot().eye, play.time_secs());
    let mut drag = Drag::new(&play.actor, picked, picked.point - eye).expect("soft");
    let (body, particle) = picked.grab.expect("soft");
    let aside = (picked.point - eye).cross(Vec3::Y).normalize() * (0.03 * play.actor.world.template().size);
    let mut off = 0.0;
    for frame in 0..40 {
        let hand = picked.point + aside * (frame as f32 / 20.0).min(1.0);
        let grabs = drag.follow(eye, hand - eye);
        let grabs = if alone { &grabs[..1] } else { grabs };
        play.rewind(now - DT);
        play.step_seen(DT, eye, false, &Hands { grabs, ..Hands::default() });
        let poses = play.actor.world.poses();
        off = Vec3::from_array(poses.positions()[poses.body(body).start + particle]).distance(grabs[0].target.into());
    }
    off
}

#[test]
fn cloth_follows_the_hand() {
    for (name, mesh) in [("cape-girl", "skirt"), ("robe", "robe-outer")] {
        let scene = scenes::find(name).expect("a scene");
        let mut play = begun(scene);
        play.actor.skin();
        let of_mesh = |p: &Picked| p.grab.is_some() && play.actor.character.meshes[p.mesh].name == mesh;
        // The lowest: what is near a waist cannot follow far.
        let mut found: Vec<Picked> = picks(&play).into_iter().filter(of_mesh).collect();
        found.sort_by(|a, b| a.point.y.total_cmp(&b.point.y));
        for picked in found.iter().take(2) {
            let [alone, held] = [true, false].map(|alone| left_behind(scene, picked, alone));
            println!("{name}: {:.1} mm behind the hand, {:.1} mm by one particle", 1e3 * held, 1e3 * alone);
            assert!(held < 4e-3 && held < 0.5 * alone, "{name}: {held} m behind the hand, {alone} m by one particle");
        }
    }
}
