//! How joints hang on each other.

use crate::desc::{BodyDesc, Structure};
use crate::template::Lists;

/// How the joints of a body hang on its first one.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// All but the first, parents before children.
    pub order: Vec<usize>,
    pub parent: Vec<usize>,
    /// The joint that each joint's own segment leads to: its first child, or itself at a tip.
    pub main: Vec<usize>,
    /// Who is matched together, by joint.
    pub groups: Lists,
    /// Connections that close loops, and how long they are; empty for a tree.
    pub chords: Vec<(usize, usize, f32)>,
}

impl Tree {
    pub fn new(desc: &BodyDesc, groups: &[Vec<usize>]) -> Tree {
        let count = desc.particles.len();
        let mut tree = Tree { parent: vec![0; count], main: (0..count).collect(), ..Tree::default() };
        let chain;
        let edges = match &desc.structure {
            Structure::Rods { edges } => edges,
            _ => {
                chain = (1..count as u32).map(|k| [k - 1, k]).collect::<Vec<_>>();
                &chain
            }
        };
        let mut reached = vec![false; count];
        reached[0] = true;
        let mut queue = vec![0];
        let mut next = 0;
        while let Some(&joint) = queue.get(next) {
            next += 1;
            for edge in edges {
                let [a, b] = edge.map(|k| k as usize);
                let other = if a == joint { b } else { a };
                if (a == joint || b == joint) && !reached[other] {
                    reached[other] = true;
                    tree.parent[other] = joint;
                    if tree.main[joint] == joint {
                        tree.main[joint] = other;
                    }
                    queue.push(other);
                }
            }
        }
        tree.order = queue.split_off(1);
        let lists: Vec<Vec<u32>> = groups.iter().map(|g| g.iter().map(|&m| m as u32).collect()).collect();
        tree.groups = Lists::from_vecs(&lists);
        let at = |k: usize| glam::Vec3::from_array(desc.particles[k].position);
        let chords = edges.iter().map(|e| e.map(|k| k as usize));
        let chords = chords.filter(|&[a, b]| (tree.parent[a] != b || a == 0) && (tree.parent[b] != a || b == 0));
        tree.chords = chords.map(|[a, b]| (a, b, at(a).distance(at(b)))).collect();
        tree
    }

    /// Whether every joint hangs on the first one.
    pub fn is_whole(&self) -> bool {
        self.order.len() + 1 == self.parent.len()
    }
}
