//! The scenes, by name.

use glam::{Quat, Vec3};
use lissom_core::Wind;
use lissom_rig::character::{Pose, Skeleton};
use lissom_rig::preset::{Adjust, Preset};
use lissom_rig::rig::{ColliderShape, Joints, Kind, Region, RigCollider, Select};
use lissom_rig::view::View;
use lissom_rig::{Character, Fields, Rig};

use crate::camera::Path;
use crate::model::head::Head;
use crate::scene::{self, FIXED_VIEW, Scene, SceneError};

mod bar_bend;
pub mod bar_wave;
pub mod bowel;
mod bunny;
mod cape_girl;
mod cowlick;
mod front_hair;
mod hair;
pub mod heart;
mod heart_sliced;
pub mod jellyfish;
mod jellyfishes;
mod menagerie;
mod monster;
mod robe;
mod rod_ghost;
pub mod snail;
mod somersault;
mod worm;
mod worm_bend;
mod worm_stiffness;
mod worms;

/// All of them, in the order in which to show them.
pub const ALL: [&Scene; 22] = [
    &bunny::SCENE,
    &front_hair::SCENE,
    &cowlick::SCENE,
    &cape_girl::SCENE,
    &hair::SCENE,
    &robe::SCENE,
    &somersault::SCENE,
    &monster::SCENE,
    &jellyfish::SCENE,
    &worm::SCENE,
    &worm_bend::SCENE,
    &worm_stiffness::SCENE,
    &bar_bend::SCENE,
    &bar_wave::SCENE,
    &snail::SCENE,
    &heart::SCENE,
    &heart_sliced::SCENE,
    &bowel::SCENE,
    &jellyfishes::SCENE,
    &worms::SCENE,
    &menagerie::SCENE,
    &rod_ghost::SCENE,
];

pub fn find(name: &str) -> Result<&'static Scene, SceneError> {
    ALL.into_iter()
        .find(|s| s.name == name)
        .ok_or_else(|| SceneError::NoScene { name: name.to_owned(), known: ALL.map(|s| s.name).join(", ") })
}

/// \[KI13\] Fig. 1: with the method, the same seen from a fixed view, and without it.
const WITH_AND_WITHOUT: &[&str] = &["with", FIXED_VIEW, "without"];

/// Bones that stay where they are.
fn stays(skeleton: &Skeleton, _: f64) -> Vec<Pose> {
    skeleton.rest_local()
}

/// What most scenes of boneless bodies have in common: nothing but themselves moves them, and the camera stays with them.
const BONELESS: Scene = Scene {
    name: "",
    from: "",
    about: "",
    look: "",
    seconds: 10.0,
    still_secs: 3.0,
    variants: &["usual"],
    paper: None,
    character: Character::default,
    rig: |_, _| Rig::default(),
    motion: stays,
    wind: |_| Wind::default(),
    taps: &[],
    view: scene::View {
        bone: None,
        follow: false,
        rises: false,
        middle: 0.5,
        height: 1.0,
        yaw_deg: 20.0,
        pitch_deg: 10.0,
        camera: Path::Still,
    },
};

/// Many boneless bodies in one character, each where `place` has it, named by number.
fn crowd(name: &str, count: usize, make: fn(usize) -> Character, place: fn(usize) -> (Vec3, Quat)) -> Character {
    let mut all = Character { name: name.to_owned(), ..Character::default() };
    for k in 0..count {
        let (at, turn) = place(k);
        let mut one = make(k);
        let named = format!("{} {k}", one.name);
        for mesh in &mut one.meshes {
            mesh.part.clone_from(&named);
            mesh.positions.iter_mut().for_each(|p| *p = turn * *p + at);
            mesh.normals.iter_mut().for_each(|n| *n = turn * *n);
        }
        for tets in &mut one.tets {
            tets.name.clone_from(&named);
            tets.mesh.positions.iter_mut().for_each(|p| *p = turn * *p + at);
        }
        if k == 0 {
            all.skeleton = one.skeleton;
        }
        all.meshes.extend(one.meshes);
        all.tets.extend(one.tets);
    }
    all
}

/// Fields of a body that was put elsewhere.
fn moved(fields: &Fields, (at, turn): (Vec3, Quat)) -> Fields {
    let there = |p: &mut [f32; 3]| *p = (turn * Vec3::from_array(*p) + at).to_array();
    let mut fields = fields.clone();
    for dabs in [&mut fields.layer, &mut fields.strength, &mut fields.delay] {
        dabs.iter_mut().for_each(|d| there(&mut d.at));
    }
    fields.direction.iter_mut().flat_map(|s| &mut s.points).for_each(there);
    fields
}

/// The examples, in the variants that have them.
fn with(variant: &str, view: View) -> Option<View> {
    (variant != "without").then_some(view)
}

/// The bones `name.0`, `name.1`… as hair, to be completed.
fn strand(name: &str, joints: usize, view: Option<View>) -> Joints {
    Joints {
        name: name.into(),
        bones: (0..joints).map(|k| format!("{name}.{k}")).collect(),
        radius: 0.01,
        weight_kg: 0.01 * joints as f32,
        preset: Preset::Hair,
        view,
        ..Joints::default()
    }
}

/// A region of the part with its own name, to be completed.
fn region(name: &str, kind: Kind, preset: Preset, anchor: &str) -> Region {
    Region {
        name: name.into(),
        select: Select { parts: vec![name.into()], ..Select::default() },
        kind,
        spacing: 0.05,
        radius: None,
        axis: None,
        by_bones: false,
        weight_kg: 1.0,
        anchor: anchor.into(),
        preset,
        adjust: Adjust::default(),
        paint: Vec::new(),
        surface: Vec::new(),
        loose: Vec::new(),
        stitches: Vec::new(),
        passes_through: Vec::new(),
    }
}

/// Balls inside a head, as large as fit around places in head coordinates.
fn head_colliders(head: &Head) -> Vec<RigCollider> {
    let places = [
        [0.0, 0.58, 0.0],
        [0.0, 0.42, 0.1],
        [0.12, 0.40, 0.1],
        [-0.12, 0.40, 0.1],
        [0.0, 0.24, 0.14],
        [0.12, 0.66, 0.05],
        [-0.12, 0.66, 0.05],
        [0.27, 0.26, 0.0],
        [-0.27, 0.26, 0.0],
        [0.27, 0.45, 0.05],
        [-0.27, 0.45, 0.05],
    ];
    let ball = |[x, y, z]: [f32; 3]| {
        let center = head.at(x, y, z);
        RigCollider {
            part: "head".into(),
            bone: Some("head".into()),
            shape: ColliderShape::Sphere { center: center.to_array(), radius: -head.distance(center) },
            friction: 0.2,
        }
    };
    places.map(ball).to_vec()
}

/// The ground, to stand and to lie on.
fn floor() -> RigCollider {
    RigCollider {
        part: "floor".into(),
        bone: None,
        shape: ColliderShape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] },
        friction: 0.8,
    }
}
