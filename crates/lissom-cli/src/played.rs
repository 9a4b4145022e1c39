//! A scene or a character from a file, being played.

use lissom_core::Stage;
use lissom_formats::take::Take;
use lissom_rig::{Actor, Hands};
use lissom_scenes::camera::{Path, Shot};
use lissom_scenes::cutaway::{Cutaway, Piece};
use lissom_scenes::scene::Play;

use crate::eye::{Frame, View};

/// What does nothing is watched for so long.
const STILL_SECS: f64 = 3.0;

pub enum Played {
    Scene(Box<Play>),
    File(Box<FromFile>),
}

pub struct FromFile {
    pub take: Take,
    /// What view-dependent parts are shown to, and the picture is taken by if it is a path.
    pub view: View,
    /// What the picture must hold.
    pub frame: Frame,
    pub path: Path,
}

impl Played {
    pub fn actor(&self) -> &Actor {
        match self {
            Played::Scene(play) => &play.actor,
            Played::File(file) => &file.take.actor,
        }
    }

    pub fn actor_mut(&mut self) -> &mut Actor {
        match self {
            Played::Scene(play) => &mut play.actor,
            Played::File(file) => &mut file.take.actor,
        }
    }

    /// How long there is something to see.
    pub fn length_secs(&self) -> f64 {
        match self {
            Played::Scene(play) => play.scene.seconds,
            Played::File(file) => Some(file.take.act.secs()).filter(|s| *s > 0.0).unwrap_or(STILL_SECS),
        }
    }

    pub fn time_secs(&self) -> f64 {
        match self {
            Played::Scene(play) => play.time_secs(),
            Played::File(file) => file.take.time_secs(),
        }
    }

    /// One frame, its stages told to `begin`.
    pub fn step(&mut self, dt_secs: f64, begin: &mut (dyn FnMut(Stage) + Send)) {
        match self {
            Played::Scene(play) => play.step_with(dt_secs, None, begin),
            Played::File(file) => {
                let eye = file.view.eye(&file.take, file.take.time_secs() + dt_secs, dt_secs);
                file.take.step_with(dt_secs, &eye, None, &Hands::default(), begin)
            }
        };
    }

    /// Where the picture is taken from.
    pub fn shot(&self) -> Shot {
        match self {
            Played::Scene(play) => play.shot(),
            Played::File(file) => match &file.view {
                View::OfFile(camera) => {
                    let node = file.take.world()[camera.node];
                    let eye = glam::Vec3::from(node.translation);
                    let ahead = -glam::Vec3::from(node.matrix3.z_axis).normalize_or(glam::Vec3::Z);
                    Shot { eye, target: eye + ahead, cut: false }
                }
                _ => file.frame.shot(&file.take, &file.path, file.take.time_secs(), 0.0),
            },
        }
    }

    /// All meshes, or what a cut leaves of them and its faces.
    pub fn pieces(&self, cut: Option<Cutaway>) -> Vec<Piece> {
        let character = &self.actor().character;
        match self {
            Played::Scene(play) => {
                let whole = |k: usize| Piece {
                    positions: play.actor.meshes()[k].positions.clone(),
                    normals: play.actor.meshes()[k].normals.clone(),
                    triangles: character.meshes[k].triangles.clone(),
                    excitation: play.excitation(k),
                    material: character.meshes[k].material,
                };
                let cut_or_whole = |k: usize| cut.and_then(|c| c.mesh(play, k)).unwrap_or_else(|| whole(k));
                let faces = cut.iter().flat_map(|c| character.tets.iter().filter_map(|t| c.face(play, t)));
                (0..character.meshes.len()).map(cut_or_whole).chain(faces).collect()
            }
            Played::File(file) => {
                let whole = |k: usize| {
                    let (positions, normals) = file.take.skinned(k);
                    let (triangles, material) = (character.meshes[k].triangles.clone(), character.meshes[k].material);
                    Piece { positions, normals, triangles, excitation: Vec::new(), material }
                };
                (0..character.meshes.len()).map(whole).collect()
            }
        }
    }
}
