//! Simulation meshes: particles on a visual mesh, and the edges between them.
//!
//! \[MC11c\] Müller & Chentanez 2011, *Adding Physics to Animated Characters with Oriented
//! Particles*, Sec. 6. The surface is cut at levels along its longest axis. Particles are put on
//! the cut lines, except where one is near already, so that two layers of cloth get one layer of
//! particles; they are connected along the lines and from level to level. The result looks like
//! a mesh of quads and works on any triangles. Beyond the paper, bare spots are filled, gaps are
//! closed and loose components joined, so that each garment becomes one connected mesh.
//!
//! | paper | here | unit |
//! |---|---|---|
//! | h | `Options::spacing` | length; all inner code counts in h |
//! | s | `walk::step` | h |
//! | r | `Options::radius` | length |
//! | (p̄, q̄) | `SimParticle::position`, `rotation` | world |
//!
//! A *piece* is a connected component of the welded triangles. A *garment* is one piece or more
//! that lie nearer than 0.75 h to each other: a coat, its lining and its buttons.

use glam::{DMat3, DVec3, Mat3, Quat, Vec3};

pub(crate) mod axes;
mod connect;
mod cut;
pub(crate) mod distance;
mod draft;
mod fill;
pub(crate) mod grid;
pub(crate) mod groups;
mod orient;
mod parts;
mod reach;
mod samples;
mod stitch;
pub(crate) mod surface;
mod walk;

pub use parts::parts_by_bones;
pub use stitch::stitch;

use draft::Draft;
use samples::Samples;
use surface::Surface;

/// Layers nearer than this many spacings become one.
/// Deviates from \[MC11c\] Sec. 6, which says h: see `walk::place`.
pub(crate) const MERGE: f64 = 0.75;
/// Particles nearer than this many spacings are connected.
pub(crate) const CONNECT: f64 = 1.5;
/// The most particles a mesh may have.
pub const MAX_PARTICLES: usize = 200_000;

/// How to make a simulation mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The distance h between particles.
    pub spacing: f32,
    /// Without edges, particles are for collision only.
    pub edges: bool,
    /// Levels are cut across this axis. None takes the longest of the mesh.
    pub axis: Option<Vec3>,
    /// Makes body-x of each particle point out of the surface.
    pub surface: bool,
    /// The particle radius. None takes half the spacing.
    pub radius: Option<f32>,
}

impl Options {
    pub fn new(spacing: f32) -> Options {
        Options { spacing, edges: true, axis: None, surface: false, radius: None }
    }

    pub fn particle_radius(&self) -> f32 {
        self.radius.unwrap_or(self.spacing / 2.0)
    }
}

/// A particle in the bind pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimParticle {
    pub position: Vec3,
    /// World from body. For surface particles, body-x points out.
    pub rotation: Quat,
    /// Of the ellipsoid, along the body's axes.
    pub radii: Vec3,
    /// The mean normal of the surface nearby.
    pub normal: Vec3,
    /// The level it lies on, or next to. On one level particles are at least 0.75 h apart.
    pub level: u32,
    /// The garment it belongs to, from 0.
    pub garment: u32,
}

/// Particles ordered by level, and edges between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimMesh {
    pub particles: Vec<SimParticle>,
    /// Each pair ascending, sorted, without duplicates.
    pub edges: Vec<[u32; 2]>,
    /// Those edges that only hold loose components of a garment together.
    pub stitches: Vec<[u32; 2]>,
    pub spacing: f32,
    /// Triangles that could not be used: not finite, without corners, or collapsed.
    pub skipped_triangles: usize,
}

impl SimParticle {
    /// Turns the axis nearest to the normal to be body-x, pointing out: a surface particle. \[MC11c\] Sec. 5.2.
    pub(crate) fn face_out(&mut self) {
        let axes = Mat3::from_quat(self.rotation);
        let (d, r) = ([axes.x_axis, axes.y_axis, axes.z_axis], self.radii.to_array());
        let aligned = |k: usize| d[k].dot(self.normal).abs();
        let out = (1..3).fold(0, |best, k| if aligned(k) > aligned(best) { k } else { best });
        let (y, z) = ((out + 1) % 3, (out + 2) % 3);
        let x_axis = if d[out].dot(self.normal) < 0.0 { -d[out] } else { d[out] };
        self.rotation = Quat::from_mat3(&Mat3::from_cols(x_axis, d[y], x_axis.cross(d[y]))).normalize();
        self.radii = Vec3::new(r[out], r[y], r[z]);
    }
}

impl SimMesh {
    /// Takes all edges from particles at some places.
    pub(crate) fn loosen(&mut self, is_loose: impl Fn(Vec3) -> bool) {
        let loose: Vec<bool> = self.particles.iter().map(|p| is_loose(p.position)).collect();
        for edges in [&mut self.edges, &mut self.stitches] {
            edges.retain(|e| e.iter().all(|k| !loose[*k as usize]));
        }
    }

    /// Joins the particles nearest to two places; nothing if that is one.
    pub(crate) fn sew(&mut self, ends: [Vec3; 2]) {
        let [Some(a), Some(b)] = ends.map(|at| self.nearest(at)) else { return };
        let edge = [a.min(b), a.max(b)];
        for edges in [&mut self.edges, &mut self.stitches] {
            if let Err(place) = edges.binary_search(&edge)
                && a != b
            {
                edges.insert(place, edge);
            }
        }
    }

    /// The particle nearest to a place.
    pub fn nearest(&self, to: Vec3) -> Option<u32> {
        let away = |p: &SimParticle| p.position.distance_squared(to);
        let all = self.particles.iter().enumerate();
        all.min_by(|a, b| away(a.1).total_cmp(&away(b.1))).map(|(k, _)| k as u32)
    }
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SimMeshError {
    #[error("the particle spacing is {spacing}; give a positive length, e.g. 1/25 of the mesh's size")]
    Spacing { spacing: f32 },
    #[error("the particle radius is {radius}; give a positive length, or none for half the spacing")]
    Radius { radius: f32 },
    #[error("the level axis is {axis}; give a direction that is not zero, or none to find it")]
    Axis { axis: Vec3 },
    #[error(
        "no triangle has an area to put particles on ({given} given, {skipped} of them not finite, \
         out of range or collapsed); select triangles of the visual mesh"
    )]
    NoSurface { given: usize, skipped: usize },
    #[error(
        "a particle spacing of {spacing} would give more than {limit} particles; use {suggested} \
         or more"
    )]
    TooFine { spacing: f32, suggested: f32, limit: usize },
}

/// Makes the simulation mesh of some triangles. \[MC11c\] Sec. 6.
pub fn generate(positions: &[Vec3], triangles: &[[u32; 3]], options: &Options) -> Result<SimMesh, SimMeshError> {
    options.check()?;
    let surface = Surface::new(positions, triangles, options.spacing)?;
    let samples = Samples::new(&surface)?;
    let axes = level_axes(&surface, options.axis);
    let mut draft = Draft::new(&surface, &samples);
    let levels = walk::walk(&mut draft, axes)?;
    complete(&mut draft, |p| nearest_level(&levels, p.dot(axes.x_axis)))?;
    Ok(finish(draft, axes, options))
}

impl Options {
    fn check(&self) -> Result<(), SimMeshError> {
        let radius = self.particle_radius();
        if !(self.spacing.is_finite() && self.spacing > 0.0) {
            Err(SimMeshError::Spacing { spacing: self.spacing })
        } else if !(radius.is_finite() && radius > 0.0) {
            Err(SimMeshError::Radius { radius })
        } else if let Some(axis) = self.axis.filter(|a| a.try_normalize().is_none()) {
            Err(SimMeshError::Axis { axis })
        } else {
            Ok(())
        }
    }
}

/// The walk's axis and two across it: the principal axes of the surface, upright where none is
/// clearly the longest.
fn level_axes(surface: &Surface, axis: Option<Vec3>) -> DMat3 {
    let hints = [DVec3::Y, DVec3::Z, DVec3::X];
    let found = axes::principal_axes(surface.covariance(), 0.98, hints).directions;
    let Some(given) = axis.and_then(|a| a.as_dvec3().try_normalize()) else {
        return found;
    };
    let across = [found.x_axis, found.y_axis, found.z_axis].map(|a| a.reject_from(given));
    let second = across.into_iter().find(|a| a.length() > 0.5).map(|a| a.normalize());
    let second = second.unwrap_or_else(|| given.any_orthonormal_vector());
    DMat3::from_cols(given, second, given.cross(second))
}

fn nearest_level(levels: &[f64], height: f64) -> u32 {
    let above = levels.partition_point(|&l| l < height);
    let off = |k: usize| levels.get(k).map_or(f64::INFINITY, |l| (l - height).abs());
    let below = above.saturating_sub(1);
    if off(above) < off(below) { above as u32 } else { below as u32 }
}

/// Puts particles where some are missing (`level` gives their level) and connects what is still
/// apart.
fn complete(draft: &mut Draft, level: impl Fn(DVec3) -> u32) -> Result<(), SimMeshError> {
    fill::fill(draft, &level)?;
    connect::close_gaps(draft);
    fill::fill_between(draft, &level)?;
    connect::close_gaps(draft);
    connect::join_components(draft);
    Ok(())
}

/// Orders and orients everything.
fn finish(draft: Draft, axes: DMat3, options: &Options) -> SimMesh {
    let mut order: Vec<u32> = (0..draft.places.len() as u32).collect();
    order.sort_by_key(|&i| draft.places[i as usize].level);
    let mut rank = vec![0; order.len()];
    for (new, &old) in order.iter().enumerate() {
        rank[old as usize] = new as u32;
    }
    let edge = |[a, b]: [u32; 2]| {
        let (a, b) = (rank[a as usize], rank[b as usize]);
        [a.min(b), a.max(b)]
    };
    let mut mesh = SimMesh {
        particles: order.iter().map(|&i| orient::orient(&draft, i, axes, options)).collect(),
        edges: vec![],
        stitches: vec![],
        spacing: options.spacing,
        skipped_triangles: draft.surface.skipped,
    };
    if options.edges {
        mesh.stitches = draft.stitches.iter().copied().map(edge).collect();
        for (a, near) in draft.neighbours.iter().enumerate() {
            let up = near.iter().filter(|&&b| b > a as u32);
            mesh.edges.extend(up.map(|&b| edge([a as u32, b])));
        }
    }
    mesh.edges.sort_unstable();
    mesh.stitches.sort_unstable();
    mesh.stitches.dedup();
    let (numbers, _) = draft.garments.numbered();
    for p in &mut mesh.particles {
        p.garment = numbers[p.garment as usize];
    }
    mesh
}
