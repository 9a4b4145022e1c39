use bytemuck::{Pod, Zeroable};
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
    /// The outline's colour; by default a darker shade.
    pub ink: Option<Ink>,
    /// A field laid over the tones; tints lie over it.
    pub bands: Option<Bands<'a>>,
}

/// What an outline is drawn in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    pub color: Color,
    /// How much it is multiplied with what it surrounds: 0 not at all, 1 wholly.
    pub mix: f32,
}

/// How many bands a field is shown in. The number is odd, so that the middle of its range has one of its own.
pub const BANDS: usize = 9;

/// A field in bands of one colour each, with thin lines between them. They are sharp however large the triangles are.
#[derive(Clone, Copy, Debug)]
pub struct Bands<'a> {
    /// One per vertex, 0 to 1. Those that are not given are 0.
    pub values: &'a [f32],
    /// From 0 to 1.
    pub tints: [Tint; BANDS],
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
            ink: None,
            bands: None,
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
        slot[5] = self.ink.map_or([0.0, 0.0, 0.0, -1.0], |ink| {
            let mix = if ink.mix.is_nan() { 1.0 } else { ink.mix.clamp(0.0, 1.0) };
            ink.color.linear().extend(mix).into()
        });
        if let Some(bands) = &self.bands {
            let four = |tint: &Tint| tint.color.linear().extend(tint.weight.clamp(0.0, 1.0)).into();
            slot[6..].iter_mut().zip(&bands.tints).for_each(|(slot, tint)| *slot = four(tint));
        }
        slot
    }
}

/// What lies over a vertex: a tint, three bytes of sRGB and the weight; and the value that is shown in bands.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct Cover {
    tint: [u8; 4],
    value: f32,
}

impl Cover {
    pub(crate) const LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
        array_stride: size_of::<Cover>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![3 => Unorm8x4, 8 => Float32],
    };

    /// Appends what lies over so many vertices; nothing if there is nothing.
    pub(crate) fn pack(tints: &[Tint], bands: Option<&Bands>, count: usize, covers: &mut Vec<Cover>) {
        let tints = if tints.len() == count { tints } else { &[] };
        let values = bands.map_or(&[][..], |bands| bands.values);
        let value = |value: &f32| if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) };
        if !tints.is_empty() || !values.is_empty() {
            covers.extend((0..count).map(|k| Cover {
                tint: tints.get(k).map_or([0; 4], Tint::packed),
                value: values.get(k).map_or(0.0, value),
            }));
        }
    }
}

impl Tint {
    fn packed(&self) -> [u8; 4] {
        let byte = |x: f32| (x * 255.0).round() as u8;
        let [r, g, b] = self.color.0.map(byte);
        [r, g, b, byte(self.weight)]
    }
}
