//! Bodies built of lumps that belong to bones: one list gives both the form and the weights.

use crate::model::{Shape, Weights, sdf, skin};
use glam::Vec3;
use lissom_rig::Skeleton;

enum Form {
    Cone(Vec3, Vec3, f32, f32),
    Ellipsoid(Vec3, Vec3),
}

struct Lump {
    bone: usize,
    form: Form,
    /// How softly it joins the lumps before it.
    fillet: f32,
}

impl Lump {
    fn distance(&self, p: Vec3) -> f32 {
        match self.form {
            Form::Cone(a, b, ra, rb) => sdf::round_cone(p, a, b, ra, rb),
            Form::Ellipsoid(centre, radii) => sdf::ellipsoid(p, centre, radii),
        }
    }
}

/// Lumps smoothly joined in order.
pub struct Flesh<'a> {
    skeleton: &'a Skeleton,
    lumps: Vec<Lump>,
}

impl<'a> Flesh<'a> {
    pub fn new(skeleton: &'a Skeleton) -> Flesh<'a> {
        Flesh { skeleton, lumps: Vec::new() }
    }

    fn add(&mut self, bone: &str, form: Form, fillet: f32) {
        let bone = self.skeleton.find(bone).unwrap_or_else(|| panic!("no bone {bone}"));
        self.lumps.push(Lump { bone, form, fillet });
    }

    /// On the axis, or on one side.
    pub fn ellipsoid(&mut self, bone: &str, centre: Vec3, radii: Vec3, fillet: f32) -> &mut Self {
        self.add(bone, Form::Ellipsoid(centre, radii), fillet);
        self
    }

    /// From `a` to `b`, with a radius at each.
    pub fn cone(&mut self, bone: &str, a: (Vec3, f32), b: (Vec3, f32), fillet: f32) -> &mut Self {
        self.add(bone, Form::Cone(a.0, b.0, a.1, b.1), fillet);
        self
    }

    /// A cone on the left side and its mirror image; `bone` without its prefix.
    pub fn cones(&mut self, bone: &str, a: (Vec3, f32), b: (Vec3, f32), fillet: f32) -> &mut Self {
        let flip = Vec3::new(-1.0, 1.0, 1.0);
        self.cone(&format!("left_{bone}"), a, b, fillet);
        self.cone(&format!("right_{bone}"), (a.0 * flip, a.1), (b.0 * flip, b.1), fillet)
    }

    /// An ellipsoid on the left side and its mirror image; `bone` without its prefix.
    pub fn ellipsoids(&mut self, bone: &str, at: Vec3, radii: Vec3, fillet: f32) -> &mut Self {
        self.ellipsoid(&format!("left_{bone}"), at, radii, fillet);
        self.ellipsoid(&format!("right_{bone}"), at * Vec3::new(-1.0, 1.0, 1.0), radii, fillet)
    }

    pub fn distance(&self, p: Vec3) -> f32 {
        let mut near = f32::INFINITY;
        for lump in &self.lumps {
            let d = lump.distance(p);
            near = if near.is_finite() { sdf::smooth_union(near, d, lump.fillet) } else { d };
        }
        near
    }

    /// Each vertex follows the lumps it lies in or near; `softness` in metres.
    pub fn weights(&self, shape: &Shape, softness: f32) -> Weights {
        skin::by_rule(shape, &|p| {
            let near: Vec<(usize, f32)> = self.lumps.iter().map(|l| (l.bone, l.distance(p))).collect();
            let least = near.iter().map(|n| n.1).fold(f32::INFINITY, f32::min);
            let mut out: Vec<(usize, f32)> = Vec::new();
            for (bone, d) in near {
                let amount = (-(d - least) / softness).exp();
                match out.iter_mut().find(|o| o.0 == bone) {
                    Some(o) => o.1 = o.1.max(amount),
                    None => out.push((bone, amount)),
                }
            }
            out.retain(|o| o.1 > 0.01);
            out
        })
    }
}
