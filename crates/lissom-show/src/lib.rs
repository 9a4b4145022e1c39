//! A scene or a character's file, played and drawn: what the command line renders and the studio shows.

pub mod draw;
pub mod eye;
pub mod show;

pub use draw::{Drawing, Look, Overlay, draw};
pub use eye::{Frame, View};
pub use show::{FromFile, Moment, Show};
