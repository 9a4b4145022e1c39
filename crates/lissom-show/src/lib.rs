//! A scene or a character's file, played and drawn: what the command line renders and the studio shows.

pub mod bake;
pub mod draw;
pub mod drawn;
pub mod eye;
pub mod overlay;
pub mod show;
pub mod textures;

#[cfg(not(target_arch = "wasm32"))]
pub use draw::draw;
pub use draw::{Drawing, Look};
pub use drawn::{Body, Drawn, Models};
pub use eye::{Frame, View};
pub use overlay::{Overlay, Overlays};
pub use show::{FromFile, Moment, Show};
pub use textures::Textures;
