use super::*;
use crate::humanoid::{Proportions, skeleton};
use glam::{Quat, Vec3};

const DT: f64 = 1.0 / 240.0;

fn motions() -> Vec<(&'static str, Motion, f32)> {
    vec![
        ("walk", walk, 6.0),
        ("run", run, 14.0),
        ("walk_then_run", walk_then_run, 14.0),
        ("turn_and_shake", turn_and_shake, 4.0),
        ("somersault", somersault, 22.0),
        ("idle_gust", idle_gust, 5.0),
        ("leap", leap, 14.0),
        ("hop_and_look", hop_and_look, 12.0),
    ]
}

fn bodies() -> Vec<Skeleton> {
    vec![skeleton(&Proportions::child(1.2)), skeleton(&Proportions::adult(1.65)), skeleton(&Proportions::brute(2.0))]
}

fn places(s: &Skeleton, m: Motion, t: f64) -> Vec<Vec3> {
    s.world(&m(s, t)).iter().map(|p| p.translation).collect()
}

#[test]
fn a_motion_starts_at_the_bind_pose() {
    for s in bodies() {
        for (name, motion, _) in motions() {
            assert_eq!(motion(&s, 0.0), s.rest_local(), "{name}");
            assert_eq!(motion(&s, -1.0), s.rest_local(), "{name}");
            let soon = places(&s, motion, 1e-4);
            for (a, b) in soon.iter().zip(s.rest_world()) {
                assert!(a.distance(b.translation) < 1e-3, "{name} jumps at the start");
            }
        }
    }
}

#[test]
fn poses_are_finite_unit_and_keep_the_bones_lengths() {
    for s in bodies() {
        let rest = s.rest_local();
        for (name, motion, _) in motions() {
            for i in 0..900 {
                let local = motion(&s, i as f64 / 60.0);
                for (b, pose) in local.iter().enumerate() {
                    assert!(pose.translation.is_finite(), "{name}");
                    assert!((pose.rotation.length() - 1.0).abs() < 1e-4, "{name}");
                    if b > 1 {
                        let change = pose.translation.distance(rest[b].translation);
                        assert!(change < 1e-5, "{name}: {}", s.bones[b].name);
                    }
                }
            }
        }
    }
}

#[test]
fn joints_move_without_jumps() {
    for s in bodies() {
        for (name, motion, fastest) in motions() {
            let mut before = places(&s, motion, 0.0);
            let mut speeds: Vec<Vec3> = vec![Vec3::ZERO; before.len()];
            for i in 1..=(12.5 / DT) as usize {
                let here = places(&s, motion, i as f64 * DT);
                for b in 0..here.len() {
                    let speed = (here[b] - before[b]) / DT as f32;
                    let bone = &s.bones[b].name;
                    let t = i as f64 * DT;
                    assert!(speed.length() < fastest, "{name} {bone} {t}: {speed}");
                    let change = speed.distance(speeds[b]);
                    assert!(change < 0.25 * fastest, "{name} {bone} {t}: kink of {change}");
                    speeds[b] = speed;
                }
                before = here;
            }
        }
    }
}

/// Ball heights and places of one foot over some time.
fn ball(s: &Skeleton, motion: Motion, foot: &str, from: f64, to: f64) -> Vec<Vec3> {
    let bone = s.find(foot).unwrap();
    let n = ((to - from) / DT) as usize;
    (0..n).map(|i| places(s, motion, from + i as f64 * DT)[bone]).collect()
}

#[test]
fn planted_feet_do_not_slide() {
    for s in bodies() {
        for (motion, least) in [(walk as Motion, 5), (run, 6), (idle_gust, 2)] {
            for foot in ["left_toes", "right_toes"] {
                let floor = s.rest_world()[s.find(foot).unwrap()].translation.y;
                let mut steps = 0;
                let mut landed: Option<Vec3> = None;
                for p in ball(&s, motion, foot, 1.0, 9.0) {
                    let down = p.y < floor + 0.002;
                    match landed {
                        Some(l) if down => assert!((p - l).length() < 0.02, "{foot} slides"),
                        None if down => {
                            steps += 1;
                            landed = Some(p);
                        }
                        Some(_) => landed = None,
                        None => {}
                    }
                    assert!(p.y > floor - 0.005, "{foot} sinks");
                }
                assert!(steps >= least, "{foot} steps {steps}");
            }
        }
    }
}

#[test]
fn a_run_leaves_the_floor_twice_a_cycle_and_a_walk_never() {
    let s = skeleton(&Proportions::adult(1.65));
    let airborne = |motion: Motion, from: f64, to: f64| {
        let floor = s.rest_world()[s.find("left_toes").unwrap()].translation.y;
        let left = ball(&s, motion, "left_toes", from, to);
        let right = ball(&s, motion, "right_toes", from, to);
        let up: Vec<bool> = left.iter().zip(&right).map(|(l, r)| l.y.min(r.y) > floor + 0.01).collect();
        up.windows(2).filter(|w| w[1] && !w[0]).count()
    };
    let leg = s.rest_world()[s.find("left_upper_leg").unwrap()].translation.y as f64;
    // The cadence of a run, as in `Gait::phase`.
    let cycle = 1.0 / (0.33 * (9.81 / leg).sqrt());
    assert_eq!(airborne(run, 3.0, 3.0 + 5.0 * cycle), 10);
    assert_eq!(airborne(walk, 2.0, 8.0), 0);
}

#[test]
fn a_somersault_turns_the_hips_right_over() {
    let s = skeleton(&Proportions::adult(1.65));
    let hips = s.find("hips").unwrap();
    let (mut turned, mut before) = (0.0, Quat::IDENTITY);
    let mut most = 0.0_f32;
    for i in 0..(2.0 / DT) as usize {
        let here = s.world(&somersault(&s, i as f64 * DT))[hips].rotation;
        let step = before.conjugate() * here;
        turned += 2.0 * (step.x * step.w.signum()).asin();
        most = most.max(-turned);
        before = here;
    }
    assert!((turned.to_degrees() + 360.0).abs() < 40.0, "{}", turned.to_degrees());
    assert!(most.to_degrees() > 350.0);
}

#[test]
fn loops_close() {
    let s = skeleton(&Proportions::adult(1.65));
    let loops =
        [(turn_and_shake as Motion, 8.0), (somersault, 2.6), (idle_gust, 12.0), (leap, 12.0), (hop_and_look, 10.0)];
    for (motion, period) in loops {
        let a = places(&s, motion, period - 1e-4);
        let b = places(&s, motion, period + 1e-4);
        assert!(a.iter().zip(&b).all(|(a, b)| a.distance(*b) < 2e-3));
    }
}
