//! The heart with its top cut off, to look into it from above.

use super::{angle, axis, left, look, posed, tets};
use crate::figures::boneless::{self, toon};
use crate::model::Shape;
use glam::{Vec2, Vec3};
use lissom_rig::field::Plane;
use lissom_rig::{Character, Material};
use std::f32::consts::TAU;

/// How far up from the apex to the base it is cut.
const HEIGHT: f32 = 0.66;
/// Rays in which the cut is drawn.
const RAYS: usize = 180;
/// How thick the skins of the walls are, outside and towards the rooms.
const SKIN: f32 = 0.011;
const OUTSIDE: u32 = 0xC24A57;
const WALL: u32 = 0xE58083;
const LINING: u32 = 0xF6BFB2;
const FIBRE: u32 = 0xCB626C;

/// The same body as that of the whole heart; less is drawn of it.
pub fn sliced() -> Character {
    let tets = tets();
    let (base, apex) = axis();
    let middle = apex.lerp(base, HEIGHT);
    let plane = Plane::at(middle, base - apex).expect("an axis");
    let below = |p| plane.distance(p) as f32;
    let [outside, chambers, _] = look::muscle(&tets, 2).map(|shape| shape.clipped(&below));
    let [skin, wall, lining] = cut(&borders(&[&outside, &chambers], &below), middle, plane.normal);
    let parts = vec![
        ("muscle", toon(look::MUSCLE), outside),
        ("chambers", toon(look::CHAMBER), chambers),
        ("cut", Material::flat(WALL), wall),
        ("cut-outside", Material::flat(OUTSIDE), skin),
        ("cut-lining", Material::flat(LINING), lining),
        ("cut-fibres", Material::flat(FIBRE), fibres(middle, plane.normal)),
    ];
    boneless::character("heart", tets, parts)
}

/// The edges that lie in the plane.
fn borders(shapes: &[&Shape], below: &dyn Fn(Vec3) -> f32) -> Vec<[Vec3; 2]> {
    let edges = |shape: &Shape| -> Vec<[Vec3; 2]> {
        let sides = shape.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        let places = sides.map(|side| side.map(|k| shape.positions[k as usize]));
        places.filter(|side| side.iter().all(|p| below(*p).abs() < 1e-6)).collect()
    };
    shapes.iter().flat_map(|s| edges(s)).collect()
}

/// Where a ray is within the walls.
struct Ray {
    way: Vec3,
    spans: Vec<[f32; 2]>,
    /// Where a room begins or ends between this one and the next to it.
    point: Option<f32>,
}

impl Ray {
    /// For each span where its skins begin and end; of two if the ray beside this one has two.
    fn levels(&self, two: bool) -> Vec<[f32; 4]> {
        let skin = |[a, b]: [f32; 2]| SKIN.min(0.3 * (b - a));
        let usual = |&[a, b]: &[f32; 2]| [a, a + skin([a, b]), b - skin([a, b]), b];
        match (&self.spans[..], self.point) {
            ([[a, b]], Some(p)) if two => vec![[*a, a + skin([*a, p]), p, p], [p, p, b - skin([p, *b]), *b]],
            (spans, _) => spans.iter().map(usual).collect(),
        }
    }
}

/// The face of the cut between its borders: the skin outside, the walls, and what lines the rooms.
fn cut(borders: &[[Vec3; 2]], middle: Vec3, up: Vec3) -> [Shape; 3] {
    let side = up.any_orthonormal_vector();
    let ray = |k: usize| {
        let (sin, cos) = (TAU * (k as f32 + 0.5) / RAYS as f32).sin_cos();
        let way = side * cos + up.cross(side) * sin;
        Ray { way, spans: solid(borders, middle, way, up), point: None }
    };
    let mut rays: Vec<Ray> = (0..RAYS).map(ray).collect();
    for k in 0..RAYS {
        let beside = [&rays[(k + 1) % RAYS], &rays[(k + RAYS - 1) % RAYS]].map(|r| r.spans.clone());
        let room = beside.into_iter().find(|spans| spans.len() == 2 && rays[k].spans.len() == 1);
        rays[k].point = room.map(|spans| 0.5 * (spans[0][1] + spans[1][0]));
    }
    let mut shapes = [Shape::default(), Shape::default(), Shape::default()];
    for k in 0..RAYS {
        let pair = [&rays[k], &rays[(k + 1) % RAYS]];
        let two = pair.iter().any(|r| r.spans.len() == 2);
        let levels = pair.map(|r| r.levels(two));
        for m in 0..levels[0].len().min(levels[1].len()) {
            let last = m + 1 == levels[0].len();
            for (level, kind) in [(0, 2), (1, 1), (2, if last { 0 } else { 2 })] {
                let line = |r: usize| -> Vec<Vec3> {
                    let [from, to] = [level, level + 1].map(|l| levels[r][m][l]);
                    let point = pair[r].point.filter(|_| kind == 1 && !two);
                    [from].into_iter().chain(point).chain([to]).map(|at| middle + pair[r].way * at).collect()
                };
                strip(&mut shapes[kind], &line(0), &line(1), up);
            }
        }
    }
    shapes
}

/// Triangles between two lines.
fn strip(shape: &mut Shape, from: &[Vec3], to: &[Vec3], up: Vec3) {
    let [from, to] = [from, to].map(|line| line.iter().map(|p| shape.push(*p, up)).collect::<Vec<u32>>());
    for w in from.windows(2) {
        shape.triangles.push([w[0], w[1], to[0]]);
    }
    for w in to.windows(2) {
        shape.triangles.push([from[from.len() - 1], w[1], w[0]]);
    }
}

/// Where a ray from the middle is within the walls.
fn solid(borders: &[[Vec3; 2]], middle: Vec3, ray: Vec3, up: Vec3) -> Vec<[f32; 2]> {
    let across = up.cross(ray);
    let hit = |[a, b]: &[Vec3; 2]| {
        let (u, v) = ((*a - middle).dot(across), (*b - middle).dot(across));
        let at = a.lerp(*b, u / (u - v));
        ((u < 0.0) != (v < 0.0)).then(|| (at - middle).dot(ray)).filter(|r| *r > 0.0)
    };
    let mut hits: Vec<f32> = borders.iter().filter_map(hit).collect();
    hits.sort_by(f32::total_cmp);
    hits.chunks_exact(2).map(|w| [w[0], w[1]]).collect()
}

/// Lines through the left wall that lean as its fibres do.
fn fibres(middle: Vec3, up: Vec3) -> Shape {
    let height = |ring: f32, depth: f32| (posed(left(angle(ring), Vec2::X, depth)) - middle).dot(up);
    // The ring that the plane cuts at a depth.
    let cut = |depth: f32| {
        (0..30).fold([3.0, 13.0], |[low, high], _| {
            let ring = 0.5 * (low + high);
            if height(ring, depth) < 0.0 { [ring, high] } else { [low, ring] }
        })[0]
    };
    let mut all = Shape::default();
    for k in 0..36 {
        let at = |i: usize, aside: f32| {
            let t = i as f32 / 8.0;
            let depth = 0.2 + 0.6 * t;
            let round = TAU * k as f32 / 36.0 + 0.5 * t * t + aside * (4.0 * t * (1.0 - t) + 0.3);
            posed(left(angle(cut(depth)), Vec2::from_angle(round), depth)) + up * 0.001
        };
        for i in 0..8 {
            let places = [at(i, -0.012), at(i, 0.012), at(i + 1, 0.012), at(i + 1, -0.012)];
            let [a, b, c, d] = places.map(|p| all.push(p, up));
            all.quad(d, c, b, a);
        }
    }
    all
}
