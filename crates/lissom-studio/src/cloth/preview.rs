//! What a region is simulated as, before it is played: particles, edges, and how vertices follow them.

use glam::{Mat3, Quat, Vec3};
use lissom_rig::rig::{Kind, Region};
use lissom_rig::strands::Strand;
use lissom_rig::weights::{Influences, blend, vertex_particle};
use lissom_rig::{Character, Pose};

/// What a particle takes in a frame of 1/60 s on one core, in microseconds. `lissom bench` says 1.7 for `robe`, 1.8 for
/// `hair` and `somersault`, and 2.4 for `cape-girl`.
const PARTICLE_MICROS: f32 = 2.0;

#[derive(Debug)]
pub struct Preview {
    region: Region,
    /// Why there is none.
    pub error: Option<String>,
    pub pieces: Vec<Piece>,
}

/// A body of particles, and the triangles it moves.
#[derive(Debug)]
pub struct Piece {
    pub strand: Strand,
    follows: Vec<Influences>,
    /// By particle: where it is, seen from a triangle.
    held: Vec<Held>,
    /// By particle: how much it is simulated.
    pub paint: Vec<f32>,
    /// By vertex: how much it follows particles.
    pub shares: Vec<f32>,
}

#[derive(Clone, Copy, Debug)]
struct Held {
    corners: [u32; 3],
    local: Pose,
}

impl Preview {
    /// Anew, or with what was before where only the paint is different.
    pub fn new(character: &Character, region: &Region, before: Option<Preview>) -> Preview {
        let (error, mut pieces) = match before {
            Some(before) if same_mesh(&before.region, region) => (before.error, before.pieces),
            _ => match region.pieces(character) {
                Ok(strands) => (None, strands.into_iter().map(Piece::new).collect()),
                Err(error) => (Some(error.to_string()), Vec::new()),
            },
        };
        pieces.iter_mut().for_each(|piece| piece.paint(region));
        Preview { region: region.clone(), error, pieces }
    }

    pub fn particles(&self) -> usize {
        self.pieces.iter().map(|p| p.paint.len()).sum()
    }

    pub fn edges(&self) -> usize {
        self.pieces.iter().map(|p| p.strand.chain.edges.len()).sum()
    }

    /// About how long a frame of it takes on one core.
    pub fn micros(&self) -> f32 {
        PARTICLE_MICROS * self.particles() as f32
    }
}

/// Whether two regions have the same particles and edges.
fn same_mesh(a: &Region, b: &Region) -> bool {
    (&a.select, a.kind, a.spacing, a.radius, a.axis, a.by_bones)
        == (&b.select, b.kind, b.spacing, b.radius, b.axis, b.by_bones)
        && (&a.surface, &a.loose, &a.stitches) == (&b.surface, &b.loose, &b.stitches)
}

impl Piece {
    fn new(strand: Strand) -> Piece {
        let from = &strand.selection;
        let follows = vertex_particle(&from.positions, &from.normals, &from.triangles, &strand.chain);
        let mut corners = vec![[0; 3]; from.positions.len()];
        from.triangles.iter().for_each(|t| t.iter().for_each(|v| corners[*v as usize] = *t));
        let hold = |p: &lissom_rig::sim_mesh::SimParticle| {
            let away = |v: &Vec3| v.distance_squared(p.position);
            let nearest = from.positions.iter().enumerate().min_by(|a, b| away(a.1).total_cmp(&away(b.1)));
            let corners = nearest.map_or([0; 3], |(v, _)| corners[v]);
            let frame = frame(corners.map(|v| from.positions[v as usize]));
            Held { corners, local: frame.inverse().then(&Pose::new(p.position, p.rotation)) }
        };
        let held = strand.chain.particles.iter().map(hold).collect();
        Piece { follows, held, paint: Vec::new(), shares: Vec::new(), strand }
    }

    fn paint(&mut self, region: &Region) {
        let from = &self.strand.selection;
        self.paint = self.strand.chain.particles.iter().map(|p| region.simulated(p.position)).collect();
        self.shares = match region.kind {
            Kind::Shell { .. } => vec![0.0; self.follows.len()],
            Kind::MomentumConserving => vec![1.0; self.follows.len()],
            _ => blend(&self.paint, &self.follows, &from.positions, &from.triangles),
        };
    }

    /// Where its vertices are, among those of all meshes.
    pub fn vertices(&self, meshes: &[impl AsRef<[Vec3]>]) -> Vec<Vec3> {
        let at = |&(mesh, vertex): &(usize, usize)| {
            meshes.get(mesh).and_then(|m| m.as_ref().get(vertex)).copied().unwrap_or_default()
        };
        self.strand.selection.sources.iter().map(at).collect()
    }

    /// Where its particles are, given its vertices.
    pub fn places(&self, vertices: &[Vec3]) -> Vec<Pose> {
        self.held.iter().map(|h| frame(h.corners.map(|v| vertices[v as usize])).then(&h.local)).collect()
    }
}

/// A triangle as a frame.
fn frame([a, b, c]: [Vec3; 3]) -> Pose {
    let x = (b - a).normalize_or(Vec3::X);
    let z = x.cross(c - a).try_normalize().unwrap_or_else(|| x.any_orthonormal_vector());
    Pose::new(a, Quat::from_mat3(&Mat3::from_cols(x, z.cross(x), z)))
}
