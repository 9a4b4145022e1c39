//! Rotation vectors and shortest rotations, in double precision for set-up.

use glam::{DQuat, DVec3};

/// The rotation by the angle |φ| about φ.
pub fn qexp(phi: DVec3) -> DQuat {
    let angle = phi.length();
    if angle < 1e-8 {
        return DQuat::from_xyzw(phi.x / 2.0, phi.y / 2.0, phi.z / 2.0, 1.0).normalize();
    }
    let s = libm::sin(angle / 2.0) / angle;
    DQuat::from_xyzw(phi.x * s, phi.y * s, phi.z * s, libm::cos(angle / 2.0))
}

/// The rotation vector of `q`, the short way round.
pub fn qlog(q: DQuat) -> DVec3 {
    let sign = if q.w >= 0.0 { 1.0 } else { -1.0 };
    let v = DVec3::new(q.x, q.y, q.z);
    let n = v.length();
    if n < 1e-12 {
        return v * (2.0 * sign);
    }
    v * (2.0 * libm::atan2(n, sign * q.w) / n * sign)
}

/// The smallest rotation that takes the unit vector `a` to the unit vector `b`. For opposite vectors the
/// axis is `hint` made perpendicular to `a`.
pub fn minrot(a: DVec3, b: DVec3, hint: DVec3) -> DQuat {
    let c = a.dot(b);
    if c > -1.0 + 1e-9 {
        let k = a.cross(b);
        return DQuat::from_xyzw(k.x, k.y, k.z, 1.0 + c).normalize();
    }
    let side = hint - a * a.dot(hint);
    let axis = if side.length() < 1e-6 { a.any_orthonormal_vector() } else { side.normalize() };
    DQuat::from_xyzw(axis.x, axis.y, axis.z, 0.0)
}
