//! Head, hands and fitted clothes, each a closed form of its own.

use super::{CREAM, GOLD, LEATHER, NAVY, SKIN, head, toon};
use crate::humanoid::Joints;
use crate::model::feature::{belt, button, exit};
use crate::model::sdf::{self, Sdf};
use crate::model::{Shape, mesh, mesh_with_count, skin};
use glam::Vec3;
use lissom_rig::{Mesh, Skeleton};

/// The forms, placed by the joints.
struct Forms(Joints);

impl Forms {
    /// Head and neck.
    fn skull(&self, p: Vec3) -> f32 {
        let neck = sdf::capsule(p, self.0.neck - Vec3::Y * 0.06, self.0.neck + Vec3::Y * 0.10, 0.036);
        sdf::smooth_union(head().distance(p), neck, 0.03)
    }

    /// The fitted top with its sleeves.
    fn top(&self, p: Vec3) -> f32 {
        let m = sdf::mirror_x(p);
        let flat = Vec3::new(1.0, 1.0, 0.84);
        let waist = self.0.hips + Vec3::Y * 0.10;
        let chest = Vec3::Y * (self.0.arm.y - 0.075);
        let torso = sdf::limb(
            p / flat,
            &[
                (self.0.hips + Vec3::Y * 0.035, 0.078),
                (waist, 0.068),
                (chest, 0.077),
                (self.0.neck - Vec3::Y * 0.07, 0.050),
            ],
            0.05,
        ) * 0.9;
        let collar = self.collar(p);
        let cuff = self.0.wrist - self.0.reach() * 0.012;
        let sleeve = sdf::limb(m, &[(self.0.arm - Vec3::Y * 0.010, 0.036), (self.0.elbow, 0.033), (cuff, 0.037)], 0.02);
        let slope =
            sdf::round_cone(m, self.0.neck - Vec3::Y * 0.048, self.0.arm - Vec3::new(0.010, 0.010, 0.0), 0.040, 0.033);
        let d = sdf::smooth_union(sdf::smooth_union(torso, slope, 0.04), sleeve, 0.04);
        sdf::smooth_union(d, collar, 0.03)
    }

    fn collar(&self, p: Vec3) -> f32 {
        sdf::capsule(p, self.0.neck - Vec3::Y * 0.06, self.0.neck - Vec3::Y * 0.006, 0.042)
    }

    /// Leggings, hips included; the waist hides under the top.
    fn leggings(&self, p: Vec3) -> f32 {
        let m = sdf::mirror_x(p);
        let leg = sdf::limb(
            m,
            &[(self.0.leg - Vec3::Y * 0.01, 0.068), (self.0.knee, 0.048), (self.0.ankle + Vec3::Y * 0.09, 0.042)],
            0.02,
        );
        let hips = sdf::ellipsoid(p, self.0.hips + Vec3::Y * 0.005, Vec3::new(0.112, 0.085, 0.090));
        sdf::smooth_union(leg, hips, 0.04)
    }

    fn boot(&self, p: Vec3) -> f32 {
        let shaft =
            sdf::limb(p, &[(self.0.ankle + Vec3::Y * 0.145, 0.057), (self.0.ankle + Vec3::Y * 0.02, 0.045)], 0.0);
        let top = sdf::half_space(p, self.0.ankle + Vec3::Y * 0.165, Vec3::Y);
        let shaft = sdf::smooth_intersect(shaft, top, 0.012);
        let heel = Vec3::new(self.0.ankle.x, 0.045, -0.012);
        let toe = Vec3::new(self.0.ankle.x + 0.004, 0.036, 0.090);
        let foot = sdf::round_cone(p, heel, toe, 0.047, 0.043);
        let d = sdf::smooth_union(shaft, foot, 0.035);
        sdf::smooth_intersect(d, -p.y + 0.001, 0.012)
    }
}

const TORSO: [&str; 4] = ["hips", "spine", "chest", "neck"];
const ARM: [&str; 4] = ["shoulder", "upper_arm", "lower_arm", "hand"];
const LEG: [&str; 4] = ["upper_leg", "lower_leg", "foot", "toes"];

fn formed(f: Sdf, low: [f32; 3], high: [f32; 3], triangles: usize) -> Shape {
    mesh_with_count(f, low.into(), high.into(), triangles)
}

fn skull(skeleton: &Skeleton, forms: &Forms) -> Mesh {
    let bone = |name: &str| skeleton.find(name).expect("a bone of the humanoid");
    let (h, neck) = (head(), forms.0.neck.y);
    let mut shape = formed(&|p| forms.skull(p), [-0.18, neck - 0.11, -0.19], [0.18, 1.36, 0.19], 1010);
    h.soften(&mut shape);
    let up = |p: Vec3| (p.y - neck) / (h.chin.y + 0.02 - neck);
    let weights = skin::between(&shape, bone("neck"), bone("head"), &up);
    mesh("head", "body", toon(SKIN), shape, weights)
}

/// Two buttons on the chest and the belt's buckle.
fn buttons(top: Sdf, neck: f32, waist: Vec3) -> Shape {
    let mut all = button(waist + Vec3::Z * (exit(top, waist, Vec3::Z) + 0.014), Vec3::Z, 0.020, 0.008, 12);
    for down in [0.075, 0.125] {
        let inside = Vec3::Y * (neck - down);
        let p = inside + Vec3::Z * exit(top, inside, Vec3::Z);
        all.append(&button(p, sdf::normal(top, p), 0.011, 0.006, 8));
    }
    all
}

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let j = Joints::of(skeleton);
    let forms = Forms(j);
    let (top_form, boot_form) = (|p: Vec3| forms.top(p), |p: Vec3| forms.boot(p));
    let waist = j.hips + Vec3::Y * 0.112;
    let top = formed(&top_form, [-0.42, 0.45, -0.12], [0.42, 1.02, 0.12], 950);
    let leggings = formed(&|p| forms.leggings(p), [-0.17, 0.08, -0.12], [0.17, 0.70, 0.12], 490);
    let boots = formed(&boot_form, [0.0, 0.0, -0.08], [0.16, 0.25, 0.16], 345).both_sides();
    let room = Vec3::splat(0.13);
    let hands = mesh_with_count(&|p| j.hand(p, 0.092), j.wrist - room, j.wrist + room, 215).both_sides();
    let boot_trim = belt(&boot_form, j.ankle + Vec3::Y * 0.150, Vec3::Y, 0.022, 0.005, 12).both_sides();
    let cuffs = belt(&top_form, j.wrist - j.reach() * 0.004, -j.reach(), 0.018, 0.005, 14).both_sides();
    let collar = belt(&|p| forms.collar(p), j.neck + Vec3::Y * 0.004, Vec3::Y, 0.016, 0.005, 16);
    let sash = belt(&top_form, waist, Vec3::Y, 0.032, 0.018, 20);
    let buttons = buttons(&top_form, j.neck.y, waist);
    let none: &[&str] = &[];
    let parts = [
        ("hands", SKIN, hands, none, &ARM[3..]),
        ("top", CREAM, top, &TORSO[..], &ARM[..]),
        ("leggings", NAVY, leggings, &TORSO[..2], &LEG[..]),
        ("boots", LEATHER, boots, none, &LEG[..]),
        ("boot-trim", GOLD, boot_trim, none, &LEG[..]),
        ("cuffs", GOLD, cuffs, none, &ARM[2..]),
        ("collar", GOLD, collar, &TORSO[1..], none),
        ("belt", LEATHER, sash, &TORSO[..3], none),
        ("buttons", GOLD, buttons, &TORSO[..3], none),
    ];
    let mut meshes = vec![skull(skeleton, &forms)];
    meshes.extend(parts.into_iter().map(|(name, colours, shape, middle, sides)| {
        let weights = skin::smooth_sides(&shape, skeleton, middle, sides, 0.014);
        mesh(name, "body", toon(colours), shape, weights)
    }));
    meshes
}
