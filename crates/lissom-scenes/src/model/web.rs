//! Tetrahedra swept from a web of triangles: through its layers, or along a body.

use glam::{Quat, Vec2, Vec3};
use lissom_rig::TetMesh;
use std::f32::consts::TAU;

/// Triangles between numbered places. A prism over a triangle is cut by the labels of its places: on each of its
/// sides the diagonal goes from the lower label at the first layer to the higher label at the second. Labels differ
/// along every edge, and a web whose labels are its own mirror image gives a body that is.
#[derive(Clone, Debug, Default)]
pub struct Web {
    pub triangles: Vec<[usize; 3]>,
    pub labels: Vec<u8>,
}

impl Web {
    /// The tetrahedra between two layers, which say for each place which vertex it is. Vertices may be shared, in a
    /// layer or between both: what has no volume then is left out.
    pub fn between(&self, first: &[u32], second: &[u32], tets: &mut Vec<[u32; 4]>) {
        for triangle in &self.triangles {
            let mut t = *triangle;
            t.sort_by_key(|&k| self.labels[k]);
            let [a, b, c] = t;
            let steps = [
                [first[a], first[b], first[c], second[c]],
                [first[a], first[b], second[b], second[c]],
                [first[a], second[a], second[b], second[c]],
            ];
            let solid = |t: &[u32; 4]| (1..4).all(|k| !t[..k].contains(&t[k]));
            tets.extend(steps.into_iter().filter(solid));
        }
    }
}

/// A body of tetrahedra in the making.
#[derive(Clone, Debug, Default)]
pub struct TetBuilder {
    mesh: TetMesh,
}

impl TetBuilder {
    pub fn vertex(&mut self, p: Vec3) -> u32 {
        self.mesh.positions.push(p);
        (self.mesh.positions.len() - 1) as u32
    }

    pub fn vertices(&mut self, points: impl IntoIterator<Item = Vec3>) -> Vec<u32> {
        points.into_iter().map(|p| self.vertex(p)).collect()
    }

    pub fn position(&self, vertex: u32) -> Vec3 {
        self.mesh.positions[vertex as usize]
    }

    pub fn tet(&mut self, tet: [u32; 4]) {
        self.mesh.tets.push(tet);
    }

    /// Fills the room between one layer and the next, turning the diagonals round each time: what is on either side
    /// of a layer is the mirror image of the other.
    pub fn sweep(&mut self, web: &Web, layers: &[Vec<u32>]) {
        for (k, pair) in layers.windows(2).enumerate() {
            let (even, odd) = if k % 2 == 0 { (&pair[0], &pair[1]) } else { (&pair[1], &pair[0]) };
            web.between(even, odd, &mut self.mesh.tets);
        }
    }

    /// A slender limb on a face of the surface: rings of three along a path of middles and radii, then a point if there
    /// is one.
    pub fn stalk(&mut self, face: [u32; 3], path: &[(Vec3, f32)], tip: Option<Vec3>) {
        let corners = face.map(|v| self.position(v));
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize();
        let flip = normal.dot(path[0].0 - middle) < 0.0;
        let mut along = if flip { -normal } else { normal };
        // Even thirds of a turn, starting at the corner that is farthest out.
        let far = (0..3).max_by(|&a, &b| middle.distance(corners[a]).total_cmp(&middle.distance(corners[b])));
        let far = far.expect("three corners");
        let mut out = (corners[far] - middle).normalize();
        let centres: Vec<Vec3> = path.iter().map(|p| p.0).chain(tip).collect();
        let web = Web { triangles: vec![[0, 1, 2]], labels: vec![0, 1, 2] };
        let mut layers = vec![face.to_vec()];
        for (i, &(centre, radius)) in path.iter().enumerate() {
            let before = if i == 0 { middle } else { centres[i - 1] };
            let after = centres.get(i + 1).copied().unwrap_or(2.0 * centre - before);
            let next = (after - before).normalize();
            out = Quat::from_rotation_arc(along, next) * out;
            along = next;
            let third = TAU / if flip { -3.0 } else { 3.0 };
            let corner = |m: usize| {
                let turn = third * ((m + 3 - far) % 3) as f32;
                centre + Quat::from_axis_angle(along, turn) * out * radius
            };
            layers.push(self.vertices([corner(0), corner(1), corner(2)]));
        }
        if let Some(tip) = tip {
            layers.push(vec![self.vertex(tip); 3]);
        }
        self.sweep(&web, &layers);
    }

    /// The body so far.
    pub fn mesh(&self) -> &TetMesh {
        &self.mesh
    }

    /// The body, every volume positive.
    pub fn finish(mut self) -> TetMesh {
        for k in 0..self.mesh.tets.len() {
            if self.mesh.volume_of(self.mesh.tets[k]) < 0.0 {
                self.mesh.tets[k].swap(2, 3);
            }
        }
        self.mesh
    }
}

/// The k-th of n directions round a circle, from +x towards +y. For n divisible by 4 the same to the last bit on both
/// sides of both axes.
pub fn spoke(k: usize, n: usize) -> Vec2 {
    if !n.is_multiple_of(4) {
        return Vec2::from_angle(TAU * k as f32 / n as f32);
    }
    let (k, quarter) = (k % n, n / 4);
    let first = |k: usize| match k {
        0 => Vec2::X,
        k if k == quarter => Vec2::Y,
        k => Vec2::from_angle(TAU * k as f32 / n as f32),
    };
    match k / quarter {
        0 => first(k),
        1 => first(2 * quarter - k) * Vec2::new(-1.0, 1.0),
        2 => -first(k - 2 * quarter),
        _ => first(n - k) * Vec2::new(1.0, -1.0),
    }
}
