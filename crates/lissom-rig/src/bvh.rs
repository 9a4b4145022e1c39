//! A tree of boxes, for what is nearest and what is where.

use glam::DVec3;

/// Boxes in one leaf.
const LEAF: usize = 4;
/// Halving, 2³² boxes make a tree of this depth.
const DEPTH: usize = 40;

/// Built by halving along the longest side; the same boxes give the same tree.
pub(crate) struct Bvh {
    /// The left child of an inner node stands right after it.
    pub nodes: Vec<Node>,
    /// Boxes in the order of the leaves.
    pub order: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub low: DVec3,
    pub high: DVec3,
    /// Which of `order` are below it.
    pub first: u32,
    pub count: u32,
    /// The right child; 0 for a leaf.
    pub right: u32,
}

impl Node {
    /// Squared distance of a point from the box.
    fn distance_squared(&self, p: DVec3) -> f64 {
        (self.low - p).max(p - self.high).max(DVec3::ZERO).length_squared()
    }

    pub fn items(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

impl Bvh {
    pub fn new(boxes: &[(DVec3, DVec3)]) -> Bvh {
        let mut tree = Bvh { nodes: Vec::new(), order: (0..boxes.len() as u32).collect() };
        if !boxes.is_empty() {
            tree.add(boxes, 0, boxes.len());
        }
        tree
    }

    fn add(&mut self, boxes: &[(DVec3, DVec3)], first: usize, count: usize) {
        let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let items = self.order[first..first + count].iter().map(|&k| boxes[k as usize]);
        let (low, high) = items.clone().fold(start, |a, b| (a.0.min(b.0), a.1.max(b.1)));
        let node = self.nodes.len();
        self.nodes.push(Node { low, high, first: first as u32, count: count as u32, right: 0 });
        if count <= LEAF {
            return;
        }
        let (least, most) = items.map(|b| b.0 + b.1).fold(start, |a, c| (a.0.min(c), a.1.max(c)));
        let side = (most - least).max_position();
        let key = |k: &u32| boxes[*k as usize].0[side] + boxes[*k as usize].1[side];
        let half = count / 2;
        self.order[first..first + count].select_nth_unstable_by(half, |a, b| key(a).total_cmp(&key(b)).then(a.cmp(b)));
        self.add(boxes, first, half);
        self.nodes[node].right = self.nodes.len() as u32;
        self.add(boxes, first + half, count - half);
    }

    /// The item with the least squared distance below `limit`, and that distance.
    pub fn nearest(&self, p: DVec3, limit: f64, mut distance_squared: impl FnMut(u32) -> f64) -> Option<(u32, f64)> {
        let (mut best, mut limit) = (None, limit);
        let mut stack = [(0, 0.0); DEPTH];
        let mut depth = 0;
        if let Some(root) = self.nodes.first() {
            stack[0] = (0, root.distance_squared(p));
            depth = 1;
        }
        while depth > 0 {
            depth -= 1;
            let (at, distance) = stack[depth];
            if distance >= limit {
                continue;
            }
            let node = &self.nodes[at as usize];
            if node.right == 0 {
                for &item in &self.order[node.items()] {
                    let d = distance_squared(item);
                    if d < limit {
                        (best, limit) = (Some((item, d)), d);
                    }
                }
                continue;
            }
            let (left, right) = (at + 1, node.right);
            let near = (left, self.nodes[left as usize].distance_squared(p));
            let far = (right, self.nodes[right as usize].distance_squared(p));
            let (near, far) = if far.1 < near.1 { (far, near) } else { (near, far) };
            (stack[depth], stack[depth + 1]) = (far, near);
            depth += 2;
        }
        best
    }

    /// The first item that is accepted among those whose boxes the point is in.
    pub fn find(&self, p: DVec3, mut accept: impl FnMut(u32) -> bool) -> Option<u32> {
        let mut at = 0;
        // Skipping a subtree goes to what follows it, which the stack of right children tells.
        let mut stack = [0; DEPTH];
        let mut depth = 0;
        loop {
            let node = self.nodes.get(at as usize)?;
            if node.distance_squared(p) > 0.0 || node.right == 0 {
                if node.right == 0 && node.distance_squared(p) == 0.0 {
                    let found = self.order[node.items()].iter().find(|k| accept(**k));
                    if found.is_some() {
                        return found.copied();
                    }
                }
                if depth == 0 {
                    return None;
                }
                depth -= 1;
                at = stack[depth];
            } else {
                stack[depth] = node.right;
                depth += 1;
                at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_brute_force_finds() {
        let mut seed = 7u32;
        let mut random = || {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            f64::from(seed >> 8) / f64::from(1u32 << 24)
        };
        let mut point = || DVec3::new(random(), random(), random());
        let boxes: Vec<(DVec3, DVec3)> = (0..300)
            .map(|_| {
                let (a, b) = (point(), point());
                (a, a + b * 0.2)
            })
            .collect();
        let tree = Bvh::new(&boxes);
        let distance = |p: DVec3, k: u32| {
            let (low, high) = boxes[k as usize];
            (low - p).max(p - high).max(DVec3::ZERO).length_squared()
        };
        for _ in 0..200 {
            let p = point() * 1.6 - 0.3;
            let least = (0..300).map(|k| distance(p, k)).fold(f64::INFINITY, f64::min);
            assert_eq!(tree.nearest(p, f64::INFINITY, |k| distance(p, k)).map(|n| n.1), Some(least));
            assert_eq!(tree.find(p, |k| distance(p, k) == 0.0).is_some(), least == 0.0);
        }
        assert!(Bvh::new(&[]).nearest(DVec3::ZERO, 1.0, |_| 0.0).is_none());
        assert!(Bvh::new(&[]).find(DVec3::ZERO, |_| true).is_none());
        let same = vec![(DVec3::ZERO, DVec3::ONE); 1000];
        let mut seen = 0;
        Bvh::new(&same).find(DVec3::splat(0.5), |_| {
            seen += 1;
            false
        });
        assert_eq!(seen, 1000);
    }
}
