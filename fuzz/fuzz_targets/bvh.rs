//! A motion as BVH: read, its human found, and sampled.
#![no_main]

use lissom_formats::motion::{Motion, bvh};

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    if let Ok(read) = bvh::read(text) {
        let mut local = read.nodes.rest();
        for time_secs in [-1.0, 0.01, read.clip.secs] {
            read.clip.sample(time_secs, &mut local);
        }
        assert!(local.iter().all(|l| l.translation.is_finite() && l.rotation.is_finite()));
    }
    if let Ok(motion) = Motion::read(text) {
        motion.sample(0.01);
    }
});
