//! A skeleton with two arms and two legs, built from a few body measurements.

use glam::Vec3;
use lissom_rig::character::Skeleton;

/// Body measurements in metres. The constructors give sensible sets; change single fields freely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proportions {
    /// Floor to crown, standing.
    pub height: f32,
    /// Chin to crown, as a share of the height.
    pub head_ratio: f32,
    /// Between the two arm joints.
    pub shoulder_width: f32,
    /// Between the two leg joints.
    pub hip_width: f32,
    pub upper_arm: f32,
    pub lower_arm: f32,
    /// Floor to leg joint.
    pub leg: f32,
    /// Floor to ankle.
    pub ankle: f32,
    /// Ankle forward to the ball of the foot.
    pub foot: f32,
    /// Angle of the arms from hanging straight down, in radians.
    pub arm_spread: f32,
}

impl Proportions {
    /// A big-headed child.
    pub fn child(height: f32) -> Proportions {
        Proportions {
            height,
            head_ratio: 0.27,
            shoulder_width: 0.20 * height,
            hip_width: 0.115 * height,
            upper_arm: 0.135 * height,
            lower_arm: 0.125 * height,
            leg: 0.41 * height,
            ankle: 0.045 * height,
            foot: 0.075 * height,
            arm_spread: 0.75,
        }
    }

    /// A slender grown-up, the head still a little large.
    pub fn adult(height: f32) -> Proportions {
        Proportions {
            height,
            head_ratio: 0.165,
            shoulder_width: 0.20 * height,
            hip_width: 0.105 * height,
            upper_arm: 0.165 * height,
            lower_arm: 0.145 * height,
            leg: 0.50 * height,
            ankle: 0.045 * height,
            foot: 0.075 * height,
            arm_spread: 0.75,
        }
    }

    /// A heavy creature: broad, long arms, short legs, no neck to speak of.
    pub fn brute(height: f32) -> Proportions {
        Proportions {
            height,
            head_ratio: 0.27,
            shoulder_width: 0.36 * height,
            hip_width: 0.21 * height,
            upper_arm: 0.18 * height,
            lower_arm: 0.18 * height,
            leg: 0.32 * height,
            ankle: 0.05 * height,
            foot: 0.08 * height,
            arm_spread: 0.8,
        }
    }

    pub fn head_height(&self) -> f32 {
        self.head_ratio * self.height
    }

    /// Where the chin is, above the floor.
    pub fn chin(&self) -> f32 {
        self.height - self.head_height()
    }
}

/// The bones: `root`, `hips`, `spine`, `chest`, `neck`, `head`, and with `left_` or `right_` before
/// them `shoulder`, `upper_arm`, `lower_arm`, `hand`, `upper_leg`, `lower_leg`, `foot`, `toes`.
pub fn skeleton(p: &Proportions) -> Skeleton {
    let mut s = Skeleton::default();
    let hips_y = p.leg + 0.12 * p.hip_width;
    let neck_y = p.chin() - 0.015 * p.height;
    let torso = |share: f32| Vec3::new(0.0, hips_y + share * (neck_y - hips_y), 0.0);

    let root = s.add("root", None, Vec3::ZERO);
    let hips = s.add("hips", Some(root), torso(0.0));
    let spine = s.add("spine", Some(hips), torso(0.25));
    let chest = s.add("chest", Some(spine), torso(0.55));
    let neck = s.add("neck", Some(chest), torso(1.0));
    let skull = Vec3::new(0.0, p.chin() + 0.12 * p.head_height(), 0.0);
    s.add("head", Some(neck), skull);

    for (prefix, side) in [("left", 1.0), ("right", -1.0)] {
        let name = |bone: &str| format!("{prefix}_{bone}");
        let shoulder_y = neck_y - 0.03 * p.height;
        let arm = Vec3::new(side * 0.5 * p.shoulder_width, shoulder_y, 0.0);
        let collar = Vec3::new(0.35 * arm.x, shoulder_y, 0.0);
        let (sin, cos) = p.arm_spread.sin_cos();
        let elbow = arm + p.upper_arm * Vec3::new(side * sin, -cos, -0.06).normalize();
        let wrist = elbow + p.lower_arm * Vec3::new(side * sin, -cos, 0.12).normalize();
        let shoulder = s.add(&name("shoulder"), Some(chest), collar);
        let upper_arm = s.add(&name("upper_arm"), Some(shoulder), arm);
        let lower_arm = s.add(&name("lower_arm"), Some(upper_arm), elbow);
        s.add(&name("hand"), Some(lower_arm), wrist);

        let x = side * 0.5 * p.hip_width;
        let knee_y = p.ankle + 0.5 * (p.leg - p.ankle);
        let upper_leg = s.add(&name("upper_leg"), Some(hips), Vec3::new(x, p.leg, 0.0));
        let knee = Vec3::new(x, knee_y, 0.04 * p.leg);
        let lower_leg = s.add(&name("lower_leg"), Some(upper_leg), knee);
        let foot = s.add(&name("foot"), Some(lower_leg), Vec3::new(x, p.ankle, 0.0));
        s.add(&name("toes"), Some(foot), Vec3::new(x, 0.3 * p.ankle, p.foot));
    }
    s
}

/// Bind places of the joints on the axis and of the left side.
#[derive(Clone, Copy, Debug)]
pub struct Joints {
    pub hips: Vec3,
    pub spine: Vec3,
    pub chest: Vec3,
    pub neck: Vec3,
    pub head: Vec3,
    pub shoulder: Vec3,
    pub arm: Vec3,
    pub elbow: Vec3,
    pub wrist: Vec3,
    pub leg: Vec3,
    pub knee: Vec3,
    pub ankle: Vec3,
    pub ball: Vec3,
}

impl Joints {
    pub fn of(skeleton: &Skeleton) -> Joints {
        let rest = skeleton.rest_world();
        let at = |name: &str| rest[skeleton.find(name).expect("a humanoid")].translation;
        Joints {
            hips: at("hips"),
            spine: at("spine"),
            chest: at("chest"),
            neck: at("neck"),
            head: at("head"),
            shoulder: at("left_shoulder"),
            arm: at("left_upper_arm"),
            elbow: at("left_lower_arm"),
            wrist: at("left_hand"),
            leg: at("left_upper_leg"),
            knee: at("left_lower_leg"),
            ankle: at("left_foot"),
            ball: at("left_toes"),
        }
    }

    /// Along the lower arm.
    pub fn reach(&self) -> Vec3 {
        (self.wrist - self.elbow).normalize()
    }
}
