use glam::Vec3;

use crate::{Color, Texture};

/// How a surface or a figure is painted.
#[derive(Clone, Copy, Debug)]
pub struct Paint<'a> {
    /// The tone in the light.
    pub base: Color,
    /// The tone in the shade.
    pub shade: Color,
    /// Multiplies both tones, at the uvs of the mesh.
    pub texture: Option<&'a Texture>,
    /// What the texture's alpha means.
    pub alpha: Alpha,
    /// The bright edge of a translucent surface; by default a lighter base.
    pub edge: Option<Color>,
    /// Below 1 the surface is a clear body, seen through, with a bright edge.
    pub opacity: f32,
    /// Painted in `base` as it is: no shading, no outline, no shadow.
    pub flat: bool,
    /// Throws a shadow. A ghost does not.
    pub casts: bool,
    /// Scale of the outline's width; 0 draws none.
    pub outline: f32,
}

/// What the alpha of a texture means, as in glTF.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Alpha {
    /// Nothing.
    #[default]
    Opaque,
    /// There is nothing where it is below the cutoff.
    Mask { cutoff: f32 },
    /// It lets through what is behind.
    Blend,
}

/// A colour laid over a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tint {
    pub color: Color,
    /// 0 leaves the vertex as it is, 1 hides it under the colour.
    pub weight: f32,
}

impl Paint<'static> {
    /// Opaque, with an outline and a shadow; for more, `Paint { opacity: 0.5, ..Paint::new(base, shade) }`.
    pub const fn new(base: Color, shade: Color) -> Paint<'static> {
        Paint {
            base,
            shade,
            texture: None,
            alpha: Alpha::Opaque,
            edge: None,
            opacity: 1.0,
            flat: false,
            casts: true,
            outline: 1.0,
        }
    }
}

/// In which part of a frame something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Opaque,
    /// Cut out by its texture.
    Masked,
    /// Blended by its texture: like all that follows, from far to near.
    Blended,
    /// A clear body.
    Clear,
}

/// Where alpha counts as solid for what has no shades of it: shadows and outlines.
const SOLID: f32 = 0.5;

/// Uniforms of one surface, padded to the alignment of dynamic offsets; mirrors `material.wgsl`.
pub(crate) type MaterialSlot = [[f32; 4]; 16];

impl Paint<'_> {
    pub(crate) fn kind(&self) -> Kind {
        match self.alpha {
            _ if self.opacity() < 1.0 => Kind::Clear,
            Alpha::Mask { .. } if self.texture.is_some() => Kind::Masked,
            Alpha::Blend if self.texture.is_some() => Kind::Blended,
            _ => Kind::Opaque,
        }
    }

    /// Clamped; anything that is not a number is opaque.
    pub(crate) fn opacity(&self) -> f32 {
        if self.opacity.is_nan() { 1.0 } else { self.opacity.clamp(0.0, 1.0) }
    }

    pub(crate) fn casts(&self) -> bool {
        self.casts && !self.flat
    }

    pub(crate) fn outlined(&self) -> bool {
        self.outline > 0.0 && !self.flat
    }

    /// For a figure, with the place of its first matrix.
    pub(crate) fn material(&self, first_matrix: Option<usize>) -> MaterialSlot {
        let base = self.base.linear();
        let edge = self.edge.map_or(base.lerp(Vec3::ONE, 0.6), Color::linear);
        let (cutoff, blends) = match self.alpha {
            Alpha::Opaque => (0.0, 0.0),
            Alpha::Mask { cutoff } => (cutoff.clamp(0.0, 1.0), 0.0),
            Alpha::Blend => (SOLID, 1.0),
        };
        let mut slot = [[0.0; 4]; 16];
        slot[0] = base.extend(self.opacity()).into();
        slot[1] = self.shade.linear().extend(f32::from(self.flat)).into();
        slot[2] = edge.extend(self.outline.clamp(0.0, 8.0)).into();
        slot[3] = [cutoff, blends, 0.0, 0.0];
        slot[4] = [first_matrix.unwrap_or(0) as f32, f32::from(first_matrix.is_some()), 0.0, 0.0];
        slot
    }
}

impl Tint {
    /// As packed.
    pub(crate) const LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
        array_stride: 4,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![3 => Unorm8x4],
    };

    /// Three bytes of sRGB and the weight.
    pub(crate) fn packed(&self) -> [u8; 4] {
        let byte = |x: f32| (x * 255.0).round() as u8;
        let [r, g, b] = self.color.0.map(byte);
        [r, g, b, byte(self.weight)]
    }
}
