//! A character out of a document. Nodes are its bones, all of them, so that a rig can name any.

use std::sync::Arc;

use glam::{Affine3A, Mat3, Mat3A, Quat, Vec3};
use lissom_rig::{Bone, Character, Mesh, MorphTarget, Pose, Skeleton};

use super::accessor::Budget;
use super::document::{Document, array};
use super::export::PART;
use super::mesh::{self, Primitive};
use super::nodes::{Nodes, Trs, unit};
use super::skin::Skin;
use super::{Camera, Clip, Fault, camera, clip, fault, skin};

/// All that is read of a document.
#[derive(Clone, Debug)]
pub struct Import {
    pub nodes: Nodes,
    pub skins: Vec<Skin>,
    pub clips: Vec<Clip>,
    pub cameras: Vec<Camera>,
    /// In the rest pose. Bone k is node `nodes.order[k]`.
    pub character: Character,
    /// By mesh of the character: how the file has it.
    pub drawn: Vec<Drawn>,
    /// By node.
    bones: Vec<usize>,
}

/// A primitive on a node.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub node: usize,
    pub primitive: Arc<Primitive>,
    /// Weights of its morph targets at rest.
    pub weights: Vec<f32>,
}

/// Where nodes are at one moment.
#[derive(Clone, Debug, Default)]
pub struct Stance {
    /// world_from_node.
    pub world: Vec<Affine3A>,
    /// How they are turned, mirrored where a scale below 0 does it. Sizes have no influence, so that none can be too
    /// small.
    pub turns: Vec<Mat3>,
}

impl Stance {
    pub fn of(nodes: &Nodes, local: &[Trs]) -> Stance {
        let world = nodes.world(local);
        let turns = vec![Mat3::IDENTITY; world.len()];
        let mut stance = Stance { world, turns };
        nodes.order.iter().for_each(|node| stance.turn(nodes, *node, &local[*node]));
        stance
    }

    /// Turns a node whose parent was turned before.
    pub fn turn(&mut self, nodes: &Nodes, node: usize, local: &Trs) {
        let here = Mat3::from_quat(local.rotation) * Mat3::from_diagonal(signs(local.scale));
        self.turns[node] = nodes.list[node].parent.map_or(here, |parent| self.turns[parent] * here);
    }

    /// A node without its sizes. A mirrored one is mirrored back along its own x.
    pub fn pose(&self, node: usize) -> Pose {
        let turn = self.turns[node] * facing(&self.turns[node]);
        Pose::new(self.world[node].translation.into(), unit(Quat::from_mat3(&turn)))
    }

    /// The rotation that a node needs on its parent for its pose to be turned like this.
    pub fn rotation(&self, nodes: &Nodes, node: usize, scale: Vec3, turned: Quat) -> Quat {
        let parent = nodes.list[node].parent.map_or(Mat3::IDENTITY, |p| self.turns[p]);
        let signs = Mat3::from_diagonal(signs(scale));
        let mirrored = (parent * signs).determinant() < 0.0;
        let back = if mirrored { Mat3::from_diagonal(Vec3::new(-1.0, 1.0, 1.0)) } else { Mat3::IDENTITY };
        unit(Quat::from_mat3(&(parent.transpose() * Mat3::from_quat(turned) * back * signs)))
    }
}

fn signs(scale: Vec3) -> Vec3 {
    scale.map(|s| if s < 0.0 { -1.0 } else { 1.0 })
}

fn facing(turn: &Mat3) -> Mat3 {
    let x = if turn.determinant() < 0.0 { -1.0 } else { 1.0 };
    Mat3::from_diagonal(Vec3::new(x, 1.0, 1.0))
}

impl Import {
    pub fn read(document: &Document) -> Result<Import, Fault> {
        let nodes = Nodes::read(document)?;
        if nodes.list.is_empty() {
            return Err(fault("/nodes", "there are none; export the character with its scene"));
        }
        if nodes.list.len() > usize::from(u16::MAX) {
            return Err(fault("/nodes", format!("{} nodes; at most 65535 are read", nodes.list.len())));
        }
        let mut budget = Budget::default();
        let skins = skin::read(document, &mut budget)?;
        let meshes = mesh::read(document, &mut budget)?;
        let clips = clip::read(document, &nodes, &mut budget)?;
        let cameras = camera::read(document, &nodes);
        let rest = nodes.rest();
        let stance = Stance::of(&nodes, &rest);
        if let Some(k) = stance.world.iter().position(|w| !sane(&w.translation.into())) {
            return Err(fault(format!("/nodes/{k}"), TOO_FAR));
        }
        let mut bones = vec![0; nodes.list.len()];
        nodes.order.iter().enumerate().for_each(|(bone, node)| bones[*node] = bone);
        let mut import = Import {
            character: Character {
                name: "character".into(),
                skeleton: skeleton(&nodes, &stance, &bones),
                ..Character::default()
            },
            nodes,
            skins,
            clips,
            cameras,
            drawn: Vec::new(),
            bones,
        };
        // The same mesh may be on many nodes.
        let mut budget = Budget::default();
        for node in 0..import.nodes.list.len() {
            if let Some(index) = import.nodes.list[node].mesh {
                import.add(document, node, index, &meshes[index], &stance, &mut budget)?;
            }
        }
        Ok(import)
    }

    fn add(
        &mut self,
        document: &Document,
        node: usize,
        index: usize,
        mesh: &mesh::Mesh,
        at: &Stance,
        budget: &mut Budget,
    ) -> Result<(), Fault> {
        let from = &self.nodes.list[node];
        let names: usize = mesh.morph_names.iter().map(String::len).sum();
        let words = 100 + names + 2 * from.name.len() + from.weights.len().max(mesh.weights.len());
        let part = array(document.json(), "nodes")[node]["extras"][PART].as_str();
        for (k, primitive) in mesh.primitives.iter().enumerate() {
            budget.spend(primitive.numbers() + words, &format!("/nodes/{node}/mesh"))?;
            let joints = from.skin.map_or(0, |s| self.skins[s].joints.len());
            let outside = |(joints_of, weights): (&[u16; 4], &[f32; 4])| {
                joints_of.iter().zip(weights).any(|(j, w)| *w > 0.0 && usize::from(*j) >= joints)
            };
            if from.skin.is_some() && primitive.joints.iter().zip(&primitive.weights).any(outside) {
                let place = format!("/meshes/{index}/primitives/{k}/attributes/JOINTS_0");
                return Err(fault(
                    place,
                    format!("a vertex hangs on a joint that is not among the {joints} of its skin"),
                ));
            }
            let weights = if from.weights.is_empty() { mesh.weights.clone() } else { from.weights.clone() };
            let drawn = Drawn { node, primitive: primitive.clone(), weights };
            let (positions, normals) = self.skinned(&drawn, &at.world, &[]);
            if !positions.iter().all(sane) {
                return Err(fault(format!("/nodes/{node}"), TOO_FAR));
            }
            let (bones, weights) = (0..positions.len()).map(|v| self.influence(&drawn, v)).unzip();
            let morph_name = |t: usize| mesh.morph_names.get(t).cloned().unwrap_or_else(|| format!("morph {t}"));
            let world_from_mesh = self.matrices(&drawn, &at.world);
            let morph = |(t, offsets): (usize, &Vec<Vec3>)| MorphTarget {
                name: morph_name(t),
                offsets: offsets.iter().enumerate().map(|(v, o)| world_from_mesh(v).transform_vector3(*o)).collect(),
            };
            let morphs = primitive.morphs.iter().enumerate().map(morph).collect();
            drop(world_from_mesh);
            self.character.meshes.push(Mesh {
                name: if mesh.primitives.len() > 1 { format!("{} {k}", from.name) } else { from.name.clone() },
                part: part.unwrap_or(&from.name).to_owned(),
                material: primitive.look.material,
                positions,
                normals,
                triangles: primitive.triangles.clone(),
                bones,
                weights,
                morphs,
            });
            self.drawn.push(drawn);
        }
        Ok(())
    }

    /// The skin that a drawn mesh hangs on, and not on its node.
    pub fn skin(&self, drawn: &Drawn) -> Option<usize> {
        self.nodes.list[drawn.node].skin.filter(|_| !drawn.primitive.joints.is_empty())
    }

    /// The bones that a vertex follows.
    fn influence(&self, drawn: &Drawn, vertex: usize) -> ([u16; 4], [f32; 4]) {
        match self.skin(drawn).map(|s| &self.skins[s]) {
            Some(skin) => {
                let bone = |j: u16| skin.joints.get(usize::from(j)).map_or(0, |node| self.bones[*node] as u16);
                (drawn.primitive.joints[vertex].map(bone), drawn.primitive.weights[vertex])
            }
            _ => ([self.bones[drawn.node] as u16, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]),
        }
    }

    /// Vertices and normals as the specification has them, given where nodes are, and weights of morph targets; those
    /// at rest if there are none.
    pub fn skinned(&self, drawn: &Drawn, world: &[Affine3A], morphs: &[f32]) -> (Vec<Vec3>, Vec<Vec3>) {
        let from = &drawn.primitive;
        let morphs = if morphs.is_empty() { &drawn.weights } else { morphs };
        let matrices = self.matrices(drawn, world);
        let placed = |v: usize| {
            let matrix = matrices(v);
            let normal = normal_matrix(&matrix.matrix3) * from.normals[v];
            (matrix.transform_point3(from.morphed(v, morphs)), normal.normalize_or(Vec3::Y))
        };
        (0..from.positions.len()).map(placed).unzip()
    }

    /// By vertex: world_from_mesh.
    pub fn matrices<'a>(&self, drawn: &'a Drawn, world: &[Affine3A]) -> impl Fn(usize) -> Affine3A + use<'a> {
        let from = &drawn.primitive;
        let joints: Vec<_> = self.skin(drawn).map_or(Vec::new(), |s| self.skins[s].matrices(world).collect());
        let whole = world[drawn.node];
        move |v| {
            if joints.is_empty() {
                return whole;
            }
            let mut matrix = Affine3A { matrix3: Mat3A::ZERO, translation: glam::Vec3A::ZERO };
            for (joint, weight) in from.joints[v].iter().zip(from.weights[v]).filter(|(_, w)| *w > 0.0) {
                let of_joint: &Affine3A = &joints[usize::from(*joint)];
                matrix.matrix3 += of_joint.matrix3 * weight;
                matrix.translation += of_joint.translation * weight;
            }
            matrix
        }
    }

    pub fn bone_of(&self, node: usize) -> usize {
        self.bones[node]
    }

    pub fn node_of(&self, bone: usize) -> usize {
        self.nodes.order[bone]
    }

    /// Local poses of the bones, without sizes.
    pub fn poses(&self, stance: &Stance) -> Vec<Pose> {
        let pose = |node: &usize| local_pose(&self.nodes, stance, *node);
        self.nodes.order.iter().map(pose).collect()
    }
}

const TOO_FAR: &str = "numbers grow beyond what can be computed with; apply its scale, and export it again";

/// Whether lengths can be told.
fn sane(point: &Vec3) -> bool {
    point.length_squared().is_finite()
}

/// Turns normals right also where sizes differ by axis; the plain matrix where it cannot be inverted.
fn normal_matrix(matrix: &Mat3A) -> Mat3A {
    let sign = if matrix.determinant() < 0.0 { -1.0 } else { 1.0 };
    // Cofactors: the inverse, transposed, up to a factor.
    let (x, y, z) = (matrix.x_axis, matrix.y_axis, matrix.z_axis);
    Mat3A::from_cols(y.cross(z), z.cross(x), x.cross(y)) * sign
}

fn local_pose(nodes: &Nodes, stance: &Stance, node: usize) -> Pose {
    let here = stance.pose(node);
    nodes.list[node].parent.map_or(here, |p| stance.pose(p).inverse().then(&here))
}

fn skeleton(nodes: &Nodes, stance: &Stance, bones: &[usize]) -> Skeleton {
    let bone = |node: &usize| Bone {
        name: nodes.list[*node].name.clone(),
        parent: nodes.list[*node].parent.map(|p| bones[p]),
        parent_from_bone: local_pose(nodes, stance, *node),
    };
    Skeleton { bones: nodes.order.iter().map(bone).collect() }
}
