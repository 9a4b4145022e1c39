//! What can be wrong with simulated bones.

use glam::{Quat, Vec3};

use super::List;
use super::numbers::Numbers;
use crate::preset::Adjust;
use crate::rig::{JointLimit, Joints, Spring};
use crate::view::{Example, Suppression, View};

impl List<'_> {
    pub fn all_joints(&mut self) {
        let mut owner: Vec<Option<&str>> = vec![None; self.character.skeleton.bones.len()];
        for joints in &self.rig.joints {
            let place = format!("joints \"{}\"", joints.name);
            let bones = self.joints(&place, joints);
            for bone in bones {
                match owner[bone] {
                    Some(other) if other != joints.name => {
                        let name = &self.character.skeleton.bones[bone].name;
                        let what = format!("bone `{name}` is simulated by joints \"{other}\" as well");
                        self.warn(&place, what, "leave it out of one");
                    }
                    _ => owner[bone] = Some(&joints.name),
                }
            }
        }
    }

    /// Checks joints, and tells which bones they have.
    fn joints(&mut self, place: &str, joints: &Joints) -> Vec<usize> {
        if joints.bones.is_empty() {
            self.error(place, "there are no bones", "list some, or leave the joints out");
        } else if joints.bones.len() == 1 && joints.tail.is_none() {
            self.warn(place, "its only bone has nothing to turn to", "list one that hangs on it, or give a tail");
        }
        let mut bones: Vec<usize> = Vec::new();
        let mut whole = true;
        for (k, name) in joints.bones.iter().enumerate() {
            let Some(bone) = self.find_bone(place, name) else {
                whole = false;
                continue;
            };
            let hangs = self.character.skeleton.bones[bone].parent.is_some_and(|p| bones.contains(&p));
            if bones.contains(&bone) {
                self.error(place, format!("bone `{name}` is listed twice"), "list it once");
            } else if k > 0 && !hangs && whole {
                self.error(place, format!("bone `{name}` hangs on none of those before it"), "list parents first");
            }
            bones.push(bone);
        }
        for name in joints.links.iter().flatten().filter(|name| !joints.bones.contains(name)) {
            self.error(place, format!("a link leads to `{name}`, which is not among the bones"), "add it to them");
        }
        if let Some(anchor) = &joints.anchor {
            self.find_bone(&format!("{place}, anchor"), anchor);
        }
        let numbers = Numbers::new().positive("radius", joints.radius).weight("weight_kg", joints.weight_kg);
        self.numbers(place, numbers.positive("tail", joints.tail.unwrap_or(1.0)));
        self.adjust(place, &joints.adjust);
        self.find_parts(&format!("{place}, passes_through"), &joints.passes_through);
        self.find_parts(&format!("{place}, touches"), joints.touches.as_deref().unwrap_or_default());
        for (name, found) in [("springs", joints.springs.len()), ("limits", joints.limits.len())] {
            if ![0, joints.bones.len()].contains(&found) {
                let what = format!("{found} {name} for {} bones", joints.bones.len());
                self.error(place, what, "give one for each bone, or none");
            }
        }
        if !joints.springs.is_empty() && (joints.view.is_some() || !joints.links.is_empty()) {
            self.error(place, "springs go with no examples and no links", "leave either out");
        }
        for (k, spring) in joints.springs.iter().enumerate() {
            self.spring(&format!("{place}, springs[{k}]"), spring);
        }
        for (k, limit) in joints.limits.iter().enumerate() {
            self.limit(&format!("{place}, limits[{k}]"), limit);
        }
        if let Some(view) = &joints.view {
            self.view(place, joints, view);
        }
        bones
    }

    fn spring(&mut self, place: &str, spring: &Spring) {
        let numbers = Numbers::new().at_least_0("stiffness", spring.stiffness).share("drag", spring.drag);
        self.numbers(
            place,
            numbers.any("gravity_power", spring.gravity_power).at_least_0("hit_radius", spring.hit_radius),
        );
        if spring.gravity_power != 0.0 {
            self.direction(place, "gravity_dir", spring.gravity_dir);
        }
    }

    fn limit(&mut self, place: &str, limit: &JointLimit) {
        let (angles, rotation) = match *limit {
            JointLimit::None => return,
            JointLimit::Cone { angle_deg, rotation } | JointLimit::Hinge { angle_deg, rotation } => {
                ([angle_deg; 2], rotation)
            }
            JointLimit::Spherical { pitch_deg, yaw_deg, rotation } => ([pitch_deg, yaw_deg], rotation),
        };
        self.numbers(place, Numbers::new().degrees("an angle", angles[0]).degrees("an angle", angles[1]));
        self.rotation(place, "its rotation", rotation);
    }

    /// What should be of length 1.
    fn direction(&mut self, place: &str, what: &str, direction: [f32; 3]) {
        let length = Vec3::from_array(direction).length();
        if !(1e-6..=1e6).contains(&length) {
            self.error(place, format!("{what} {direction:?} points nowhere"), "give a direction of length 1");
        } else if (length - 1.0).abs() > 1e-2 {
            self.warn(place, format!("{what} has length {length}"), "give it length 1");
        }
    }

    fn rotation(&mut self, place: &str, what: &str, rotation: [f32; 4]) {
        let length = Quat::from_array(rotation).length();
        if !(1e-6..=1e6).contains(&length) {
            self.error(place, format!("{what} turns nowhere"), "give x, y, z, w of length 1");
        } else if (length - 1.0).abs() > 1e-2 {
            self.warn(place, format!("{what} has length {length}"), "give it length 1");
        }
    }

    pub fn adjust(&mut self, place: &str, adjust: &Adjust) {
        let or_0 = |v: Option<f32>| v.unwrap_or(0.0);
        let numbers = Numbers::new()
            .at_least_0("stiffness_hz", or_0(adjust.stiffness_hz))
            .at_least_0("twist_hz", or_0(adjust.twist_hz))
            .at_least_0("damping", or_0(adjust.damping))
            .any("gravity", or_0(adjust.gravity))
            .at_least_0("wind", or_0(adjust.wind))
            .share("inertia", or_0(adjust.inertia))
            .at_least_0("friction", or_0(adjust.friction))
            .at_least_0("limit_cone_deg", or_0(adjust.limit_cone_deg))
            .at_least_0("max_stretch", or_0(adjust.max_stretch));
        self.numbers(&format!("{place}, adjust"), numbers);
        if adjust.length_sweeps.is_some_and(|n| n > 1000) {
            self.error(format!("{place}, adjust"), "length_sweeps is more than 1000", "give up to 1000");
        }
    }

    fn view(&mut self, place: &str, joints: &Joints, view: &View) {
        if view.examples.len() > 64 {
            self.error(place, format!("{} examples", view.examples.len()), "give up to 64");
        }
        for example in &view.examples {
            self.example(&format!("{place}, example \"{}\"", example.name), joints, example);
        }
        let (first, second) = match view.suppression {
            Suppression::Damping { rate } => (rate, 0.0),
            Suppression::Projection { ridge, window } => (ridge, window),
            Suppression::None | Suppression::Transport => (0.0, 0.0),
        };
        let numbers = Numbers::new().at_least_0("response_secs", view.response_secs.unwrap_or(0.0));
        let numbers = numbers.at_least_0("until_wind", view.until_wind.unwrap_or(0.0));
        self.numbers(&format!("{place}, view"), numbers.at_least_0("suppression", first).at_least_0("window", second));
    }

    fn example(&mut self, place: &str, joints: &Joints, example: &Example) {
        let (found, bones) = (example.rotations.len(), joints.bones.len());
        if found != bones {
            self.error(place, format!("{found} rotations for {bones} bones"), "give one for each");
        }
        for (k, rotation) in example.rotations.iter().enumerate() {
            let name = joints.bones.get(k).map_or("", String::as_str);
            self.rotation(place, &format!("the rotation of `{name}`"), *rotation);
        }
        self.direction(place, "direction", example.direction);
        if !(1e-4..=1e4).contains(&example.extent) {
            self.error(place, format!("extent is {}", example.extent), "give 0.0001 to 10000 rad");
        }
        for (name, weight) in &example.morphs {
            let known = self.character.meshes.iter().any(|m| m.morphs.iter().any(|t| t.name == *name));
            if !weight.is_finite() {
                self.error(place, format!("the weight of morph target `{name}` is {weight}"), "give a finite number");
            } else if !known {
                self.warn(place, format!("there is no morph target `{name}`"), "name one of the character's");
            }
        }
    }
}
