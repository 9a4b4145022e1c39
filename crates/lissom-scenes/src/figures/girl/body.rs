//! Head, hands and fitted clothes, each a closed form of its own.

use super::{CREAM, GOLD, LEATHER, NAVY, SKIN, head, toon};
use crate::model::feature::{belt, button, exit};
use crate::model::sdf::{self, Sdf};
use crate::model::{Shape, Weights, mesh, mesh_with_count, skin};
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

    /// Along the lower arm.
    fn reach(&self) -> Vec3 {
        (self.wrist - self.elbow).normalize()
    }

    /// Head and neck.
    fn skull(&self, p: Vec3) -> f32 {
        let neck = sdf::capsule(p, self.neck - Vec3::Y * 0.06, self.neck + Vec3::Y * 0.10, 0.036);
        sdf::smooth_union(head().distance(p), neck, 0.03)
    }

    /// The fitted top with its sleeves.
    fn top(&self, p: Vec3) -> f32 {
        let m = sdf::mirror_x(p);
        let flat = Vec3::new(1.0, 1.0, 0.84);
        let waist = self.hips + Vec3::Y * 0.10;
        let chest = Vec3::Y * (self.arm.y - 0.075);
        let torso = sdf::limb(
            p / flat,
            &[
                (self.hips, 0.086),
                (waist, 0.068),
                (chest, 0.077),
                (self.neck - Vec3::Y * 0.07, 0.050),
            ],
            0.05,
        ) * 0.9;
        let collar = self.collar(p);
        let cuff = self.wrist - self.reach() * 0.012;
        let sleeve = sdf::limb(
            m,
            &[(self.arm - Vec3::Y * 0.010, 0.036), (self.elbow, 0.033), (cuff, 0.037)],
            0.02,
        );
        let slope = sdf::round_cone(
            m,
            self.neck - Vec3::Y * 0.048,
            self.arm - Vec3::new(0.010, 0.010, 0.0),
            0.040,
            0.033,
        );
        let d = sdf::smooth_union(sdf::smooth_union(torso, slope, 0.04), sleeve, 0.04);
        sdf::smooth_union(d, collar, 0.03)
    }

    fn collar(&self, p: Vec3) -> f32 {
        sdf::capsule(p, self.neck - Vec3::Y * 0.06, self.neck - Vec3::Y * 0.006, 0.042)
    }

    /// Leggings, hips included; the waist hides under the top.
    fn leggings(&self, p: Vec3) -> f32 {
        let m = sdf::mirror_x(p);
        let leg = sdf::limb(
            m,
            &[
                (self.leg - Vec3::Y * 0.01, 0.068),
                (self.knee, 0.048),
                (self.ankle + Vec3::Y * 0.09, 0.042),
            ],
            0.02,
        );
        let hips = sdf::ellipsoid(p, self.hips + Vec3::Y * 0.005, Vec3::new(0.112, 0.085, 0.090));
        sdf::smooth_union(leg, hips, 0.04)
    }

    fn boot(&self, p: Vec3) -> f32 {
        let shaft = sdf::limb(
            p,
            &[(self.ankle + Vec3::Y * 0.145, 0.057), (self.ankle + Vec3::Y * 0.02, 0.045)],
            0.0,
        );
        let top = sdf::half_space(p, self.ankle + Vec3::Y * 0.165, Vec3::Y);
        let shaft = sdf::smooth_intersect(shaft, top, 0.012);
        let heel = Vec3::new(self.ankle.x, 0.045, -0.012);
        let toe = Vec3::new(self.ankle.x + 0.004, 0.036, 0.090);
        let foot = sdf::round_cone(p, heel, toe, 0.047, 0.043);
        let d = sdf::smooth_union(shaft, foot, 0.035);
        sdf::smooth_intersect(d, -p.y + 0.001, 0.012)
    }

    /// A mitten of a hand with a thumb, relaxed.
    fn hand(&self, p: Vec3) -> f32 {
        let reach = self.reach();
        let at = |along: f32, down: f32, front: f32| {
            let palm = reach.cross(Vec3::Z).normalize();
            self.wrist + reach * along - palm * down + Vec3::Z * front
        };
        let wrist = sdf::capsule(p, at(-0.04, 0.0, 0.0), at(0.015, 0.0, 0.0), 0.022);
        let turn = Quat::from_rotation_arc(Vec3::X, reach);
        let palm =
            sdf::ellipsoid_turned(p, at(0.035, 0.0, 0.0), Vec3::new(0.036, 0.024, 0.031), turn);
        let fingers =
            sdf::round_cone(p, at(0.05, 0.002, -0.002), at(0.082, 0.012, -0.002), 0.021, 0.014);
        let thumb = sdf::round_cone(p, at(0.02, 0.0, 0.02), at(0.052, 0.004, 0.040), 0.015, 0.012);
        let d = sdf::smooth_union(wrist, palm, 0.02);
        let d = sdf::smooth_union(d, fingers, 0.02);
        sdf::smooth_union(d, thumb, 0.010)
    }
}

const ARM: [&str; 4] = ["shoulder", "upper_arm", "lower_arm", "hand"];
const LEG: [&str; 4] = ["upper_leg", "lower_leg", "foot", "toes"];

/// Smooth weights over bones of the middle and both sides.
fn over(shape: &Shape, skeleton: &Skeleton, middle: &[&str], sides: &[&str], soft: f32) -> Weights {
    let mut names: Vec<String> = middle.iter().map(|n| n.to_string()).collect();
    for side in ["left", "right"] {
        names.extend(sides.iter().map(|n| format!("{side}_{n}")));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    skin::smooth(shape, skeleton, &names, soft)
}

fn formed(f: Sdf, low: [f32; 3], high: [f32; 3], triangles: usize) -> Shape {
    mesh_with_count(f, low.into(), high.into(), triangles)
}

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let j = Joints::of(skeleton);
    let bone = |name: &str| skeleton.find(name).expect("a bone of the humanoid");
    let part = |name: &str, material: Material, shape: Shape, weights: Weights| {
        mesh(name, "body", material, shape, weights)
    };
    let skull_form = |p: Vec3| j.skull(p);
    let top_form = |p: Vec3| j.top(p);
    let boot_form = |p: Vec3| j.boot(p);
    let h = head();
    let mut skull = formed(&skull_form, [-0.18, j.neck.y - 0.11, -0.19], [0.18, 1.36, 0.19], 1080);
    h.soften(&mut skull);
    let skull_weights = skin::between(&skull, bone("neck"), bone("head"), &|p| {
        (p.y - j.neck.y) / (h.chin.y + 0.02 - j.neck.y)
    });
    let top = formed(&top_form, [-0.42, 0.45, -0.12], [0.42, 1.02, 0.12], 1000);
    let leggings = formed(&|p| j.leggings(p), [-0.17, 0.08, -0.12], [0.17, 0.70, 0.12], 560);
    let boots = formed(&boot_form, [0.0, 0.0, -0.08], [0.16, 0.25, 0.16], 300).both_sides();
    let low = j.wrist - Vec3::splat(0.11);
    let high = j.wrist + Vec3::splat(0.11);
    let hands = mesh_with_count(&|p| j.hand(p), low, high, 200).both_sides();
    let shaft = j.ankle + Vec3::Y * 0.150;
    let boot_trim = belt(&boot_form, shaft, Vec3::Y, 0.022, 0.005, 12).both_sides();
    let cuff_place = j.wrist - j.reach() * 0.004;
    let cuffs = belt(&top_form, cuff_place, -j.reach(), 0.018, 0.005, 10).both_sides();
    let collar = belt(&|p| j.collar(p), j.neck + Vec3::Y * 0.004, Vec3::Y, 0.016, 0.005, 16);
    let waist = Vec3::Y * (j.hips.y + 0.100);
    let sash = belt(&top_form, waist, Vec3::Y, 0.032, 0.018, 20);
    let buckle_place = waist + Vec3::Z * (exit(&top_form, waist, Vec3::Z) + 0.014);
    let buckle = button(buckle_place, Vec3::Z, 0.020, 0.008, 12);
    let arms = ["spine", "chest", "neck"];
    let weights = |s: &Shape| over(s, skeleton, &arms, &ARM, 0.014);
    let legs = |s: &Shape| over(s, skeleton, &[], &LEG, 0.014);
    let buttons: Vec<Shape> = [0.075, 0.125]
        .iter()
        .map(|down| {
            let out = Vec3::new(0.0, j.neck.y - down, 0.0);
            let p = sdf::cast(&top_form, out + Vec3::Z * 0.3, -Vec3::Z, 0.4).unwrap_or(out);
            button(p, sdf::normal(&top_form, p), 0.011, 0.006, 8)
        })
        .collect();
    let mut buttons = Shape::join(&buttons);
    buttons.append(&buckle);
    let (top_w, hand_w, cuff_w) = (
        over(&top, skeleton, &["hips", "spine", "chest", "neck"], &ARM, 0.014),
        over(&hands, skeleton, &[], &["hand"], 0.01),
        over(&cuffs, skeleton, &[], &["lower_arm", "hand"], 0.014),
    );
    let leggings_w = over(&leggings, skeleton, &["hips", "spine"], &LEG, 0.016);
    let (boots_w, trim_w, collar_w) = (legs(&boots), legs(&boot_trim), weights(&collar));
    let buttons_w = over(&buttons, skeleton, &["hips", "spine", "chest"], &[], 0.01);
    let sash_w = over(&sash, skeleton, &["hips", "spine", "chest"], &[], 0.02);
    vec![
        part("head", toon(SKIN), skull, skull_weights),
        part("hands", toon(SKIN), hands, hand_w),
        part("top", toon(CREAM), top, top_w),
        part("leggings", toon(NAVY), leggings, leggings_w),
        part("boots", toon(LEATHER), boots, boots_w),
        part("boot-trim", toon(GOLD), boot_trim, trim_w),
        part("cuffs", toon(GOLD), cuffs, cuff_w),
        part("collar", toon(GOLD), collar, collar_w),
        part("belt", toon(LEATHER), sash, sash_w),
        part("buttons", toon(GOLD), buttons, buttons_w),
    ]
}
