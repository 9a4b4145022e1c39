use glam::camera::rh::{proj::directx::perspective, view::look_to_mat4};
use glam::{Mat4, Vec3};

/// Where the picture is taken from. Metres, +Y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    pub eye: [f32; 3],
    pub target: [f32; 3],
    pub up: [f32; 3],
    pub fov_y_rad: f32,
    pub near: f32,
    pub far: f32,
}

/// A 45 mm lens on 24 mm high film.
const FOV_Y_RAD: f32 = 0.5212;
/// How much of the picture's height the subject fills.
const FILL: f32 = 0.7;

impl Camera {
    /// Circles around a subject of the given height. Yaw 0 looks from +Z, positive yaw walks
    /// towards +X; positive pitch looks down.
    pub fn orbit(target: [f32; 3], subject_height: f32, yaw_rad: f32, pitch_rad: f32) -> Camera {
        let distance = 0.5 * subject_height / FILL / (0.5 * FOV_Y_RAD).tan();
        let (yaw_sin, yaw_cos) = yaw_rad.sin_cos();
        let (pitch_sin, pitch_cos) = pitch_rad.sin_cos();
        let away = Vec3::new(yaw_sin * pitch_cos, pitch_sin, yaw_cos * pitch_cos);
        Camera::between((Vec3::from(target) + away * distance).into(), target)
    }

    /// Looks from one place to another, upright.
    pub fn between(eye: [f32; 3], target: [f32; 3]) -> Camera {
        let distance = Vec3::from(eye).distance(Vec3::from(target));
        Camera { eye, target, near: distance * 0.02, far: distance * 40.0, ..Camera::default() }
    }

    /// Distance from eye to target.
    pub(crate) fn distance(&self) -> f32 {
        Vec3::from(self.eye).distance(Vec3::from(self.target))
    }

    pub(crate) fn forward(&self) -> Vec3 {
        (Vec3::from(self.target) - Vec3::from(self.eye)).normalize_or(Vec3::NEG_Z)
    }

    /// `None` when the camera cannot see anything: not finite, no distance, no opening.
    pub(crate) fn clip_from_world(&self, aspect: f32) -> Option<Mat4> {
        let forward = self.forward();
        let mut up = Vec3::from(self.up).normalize_or(Vec3::Y);
        if forward.cross(up).length_squared() < 1e-8 {
            up = forward.any_orthonormal_vector();
        }
        let sound = self.distance() > 0.0
            && self.fov_y_rad > 1e-3
            && self.fov_y_rad < 3.1
            && self.near > 0.0
            && self.far > self.near;
        let view = look_to_mat4(Vec3::from(self.eye), forward, up);
        let matrix = perspective(self.fov_y_rad, aspect, self.near, self.far) * view;
        (sound && matrix.is_finite()).then_some(matrix)
    }
}

impl Default for Camera {
    /// Looks at a figure 1.6 m tall from the front.
    fn default() -> Camera {
        Camera {
            eye: [0.0, 1.3, 4.3],
            target: [0.0, 0.8, 0.0],
            up: [0.0, 1.0, 0.0],
            fov_y_rad: FOV_Y_RAD,
            near: 0.05,
            far: 200.0,
        }
    }
}
