//! A pose of a humanoid in an animator's terms. Angles are in degrees; zeros are the bind pose.

use glam::{Quat, Vec3};
use lissom_rig::character::Pose;

/// The whole body. Turns are (forward bend, turn to the left, lean to the right).
#[derive(Clone, Copy, Debug)]
pub struct Stance {
    /// Where the character stands and faces, in the world.
    pub root: Pose,
    /// Carries hips and feet together within the root: flights and flips.
    pub frame: Pose,
    /// Hips moved from their bind place.
    pub hips: Vec3,
    pub hips_turn: Vec3,
    pub spine: Vec3,
    pub chest: Vec3,
    pub neck: Vec3,
    pub head: Vec3,
    /// Left, right.
    pub arms: [Arm; 2],
    pub legs: [Leg; 2],
}

/// An arm, from how the bind pose holds it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arm {
    /// Shoulder lifted.
    pub shrug: f32,
    /// Lifted sideways; minus lowers it to the side.
    pub lift: f32,
    /// Swung forward.
    pub swing: f32,
    /// Upper arm rolled, which turns the bent forearm inward.
    pub roll: f32,
    /// Elbow bent.
    pub bend: f32,
    /// Hand bent inward.
    pub wrist: f32,
}

/// A foot that has a place, and the leg that reaches for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leg {
    /// The foot moved from its bind place, in the frame.
    pub foot: Vec3,
    /// Heel up about the ball of the foot; minus is toes up about the heel.
    pub pitch: f32,
    /// Which end of the foot stays when it pitches: 1 the ball, 0 the heel.
    pub pivot: f32,
    /// Foot turned to the left.
    pub yaw: f32,
    /// Toes bent up.
    pub toes: f32,
    /// Knee turned outward.
    pub knee_out: f32,
}

impl Stance {
    pub const BIND: Stance = Stance {
        root: Pose::IDENTITY,
        frame: Pose::IDENTITY,
        hips: Vec3::ZERO,
        hips_turn: Vec3::ZERO,
        spine: Vec3::ZERO,
        chest: Vec3::ZERO,
        neck: Vec3::ZERO,
        head: Vec3::ZERO,
        arms: [Arm::BIND; 2],
        legs: [Leg::BIND; 2],
    };

    /// This stance, faded in from the bind pose: `share` 0 is the bind pose.
    pub fn faded_in(&self, share: f32) -> Stance {
        Stance {
            root: fade_pose(&self.root, share),
            frame: fade_pose(&self.frame, share),
            hips: self.hips * share,
            hips_turn: self.hips_turn * share,
            spine: self.spine * share,
            chest: self.chest * share,
            neck: self.neck * share,
            head: self.head * share,
            arms: self.arms.map(|a| a.scaled(share)),
            legs: self.legs.map(|l| l.scaled(share)),
        }
    }
}

impl Arm {
    pub const BIND: Arm = Arm { shrug: 0.0, lift: 0.0, swing: 0.0, roll: 0.0, bend: 0.0, wrist: 0.0 };

    fn scaled(&self, k: f32) -> Arm {
        Arm {
            shrug: self.shrug * k,
            lift: self.lift * k,
            swing: self.swing * k,
            roll: self.roll * k,
            bend: self.bend * k,
            wrist: self.wrist * k,
        }
    }
}

impl Leg {
    pub const BIND: Leg = Leg { foot: Vec3::ZERO, pitch: 0.0, pivot: 1.0, yaw: 0.0, toes: 0.0, knee_out: 0.0 };

    fn scaled(&self, k: f32) -> Leg {
        Leg {
            foot: self.foot * k,
            pitch: self.pitch * k,
            pivot: self.pivot,
            yaw: self.yaw * k,
            toes: self.toes * k,
            knee_out: self.knee_out * k,
        }
    }
}

fn fade_pose(pose: &Pose, share: f32) -> Pose {
    Pose::new(pose.translation * share, Quat::IDENTITY.slerp(pose.rotation, share))
}
