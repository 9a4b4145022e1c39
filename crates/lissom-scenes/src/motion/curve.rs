//! Smooth functions of time, the animator's alphabet.

use std::f32::consts::{PI, TAU};

/// 0 up to `a`, 1 from `b`, smooth between.
pub fn ease(a: f32, b: f32, t: f32) -> f32 {
    let u = ((t - a) / (b - a)).clamp(0.0, 1.0);
    u * u * (3.0 - 2.0 * u)
}

/// Rises from 0 over `a..b`, stays 1, falls to 0 over `c..d`.
pub fn hold(a: f32, b: f32, c: f32, d: f32, t: f32) -> f32 {
    ease(a, b, t) - ease(c, d, t)
}

/// A sine of `cycles`.
pub fn wave(cycles: f32) -> f32 {
    (TAU * cycles).sin()
}

/// A hop from 0 to 1 and back over `u` in 0..1, nearly a thrown ball's path, with soft ends.
pub fn hop(u: f32) -> f32 {
    if u <= 0.0 || u >= 1.0 {
        return 0.0;
    }
    (4.0 * u * (1.0 - u)).powf(1.25)
}

/// A bell from 0 to 1 and back over `u` in 0..1, flat at both ends.
pub fn bell(u: f32) -> f32 {
    let s = (PI * u.clamp(0.0, 1.0)).sin();
    s * s
}

/// A smooth curve through keys `(time, value)`, in order of time. It never swings past a key and
/// rests before the first and after the last.
pub fn keyed(keys: &[(f32, f32)], t: f32) -> f32 {
    let last = keys.len() - 1;
    if t <= keys[0].0 {
        return keys[0].1;
    }
    if t >= keys[last].0 {
        return keys[last].1;
    }
    let i = (1..=last).find(|&i| t < keys[i].0).unwrap_or(last) - 1;
    let slope = |k: usize| match k {
        0 => 0.0,
        k if k >= last => 0.0,
        k => tangent(keys[k - 1], keys[k], keys[k + 1]),
    };
    hermite(keys[i], keys[i + 1], slope(i), slope(i + 1), t)
}

/// As [`keyed`], repeating with the period 1: the keys lie in `0..1`.
pub fn cyclic(keys: &[(f32, f32)], t: f32) -> f32 {
    let n = keys.len() as i32;
    let key = |i: i32| {
        let (at, value) = keys[i.rem_euclid(n) as usize];
        (at + i.div_euclid(n) as f32, value)
    };
    let t = t - t.floor();
    let i = (0..n).find(|&i| t < key(i).0).unwrap_or(n) - 1;
    let slope = |k: i32| tangent(key(k - 1), key(k), key(k + 1));
    hermite(key(i), key(i + 1), slope(i), slope(i + 1), t)
}

/// Slope at the middle key: zero at a turning point, else the harmonic mean of both sides.
fn tangent(a: (f32, f32), b: (f32, f32), c: (f32, f32)) -> f32 {
    let left = (b.1 - a.1) / (b.0 - a.0);
    let right = (c.1 - b.1) / (c.0 - b.0);
    if left * right <= 0.0 { 0.0 } else { 2.0 * left * right / (left + right) }
}

fn hermite(a: (f32, f32), b: (f32, f32), slope_a: f32, slope_b: f32, t: f32) -> f32 {
    let width = b.0 - a.0;
    let u = (t - a.0) / width;
    let (u2, u3) = (u * u, u * u * u);
    (2.0 * u3 - 3.0 * u2 + 1.0) * a.1
        + (u3 - 2.0 * u2 + u) * width * slope_a
        + (3.0 * u2 - 2.0 * u3) * b.1
        + (u3 - u2) * width * slope_b
}
