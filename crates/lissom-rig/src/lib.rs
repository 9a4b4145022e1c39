//! Characters and rigs: what an artist authored, and how it becomes a world.

pub mod actor;
pub mod auto;
mod bvh;
pub mod character;
pub mod check;
mod collider;
pub mod creature;
pub mod excitation;
pub mod field;
pub mod preset;
mod region;
pub mod rig;
pub mod selection;
pub mod sim_mesh;
pub mod skin;
pub mod strands;
pub mod tetra;
pub mod tets;
pub mod tri_mesh;
pub mod view;
pub mod weights;

pub use actor::{Actor, ActorError, Cue, Drag, Ghost, Hands, Picked};
pub use character::{Bone, Character, Material, Mesh, MorphTarget, Pose, Skeleton, Tets};
pub use creature::{Creature, Dab, Fields, Interpolation, Stroke};
pub use preset::{Adjust, Preset};
pub use rig::Rig;
pub use tets::TetMesh;
pub use tri_mesh::TriMesh;
