//! Cross-sections of long bodies: a triangular lattice pressed into the unit disc.

use super::web::Web;
use glam::Vec2;

/// A web in the unit disc. Its left is the mirror image of its right (x = 0 is between them).
#[derive(Clone, Debug)]
pub struct Section {
    pub web: Web,
    pub points: Vec<Vec2>,
    /// Those inside, and not on the circle.
    pub inner: Vec<bool>,
}

impl Section {
    /// Columns of so many points from left to right, neighbours differing by one, the same from right to left.
    pub fn columns(counts: &[usize]) -> Section {
        let middle = (counts.len() / 2) as i32;
        // Lattice coordinates: x by columns, y in half steps.
        let mut places = Vec::new();
        for (i, &n) in counts.iter().enumerate() {
            places.extend((0..n as i32).map(|j| (i as i32 - middle, 2 * j - n as i32 + 1)));
        }
        let find = |x: i32, y: i32| places.iter().position(|p| *p == (x, y));
        let mut web = Web::default();
        let shift = (counts[counts.len() / 2] as i32 + 1) % 2;
        for &(x, y) in &places {
            let up = (y - x + shift) / 2;
            web.labels.push((up - x).rem_euclid(3) as u8);
            for triangle in [[(x, y), (x + 1, y - 1), (x + 1, y + 1)], [(x, y), (x + 1, y + 1), (x, y + 2)]] {
                if let [Some(a), Some(b), Some(c)] = triangle.map(|(x, y)| find(x, y)) {
                    web.triangles.push([a, b, c]);
                }
            }
        }
        let round = [(1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1)];
        let near: Vec<Vec<usize>> =
            places.iter().map(|p| round.iter().filter_map(|d| find(p.0 + d.0, p.1 + d.1)).collect()).collect();
        let inner: Vec<bool> = near.iter().map(|n| n.len() == 6).collect();
        let mirror: Vec<usize> = places.iter().map(|p| find(-p.0, p.1).expect("a mirrored column")).collect();
        let points = settle(&places, &near, &inner, &mirror);
        Section { web, points, inner }
    }
}

/// The outermost evenly on the circle, the others each in the middle of its neighbours.
fn settle(places: &[(i32, i32)], near: &[Vec<usize>], inner: &[bool], mirror: &[usize]) -> Vec<Vec2> {
    let flat = |k: usize| Vec2::new(places[k].0 as f32 * 0.866, places[k].1 as f32 * 0.5);
    let mut points: Vec<Vec2> = (0..places.len()).map(flat).collect();
    let mut rim: Vec<usize> = (0..places.len()).filter(|&k| !inner[k]).collect();
    let top = *rim.iter().max_by_key(|&&k| (-places[k].0.abs(), places[k].1)).expect("a rim");
    let turn = |k: &usize| (points[*k].to_angle() - points[top].to_angle()).rem_euclid(std::f32::consts::TAU);
    rim.sort_by(|a, b| turn(a).total_cmp(&turn(b)));
    let first = rim.iter().position(|&k| k == top).expect("the top");
    rim.rotate_left(first);
    let n = rim.len();
    for (i, &k) in rim.iter().enumerate() {
        let (sin, cos) = (std::f32::consts::TAU * i as f32 / n as f32).sin_cos();
        points[k] = Vec2::new(-sin, cos);
    }
    for _ in 0..200 {
        for k in (0..points.len()).filter(|&k| inner[k]) {
            points[k] = near[k].iter().map(|&j| points[j]).sum::<Vec2>() / near[k].len() as f32;
        }
    }
    let flip = Vec2::new(-1.0, 1.0);
    (0..points.len()).map(|k| (points[k] + points[mirror[k]] * flip) * 0.5).collect()
}
