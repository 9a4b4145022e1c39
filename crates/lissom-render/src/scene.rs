use std::ops::Range;

use glam::Vec3;

use crate::mesh::{Vertex, usable};
use crate::model::Follow;
use crate::paint::{Cover, Kind, MaterialSlot};
use crate::uploads::{Uploaded, Uploads};
use crate::{Figure, Frame, Paint, RenderError, Rows, Surface};

/// One surface or figure. Its place in the list is that of its material.
pub(crate) struct Draw {
    /// Of the model, or of the shared buffer.
    pub indices: Range<u32>,
    pub model: Option<Uploaded>,
    /// Where the covers of a figure begin in their buffer, in bytes.
    pub covers: Option<u64>,
    pub texture: wgpu::BindGroup,
    pub kind: Kind,
    pub casts: bool,
    pub outlined: bool,
}

/// All that a frame shows, checked and packed into shared arrays.
#[derive(Default)]
pub(crate) struct Scene {
    /// Vertices and triangles of surfaces; figures have their own.
    pub vertices: Vec<Vertex>,
    /// One for each vertex.
    pub covers: Vec<Cover>,
    pub indices: Vec<u32>,
    pub figure_covers: Vec<Cover>,
    pub matrices: Vec<Rows>,
    pub materials: Vec<MaterialSlot>,
    /// What covers all behind it first, then the rest from far to near.
    pub draws: Vec<Draw>,
    /// Around figures that cast shadows.
    corners: Vec<Vec3>,
}

#[derive(Clone, Copy)]
enum Item<'a> {
    Surface(&'a Surface<'a>),
    Figure(&'a Figure<'a>),
}

impl Scene {
    /// Replaces what was there; arrays keep their capacity.
    pub(crate) fn fill(&mut self, frame: &Frame, uploads: &mut Uploads) -> Result<(), RenderError> {
        self.vertices.clear();
        self.covers.clear();
        self.indices.clear();
        self.figure_covers.clear();
        self.matrices.clear();
        self.materials.clear();
        self.draws.clear();
        self.corners.clear();
        let eye = Vec3::from(frame.camera.eye);
        let items = frame.surfaces.iter().map(Item::Surface).chain(frame.figures.iter().map(Item::Figure));
        let visible = items.filter(|item| item.paint().opacity() > 0.0);
        let mut ordered: Vec<_> = visible.map(|item| (item.order(eye), item)).collect();
        ordered.sort_by(|(a, _), (b, _)| a.0.cmp(&b.0).then(f32::total_cmp(&b.1, &a.1)));
        ordered.into_iter().try_for_each(|(_, item)| match item {
            Item::Surface(surface) => {
                self.push_surface(surface, uploads);
                Ok(())
            }
            Item::Figure(figure) => self.push_figure(figure, uploads),
        })
    }

    /// Points around everything that casts a shadow.
    pub(crate) fn casters(&self) -> impl Iterator<Item = Vec3> + Clone {
        let casting = self.draws.iter().filter(|draw| draw.casts && draw.model.is_none());
        casting
            .flat_map(|draw| &self.indices[draw.indices.start as usize..draw.indices.end as usize])
            .map(|&index| Vec3::from(self.vertices[index as usize].position))
            .chain(self.corners.iter().copied())
    }

    /// Bytes of zeros that stand for what surfaces follow and for the covers that figures have not.
    pub(crate) fn zeros(&self) -> u64 {
        let bare = self.draws.iter().filter(|draw| draw.covers.is_none()).filter_map(|draw| draw.model.as_ref());
        let longest = bare.map(|model| model.vertices.size() / size_of::<Vertex>() as u64).max().unwrap_or(0);
        (size_of::<Follow>() * self.vertices.len()).max(size_of::<Cover>() * longest as usize) as u64
    }

    fn push_surface(&mut self, surface: &Surface, uploads: &mut Uploads) {
        let first_index = self.indices.len() as u32;
        surface.mesh.pack(usable, &mut self.vertices, &mut self.indices);
        if self.indices.len() as u32 == first_index {
            return;
        }
        let sides = 1 + usize::from(surface.mesh.two_sided);
        let (count, bands) = (surface.mesh.positions.len(), surface.paint.bands.as_ref());
        (0..sides).for_each(|_| Cover::pack(surface.tints, bands, count, &mut self.covers));
        self.covers.resize(self.vertices.len(), Cover::default());
        self.materials.push(surface.paint.material(None));
        self.draws.push(Draw {
            indices: first_index..self.indices.len() as u32,
            model: None,
            covers: None,
            texture: uploads.texture(surface.paint.texture),
            kind: surface.paint.kind(),
            casts: surface.paint.casts(),
            outlined: surface.paint.outlined(),
        });
    }

    fn push_figure(&mut self, figure: &Figure, uploads: &mut Uploads) -> Result<(), RenderError> {
        let model = &figure.model.0;
        if model.indices.is_empty() {
            return Ok(());
        }
        let (first_cover, bands) = (self.figure_covers.len(), figure.paint.bands.as_ref());
        let sides = model.vertices.len() / model.positions;
        (0..sides).for_each(|_| Cover::pack(figure.tints, bands, model.positions, &mut self.figure_covers));
        self.materials.push(figure.paint.material(Some(self.matrices.len())));
        self.matrices.extend(model.joints.iter().map(|joint| figure.rows(joint)));
        if figure.paint.casts() {
            self.corners.extend(figure.corners());
        }
        self.draws.push(Draw {
            indices: 0..model.indices.len() as u32,
            model: Some(uploads.model(figure.model)?),
            covers: (self.figure_covers.len() > first_cover).then_some((size_of::<Cover>() * first_cover) as u64),
            texture: uploads.texture(figure.paint.texture),
            kind: figure.paint.kind(),
            casts: figure.paint.casts(),
            outlined: figure.paint.outlined(),
        });
        Ok(())
    }
}

impl Item<'_> {
    fn paint(&self) -> &Paint<'_> {
        match self {
            Item::Surface(surface) => &surface.paint,
            Item::Figure(figure) => &figure.paint,
        }
    }

    /// When it is drawn: its kind, and where the order matters how far off its middle is.
    fn order(&self, eye: Vec3) -> (Kind, f32) {
        let middle = match (self.paint().kind(), self) {
            (solid @ (Kind::Opaque | Kind::Masked), _) => return (solid, 0.0),
            (_, Item::Surface(surface)) => {
                let points = surface.mesh.positions.iter().filter(|point| usable(point));
                mean(points.map(|&point| (point.into(), 1.0)))
            }
            (_, Item::Figure(figure)) => mean(figure.shares()),
        };
        (Kind::Blended, middle.distance(eye))
    }
}

/// Of sums of points, and how many these are.
fn mean(sums: impl Iterator<Item = (Vec3, f32)>) -> Vec3 {
    let (sum, count) = sums.fold((Vec3::ZERO, 0.0), |(sum, count), (more, many)| (sum + more, count + many));
    sum / count.max(1.0)
}
