//! A character's file, opened: the document, what was read of it, and the rig it asks for.

use glam::Vec3;
use lissom_rig::auto::{Found, propose};
use lissom_rig::character::bounds;
use lissom_rig::creature::{Stiffness, Template};
use lissom_rig::rig::Gravity;
use lissom_rig::{Character, Creature, Dab, Fields, Material, Mesh, Rig, Stroke, TetMesh, Tets};

use crate::gltf::{Document, Fault, Import, export, home, mesh};
use crate::humanoid::Humanoid;
use crate::vrm::{self, Version, Vrm};

#[derive(Clone, Debug)]
pub struct Model {
    pub document: Document,
    pub import: Import,
    pub vrm: Option<Vrm>,
}

/// How long a proposed wave takes through a boneless body, and how far it stretches it.
const WAVE_SECS: f32 = 2.0;
const WAVE_RATE: f32 = 1.3;

/// Where a rig comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// It is in the file.
    File,
    /// The springs of VRM.
    Springs,
    /// Names and shapes of bones.
    Bones(Vec<Found>),
    /// It has no bones: a wave runs through it.
    Boneless,
}

impl Origin {
    pub fn words(&self) -> &'static str {
        match self {
            Origin::File => "the file",
            Origin::Springs => "VRM springs",
            Origin::Bones(_) => "names and shapes of bones",
            Origin::Boneless => "the shape of the body",
        }
    }
}

impl Model {
    /// Reads GLB, glTF or VRM. `beside` gives another file by its name relative to this one.
    pub fn read(bytes: &[u8], beside: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<Model, Fault> {
        let document = Document::read(bytes, beside)?;
        let import = Import::read(&document)?;
        let vrm = vrm::read(document.json(), &import.nodes);
        Ok(Model { document, import, vrm })
    }

    /// A body without bones: what is drawn of it is its surface.
    pub fn of_tets(name: &str, tets: TetMesh) -> Result<Model, Fault> {
        let mut character = Character { name: name.to_owned(), ..Character::default() };
        character.skeleton.add("root", None, Vec3::ZERO);
        character.meshes.push(skin_of(name, &tets));
        character.tets.push(Tets { name: name.to_owned(), mesh: tets, ..Tets::default() });
        let document = export::document(&character);
        let mut import = Import::read(&document)?;
        import.character.tets = character.tets;
        Ok(Model { document, import, vrm: None })
    }

    /// Whether the character looks along -z, as in VRM 0.x, and not along z.
    pub fn looks_back(&self) -> bool {
        self.vrm.as_ref().is_some_and(|vrm| vrm.version == Version::Old)
    }

    /// Which nodes are whose bones: as VRM says it, or by their names.
    pub fn humanoid(&self) -> Option<Humanoid> {
        let human = self.vrm.as_ref().map(|vrm| &vrm.humanoid).filter(|human| human.missing().is_none());
        if let Some(human) = human {
            return Some(human.clone());
        }
        Humanoid::guess(self.import.nodes.list.iter().map(|n| (n.name.as_str(), n.parent)))
    }

    /// The rig in the file; else one from its springs; else one proposed. And what there is to say about it.
    pub fn rig(&self) -> Result<(Rig, Origin, Vec<String>), Fault> {
        if let Some(rig) = home::rig(&self.document)? {
            return Ok((rig, Origin::File, Vec::new()));
        }
        Ok(self.proposed())
    }

    /// A new rig, whatever there is in the file.
    pub fn proposed(&self) -> (Rig, Origin, Vec<String>) {
        if !self.import.character.tets.is_empty() {
            let creatures = self.import.character.tets.iter().map(wave).collect();
            // It floats: there is nothing to stand on.
            let rig = Rig { creatures, gravity: Gravity([0.0; 3]), ..Rig::default() };
            return (rig, Origin::Boneless, Vec::new());
        }
        if let Some(vrm) = self.vrm.as_ref().filter(|vrm| !vrm.springs.is_empty()) {
            return (vrm::rig(vrm, &self.import.nodes), Origin::Springs, Vec::new());
        }
        let proposal = propose(&self.import.character);
        (proposal.rig, Origin::Bones(proposal.chains), proposal.notes)
    }
}

/// The surface of tetrahedra.
fn skin_of(name: &str, tets: &TetMesh) -> Mesh {
    let triangles = tets.surface();
    let normals = mesh::normals(&tets.positions, &triangles);
    // Vertices within the body are not drawn.
    let mut place = vec![u32::MAX; tets.positions.len()];
    let mut outer = Vec::new();
    let triangles = triangles.iter().map(|t| {
        t.map(|k| {
            if place[k as usize] == u32::MAX {
                place[k as usize] = outer.len() as u32;
                outer.push(k as usize);
            }
            place[k as usize]
        })
    });
    let triangles = triangles.collect();
    Mesh {
        name: name.to_owned(),
        part: name.to_owned(),
        material: Material::toon(0xe8a090, 0xb06c64),
        positions: outer.iter().map(|k| tets.positions[*k]).collect(),
        normals: outer.iter().map(|k| normals[*k]).collect(),
        triangles,
        bones: vec![[0; 4]; outer.len()],
        weights: vec![[1.0, 0.0, 0.0, 0.0]; outer.len()],
        morphs: Vec::new(),
    }
}

/// A wave that runs along the longest side of a body.
fn wave(tets: &Tets) -> Creature {
    let (low, high) = bounds(tets.mesh.positions.iter().copied());
    let (size, middle) = (high - low, (low + high) / 2.0);
    let axis = [Vec3::X, Vec3::Y, Vec3::Z][size.max_position()];
    let ends = [-0.5, 0.5].map(|side| (middle + axis * size * side).to_array());
    let delay = ends.iter().zip([0.0, 1.0]).map(|(at, value)| Dab { at: *at, value }).collect();
    Creature {
        fields: Fields { direction: vec![Stroke { points: ends.to_vec() }], delay, ..Fields::default() },
        charts: Template::Sine.charts(WAVE_SECS, WAVE_RATE),
        stiffness: Stiffness::passes(4),
        ..Creature::new(&tets.name)
    }
}
