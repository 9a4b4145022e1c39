//! The woman's figure in a plain tunic and trousers, so that the hair has the stage.

use super::{IVORY, ROSE, SKIN, TEAL, head, toon};
use crate::model::feature::{belt, button, exit};
use crate::model::{Shape, Weights, mesh, mesh_with_count, sdf, skin};
use glam::{Quat, Vec3};
use lissom_rig::{Material, Mesh, Skeleton};

/// The left side's joints, and those on the axis.
struct Joints {
    hips: Vec3,
    neck: Vec3,
    arm: Vec3,
    elbow: Vec3,
    wrist: Vec3,
    leg: Vec3,
    knee: Vec3,
    ankle: Vec3,
}

impl Joints {
    fn of(skeleton: &Skeleton) -> Joints {
        let rest = skeleton.rest_world();
        let at =
            |name: &str| rest[skeleton.find(name).expect("a bone of the humanoid")].translation;
        Joints {
            hips: at("hips"),
            neck: at("neck"),
            arm: at("left_upper_arm"),
            elbow: at("left_lower_arm"),
            wrist: at("left_hand"),
            leg: at("left_upper_leg"),
            knee: at("left_lower_leg"),
            ankle: at("left_foot"),
        }
    }

    fn reach(&self) -> Vec3 {
        (self.wrist - self.elbow).normalize()
    }

    /// Head, neck and the skin inside the neckline.
    fn skull(&self, p: Vec3) -> f32 {
        let neck = sdf::round_cone(
            p,
            self.neck - Vec3::new(0.0, 0.09, 0.005),
            self.neck + Vec3::Y * 0.09,
            0.050,
            0.038,
        );
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
                (self.hips - up(0.11), 0.190),
                (self.hips + up(0.01), 0.138),
                (self.hips + up(0.16), 0.092),
                (self.neck - up(0.17), 0.106),
                (self.neck - up(0.080), 0.056),
            ],
            0.06,
        ) * 0.85;
        let slope = sdf::round_cone(
            m,
            self.neck - up(0.050),
            self.arm - Vec3::new(0.020, 0.040, 0.0),
            0.042,
            0.034,
        );
        let cuff = self.wrist - self.reach() * 0.015;
        let sleeve = sdf::limb(
            m,
            &[(self.arm - up(0.034), 0.040), (self.elbow, 0.036), (cuff, 0.040)],
            0.02,
        );
        let collar = sdf::capsule(p, self.neck - up(0.08), self.neck - up(0.040), 0.048);
        let d = sdf::smooth_union(sdf::smooth_union(torso, slope, 0.05), sleeve, 0.05);
        let d = sdf::smooth_union(d, collar, 0.06);
        let hem = sdf::half_space(p, self.hips - up(0.16), -Vec3::Y);
        sdf::smooth_intersect(d, hem, 0.01)
    }

    fn trousers(&self, p: Vec3) -> f32 {
        let m = sdf::mirror_x(p);
        let ends = [(self.leg - Vec3::Y * 0.05, 0.076), (self.knee, 0.060), (self.ankle, 0.058)];
        let hem = sdf::half_space(p, Vec3::Y * 0.085, -Vec3::Y);
        sdf::smooth_intersect(sdf::limb(m, &ends, 0.02), hem, 0.012)
    }

    fn shoe(&self, p: Vec3) -> f32 {
        let heel = Vec3::new(self.ankle.x, 0.045, -0.015);
        let toe = Vec3::new(self.ankle.x + 0.006, 0.034, 0.125);
        let foot = sdf::round_cone(p, heel, toe, 0.044, 0.040);
        let shaft = sdf::capsule(p, heel, self.ankle + Vec3::Y * 0.03, 0.042);
        let d = sdf::smooth_union(foot, shaft, 0.02);
        sdf::smooth_intersect(d, 0.001 - p.y, 0.012)
    }

    fn hand(&self, p: Vec3) -> f32 {
        let reach = self.reach();
        let palm = reach.cross(Vec3::Z).normalize();
        let at = |along: f32, down: f32, front: f32| {
            self.wrist + reach * along - palm * down + Vec3::Z * front
        };
        let turn = Quat::from_rotation_arc(Vec3::X, reach);
        let wrist = sdf::capsule(p, at(-0.05, 0.0, 0.0), at(0.02, 0.0, 0.0), 0.025);
        let back =
            sdf::ellipsoid_turned(p, at(0.05, 0.0, 0.0), Vec3::new(0.046, 0.025, 0.036), turn);
        let fingers = sdf::round_cone(p, at(0.07, 0.002, 0.0), at(0.125, 0.018, 0.0), 0.024, 0.015);
        let thumb = sdf::round_cone(p, at(0.03, 0.0, 0.024), at(0.078, 0.006, 0.048), 0.016, 0.012);
        let d = sdf::smooth_union(wrist, back, 0.02);
        sdf::smooth_union(sdf::smooth_union(d, fingers, 0.02), thumb, 0.012)
    }
}

/// Smooth weights over bones of the middle and both sides.
fn over(shape: &Shape, skeleton: &Skeleton, middle: &[&str], sides: &[&str]) -> Weights {
    let mut names: Vec<String> = middle.iter().map(|n| n.to_string()).collect();
    for side in ["left", "right"] {
        names.extend(sides.iter().map(|n| format!("{side}_{n}")));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    skin::smooth(shape, skeleton, &names, 0.018)
}

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let j = Joints::of(skeleton);
    let bone = |name: &str| skeleton.find(name).expect("a bone of the humanoid");
    let h = head();
    let up = |y: f32| Vec3::Y * y;
    let tunic_form = |p: Vec3| j.tunic(p);
    let low = Vec3::new(-0.19, j.neck.y - 0.16, -0.20);
    let mut skull = mesh_with_count(&|p| j.skull(p), low, h.at(0.6, 1.1, 0.6), 1300);
    h.soften(&mut skull);
    let low = Vec3::new(-0.60, j.hips.y - 0.20, -0.20);
    let high = Vec3::new(0.60, j.neck.y + 0.06, 0.20);
    let tunic = mesh_with_count(&tunic_form, low, high, 1350);
    let (low, high) = (Vec3::new(0.0, 0.0, -0.12), Vec3::new(0.20, j.leg.y + 0.12, 0.20));
    let trousers = mesh_with_count(&|p| j.trousers(p), Vec3::new(-0.2, 0.0, -0.12), high, 640);
    let shoes = mesh_with_count(&|p| j.shoe(p), low, high, 300).both_sides();
    let hem = Vec3::new(j.ankle.x, 0.101, 0.006);
    let hems = belt(&|p| j.trousers(p), hem, Vec3::Y, 0.026, 0.005, 14).both_sides();
    let trousers = Shape::join([&trousers, &hems]);
    let reach = Vec3::splat(0.16);
    let hands = mesh_with_count(&|p| j.hand(p), j.wrist - reach, j.wrist + reach, 280).both_sides();
    let waist = j.hips + up(0.155);
    let mut sash = belt(&tunic_form, waist, Vec3::Y, 0.045, 0.008, 28);
    let front = waist + Vec3::Z * (exit(&tunic_form, waist, Vec3::Z) + 0.006);
    sash.append(&button(front, Vec3::Z, 0.026, 0.010, 14));
    let cuff = j.wrist - j.reach() * 0.012;
    let mut trim = belt(&tunic_form, cuff, -j.reach(), 0.024, 0.005, 12).both_sides();
    trim.append(&belt(&|p| j.skull(p), j.neck - up(0.010), Vec3::Y, 0.024, 0.011, 20));
    trim.append(&belt(&tunic_form, j.hips - up(0.150), Vec3::Y, 0.018, 0.005, 32));

    let skull_weights = skin::between(&skull, bone("neck"), bone("head"), &|p| {
        (p.y - j.neck.y) / (h.chin.y + 0.02 - j.neck.y)
    });
    let arm = ["shoulder", "upper_arm", "lower_arm", "hand"];
    let leg = ["upper_leg", "lower_leg", "foot", "toes"];
    let middle = ["hips", "spine", "chest", "neck"];
    let list: [(&str, Material, Shape, Weights); 7] = {
        let tunic_w = over(&tunic, skeleton, &middle, &arm);
        let trim_w = over(&trim, skeleton, &middle, &arm);
        let sash_w = over(&sash, skeleton, &middle, &[]);
        let hands_w = over(&hands, skeleton, &[], &["hand"]);
        let trousers_w = over(&trousers, skeleton, &[], &leg);
        let shoes_w = over(&shoes, skeleton, &[], &leg[1..]);
        [
            ("head", toon(SKIN), skull, skull_weights),
            ("hands", toon(SKIN), hands, hands_w),
            ("tunic", toon(TEAL), tunic, tunic_w),
            ("tunic-trim", toon(IVORY), trim, trim_w),
            ("sash", toon(ROSE), sash, sash_w),
            ("trousers", toon(IVORY), trousers, trousers_w),
            ("shoes", toon(ROSE), shoes, shoes_w),
        ]
    };
    list.into_iter().map(|(name, m, shape, w)| mesh(name, "body", m, shape, w)).collect()
}
