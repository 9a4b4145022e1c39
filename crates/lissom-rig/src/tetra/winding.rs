//! How often a surface goes around a point: 1 inside, 0 outside, something between near holes.
//!
//! The solid angles of all triangles, summed and divided by 4π, are the generalised winding number of Jacobson et al.
//! 2013. Far groups of triangles count as one dipole, as in Barill et al. 2018, *Fast Winding Numbers for Soups and
//! Clouds*: a tree of groups makes it quick.

use glam::DVec3;

use crate::bvh::Bvh;

/// A group is far when its middle is this many times its radius away. The error is then a few per cent of the share of
/// the group, and only 1/2 is asked for.
const FAR: f64 = 2.0;
/// As deep as a tree of boxes can be.
const DEPTH: usize = 40;

/// By node of the tree: all its triangles as one.
struct Dipole {
    centre: DVec3,
    /// Normals times areas, summed.
    area: DVec3,
    far_squared: f64,
}

pub(super) struct Winding {
    dipoles: Vec<Dipole>,
}

impl Winding {
    pub fn new(tree: &Bvh, triangles: &[[DVec3; 3]]) -> Winding {
        let dipole = |node: &crate::bvh::Node| {
            let own = || tree.order[node.items()].iter().map(|&k| triangles[k as usize]);
            let (mut weight, mut centre, mut area) = (0.0, DVec3::ZERO, DVec3::ZERO);
            for [a, b, c] in own() {
                let normal = (b - a).cross(c - a) / 2.0;
                let size = normal.length();
                area += normal;
                weight += size;
                centre += (a + b + c) / 3.0 * size;
            }
            let centre = if weight > 0.0 { centre / weight } else { (node.low + node.high) / 2.0 };
            let farthest = own().flatten().map(|p| p.distance_squared(centre)).fold(0.0, f64::max);
            Dipole { centre, area, far_squared: FAR * FAR * farthest }
        };
        Winding { dipoles: tree.nodes.iter().map(dipole).collect() }
    }

    pub fn at(&self, tree: &Bvh, triangles: &[[DVec3; 3]], p: DVec3) -> f64 {
        let mut sum = 0.0;
        let mut stack = [0; DEPTH];
        let mut depth = usize::from(!tree.nodes.is_empty());
        while depth > 0 {
            depth -= 1;
            let at = stack[depth];
            let (node, dipole) = (&tree.nodes[at], &self.dipoles[at]);
            let to = dipole.centre - p;
            let squared = to.length_squared();
            if squared > dipole.far_squared {
                sum += dipole.area.dot(to) / (squared * squared.sqrt());
            } else if node.right == 0 {
                sum += tree.order[node.items()].iter().map(|&k| solid_angle(triangles[k as usize], p)).sum::<f64>();
            } else {
                (stack[depth], stack[depth + 1]) = (node.right as usize, at + 1);
                depth += 2;
            }
        }
        sum / (4.0 * std::f64::consts::PI)
    }
}

/// Van Oosterom & Strackee 1983. Positive if the triangle is seen from behind.
fn solid_angle(triangle: [DVec3; 3], p: DVec3) -> f64 {
    let [a, b, c] = triangle.map(|q| q - p);
    let (la, lb, lc) = (a.length(), b.length(), c.length());
    let above = a.dot(b.cross(c));
    let below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    2.0 * libm::atan2(above, below)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ball of latitude and longitude triangles.
    fn ball() -> Vec<[DVec3; 3]> {
        let at = |i: usize, j: usize| {
            let (a, b) = (i as f64 / 24.0 * std::f64::consts::TAU, j as f64 / 12.0 * std::f64::consts::PI);
            DVec3::new(b.sin() * a.cos(), b.sin() * a.sin(), b.cos())
        };
        let quads = (0..24).flat_map(|i| (0..12).map(move |j| (i, j)));
        quads
            .flat_map(|(i, j)| [[at(i, j), at(i, j + 1), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i + 1, j)]])
            .collect()
    }

    #[test]
    fn one_inside_none_outside() {
        let triangles = ball();
        let tree =
            Bvh::new(&triangles.iter().map(|[a, b, c]| (a.min(*b).min(*c), a.max(*b).max(*c))).collect::<Vec<_>>());
        let winding = Winding::new(&tree, &triangles);
        for k in 0..200 {
            let (x, y) = (f64::from(k % 20) / 10.0 - 0.95, f64::from(k / 20) / 5.0 - 0.9);
            for z in [0.0, 0.3, 1.5] {
                let p = DVec3::new(x, y, z);
                let exact: f64 =
                    triangles.iter().map(|t| solid_angle(*t, p)).sum::<f64>() / (4.0 * std::f64::consts::PI);
                assert!((exact - exact.round()).abs() < 1e-9, "{p}: {exact}");
                let quick = winding.at(&tree, &triangles, p);
                assert!((quick - exact).abs() < 0.05, "{p}: {quick} for {exact}");
            }
        }
    }
}
