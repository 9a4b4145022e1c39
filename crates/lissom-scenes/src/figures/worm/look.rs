//! What is drawn of the worms: bands, and a friendly face.

use super::{Form, LONG, SHORT};
use crate::figures::boneless::toon;
use crate::model::Shape;
use crate::model::patch::patch;
use crate::model::sdf::{self, Sdf};
use crate::model::stroke::Canvas;
use glam::{Vec2, Vec3};
use lissom_rig::Material;
use std::f32::consts::{PI, TAU};

pub type Part = (&'static str, Material, Shape);

const SKIN: (u32, u32) = (0xE8A05C, 0xB8733C);
const BAND: (u32, u32) = (0xC9824A, 0x96592E);
const SADDLE: (u32, u32) = (0xF4C79A, 0xC98E62);
const LINE: u32 = 0x5A2E1E;
/// Segments of the long worm, and how deep the furrows between them are, in radii.
const SEGMENTS: usize = 21;
const FURROW: f32 = 0.035;
/// The share of a segment that is dark, next to its end.
const DARK: f32 = 0.34;

/// The skin at an angle round from below and a share along from the tail.
fn skin(form: Form, segments: usize, angle: f32, share: f32) -> Vec3 {
    // Evenly along the outline, which turns in at the ends.
    let s = 2.0 * share - 1.0;
    let z = form.half_length * (s.abs().powf(0.9) * s.signum()).clamp(-1.0, 1.0);
    let phase = share * segments as f32;
    let furrow = (PI * phase).cos().powi(2) * FURROW * (1.0 - s.powi(8));
    let out = Vec2::new(angle.sin(), -angle.cos()) * (1.0 - furrow);
    form.at(z, out)
}

/// Strips of the skin between shares; angle first, so that the outside is out.
fn strips(form: Form, segments: usize, shares: &[[f32; 2]], steps: [usize; 2]) -> Shape {
    let surface = |a: f32, s: f32| skin(form, segments, a, s);
    let mut all = Shape::default();
    for &[from, to] in shares {
        all.append(&patch(&surface, 0.0..TAU, from..to, steps));
    }
    all
}

pub fn long() -> Vec<Part> {
    let edge = |k: f32| k / SEGMENTS as f32;
    let (mut light, mut dark, mut saddle) = (Vec::new(), Vec::new(), Vec::new());
    for k in 0..SEGMENTS {
        let (from, to) = (k as f32, (k + 1) as f32);
        let half = 0.5 * DARK;
        match k {
            14 | 15 => saddle.push([edge(from), edge(to)]),
            _ => {
                let low = if k == 0 || k == 16 { from } else { from + half };
                let high = if k == SEGMENTS - 1 || k == 13 { to } else { to - half };
                light.push([edge(low), edge(high)]);
                if k > 0 && k != 16 {
                    dark.push([edge(from - half), edge(from + half)]);
                }
            }
        }
    }
    let strips = |list: &[[f32; 2]], n: usize| strips(LONG, SEGMENTS, list, [40, n]);
    let mut parts = vec![
        ("skin", toon(SKIN), strips(&light, 4)),
        ("bands", toon(BAND), strips(&dark, 2)),
        ("saddle", toon(SADDLE), strips(&saddle, 4)),
    ];
    parts.extend(face(LONG));
    parts
}

/// The signed distance of the smooth body near its front.
fn body(form: Form) -> impl Fn(Vec3) -> f32 + Sync {
    move |p| {
        let across = Vec2::new(p.x, p.y - form.height_at(p.z)).length();
        let side = across - form.radius_at(p.z);
        0.4 * if p.z.abs() < form.half_length { side } else { side.max(p.z.abs() - form.half_length) }
    }
}

/// Round eyes on top, a smile and rosy cheeks.
fn face(form: Form) -> Vec<Part> {
    let r = form.radius;
    let body = body(form);
    let at = |z: f32, x: f32, y: f32| form.at(z, Vec2::new(x, y));
    let eye = at(form.half_length - 0.42 * r, 0.46, 0.80);
    let size = 0.31 * r;
    let ball = move |p: Vec3| sdf::sphere(p, eye, size);
    let gaze = Canvas::facing(&ball, eye + Vec3::Z * size, Vec3::new(0.22, 0.12, 1.0));
    let disc = |x: f32, y: f32, radius: f32, lift: f32| {
        let round = |a: f32| Vec2::from_angle(a) * radius * size;
        gaze.patch(Vec2::new(x, y) * size, &round, 3, 20, lift * size, 0.0)
    };
    let lights = |side: f32| Shape::join([&disc(-0.22 * side, 0.26, 0.2, 0.06), &disc(0.2 * side, -0.24, 0.1, 0.06)]);
    let lights = Shape::join([&lights(1.0), &lights(-1.0).mirrored()]);
    let white = Shape::ellipsoid(eye, Vec3::splat(size), 14, 20);
    let cheek = at(form.half_length - 0.3 * r, 0.85, 0.02);
    vec![
        ("eyes", Material::toon(0xFFFCF4, 0xDCD3C4), white.both_sides()),
        ("pupils", Material::flat(0x3A2219), disc(0.0, 0.0, 0.62, 0.03).both_sides()),
        ("eye-lights", Material::flat(0xFFFFFF), lights),
        ("smile", Material::flat(LINE), smile(&body, form)),
        ("cheeks", Material::flat(0xEE8F6A), blush(&body, cheek, 0.16 * r).both_sides()),
    ]
}

fn smile(body: Sdf, form: Form) -> Shape {
    let r = form.radius;
    let canvas = Canvas::front(body, Vec3::new(0.0, form.height_at(0.95 * form.half_length), form.half_length));
    let points = [(-0.40, 0.10), (-0.22, -0.08), (0.0, -0.14), (0.22, -0.08), (0.40, 0.10)];
    let points = points.map(|(x, y)| Vec2::new(x, y) * r);
    canvas.line(&points, &|t| r * 0.085 * (0.3 + 0.7 * (4.0 * t * (1.0 - t)).sqrt()), 16, 0.015 * r)
}

fn blush(body: Sdf, at: Vec3, size: f32) -> Shape {
    let canvas = Canvas::facing(body, at, Vec3::new(0.8, 0.1, 1.0));
    canvas.patch(Vec2::ZERO, &|a| Vec2::from_angle(a) * Vec2::new(1.2, 0.8) * size, 2, 14, 0.012 * size, 0.0)
}

/// Light and dark tones of the short worms.
const TONES: [[(u32, u32); 2]; 6] = [
    [(0xE8A05C, 0xB8733C), (0xC9824A, 0x96592E)],
    [(0xE58C7A, 0xB55E55), (0xC96D60, 0x964842)],
    [(0xEBC06A, 0xBD8E41), (0xD0A04E, 0x9C7230)],
    [(0xD98E9B, 0xA9606F), (0xBD707E, 0x8C4B58)],
    [(0xC7A76C, 0x957845), (0xAB8B52, 0x7B6236)],
    [(0xF0AE8B, 0xC07C5E), (0xD58F6C, 0xA36349)],
];

pub fn short(number: usize) -> Vec<Part> {
    let [light, dark] = TONES[number % TONES.len()];
    let strips = |list: &[[f32; 2]], n: usize| strips(SHORT, 5, list, [10, n]);
    let bands = [[0.17, 0.23], [0.37, 0.43], [0.57, 0.63], [0.77, 0.83]];
    let rest = [[0.23, 0.37], [0.43, 0.57], [0.63, 0.77]];
    let mut skin = strips(&rest, 2);
    skin.append(&strips(&[[0.0, 0.17], [0.83, 1.0]], 3));
    let r = SHORT.radius;
    let eye = SHORT.at(SHORT.half_length - 0.6 * r, Vec2::new(0.5, 0.75));
    let white = Shape::ellipsoid(eye, Vec3::splat(0.34 * r), 4, 8);
    let pupil = Shape::ellipsoid(eye + Vec3::new(0.03, 0.02, 0.17) * r, Vec3::splat(0.22 * r), 4, 6);
    vec![
        ("skin", toon(light), skin),
        ("bands", toon(dark), strips(&bands, 1)),
        ("eyes", Material::toon(0xFFFCF4, 0xDCD3C4), white.both_sides()),
        ("pupils", Material::flat(0x3A2219), pupil.both_sides()),
    ]
}
