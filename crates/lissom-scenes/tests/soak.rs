//! Minutes of `cape-girl` with teleports and stalls: nothing is lost, nothing grows.
//!
//! One minute by default; `LISSOM_SOAK_MINUTES` asks for more.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicIsize, Ordering};

use lissom_core::Teleport;
use lissom_scenes::scenes;

/// Counts what is allocated and not yet given back.
struct Counting;

static LIVE: AtomicIsize = AtomicIsize::new(0);

// SAFETY: passes everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LIVE.fetch_add(layout.size() as isize, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size() as isize, Ordering::Relaxed);
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A small generator with a fixed seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[test]
fn soak() {
    let minutes: f64 = std::env::var("LISSOM_SOAK_MINUTES").ok().and_then(|m| m.parse().ok()).unwrap_or(1.0);
    let mut play = scenes::find("cape-girl").and_then(|s| s.play(None)).expect("plays");
    let mut dice = Dice(20_111);
    let (mut calm_secs, mut live) = (0.0, None);
    let mut frames = 0_u64;
    while play.time_secs() < minutes * 60.0 {
        let (dt, teleport) = match dice.roll() {
            r if r < 0.001 => (0.1 + 1.9 * dice.roll(), None),
            r if r < 0.002 => (1.0 / 60.0, Some(if dice.roll() < 0.5 { Teleport::Reset } else { Teleport::Keep })),
            r if r < 0.003 => (1e-6, None),
            _ => (1.0 / 60.0, None),
        };
        // A stall is a jump in time: the animation is somewhere else, and so is the character.
        let disturbed = teleport.is_some() || (dt - 1.0 / 60.0_f64).abs() > 1e-9;
        calm_secs = if disturbed { 0.0 } else { calm_secs + dt };
        play.step_with(dt, teleport, &mut |_| {});
        frames += 1;
        if !frames.is_multiple_of(15) && !disturbed {
            continue;
        }
        let m = play.actor.world.measure();
        let at = format!("at {:.2} s, {calm_secs:.2} s after a disturbance", play.time_secs());
        assert!(m.finite, "not finite {at}");
        assert!(m.chain_length_error < 1e-3, "chains are off by {} {at}", m.chain_length_error);
        if calm_secs > 2.0 {
            assert!(m.edges_within_2_percent >= 0.95, "{} of the edges within 2 % {at}", m.edges_within_2_percent);
            assert!(m.mesh_length_error <= 0.15, "an edge is off by {} {at}", m.mesh_length_error);
        }
        if frames > 600 {
            let now = LIVE.load(Ordering::Relaxed);
            let first = *live.get_or_insert(now);
            assert!(now - first < 4096, "{} bytes more than before {at}", now - first);
        }
    }
}
