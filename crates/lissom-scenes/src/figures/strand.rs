//! Strands of hair that follow chains of bones.

use super::girl::{HAIR, NAVY, hair, toon};
use crate::model::clump::{Clump, resample};
use crate::model::head::Head;
use crate::model::{Shape, mesh, sdf, skin};
use glam::Vec3;
use lissom_rig::{Material, Mesh, Skeleton};

/// A chain of bones along a curve, and the clumps that follow it.
#[derive(Clone, Debug)]
pub struct Strand {
    /// Of the mesh and its part; the bones are `name.0`, `name.1`…
    pub name: &'static str,
    /// Where the joints are.
    pub places: Vec<Vec3>,
    /// The clumps' curve, from the root to the tip.
    pub path: Vec<Vec3>,
}

/// A clump beside a strand's curve: aside of it, off it, its tip raised; in metres.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    pub aside: f32,
    pub off: f32,
    pub raised: f32,
}

impl Strand {
    /// Joints evenly along the curve, from end to end.
    pub fn even(name: &'static str, joints: usize, path: Vec<Vec3>) -> Strand {
        Strand { name, places: resample(&path, joints - 1), path }
    }

    /// Adds the chain to the skeleton, each bone the child of the one before, the first of `parent`.
    pub fn add_bones(&self, skeleton: &mut Skeleton, parent: &str) {
        let mut parent = skeleton.find(parent);
        for (k, place) in self.places.iter().enumerate() {
            parent = Some(skeleton.add(&format!("{}.{k}", self.name), parent, *place));
        }
    }

    /// Clumps along the curve, their flat sides `outward`, each beside it in its own way.
    pub fn clumps(&self, clumps: &[(Clump, Beside)], outward: &dyn Fn(Vec3) -> Vec3) -> Shape {
        let mut shape = Shape::default();
        for (clump, beside) in clumps {
            let steps = 2 * self.places.len();
            let line = resample(&self.path, steps);
            let path: Vec<Vec3> = (0..=steps)
                .map(|i| {
                    let t = i as f32 / steps as f32;
                    let along = (line[(i + 1).min(steps)] - line[i.saturating_sub(1)]).normalize();
                    let out = outward(line[i]);
                    let side = out.cross(along).normalize();
                    let spread = (3.0 * t).min(1.0);
                    line[i] + side * (beside.aside * spread) + out * beside.off - along * (beside.raised * t * t)
                })
                .collect();
            shape.append(&clump.sweep(&path, outward));
        }
        shape
    }

    /// A mesh that follows the chain smoothly: each vertex the three bones nearest to it.
    pub fn mesh(&self, skeleton: &Skeleton, material: Material, shape: Shape) -> Mesh {
        let places = &self.places;
        let first = skeleton.find(&format!("{}.0", self.name)).expect("the strand's bones");
        let last = places.len() - 1;
        let weights = skin::by_rule(&shape, &|p| {
            let gap = |k: &usize| sdf::segment(p, places[*k], places[k + 1]);
            let near = (0..last).min_by(|a, b| gap(a).total_cmp(&gap(b))).expect("two joints");
            let along = places[near + 1] - places[near];
            let t = (p - places[near]).dot(along) / along.length_squared();
            // What reaches beyond the last joint follows its bone.
            let at = near as f32 + t.clamp(0.0, if near + 1 == last { 2.0 } else { 1.0 });
            let bone = (at as usize).min(last);
            let t = (at - bone as f32).min(1.0);
            let (before, after) = (0.5 * (1.0 - t) * (1.0 - t), 0.5 * t * t);
            let next = (bone + 1).min(last);
            let list = [(bone.saturating_sub(1), before), (bone, 1.0 - before - after), (next, after)];
            list.into_iter().map(|(k, w)| (first + k, w)).collect()
        });
        mesh(self.name, self.name, material, shape, weights)
    }
}

/// Which way the flat sides of free strands face: away from the middle of the head, hardly up or down.
pub fn outward(head: &Head) -> impl Fn(Vec3) -> Vec3 {
    let centre = head.centre();
    move |p| (p - centre).with_y(0.3 * (p.y - centre.y)).normalize()
}

/// A head of hair: the cap, clumps that follow the head, a bow, and strands that hang free with their shapes.
pub fn head_of_hair(
    skeleton: &Skeleton,
    head: &Head,
    still: Shape,
    bow: Shape,
    free: impl IntoIterator<Item = (Strand, Shape)>,
) -> Vec<Mesh> {
    let bone = skeleton.find("head").expect("a head");
    let cap = hair::cap(head);
    let parts = [("hair-cap", "hair", hair::DEEP, cap), ("hair", "hair", HAIR, still), ("bow", "bow", NAVY, bow)];
    let follow = parts.map(|(name, part, colours, shape)| {
        let weights = skin::rigid(&shape, bone);
        mesh(name, part, toon(colours), shape, weights)
    });
    let strands = free.into_iter().map(|(strand, shape)| strand.mesh(skeleton, toon(HAIR), shape));
    follow.into_iter().chain(strands).collect()
}
