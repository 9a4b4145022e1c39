//! glTF 2.0: a document that loses nothing, and what is in it.
//!
//! The document stays JSON and bytes, edited in place: whatever is not understood here survives, spelling and all.

pub mod accessor;
pub mod animate;
pub mod camera;
pub mod check;
pub mod clip;
pub mod document;
pub mod export;
pub mod glb;
pub mod home;
pub mod image;
pub mod import;
pub mod material;
pub mod mesh;
pub mod nodes;
pub mod skin;
pub mod texture;
mod toon;
mod uri;

pub use camera::Camera;
pub use clip::Clip;
pub use document::Document;
pub use image::{Image, Images};
pub use import::Import;
pub use material::{Alpha, Look, Outline};
pub use nodes::{Node, Nodes, Trs};
pub use texture::{Texture, Wrap};

/// What is wrong with a document, where, and what to do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct Fault {
    /// A JSON pointer, where it is in the JSON.
    pub place: String,
    pub what: String,
}

pub(crate) fn fault(place: impl Into<String>, what: impl Into<String>) -> Fault {
    Fault { place: place.into(), what: what.into() }
}
