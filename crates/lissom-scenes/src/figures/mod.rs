//! The sample characters.

pub mod acrobat;
mod flesh;
pub mod front_hair;
pub mod girl;
pub mod long_hair;
pub mod monster;
pub mod robed;
mod strand;
mod tube;
