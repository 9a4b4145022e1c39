//! The sample characters.

pub mod acrobat;
mod bend;
pub mod bunny;
pub mod cowlick;
mod flesh;
pub mod front_hair;
pub mod girl;
pub mod long_hair;
pub mod monster;
pub mod robed;
pub mod rod;
mod strand;
mod tube;
