//! A breathing belly: a cushion of tetrahedra on the front of a figure with bones, held where it joins the trunk.

use super::boneless::{dabs, stroke};
use crate::humanoid::Joints;
use crate::model::dome::Dome;
use crate::model::subdivide::Skin;
use crate::model::web::{TetBuilder, spoke};
use crate::model::{Shape, mesh, skin};
use glam::{Vec2, Vec3};
use lissom_rig::rig::Area;
use lissom_rig::{Character, Fields, Material, Mesh, Skeleton, TetMesh, Tets};

/// Name of the tetrahedra and of the part.
pub const NAME: &str = "belly";
/// Shares of the rings: 1, 8 and three times 16 places.
const RINGS: [f32; 5] = [0.0, 0.28, 0.55, 0.80, 1.0];
/// Depths of the layers: the first lies in the trunk, the last outside.
const LAYERS: [f32; 3] = [-0.35, 0.33, 1.0];

/// Half an ellipsoid in front of the trunk.
#[derive(Clone, Copy, Debug)]
pub struct Belly {
    pub middle: Vec3,
    /// Half width, half height, and how far it stands out.
    pub radii: Vec3,
}

impl Belly {
    /// Between the hips and the chest of a figure; `trunk` is the trunk's radius there.
    pub fn on(skeleton: &Skeleton, trunk: f32) -> Belly {
        let j = Joints::of(skeleton);
        let tall = j.chest.y - j.hips.y;
        let middle = j.hips.lerp(j.chest, 0.74) + Vec3::Z * (0.55 * trunk);
        Belly { middle, radii: Vec3::new(1.12 * trunk, 0.44 * tall, 0.95 * trunk) }
    }

    fn at(&self, share: f32, round: Vec2, depth: f32) -> Vec3 {
        let out = (1.0 - share * share).max(0.0).sqrt();
        let flat = Vec2::new(round.x, round.y) * share;
        self.middle + Vec3::new(flat.x, flat.y, out * depth) * self.radii
    }

    /// 139 vertices: rings of three layers that meet at the rim.
    pub fn mesh(&self) -> TetMesh {
        let dome = Dome::new(8, 16, 3);
        let mut body = TetBuilder::default();
        let rim = RINGS.len() - 1;
        let edge: Vec<u32> = body.vertices((0..16).map(|k| self.at(1.0, spoke(k, 16), 0.0)));
        let mut layers = Vec::new();
        for depth in LAYERS {
            let place = |(ring, k): (usize, usize)| {
                let n = dome.rings[ring];
                let round = if n > 1 { spoke(k, n) } else { Vec2::X };
                if ring == rim { edge[k] } else { body.vertex(self.at(RINGS[ring], round, depth)) }
            };
            layers.push(dome.places().map(place).collect::<Vec<u32>>());
        }
        body.sweep(&dome.web, &layers);
        body.finish()
    }

    /// The tetrahedra with the bones they follow where they are held: hips below, spine, chest above.
    pub fn tets(&self, skeleton: &Skeleton) -> Tets {
        let mesh = self.mesh();
        let points = Shape { positions: mesh.positions.clone(), ..Shape::default() };
        let weights = self.weights(&points, skeleton);
        Tets { name: NAME.to_owned(), mesh, bones: weights.bones, weights: weights.weights }
    }

    fn weights(&self, shape: &Shape, skeleton: &Skeleton) -> skin::Weights {
        skin::smooth(shape, skeleton, &["hips", "spine", "chest"], 0.35 * self.radii.y)
    }

    /// What is drawn of it.
    pub fn look(&self, skeleton: &Skeleton, material: Material) -> Mesh {
        let tets = self.mesh();
        let smooth = Skin::new(&tets.positions, tets.surface(), &|_| 0).rounded().rounded();
        let shape = smooth.group(0);
        let weights = self.weights(&shape, skeleton);
        mesh(NAME, NAME, material, shape, weights)
    }

    /// Where it is held: the rim and what lies behind it, in a ball so large that its side is nearly flat.
    pub fn held(&self) -> Vec<Area> {
        let radius = 40.0 * self.radii.max_element();
        let center = self.middle + Vec3::Z * (0.08 * self.radii.z - radius);
        vec![Area::Ball { center: center.to_array(), radius }]
    }

    /// Gives it to a figure.
    pub fn add_to(&self, character: &mut Character, material: Material) {
        character.meshes.push(self.look(&character.skeleton, material));
        character.tets.push(self.tets(&character.skeleton));
    }

    /// Breathing in stretches the second direction: layers go from the front to the back. The first direction is up.
    pub fn fields(&self) -> Fields {
        let on = |depth: f32| {
            let places = [(0.0, 1), (0.4, 8), (0.75, 8)];
            places.into_iter().flat_map(move |(s, n)| (0..n).map(move |k| self.at(s, spoke(k, 8), depth)))
        };
        let line = |x: f32| {
            let at = |i: i32| self.middle + Vec3::new(x, 0.2 * i as f32, 0.3) * self.radii;
            stroke((-4..=4).map(at))
        };
        Fields {
            layer: [dabs(0.0, on(1.0)), dabs(1.0, on(-0.35))].concat(),
            direction: [-0.5, 0.0, 0.5].map(line).to_vec(),
            strength: [dabs(1.0, on(1.0)), dabs(0.0, on(-0.35))].concat(),
            ..Fields::default()
        }
    }
}
