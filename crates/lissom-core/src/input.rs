//! What a step is given: all of it is data, so a run can be recorded, replayed and hashed.

use crate::desc::{PoseArray, Teleport};

/// Where the picture is taken from. Rest shapes may depend on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Camera {
    Perspective { position: [f32; 3] },
    Orthographic { forward: [f32; 3] },
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wind {
    /// m/s
    pub velocity: [f32; 3],
    /// Share of the speed that comes and goes.
    pub gusts: f32,
}

/// Somebody touches a particle of a body, numbered as in the description.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    pub body: usize,
    pub particle: usize,
}

/// Somebody holds a particle and pulls it to a place, as far as lengths and contacts let it. What the bones hold stays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grab {
    pub body: usize,
    pub particle: usize,
    pub target: [f32; 3],
}

#[derive(Clone, Copy, Debug)]
pub struct StepInput<'a> {
    pub dt_secs: f64,
    /// world_from_bone at the end of the step, in the order of the bind poses.
    pub bones: &'a [PoseArray],
    pub camera: Option<Camera>,
    /// The picture before was taken from somewhere else: nothing needs to be smooth.
    pub camera_cut: bool,
    pub wind: Wind,
    /// The caller knows that the character was put somewhere else.
    pub teleport: Option<Teleport>,
    /// For boneless bodies: what is touched and which keys are struck in this step.
    pub touches: &'a [Touch],
    pub keys: &'a [&'a str],
    /// What is held, of any body; the first sixteen.
    pub grabs: &'a [Grab],
    /// How much boneless bodies move by themselves, 0 to 1.
    pub drive: f32,
}

impl<'a> StepInput<'a> {
    pub fn new(dt_secs: f64, bones: &'a [PoseArray]) -> Self {
        StepInput {
            dt_secs,
            bones,
            camera: None,
            camera_cut: false,
            wind: Wind::default(),
            teleport: None,
            touches: &[],
            keys: &[],
            grabs: &[],
            drive: 1.0,
        }
    }
}
