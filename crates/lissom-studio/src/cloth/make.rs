//! New regions and colliders, with numbers to begin with.

use glam::Vec3;
use lissom_rig::auto::preset_of;
use lissom_rig::character::bounds;
use lissom_rig::preset::{Adjust, Preset};
use lissom_rig::rig::{Area, ColliderShape, Kind, Paint, Region, Rig, RigCollider, Select};
use lissom_rig::selection::Selection;
use lissom_rig::{Character, TriMesh};

/// A region begins with about so many particles.
const PARTICLES: f64 = 250.0;
/// kg/m² of cloth.
const CLOTH_WEIGHT: f32 = 0.3;
/// So much of the top is held.
const HELD: f32 = 0.15;

/// The region that a choice of triangles becomes.
pub fn region(character: &Character, rig: &Rig, select: &Select, kind: Kind) -> Result<Region, String> {
    let from = Selection::new(character, select);
    if from.triangles.is_empty() {
        return Err("Choose some triangles first: a part, a material, a bone, or with the brush".to_owned());
    }
    let (low, high) = bounds(from.positions.iter().copied());
    let area = TriMesh { positions: from.positions.clone(), triangles: from.triangles.clone() }.area();
    let size = (high - low).length();
    let spacing = match kind {
        Kind::Strands { .. } => size / 12.0,
        _ => (area / PARTICLES).sqrt() as f32,
    };
    let spacing = neat(spacing.max(1e-4 * size));
    let first = select.parts.iter().chain(&select.meshes).chain(&select.bones).next();
    let name = first.map_or("cloth", String::as_str);
    let connected = matches!(kind, Kind::Cloth | Kind::Strands { .. });
    let (usual, weight_kg) = match kind {
        Kind::Cloth => (Preset::Cape, neat((area as f32 * CLOTH_WEIGHT).max(0.01))),
        Kind::Strands { .. } => (Preset::Hair, 0.3),
        Kind::Shell { .. } => (Preset::Body, 20.0),
        Kind::MomentumConserving => (Preset::SoftSkin, 20.0),
    };
    let height = high.y - low.y;
    let held =
        Paint { area: Area::Above { height: neat(high.y - HELD * height) }, simulated: 0.0, soft: neat(HELD * height) };
    Ok(Region {
        name: free_name(rig, name),
        select: select.clone(),
        kind,
        spacing,
        radius: (kind == Kind::Cloth).then(|| neat(0.3 * spacing)),
        axis: None,
        by_bones: false,
        weight_kg,
        anchor: anchor(character, &from),
        preset: preset_of(name).filter(|_| connected).unwrap_or(usual),
        adjust: Adjust::default(),
        paint: if connected && height > 0.0 { vec![held] } else { Vec::new() },
        surface: Vec::new(),
        loose: Vec::new(),
        stitches: Vec::new(),
        passes_through: Vec::new(),
    })
}

/// The bone that all which matter hang on.
fn anchor(character: &Character, from: &Selection) -> String {
    let bones = &character.skeleton.bones;
    let mut weight = vec![0.0_f32; bones.len()];
    for (bone, w) in from.bones.iter().flatten().zip(from.weights.iter().flatten()) {
        if let Some(sum) = weight.get_mut(usize::from(*bone)) {
            *sum += w.max(0.0);
        }
    }
    let total: f32 = weight.iter().sum();
    for k in (1..bones.len()).rev() {
        if let Some(parent) = bones[k].parent {
            weight[parent] += weight[k];
        }
    }
    // The last bone that has nearly all of the weight on it or below it.
    let holds = |k: &usize| weight[*k] >= 0.95 * total;
    (0..bones.len()).rev().find(holds).map_or(String::new(), |k| bones[k].name.clone())
}

/// A name that no body has.
fn free_name(rig: &Rig, name: &str) -> String {
    let regions = rig.regions.iter().map(|r| &r.name);
    let taken: Vec<&String> =
        regions.chain(rig.joints.iter().map(|j| &j.name)).chain(rig.creatures.iter().map(|c| &c.name)).collect();
    let numbered = (2..).map(|k| format!("{name} {k}"));
    let found = std::iter::once(name.to_owned()).chain(numbered).find(|n| !taken.contains(&n));
    found.unwrap_or_default()
}

/// The shape of a new collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Ball,
    Capsule,
    Plane,
    Box,
    /// Keeps things in.
    InBall,
    InCapsule,
}

impl Form {
    pub const ALL: [(Form, &str, &str); 6] = [
        (Form::Ball, "Ball", "For heads, hips and knees"),
        (Form::Capsule, "Capsule", "For arms and legs: two balls and what is between them"),
        (Form::Plane, "Plane", "For floors and walls"),
        (Form::Box, "Box", "For seats and bags"),
        (Form::InBall, "Inside of a ball", "Keeps what is in it from coming out"),
        (Form::InCapsule, "Inside of a capsule", "Keeps what is in it from coming out, for sleeves and trouser legs"),
    ];
}

/// A collider on a bone. Planes stand still.
pub fn collider(character: &Character, form: Form, bone: Option<String>) -> RigCollider {
    let (low, high) = bounds(character.meshes.iter().flat_map(|m| m.positions.iter().copied()));
    let size = Some((high - low).length()).filter(|s| s.is_finite() && *s > 0.0).unwrap_or(1.0);
    let skeleton = &character.skeleton;
    let bone = bone.and_then(|name| skeleton.find(&name)).unwrap_or(0);
    let place = skeleton.rest_world().get(bone).map_or(Vec3::ZERO, |p| p.translation);
    let (center, radius) = (place.to_array().map(neat), neat(0.06 * size));
    let below = (place - Vec3::Y * 0.1 * size).to_array().map(neat);
    // What keeps things in begins with everything in it.
    let (middle, around) = (low.midpoint(high), neat(0.48 * size));
    let [middle, lower] = [middle, middle - Vec3::Y * 0.1 * size].map(|place| place.to_array().map(neat));
    let shape = match form {
        Form::Ball => ColliderShape::Sphere { center, radius },
        Form::Capsule => ColliderShape::Capsule { ends: [center, below], radii: [radius; 2] },
        Form::InBall => ColliderShape::InsideSphere { center: middle, radius: around },
        Form::InCapsule => ColliderShape::InsideCapsule { ends: [middle, lower], radii: [around; 2] },
        Form::Plane => ColliderShape::Plane { point: [0.0, neat(low.y), 0.0], normal: [0.0, 1.0, 0.0] },
        Form::Box => ColliderShape::Box { center, rotation: [0.0, 0.0, 0.0, 1.0], half: [radius; 3] },
    };
    let bone = skeleton.bones.get(bone).filter(|_| form != Form::Plane).map(|b| b.name.clone());
    RigCollider { part: bone.clone().unwrap_or_else(|| "floor".to_owned()), bone, shape, friction: 0.5 }
}

/// Three digits are enough to begin with.
fn neat(value: f32) -> f32 {
    format!("{value:.2e}").parse().unwrap_or(value)
}
