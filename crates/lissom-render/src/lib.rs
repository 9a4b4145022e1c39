//! A headless toon renderer: plain meshes in, clean cel pictures out.
//!
//! ```no_run
//! use lissom_render::{Camera, Color, Frame, Renderer, Surface, encode};
//!
//! let surface = Surface {
//!     positions: &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
//!     triangles: &[[0, 1, 2]],
//!     ..Surface::new(Color::hex(0xBCA9CE), Color::hex(0x8B78A8))
//! };
//! let mut renderer = Renderer::new()?;
//! let image = renderer.render(&Frame { surfaces: &[surface], ..Frame::default() })?;
//! std::fs::write("picture.png", encode::png(&image)?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod camera;
mod color;
pub mod encode;
mod error;
mod frame;
mod globals;
mod gpu;
mod image;
mod light;
mod overlay;
mod pipelines;
mod recipe;
mod renderer;
mod scene;
mod sheet;
mod surface;
mod targets;

pub use camera::Camera;
pub use color::Color;
pub use error::RenderError;
pub use frame::{Frame, Picture};
pub use image::Image;
pub use overlay::{Ellipsoid, Line};
pub use renderer::Renderer;
pub use sheet::contact_sheet;
pub use surface::{Surface, Tint};
