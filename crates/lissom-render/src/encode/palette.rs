//! The colours of a picture that may have only so many.

use std::collections::BTreeMap;

type Rgb = [u8; 3];

/// A colour that occurs, and how much it counts.
#[derive(Clone, Copy)]
struct Sample {
    rgb: [f32; 3],
    weight: f32,
}

/// Colours that are taken for one.
struct Group {
    samples: Vec<Sample>,
    mean: [f32; 3],
    /// The channel in which they differ most, and by how much they do, with their weights.
    widest: usize,
    spread: f32,
}

impl Group {
    fn of(samples: Vec<Sample>) -> Group {
        let total: f32 = samples.iter().map(|s| s.weight).sum();
        let mean = std::array::from_fn(|c| samples.iter().map(|s| s.weight * s.rgb[c]).sum::<f32>() / total);
        let spread = |c: usize| samples.iter().map(|s| s.weight * (s.rgb[c] - mean[c]).powi(2)).sum::<f32>();
        let spreads: [f32; 3] = std::array::from_fn(spread);
        let widest = (0..3).max_by(|a, b| spreads[*a].total_cmp(&spreads[*b])).unwrap_or(0);
        Group { mean, widest, spread: spreads[widest], samples }
    }

    fn halves(self) -> [Group; 2] {
        let (channel, middle) = (self.widest, self.mean[self.widest]);
        let (low, high) = self.samples.into_iter().partition(|s| s.rgb[channel] < middle);
        [Group::of(low), Group::of(high)]
    }
}

/// At most `most` colours for these pixels. What is small and of a colour of its own keeps it: areas count by their
/// square root.
pub fn palette(pixels: impl Iterator<Item = Rgb>, most: usize) -> Vec<Rgb> {
    let mut counts = BTreeMap::<Rgb, u32>::new();
    pixels.for_each(|rgb| *counts.entry(rgb).or_default() += 1);
    if counts.len() <= most {
        return counts.into_keys().collect();
    }
    let sample = |(rgb, n): (Rgb, u32)| Sample { rgb: rgb.map(f32::from), weight: (n as f32).sqrt() };
    let mut groups = vec![Group::of(counts.into_iter().map(sample).collect())];
    while groups.len() < most {
        let Some(k) = (0..groups.len()).max_by(|a, b| groups[*a].spread.total_cmp(&groups[*b].spread)) else { break };
        if groups[k].spread <= 0.0 {
            break;
        }
        let halves = groups.swap_remove(k).halves();
        groups.extend(halves);
    }
    groups.into_iter().map(|g| g.mean.map(|c| c.round() as u8)).collect()
}

/// The number of the nearest colour.
pub fn nearest(palette: &[Rgb], rgb: Rgb) -> usize {
    let gap = |k: &usize| -> u32 { (0..3).map(|c| u32::from(palette[*k][c].abs_diff(rgb[c])).pow(2)).sum() };
    (0..palette.len()).min_by_key(gap).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_spot_of_its_own_colour_keeps_it() {
        let violet = [0x4B, 0x3F, 0xA8];
        let pale = (0..60_000_u32).map(|k| [(180 + k % 75) as u8, (190 + k / 75 % 60) as u8, (200 + k % 55) as u8]);
        let spot = (0..6).map(|k| [violet[0] + k, violet[1], violet[2]]);
        let found = palette(pale.chain(spot), 255);
        assert_eq!(found.len(), 255);
        let near = found[nearest(&found, violet)];
        assert!((0..3).all(|c| near[c].abs_diff(violet[c]) < 6), "{near:?}");
    }

    #[test]
    fn few_colours_stay_as_they_are() {
        let two = [[1, 2, 3], [200, 100, 0]];
        assert_eq!(palette(two.into_iter().cycle().take(50), 2), two);
    }
}
