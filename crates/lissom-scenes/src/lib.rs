//! The sample characters and scenes, made in code.

pub mod example;
pub mod figures;
pub mod humanoid;
pub mod model;
pub mod motion;
pub mod scene;
pub mod scenes;
pub mod workload;
