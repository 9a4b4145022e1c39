//! Rods to measure: the one of the scene `rod-ghost`, and others like it.

use glam::Quat;
use lissom_rig::preset::Adjust;
use lissom_rig::view::{Sag, Suppression};
use lissom_rig::{Character, Pose, Rig};
use lissom_scenes::camera::Path;
use lissom_scenes::figures::rod;
use lissom_scenes::ghost::{Ghost, Trial};
use lissom_scenes::scene::{Scene, SceneError};
use lissom_scenes::scenes;

#[derive(Clone, Copy)]
pub struct Rod {
    pub joints: usize,
    pub stiffness_hz: f32,
    pub ring: u32,
    pub tilt_deg: f32,
    pub gravity: f32,
    pub sag: Sag,
    pub suppression: Suppression,
}

pub const USUAL: Rod = Rod {
    joints: rod::JOINTS,
    stiffness_hz: 20.0,
    ring: 2,
    tilt_deg: 0.0,
    gravity: 1.0,
    sag: Sag::Off,
    suppression: Suppression::Transport,
};

/// Gravity and sag baking, in the order of the columns.
pub const WEIGHTS: [(&str, f32, Sag); 3] =
    [("no gravity", 0.0, Sag::Off), ("gravity", 1.0, Sag::Off), ("gravity, sag-baked", 1.0, Sag::Upright)];

impl Rod {
    pub fn scene() -> Result<&'static Scene, SceneError> {
        scenes::find("rod-ghost")
    }

    /// A rod has no need of a skin to be measured.
    pub fn character(&self) -> Character {
        Character {
            name: "rod".into(),
            meshes: Vec::new(),
            skeleton: rod::skeleton(self.joints),
            ..Character::default()
        }
    }

    pub fn rig(&self, scene: &Scene) -> Rig {
        let mut rig = (scene.rig)(&self.character(), scene.variants[0]);
        rig.gravity.0 = rig.gravity.0.map(|g| g * self.gravity);
        let joints = &mut rig.joints[0];
        joints.weight_kg *= self.joints as f32 / joints.bones.len() as f32;
        joints.bones = (0..self.joints).map(rod::bone).collect();
        let hz = Some(self.stiffness_hz);
        joints.adjust = Adjust { stiffness_hz: hz, twist_hz: hz, ring: Some(self.ring), ..joints.adjust };
        if let Some(view) = &mut joints.view {
            view.examples = rod::examples(self.joints);
            (view.sag, view.suppression) = (self.sag, self.suppression);
        }
        rig
    }

    /// Lets a camera make the quarter turn of the scene, or another path.
    pub fn on<T>(
        &self,
        path: &Path,
        secs: f64,
        run: impl FnOnce(Trial<'_>) -> Result<T, SceneError>,
    ) -> Result<T, SceneError> {
        let scene = Rod::scene()?;
        let (character, rig) = (self.character(), self.rig(scene));
        let tilt = (self.tilt_deg != 0.0)
            .then(|| Pose::new(glam::Vec3::ZERO, Quat::from_rotation_x(self.tilt_deg.to_radians())));
        run(Trial { scene, variant: scene.variants[0], character: &character, rig: &rig, path, secs, stance: tilt })
    }

    pub fn ghost(&self) -> Result<Ghost, SceneError> {
        self.on(&Path::Quarter, 5.0, |trial| trial.measure())
    }
}
