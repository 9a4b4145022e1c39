//! A character's file, opened: the document, what was read of it, and the rig it asks for.

use lissom_rig::Rig;
use lissom_rig::auto::{Found, propose};

use crate::gltf::{Document, Fault, Import, home};
use crate::humanoid::Humanoid;
use crate::vrm::{self, Vrm};

#[derive(Clone, Debug)]
pub struct Model {
    pub document: Document,
    pub import: Import,
    pub vrm: Option<Vrm>,
}

/// Where a rig comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// It is in the file.
    File,
    /// The springs of VRM.
    Springs,
    /// Names and shapes of bones.
    Bones(Vec<Found>),
}

impl Model {
    /// Reads GLB, glTF or VRM. `beside` gives another file by its name relative to this one.
    pub fn read(bytes: &[u8], beside: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<Model, Fault> {
        let document = Document::read(bytes, beside)?;
        let import = Import::read(&document)?;
        let vrm = vrm::read(document.json(), &import.nodes);
        Ok(Model { document, import, vrm })
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
        if let Some(vrm) = self.vrm.as_ref().filter(|vrm| !vrm.springs.is_empty()) {
            return (vrm::rig(vrm, &self.import.nodes), Origin::Springs, Vec::new());
        }
        let proposal = propose(&self.import.character);
        (proposal.rig, Origin::Bones(proposal.chains), proposal.notes)
    }
}
