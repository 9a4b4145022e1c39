//! Toon pictures: plain meshes in, clean cel pictures out, in a window, on a web page or without either.
//!
//! ```no_run
//! use lissom_render::{Color, Frame, Mesh, Paint, Renderer, Surface, encode};
//!
//! let surface = Surface {
//!     mesh: Mesh {
//!         positions: &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
//!         triangles: &[[0, 1, 2]],
//!         ..Mesh::default()
//!     },
//!     tints: &[],
//!     paint: Paint::new(Color::hex(0xBCA9CE), Color::hex(0x8B78A8)),
//! };
//! let mut renderer = Renderer::new()?;
//! let image = renderer.render(&Frame { surfaces: &[surface], ..Frame::default() })?;
//! std::fs::write("picture.png", encode::png(&image)?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod camera;
mod canvas;
mod color;
pub mod encode;
mod error;
mod figure;
mod frame;
mod globals;
mod gpu;
#[cfg(not(target_arch = "wasm32"))]
mod headless;
mod image;
mod kept;
mod light;
mod light_maps;
mod matrices;
mod mesh;
mod model;
mod overlay;
mod paint;
mod passes;
mod pipelines;
mod recipe;
mod renderer;
mod scene;
mod sheet;
mod surface;
mod text;
mod texture;
mod uploads;

pub use camera::Camera;
pub use canvas::Canvas;
pub use color::Color;
pub use error::RenderError;
pub use figure::Figure;
pub use frame::{Frame, Picture};
pub use image::Image;
pub use mesh::Mesh;
pub use model::{Model, Rows, Skin};
pub use overlay::{Dot, Ellipsoid, Line};
pub use paint::{Alpha, BANDS, Bands, Ink, Paint, Tint};
pub use renderer::Renderer;
pub use sheet::{Captions, contact_sheet};
pub use surface::Surface;
pub use texture::{Texture, Wrap};
