//! The sample characters.

pub mod acrobat;
pub mod bar;
pub mod belly;
mod bend;
pub(crate) mod boneless;
pub mod bowel;
pub mod bunny;
pub mod companion;
pub mod cowlick;
mod flesh;
pub mod front_hair;
pub mod girl;
pub mod heart;
pub mod jellyfish;
pub mod long_hair;
pub mod menagerie;
pub mod monster;
pub(crate) mod props;
pub mod robed;
pub mod rod;
pub mod snail;
mod strand;
mod tube;
pub mod worm;
