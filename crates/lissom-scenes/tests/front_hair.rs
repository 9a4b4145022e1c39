//! The fringe of `front-hair` hides the eyes as it is drawn, and frees them with its examples.

mod blend;

use glam::{Vec3, Vec3Swizzles};
use lissom_rig::{Actor, Cue, Pose, Rig};
use lissom_scenes::figures::front_hair::{self, VIEW_DEPENDENT, examples};
use lissom_scenes::figures::girl;
use lissom_scenes::model::head::way;
use lissom_scenes::scenes;

/// Half the width of the picture in pixels, how many of them are a metre, and how far the camera is.
const HALF: i32 = 100;
const SCALE: f32 = 650.0;
const DISTANCE: f32 = 1.5;

/// Nearest depths of triangles, seen from a direction towards the middle of the face.
struct Picture {
    depth: Vec<f32>,
    away: Vec3,
    right: Vec3,
    target: Vec3,
}

impl Picture {
    fn new(eye: Vec3, target: Vec3) -> Picture {
        let away = (eye - target).normalize();
        let right = Vec3::Y.cross(away).normalize();
        Picture { depth: vec![f32::INFINITY; (4 * HALF * HALF) as usize], away, right, target }
    }

    fn draw(&mut self, positions: &[Vec3], triangles: &[[u32; 3]]) {
        let up = self.away.cross(self.right);
        let place = |p: Vec3| {
            let p = p - self.target;
            let depth = DISTANCE - p.dot(self.away);
            Vec3::new(p.dot(self.right), p.dot(up), 0.0) * (SCALE * DISTANCE / depth) + Vec3::Z * depth
        };
        let places: Vec<Vec3> = positions.iter().map(|p| place(*p)).collect();
        for t in triangles {
            let [a, b, c] = t.map(|i| places[i as usize]);
            let area = (b - a).xy().perp_dot((c - a).xy());
            let low = a.min(b).min(c).floor().max(Vec3::splat(-HALF as f32));
            let high = a.max(b).max(c).ceil().min(Vec3::splat(HALF as f32 - 1.0));
            for y in low.y as i32..=high.y as i32 {
                for x in low.x as i32..=high.x as i32 {
                    let p = glam::Vec2::new(x as f32, y as f32);
                    let share = |d: Vec3, e: Vec3| (d.xy() - p).perp_dot(e.xy() - p) / area;
                    let (u, v, w) = (share(b, c), share(c, a), share(a, b));
                    if u >= 0.0 && v >= 0.0 && w >= 0.0 {
                        let at = &mut self.depth[((y + HALF) * 2 * HALF + x + HALF) as usize];
                        *at = at.min(u * a.z + v * b.z + w * c.z);
                    }
                }
            }
        }
    }
}

/// One frame: the local pose of every bone, and where the camera is.
struct Frame {
    pose: Vec<Pose>,
    eye: Vec3,
}

/// The frames of the scene, its camera at a distance that shows head and shoulders.
fn frames() -> Vec<Frame> {
    let scene = scenes::find("front-hair").expect("the scene");
    let mut play = scene.play(None).expect("plays");
    let step = |_| {
        play.step(1.0 / 30.0);
        let shot = play.shot();
        let away = way(shot.yaw_rad.to_degrees(), shot.pitch_rad.to_degrees());
        let pose = (scene.motion)(&play.actor.character.skeleton, play.time_secs());
        Frame { pose, eye: shot.target + away * DISTANCE }
    };
    (0..240).map(step).collect()
}

/// The character as seen in a frame, its fringe blended by the view.
fn seen(actor: &mut Actor, frame: &Frame, with_examples: bool) {
    let mut pose = frame.pose.clone();
    let skeleton = &actor.character.skeleton;
    for (chain, _) in VIEW_DEPENDENT.iter().filter(|_| with_examples) {
        let root = skeleton.find(&format!("{chain}.0")).expect("the chain's bones");
        let direction = skeleton.world(&pose)[root].inverse().point(frame.eye).normalize();
        let examples = examples(chain);
        let weights = blend::gaussian(&examples, direction);
        blend::pose(&examples, &weights, &mut pose[root..]);
    }
    actor.step(&Cue { dt_secs: 1.0 / 60.0, pose: &pose, wind: lissom_core::Wind::default(), teleport: None });
    actor.skin();
}

/// The largest share of an iris that one strand of the fringe hides; none if no iris would show at least half.
fn hidden(actor: &Actor, eye: Vec3) -> Option<f32> {
    let head = actor.bone(actor.character.skeleton.find("head").expect("a head"));
    let depths = |wanted: &dyn Fn(&str, &str) -> bool| {
        let mut picture = Picture::new(eye, head.translation + Vec3::Y * 0.1);
        for (mesh, now) in actor.character.meshes.iter().zip(actor.meshes()) {
            if wanted(&mesh.name, &mesh.part) {
                picture.draw(&now.positions, &mesh.triangles);
            }
        }
        picture.depth
    };
    let skin = depths(&|name, part| part == "body" || name == "nose");
    let strands = VIEW_DEPENDENT.map(|(chain, _)| depths(&|_, part| part == chain));
    let share = |name: &str| {
        let iris = depths(&|mesh, _| mesh == name);
        let drawn: Vec<usize> = (0..iris.len()).filter(|&k| iris[k].is_finite()).collect();
        let shown: Vec<usize> = drawn.iter().copied().filter(|&k| iris[k] < skin[k] + 1e-3).collect();
        let covered = |strand: &Vec<f32>| shown.iter().filter(|&&k| strand[k] < iris[k]).count();
        let most = strands.iter().map(covered).max()?;
        (drawn.len() > 20 && 2 * shown.len() >= drawn.len()).then(|| most as f32 / shown.len() as f32)
    };
    [share("iris.L"), share("iris.R")].into_iter().flatten().reduce(f32::max)
}

/// The share of the frames that count in which an eye is hidden.
fn share_hidden(frames: &[Frame], with_examples: bool) -> f32 {
    let mut actor = Actor::new(front_hair::character(), &Rig::default()).expect("builds");
    let hidden = |frame: &Frame| {
        seen(&mut actor, frame, with_examples);
        hidden(&actor, frame.eye)
    };
    let shares: Vec<f32> = frames.iter().filter_map(hidden).collect();
    shares.iter().filter(|s| **s > 0.1).count() as f32 / shares.len() as f32
}

#[test]
fn examples_free_the_eyes() {
    let frames = frames();
    let (base, blended) = (share_hidden(&frames, false), share_hidden(&frames, true));
    assert!(base > 0.3, "as drawn, an eye is hidden in {base} of the frames");
    assert!(blended < 0.02, "with the examples, an eye is hidden in {blended} of the frames");
}

#[test]
fn the_fringe_keeps_off_the_skin() {
    let mut actor = Actor::new(front_hair::character(), &Rig::default()).expect("builds");
    let (head, bone) = (girl::head(), actor.character.skeleton.find("head").expect("a head"));
    let bind = actor.character.skeleton.rest_world()[bone];
    for frame in frames() {
        seen(&mut actor, &frame, true);
        let back = bind.then(&actor.bone(bone).inverse());
        let meshes = actor.character.meshes.iter().zip(actor.meshes());
        for (mesh, now) in meshes.filter(|(mesh, _)| mesh.part.starts_with("fringe.")) {
            let gap = now.positions.iter().map(|p| head.distance_with_nose(back.point(*p))).fold(1.0, f32::min);
            assert!(gap > 0.004, "{}: {gap} m", mesh.name);
        }
    }
}
