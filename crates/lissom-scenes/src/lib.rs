//! The sample characters and scenes, made in code.

pub mod camera;
pub mod cutaway;
pub mod figures;
pub mod ghost;
pub mod humanoid;
pub mod model;
pub mod motion;
pub mod scene;
pub mod scenes;
pub mod workload;
