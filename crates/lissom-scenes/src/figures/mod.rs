//! The sample characters.

pub mod acrobat;
pub mod cowlick;
mod flesh;
pub mod front_hair;
pub mod girl;
pub mod long_hair;
pub mod monster;
pub mod robed;
mod strand;
mod tube;
