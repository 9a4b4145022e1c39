//! What one core can do at most, to tell how near we are: sums and products in registers, and numbers from the
//! second-level cache.

use lissom_core::LaneWidth;
use lissom_core::lanes::{self, Kernel, Lanes, MAX_WIDTH};
use serde::Serialize;
use std::hint::black_box;
use std::time::Instant;

/// As many of each as keep two units for each busy, with registers left for the operands.
const CHAINS: usize = 6;
/// More than any first-level cache holds, less than any second-level one.
const NUMBERS: usize = 192 * 1024 / size_of::<f32>();
/// Operations of each chain, and times the numbers are read, in one measurement.
const OPERATIONS: usize = 20_000;
const READS: usize = 10;
/// The best of so many measurements counts.
const TRIES: usize = 20;

#[derive(Debug, Serialize)]
pub struct Ceilings {
    pub arithmetic: [Arithmetic; 4],
    /// What the second-level cache delivers to the widest lanes.
    pub l2_gb_per_sec: f64,
}

/// Of lanes of one width, without fused operations.
#[derive(Debug, Serialize)]
pub struct Arithmetic {
    pub lanes: usize,
    pub gflops: f64,
}

impl Ceilings {
    pub fn measure() -> Ceilings {
        let arithmetic = LaneWidth::ALL.map(|width| {
            let secs = least_secs(|last| lanes::run(width, Operate { last }));
            Arithmetic { lanes: width.count(), gflops: (2 * CHAINS * OPERATIONS * width.count()) as f64 * 1e-9 / secs }
        });
        let numbers = vec![1.0; NUMBERS];
        let secs = least_secs(|last| lanes::run(LaneWidth::best(), Read { numbers: &numbers, last }));
        let bytes = READS * size_of_val(&*numbers);
        Ceilings { arithmetic, l2_gb_per_sec: bytes as f64 * 1e-9 / secs }
    }

    pub fn gflops(&self, width: LaneWidth) -> f64 {
        self.arithmetic.iter().filter(|a| a.lanes == width.count()).map(|a| a.gflops).sum()
    }
}

fn least_secs(mut work: impl FnMut(&mut [f32; MAX_WIDTH])) -> f64 {
    let time = |_| {
        let mut last = [0.0; MAX_WIDTH];
        let begin = Instant::now();
        work(&mut last);
        let secs = begin.elapsed().as_secs_f64();
        black_box(last);
        secs
    };
    (0..TRIES).map(time).fold(f64::INFINITY, f64::min)
}

/// Chains of products and chains of sums, none of which waits for another.
struct Operate<'a> {
    last: &'a mut [f32; MAX_WIDTH],
}

impl Kernel for Operate<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let (factor, term) = (L::splat(black_box(1.0)), L::splat(black_box(0.0)));
        let mut products: [L; CHAINS] = std::array::from_fn(|k| L::splat(black_box(k as f32)));
        let mut sums = products;
        for _ in 0..OPERATIONS {
            products = products.map(|p| p * factor);
            sums = sums.map(|s| s + term);
        }
        let all = products.into_iter().chain(sums).fold(L::zero(), |a, b| a + b);
        // SAFETY: as long as the widest lanes.
        unsafe { all.store_ptr(self.last.as_mut_ptr()) }
    }
}

/// The sum of numbers, several times.
struct Read<'a> {
    numbers: &'a [f32],
    last: &'a mut [f32; MAX_WIDTH],
}

impl Kernel for Read<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let mut sums = [L::zero(); CHAINS];
        for _ in 0..READS {
            for part in self.numbers.chunks_exact(CHAINS * L::WIDTH) {
                for (k, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: the part is as long as all of them.
                    *sum = *sum + unsafe { L::load_ptr(part.as_ptr().add(k * L::WIDTH)) };
                }
            }
        }
        let all = sums.into_iter().fold(L::zero(), |a, b| a + b);
        // SAFETY: as long as the widest lanes.
        unsafe { all.store_ptr(self.last.as_mut_ptr()) }
    }
}
