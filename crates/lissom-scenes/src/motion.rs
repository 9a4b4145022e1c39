//! Motions of the sample characters: pure functions of time that give the local pose of every
//! bone. Up to time 0 that is exactly the bind pose; the motion eases in from there.

use lissom_rig::character::{Pose, Skeleton};

mod curve;
mod gait;
mod hop_and_look;
mod idle_gust;
mod leap;
mod nod_and_shake;
mod play;
mod rig;
mod somersault;
mod stance;
mod steps;
#[cfg(test)]
mod tests;
mod turn_and_shake;
mod walk_run;

pub use gait::Path;
pub use hop_and_look::hop_and_look;
pub use idle_gust::idle_gust;
pub use leap::leap;
pub use nod_and_shake::nod_and_shake;
pub use somersault::somersault;
pub use turn_and_shake::turn_and_shake;
pub use walk_run::{run, run_along, walk, walk_along, walk_in_circle, walk_then_run, walk_then_run_along};

/// Local poses of all bones at a time in seconds.
pub type Motion = fn(&Skeleton, f64) -> Vec<Pose>;
