//! \[PD09\] Fig. 1f and 11g: the colours of excitation.

/// What contracts, and what expands, as 0xRRGGBB.
pub const CONTRACTS: u32 = 0xE5332A;
pub const EXPANDS: u32 = 0x7FD4F5;

/// From this share of the range on, the colour is full.
const FULL: f32 = 0.6;

/// The colour of a vertex, 0xRRGGBB, and how much of it there is, 0 to 1. `log_rate` is what
/// [`lissom_core::Poses::excitation`] gives, `log_range` the most that the body's charts allow, as a logarithm.
pub fn excitation_colour(log_rate: f32, log_range: f32) -> (u32, f32) {
    let colour = if log_rate < 0.0 { CONTRACTS } else { EXPANDS };
    let share = log_rate.abs() / (FULL * log_range);
    (colour, if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_with_the_rate() {
        let range = 1.5_f32.ln();
        assert_eq!(excitation_colour(-range, range), (CONTRACTS, 1.0));
        assert_eq!(excitation_colour(0.6 * range, range), (EXPANDS, 1.0));
        let (colour, half) = excitation_colour(-0.3 * range, range);
        assert!(colour == CONTRACTS && (half - 0.5).abs() < 1e-6, "{half}");
        assert_eq!(excitation_colour(0.0, range).1, 0.0);
        for (rate, range) in [(0.0, 0.0), (f32::NAN, 1.0), (1.0, f32::NAN)] {
            assert_eq!(excitation_colour(rate, range).1, 0.0, "{rate} of {range}");
        }
    }
}
