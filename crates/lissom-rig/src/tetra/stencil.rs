//! What is left of a tetrahedron of the lattice when the outside is cut off.

use glam::DVec3;

/// A corner of what is made: its number, and where it is.
pub(super) type Corner = (u32, DVec3);

/// A triangular prism: triangles `top` and `bottom`, and edges between corners of the same index. `diagonals[k]` divides
/// the side between the corners k and k + 1: from the top's corner k, or, if false, from k + 1.
///
/// Three diagonals that go round like a screw leave nothing to divide it into; callers must not ask for that.
pub(super) fn prism(top: [u32; 3], bottom: [u32; 3], diagonals: [bool; 3]) -> [[u32; 4]; 3] {
    // The corner of the top that has both diagonals of its sides.
    let both = |k: usize| diagonals[k] && !diagonals[(k + 2) % 3];
    let k = (0..3).find(|&k| both(k)).unwrap_or(0);
    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
    let apex = top[k];
    let [first, second] = if diagonals[i] {
        [[apex, top[i], top[j], bottom[j]], [apex, top[i], bottom[j], bottom[i]]]
    } else {
        [[apex, top[i], top[j], bottom[i]], [apex, top[j], bottom[j], bottom[i]]]
    };
    [[apex, bottom[0], bottom[1], bottom[2]], first, second]
}

/// Whether three diagonals go round like a screw.
pub(super) fn is_screw([a, b, c]: [bool; 3]) -> bool {
    a == b && b == c
}

/// Of the diagonals a–c and b–d of a side, whether the first is shorter. Whoever asks gets the same answer.
pub(super) fn first_is_shorter(a: Corner, c: Corner, b: Corner, d: Corner) -> bool {
    let (first, second) = (a.1.distance_squared(c.1), b.1.distance_squared(d.1));
    let key = |p: Corner, q: Corner| (p.0.min(q.0), p.0.max(q.0));
    first.total_cmp(&second).then(key(a, c).cmp(&key(b, d))).is_lt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prisms_are_filled_whatever_the_diagonals() {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::X + DVec3::Z, DVec3::Y + DVec3::Z];
        for mask in 1..7 {
            let diagonals = [mask & 1 > 0, mask & 2 > 0, mask & 4 > 0];
            assert!(!is_screw(diagonals));
            let tets = prism([0, 1, 2], [3, 4, 5], diagonals);
            let mut volume = 0.0;
            for [a, b, c, d] in tets.map(|t| t.map(|k| corners[k as usize])) {
                let own = (b - a).cross(c - a).dot(d - a).abs() / 6.0;
                assert!(own > 0.1, "{mask}");
                volume += own;
            }
            assert!((volume - 0.5).abs() < 1e-12, "{mask}");
            for k in 0..3 {
                let n = (k + 1) % 3;
                let (from, to) = if diagonals[k] { (k, n + 3) } else { (n, k + 3) };
                let has = |t: &[u32; 4]| t.contains(&(from as u32)) && t.contains(&(to as u32));
                assert!(tets.iter().any(has), "{mask}: side {k}");
            }
        }
    }
}
