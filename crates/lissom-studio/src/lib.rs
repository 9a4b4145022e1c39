//! The studio: where artists give soft parts their motion, native and in the browser.
//!
//! What an artist authors is the rig, so undo, autosave and the file are the same value ([`work`]). Whatever can be done
//! is a [`Command`]: menus, the palette, shortcuts and tests send it, and [`Studio`] obeys between two pictures. Panels
//! read and send; only `native.rs` and `web.rs` know the platform.

pub mod bake;
pub mod cloth;
pub mod command;
pub mod compare;
pub mod creatures;
mod files;
pub mod hand;
pub mod history;
pub mod job;
pub mod leave;
mod menu;
pub mod notice;
mod obey;
pub mod orbit;
pub mod page;
mod palette;
mod panel;
pub mod platform;
pub mod player;
pub mod prepare;
pub mod recovery;
pub mod save;
mod screen;
mod settings;
pub mod studio;
mod theme;
pub mod tool;
mod viewer;
mod viewport;
pub mod views;
pub mod work;

#[cfg(not(target_arch = "wasm32"))]
pub mod native;
#[cfg(target_arch = "wasm32")]
pub mod web;

pub use command::Command;
pub use studio::{Studio, Watch};
