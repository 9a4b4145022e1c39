//! The Lissom engine: hair, cloth, flesh and whole boneless creatures by shape matching.
//!
//! A [`World`] is made from a [`WorldDesc`] and advanced with [`World::step`]. All three papers it is built
//! on are one loop, in [`step`]; they differ in the rest shape only, in [`rest`].
//!
//! No I/O, no clock, no logging, no randomness: the same input gives the same bits with any
//! number of threads and lanes. It is written to do so on any machine, too; so far that was run on x86-64 only.
//!
//! ```
//! use lissom_core::{Binding, BodyDesc, BodyParams, BuildError, ParticleDesc, StepInput, Structure, World, WorldDesc};
//!
//! fn main() -> Result<(), BuildError> {
//!     // A strand of eight joints, 70 cm long; bone 0 holds the first.
//!     let joint = |k: usize| ParticleDesc {
//!         position: [0.1 * k as f32, 0.0, 0.0],
//!         rotation: [0.0, 0.0, 0.0, 1.0],
//!         radii: [0.03; 3],
//!         mass_kg: 0.05,
//!         animated: k == 0,
//!         surface: false,
//!         binding: Binding::rigid(0),
//!     };
//!     let strand = BodyDesc {
//!         part: "hair".into(),
//!         particles: (0..8).map(joint).collect(),
//!         structure: Structure::Chain,
//!         anchor: 0,
//!         params: BodyParams::default(),
//!     };
//!     let bone = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]; // position, then rotation x y z w
//!     let mut world = World::new(WorldDesc { bones: vec![bone], bodies: vec![strand], ..WorldDesc::default() })?;
//!
//!     for _ in 0..60 {
//!         world.step(&StepInput::new(1.0 / 60.0, &[bone]));
//!     }
//!     assert!(world.poses().positions()[7][1] < 0.0, "the tip has sunk");
//!     Ok(())
//! }
//! ```

pub mod build;
pub mod collide;
pub mod debug_lines;
pub mod desc;
pub mod input;
pub mod lanes;
pub mod math;
pub mod measure;
pub mod output;
pub mod pack;
pub mod quat;
pub mod report;
pub mod rest;
pub mod rotation;
pub mod scratch;
pub mod state;
pub mod step;
pub mod template;

pub use build::BuildError;
pub use desc::{
    Binding, BodyDesc, BodyParams, ColliderDesc, Limit, ParticleDesc, PoseArray, Settings, Shape, SpringDesc,
    Structure, Teleport, WorldDesc,
};
pub use input::{Camera, Grab, StepInput, Touch, Wind};
pub use lanes::LaneWidth;
pub use measure::{Depths, Measures};
pub use output::{Morph, Poses};
pub use report::{PairCount, Stage, StepReport};
pub use rest::Rest;
pub use rest::procedural::water::Water;
pub use rest::procedural::{Bristles, Charts, Point, Procedural, Start, Stiffness, Stimulus, Volume, When};
pub use rest::view_blend::{Descriptor, Held, Hold, Sag, Suppression, ViewBlend, ViewExample, Weighting};
pub use step::{Snapshot, World};
