//! Shapes made in code.
#![allow(dead_code)] // Each test file uses some of them.

use glam::Vec3;

#[derive(Debug)]
pub struct Shape {
    pub positions: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
}

impl Shape {
    /// A sheet of `columns` × `rows` cells over the unit square.
    pub fn sheet(columns: usize, rows: usize, at: impl Fn(f32, f32) -> Vec3) -> Shape {
        let mut shape = Shape { positions: vec![], triangles: vec![] };
        for j in 0..=rows {
            for i in 0..=columns {
                shape.positions.push(at(i as f32 / columns as f32, j as f32 / rows as f32));
            }
        }
        for j in 0..rows {
            for i in 0..columns {
                let a = (j * (columns + 1) + i) as u32;
                let (b, c) = (a + 1, a + columns as u32 + 1);
                shape.triangles.extend([[a, b, c + 1], [a, c + 1, c]]);
            }
        }
        shape
    }

    /// A tube of radius 1 and height 3 along z, its radius shrinking by `cone`.
    pub fn tube(radius: f32, cone: f32, turn: f32) -> Shape {
        Shape::sheet(48, 24, |u, v| {
            let (sin, cos) = (turn * u).sin_cos();
            let r = radius * (1.0 - cone * v);
            Vec3::new(r * cos, r * sin, 3.0 * v)
        })
    }

    pub fn cylinder() -> Shape {
        Shape::tube(1.0, 0.0, std::f32::consts::TAU)
    }

    /// Two layers, `thickness` apart.
    pub fn shell(thickness: f32) -> Shape {
        let mut outer = Shape::cylinder();
        outer.add(Shape::tube(1.0 - thickness, 0.0, std::f32::consts::TAU).flipped());
        outer
    }

    pub fn sphere(radius: f32) -> Shape {
        Shape::sheet(40, 20, |u, v| {
            let (a, b) = (u * std::f32::consts::TAU, v * std::f32::consts::PI);
            Vec3::new(b.sin() * a.cos(), -b.cos(), b.sin() * a.sin()) * radius
        })
    }

    /// A tube bent at a right angle: up along y, then along x.
    pub fn elbow(radius: f32, leg: f32) -> Shape {
        Shape::sheet(32, 80, |u, v| {
            let bend = 2.0 * radius;
            let arc = bend * std::f32::consts::FRAC_PI_2;
            let s = v * (2.0 * leg + arc);
            let (centre, along) = if s < leg {
                (Vec3::new(0.0, s, 0.0), Vec3::Y)
            } else if s < leg + arc {
                let a = (s - leg) / bend;
                let c = Vec3::new(bend - bend * a.cos(), leg + bend * a.sin(), 0.0);
                (c, Vec3::new(a.sin(), a.cos(), 0.0))
            } else {
                (Vec3::new(bend + s - leg - arc, leg + bend, 0.0), Vec3::X)
            };
            let across = along.cross(Vec3::Z);
            let (sin, cos) = (u * std::f32::consts::TAU).sin_cos();
            centre + (across * cos + Vec3::Z * sin) * radius
        })
    }

    pub fn add(&mut self, other: Shape) {
        let first = self.positions.len() as u32;
        self.positions.extend(other.positions);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i + first)));
    }

    pub fn flipped(mut self) -> Shape {
        for t in &mut self.triangles {
            t.swap(1, 2);
        }
        self
    }

    pub fn moved(mut self, by: Vec3) -> Shape {
        for p in &mut self.positions {
            *p += by;
        }
        self
    }

    pub fn scaled(mut self, by: f32) -> Shape {
        for p in &mut self.positions {
            *p *= by;
        }
        self
    }

    /// Triangles that share no vertices; every third flipped, every fifth twice.
    pub fn soup(&self) -> Shape {
        let mut soup = Shape { positions: vec![], triangles: vec![] };
        for (k, t) in self.triangles.iter().enumerate() {
            let copies = if k % 5 == 0 { 2 } else { 1 };
            for copy in 0..copies {
                let first = soup.positions.len() as u32;
                soup.positions.extend(t.map(|i| self.positions[i as usize]));
                let turned = (k + copy) % 3 == 0;
                let [b, c] = if turned { [2, 1] } else { [1, 2] };
                soup.triangles.push([first, first + b, first + c]);
            }
        }
        soup
    }

    pub fn bounds(&self) -> (Vec3, Vec3) {
        let start = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        self.positions.iter().fold(start, |(lo, hi), &p| (lo.min(p), hi.max(p)))
    }

    pub fn diagonal(&self) -> f32 {
        let (lo, hi) = self.bounds();
        (hi - lo).length()
    }

    /// Area-weighted vertex normals.
    pub fn normals(&self) -> Vec<Vec3> {
        let mut normals = vec![Vec3::ZERO; self.positions.len()];
        for t in &self.triangles {
            let [a, b, c] = t.map(|i| self.positions[i as usize]);
            for &i in t {
                normals[i as usize] += (b - a).cross(c - a);
            }
        }
        normals.into_iter().map(|n| n.normalize_or(Vec3::Z)).collect()
    }

    /// The connected piece of each vertex, vertices in one place being one.
    pub fn pieces(&self) -> Vec<usize> {
        let mut places = std::collections::HashMap::new();
        let grain = f64::from(self.diagonal()) * 1e-5;
        let mut parent: Vec<usize> = vec![];
        for (i, p) in self.positions.iter().enumerate() {
            let key = (p.as_dvec3() / grain).round().to_array().map(|x| x as i64);
            parent.push(*places.entry(key).or_insert(i));
        }
        fn root(parent: &[usize], mut i: usize) -> usize {
            while parent[i] != i {
                i = parent[i];
            }
            i
        }
        for t in &self.triangles {
            for pair in [[t[0], t[1]], [t[0], t[2]]] {
                let [a, b] = pair.map(|i| root(&parent, i as usize));
                parent[a.max(b)] = a.min(b);
            }
        }
        (0..parent.len()).map(|i| root(&parent, i)).collect()
    }
}
