//! \[KI13\] Fig. 7: the front hair keeps the eyes free, wherever the camera is.

use lissom_core::Wind;
use lissom_rig::preset::Adjust;
use lissom_rig::rig::Joints;
use lissom_rig::view::{Sag, View as Views};
use lissom_rig::{Character, Rig};

use crate::camera::Path;
use crate::figures::{front_hair, girl};
use crate::motion;
use crate::scene::{Scene, View};

pub const SCENE: Scene = Scene {
    name: "front-hair",
    from: "rods Fig. 7, Table 1",
    about: "a fringe of three strands that gives way to the view, and three strands that do not",
    look: "both eyes stay free all the way round, while she nods and shakes her head",
    seconds: 8.0,
    still_secs: 0.95,
    variants: super::WITH_AND_WITHOUT,
    paper: None,
    character: front_hair::character,
    rig,
    motion: motion::nod_and_shake,
    wind: |_| Wind::default(),
    taps: &[],
    view: View {
        bone: Some("hips"),
        follow: false,
        middle: 1.15,
        height: 0.52,
        yaw_deg: -20.0,
        pitch_deg: 2.0,
        rises: false,
        camera: Path::Orbit { period_secs: 8.0 },
    },
};

/// The strands that do not depend on the view, with their joints.
const LOCKS: [(&str, usize); 3] = [("lock.0", 6), ("lock.1", 6), ("lock.2", 6)];

fn rig(_: &Character, variant: &str) -> Rig {
    let firm = Adjust { stiffness_hz: Some(30.0), twist_hz: Some(30.0), damping: Some(3.0), ..Adjust::default() };
    let fringe = front_hair::VIEW_DEPENDENT.iter().map(|&(name, joints)| {
        let views = Views { examples: front_hair::examples(name), sag: Sag::AnyTilt, ..Views::default() };
        Joints { adjust: firm, ..super::strand(name, joints, super::with(variant, views)) }
    });
    let locks = LOCKS.iter().map(|&(name, joints)| super::strand(name, joints, None));
    let mut joints: Vec<Joints> = fringe.chain(locks).collect();
    let names: Vec<String> = joints.iter().map(|j| j.name.clone()).collect();
    for strand in &mut joints {
        // They lie over each other in every pose.
        strand.passes_through.clone_from(&names);
    }
    Rig { joints, colliders: super::head_colliders(&girl::head()), ..Rig::default() }
}
