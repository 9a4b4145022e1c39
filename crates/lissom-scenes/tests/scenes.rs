//! What every scene must show.

use std::collections::BTreeMap;

use glam::DVec3;
use lissom_core::LaneWidth;
use lissom_rig::Actor;
use lissom_rig::actor::Cue;
use lissom_scenes::scene::{Paper, Play};
use lissom_scenes::{scenes, workload};

const DT: f64 = 1.0 / 60.0;

fn play(name: &str, variant: Option<&str>) -> Play {
    scenes::find(name).and_then(|s| s.play(variant)).expect("a scene that plays")
}

#[test]
fn counts_are_the_papers() {
    for scene in scenes::ALL {
        let Some(paper) = scene.paper else { continue };
        let actor = scene.play(None).expect("plays").actor;
        let near = |ours: usize, theirs: usize, off: f64| (ours as f64 / theirs as f64 - 1.0).abs() <= off;
        let (found, triangles) = (actor.radii.len(), actor.character.triangle_count());
        match paper {
            Paper::Character { particles, triangles: theirs, .. } => {
                assert!(near(found, particles, 0.1), "{}: {found} particles", scene.name);
                assert!(near(triangles, theirs, 0.1), "{}: {triangles} triangles", scene.name);
            }
            Paper::Creatures { vertices, bodies, .. } => {
                assert_eq!(actor.character.tets.len(), bodies, "{}", scene.name);
                assert!(near(found, vertices * bodies, 0.05), "{}: {found} vertices", scene.name);
            }
        }
    }
    let hair = play("hair", None).actor;
    let simulated = hair.simulated.iter().filter(|s| **s).count();
    let animated = hair.simulated.len() - simulated;
    assert!((90..=110).contains(&simulated) && (108..=132).contains(&animated), "{simulated} + {animated}");
}

#[test]
fn a_scene_starts_at_rest_in_its_bind_pose() {
    for scene in scenes::ALL {
        let mut play = scene.play(None).expect("plays");
        play.actor.skin();
        for (mesh, map) in play.actor.character.meshes.iter().zip(play.actor.meshes()) {
            for (bind, now) in mesh.positions.iter().zip(&map.positions) {
                assert!(bind.distance(*now) < 1e-5, "{} {}: {bind} became {now}", scene.name, mesh.name);
            }
        }
    }
}

#[test]
fn any_number_of_lanes_and_threads_gives_the_same_hash() {
    for scene in scenes::ALL {
        let run = |width: LaneWidth, threads: usize| {
            let mut play = scene.play(None).expect("plays");
            play.actor.world.set_lanes(width);
            play.actor.world.set_threads(threads);
            for _ in 0..40 {
                play.step(DT);
            }
            play.actor.world.hash()
        };
        let first = run(LaneWidth::One, 1);
        for width in LaneWidth::ALL {
            assert_eq!(run(width, 1), first, "{} with {width:?} lanes", scene.name);
        }
        assert_eq!(run(LaneWidth::best(), 2), first, "{} with two threads", scene.name);
        assert_eq!(run(LaneWidth::best(), 2), first, "{} with two threads again", scene.name);
    }
}

#[test]
fn golden_hashes_of_workloads() {
    // Whatever the machine, and whatever lanes a world is made for.
    for lanes in [LaneWidth::Four, LaneWidth::Eight, LaneWidth::Sixteen] {
        let lines = workload::ALL.map(|(name, make)| {
            let mut load = make(lanes).expect("builds");
            load.world.set_lanes(LaneWidth::best());
            for _ in 0..60 {
                load.frame();
            }
            format!("{name} {:016x}\n", load.world.hash())
        });
        assert_eq!(lines.concat(), include_str!("golden.txt"), "if the change is meant, put it into golden.txt");
    }
}

#[test]
fn hair_cape_skirt_and_body_all_touch() {
    let mut play = play("cape-girl", None);
    for _ in 0..600 {
        play.step(DT);
    }
    let touched: BTreeMap<String, f64> = play
        .actor
        .world
        .contacts()
        .map(|p| {
            let (a, b) = if p.a < p.b { (p.a, p.b) } else { (p.b, p.a) };
            (format!("{a}-{b}"), p.impulse)
        })
        .collect();
    for pair in ["cape-hair", "cape-skirt", "body-hair", "body-cape", "body-skirt"] {
        let impulse = touched.get(pair).copied().unwrap_or(0.0);
        assert!(impulse > 0.0, "{pair} never touch: {touched:?}");
    }
}

#[test]
fn somersault_keeps_the_legs_out_of_the_clothing() {
    // What is inside the body is measured with surface particles, also where the simulation goes without.
    let body = play("somersault", Some("usual")).actor.world;
    let measure = |variant: &str| {
        let mut play = play("somersault", Some(variant));
        let (mut looked_at, mut inside, mut squeezed) = (0, 0, 0);
        for _ in 0..480 {
            play.step(DT);
            let depths = play.actor.world.measure_against(&body).depths;
            looked_at += depths.particles;
            inside += depths.inside;
            squeezed += depths.squeezed;
        }
        (looked_at, inside, squeezed)
    };
    let (looked_at, inside, squeezed) = measure("usual");
    assert_eq!(inside, 0, "of {looked_at}");
    assert!(squeezed * 100 <= looked_at, "{squeezed} of {looked_at} squeezed");
    let (looked_at, inside, _) = measure("plain-particles");
    assert!(inside > 100, "without surface particles {inside} of {looked_at} get inside: this test shows nothing");
}

/// Distance from the nearest parabola with the given gravity, as a share of the path's length.
fn off_ballistic(path: &[DVec3], gravity: f64) -> f64 {
    let n = path.len() as f64;
    let free: Vec<DVec3> =
        path.iter().enumerate().map(|(k, p)| *p + DVec3::Y * (0.5 * gravity * (k as f64 * DT).powi(2))).collect();
    // What is left must be a straight line: fit it.
    let mean_t = (n - 1.0) / 2.0 * DT;
    let mean = free.iter().sum::<DVec3>() / n;
    let (mut top, mut bottom) = (DVec3::ZERO, 0.0);
    for (k, p) in free.iter().enumerate() {
        let t = k as f64 * DT - mean_t;
        top += (*p - mean) * t;
        bottom += t * t;
    }
    let velocity = top / bottom;
    let off = free.iter().enumerate().map(|(k, p)| (*p - mean - velocity * (k as f64 * DT - mean_t)).length());
    let length: f64 = path.windows(2).map(|w| w[0].distance(w[1])).sum();
    off.fold(0.0, f64::max) / length
}

/// The path of the centre of mass with no floor to push against.
fn flight(variant: &str) -> Vec<DVec3> {
    let scene = scenes::find("monster").expect("a scene");
    let character = (scene.character)();
    let mut rig = (scene.rig)(&character, variant);
    rig.colliders.clear();
    let mut actor = Actor::new(character, &rig).expect("builds");
    let weight = 1.0 / actor.radii.len() as f64;
    (0..150)
        .map(|k| {
            let pose = (scene.motion)(&actor.character.skeleton, 1.0 + f64::from(k) * DT);
            actor.step(&Cue::new(DT, &pose));
            // All particles weigh the same.
            let places = actor.world.poses().positions().iter();
            places.map(|p| DVec3::new(p[0].into(), p[1].into(), p[2].into())).sum::<DVec3>() * weight
        })
        .collect()
}

#[test]
fn the_monster_flies_as_physics_says_only_if_it_conserves_momentum() {
    let conserving = off_ballistic(&flight("momentum-conserving"), 9.81);
    assert!(conserving < 1e-4, "{conserving:e} of the path off a ballistic curve");
    let direct = off_ballistic(&flight("direct"), 9.81);
    assert!(direct > 0.1, "direct, it deviates by {direct} only");
}

#[test]
fn the_monster_stays_near_the_floor_when_it_conserves_momentum() {
    let highest = |variant: &str| {
        let mut play = play("monster", Some(variant));
        (0..480).fold(f64::MIN, |high, _| {
            play.step(DT);
            let places = play.actor.world.poses().positions();
            high.max(places.iter().map(|p| f64::from(p[1])).sum::<f64>() / places.len() as f64)
        })
    };
    let (conserving, direct) = (highest("momentum-conserving"), highest("direct"));
    assert!(conserving < direct - 0.5, "it rises to {conserving} m, animated to {direct} m");
}

#[test]
fn cheeks_are_soft() {
    let mut play = play("cape-girl", None);
    let head = play.actor.character.skeleton.find("head").expect("a head");
    let template = play.actor.world.template();
    let cheek = template.parts.iter().position(|p| p == "cheek").expect("cheeks");
    let bodies: Vec<usize> =
        template.bodies.iter().filter(|b| usize::from(b.part) == cheek).map(|b| b.source).collect();
    let simulated: Vec<usize> =
        bodies.iter().flat_map(|&b| play.actor.world.poses().body(b)).filter(|&k| play.actor.simulated[k]).collect();
    assert!(simulated.len() > 10, "{} soft particles", simulated.len());
    // Where they are, seen from the head.
    let places = |play: &Play| -> Vec<glam::Vec3> {
        let bone = play.actor.bone(head).inverse();
        simulated.iter().map(|&k| bone.point(play.actor.world.poses().positions()[k].into())).collect()
    };
    let start = places(&play);
    let mut most = 0.0_f32;
    for _ in 0..480 {
        play.step(DT);
        most = places(&play).iter().zip(&start).map(|(a, b)| a.distance(*b)).fold(most, f32::max);
    }
    assert!((0.001..0.03).contains(&most), "cheeks move by {most} m");
}

#[test]
fn rods_are_those_of_table_1() {
    // Chains with examples, all chains; joints and examples of each that has some.
    for (name, chains, joints, examples) in [
        ("bunny", 2, vec![8, 8], vec![5, 5]),
        ("front-hair", 6, vec![7, 5, 7], vec![3, 5, 1]),
        ("cowlick", 4, vec![3], vec![5]),
    ] {
        let scene = scenes::find(name).expect("a scene");
        let rig = (scene.rig)(&(scene.character)(), scene.variants[0]);
        assert_eq!(rig.joints.len(), chains, "{name}");
        let seen: Vec<_> = rig.joints.iter().filter_map(|j| j.view.as_ref().map(|v| (j, v))).collect();
        assert_eq!(seen.iter().map(|(j, _)| j.bones.len()).collect::<Vec<_>>(), joints, "{name}");
        assert_eq!(seen.iter().map(|(_, v)| v.examples.len()).collect::<Vec<_>>(), examples, "{name}");
        for extent in seen.iter().flat_map(|(_, v)| v.examples.iter().map(|e| e.extent)) {
            assert!((0.5..=1.3).contains(&extent), "{name}: {extent}");
        }
        assert_eq!(scene.variants, ["with", "fixed-view", "without"]);
    }
}
