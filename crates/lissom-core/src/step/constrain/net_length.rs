//! Inextensible nets of rods, trees and loops: Newton on all lengths at once. Edges are sorted from the tips to the
//! base, so that the elimination of a tree fills in next to nothing (Deul, Kugelstadt, Weiler & Bender 2018).

use crate::desc::BodyDesc;
use crate::lanes::Numbers;
use crate::rest::view_blend::Tree;
use crate::template::{Edge, Template};
use glam::{DVec3, Vec3};

/// Newton steps; each squares the error.
const STEPS: usize = 2;
/// Lengths off by less than this share are left alone.
const FINE: f64 = 2e-7;
/// Added to the diagonal, of itself: a loop that is pulled straight has no single answer.
const FIRM: f64 = 1e-7;

/// The lengths of one body, and where the numbers of their elimination stand.
#[derive(Clone, Debug)]
pub struct Net {
    pub body: usize,
    /// In the bind pose.
    pub lengths: Vec<f32>,
    /// Where its lengths stand in the rest pose.
    start: usize,
    edges: Vec<Edge>,
    /// By edge, earlier ones that share an end: which, and in which direction and slot.
    links: Vec<Vec<(usize, f64, u32)>>,
    /// By edge: the first column of its row, and where the row begins.
    rows: Vec<(usize, usize)>,
    size: usize,
}

impl Net {
    /// `start` is where its lengths stand in the rest pose.
    pub fn new(template: &Template, index: usize, desc: &BodyDesc, start: usize) -> Net {
        let body = &template.bodies[index];
        let tree = Tree::new(desc, &[]);
        // Farther out first; a loop is closed last of all.
        let rank = |edge: &Edge| {
            let [a, b] = [edge.a, edge.b].map(|s| s as usize - body.first);
            let place = |k: usize| tree.order.iter().position(|o| *o == k).map_or(0, |p| p + 1);
            let chord = tree.parent[a] != b && tree.parent[b] != a;
            (chord, std::cmp::Reverse(place(a).max(place(b))))
        };
        let mut edges = template.edges[body.edges.clone()].to_vec();
        edges.sort_by_key(rank);
        let lengths = edges.iter().map(|e| e.length).collect();
        let mut net = Net { body: index, lengths, start, links: Vec::new(), rows: Vec::new(), size: 0, edges };
        for (i, edge) in net.edges.iter().enumerate() {
            let mut links = Vec::new();
            for (j, other) in net.edges[..i].iter().enumerate() {
                for (end, sign) in [(edge.a, -1.0), (edge.b, 1.0)] {
                    if end == other.a {
                        links.push((j, -sign, end));
                    } else if end == other.b {
                        links.push((j, sign, end));
                    }
                }
            }
            let first = links.iter().map(|l| l.0).min().unwrap_or(i);
            net.rows.push((first, net.size));
            net.size += i - first + 1;
            net.links.push(links);
        }
        net
    }

    /// Its lengths among those of the rest pose.
    pub fn of<'a>(&self, rods: &'a [f32]) -> &'a [f32] {
        &rods[self.start..self.start + self.edges.len()]
    }

    /// Takes its lengths from the positions of the rest pose.
    pub fn measure(&self, x: &[Numbers; 3], rods: &mut [f32]) {
        let at = |slot: u32| Vec3::from_array(std::array::from_fn(|c| x[c][slot as usize]));
        for (length, edge) in rods[self.start..].iter_mut().zip(&self.edges) {
            *length = at(edge.a).distance(at(edge.b));
        }
    }

    /// How many numbers the elimination needs.
    pub fn room(&self) -> usize {
        self.size + 4 * self.edges.len()
    }
}

/// Brings all edges of a net to the given lengths. `give` is how freely each particle moves.
pub fn solve(net: &Net, lengths: &[f32], give: &[f32], x: &mut [&mut [f32]; 3], room: &mut [f64]) {
    let count = net.edges.len();
    let (matrix, rest) = room.split_at_mut(net.size);
    let (along, error) = rest.split_at_mut(3 * count);
    for _ in 0..STEPS {
        for (i, edge) in net.edges.iter().enumerate() {
            let at = |slot: u32| DVec3::from_array(std::array::from_fn(|c| f64::from(x[c][slot as usize])));
            let way = at(edge.b) - at(edge.a);
            let long = way.length();
            let unit = if long > 1e-12 { way / long } else { DVec3::ZERO };
            along[3 * i..3 * i + 3].copy_from_slice(&unit.to_array());
            error[i] = long - f64::from(lengths[i]);
        }
        if lengths.iter().zip(&*error).all(|(length, off)| off.abs() <= FINE * f64::from(*length)) {
            return;
        }
        let unit = |i: usize| DVec3::from_slice(&along[3 * i..3 * i + 3]);
        let weight = |slot: u32| f64::from(give[slot as usize]);
        matrix.fill(0.0);
        for (i, edge) in net.edges.iter().enumerate() {
            let (first, start) = net.rows[i];
            matrix[start + i - first] = (weight(edge.a) + weight(edge.b)) * (1.0 + FIRM) + 1e-30;
            for &(j, sign, slot) in &net.links[i] {
                matrix[start + j - first] += sign * weight(slot) * unit(i).dot(unit(j));
            }
        }
        eliminate(&net.rows, matrix, error);
        for (i, edge) in net.edges.iter().enumerate() {
            let pull = unit(i) * error[i];
            for (slot, sign) in [(edge.a, 1.0), (edge.b, -1.0)] {
                let step = pull * (sign * weight(slot));
                for c in 0..3 {
                    x[c][slot as usize] += step[c] as f32;
                }
            }
        }
    }
}

/// Solves A λ = b for a symmetric A given by the rows of its lower half: L D Lᵀ in place.
fn eliminate(rows: &[(usize, usize)], matrix: &mut [f64], b: &mut [f64]) {
    let count = rows.len();
    for i in 0..count {
        let (first_i, start_i) = rows[i];
        for j in first_i..i {
            let (first_j, start_j) = rows[j];
            let from = first_i.max(first_j);
            let mut sum = matrix[start_i + j - first_i];
            for k in from..j {
                sum -= matrix[start_i + k - first_i] * matrix[start_j + k - first_j];
            }
            // L D, so far.
            matrix[start_i + j - first_i] = sum;
        }
        let mut diagonal = matrix[start_i + i - first_i];
        for j in first_i..i {
            let (first_j, start_j) = rows[j];
            let scaled = matrix[start_i + j - first_i];
            let lower = scaled / matrix[start_j + j - first_j];
            matrix[start_i + j - first_i] = lower;
            diagonal -= lower * scaled;
            b[i] -= lower * b[j];
        }
        matrix[start_i + i - first_i] = diagonal.max(1e-30);
    }
    for i in 0..count {
        let (first, start) = rows[i];
        b[i] /= matrix[start + i - first];
    }
    for i in (0..count).rev() {
        let (first, start) = rows[i];
        for j in first..i {
            b[j] -= matrix[start + j - first] * b[i];
        }
    }
}
