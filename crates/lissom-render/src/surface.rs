use crate::Color;

/// A colour laid over a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tint {
    pub color: Color,
    /// 0 leaves the vertex as it is, 1 hides it under the colour.
    pub weight: f32,
}

/// A mesh and its paint. Triangles run counter-clockwise seen from outside; the inside is not drawn.
///
/// Triangles with an index out of range or a corner that is not finite are skipped.
#[derive(Clone, Copy, Debug)]
pub struct Surface<'a> {
    pub positions: &'a [[f32; 3]],
    /// One per position; when the count differs they are computed from the triangles.
    pub normals: &'a [[f32; 3]],
    pub triangles: &'a [[u32; 3]],
    /// One per position, if any: a colour laid over the others, and how much of it.
    pub tints: &'a [Tint],
    /// The tone in the light.
    pub base: Color,
    /// The tone in the shade.
    pub shade: Color,
    /// The bright edge of a translucent surface; by default a lighter base.
    pub edge: Option<Color>,
    /// Below 1 the surface is translucent.
    pub opacity: f32,
    /// Painted in `base` as it is: no shading, no outline, no shadow.
    pub flat: bool,
    /// An open sheet, seen from both sides. Closed bodies and thick cloth need not ask.
    pub two_sided: bool,
    /// Scale of the outline's width; 0 draws none.
    pub outline: f32,
}

impl Surface<'static> {
    /// An empty opaque surface with an outline, to be filled with `..Surface::new(base, shade)`.
    pub const fn new(base: Color, shade: Color) -> Surface<'static> {
        Surface {
            positions: &[],
            normals: &[],
            triangles: &[],
            tints: &[],
            base,
            shade,
            edge: None,
            opacity: 1.0,
            flat: false,
            two_sided: false,
            outline: 1.0,
        }
    }
}
