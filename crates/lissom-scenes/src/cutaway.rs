//! A look into boneless bodies: what lies behind a plane of the bind pose, closed where it is cut.

use std::str::FromStr;

use glam::Vec3;
use lissom_rig::actor::boneless::Inside;
use lissom_rig::field::{Plane, cut};
use lissom_rig::{Actor, Material, Mesh, Tets};

use crate::model::clip::clip;

/// A plane across an axis. What lies beyond it is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cutaway {
    pub axis: Vec3,
    /// Where on the axis, m; in the middle of the boneless bodies if left out.
    pub offset: Option<f32>,
}

/// Something to draw.
#[derive(Clone, Debug)]
pub struct Piece {
    pub positions: Vec<Vec3>,
    /// Empty where triangles are flat.
    pub normals: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    /// By vertex, where it is in a boneless body; empty elsewhere.
    pub inside: Vec<Inside>,
    pub material: Material,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("`{0}`: give x, y or z, or where to cut as well, like y:0.5")]
pub struct CutawayError(String);

impl FromStr for Cutaway {
    type Err = CutawayError;

    fn from_str(text: &str) -> Result<Cutaway, CutawayError> {
        let error = || CutawayError(text.to_owned());
        let (axis, offset) = text.split_once(':').map_or((text, None), |(axis, offset)| (axis, Some(offset)));
        let number = |words: &str| words.parse::<f32>().ok().filter(|n| n.is_finite()).ok_or_else(error);
        let axis = match axis {
            "x" => Vec3::X,
            "y" => Vec3::Y,
            "z" => Vec3::Z,
            _ => return Err(error()),
        };
        Ok(Cutaway { axis, offset: offset.map(number).transpose()? })
    }
}

impl Cutaway {
    /// In the bind pose of these bodies.
    pub fn plane(&self, all: &[Tets]) -> Plane {
        let middle = || {
            let along = all.iter().flat_map(|t| &t.mesh.positions).map(|p| p.dot(self.axis));
            let (low, high) = along.fold((f32::MAX, f32::MIN), |(l, h), p| (l.min(p), h.max(p)));
            0.5 * (low + high)
        };
        Plane { normal: self.axis, offset: self.offset.unwrap_or_else(middle) }
    }

    /// What is left of a mesh; none if it is not a boneless body.
    pub fn mesh(&self, actor: &Actor, index: usize) -> Option<Piece> {
        let mesh = &actor.character.meshes[index];
        actor.creature(&mesh.part)?;
        let plane = self.plane(&actor.character.tets);
        let sides: Vec<f32> = mesh.positions.iter().map(|p| plane.distance(*p) as f32).collect();
        let mut piece = Piece::whole(actor, index);
        piece.triangles = clip(&mesh.triangles, &sides, |a, b, share| piece.add(a, b, share));
        Some(piece)
    }

    /// The face of the cut through one body; none if it is not simulated.
    pub fn face(&self, actor: &Actor, tets: &Tets) -> Option<Piece> {
        let first = actor.world.poses().body(actor.creature(&tets.name)?).start as u32;
        let meshes = actor.character.meshes.iter().filter(|m| m.part == tets.name);
        // In the colours of most of its skin.
        let mesh = meshes.max_by(|a, b| area(a).total_cmp(&area(b)))?;
        let section = cut(&tets.mesh, &self.plane(&actor.character.tets));
        let between = |[a, b]: [u32; 2], share: f32| Inside {
            corners: [first + a, first + b, first + a, first + a],
            weights: [1.0 - share, share, 0.0, 0.0],
            outside: Vec3::ZERO,
        };
        let inside: Vec<Inside> = section.points.iter().map(|p| between(p.ends, p.weight)).collect();
        let poses = actor.world.poses();
        let [base, shade] = [mesh.material.base, mesh.material.shade].map(paler);
        Some(Piece {
            positions: inside.iter().map(|i| i.place(poses.positions(), poses.rotations())).collect(),
            normals: Vec::new(),
            triangles: section.triangles,
            inside,
            material: Material { base, shade, opacity: 1.0, ..mesh.material },
        })
    }
}

impl Piece {
    /// A mesh as it is now.
    pub fn whole(actor: &Actor, index: usize) -> Piece {
        Piece::placed(actor, index, actor.skinned(index))
    }

    /// A mesh with its vertices and normals elsewhere.
    pub fn placed(actor: &Actor, index: usize, (positions, normals): (Vec<Vec3>, Vec<Vec3>)) -> Piece {
        let mesh = &actor.character.meshes[index];
        let inside = actor.meshes()[index].inside().to_vec();
        Piece { positions, normals, triangles: mesh.triangles.clone(), inside, material: mesh.material }
    }

    /// A vertex between two.
    fn add(&mut self, a: usize, b: usize, share: f32) -> u32 {
        let mix = |list: &[Vec3]| list[a].lerp(list[b], share);
        let (place, normal) = (mix(&self.positions), mix(&self.normals));
        self.positions.push(place);
        self.normals.push(normal);
        let nearer = self.inside.get(if share < 0.5 { a } else { b }).copied();
        self.inside.extend(nearer);
        self.positions.len() as u32 - 1
    }
}

fn area(mesh: &Mesh) -> f32 {
    let corners = |t: &[u32; 3]| t.map(|k| mesh.positions[k as usize]);
    mesh.triangles.iter().map(corners).map(|[a, b, c]| (b - a).cross(c - a).length()).sum()
}

/// Half way to white, so that a cut stands out.
fn paler(rgb: u32) -> u32 {
    let half = |shift: u32| (((rgb >> shift) & 255).midpoint(255)) << shift;
    half(16) | half(8) | half(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenes;

    #[test]
    fn a_bar_cut_in_half_is_closed_where_it_is_cut() {
        let play = scenes::find("bar-bend").and_then(|s| s.play(None)).expect("plays");
        let cut: Cutaway = "x".parse().expect("an axis");
        let (mut inside, mut whole) = (0.0, 0.0);
        let piece = |k: usize| cut.mesh(&play.actor, k).expect("a boneless body");
        for (k, mesh) in play.actor.character.meshes.iter().enumerate() {
            let piece = piece(k);
            let corners = || piece.triangles.iter().flatten().map(|k| piece.positions[*k as usize]);
            assert!(corners().all(|p| p.x < 1e-5), "something is left beyond the plane");
            assert_eq!(piece.positions.len(), piece.inside.len());
            inside +=
                area(&Mesh { positions: piece.positions.clone(), triangles: piece.triangles.clone(), ..mesh.clone() });
            whole += area(mesh);
        }
        assert!((inside / whole - 0.5).abs() < 0.01, "{} of the skin is left", inside / whole);
        let face = cut.face(&play.actor, &play.actor.character.tets[0]).expect("a face");
        let normals = face.triangles.iter().map(|t| t.map(|k| face.positions[k as usize]));
        let sum: Vec3 = normals.map(|[a, b, c]| 0.5 * (b - a).cross(c - a)).sum();
        assert!((sum - Vec3::X * 0.04).length() < 1e-4, "a section of 0.2 by 0.2 m: {sum}");
    }

    #[test]
    fn words_are_read() {
        assert_eq!("y:0.5".parse(), Ok(Cutaway { axis: Vec3::Y, offset: Some(0.5) }));
        for wrong in ["", "w", "x:", "x:nan", "x:1:2", "-x"] {
            assert!(wrong.parse::<Cutaway>().is_err(), "{wrong}");
        }
    }
}
