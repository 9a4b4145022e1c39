//! The woman's figure in a plain tunic and trousers, so that the hair has the stage.

use super::{IVORY, ROSE, SKIN, TEAL, head, toon};
use crate::humanoid::Joints;
use crate::model::feature::{belt, button, exit};
use crate::model::{Shape, mesh, mesh_with_count, sdf, skin};
use glam::Vec3;
use lissom_rig::{Mesh, Skeleton};

/// The forms, placed by the joints.
struct Forms(Joints);

impl Forms {
    /// Head, neck and the skin inside the neckline.
    fn skull(&self, p: Vec3) -> f32 {
        let neck =
            sdf::round_cone(p, self.0.neck - Vec3::new(0.0, 0.09, 0.005), self.0.neck + Vec3::Y * 0.09, 0.050, 0.038);
        sdf::smooth_union(head().distance(p), neck, 0.03)
    }

    /// A tunic with sleeves to the wrist and a skirt to the thigh.
    fn tunic(&self, p: Vec3) -> f32 {
        let m = sdf::mirror_x(p);
        let flat = Vec3::new(1.0, 1.0, 0.78);
        let up = |y: f32| Vec3::Y * y;
        let torso = sdf::limb(
            p / flat,
            &[
                (self.0.hips - up(0.11), 0.190),
                (self.0.hips + up(0.01), 0.138),
                (self.0.hips + up(0.16), 0.092),
                (self.0.neck - up(0.17), 0.106),
                (self.0.neck - up(0.080), 0.056),
            ],
            0.06,
        ) * 0.85;
        let slope =
            sdf::round_cone(m, self.0.neck - up(0.050), self.0.arm - Vec3::new(0.020, 0.040, 0.0), 0.042, 0.034);
        let cuff = self.0.wrist - self.0.reach() * 0.015;
        let sleeve = sdf::limb(m, &[(self.0.arm - up(0.034), 0.040), (self.0.elbow, 0.036), (cuff, 0.040)], 0.02);
        let collar = sdf::capsule(p, self.0.neck - up(0.08), self.0.neck - up(0.056), 0.046);
        let d = sdf::smooth_union(sdf::smooth_union(torso, slope, 0.05), sleeve, 0.05);
        let d = sdf::smooth_union(d, collar, 0.06);
        let hem = sdf::half_space(p, self.0.hips - up(0.16), -Vec3::Y);
        sdf::smooth_intersect(d, hem, 0.01)
    }

    fn trousers(&self, p: Vec3) -> f32 {
        let m = sdf::mirror_x(p);
        let ends = [(self.0.leg - Vec3::Y * 0.05, 0.076), (self.0.knee, 0.060), (self.0.ankle, 0.058)];
        let hem = sdf::half_space(p, Vec3::Y * 0.085, -Vec3::Y);
        sdf::smooth_intersect(sdf::limb(m, &ends, 0.02), hem, 0.012)
    }

    fn shoe(&self, p: Vec3) -> f32 {
        let heel = Vec3::new(self.0.ankle.x, 0.045, -0.015);
        let toe = Vec3::new(self.0.ankle.x + 0.006, 0.034, 0.125);
        let foot = sdf::round_cone(p, heel, toe, 0.044, 0.040);
        let shaft = sdf::capsule(p, heel, self.0.ankle + Vec3::Y * 0.03, 0.042);
        let d = sdf::smooth_union(foot, shaft, 0.02);
        sdf::smooth_intersect(d, 0.001 - p.y, 0.012)
    }
}

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let j = Joints::of(skeleton);
    let forms = Forms(j);
    let bone = |name: &str| skeleton.find(name).expect("a bone of the humanoid");
    let h = head();
    let up = |y: f32| Vec3::Y * y;
    let tunic_form = |p: Vec3| forms.tunic(p);
    let low = Vec3::new(-0.19, j.neck.y - 0.16, -0.20);
    let mut skull = mesh_with_count(&|p| forms.skull(p), low, h.at(0.6, 1.1, 0.6), 1300);
    h.soften(&mut skull);
    let low = Vec3::new(-0.60, j.hips.y - 0.20, -0.20);
    let high = Vec3::new(0.60, j.neck.y + 0.06, 0.20);
    let tunic = mesh_with_count(&tunic_form, low, high, 1350);
    let (low, high) = (Vec3::new(0.0, 0.0, -0.12), Vec3::new(0.20, j.leg.y + 0.12, 0.20));
    let trousers = mesh_with_count(&|p| forms.trousers(p), Vec3::new(-0.2, 0.0, -0.12), high, 640);
    let shoes = mesh_with_count(&|p| forms.shoe(p), low, high, 300).both_sides();
    let hem = Vec3::new(j.ankle.x, 0.101, 0.006);
    let hems = belt(&|p| forms.trousers(p), hem, Vec3::Y, 0.026, 0.005, 14).both_sides();
    let trousers = Shape::join([&trousers, &hems]);
    let reach = Vec3::splat(0.16);
    let hands = mesh_with_count(&|p| j.hand(p, 0.128), j.wrist - reach, j.wrist + reach, 280).both_sides();
    let waist = j.hips + up(0.155);
    let mut sash = belt(&tunic_form, waist, Vec3::Y, 0.045, 0.008, 28);
    let front = waist + Vec3::Z * (exit(&tunic_form, waist, Vec3::Z) + 0.006);
    sash.append(&button(front, Vec3::Z, 0.026, 0.010, 14));
    let cuff = j.wrist + j.reach() * 0.006;
    let mut trim = belt(&tunic_form, cuff, -j.reach(), 0.024, 0.005, 12).both_sides();
    trim.append(&belt(&|p| forms.skull(p), j.neck - up(0.006), Vec3::Y, 0.026, 0.013, 20));
    trim.append(&belt(&tunic_form, j.hips - up(0.150), Vec3::Y, 0.018, 0.005, 32));

    let skull_weights =
        skin::between(&skull, bone("neck"), bone("head"), &|p| (p.y - j.neck.y) / (h.chin.y + 0.02 - j.neck.y));
    let arm = ["upper_leg", "shoulder", "upper_arm", "lower_arm", "hand"];
    let leg = ["upper_leg", "lower_leg", "foot", "toes"];
    let torso = ["hips", "spine", "chest", "neck"];
    let none: &[&str] = &[];
    let parts = [
        ("hands", SKIN, hands, none, &arm[4..]),
        ("tunic", TEAL, tunic, &torso[..], &arm[..]),
        ("tunic-trim", IVORY, trim, &torso[..], &arm[..]),
        ("sash", ROSE, sash, &torso[..], none),
        ("trousers", IVORY, trousers, &torso[..1], &leg[..]),
        ("shoes", ROSE, shoes, none, &leg[1..]),
    ];
    let mut meshes = vec![mesh("head", "body", toon(SKIN), skull, skull_weights)];
    meshes.extend(parts.into_iter().map(|(name, colours, shape, middle, sides)| {
        let weights = skin::smooth_sides(&shape, skeleton, middle, sides, 0.018);
        mesh(name, "body", toon(colours), shape, weights)
    }));
    meshes
}
