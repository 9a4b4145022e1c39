use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec3, Vec4};

use crate::light::Light;
use crate::{Color, Frame};

/// Width of outlines, in strokes and at least in pixels.
const OUTLINE: f32 = 2.0;
const OUTLINE_PX: f32 = 1.4;

/// What every shader of a frame knows; mirrors `globals.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct Globals {
    clip_from_world: [[f32; 4]; 4],
    world_from_clip: [[f32; 4]; 4],
    shadow_from_world: [[f32; 4]; 4],
    mask_from_world: [[f32; 4]; 4],
    eye: [f32; 4],
    key: [f32; 4],
    rim: [f32; 4],
    ground: [f32; 4],
    viewport: [f32; 4],
    sky_top: [f32; 4],
    sky_bottom: [f32; 4],
    ground_color: [f32; 4],
}

impl Globals {
    pub(crate) fn new(frame: &Frame, clip_from_world: Mat4, light: &Light) -> Globals {
        let (picture, camera) = (&frame.picture, &frame.camera);
        let distance = camera.distance();
        let stroke = picture.stroke_px();
        let four = |v: Vec3, w: f32| -> [f32; 4] { v.extend(w).into() };
        let paint = |color: Color| four(color.linear(), 1.0);
        let center = Vec3::from(camera.target).with_y(picture.ground_y);
        let ground = picture.ground.filter(|_| camera.eye[1] > picture.ground_y);
        Globals {
            clip_from_world: clip_from_world.to_cols_array_2d(),
            world_from_clip: clip_from_world.inverse().to_cols_array_2d(),
            shadow_from_world: light.shadow_from_world.to_cols_array_2d(),
            mask_from_world: light.mask_from_world.to_cols_array_2d(),
            eye: four(camera.eye.into(), distance),
            key: four(light.key, light.shadow_texel),
            rim: four(light.rim, 2.0 * (0.5 * camera.fov_y_rad).tan() / picture.height as f32),
            ground: four(center, 1.25 * distance),
            viewport: Vec4::new(
                picture.width as f32,
                picture.height as f32,
                (OUTLINE * stroke).max(OUTLINE_PX),
                stroke,
            )
            .into(),
            sky_top: four(picture.top.linear(), light.size),
            sky_bottom: paint(picture.bottom),
            ground_color: ground.map_or([0.0; 4], paint),
        }
    }
}
