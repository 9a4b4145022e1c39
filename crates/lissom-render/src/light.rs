use glam::camera::rh::{proj::directx::orthographic, view::look_to_mat4};
use glam::{Mat4, Vec3, Vec3Swizzles, Vec4};

use crate::{Camera, Picture};

pub(crate) const SHADOW_TEXELS: u32 = 1024;
pub(crate) const MASK_TEXELS: u32 = 256;

/// The lowest the key light may stand, so that shadows keep a sane length.
const LOWEST_KEY: f32 = 0.35;

/// Room around what casts shadows, as a share of its size.
const MARGIN: f32 = 0.09;
/// In how many steps a map grows to twice its side.
const STEPS: f32 = 6.0;
/// Of what has no size, in metres.
const SMALLEST: f32 = 1e-6;

/// The two lights and what the key light's maps cover.
pub(crate) struct Light {
    pub key: Vec3,
    pub rim: Vec3,
    pub shadow_from_world: Mat4,
    /// Side of a shadow map texel, in metres.
    pub shadow_texel: f32,
    /// Slides points along the light onto the ground, into the mask's clip space.
    pub mask_from_world: Mat4,
    /// The longest side of what casts shadows, which their softness goes by.
    pub size: f32,
}

impl Light {
    /// Lights standing as the camera sees them, their maps fitted around what casts shadows.
    pub(crate) fn fit<I>(camera: &Camera, picture: &Picture, casters: I) -> Light
    where
        I: Iterator<Item = Vec3> + Clone,
    {
        let forward = camera.forward().with_y(0.0).normalize_or(Vec3::NEG_Z);
        let right = forward.cross(Vec3::Y);
        let usual = -0.55 * right + 0.95 * Vec3::Y - 0.55 * forward;
        let key = picture.key_light.map_or(usual, Vec3::from).normalize_or(usual.normalize());
        let key = key.with_y(key.y.max(LOWEST_KEY)).normalize();
        let rim = (0.8 * right + 0.35 * Vec3::Y + 0.55 * forward).normalize();

        let whole = Extent::of(casters.clone());
        let size = (whole.max - whole.min).max_element().max(SMALLEST);
        let light_from_world = look_to_mat4(Vec3::ZERO, -key, key.any_orthonormal_vector());
        let seen = Extent::of(casters.clone().map(|p| light_from_world.transform_point3(p)));
        let (shadow_center, shadow_side) = seen.square(size, SHADOW_TEXELS);
        let half = 0.5 * shadow_side;
        let shadow_from_light = orthographic(
            shadow_center.x - half,
            shadow_center.x + half,
            shadow_center.y - half,
            shadow_center.y + half,
            -seen.max.z - MARGIN * size,
            -seen.min.z + MARGIN * size,
        );

        let slide = Vec3::new(key.x, 0.0, key.z) / key.y;
        let ground = picture.ground_y;
        let fallen = Extent::of(casters.map(|p| (p - slide * (p.y - ground).max(0.0)).xzy()));
        let (mask_center, mask_side) = fallen.square(size, MASK_TEXELS);
        let scale = 2.0 / mask_side;
        let mask_from_world = Mat4::from_cols(
            Vec4::new(scale, 0.0, 0.0, 0.0),
            Vec4::new(-slide.x * scale, slide.z * scale, 0.0, 0.0),
            Vec4::new(0.0, -scale, 0.0, 0.0),
            Vec4::new((slide.x * ground - mask_center.x) * scale, (mask_center.y - slide.z * ground) * scale, 0.5, 1.0),
        );
        Light {
            key,
            rim,
            shadow_from_world: shadow_from_light * light_from_world,
            shadow_texel: shadow_side / SHADOW_TEXELS as f32,
            mask_from_world,
            size,
        }
    }
}

/// An axis-aligned box around points.
struct Extent {
    min: Vec3,
    max: Vec3,
}

impl Extent {
    /// Around the origin when there are no points.
    fn of(points: impl Iterator<Item = Vec3>) -> Extent {
        points
            .map(|p| Extent { min: p, max: p })
            .reduce(|a, b| Extent { min: a.min.min(b.min), max: a.max.max(b.max) })
            .unwrap_or(Extent { min: Vec3::ZERO, max: Vec3::ZERO })
    }

    /// Centre and side of the square around x and y with a margin, in steps of an eighth
    /// and of whole texels so that shadows do not crawl as the figure moves.
    fn square(&self, size: f32, texels: u32) -> (Vec3, f32) {
        let span = self.max - self.min;
        let side = span.x.max(span.y) * 1.1 + 2.0 * MARGIN * size;
        let side = ((side.log2() * STEPS).ceil() / STEPS).exp2();
        let texel = side / texels as f32;
        let center = 0.5 * (self.min + self.max);
        ((center / texel).round() * texel, side)
    }
}
