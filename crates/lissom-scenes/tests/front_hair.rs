//! The fringe of `front-hair` hides the eyes as it is drawn, and frees them with its examples.

use glam::{Vec3, Vec3Swizzles};
use lissom_rig::Actor;
use lissom_scenes::figures::front_hair::VIEW_DEPENDENT;
use lissom_scenes::figures::girl;
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

/// Plays a variant of the scene and looks at every frame.
fn watch(variant: &str, mut look: impl FnMut(&Actor, Vec3)) {
    let mut play = scenes::find("front-hair").expect("the scene").play(Some(variant)).expect("plays");
    for _ in 0..240 {
        play.step(1.0 / 60.0);
        play.step(1.0 / 60.0);
        play.actor.skin();
        look(&play.actor, play.shot().eye);
    }
}

#[test]
fn examples_free_the_eyes() {
    // A full orbit, a nod and a shake of the head. Of the frames in which at least half of an iris would show.
    let share = |variant: &str| {
        let mut shares = Vec::new();
        watch(variant, |actor, eye| shares.extend(hidden(actor, eye)));
        let hidden = shares.iter().filter(|s| **s > 0.1).count();
        println!("{variant}: an eye is hidden in {hidden} of {} frames", shares.len());
        hidden as f32 / shares.len() as f32
    };
    let (with, without) = (share("with"), share("without"));
    assert!(without > 0.3, "without: {without}");
    assert!(with < 0.02, "with: {with}");
}

#[test]
fn the_fringe_keeps_off_the_skin() {
    let (head, mut worst) = (girl::head(), 1.0_f32);
    watch("with", |actor, _| {
        let bone = actor.character.skeleton.find("head").expect("a head");
        let back = actor.character.skeleton.rest_world()[bone].then(&actor.bone(bone).inverse());
        let meshes = actor.character.meshes.iter().zip(actor.meshes());
        for (_, now) in meshes.filter(|(mesh, _)| mesh.part.starts_with("fringe.")) {
            let gap = now.positions.iter().map(|p| head.distance_with_nose(back.point(*p))).fold(1.0, f32::min);
            worst = worst.min(gap);
        }
    });
    println!("{:.1} mm off the skin at least", worst * 1e3);
    assert!(worst > 0.0, "{worst} m");
}
