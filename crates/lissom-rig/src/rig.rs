//! The rig: what an artist authored on a character. One value, saved as JSON with a version.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::creature::{Creature, Water};
use crate::preset::{Adjust, Preset};
use crate::view::{Sag, View};

pub mod file;

/// The version that this code writes.
pub const VERSION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rig {
    pub version: u32,
    #[serde(default)]
    pub regions: Vec<Region>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<Joints>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub creatures: Vec<Creature>,
    #[serde(default)]
    pub colliders: Vec<RigCollider>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub water: Option<Water>,
    #[serde(default)]
    pub gravity: Gravity,
    /// Internal steps a second.
    #[serde(default = "usual_rate")]
    pub steps_per_sec: f64,
    /// Treat surface particles as such; off to see what they are good for.
    #[serde(default = "yes")]
    pub surface_particles: bool,
}

fn yes() -> bool {
    true
}

fn usual_rate() -> f64 {
    240.0
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Default for Rig {
    fn default() -> Rig {
        Rig {
            version: VERSION,
            regions: Vec::new(),
            joints: Vec::new(),
            creatures: Vec::new(),
            water: None,
            colliders: Vec::new(),
            gravity: Gravity::default(),
            steps_per_sec: usual_rate(),
            surface_particles: true,
        }
    }
}

impl Rig {
    /// Whether any joints have poses for views.
    pub fn depends_on_view(&self) -> bool {
        self.joints.iter().any(|j| j.view.is_some())
    }

    /// Whether poses for views are to hold against gravity: how is found when the rig is made ready.
    pub fn bakes_sag(&self) -> bool {
        self.joints.iter().flat_map(|j| &j.view).any(|view| view.sag != Sag::Off && !view.examples.is_empty())
    }

    /// Whether anything soft hangs on bones.
    pub fn hangs(&self) -> bool {
        !(self.joints.is_empty() && self.regions.is_empty())
    }

    /// What is simulated, in words.
    pub fn parts(&self) -> String {
        let all = [
            (self.joints.len(), "chain", "chains"),
            (self.regions.len(), "region", "regions"),
            (self.creatures.len(), "boneless body", "boneless bodies"),
        ];
        let some = all.into_iter().filter(|(count, ..)| *count > 0);
        let words: Vec<String> = some.map(|(count, one, many)| counted(count, one, many)).collect();
        if words.is_empty() { "nothing soft".to_owned() } else { words.join(", ") }
    }

    /// The same, but gravity bends poses for views.
    pub fn sagging(&self) -> Rig {
        let mut rig = self.clone();
        rig.joints.iter_mut().flat_map(|j| &mut j.view).for_each(|view| view.sag = Sag::Off);
        rig
    }
}

/// How many of something there are, in words.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// m/s² along world axes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Gravity(pub [f32; 3]);

impl Default for Gravity {
    fn default() -> Gravity {
        Gravity([0.0, -9.81, 0.0])
    }
}

/// A part of the character that gets particles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// Its name in contacts and reports.
    pub name: String,
    pub select: Select,
    pub kind: Kind,
    /// Distance between particles, m.
    pub spacing: f32,
    /// Particle radius, m; half the spacing if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<f32>,
    /// Levels of particles run across this axis; the longest one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<[f32; 3]>,
    /// Make the particles of each bone chain on their own, along its own axis, and stitch the seams: for
    /// sleeves and trouser legs.
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_bones: bool,
    /// All particles together.
    pub weight_kg: f32,
    /// The bone whose motion counts as the region's own.
    pub anchor: String,
    pub preset: Preset,
    #[serde(default, skip_serializing_if = "Adjust::is_empty")]
    pub adjust: Adjust,
    /// Where particles are simulated and where they follow the bones; later strokes cover earlier ones.
    #[serde(default)]
    pub paint: Vec<Paint>,
    /// Where particles know the way out, other than the kind says; later patches cover earlier ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub surface: Vec<Patch>,
    /// Where particles of cloth have no edges: they follow the bones and are only there to collide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loose: Vec<Patch>,
    /// Edges sewn by hand, between the particles of cloth that are nearest to two places of the bind pose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stitches: Vec<[[f32; 3]; 2]>,
    /// Parts that this region does not collide with.
    #[serde(default)]
    pub passes_through: Vec<String>,
}

/// Which triangles belong to a region: all of some parts and meshes, or only those of some bones, in a ball, or under
/// a brush. Without parts and meshes, bones and brushes choose among all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Select {
    pub parts: Vec<String>,
    /// By their own names: files have a mesh for each material of a part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<String>,
    /// Only what follows these bones more than any other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bones: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Ball>,
    /// Taken or left by the middle of a triangle; later patches cover earlier ones. What no patch covers is left if the
    /// first one takes, and taken if the first one leaves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brush: Vec<Patch>,
}

/// Somewhere something is, or is not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    pub area: Area,
    pub on: bool,
}

impl Patch {
    /// What the last patch that covers a place says; `start` where none does.
    pub fn last(patches: &[Patch], start: bool, at: glam::Vec3) -> bool {
        patches.iter().rev().find(|p| p.area.depth(at) >= 0.0).map_or(start, |p| p.on)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ball {
    pub center: [f32; 3],
    pub radius: f32,
}

/// What a region is made of.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A connected mesh of particles, one layer however many layers the visual mesh has.
    Cloth,
    /// Chains of particles, each driving the clumps around it.
    Strands { chains: u32 },
    /// Particles on the skin, not connected, to collide with. `surface`: they know the way out.
    Shell { surface: bool },
    /// Like a shell, but the animation only shapes the body: its momentum is its own.
    MomentumConserving,
}

/// A soft stroke of paint on particles: 1 is simulated, 0 follows the bones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Paint {
    pub area: Area,
    pub simulated: f32,
    /// Width of the edge, m.
    #[serde(default)]
    pub soft: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Area {
    Above { height: f32 },
    Below { height: f32 },
    Ball { center: [f32; 3], radius: f32 },
}

impl Area {
    /// How far inside a point is, negative outside, m.
    pub fn depth(&self, p: glam::Vec3) -> f32 {
        match *self {
            Area::Above { height } => p.y - height,
            Area::Below { height } => height - p.y,
            Area::Ball { center, radius } => radius - p.distance(glam::Vec3::from_array(center)),
        }
    }
}

/// Bones that are simulated: an ear, a strand, a hand of whiskers, a bow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Joints {
    /// Its name in contacts and reports.
    pub name: String,
    /// The first one stays where the animation has it, and the others hang on it as in the skeleton.
    pub bones: Vec<String>,
    /// Pairs of these bones that are connected as well, closing loops.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<[String; 2]>,
    /// Bones that end here go on for so far, in the direction from their parent to them, so that they turn as well; m.
    /// Those that are where their parent is do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tail: Option<f32>,
    /// The bone whose motion counts as their own; the first one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// Thickness, m.
    pub radius: f32,
    /// All joints together.
    pub weight_kg: f32,
    pub preset: Preset,
    #[serde(default, skip_serializing_if = "Adjust::is_empty")]
    pub adjust: Adjust,
    /// Parts that these do not collide with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passes_through: Vec<String>,
    /// The only parts that these collide with; all if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touches: Option<Vec<String>>,
    /// Pulls of VRM's springs, one for each bone; none if left out. They take the place of stiffness, damping, weight
    /// and gravity. A bone with several children turns to the first one and takes the others along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub springs: Vec<Spring>,
    /// How far each of these bones turns; as far as it likes if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<JointLimit>,
    /// What they should look like from where; the bind pose if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
}

/// How VRM has a bone spring back, in its own numbers: tuned for 60 frames a second, here the same at any rate. It
/// acts on the end of the bone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spring {
    /// Towards the rest pose: m/s more in every frame.
    pub stiffness: f32,
    /// Share of the speed that is lost in every frame, 0 to 1.
    pub drag: f32,
    /// m/s more in every frame, in the direction of gravity.
    pub gravity_power: f32,
    /// Along world axes, of length 1.
    pub gravity_dir: [f32; 3],
    /// Of the ball at the end of the bone, m.
    pub hit_radius: f32,
}

/// How far a bone may turn away from its rest pose, as VRM has it (`VRMC_springBone_limit`). The y axis of a limit
/// points along the bone, turned there the shortest way from the bone's own; `rotation` turns the limit on from there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum JointLimit {
    #[default]
    None,
    Cone {
        angle_deg: f32,
        #[serde(default = "unturned")]
        rotation: [f32; 4],
    },
    /// About the x axis only, to both sides.
    Hinge {
        angle_deg: f32,
        #[serde(default = "unturned")]
        rotation: [f32; 4],
    },
    /// About the x axis, and about the z axis.
    Spherical {
        pitch_deg: f32,
        yaw_deg: f32,
        #[serde(default = "unturned")]
        rotation: [f32; 4],
    },
}

fn unturned() -> [f32; 4] {
    [0.0, 0.0, 0.0, 1.0]
}

/// A collider on a bone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RigCollider {
    pub part: String,
    /// None stands still in the world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bone: Option<String>,
    pub shape: ColliderShape,
    #[serde(default = "half")]
    pub friction: f32,
}

fn half() -> f32 {
    0.5
}

/// The shape of a collider, in the world frame of the bind pose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColliderShape {
    Sphere { center: [f32; 3], radius: f32 },
    Capsule { ends: [[f32; 3]; 2], radii: [f32; 2] },
    Plane { point: [f32; 3], normal: [f32; 3] },
    Box { center: [f32; 3], rotation: [f32; 4], half: [f32; 3] },
    InsideSphere { center: [f32; 3], radius: f32 },
    InsideCapsule { ends: [[f32; 3]; 2], radii: [f32; 2] },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_in_words() {
        let mut rig = Rig { creatures: vec![Creature::new("worm")], ..Rig::default() };
        assert_eq!(rig.parts(), "1 boneless body");
        rig.creatures.push(Creature::new("snail"));
        assert_eq!(rig.parts(), "2 boneless bodies");
        assert_eq!(Rig::default().parts(), "nothing soft");
        assert_eq!([0, 1, 2].map(|n| counted(n, "chain", "chains")), ["0 chains", "1 chain", "2 chains"]);
    }
}
