//! How an animator wants the ears seen from each side: always two, and never before the eyes.

use super::{JOINTS, Side};
use glam::{Quat, Vec3};
use lissom_rig::view::Example;

/// A turn of the left ear, in degrees from the bind pose: it leans outward and back, and its inner
/// side turns outward.
#[derive(Clone, Copy)]
struct Turn {
    out: f32,
    back: f32,
    twist: f32,
}

/// Turned like `root` at the first joint, evenly more and more like `tip` at the last.
struct Curl {
    name: [&'static str; 2],
    direction: Vec3,
    extent: f32,
    root: Turn,
    tip: Turn,
}

const fn turn(out: f32, back: f32, twist: f32) -> Turn {
    Turn { out, back, twist }
}

/// Of the left ear; the second name is that of the mirror image.
const CURLS: [Curl; 5] = [
    Curl {
        name: ["front", "front"],
        direction: Vec3::new(0.0, 0.1, 1.0),
        extent: 1.0,
        root: turn(4.0, 0.0, -20.0),
        tip: turn(125.0, 10.0, -20.0),
    },
    Curl {
        name: ["left", "right"],
        direction: Vec3::new(1.0, 0.1, 0.0),
        extent: 0.7,
        root: turn(-6.0, 36.0, 50.0),
        tip: turn(-30.0, 140.0, 60.0),
    },
    Curl {
        name: ["behind left", "behind right"],
        direction: Vec3::new(0.7, 0.1, -0.7),
        extent: 0.6,
        root: turn(-6.0, -16.0, -40.0),
        tip: turn(20.0, -105.0, -60.0),
    },
    Curl {
        name: ["behind", "behind"],
        direction: Vec3::new(0.0, 0.1, -1.0),
        extent: 0.8,
        root: turn(12.0, 0.0, -25.0),
        tip: turn(150.0, 0.0, -25.0),
    },
    Curl {
        name: ["right", "left"],
        direction: Vec3::new(-1.0, 0.1, 0.0),
        extent: 1.0,
        root: turn(0.0, -10.0, -70.0),
        tip: turn(0.0, 105.0, -80.0),
    },
];

impl Turn {
    fn towards(self, b: Turn, t: f32) -> Turn {
        let mix = |a: f32, b: f32| a + (b - a) * t;
        turn(mix(self.out, b.out), mix(self.back, b.back), mix(self.twist, b.twist))
    }

    fn rotation(self) -> Quat {
        let lean = Vec3::new(-self.back, 0.0, -self.out) * (std::f32::consts::PI / 180.0);
        Quat::from_scaled_axis(lean) * Quat::from_rotation_y(self.twist.to_radians())
    }
}

impl Curl {
    fn example(&self, side: Side) -> Example {
        let mut before = Quat::IDENTITY;
        let rotation = |k: usize| {
            let here = self.root.towards(self.tip, k as f32 / (JOINTS - 1) as f32).rotation();
            (std::mem::replace(&mut before, here).conjugate() * here).to_array()
        };
        let left = Example {
            name: self.name[0].into(),
            direction: self.direction.normalize().to_array(),
            extent: self.extent,
            rotations: (0..JOINTS).map(rotation).collect(),
            morphs: Default::default(),
        };
        if side == Side::Left { left } else { left.mirrored(self.name[1]) }
    }
}

/// The ear's poses besides the bind pose; the right ear's are the left one's mirror images.
pub fn examples(side: Side) -> Vec<Example> {
    CURLS.iter().map(|c| c.example(side)).collect()
}
