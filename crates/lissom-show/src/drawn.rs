//! What a show looks like now: meshes that the device moves, or the processor where it has to.

use std::sync::{Arc, OnceLock};

use glam::{Affine3A, Vec3};
use lissom_formats::gltf::mesh::Primitive;
use lissom_render::{Mesh, Model, Rows, Skin, Texture, Tint};
use lissom_rig::Material;
use lissom_scenes::cutaway::{Cutaway, Piece};

use crate::overlay::tints::Field;
use crate::show::{FromFile, Show};

/// Something to draw, and what it looks like in its file.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub body: Body,
    /// By vertex; may be empty.
    pub tints: Vec<Tint>,
    pub field: Option<Field>,
    pub look: Option<(Arc<Primitive>, Option<Texture>)>,
}

#[derive(Clone, Debug)]
pub enum Body {
    /// Vertices as they are now.
    Piece(Piece),
    /// A mesh in its bind pose, which the device moves.
    Figure { model: Posable, material: Material },
}

/// A model, and which of the [`Joints`] is its first bone.
#[derive(Clone, Debug)]
pub struct Posable {
    pub model: Model,
    pub first_bone: usize,
}

/// By mesh of a show, made when it is first drawn. None where bones and particles do not tell where vertices are.
#[derive(Debug, Default)]
pub struct Models(OnceLock<Vec<Option<Posable>>>);

/// Now from the bind pose, for all that models follow.
#[derive(Clone, Debug, Default)]
pub struct Joints {
    /// The actor's bones; in a file then the joints of its skins, and its nodes.
    pub bones: Vec<Rows>,
    pub particles: Vec<Rows>,
}

impl Drawn {
    /// As its material says.
    pub fn plain(piece: Piece) -> Drawn {
        Drawn { body: Body::Piece(piece), tints: Vec::new(), field: None, look: None }
    }
}

impl Show {
    /// All meshes. Boneless bodies are pieces, and so is what morph targets change now: the device knows neither.
    pub fn drawn(&self) -> Vec<Drawn> {
        let models = match self {
            Show::Scene(_, models) => models,
            Show::File(file) => &file.models,
        };
        let meshes = &self.actor().character.meshes;
        let models = models.0.get_or_init(|| (0..meshes.len()).map(|k| self.posable(k)).collect());
        let drawn = |(k, model): (usize, &Option<Posable>)| match model {
            Some(model) if !self.is_morphed(k) => {
                let body = Body::Figure { model: model.clone(), material: meshes[k].material };
                Drawn { body, tints: Vec::new(), field: None, look: self.look(k) }
            }
            _ => self.piece(k),
        };
        models.iter().enumerate().map(drawn).collect()
    }

    /// All meshes moved by the processor, or what a cut leaves of them and its faces.
    pub fn pieces(&self, cut: Option<Cutaway>) -> Vec<Drawn> {
        let actor = self.actor();
        let left = |k: usize| cut.and_then(|c| c.mesh(actor, k)).map(Drawn::plain);
        let meshes = (0..actor.meshes().len()).map(|k| left(k).unwrap_or_else(|| self.piece(k)));
        let faces = cut.iter().flat_map(|c| actor.character.tets.iter().filter_map(|t| c.face(actor, t)));
        meshes.chain(faces.map(Drawn::plain)).collect()
    }

    /// Where the vertices of all meshes are, mesh by mesh.
    pub fn positions(&self) -> Vec<Vec<Vec3>> {
        (0..self.actor().meshes().len()).map(|k| self.skinned(k).0).collect()
    }

    pub(crate) fn joints(&self) -> Joints {
        let actor = self.actor();
        let mut bones: Vec<Rows> = actor.bone_matrices().map(|m| m.rows()).collect();
        if let Show::File(file) = self {
            let world = file.take.world();
            let joints = file.take.import.skins.iter().flat_map(|skin| skin.matrices(world));
            bones.extend(joints.chain(world.iter().copied()).map(rows));
        }
        Joints { bones, particles: actor.particle_matrices().map(|m| m.rows()).collect() }
    }

    fn piece(&self, k: usize) -> Drawn {
        let piece = Piece::placed(self.actor(), k, self.skinned(k));
        Drawn { look: self.look(k), ..Drawn::plain(piece) }
    }

    fn skinned(&self, k: usize) -> (Vec<Vec3>, Vec<Vec3>) {
        match self {
            Show::Scene(play, _) => play.actor.skinned(k),
            Show::File(file) => file.take.skinned(k),
        }
    }

    fn is_morphed(&self, k: usize) -> bool {
        match self {
            Show::Scene(play, _) => play.actor.is_morphed(k),
            Show::File(file) => file.take.is_morphed(k),
        }
    }

    fn look(&self, k: usize) -> Option<(Arc<Primitive>, Option<Texture>)> {
        let Show::File(file) = self else { return None };
        Some((file.take.import.drawn[k].primitive.clone(), file.textures.get(k).cloned()))
    }

    fn posable(&self, k: usize) -> Option<Posable> {
        let actor = self.actor();
        let (from, map) = (&actor.character.meshes[k], &actor.meshes()[k]);
        match self {
            _ if !map.inside().is_empty() => None,
            Show::File(file) if !map.is_soft() => file.posable(k),
            _ => {
                let influences = map.influences().iter().map(|i| (i.index, i.weight));
                let (particles, particle_weights): (Vec<_>, Vec<_>) = influences.unzip();
                let look = self.look(k).map(|(primitive, _)| primitive);
                let mesh = mesh(&from.positions, &from.normals, &from.triangles, look.as_deref());
                let skin = Skin {
                    bones: &from.bones,
                    bone_weights: &from.weights,
                    particles: &particles,
                    particle_weights: &particle_weights,
                    blend: map.blend(),
                };
                Some(Posable { model: Model::new(&mesh, &skin).ok()?, first_bone: 0 })
            }
        }
    }
}

impl FromFile {
    /// As the file has it, with its own joints.
    fn posable(&self, k: usize) -> Option<Posable> {
        let import = &self.take.import;
        let drawn = &import.drawn[k];
        let from = &*drawn.primitive;
        let (skin, bones) = (import.skin(drawn), import.nodes.list.len());
        let before = &import.skins[..skin.unwrap_or(import.skins.len())];
        let first_bone = bones + before.iter().map(|s| s.joints.len()).sum::<usize>();
        // Without a skin, all of it follows its node.
        let (node, whole) = (vec![[0; 4]; from.positions.len()], vec![[1.0, 0.0, 0.0, 0.0]; from.positions.len()]);
        let (first_bone, bones, bone_weights) = match skin {
            Some(_) => (first_bone, &from.joints, &from.weights),
            None => (first_bone + drawn.node, &node, &whole),
        };
        let mesh = mesh(&from.positions, &from.normals, &from.triangles, Some(from));
        let skin = Skin { bones, bone_weights, ..Skin::default() };
        Some(Posable { model: Model::new(&mesh, &skin).ok()?, first_bone })
    }
}

/// With the look of a file, if it is from one.
pub(crate) fn mesh<'a>(
    positions: &'a [Vec3],
    normals: &'a [Vec3],
    triangles: &'a [[u32; 3]],
    look: Option<&'a Primitive>,
) -> Mesh<'a> {
    Mesh {
        positions: bytemuck::cast_slice(positions),
        normals: bytemuck::cast_slice(normals),
        triangles,
        uvs: look.map_or(&[], |from| &from.uvs),
        two_sided: look.is_some_and(|from| from.look.two_sided),
    }
}

fn rows(matrix: Affine3A) -> Rows {
    let columns = matrix.to_cols_array_2d();
    std::array::from_fn(|row| columns.map(|column| column[row]))
}
