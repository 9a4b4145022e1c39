//! What a file gives becomes bodies that can be simulated.

use glam::Vec3;

use super::TetMesh;
use crate::sim_mesh::groups::Groups;
use crate::sim_mesh::surface::weld;
use crate::tri_mesh::bounds;

/// Tetrahedra of less than this part of the cubed diagonal of the bounding box are flat.
const FLAT: f64 = 1e-12;
/// With fewer neighbours than this, no rotation can be told from a vertex and those around it.
const FEW_NEIGHBOURS: usize = 3;

/// Clean bodies, and what had to be done for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Cleaned {
    /// Connected components, in the order of their first vertices.
    pub bodies: Vec<Body>,
    pub findings: Findings,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    pub mesh: TetMesh,
    /// By vertex: which it was before. Of welded ones, the first.
    pub old: Vec<u32>,
}

/// How many of what was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Vertices that no tetrahedron has.
    pub unused: usize,
    /// Vertices that were at the place of another.
    pub welded: usize,
    /// Tetrahedra that were inside out.
    pub turned: usize,
    /// Tetrahedra without a volume, left out.
    pub flat: usize,
    /// Tetrahedra that were there already, left out.
    pub repeated: usize,
    /// Vertices with fewer than three neighbours.
    pub dangling: usize,
}

impl Findings {
    /// In words, one sentence for each kind.
    pub fn notes(&self) -> Vec<String> {
        let all = [
            (self.unused, "vertex that no tetrahedron has was", "vertices that no tetrahedron has were", "dropped"),
            (self.welded, "vertex was", "vertices were", "welded to others at the same place"),
            (self.turned, "tetrahedron was", "tetrahedra were", "inside out, and turned"),
            (self.flat, "tetrahedron was", "tetrahedra were", "flat, and dropped"),
            (self.repeated, "tetrahedron was", "tetrahedra were", "there already, and dropped"),
            (self.dangling, "vertex has", "vertices have", "fewer than 3 neighbours, and will dangle"),
        ];
        let note = |&(count, one, many, what): &(usize, &str, &str, &str)| match count {
            0 => None,
            1 => Some(format!("1 {one} {what}")),
            _ => Some(format!("{count} {many} {what}")),
        };
        all.iter().filter_map(note).collect()
    }
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CleanError {
    #[error("vertex {vertex} is not finite; give it a place")]
    NotFinite { vertex: u32 },
    #[error("tetrahedron {tet} has a corner {corner}, but there are {count} vertices")]
    Corner { tet: usize, corner: u32, count: usize },
    #[error("there are no tetrahedra with a volume ({given} given); is it a surface? `lissom tetra` fills one")]
    Nothing { given: usize },
}

impl Cleaned {
    /// All bodies as one mesh, and which vertex each was before.
    pub fn joined(&self) -> Body {
        let mut all = Body::default();
        for body in &self.bodies {
            let first = all.old.len() as u32;
            all.mesh.positions.extend(&body.mesh.positions);
            all.mesh.tets.extend(body.mesh.tets.iter().map(|t| t.map(|k| k + first)));
            all.old.extend(&body.old);
        }
        all
    }
}

/// Drops unused vertices, welds those at one place, turns tetrahedra to positive volume, drops flat ones, and splits
/// what is left into connected bodies. What is clean already stays as it is.
pub fn clean(mesh: &TetMesh) -> Result<Cleaned, CleanError> {
    check(mesh)?;
    let mut findings = Findings::default();
    let whole = weld_and_drop(mesh, &mut findings);
    let whole = turn(whole, &mut findings);
    if whole.tets.is_empty() {
        return Err(CleanError::Nothing { given: mesh.tets.len() });
    }
    let bodies = split(&whole);
    findings.dangling =
        bodies.iter().flat_map(|b| b.mesh.neighbours()).filter(|near| near.len() < FEW_NEIGHBOURS).count();
    let kept: usize = bodies.iter().map(|b| b.old.len()).sum();
    findings.unused = mesh.positions.len().saturating_sub(kept + findings.welded);
    Ok(Cleaned { bodies, findings })
}

fn check(mesh: &TetMesh) -> Result<(), CleanError> {
    let count = mesh.positions.len();
    for (tet, corners) in mesh.tets.iter().enumerate() {
        for &corner in corners {
            match mesh.positions.get(corner as usize) {
                None => return Err(CleanError::Corner { tet, corner, count }),
                Some(p) if !p.is_finite() => return Err(CleanError::NotFinite { vertex: corner }),
                Some(_) => {}
            }
        }
    }
    Ok(())
}

/// The same vertices, but of those at one place the first stands for all; each tetrahedron once.
fn weld_and_drop(mesh: &TetMesh, findings: &mut Findings) -> TetMesh {
    let faces: Vec<[u32; 3]> = mesh.tets.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [b, c, d]]).collect();
    let welding = weld(&mesh.positions, &faces, 1.0);
    let mut first = vec![u32::MAX; welding.vertices.len()];
    for (old, &new) in welding.welded.iter().enumerate().filter(|(_, new)| **new != u32::MAX) {
        let first = &mut first[new as usize];
        if *first == u32::MAX {
            *first = old as u32;
        } else {
            findings.welded += 1;
        }
    }
    let mut seen = std::collections::HashSet::with_capacity(mesh.tets.len());
    let mut tets = Vec::with_capacity(mesh.tets.len());
    for tet in &mesh.tets {
        let tet = tet.map(|k| first[welding.welded[k as usize] as usize]);
        let mut key = tet;
        key.sort_unstable();
        if key.windows(2).any(|w| w[0] == w[1]) {
            findings.flat += 1;
        } else if seen.insert(key) {
            tets.push(tet);
        } else {
            findings.repeated += 1;
        }
    }
    TetMesh { positions: mesh.positions.clone(), tets }
}

/// Positive volumes only.
fn turn(mut mesh: TetMesh, findings: &mut Findings) -> TetMesh {
    let used: Vec<Vec3> = mesh.tets.iter().flatten().map(|&k| mesh.positions[k as usize]).collect();
    let (low, high) = bounds(used);
    let flat = FLAT * (high - low).length().powi(3);
    let mut tets = std::mem::take(&mut mesh.tets);
    tets.retain_mut(|tet| {
        let volume = mesh.volume_of(*tet);
        if volume < 0.0 {
            tet.swap(2, 3);
        }
        let keep = volume.abs() > 0.0 && volume.abs() >= flat;
        findings.turned += usize::from(keep && volume < 0.0);
        findings.flat += usize::from(!keep);
        keep
    });
    TetMesh { positions: mesh.positions, tets }
}

/// Connected components, with only the vertices they use, in the old order.
fn split(mesh: &TetMesh) -> Vec<Body> {
    let mut groups = Groups::new(mesh.positions.len());
    let mut used = vec![false; mesh.positions.len()];
    for &[a, b, c, d] in &mesh.tets {
        for k in [b, c, d] {
            groups.merge(a, k);
        }
        [a, b, c, d].iter().for_each(|&k| used[k as usize] = true);
    }
    let mut bodies: Vec<Body> = Vec::new();
    // The lowest member stands for a group, so it is met first.
    let mut body_of = vec![0; mesh.positions.len()];
    let mut new = vec![0; mesh.positions.len()];
    for old in (0..mesh.positions.len() as u32).filter(|&k| used[k as usize]) {
        let root = groups.of(old) as usize;
        if root == old as usize {
            body_of[root] = bodies.len();
            bodies.push(Body::default());
        }
        let body = &mut bodies[body_of[root]];
        new[old as usize] = body.old.len() as u32;
        body.old.push(old);
        body.mesh.positions.push(mesh.positions[old as usize]);
    }
    for tet in &mesh.tets {
        let body = &mut bodies[body_of[groups.of(tet[0]) as usize]];
        body.mesh.tets.push(tet.map(|k| new[k as usize]));
    }
    bodies
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner_at(p: Vec3) -> TetMesh {
        TetMesh { positions: vec![p, p + Vec3::X, p + Vec3::Y, p + Vec3::Z], tets: vec![[0, 1, 2, 3]] }
    }

    #[test]
    fn what_is_clean_stays_as_it_is() {
        let mesh = TetMesh {
            positions: [corner_at(Vec3::ZERO).positions, vec![Vec3::ONE]].concat(),
            tets: vec![[0, 1, 2, 3], [1, 2, 3, 4]],
        };
        let cleaned = clean(&mesh).expect("clean");
        assert_eq!(cleaned.bodies, [Body { mesh: mesh.clone(), old: vec![0, 1, 2, 3, 4] }]);
        assert_eq!(cleaned.findings, Findings::default());
        assert!(cleaned.findings.notes().is_empty());
        assert_eq!(cleaned.joined().mesh, mesh);
    }

    #[test]
    fn everything_is_put_right_and_said() {
        let mut mesh = corner_at(Vec3::ZERO);
        // Unused; at the place of vertex 1; a second body that is inside out.
        mesh.positions.extend([Vec3::splat(0.5), Vec3::X * 1.000_000_1, Vec3::ONE]);
        mesh.positions.extend(corner_at(Vec3::splat(5.0)).positions);
        mesh.tets.extend([[2, 5, 3, 6], [7, 8, 10, 9], [0, 1, 2, 5], [3, 2, 1, 0], [0, 1, 2, 2]]);
        let Cleaned { bodies, findings } = clean(&mesh).expect("cleaned");
        assert_eq!(bodies.len(), 2);
        assert_eq!(bodies[0].old, [0, 1, 2, 3, 6]);
        assert_eq!(bodies[1].old, [7, 8, 9, 10]);
        assert!(bodies.iter().all(|b| b.mesh.tets.iter().all(|&t| b.mesh.volume_of(t) > 0.0)));
        let expected = Findings { unused: 1, welded: 1, turned: 2, flat: 2, repeated: 1, dangling: 0 };
        assert_eq!(findings, expected);
        assert_eq!(findings.notes().len(), 5);
    }

    #[test]
    fn scale_and_place_do_not_matter() {
        for (scale, place) in [(1e-6, Vec3::ZERO), (1e6, Vec3::ZERO), (1.0, Vec3::splat(1000.0))] {
            let mut mesh = corner_at(Vec3::ZERO);
            mesh.positions.iter_mut().for_each(|p| *p = *p * scale + place);
            assert_eq!(clean(&mesh).expect("fine").findings, Findings::default(), "{scale}");
        }
    }

    #[test]
    fn what_cannot_be_used_is_refused() {
        let flat = TetMesh { positions: vec![Vec3::ZERO; 4], tets: vec![[0, 1, 2, 3]] };
        assert_eq!(clean(&flat), Err(CleanError::Nothing { given: 1 }));
        assert_eq!(clean(&TetMesh::default()), Err(CleanError::Nothing { given: 0 }));
        let mut mesh = corner_at(Vec3::ZERO);
        mesh.positions[2].y = f32::NAN;
        assert_eq!(clean(&mesh), Err(CleanError::NotFinite { vertex: 2 }));
        mesh.tets[0][1] = 9;
        assert_eq!(clean(&mesh), Err(CleanError::Corner { tet: 0, corner: 9, count: 4 }));
    }
}
