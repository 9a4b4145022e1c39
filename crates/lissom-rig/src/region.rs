//! What a region becomes: its simulation meshes, and what each of their particles is.

use glam::Vec3;

use crate::actor::ActorError;
use crate::character::Character;
use crate::rig::{Kind, Patch, Region};
use crate::selection::Selection;
use crate::sim_mesh::{Options, SimMesh, SimMeshError, generate, parts_by_bones, stitch};
use crate::strands::{Strand, strands};

impl Region {
    /// Its simulation meshes with the triangles they move: one, or one for each strand.
    pub fn pieces(&self, character: &Character) -> Result<Vec<Strand>, ActorError> {
        let selection = Selection::new(character, &self.select);
        if selection.triangles.is_empty() {
            return Err(ActorError::NothingSelected {
                region: self.name.clone(),
                parts: self.select.parts.clone(),
                known: parts_of(character),
            });
        }
        let options = Options {
            spacing: self.spacing,
            edges: self.is_connected(),
            axis: self.axis.map(Vec3::from_array),
            surface: self.starts_as_surface(),
            radius: self.radius,
        };
        let wrap = |source| ActorError::SimMesh { region: self.name.clone(), source };
        let mut pieces = match self.kind {
            Kind::Strands { chains } => strands(&selection, chains as usize, &options).map_err(wrap)?,
            _ => {
                let made = match self.by_bones {
                    true => by_bones(character, &selection, &options),
                    false => generate(&selection.positions, &selection.triangles, &options),
                };
                vec![Strand { chain: made.map_err(wrap)?, selection }]
            }
        };
        pieces.iter_mut().for_each(|piece| self.finish(&mut piece.chain));
        Ok(pieces)
    }

    /// What was painted and sewn by hand.
    fn finish(&self, mesh: &mut SimMesh) {
        if !self.starts_as_surface() {
            mesh.particles.iter_mut().filter(|p| self.is_surface(p.position)).for_each(|p| p.face_out());
        }
        if self.kind == Kind::Cloth {
            mesh.loosen(|at| self.is_loose(at));
            self.stitches.iter().for_each(|ends| mesh.sew(ends.map(Vec3::from_array)));
        }
    }

    /// Whether its particles hang together.
    pub fn is_connected(&self) -> bool {
        matches!(self.kind, Kind::Cloth | Kind::Strands { .. })
    }

    fn starts_as_surface(&self) -> bool {
        matches!(self.kind, Kind::Shell { surface: true })
    }

    /// How much a particle at a place of the bind pose is simulated; below a half it follows the bones.
    pub fn simulated(&self, at: Vec3) -> f32 {
        if self.is_loose(at) {
            return 0.0;
        }
        let start = if self.is_connected() { 1.0 } else { 0.0 };
        self.paint.iter().fold(start, |value, paint| {
            let depth = paint.area.depth(at);
            let cover =
                if paint.soft > 0.0 { (depth / paint.soft + 0.5).clamp(0.0, 1.0) } else { f32::from(depth >= 0.0) };
            let cover = cover * cover * (3.0 - 2.0 * cover);
            value + (paint.simulated - value) * cover
        })
    }

    /// Whether a particle there pushes others out along its normal.
    pub fn is_surface(&self, at: Vec3) -> bool {
        Patch::last(&self.surface, self.starts_as_surface(), at)
    }

    /// Whether a particle there is only to collide with.
    pub fn is_loose(&self, at: Vec3) -> bool {
        self.kind == Kind::Cloth && Patch::last(&self.loose, false, at)
    }
}

/// A simulation mesh of parts found from bone chains, stitched along the seams.
fn by_bones(character: &Character, from: &Selection, options: &Options) -> Result<SimMesh, SimMeshError> {
    let parts = parts_by_bones(&from.to_mesh(), &character.skeleton);
    let made: Vec<SimMesh> = parts
        .into_iter()
        .map(|part| {
            let triangles: Vec<[u32; 3]> = part.into_iter().map(|t| from.triangles[t as usize]).collect();
            generate(&from.positions, &triangles, options)
        })
        .collect::<Result<_, _>>()?;
    stitch(&made, &from.positions, &from.triangles, options)
}

fn parts_of(character: &Character) -> String {
    let mut parts: Vec<&str> = character.meshes.iter().map(|m| m.part.as_str()).collect();
    parts.sort_unstable();
    parts.dedup();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::{Material, Mesh, Skeleton};
    use crate::preset::Preset;
    use crate::rig::{Area, Rig, Select};

    /// A sheet of 1 m, in squares of 5 cm, on one bone.
    fn sheet() -> Character {
        let mut skeleton = Skeleton::default();
        skeleton.add("root", None, Vec3::ZERO);
        let positions: Vec<Vec3> =
            (0..=20).flat_map(|y| (0..=20).map(move |x| Vec3::new(x as f32, y as f32, 0.0) * 0.05)).collect();
        let square = |k: u32| [[k, k + 1, k + 22], [k, k + 22, k + 21]];
        let mesh = Mesh {
            name: "sheet".into(),
            part: "sheet".into(),
            material: Material::flat(0),
            normals: vec![Vec3::Z; positions.len()],
            triangles: (0..20).flat_map(|y| (0..20).flat_map(move |x| square(21 * y + x))).collect(),
            bones: vec![[0; 4]; positions.len()],
            weights: vec![[1.0, 0.0, 0.0, 0.0]; positions.len()],
            morphs: Vec::new(),
            positions,
        };
        Character { skeleton, meshes: vec![mesh], ..Character::default() }
    }

    fn region() -> Region {
        Region {
            name: "sheet".into(),
            select: Select { parts: vec!["sheet".into()], ..Select::default() },
            kind: Kind::Cloth,
            spacing: 0.1,
            radius: None,
            axis: None,
            by_bones: false,
            weight_kg: 1.0,
            anchor: "root".into(),
            preset: Preset::Cape,
            adjust: Default::default(),
            paint: Vec::new(),
            surface: Vec::new(),
            loose: Vec::new(),
            stitches: Vec::new(),
            passes_through: Vec::new(),
        }
    }

    fn mesh(region: &Region) -> SimMesh {
        region.pieces(&sheet()).expect("it can be made").remove(0).chain
    }

    fn corner(on: bool) -> Patch {
        Patch { area: Area::Ball { center: [0.0; 3], radius: 0.35 }, on }
    }

    #[test]
    fn stitches_join_what_is_nearest_and_change_nothing_else() {
        let (plain, ends) = (mesh(&region()), [[0.0; 3], [1.0, 1.0, 0.0]]);
        let sewn = mesh(&Region { stitches: vec![ends, ends, [[0.0; 3]; 2]], ..region() });
        let edge = ends.map(|at| plain.nearest(at.into()).expect("particles"));
        assert_eq!((sewn.edges.len(), sewn.particles.len()), (plain.edges.len() + 1, plain.particles.len()));
        assert!(sewn.edges.contains(&edge) && sewn.edges.is_sorted());
    }

    #[test]
    fn loose_particles_have_no_edges_and_follow_the_bones() {
        let loose = Region { loose: vec![corner(true)], ..region() };
        let made = mesh(&loose);
        let is_loose = |k: &u32| loose.is_loose(made.particles[*k as usize].position);
        assert!(made.edges.iter().flatten().all(|k| !is_loose(k)));
        assert!(made.edges.len() < mesh(&region()).edges.len());
        assert_eq!((loose.simulated(Vec3::ZERO), loose.simulated(Vec3::ONE)), (0.0, 1.0));
        let strands = Region { kind: Kind::Strands { chains: 1 }, ..loose };
        assert!(!strands.is_loose(Vec3::ZERO), "only cloth has edges to lose");
    }

    #[test]
    fn painted_surface_particles_point_out() {
        let painted = Region { surface: vec![corner(true)], ..region() };
        let made = mesh(&painted);
        let out: Vec<_> = made.particles.iter().filter(|p| painted.is_surface(p.position)).collect();
        assert!(out.len() > 3 && out.len() < made.particles.len());
        for p in out {
            assert!((p.rotation * Vec3::X).distance(Vec3::Z) < 1e-4 && p.radii.x <= p.radii.y, "{p:?}");
        }
        let shell = Region { kind: Kind::Shell { surface: true }, surface: vec![corner(false)], ..region() };
        assert!(!shell.is_surface(Vec3::ZERO) && shell.is_surface(Vec3::ONE));
    }

    /// All of it at once, played for a second: nothing flies away.
    #[test]
    fn what_was_painted_and_sewn_can_be_played() {
        let held = crate::rig::Paint { area: Area::Above { height: 0.9 }, simulated: 0.0, soft: 0.05 };
        let stitches = vec![[[0.1, 0.9, 0.0], [0.9, 0.5, 0.0]]];
        let made =
            Region { paint: vec![held], loose: vec![corner(true)], surface: vec![corner(true)], stitches, ..region() };
        let mut actor = crate::Actor::new(sheet(), &Rig { regions: vec![made], ..Rig::default() }).expect("it builds");
        for _ in 0..60 {
            actor.step(&crate::Cue::new(1.0 / 60.0, &[]));
        }
        assert!(actor.world.poses().positions().iter().flatten().all(|v| v.abs() < 3.0));
    }
}
