//! Cut lines of a surface with a plane. \[MC11c\] Sec. 6.

use std::collections::VecDeque;

use glam::DVec3;

use super::surface::Surface;

/// A chain of segments; a closed one ends where it starts.
pub(crate) struct CutLine {
    pub points: Vec<DVec3>,
    /// The triangle under each segment.
    pub triangles: Vec<u32>,
    pub closed: bool,
    pub length: f64,
}

/// Triangles already walked over, by round.
pub(crate) struct Marks {
    round: u32,
    marks: Vec<u32>,
}

impl Marks {
    pub fn new(surface: &Surface) -> Marks {
        Marks { round: 0, marks: vec![0; surface.triangles.len()] }
    }

    fn marked(&self, t: u32) -> bool {
        self.marks[t as usize] == self.round
    }

    fn mark(&mut self, t: u32) {
        self.marks[t as usize] = self.round;
    }
}

/// The lines in which the plane at `height` cuts the triangles `cut`, longest first: from each
/// unmarked triangle the line is walked in both directions. `heights` are those of the vertices;
/// closed lines start where they reach farthest along `start`.
pub(crate) fn cut_lines(
    surface: &Surface,
    heights: &[f64],
    height: f64,
    cut: &[u32],
    start: DVec3,
    marks: &mut Marks,
) -> Vec<CutLine> {
    marks.round += 1;
    let below = |v: u32| heights[v as usize] < height;
    let crossed = |e: u32| {
        let [a, b] = surface.edge_ends[e as usize];
        below(a) != below(b)
    };
    let point = |e: u32| {
        let [a, b] = surface.edge_ends[e as usize].map(|v| v as usize);
        let s = (height - heights[a]) / (heights[b] - heights[a]);
        surface.vertices[a].lerp(surface.vertices[b], s)
    };
    // Across triangle t, coming in over edge `from`: the edge the line leaves by.
    let across = |t: u32, from: u32| {
        let edges = surface.triangle_edges[t as usize];
        edges.into_iter().find(|&e| e != from && crossed(e))
    };
    let mut lines = vec![];
    for &first in cut {
        let entry = surface.triangle_edges[first as usize].into_iter().find(|&e| crossed(e));
        let (false, Some(entry)) = (marks.marked(first), entry) else {
            continue;
        };
        let Some(exit) = across(first, entry) else {
            continue;
        };
        marks.mark(first);
        let mut edges = VecDeque::from([entry, exit]);
        let mut triangles = VecDeque::from([first]);
        for forward in [true, false] {
            let mut edge = if forward { exit } else { entry };
            let unmarked =
                |e: u32, marks: &Marks| surface.triangles_of_edge(e).iter().copied().find(|&t| !marks.marked(t));
            while let Some(t) = unmarked(edge, marks) {
                marks.mark(t);
                let Some(next) = across(t, edge) else { break };
                edge = next;
                if forward {
                    edges.push_back(edge);
                    triangles.push_back(t);
                } else {
                    edges.push_front(edge);
                    triangles.push_front(t);
                }
            }
        }
        let closed = edges.len() > 3 && edges.front() == edges.back();
        let points: Vec<DVec3> = edges.into_iter().map(point).collect();
        lines.push(CutLine::new(points, triangles.into(), closed, start));
    }
    lines.sort_by_key(|line| std::cmp::Reverse((line.length * 1e3).round() as u64));
    lines
}

impl CutLine {
    fn new(points: Vec<DVec3>, triangles: Vec<u32>, closed: bool, start: DVec3) -> CutLine {
        let length = points.windows(2).map(|w| w[0].distance(w[1])).sum();
        let mut line = CutLine { points, triangles, closed, length };
        if closed {
            let reach = |k: usize| (line.points[k].dot(start) * 1e3).round();
            let farthest = (1..line.triangles.len()).fold(0, |best, k| if reach(k) > reach(best) { k } else { best });
            line.points.pop();
            line.points.rotate_left(farthest);
            line.triangles.rotate_left(farthest);
            line.points.push(line.points[0]);
        }
        line
    }

    /// Where along the line particles go: evenly, about 1 apart, both ends of an open line.
    /// Deviates from \[MC11c\] Sec. 6, which steps exactly h: then a loop keeps a gap where it
    /// closes, and no two chords are long enough for the rejection rule.
    pub fn stations(&self) -> Vec<(DVec3, u32)> {
        let count = self.length.round();
        let arcs: Vec<f64> = if self.closed {
            let count = count.max(3.0);
            (0..count as usize).map(|k| k as f64 / count).collect()
        } else if count == 0.0 {
            vec![0.5]
        } else {
            (0..=count as usize).map(|k| k as f64 / count).collect()
        };
        let mut stations = Vec::with_capacity(arcs.len());
        let (mut segment, mut walked) = (0, 0.0);
        for arc in arcs {
            let arc = arc * self.length;
            loop {
                let (a, b) = (self.points[segment], self.points[segment + 1]);
                let length = a.distance(b);
                if walked + length >= arc || segment + 1 == self.triangles.len() {
                    let s = if length > 0.0 { (arc - walked) / length } else { 0.0 };
                    stations.push((a.lerp(b, s.clamp(0.0, 1.0)), self.triangles[segment]));
                    break;
                }
                walked += length;
                segment += 1;
            }
        }
        stations
    }
}
