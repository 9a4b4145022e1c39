//! How long frames take.

use super::subject::Run;
use std::time::Instant;

/// Frames before anything is measured.
pub const WARM: usize = 30;
/// Rounds in which those that are compared take turns; how long each is meant to take, and how many frames it has.
const ROUNDS: usize = 5;
const ROUND_SECS: f64 = 0.1;
const FRAMES: [usize; 2] = [9, 48];

/// Milliseconds of a frame: the fastest, and those in the middle of each round.
#[derive(Debug)]
pub struct Times {
    pub least: f64,
    rounds: [f64; ROUNDS],
}

impl Times {
    pub fn of(mut frame: impl FnMut()) -> Times {
        let frames = warm(&mut frame);
        let mut times = Times::none();
        (0..ROUNDS).for_each(|round| times.measure(round, frames, &mut frame));
        times
    }

    /// Of two that take turns.
    pub fn of_both(one: &mut Run, other: &mut Run) -> [Times; 2] {
        let frames = warm(&mut || one.frame()).min(warm(&mut || other.frame()));
        let mut times = [Times::none(), Times::none()];
        for round in 0..ROUNDS {
            times[0].measure(round, frames, &mut || one.frame());
            times[1].measure(round, frames, &mut || other.frame());
        }
        times
    }

    pub fn median(&self) -> f64 {
        let mut rounds = self.rounds;
        middle(&mut rounds)
    }

    /// How much longer this takes than another that took turns with it: the middle one of the rounds' ratios.
    pub fn ratio(&self, other: &Times) -> f64 {
        let mut ratios: [f64; ROUNDS] = std::array::from_fn(|round| self.rounds[round] / other.rounds[round]);
        middle(&mut ratios)
    }

    fn none() -> Times {
        Times { least: f64::INFINITY, rounds: [0.0; ROUNDS] }
    }

    fn measure(&mut self, round: usize, frames: usize, frame: &mut dyn FnMut()) {
        let time = |_| {
            let begin = Instant::now();
            frame();
            begin.elapsed().as_secs_f64() * 1e3
        };
        let mut times: Vec<f64> = (0..frames).map(time).collect();
        self.rounds[round] = middle(&mut times);
        self.least = self.least.min(times[0]);
    }
}

/// Runs the first frames, and says how many make a round.
fn warm(frame: &mut dyn FnMut()) -> usize {
    let begin = Instant::now();
    (0..WARM).for_each(|_| frame());
    let frames = ROUND_SECS * WARM as f64 / begin.elapsed().as_secs_f64();
    (frames as usize).clamp(FRAMES[0], FRAMES[1])
}

/// Sorts values, and returns the one in the middle.
fn middle(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_that_of_rounds_and_not_of_the_best() {
        let times = |rounds| Times { least: 1.0, rounds };
        let (one, two) = (times([1.0, 2.0, 1.0, 9.0, 1.0]), times([1.5, 3.0, 1.5, 4.5, 8.0]));
        assert_eq!(two.ratio(&one), 1.5);
        assert_eq!(one.median(), 1.0);
    }
}
