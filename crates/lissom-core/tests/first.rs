mod support;
use glam::Vec3;
use lissom_core::*;
use support::*;

#[test]
fn rest() {
    for (name, body) in [("chain", chain(8, 0.1, Vec3::Y, BodyParams { may_sleep: false, ..Default::default() })), ("cloth", cloth(10, 0.05, BodyParams { ring: 1, may_sleep: false, ..Default::default() }))] {
        let n = body.particles.len();
        let start: Vec<Vec3> = body.particles.iter().map(|p| Vec3::from_array(p.position)).collect();
        let mut w = world(vec![body], Vec3::ZERO);
        run(&mut w, 1000);
        let drift = (0..n).map(|k| position(&w, 0, k).distance(start[k])).fold(0.0, f32::max);
        println!("{name} drift {drift:e}");
    }
}
#[test]
fn sag() {
    for ring in [1, 2] {
        let mut w = world(vec![chain(8, 0.1, Vec3::Y, BodyParams { bend_hz: 60.0, twist_hz: 60.0, ring, may_sleep: false, damping: 5.0, ..Default::default() })], Vec3::new(0.02, -9.81, 0.0));
        run(&mut w, 1200);
        println!("ring {ring} tip {:?} {:?}", position(&w, 0, 7), w.measure());
    }
    let mut w = world(vec![cloth(20, 0.05, BodyParams { ring: 1, may_sleep: false, ..Default::default() })], Vec3::new(0.0, -9.81, 0.0));
    run(&mut w, 600);
    println!("{:?}", w.measure());
    println!("{:?} {:?}", position(&w, 0, 390), position(&w, 0, 210));
}
#[test]
fn speed() {
    for lanes in LaneWidth::ALL {
        let bodies: Vec<_> = (0..1008).map(|_| chain(8, 0.1, Vec3::Y, BodyParams { bend_hz: 20.0, twist_hz: 20.0, may_sleep: false, ..Default::default() })).collect();
        let mut w = world(bodies, Vec3::new(0.02, -9.81, 0.0));
        w.set_lanes(lanes);
        run(&mut w, 5);
        let mut best = f64::MAX;
        for _ in 0..60 {
            let t = std::time::Instant::now();
            run(&mut w, 1);
            best = best.min(t.elapsed().as_secs_f64());
        }
        println!("{lanes:?} {:.1} ns per joint substep, hash {:x}", best * 1e9 / 4.0 / 8064.0, w.hash());
        let mut w = world(vec![cloth(37, 0.04, BodyParams { ring: 1, bend_hz: 8.0, may_sleep: false, length_sweeps: 2, ..Default::default() })], Vec3::new(0.02, -9.81, 0.0));
        w.set_lanes(lanes);
        run(&mut w, 5);
        let mut best = f64::MAX;
        for _ in 0..60 {
            let t = std::time::Instant::now();
            run(&mut w, 1);
            best = best.min(t.elapsed().as_secs_f64());
        }
        println!("   cloth {:.3} ms per substep {:x}", best * 1e3 / 4.0, w.hash());
    }
}
