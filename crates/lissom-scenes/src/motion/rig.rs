//! Turns a stance into local bone poses.

use glam::{Mat3, Quat, Vec3};
use lissom_rig::character::{Pose, Skeleton};

use super::stance::{Arm, Leg, Stance};

/// A humanoid skeleton with its bones looked up.
pub struct Rig<'a> {
    skeleton: &'a Skeleton,
    rest: Vec<Pose>,
}

impl<'a> Rig<'a> {
    pub fn new(skeleton: &'a Skeleton) -> Rig<'a> {
        Rig { skeleton, rest: skeleton.rest_world() }
    }

    /// Floor to leg joint: the measure that gaits scale with.
    pub fn leg_length(&self) -> f32 {
        self.place("left_upper_leg").y
    }

    /// Half the distance between the feet.
    pub fn half_track(&self) -> f32 {
        self.place("left_foot").x
    }

    /// How far an arm must lift to stand `degrees` off hanging straight down.
    pub fn hang(&self, degrees: f32) -> f32 {
        let along = self.place("left_hand") - self.place("left_upper_arm");
        degrees - along.x.atan2(-along.y).to_degrees()
    }

    /// Bind place of a bone.
    pub fn place(&self, name: &str) -> Vec3 {
        self.rest[self.bone(name)].translation
    }

    pub fn bone(&self, name: &str) -> usize {
        self.skeleton.find(name).unwrap_or_else(|| panic!("the skeleton has no bone `{name}`"))
    }

    /// Local poses of all bones. Bones beyond the humanoid keep their bind pose.
    pub fn solve(&self, stance: &Stance) -> Vec<Pose> {
        let mut local = self.skeleton.rest_local();
        let root = self.bone("root");
        let hips = self.bone("hips");
        local[root] =
            Pose::new(local[root].translation + stance.root.translation, stance.root.rotation * local[root].rotation);
        let hips_pose = Pose::new(self.place("hips") + stance.hips, turn(stance.hips_turn));
        let placed = stance.frame.then(&hips_pose);
        local[hips] = Pose::new(placed.translation - self.place("root"), placed.rotation);
        for (name, angles) in
            [("spine", stance.spine), ("chest", stance.chest), ("neck", stance.neck), ("head", stance.head)]
        {
            local[self.bone(name)].rotation = turn(angles);
        }
        for (i, prefix) in ["left", "right"].into_iter().enumerate() {
            let side = if i == 0 { 1.0 } else { -1.0 };
            self.solve_arm(prefix, side, &stance.arms[i], &mut local);
            self.solve_leg(prefix, side, &stance.legs[i], &hips_pose, &mut local);
        }
        local
    }

    fn solve_arm(&self, prefix: &str, side: f32, arm: &Arm, local: &mut [Pose]) {
        let bone = |name: &str| self.bone(&format!("{prefix}_{name}"));
        let along = self.rest[bone("hand")].translation - self.rest[bone("upper_arm")].translation;
        let along = along.normalize();
        let hinge = along.cross(Vec3::Z).normalize();
        let about = |axis: Vec3, degrees: f32| Quat::from_axis_angle(axis, degrees.to_radians());

        local[bone("shoulder")].rotation = about(Vec3::Z, side * arm.shrug);
        local[bone("upper_arm")].rotation =
            about(Vec3::X, -arm.swing) * about(Vec3::Z, side * arm.lift) * about(along, side * arm.roll);
        local[bone("lower_arm")].rotation = about(hinge, arm.bend);
        local[bone("hand")].rotation = about(Vec3::Z, -side * arm.wrist);
    }

    /// Where a leg's ankle has to be within the frame, and how the foot is turned.
    fn ankle(&self, prefix: &str, leg: &Leg) -> (Vec3, Quat) {
        let ankle = self.place(&format!("{prefix}_foot"));
        let ball = self.place(&format!("{prefix}_toes"));
        let yaw = Quat::from_rotation_y(leg.yaw.to_radians());
        let foot_turn = yaw * Quat::from_rotation_x(leg.pitch.to_radians());
        let heel = Vec3::new(ankle.x, 0.0, ankle.z - 0.4 * (ball.z - ankle.z));
        let from_pivot = ankle - heel.lerp(ball, leg.pivot);
        (ankle + leg.foot - yaw * from_pivot + foot_turn * from_pivot, foot_turn)
    }

    /// The stance with its hips low enough for both legs to reach their feet; `share` 0 leaves it.
    pub fn settled(&self, mut stance: Stance, share: f32) -> Stance {
        let leg_length = self.leg_length();
        let turned = turn(stance.hips_turn);
        let wanted = stance.hips.y;
        for (prefix, leg) in ["left", "right"].into_iter().zip(&stance.legs) {
            let joint = |name: &str| self.place(&format!("{prefix}_{name}"));
            let (hip, knee, foot) = (joint("upper_leg"), joint("lower_leg"), joint("foot"));
            let reach = 0.991 * (hip.distance(knee) + knee.distance(foot));
            let arm = turned * (hip - self.place("hips"));
            let from = self.place("hips") + arm + stance.hips;
            let to_foot = self.ankle(prefix, leg).0 - from;
            let aside = Vec3::new(to_foot.x, 0.0, to_foot.z).length_squared();
            let highest = to_foot.y + (reach * reach - aside).max(0.0).sqrt();
            let low = smooth_min(0.0, highest, 0.02 * leg_length);
            stance.hips.y += low;
        }
        stance.hips.y = wanted + share * (stance.hips.y - wanted);
        stance
    }

    /// Two-bone reach for the ankle, within the frame.
    fn solve_leg(&self, prefix: &str, side: f32, leg: &Leg, hips: &Pose, local: &mut [Pose]) {
        let bone = |name: &str| self.bone(&format!("{prefix}_{name}"));
        let bones = [bone("upper_leg"), bone("lower_leg"), bone("foot"), bone("toes")];
        let [hip0, knee0, ankle0, _] = bones.map(|b| self.rest[b].translation);

        let (ankle, foot_turn) = self.ankle(prefix, leg);
        let hip = hips.point(hip0 - self.place("hips"));
        let (upper, lower) = (hip0.distance(knee0), knee0.distance(ankle0));
        let reach = (ankle - hip).clamp_length(0.2 * upper, 0.9999 * (upper + lower));
        let halfway = Quat::IDENTITY.slerp(hips.rotation, 0.5);
        let splay = Quat::from_rotation_y((side * leg.knee_out + 0.5 * leg.yaw).to_radians());
        let knee = hip + bent(reach, upper, lower, halfway * splay * Vec3::Z);
        let ankle = hip + reach;

        let thigh = carry(knee0 - hip0, ankle0 - hip0, knee - hip, ankle - hip);
        let shin = carry(ankle0 - knee0, hip0 - knee0, ankle - knee, hip - knee);
        local[bones[0]].rotation = (hips.rotation.conjugate() * thigh).normalize();
        local[bones[1]].rotation = (thigh.conjugate() * shin).normalize();
        local[bones[2]].rotation = (shin.conjugate() * foot_turn).normalize();
        local[bones[3]].rotation = Quat::from_rotation_x(-leg.toes.to_radians());
    }
}

fn smooth_min(a: f32, b: f32, width: f32) -> f32 {
    let h = (width - (a - b).abs()).max(0.0) / width;
    a.min(b) - 0.25 * h * h * width
}

/// Forward bend about x, turn about y, lean about z, in degrees.
pub fn turn(angles: Vec3) -> Quat {
    Quat::from_rotation_y(angles.y.to_radians())
        * Quat::from_rotation_x(angles.x.to_radians())
        * Quat::from_rotation_z(angles.z.to_radians())
}

/// From the hip to the knee, so that both bones keep their length and the knee points to `front`.
fn bent(reach: Vec3, upper: f32, lower: f32, front: Vec3) -> Vec3 {
    let distance = reach.length();
    let along = reach / distance;
    let share = (upper * upper - lower * lower + distance * distance) / (2.0 * distance);
    let out = (upper * upper - share * share).max(0.0).sqrt();
    along * share + out * front.reject_from_normalized(along).normalize_or(Vec3::X)
}

/// The rotation that takes direction `a0` to `a1` and the plane of `a0, b0` to that of `a1, b1`.
fn carry(a0: Vec3, b0: Vec3, a1: Vec3, b1: Vec3) -> Quat {
    let frame = |a: Vec3, b: Vec3| {
        let x = a.normalize();
        let z = x.cross(b).normalize_or(Vec3::Z);
        Mat3::from_cols(x, z.cross(x), z)
    };
    Quat::from_mat3(&(frame(a1, b1) * frame(a0, b0).transpose())).normalize()
}
