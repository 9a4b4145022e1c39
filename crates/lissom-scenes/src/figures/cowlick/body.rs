//! A small body in a flared dress, socks and round shoes.

use super::head;
use crate::figures::girl::{CAPE, CREAM, GOLD, LEATHER, SKIN, toon};
use crate::humanoid::Joints;
use crate::model::feature::{belt, button, exit};
use crate::model::{mesh, mesh_with_count, sdf, skin};
use glam::Vec3;
use lissom_rig::{Mesh, Skeleton};

/// The forms, placed by the joints.
struct Forms(Joints);

impl Forms {
    /// Head and neck.
    fn skull(&self, p: Vec3) -> f32 {
        let neck = sdf::capsule(p, self.0.neck - Vec3::Y * 0.05, self.0.neck + Vec3::Y * 0.08, 0.034);
        sdf::smooth_union(head().distance(p), neck, 0.03)
    }

    /// A dress with sleeves, wide at the hem.
    fn dress(&self, p: Vec3) -> f32 {
        let m = sdf::mirror_x(p);
        let j = &self.0;
        let flat = Vec3::new(1.0, 1.0, 0.9);
        let torso = sdf::limb(
            p / flat,
            &[(j.hips - Vec3::Y * 0.07, 0.150), (j.spine, 0.072), (j.arm - Vec3::new(j.arm.x, 0.035, 0.0), 0.070)],
            0.05,
        ) * 0.9;
        let cuff = j.wrist - j.reach() * 0.010;
        let sleeve = sdf::limb(m, &[(j.arm - Vec3::Y * 0.01, 0.032), (j.elbow, 0.032), (cuff, 0.038)], 0.02);
        let slope = sdf::round_cone(m, j.neck - Vec3::Y * 0.045, j.arm - Vec3::Y * 0.012, 0.038, 0.032);
        let d = sdf::smooth_union(sdf::smooth_union(torso, slope, 0.03), sleeve, 0.03);
        let hem = sdf::half_space(p, Vec3::Y * 0.185, -Vec3::Y);
        sdf::smooth_intersect(d, hem, 0.012)
    }

    fn leg(&self, p: Vec3) -> f32 {
        let m = sdf::mirror_x(p);
        let j = &self.0;
        sdf::limb(m, &[(j.leg, 0.042), (j.knee, 0.036), (j.ankle, 0.032)], 0.02)
    }

    fn shoe(&self, p: Vec3) -> f32 {
        let heel = Vec3::new(self.0.ankle.x, 0.034, -0.010);
        let toe = Vec3::new(self.0.ankle.x + 0.004, 0.034, 0.055);
        let d = sdf::round_cone(p, heel, toe, 0.037, 0.040);
        sdf::smooth_intersect(d, 0.001 - p.y, 0.010)
    }
}

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let j = Joints::of(skeleton);
    let forms = Forms(j);
    let h = head();
    let bone = |name: &str| skeleton.find(name).expect("a bone of the humanoid");
    let dress_form = |p: Vec3| forms.dress(p);
    let low = Vec3::new(-0.26, j.neck.y - 0.09, -0.26);
    let mut skull = mesh_with_count(&|p| forms.skull(p), low, h.at(0.6, 1.1, 0.6), 1100);
    h.soften(&mut skull);
    let dress = mesh_with_count(&dress_form, Vec3::new(-0.33, 0.15, -0.20), Vec3::new(0.33, 0.60, 0.20), 1500);
    let legs = mesh_with_count(&|p| forms.leg(p), Vec3::new(-0.12, 0.0, -0.10), Vec3::new(0.12, 0.32, 0.10), 420);
    let shoes = mesh_with_count(&|p| forms.shoe(p), Vec3::new(0.0, 0.0, -0.07), Vec3::new(0.12, 0.10, 0.12), 240);
    let room = Vec3::splat(0.11);
    let hands = mesh_with_count(&|p| j.hand(p, 0.075), j.wrist - room, j.wrist + room, 215).both_sides();
    let mut trim = belt(&dress_form, Vec3::Y * 0.200, Vec3::Y, 0.018, 0.004, 32);
    trim.append(&belt(&dress_form, j.wrist - j.reach() * 0.002, -j.reach(), 0.016, 0.004, 14).both_sides());
    trim.append(&belt(&|p| forms.skull(p), j.neck - Vec3::Y * 0.012, Vec3::Y, 0.022, 0.012, 18));
    let mut gold = belt(&dress_form, j.spine + Vec3::Y * 0.01, Vec3::Y, 0.020, 0.006, 24);
    for down in [0.055, 0.095] {
        let inside = Vec3::Y * (j.neck.y - down);
        let p = inside + Vec3::Z * exit(&dress_form, inside, Vec3::Z);
        gold.append(&button(p, sdf::normal(&dress_form, p), 0.010, 0.006, 8));
    }
    let torso = ["hips", "spine", "chest", "neck"];
    let arm = ["upper_leg", "shoulder", "upper_arm", "lower_arm", "hand"];
    let leg = ["upper_leg", "lower_leg", "foot", "toes"];
    let none: &[&str] = &[];
    let up = |p: Vec3| (p.y - j.neck.y) / (h.chin.y + 0.02 - j.neck.y);
    let skull_weights = skin::between(&skull, bone("neck"), bone("head"), &up);
    let parts = [
        ("hands", SKIN, hands, none, &arm[4..]),
        ("dress", CAPE, dress, &torso[..], &arm[1..]),
        ("dress-trim", CREAM, trim, &torso[..], &arm[1..]),
        ("gold", GOLD, gold, &torso[..3], none),
        ("legs", CREAM, legs, &torso[..1], &leg[..]),
        ("shoes", LEATHER, shoes.both_sides(), none, &leg[2..]),
    ];
    let mut meshes = vec![mesh("head", "body", toon(SKIN), skull, skull_weights)];
    meshes.extend(parts.into_iter().map(|(name, colours, shape, middle, sides)| {
        let mut weights = skin::smooth_sides(&shape, skeleton, middle, sides, 0.014);
        if name.starts_with("dress") {
            // Hands that swing by do not pull at the hem.
            for k in (0..shape.positions.len()).filter(|k| shape.positions[*k].y < j.hips.y) {
                (weights.bones[k], weights.weights[k]) = ([bone("hips") as u16, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]);
            }
        }
        mesh(name, "body", toon(colours), shape, weights)
    }));
    meshes
}
