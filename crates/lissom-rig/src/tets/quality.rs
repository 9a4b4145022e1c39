//! Angles between the faces of tetrahedra.

use glam::DVec3;

use super::TetMesh;

impl TetMesh {
    /// The smallest and the largest angle between two faces of one tetrahedron, in degrees; none without tetrahedra.
    pub fn dihedral_degrees(&self) -> Option<(f64, f64)> {
        let cosines = self.tets.iter().map(|t| cosines(t.map(|k| self.positions[k as usize].as_dvec3())));
        let (least, most) = cosines.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        Some((libm::acos(most).to_degrees(), libm::acos(least).to_degrees()))
    }
}

/// The least and the greatest cosine of the six angles. A flat face counts as an angle of 0.
pub(crate) fn cosines([a, b, c, d]: [DVec3; 4]) -> (f64, f64) {
    // Outward, if the volume is positive.
    let normals =
        [(b, d, c), (a, c, d), (a, d, b), (a, b, c)].map(|(p, q, r)| (q - p).cross(r - p).normalize_or_zero());
    let (mut least, mut most) = (1.0_f64, -1.0_f64);
    for i in 0..4 {
        for j in 0..i {
            let flat = normals[i] == DVec3::ZERO || normals[j] == DVec3::ZERO;
            let cos = if flat { 1.0 } else { (-normals[i].dot(normals[j])).clamp(-1.0, 1.0) };
            (least, most) = (least.min(cos), most.max(cos));
        }
    }
    (least, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn angles_of_known_tetrahedra() {
        let regular = [Vec3::ZERO, Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, 0.0, 1.0), Vec3::new(0.0, 1.0, 1.0)];
        let corner = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        for (positions, low, high) in [(regular, 70.5288, 70.5288), (corner, 54.7356, 90.0)] {
            for tet in [[0, 1, 2, 3], [0, 2, 1, 3]] {
                let mesh = TetMesh { positions: positions.to_vec(), tets: vec![tet] };
                let (min, max) = mesh.dihedral_degrees().expect("one");
                assert!((min - low).abs() < 1e-3 && (max - high).abs() < 1e-3, "{min} {max}");
            }
        }
        assert_eq!(TetMesh::default().dihedral_degrees(), None);
    }
}
