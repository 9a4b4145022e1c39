//! \[PD09\] ProcDef: a rest shape in which every region is deformed by its own matrix T_i(t), which moves the body.
//!
//! A body is made of tetrahedra; the region of a vertex is that vertex and its neighbours. T_i(t) comes from charts
//! ([`chart`]), along the directions of a frame per vertex, scaled by a strength and held back by a delay per vertex; a
//! signal that starts where the body is touched adds to it ([`stimulus`]). Goals are matched as everywhere ([`fit`]),
//! and the dynamics are the paper's: velocities towards the goals, with steps of 1/60 s ([`advance`]).
//!
//! Everything else in the world takes finer steps. To it, these bodies are animated: they go in a straight line from
//! one step to the next, and what others push is handed to them at their next step.
//!
//! | symbol | here | |
//! |---|---|---|
//! | T_i(t) | `stretch` | \[PD09\] Eq. 1 |
//! | D | `axes` | by columns d₁, d₂, d₃ |
//! | A_s, P_s | `strength`, `delay` | \[PD09\] 4.3 |
//! | v_p | `speed` | 1/s |
//! | N | `Stiffness::Passes` | |
//! | h | `step_secs` | |

use crate::lanes::Numbers;
use crate::template::Lists;
use std::ops::Range;

pub mod advance;
pub mod build;
pub mod chart;
pub mod damp;
pub mod ends;
pub mod factor;
pub mod fit;
pub mod implicit;
pub mod integrate;
pub mod memory;
pub mod stimulus;
pub mod stretch;
pub mod touch;
pub mod view;
pub mod water;
pub mod wave;
pub mod work;

pub use chart::{Charts, Point, Volume};
pub use stimulus::{Stimulus, When};

/// How a body of tetrahedra moves by itself. Lists by vertex may be left empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Procedural {
    /// Three directions by vertex, at right angles; the world's axes if empty.
    pub frames: Vec<[[f32; 3]; 3]>,
    /// How strongly each vertex follows the charts, −1 to 1; 1 if empty. The paper's amplitude.
    pub strength: Vec<f32>,
    /// 0 leads, 1 comes last; 0 if empty. The paper's phase shift.
    pub delay: Vec<f32>,
    pub charts: Charts,
    /// How quickly the signal goes from delay 0 to delay 1, 1/s.
    pub speed: f32,
    pub start: Start,
    pub stiffness: Stiffness,
    /// How quickly motion within regions is lost, 1/s.
    pub region_damping: f32,
    pub steps_per_sec: f64,
    pub stimuli: Vec<Stimulus>,
    pub bristles: Option<Bristles>,
}

impl Default for Procedural {
    fn default() -> Procedural {
        Procedural {
            frames: Vec::new(),
            strength: Vec::new(),
            delay: Vec::new(),
            charts: Charts::default(),
            speed: 1.0,
            start: Start::default(),
            stiffness: Stiffness::default(),
            region_damping: 4.0,
            steps_per_sec: PAPER_RATE,
            stimuli: Vec::new(),
            bristles: None,
        }
    }
}

/// The stiffness of \[PD09\] depends on the step; it is meant for this one.
pub const PAPER_RATE: f64 = 60.0;

/// How motion begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// Everywhere at once, growing over this time.
    Ease { secs: f32 },
    /// Where the signal has arrived.
    Front,
}

impl Default for Start {
    fn default() -> Start {
        Start::Ease { secs: 0.5 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stiffness {
    /// \[PD09\] 5: matching is applied this many times; a force reaches farther with each.
    Passes {
        count: u32,
        /// Apply it once more, as the paper's g^N is printed.
        literal: bool,
        /// Chebyshev's acceleration of the passes with this radius, below 1.
        chebyshev: Option<f32>,
    },
    /// An implicit step, factored in advance: regions hold their shape at this frequency, at one cost however stiff.
    Implicit { hz: f32, iterations: u32 },
}

impl Default for Stiffness {
    fn default() -> Stiffness {
        Stiffness::Passes { count: 3, literal: false, chebyshev: None }
    }
}

/// What makes sliding one way harder than the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Bristles {
    /// By vertex, in the bind pose: the way they point. Sliding against it is held back.
    pub along: Vec<[f32; 3]>,
    /// Friction against them is this much more: 2 is three times as much.
    pub more: f32,
}

/// All bodies of this kind. Their vertices are numbered by row, in the order of slots.
#[derive(Debug, Default)]
pub struct Creatures {
    /// The first slot of a row.
    pub base: usize,
    pub rows: Rows,
    pub list: Vec<Creature>,
    /// The lengths of their steps, each once.
    pub steps: Vec<u64>,
    /// Slots of animated particles that they may run into, by body.
    pub shells: Vec<Shell>,
    /// Pairs that overlap in the bind pose: by row, other rows and, beyond the last, animated slots.
    pub apart: Lists,
    /// By row: not on the surface.
    pub inner: Vec<bool>,
    /// How many numbers the state keeps.
    pub memory: usize,
}

impl Creatures {
    /// Whether a slot is a vertex of such a body that no bone holds.
    pub fn is_own(&self, slot: usize) -> bool {
        slot >= self.base && self.rows.inv_vertex_mass.get(slot - self.base).is_some_and(|w| *w > 0.0)
    }

    /// Whether a slot is a vertex inside such a body, which nothing outside can touch.
    pub fn is_inner(&self, slot: usize) -> bool {
        slot >= self.base && self.inner.get(slot - self.base).is_some_and(|inner| *inner)
    }
}

/// By row.
#[derive(Debug, Default)]
pub struct Rows {
    pub count: usize,
    pub rest: [Numbers; 3],
    pub mass: Numbers,
    /// 0 where a vertex follows the bones.
    pub inv_vertex_mass: Numbers,
    pub match_mass: Numbers,
    pub inv_count: Numbers,
    pub center: [Numbers; 3],
    pub spread: [Numbers; 6],
    /// One over the trace of a region's moment at rest.
    pub scale: Numbers,
    pub inv_mass: Numbers,
    pub axes: [Numbers; 9],
    pub strength: Numbers,
    /// Seconds.
    pub delay: Numbers,
    /// Outwards, on the surface.
    pub normal: [Numbers; 3],
    /// The vertices of each region, the vertex itself first.
    pub members: Lists,
}

#[derive(Debug)]
pub struct Creature {
    pub body: usize,
    pub part: u16,
    /// Its rows, with padding to whole lanes; `count` of them are vertices.
    pub first: usize,
    pub rows: usize,
    pub count: usize,
    /// Relative to `first`.
    pub reference: usize,
    /// Rows from a vertex to the farthest in its region, at most.
    pub reach: usize,
    /// One step of its own in so many of the world.
    pub every: u64,
    /// Which of [`Creatures::steps`] that is.
    pub pace: usize,
    pub step_secs: f32,
    pub passes: u32,
    /// Share of the way to the goals.
    pub share: f32,
    pub stiffness: Stiffness,
    /// Share of the motion within regions that a step takes.
    pub damp: f32,
    /// Factor per step.
    pub drag: f32,
    pub gravity: f32,
    pub friction: f32,
    pub mass: f32,
    pub density: f32,
    pub start: Start,
    pub charts: chart::Drawn,
    pub stimuli: Vec<stimulus::Ready>,
    /// Vertices that follow the bones, relative to `first`.
    pub held: Vec<u32>,
    /// Faces and vertices of its surface, relative to `first`.
    pub faces: Vec<[u32; 3]>,
    pub skin: Vec<u32>,
    /// The longest way between two vertices along edges.
    pub span: f32,
    pub bristles: Option<Bristles>,
    pub implicit: Option<implicit::Implicit>,
    /// Its own part of the memory.
    pub marks: Range<usize>,
}

impl Creature {
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.rows
    }

    /// Whether a step of its own begins with this substep.
    pub fn begins(&self, substeps: u64) -> bool {
        substeps.is_multiple_of(self.every)
    }

    /// Substeps until its step ends, this one included.
    pub fn left(&self, substeps: u64) -> u64 {
        self.every - substeps % self.every
    }
}

/// Animated particles of one body.
#[derive(Debug)]
pub struct Shell {
    pub body: usize,
    pub slots: Vec<u32>,
}
