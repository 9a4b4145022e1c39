//! One panel a file. Panels read the studio and send commands.

pub mod bake;
pub mod cloth;
pub mod creatures;
pub mod gallery;
pub mod inspector;
pub mod job;
pub mod leave;
pub mod outline;
pub mod play;
pub mod recovery;
pub mod timeline;
pub(crate) mod views;
