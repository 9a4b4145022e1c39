//! Simulation meshes of parts, made into one.
//!
//! \[MC11c\] Sec. 6 makes parts one at a time, each along its own axis, and leaves stitching to
//! the artist. Here particles of different parts nearer than 0.75 h merge, and neighbours nearer
//! than 1.5 h on connected surface are joined along the whole seam.

use std::collections::HashSet;

use glam::Vec3;

use super::draft::{Draft, Place};
use super::samples::Samples;
use super::surface::Surface;
use super::{CONNECT, MERGE, Options, SimMesh, SimMeshError, complete, finish, level_axes};

/// Stitches the meshes of parts of one visual mesh, given whole. The options are those the parts
/// were made with. Earlier parts keep their particles where two merge.
pub fn stitch(
    parts: &[SimMesh],
    positions: &[Vec3],
    triangles: &[[u32; 3]],
    options: &Options,
) -> Result<SimMesh, SimMeshError> {
    options.check()?;
    let surface = Surface::new(positions, triangles, options.spacing)?;
    let samples = Samples::new(&surface)?;
    let axes = level_axes(&surface, options.axis);
    let mut draft = Draft::new(&surface, &samples);
    let mut levels = 0;
    for (k, part) in parts.iter().enumerate() {
        levels += add_part(&mut draft, part, k as u32, levels)?;
    }
    // Filled spots stand on a level of their own.
    complete(&mut draft, |_| levels)?;
    Ok(finish(draft, axes, options))
}

/// Adds a part, its levels from `first_level` on, and says how many levels it has.
fn add_part(draft: &mut Draft, part: &SimMesh, origin: u32, first_level: u32) -> Result<u32, SimMeshError> {
    let before = draft.places.len() as u32;
    let mut merged = Vec::with_capacity(part.particles.len());
    for particle in &part.particles {
        let position = draft.surface.surface_from_world(particle.position);
        let triangle = draft.samples.triangle_at(draft.surface, position);
        let near = draft.grid.nearest(position, MERGE, |i| i < before);
        merged.push(if let Some((i, _)) = near {
            draft.absorb(i, triangle);
            i
        } else {
            let level = first_level + particle.level;
            draft.add(Place { position, triangle, level, origin })?
        });
    }
    let stitches: HashSet<[u32; 2]> = part.stitches.iter().copied().collect();
    for edge in &part.edges {
        let [Some(&a), Some(&b)] = edge.map(|i| merged.get(i as usize)) else {
            continue;
        };
        // Merging moves an end by up to 0.75 h; closing the gaps finds something shorter.
        let stitch = stitches.contains(edge);
        if a != b && (stitch || draft.distance(a, b) < CONNECT) {
            draft.connect(a, b);
            draft.stitches.extend(stitch.then_some([a, b]));
        }
    }
    Ok(part.particles.iter().map(|p| p.level + 1).max().unwrap_or(0))
}
