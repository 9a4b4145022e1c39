//! The heart with its top cut off, to look into it from above.

use super::{axis, look, tets};
use crate::figures::boneless;
use crate::model::Shape;
use lissom_rig::Character;
use lissom_rig::field::{Plane, cut};

/// How far up from the apex to the base it is cut.
const HEIGHT: f32 = 0.66;

/// The same body as that of the whole heart; less is drawn of it.
pub fn sliced() -> Character {
    let tets = tets();
    let (base, apex) = axis();
    let plane = Plane::at(apex.lerp(base, HEIGHT), base - apex).expect("an axis");
    let below = |p| plane.distance(p) as f32;
    let muscle = look::parts(&tets).into_iter().filter(|(name, ..)| ["muscle", "chambers"].contains(name));
    let mut parts: Vec<_> = muscle.map(|(name, toon, shape)| (name, toon, shape.clipped(&below))).collect();
    let section = cut(&tets, &plane);
    let mut face = Shape::default();
    for point in &section.points {
        face.push(point.position, plane.normal);
    }
    face.triangles = section.triangles;
    parts.push(("cut", boneless::toon(look::RIM), face));
    boneless::character("heart", tets, parts)
}
