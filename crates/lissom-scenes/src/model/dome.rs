//! Round webs: a middle, rings that double in number, and rings of full number; for bells, chambers and cushions.

use super::web::Web;

/// A round web. Its mirror image in the planes through its middle, where the numbers of its rings are divisible by 4.
#[derive(Clone, Debug)]
pub struct Dome {
    pub web: Web,
    /// How many places each ring has, from the middle outwards; the first is the middle alone.
    pub rings: Vec<usize>,
    starts: Vec<usize>,
    /// The first ring of full number.
    pub first_full: usize,
}

impl Dome {
    /// `first` places next to the middle, twice as many in each ring after it up to `around`, `full` rings of these.
    pub fn new(first: usize, around: usize, full: usize) -> Dome {
        let mut rings = vec![1];
        let mut n = first;
        while n < around {
            rings.push(n);
            n *= 2;
        }
        assert_eq!(n, around, "{first} doubled does not become {around}");
        let first_full = rings.len();
        rings.extend(std::iter::repeat_n(around, full));
        let starts: Vec<usize> = (0..rings.len()).map(|r| rings[..r].iter().sum()).collect();
        let mut dome = Dome { web: Web::default(), rings, starts, first_full };
        for r in 0..dome.rings.len() {
            for k in 0..dome.rings[r] {
                dome.web.labels.push(dome.label(r, k));
            }
        }
        for r in 1..dome.rings.len() {
            dome.join(r);
        }
        dome
    }

    /// Number of places.
    pub fn count(&self) -> usize {
        self.web.labels.len()
    }

    /// The k-th place of a ring, counted round and round.
    pub fn at(&self, ring: usize, k: usize) -> usize {
        self.starts[ring] + k % self.rings[ring]
    }

    /// Ring and place in the ring, in the order of numbers.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        self.rings.iter().enumerate().flat_map(|(r, &n)| (0..n).map(move |k| (r, k)))
    }

    /// Whether the diagonals of the squares around a place of a full ring meet there.
    pub fn is_even(&self, ring: usize, k: usize) -> bool {
        (ring - self.first_full + 1 + k).is_multiple_of(2)
    }

    /// Three labels in the rings of full number; before them, inwards, pairs that differ from ring to ring.
    pub fn label(&self, ring: usize, k: usize) -> u8 {
        let odd = k % 2 == 1;
        if ring >= self.first_full {
            return if !self.is_even(ring, k) { 2 } else { u8::from(odd) };
        }
        match ((self.first_full - ring) % 2 == 1, ring) {
            (true, 0) => 0,
            (false, 0) => 1,
            (true, _) => {
                if odd {
                    3
                } else {
                    0
                }
            }
            (false, _) => {
                if odd {
                    1
                } else {
                    2
                }
            }
        }
    }

    /// The triangles between a ring and the one before it.
    fn join(&mut self, ring: usize) {
        let (inner, n) = (ring - 1, self.rings[ring]);
        let mut out = Vec::new();
        for k in 0..n {
            let (a, b) = (self.at(ring, k), self.at(ring, k + 1));
            if ring == 1 {
                out.push([0, a, b]);
            } else if self.rings[inner] == n {
                let (c, d) = (self.at(inner, k), self.at(inner, k + 1));
                // The diagonal joins the even corners.
                out.extend(if self.is_even(ring, k) { [[a, b, d], [a, d, c]] } else { [[a, b, c], [b, d, c]] });
            } else {
                out.push([self.at(inner, k.div_ceil(2)), a, b]);
                if k % 2 == 1 {
                    out.push([self.at(inner, k / 2), a, self.at(inner, k / 2 + 1)]);
                }
            }
        }
        self.web.triangles.extend(out);
    }
}
