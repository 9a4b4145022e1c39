//! Who is below whom among nodes, answered at once.

use crate::gltf::Nodes;

#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// Place in a walk that takes all below a node right after it.
    place: Vec<usize>,
    /// How many a node and all below it are.
    size: Vec<usize>,
    /// Nodes by their place.
    walk: Vec<usize>,
}

impl Tree {
    pub fn new(nodes: &Nodes) -> Tree {
        let count = nodes.list.len();
        let mut size = vec![1; count];
        for &node in nodes.order.iter().rev() {
            if let Some(parent) = nodes.list[node].parent {
                size[parent] += size[node];
            }
        }
        let (mut place, mut next, mut root) = (vec![0; count], vec![0; count], 0);
        for &node in &nodes.order {
            let free = nodes.list[node].parent.map_or(&mut root, |parent| &mut next[parent]);
            place[node] = *free;
            *free += size[node];
            next[node] = place[node] + 1;
        }
        let mut walk = vec![0; count];
        for (node, place) in place.iter().enumerate() {
            walk[*place] = node;
        }
        Tree { place, size, walk }
    }

    /// Whether `low` is `high` or below it.
    pub fn is_within(&self, low: usize, high: usize) -> bool {
        (self.place[high]..self.place[high] + self.size[high]).contains(&self.place[low])
    }

    /// A node and all below it, parents first, but for those taken and what is below them.
    pub fn below(&self, node: usize, taken: &[bool]) -> Vec<usize> {
        let (mut at, end, mut found) = (self.place[node], self.place[node] + self.size[node], Vec::new());
        while at < end {
            let node = self.walk[at];
            if taken[node] {
                at += self.size[node];
            } else {
                found.push(node);
                at += 1;
            }
        }
        found
    }
}
