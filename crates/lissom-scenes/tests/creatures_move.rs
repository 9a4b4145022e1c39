//! \[PD09\]: boneless creatures go where they should, and bars and worms bend as they should.

mod watch;

use glam::Vec3;
use lissom_scenes::scene::Play;
use lissom_scenes::scenes::bar_wave::CYCLE_SECS;
use lissom_scenes::scenes::jellyfish::STROKE_SECS;
use watch::{DT, mean, places, play, slice, until};

/// How far the centre of mass goes in a time.
fn travels(name: &str, variant: &str, secs: f64) -> Vec3 {
    let mut play = play(name, variant);
    let middle = |play: &Play| Vec3::from_array(play.actor.world.measure().center_of_mass.map(|v| v as f32));
    let start = middle(&play);
    until(&mut play, secs);
    let way = middle(&play) - start;
    println!("{name} {variant}: {way} m in {secs} s");
    way
}

#[test]
fn a_jellyfish_climbs_in_water_only() {
    let strokes = f64::from(10.0 * STROKE_SECS);
    let up = travels("jellyfish", "swim", strokes).y;
    assert!(up >= 0.5, "{up} m, less than the radius of its bell");
    let dry = travels("jellyfish", "dry", strokes).y;
    assert!(dry.abs() < 1e-3, "without water {dry} m");
}

#[test]
fn a_worm_goes_against_its_wave() {
    let on = travels("worm", "crawl", 8.0).z;
    assert!(on >= 0.28, "{on} m, less than a fifth of its length");
    let back = travels("worm", "back", 8.0).z;
    assert!((back / -on - 1.0).abs() < 0.3, "{on} m on, {back} m back");
    let ice = travels("worm", "ice", 8.0);
    assert!(ice.with_y(0.0).length() < 1e-3, "on ice {ice} m");
}

/// How far the ends are above or beside the middle.
fn bow(rest: &[Vec3], now: &[Vec3], along: usize) -> Vec3 {
    let at = |from, to| mean(now, slice(rest, along, from, to));
    0.5 * (at(0.0, 0.1) + at(0.9, 1.0)) - at(0.45, 0.55)
}

#[test]
fn a_bar_bends_both_ways() {
    let bend = |variant: &str| {
        let mut play = play("bar-bend", variant);
        let rest = places(&play);
        until(&mut play, 3.5);
        bow(&rest, &places(&play), 0).y
    };
    let (stretched, shrunk) = (bend("stretch"), bend("shrink"));
    println!("bar-bend: ends {stretched} m, {shrunk} m");
    // The bar is 0.2 m thick.
    assert!(stretched < -0.1, "the top stretches, and the ends are {stretched} m above the middle");
    assert!(shrunk > 0.1, "the top shrinks, and the ends are {shrunk} m above the middle");
}

#[test]
fn the_bulge_is_where_the_delay_says() {
    let mut play = play("bar-wave", "wave");
    let rest = places(&play);
    let slices: Vec<Vec<usize>> =
        (0..13).map(|i| slice(&rest, 0, (i as f32 - 0.1) / 12.0, (i as f32 + 0.1) / 12.0)).collect();
    let thickness = |now: &[Vec3], k: usize| {
        let middle = mean(now, slices[k].iter().copied());
        slices[k].iter().map(|&v| (now[v] - middle).with_x(0.0).length()).sum::<f32>() / slices[k].len() as f32
    };
    for wanted in [0.15, 0.325, 0.5, 0.675, 0.85] {
        // The chart is shortest at 0.16 of the cycle, and the delay passes the whole bar in one.
        until(&mut play, f64::from(CYCLE_SECS) * (1.16 + f64::from(wanted)));
        let now = places(&play);
        let (least, most) =
            (0..13).map(|k| thickness(&now, k)).fold((f32::MAX, 0.0_f32), |(l, m), t| (l.min(t), m.max(t)));
        let thickest = (0..13).max_by(|a, b| thickness(&now, *a).total_cmp(&thickness(&now, *b))).expect("slices");
        let found = thickest as f32 / 12.0;
        println!("bar-wave: bulge at {found:.3}, the delay says {wanted}; {:.2} times as thick", most / least);
        // Found to half a slice; being elastic it comes up to half a slice late.
        assert!((found - wanted).abs() <= 1.0 / 12.0, "at {found}, not {wanted}");
        assert!(most > 1.1 * least, "{most} m and {least} m are all the same");
    }
}

#[test]
fn the_more_passes_the_less_it_sags() {
    let sag = |variant: &str| {
        let mut play = play("worm-stiffness", variant);
        let rest = places(&play);
        until(&mut play, 7.0);
        -bow(&rest, &places(&play), 2).y
    };
    let [n1, n6, n15] = ["n1", "n6", "n15"].map(sag);
    println!("worm-stiffness: sags by {n1} m, {n6} m, {n15} m");
    assert!(n1 > 1.2 * n6 && n6 > 1.2 * n15 && n15 > 0.0, "{n1} m, {n6} m, {n15} m");
}

/// How far the worm turns at 3 places from head to tail, in degrees, over two whole cycles of 2 s.
fn bends(variant: &str) -> Vec<[f32; 3]> {
    let mut play = play("worm-bend", variant);
    let rest = places(&play);
    let stations = [0.75_f32, 0.5, 0.25]
        .map(|s| [-0.18, 0.0, 0.18].map(|off: f32| slice(&rest, 2, s + off - 0.04, s + off + 0.04)));
    until(&mut play, 2.0);
    let look = |play: &mut Play| {
        play.step(DT);
        let now = places(play);
        stations.clone().map(|parts| {
            let [a, b, c] = parts.map(|part| mean(&now, part));
            // How far it turns here, seen from above.
            let turn = (b - a).cross(c - b).y;
            turn.atan2((b - a).dot(c - b)).to_degrees()
        })
    };
    (0..240).map(|_| look(&mut play)).collect()
}

/// When a bend is greatest, as a share of the cycle, by its first harmonic.
fn phase(bends: &[[f32; 3]], station: usize) -> f32 {
    let (mut cos, mut sin) = (0.0, 0.0);
    for (k, bend) in bends.iter().enumerate() {
        let angle = std::f32::consts::TAU * k as f32 / 120.0;
        cos += bend[station] * angle.cos();
        sin += bend[station] * angle.sin();
    }
    sin.atan2(cos) / std::f32::consts::TAU
}

#[test]
fn a_worm_bends_to_both_sides_and_a_snake_sends_the_bend_along() {
    for variant in ["bend", "snake"] {
        let bends = bends(variant);
        for station in 0..3 {
            let (least, most) =
                bends.iter().fold((0.0_f32, 0.0_f32), |(l, m), b| (l.min(b[station]), m.max(b[station])));
            println!("worm-bend {variant} at {station}: {least} to {most} degrees");
            assert!(least < -10.0 && most > 10.0, "{variant} at {station}: {least} to {most} degrees");
        }
        let phases = [0, 1, 2].map(|s| phase(&bends, s));
        let later = [phases[1] - phases[0], phases[2] - phases[1]].map(|d| (d + 0.5).rem_euclid(1.0) - 0.5);
        println!("worm-bend {variant}: later by {later:?} of a cycle");
        match variant {
            // By the delay it is half a cycle from the first place to the last. Being elastic it takes uneven steps.
            "snake" => {
                assert!(later.iter().all(|d| *d > 0.05), "later by {later:?}");
                assert!((later[0] + later[1] - 0.5).abs() < 0.15, "later by {later:?}");
            }
            // Its ends move together; its middle is the slower, having more to carry.
            _ => assert!((later[0] + later[1]).abs() < 0.02, "later by {later:?}"),
        }
    }
}
