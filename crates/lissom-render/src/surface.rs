use crate::{Mesh, Paint, Tint};

/// A mesh as it is in this frame, and its paint.
#[derive(Clone, Copy, Debug)]
pub struct Surface<'a> {
    pub mesh: Mesh<'a>,
    /// One per vertex, if any: a colour laid over the others, and how much of it.
    pub tints: &'a [Tint],
    pub paint: Paint<'a>,
}
