//! Characters and rigs: what an artist authored, and how it becomes a world.

pub mod character;
pub mod sim_mesh;
pub mod skin;
pub mod weights;

pub use character::{Bone, Character, Material, Mesh, Pose, Skeleton};
