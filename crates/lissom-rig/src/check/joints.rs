//! What can be wrong with simulated bones.

use glam::{Quat, Vec3};

use super::List;
use super::numbers::Numbers;
use crate::preset::Adjust;
use crate::rig::{Joints, Spring};
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
                        self.error(&place, what, "leave it out of one");
                    }
                    _ => owner[bone] = Some(&joints.name),
                }
            }
        }
    }

    /// Checks joints, and tells which bones they have.
    fn joints(&mut self, place: &str, joints: &Joints) -> Vec<usize> {
        if joints.bones.len() < 2 && (joints.bones.is_empty() || joints.tail.is_none()) {
            self.error(place, "there is no bone that could move", "list two bones or more, or give a tail");
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
        if !joints.springs.is_empty() && joints.springs.len() != joints.bones.len() {
            let what = format!("{} springs for {} bones", joints.springs.len(), joints.bones.len());
            self.error(place, what, "give one for each bone, or none");
        }
        for (k, spring) in joints.springs.iter().enumerate() {
            self.spring(&format!("{place}, springs[{k}]"), spring);
        }
        if let Some(view) = &joints.view {
            self.view(place, joints, view);
        }
        bones
    }

    fn spring(&mut self, place: &str, spring: &Spring) {
        let numbers = Numbers::new().from_0("stiffness", spring.stiffness).share("drag", spring.drag);
        self.numbers(place, numbers.any("gravity_power", spring.gravity_power).from_0("hit_radius", spring.hit_radius));
        let length = Vec3::from_array(spring.gravity_dir).length();
        if !length.is_finite() || (length < 1e-3 && spring.gravity_power != 0.0) {
            self.error(place, format!("gravity_dir {:?} points nowhere", spring.gravity_dir), "give a direction");
        } else if length >= 1e-3 && (length - 1.0).abs() > 1e-2 {
            self.warn(place, format!("gravity_dir has length {length}"), "give it length 1");
        }
    }

    pub fn adjust(&mut self, place: &str, adjust: &Adjust) {
        let or_0 = |v: Option<f32>| v.unwrap_or(0.0);
        let numbers = Numbers::new()
            .from_0("stiffness_hz", or_0(adjust.stiffness_hz))
            .from_0("twist_hz", or_0(adjust.twist_hz))
            .from_0("damping", or_0(adjust.damping))
            .any("gravity", or_0(adjust.gravity))
            .from_0("wind", or_0(adjust.wind))
            .share("inertia", or_0(adjust.inertia))
            .from_0("friction", or_0(adjust.friction))
            .from_0("limit_cone_deg", or_0(adjust.limit_cone_deg))
            .from_0("max_stretch", or_0(adjust.max_stretch));
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
        let numbers = Numbers::new().from_0("response_secs", view.response_secs.unwrap_or(0.0));
        let numbers = numbers.from_0("until_wind", view.until_wind.unwrap_or(0.0));
        self.numbers(&format!("{place}, view"), numbers.from_0("suppression", first).from_0("window", second));
    }

    fn example(&mut self, place: &str, joints: &Joints, example: &Example) {
        let (found, bones) = (example.rotations.len(), joints.bones.len());
        if found != bones {
            self.error(place, format!("{found} rotations for {bones} bones"), "give one for each");
        }
        for (k, rotation) in example.rotations.iter().enumerate() {
            let length = Quat::from_array(*rotation).length();
            let name = joints.bones.get(k).map_or("", String::as_str);
            if !(length.is_finite() && length > 1e-6) {
                self.error(place, format!("the rotation of `{name}` turns nowhere"), "give x, y, z, w of length 1");
            } else if (length - 1.0).abs() > 1e-2 {
                self.warn(place, format!("the rotation of `{name}` has length {length}"), "give it length 1");
            }
        }
        let length = Vec3::from_array(example.direction).length();
        if !(length.is_finite() && length > 1e-6) {
            self.error(place, format!("direction {:?} points nowhere", example.direction), "point it at the camera");
        } else if (length - 1.0).abs() > 1e-2 {
            self.warn(place, format!("direction has length {length}"), "give it length 1");
        }
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
