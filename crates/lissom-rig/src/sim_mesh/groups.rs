//! Disjoint groups that only ever merge.

/// A union-find forest. The lowest member stands for its group.
#[derive(Clone)]
pub(crate) struct Groups {
    parent: Vec<u32>,
}

impl Groups {
    pub fn new(count: usize) -> Groups {
        Groups { parent: (0..count as u32).collect() }
    }

    pub fn of(&self, mut i: u32) -> u32 {
        while self.parent[i as usize] != i {
            i = self.parent[i as usize];
        }
        i
    }

    /// Merges two groups; says whether they were apart.
    pub fn merge(&mut self, a: u32, b: u32) -> bool {
        let (ra, rb) = (self.of(a), self.of(b));
        let root = ra.min(rb);
        for mut i in [a, b] {
            while self.parent[i as usize] != root {
                i = std::mem::replace(&mut self.parent[i as usize], root);
            }
        }
        ra != rb
    }

    /// Numbers the groups 0, 1, 2… in order of their lowest member; gives each member's number.
    pub fn numbered(&self) -> (Vec<u32>, usize) {
        let mut numbers = vec![0; self.parent.len()];
        let mut count = 0;
        for i in 0..numbers.len() {
            let root = self.of(i as u32) as usize;
            numbers[i] = if root == i {
                count += 1;
                count as u32 - 1
            } else {
                numbers[root]
            };
        }
        (numbers, count)
    }
}
