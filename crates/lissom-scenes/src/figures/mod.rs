//! The sample characters.

pub mod acrobat;
pub mod bar;
mod bend;
mod boneless;
pub mod bunny;
pub mod cowlick;
mod flesh;
pub mod front_hair;
pub mod girl;
pub mod jellyfish;
pub mod long_hair;
pub mod monster;
pub mod robed;
pub mod rod;
mod strand;
mod tube;
pub mod worm;
