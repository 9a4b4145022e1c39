//! The sample characters.

pub mod acrobat;
pub mod bunny;
mod flesh;
pub mod girl;
pub mod long_hair;
pub mod monster;
pub mod robed;
pub mod rod;
mod tube;
