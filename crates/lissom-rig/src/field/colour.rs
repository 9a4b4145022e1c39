//! \[PD09\] Fig. 3, 5 and 6: the colours that fields are painted in, sRGB as 0xRRGGBB.

/// Blue is outermost, red innermost; blue shrinks where red stretches; black is the source, green the sink.
const BLUE: [f32; 3] = [0.13, 0.33, 0.86];
const RED: [f32; 3] = [0.86, 0.16, 0.14];
const BETWEEN: [f32; 3] = [0.90, 0.86, 0.90];
const BLACK: [f32; 3] = [0.07, 0.07, 0.09];
const GREEN: [f32; 3] = [0.18, 0.80, 0.32];

/// Of 0 outermost to 1 innermost.
pub fn of_layer(value: f32) -> u32 {
    through([BLUE, BETWEEN, RED], value)
}

/// Of -1 to 1.
pub fn of_strength(value: f32) -> u32 {
    through([BLUE, BLACK, RED], 0.5 + 0.5 * value)
}

/// Of 0 first to 1 last.
pub fn of_delay(value: f32) -> u32 {
    through([BLACK, mix(BLACK, GREEN, 0.5), GREEN], value)
}

fn through([low, middle, high]: [[f32; 3]; 3], share: f32) -> u32 {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let rgb = if share < 0.5 { mix(low, middle, 2.0 * share) } else { mix(middle, high, 2.0 * share - 1.0) };
    rgb.iter().fold(0, |sum, c| (sum << 8) | (c * 255.0).round() as u32)
}

fn mix(a: [f32; 3], b: [f32; 3], share: f32) -> [f32; 3] {
    std::array::from_fn(|k| a[k] + (b[k] - a[k]) * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_of_the_paper() {
        assert_eq!(of_strength(0.0), 0x121217);
        let parts = |c: u32| [c >> 16, c >> 8 & 255, c & 255];
        let [[r0, _, b0], [r1, _, b1]] = [0.0, 1.0].map(|v| parts(of_layer(v)));
        assert!(b0 > 2 * r0 && r1 > 2 * b1);
        assert!(parts(of_delay(1.0))[1] > 150 && of_delay(f32::NAN) == of_delay(0.0));
        assert_eq!(of_strength(-1.0), of_layer(0.0));
    }
}
