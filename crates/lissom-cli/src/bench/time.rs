//! How long frames take.

use super::subject::Run;
use std::time::Instant;

/// Frames before anything is measured.
const WARM: usize = 30;
/// Rounds in which those that are compared take turns, and the frames of each.
const ROUNDS: usize = 5;
const FRAMES: usize = 48;

/// Milliseconds of a frame: the fastest, and those in the middle of each round.
#[derive(Debug)]
pub struct Times {
    pub least: f64,
    rounds: [f64; ROUNDS],
}

impl Times {
    pub fn of(mut frame: impl FnMut()) -> Times {
        (0..WARM).for_each(|_| frame());
        let mut times = Times::none();
        (0..ROUNDS).for_each(|round| times.measure(round, &mut frame));
        times
    }

    /// Of two that take turns.
    pub fn of_both(one: &mut Run, other: &mut Run) -> [Times; 2] {
        for run in [&mut *one, other] {
            (0..WARM).for_each(|_| run.frame());
        }
        let mut times = [Times::none(), Times::none()];
        for round in 0..ROUNDS {
            times[0].measure(round, &mut || one.frame());
            times[1].measure(round, &mut || other.frame());
        }
        times
    }

    pub fn median(&self) -> f64 {
        middle(self.rounds)
    }

    /// How much longer this takes than another that took turns with it: the middle one of the rounds' ratios.
    pub fn ratio(&self, other: &Times) -> f64 {
        middle::<ROUNDS>(std::array::from_fn(|round| self.rounds[round] / other.rounds[round]))
    }

    fn none() -> Times {
        Times { least: f64::INFINITY, rounds: [0.0; ROUNDS] }
    }

    fn measure(&mut self, round: usize, frame: &mut dyn FnMut()) {
        let times: [f64; FRAMES] = std::array::from_fn(|_| {
            let begin = Instant::now();
            frame();
            begin.elapsed().as_secs_f64() * 1e3
        });
        self.least = times.into_iter().fold(self.least, f64::min);
        self.rounds[round] = middle(times);
    }
}

fn middle<const N: usize>(mut values: [f64; N]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[N / 2]
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
