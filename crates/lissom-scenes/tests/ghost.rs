//! Oracles 17-20: what a moving camera does to the standard rod.

use glam::Vec3;
use lissom_core::{Camera, Stage};
use lissom_rig::rig::{ColliderShape, Rig, RigCollider};
use lissom_rig::view::{Sag, Suppression};
use lissom_rig::{Actor, Cue};
use lissom_scenes::camera::Path;
use lissom_scenes::ghost::{Ghost, measure};
use lissom_scenes::scene::Scene;
use lissom_scenes::scenes;

const PROJECTION: Suppression = Suppression::Projection { ridge: 0.1, window: 0.3 };
const DT: f64 = 1.0 / 60.0;

fn scene() -> &'static Scene {
    scenes::find("rod-ghost").expect("a scene")
}

fn rig(gravity: f32, sag: Sag, suppression: Suppression) -> Rig {
    let mut rig = (scene().rig)(&(scene().character)(), "with");
    rig.gravity.0 = rig.gravity.0.map(|g| g * gravity);
    let view = rig.joints[0].view.as_mut().expect("examples");
    (view.sag, view.suppression) = (sag, suppression);
    rig
}

fn ghost(rig: &Rig, path: &Path) -> Ghost {
    measure(scene(), "with", rig, path, 5.0).expect("plays")
}

#[test]
fn oracle_17_ghost_momentum_of_the_standard_rod() {
    for (name, gravity, sag, peak_mj, most, settled) in [
        ("no gravity", 0.0, Sag::Off, 196.0, 1e-6, true),
        ("gravity", 1.0, Sag::Off, 291.0, 0.03, false),
        ("sag-baked", 1.0, Sag::Upright, 224.0, 0.002, true),
    ] {
        let none = ghost(&rig(gravity, sag, Suppression::None), &Path::Quarter);
        let transport = ghost(&rig(gravity, sag, Suppression::Transport), &Path::Quarter);
        let ratio = transport.integral_js / none.integral_js;
        println!(
            "17: {name}: none {:.1} mJ, {:.1} mJ s; transport {ratio:.1e} of it, settled after {:?} s, {:.2} mm off",
            none.peak_j * 1e3,
            none.integral_js * 1e3,
            transport.settle_secs,
            transport.residual_m * 1e3
        );
        assert!((none.peak_j * 1e3 / peak_mj - 1.0).abs() < 0.1, "{name}: {} J", none.peak_j);
        assert!(none.settle_secs.is_none(), "{name}: without suppression it settles");
        assert!(ratio <= most, "{name}: {ratio:e}");
        assert!(!settled || transport.settle_secs == Some(0.0), "{name}: {:?}", transport.settle_secs);
    }
}

#[test]
fn oracle_17_projection_in_the_regimes_it_was_made_for() {
    // Zero gravity and a region as long as the chain; and as the paper ran it: 60 Hz, one full pass, ring 2.
    for (name, rate, hz, ring, most) in [("whole chain", 240.0, 1.6, 7, 0.6), ("60 Hz", 60.0, 9.549, 2, 0.3)] {
        let with = |suppression| {
            let mut rig = rig(0.0, Sag::Off, suppression);
            rig.steps_per_sec = rate;
            let adjust = &mut rig.joints[0].adjust;
            (adjust.stiffness_hz, adjust.twist_hz, adjust.ring) = (Some(hz), Some(f32::max(hz, 8.0)), Some(ring));
            ghost(&rig, &Path::Quarter)
        };
        let ratio = with(PROJECTION).hold_js / with(Suppression::None).hold_js;
        println!("17: projection, {name}: {:.0} % of what nothing leaves after the camera stopped", ratio * 100.0);
        assert!(ratio <= most, "{name}: {ratio}");
    }
    // Where it fails, it stays bounded: gravity is balanced only at the edge of the window.
    let failing = ghost(&rig(1.0, Sag::Off, PROJECTION), &Path::Quarter);
    println!("17: projection under gravity is {:.0} mm off at the end", failing.residual_m * 1e3);
    assert!((0.1..1.4).contains(&failing.residual_m));
}

#[test]
fn oracle_17_projection_solves_twice() {
    let solves = |suppression| {
        let rig = rig(1.0, Sag::Off, suppression);
        let mut actor = Actor::new((scene().character)(), &rig).expect("builds");
        let pose = actor.character.skeleton.rest_local();
        let mut count = 0;
        for _ in 0..10 {
            let solves = |stage| matches!(stage, Stage::Match | Stage::Alone);
            actor.step_with(&Cue::new(DT, &pose), &mut |stage| count += u32::from(solves(stage)));
        }
        count
    };
    assert_eq!(solves(PROJECTION), 2 * solves(Suppression::None));
    assert_eq!(solves(Suppression::Transport), solves(Suppression::None));
}

/// How far from an example a rod hangs when it is seen from that example's direction, and what was said of it.
fn off_when_hung(hz: f32, example: usize) -> (f32, Vec<String>) {
    let mut rig = rig(1.0, Sag::Upright, Suppression::Transport);
    let joints = &mut rig.joints[0];
    joints.adjust.stiffness_hz = Some(hz);
    joints.adjust.twist_hz = Some(hz);
    joints.adjust.damping = Some(15.0);
    let view = joints.view.as_mut().expect("examples");
    for e in &mut view.examples {
        // One at a time.
        e.extent = 0.1;
    }
    let direction = Vec3::from_array(view.examples[example].direction);
    let mut actor = Actor::new((scene().character)(), &rig).expect("builds");
    let pose = actor.character.skeleton.rest_local();
    let camera = Some(Camera::Orthographic { forward: (-direction).to_array() });
    let mut places = |frames: usize, dt: f64| {
        for _ in 0..frames {
            actor.step(&Cue { camera, ..Cue::new(dt, &pose) });
        }
        (actor.world.poses().positions().to_vec(), actor.world.notes().to_vec())
    };
    // Before any time has passed it is as authored.
    let (authored, _) = places(1, 0.0);
    let (hung, notes) = places(400, DT);
    let off = authored.iter().zip(&hung).map(|(a, b)| Vec3::from_array(*a).distance(Vec3::from_array(*b)));
    (off.fold(0.0, f32::max), notes)
}

#[test]
fn oracle_18_baked_poses_are_met() {
    for example in 0..5 {
        let (off, notes) = off_when_hung(20.0, example);
        println!("18: example {example}: {:.3} mm", off * 1e3);
        assert!(off <= 1e-4, "example {example}: {off} m");
        assert!(notes.is_empty(), "{notes:?}");
    }
    let (_, notes) = off_when_hung(9.0, 0);
    println!("18: at 9 Hz: {notes:?}");
    assert!(notes.iter().any(|n| n.contains("would not stand")), "{notes:?}");
}

/// A ball where the sixth joint should be after a quarter turn, a little off.
fn with_ball(mut rig: Rig) -> Rig {
    let mut actor = Actor::new((scene().character)(), &rig).expect("builds");
    let pose = actor.character.skeleton.rest_local();
    let toward = Vec3::new(0.0, 10.0_f32.to_radians().sin(), -10.0_f32.to_radians().cos());
    let camera = Some(Camera::Orthographic { forward: (-toward).to_array() });
    actor.step(&Cue { camera, ..Cue::new(0.0, &pose) });
    let target = Vec3::from_array(actor.world.poses().positions()[5]);
    let center = (target + Vec3::new(-0.02, -0.03, -0.02)).to_array();
    rig.colliders.push(RigCollider {
        part: "ball".into(),
        bone: None,
        shape: ColliderShape::Sphere { center, radius: 0.07 },
        friction: 0.0,
    });
    rig
}

#[test]
fn oracle_19_a_ball_in_the_way() {
    let rigs = |suppression| with_ball(rig(1.0, Sag::Upright, suppression));
    let none = ghost(&rigs(Suppression::None), &Path::Quarter);
    let transport = ghost(&rigs(Suppression::Transport), &Path::Quarter);
    let ratio = transport.integral_js / none.integral_js;
    println!("19: {:.1} % of the ghost energy of none ({:.1} mJ s)", ratio * 100.0, none.integral_js * 1e3);
    assert!(ratio <= 0.15, "{ratio}");
    for suppression in [Suppression::None, PROJECTION, Suppression::Transport] {
        let mut play = scene().play_with("with", (scene().character)(), &rigs(suppression)).expect("plays");
        play.camera = Path::Quarter;
        let mut deepest = 0.0_f64;
        let mut touched = 0;
        for _ in 0..240 {
            touched += play.step(DT).contacts;
            deepest = deepest.max(play.actor.world.measure().depths.deepest_m);
        }
        println!("19: {suppression:?}: {:.1e} m deep at most, {touched} contacts", deepest);
        assert!(deepest <= 1e-6 && touched > 0, "{suppression:?}: {deepest:e} m, {touched}");
    }
}

#[test]
fn oracle_20_camera_cuts() {
    let cut = Path::Cut { at_secs: 0.5 };
    let none = ghost(&rig(1.0, Sag::Upright, Suppression::None), &cut);
    let transport = ghost(&rig(1.0, Sag::Upright, Suppression::Transport), &cut);
    // The jump itself is no motion; what comes after it is.
    let after =
        |g: &Ghost| g.trace.iter().filter(|m| m.time_secs > 0.5 + 1.5 * DT).map(|m| m.kinetic_j * DT).sum::<f64>();
    let ratio = after(&transport) / after(&none);
    println!("20: after a cut {ratio:.1e} of the energy of none");
    assert!(ratio <= 1e-3, "{ratio:e}");
}
