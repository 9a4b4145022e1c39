//! Strands of hair: clumps are gathered around a number of chains, and each chain is the simulation mesh of
//! its clumps with one particle left per level. \[MC11c\] 7: "multiple hair strands to a single particle chain".

use glam::{Quat, Vec3};

use crate::selection::Selection;
use crate::sim_mesh::groups::Groups;
use crate::sim_mesh::surface::weld;
use crate::sim_mesh::{Options, SimMesh, SimMeshError, SimParticle, generate};

const ROUNDS: usize = 12;

/// One chain and the triangles that follow it.
#[derive(Debug)]
pub struct Strand {
    pub selection: Selection,
    pub chain: SimMesh,
}

/// Shares the connected pieces of a selection out to `count` chains.
pub fn strands(selection: &Selection, count: usize, options: &Options) -> Result<Vec<Strand>, SimMeshError> {
    let pieces = pieces(selection);
    let centers: Vec<(Vec3, f32)> = pieces.iter().map(|p| center(selection, p)).collect();
    let owner = cluster(&centers, count.max(1));
    let mut out = Vec::new();
    for k in 0..count.max(1) {
        let triangles = pieces.iter().zip(&owner).filter(|(_, o)| **o == k).flat_map(|(p, _)| p.iter().copied());
        let part = selection.subset(triangles);
        if !part.triangles.is_empty() {
            let mesh = generate(&part.positions, &part.triangles, options)?;
            out.push(Strand { chain: one_per_level(&mesh, options), selection: part });
        }
    }
    Ok(out)
}

/// Triangles of each connected piece.
fn pieces(selection: &Selection) -> Vec<Vec<usize>> {
    let welding = weld(&selection.positions, &selection.triangles, 1.0);
    let mut groups = Groups::new(welding.vertices.len());
    for t in &selection.triangles {
        let [a, b, c] = t.map(|v| welding.welded[v as usize]);
        groups.merge(a, b);
        groups.merge(a, c);
    }
    let (numbers, count) = groups.numbered();
    let mut pieces = vec![Vec::new(); count];
    for (k, t) in selection.triangles.iter().enumerate() {
        pieces[numbers[welding.welded[t[0] as usize] as usize] as usize].push(k);
    }
    pieces.retain(|p| !p.is_empty());
    pieces
}

fn center(selection: &Selection, triangles: &[usize]) -> (Vec3, f32) {
    let (mut sum, mut area) = (Vec3::ZERO, 0.0);
    for &t in triangles {
        let [a, b, c] = selection.triangles[t].map(|v| selection.positions[v as usize]);
        let size = (b - a).cross(c - a).length();
        sum += (a + b + c) * (size / 3.0);
        area += size;
    }
    (sum / area.max(f32::MIN_POSITIVE), area)
}

/// k-means, from seeds that are as far apart as can be.
fn cluster(centers: &[(Vec3, f32)], count: usize) -> Vec<usize> {
    let nearest = |seeds: &[Vec3], p: Vec3| {
        let mut best = (0, f32::INFINITY);
        for (k, s) in seeds.iter().enumerate() {
            let d = s.distance_squared(p);
            if d < best.1 {
                best = (k, d);
            }
        }
        best
    };
    let Some(first) = centers.first() else { return Vec::new() };
    let mut seeds = vec![first.0];
    while seeds.len() < count.min(centers.len()) {
        let far = centers.iter().map(|c| (c.0, nearest(&seeds, c.0).1));
        let farthest = far.fold((first.0, -1.0), |best, c| if c.1 > best.1 { c } else { best });
        seeds.push(farthest.0);
    }
    let mut owner = vec![0; centers.len()];
    for _ in 0..ROUNDS {
        for (o, c) in owner.iter_mut().zip(centers) {
            *o = nearest(&seeds, c.0).0;
        }
        for (k, seed) in seeds.iter_mut().enumerate() {
            let mine = centers.iter().zip(&owner).filter(|(_, o)| **o == k);
            let (sum, area) = mine.fold((Vec3::ZERO, 0.0), |(s, a), (c, _)| (s + c.0 * c.1, a + c.1));
            if area > 0.0 {
                *seed = sum / area;
            }
        }
    }
    owner
}

/// The mean of each level, connected to the next; z along the chain.
fn one_per_level(mesh: &SimMesh, options: &Options) -> SimMesh {
    let mut levels: Vec<(Vec3, Vec3, f32)> = Vec::new();
    let count = mesh.particles.iter().map(|p| p.level + 1).max().unwrap_or(0);
    for level in 0..count {
        let on = mesh.particles.iter().filter(|p| p.level == level);
        let (sum, normal, n) =
            on.fold((Vec3::ZERO, Vec3::ZERO, 0.0), |(s, m, n), p| (s + p.position, m + p.normal, n + 1.0));
        if n > 0.0 {
            levels.push((sum / n, normal, n));
        }
    }
    let radius = options.particle_radius();
    let last = levels.len() - 1;
    let mut rotation = Quat::IDENTITY;
    let particles: Vec<SimParticle> = levels
        .iter()
        .enumerate()
        .map(|(k, (position, normal, _))| {
            let (a, b) = if k < last { (k, k + 1) } else { (k.saturating_sub(1), k) };
            let along = (levels[b].0 - levels[a].0).normalize_or(Vec3::Z);
            rotation = (Quat::from_rotation_arc(rotation * Vec3::Z, along) * rotation).normalize();
            SimParticle {
                position: *position,
                rotation,
                radii: Vec3::splat(radius),
                normal: normal.normalize_or(Vec3::Y),
                level: k as u32,
                garment: 0,
            }
        })
        .collect();
    SimMesh {
        edges: (1..particles.len() as u32).map(|k| [k - 1, k]).collect(),
        stitches: Vec::new(),
        spacing: options.spacing,
        skipped_triangles: mesh.skipped_triangles,
        particles,
    }
}
