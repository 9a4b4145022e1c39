//! What of a character is under the mouse.

use glam::Vec3;
use lissom_rig::TriMesh;
use lissom_rig::field::Ray;
use lissom_rig::rig::Select;

use super::Paints;
use crate::Studio;

/// A place on the skin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Where it is in the picture.
    pub seen: Vec3,
    /// Where it is in the bind pose.
    pub bind: Vec3,
    pub distance: f32,
}

/// Where a ray first meets what the brush may paint: the chosen region, or whatever could belong to it.
pub fn pick(studio: &Studio, ray: &Ray) -> Option<Hit> {
    let (work, player) = (studio.work.as_ref()?, studio.player.as_ref()?);
    let seen = player.show.positions();
    let character = work.character();
    let hits: Vec<Hit> = match (studio.cloth.brush.paints, &studio.cloth.preview) {
        (Paints::Choice(_), _) => {
            let select = studio.triangles()?;
            let (parts, meshes) = (select.parts.clone(), select.meshes.clone());
            let any = parts.is_empty() && meshes.is_empty();
            let may = Select { parts, meshes, ..Select::default() };
            let meshes = character.meshes.iter().zip(&seen).filter(|(m, _)| any || may.considers(m));
            meshes.filter_map(|(m, seen)| meet(ray, seen, &m.positions, &m.triangles)).collect()
        }
        (_, Some(preview)) => {
            let seen: Vec<&[Vec3]> = seen.iter().map(Vec::as_slice).collect();
            let pieces = preview.pieces.iter();
            let from = pieces.map(|p| (p.vertices(&seen), &p.strand.selection));
            from.filter_map(|(seen, s)| meet(ray, &seen, &s.positions, &s.triangles)).collect()
        }
        (_, None) => Vec::new(),
    };
    hits.into_iter().min_by(|a, b| a.distance.total_cmp(&b.distance))
}

fn meet(ray: &Ray, seen: &[Vec3], bind: &[Vec3], triangles: &[[u32; 3]]) -> Option<Hit> {
    let mesh = TriMesh { positions: seen.to_vec(), triangles: triangles.to_vec() };
    let hit = mesh.pick(ray)?;
    let corners = triangles.get(hit.triangle as usize)?.map(|v| v as usize);
    let [a, b, c] = corners.map(|v| seen[v]);
    let part = |p: Vec3, q: Vec3| (p - hit.point).cross(q - hit.point).length();
    let shares = Vec3::new(part(b, c), part(c, a), part(a, b));
    let shares = shares / shares.element_sum().max(f32::MIN_POSITIVE);
    let bind = corners.iter().zip(shares.to_array()).map(|(v, s)| bind[*v] * s).sum();
    Some(Hit { seen: hit.point, bind, distance: hit.distance })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_on_a_turned_triangle_is_found_in_the_bind_pose() {
        let bind = [Vec3::ZERO, Vec3::X, Vec3::Y];
        let turn = glam::Quat::from_rotation_y(0.7);
        let seen = bind.map(|p| turn * p + Vec3::Z);
        let at = Vec3::new(0.2, 0.3, 0.0);
        let ray = Ray { origin: turn * at + Vec3::Z + turn * Vec3::Z, direction: turn * Vec3::NEG_Z };
        let hit = meet(&ray, &seen, &bind, &[[0, 1, 2]]).expect("it is there");
        assert!(hit.bind.distance(at) < 1e-5 && (hit.distance - 1.0).abs() < 1e-5, "{hit:?}");
    }
}
