//! Who looks at a character from a file.

use std::f32::consts::{PI, TAU};
use std::sync::Arc;

use glam::{Affine3A, Quat, Vec3};
use lissom_core::Camera;
use lissom_formats::gltf::Import;
use lissom_formats::model::Model;
use lissom_formats::take::{Act, Eye, Take};
use lissom_rig::character::bounds;
use lissom_scenes::camera::{Path, Shot};

/// A camera of the file, or one that moves as it does in scenes.
#[derive(Clone, Debug)]
pub enum View {
    None,
    OfFile(lissom_formats::gltf::Camera),
    Path(Frame, Path),
}

/// Width over height of pictures, where nothing else is asked for.
pub const WIDE: f32 = 16.0 / 9.0;
/// From a little to the side both a face and a tail are seen.
const THREE_QUARTERS_RAD: f32 = 0.6;
/// From a little above.
const PITCH_RAD: f32 = 0.12;
/// How much of a picture is filled.
const FILL: f32 = 0.8;
/// Moments of an animation that are looked at, and the most vertices in all of them.
const MOMENTS: usize = 16;
const MOST_VERTICES: usize = 400_000;
/// What is sought outermost: so many directions around, at each of these heights.
const AROUND: usize = 16;
const SLOPES: [f32; 3] = [-0.7, 0.0, 0.7];
/// What reaches no deeper, as a share of the height, stands on the ground all the same.
const SUNK: f32 = 0.05;
/// How much larger bodies without bones become.
const SWELLS: f32 = 1.25;
/// How high bodies float at least, if they are moved by no bones, and at most, as shares of the size.
const FLOATS: [f32; 2] = [0.12, 0.5];

/// What a camera must hold, in pictures of one shape.
#[derive(Clone, Debug)]
pub struct Frame {
    middle: Vec3,
    /// The outermost places of all that it does, as if it stayed where it is; at rest if it does nothing.
    outermost: Arc<[Vec3]>,
    /// How high the ground lies.
    pub ground_y: f32,
    /// The middle of all nodes, at rest.
    nodes: Vec3,
    /// Which way it looks at first: from where a character's face is seen.
    yaw_rad: f32,
    aspect: f32,
}

impl Frame {
    /// For pictures so much wider than high.
    pub fn of(model: &Model, act: &Act, aspect: f32) -> Frame {
        let import = &model.import;
        let world = import.nodes.world(&import.nodes.rest());
        let nodes = middle(&world);
        let at_rest: Vec<Vec3> = match import.drawn.is_empty() {
            true => world.iter().map(|w| w.translation.into()).collect(),
            false => import.character.meshes.iter().flat_map(|m| m.positions.iter().copied()).collect(),
        };
        let mut outermost = Outermost::new();
        let vertices: usize = import.drawn.iter().map(|drawn| drawn.primitive.positions.len()).sum();
        let moments = MOST_VERTICES.checked_div(vertices).filter(|_| act.secs() > 0.0).unwrap_or(0).min(MOMENTS);
        for k in 0..moments {
            let time_secs = act.secs() * k as f64 / (moments.max(2) - 1) as f64;
            places(import, act, time_secs, nodes).for_each(|place| outermost.see(place));
        }
        let (low, high) = bounds(at_rest.iter().copied());
        let is_boneless = !import.character.tets.is_empty();
        if moments == 0 {
            let (middle, grown) = ((low + high) / 2.0, if is_boneless { SWELLS } else { 1.0 });
            at_rest.iter().for_each(|place| outermost.see(middle + (*place - middle) * grown));
        }
        let ground_y = ground(low, high, is_boneless);
        // What floats is seen with its shadow.
        if ground_y < low.y {
            outermost.see(((low + high) / 2.0).with_y(ground_y));
        }
        let outermost = outermost.places();
        let (low, high) = bounds(outermost.iter().copied());
        Frame {
            middle: (low + high) / 2.0,
            outermost,
            ground_y,
            nodes,
            yaw_rad: THREE_QUARTERS_RAD + if model.looks_back() { PI } else { 0.0 },
            aspect,
        }
    }

    /// Where a camera is while the character is where it is now.
    pub fn shot(&self, take: &Take, path: &Path, time_secs: f64, since_secs: f64) -> Shot {
        let target = self.middle + self.moved(take);
        let yaw = self.yaw_rad + path.turn(time_secs) as f32;
        // A camera that goes around does not go to and fro.
        let yaws = if *path == Path::Still { 1 } else { AROUND };
        let distances = (0..yaws).map(|k| {
            let turn = turn(self.yaw_rad + k as f32 / AROUND as f32 * TAU);
            distance(&self.outermost, self.middle, turn, self.aspect)
        });
        let eye = target + turn(yaw) * Vec3::Z * distances.fold(1e-6, f32::max);
        Shot { eye: path.place(time_secs).unwrap_or(eye), target, cut: path.cuts(time_secs - since_secs, time_secs) }
    }

    /// The outermost places of all that it does, around where it is now.
    pub fn places(&self, take: &Take) -> impl Iterator<Item = Vec3> {
        let moved = self.moved(take);
        self.outermost.iter().map(move |place| *place + moved)
    }

    fn moved(&self, take: &Take) -> Vec3 {
        middle(take.world()) - self.nodes
    }
}

/// How far from their middle a camera that is turned so holds all places, in a picture so much wider than high.
pub fn distance(places: &[Vec3], middle: Vec3, turn: Quat, aspect: f32) -> f32 {
    let up = FILL * (0.5 * lissom_render::Camera::default().fov_y_rad).tan();
    let away = |place: &Vec3| {
        let off = turn.conjugate() * (*place - middle);
        off.z + (off.y.abs() / up).max(off.x.abs() / (up * aspect))
    };
    places.iter().map(away).fold(0.0, f32::max)
}

fn turn(yaw_rad: f32) -> Quat {
    Quat::from_rotation_y(yaw_rad) * Quat::from_rotation_x(-PITCH_RAD)
}

/// How high the ground lies, by the box around what is at rest. Who stands at 0 or a little above has it there. It is
/// lower for what reaches below, and not far below what is high up. Bodies without bones swell: they float.
fn ground(low: Vec3, high: Vec3, is_boneless: bool) -> f32 {
    let size = (high - low).max_element();
    let [least, most] = FLOATS.map(|share| share * size);
    match low.y {
        low if !low.is_finite() => 0.0,
        low if low < -SUNK * (high.y - low) => low - if is_boneless { least } else { 0.0 },
        low if low > most => low - most,
        _ => 0.0,
    }
}

/// Where vertices are at a moment, soft parts as stiff as others, as if the whole stayed where it is.
fn places<'a>(import: &'a Import, act: &'a Act, time_secs: f64, nodes: Vec3) -> impl Iterator<Item = Vec3> + 'a {
    let mut local = import.nodes.rest();
    if let Some(clip) = &act.clip {
        clip.sample(time_secs, &mut local);
    }
    if let Some(motion) = &act.motion {
        motion.apply(time_secs, &mut local);
    }
    let world = import.nodes.world(&local);
    let moved = middle(&world) - nodes;
    import.drawn.iter().flat_map(move |drawn| {
        let morphs = act.clip.as_ref().and_then(|clip| clip.weights(drawn.node, time_secs)).unwrap_or_default();
        import.skinned(drawn, &world, &morphs).0.into_iter().map(move |place| place - moved)
    })
}

fn middle(world: &[Affine3A]) -> Vec3 {
    Vec3::from(world.iter().map(|w| w.translation).sum::<glam::Vec3A>()) / world.len().max(1) as f32
}

/// What is farthest in some directions.
struct Outermost(Vec<(Vec3, f32, Vec3)>);

impl Outermost {
    fn new() -> Outermost {
        let around = |y: f32| {
            (0..AROUND).map(move |k| Quat::from_rotation_y(k as f32 / AROUND as f32 * TAU) * Vec3::new(0.0, y, 1.0))
        };
        let sides = SLOPES.into_iter().flat_map(around).map(Vec3::normalize);
        Outermost(sides.chain([Vec3::Y, Vec3::NEG_Y]).map(|d| (d, f32::NEG_INFINITY, Vec3::ZERO)).collect())
    }

    fn see(&mut self, place: Vec3) {
        for (direction, far, farthest) in &mut self.0 {
            let how_far = direction.dot(place);
            if how_far > *far && how_far.is_finite() {
                (*far, *farthest) = (how_far, place);
            }
        }
    }

    fn places(self) -> Arc<[Vec3]> {
        self.0.into_iter().map(|(.., place)| place).collect()
    }
}

impl View {
    /// Who looks at a moment, `since_secs` after the picture before.
    pub fn eye(&self, take: &Take, time_secs: f64, since_secs: f64) -> Eye {
        match self {
            View::None => Eye::None,
            View::OfFile(camera) => Eye::OfFile(camera.clone()),
            View::Path(frame, path) => {
                let shot = frame.shot(take, path, time_secs, since_secs);
                Eye::Given { camera: Camera::Perspective { position: shot.eye.to_array() }, cut: shot.cut }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ground_of(low: f32, high: f32, is_boneless: bool) -> f32 {
        ground(Vec3::new(-0.1, low, 0.0), Vec3::new(0.1, high, 0.0), is_boneless)
    }

    #[test]
    fn the_ground_lies_where_something_stands() {
        assert_eq!(ground_of(0.0, 1.6, false), 0.0, "a character");
        assert_eq!(ground_of(-0.03, 1.6, false), 0.0, "with one toe in the ground");
        assert_eq!(ground_of(0.3, 1.0, false), 0.0, "a bird");
        assert_eq!(ground_of(-0.5, 0.5, false), -0.5, "a cube around the origin");
        assert_eq!(ground_of(-9.0, -8.0, false), -9.0, "all of it below");
        assert_eq!(ground_of(9.0, 10.0, false), 8.5, "high up, and still seen above its shadow");
        assert_eq!(ground_of(-0.5, 0.5, true), -0.62, "a ball of flesh swells");
        assert!(ground_of(-0.01, 0.01, true) < -0.02, "a mat");
        assert_eq!(ground(Vec3::INFINITY, Vec3::NEG_INFINITY, false), 0.0, "nothing");
    }

    #[test]
    fn what_is_outermost_is_seen_from_all_sides() {
        let mut outermost = Outermost::new();
        let ball = (0..4000).map(|k| {
            let (t, y) = (k as f32 * 2.4, k as f32 / 2000.0 - 1.0);
            Vec3::new(t.cos() * (1.0 - y * y).sqrt(), y, t.sin() * (1.0 - y * y).sqrt())
        });
        ball.for_each(|place| outermost.see(place));
        outermost.see(Vec3::NAN);
        let places = outermost.places();
        for k in 0..40 {
            let direction = Quat::from_rotation_y(0.16 * k as f32) * Quat::from_rotation_x(0.3) * Vec3::Z;
            let reach = places.iter().map(|p| p.dot(direction)).fold(0.0, f32::max);
            assert!(reach > 0.9, "{reach} towards {direction}");
        }
        assert!(places.iter().all(|p| p.is_finite()));
    }
}
