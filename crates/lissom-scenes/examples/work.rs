//! How much the kernels do in a frame of every workload and every scene, as JSON: operations, and bytes.

use lissom_core::LaneWidth;
use lissom_core::lanes::Work;
use lissom_scenes::{scenes, workload};

/// Frames before it is counted, and frames that are.
const WARM: u64 = 30;
const COUNTED: u64 = 30;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rows = Vec::new();
    for (name, make) in workload::ALL {
        let mut load = make()?;
        load.world.set_lanes(LaneWidth::One);
        rows.push((name, count(|| load.frame())));
    }
    for scene in scenes::ALL {
        let mut play = scene.play(None)?;
        play.actor.world.set_lanes(LaneWidth::One);
        rows.push((scene.name, count(|| _ = play.step(1.0 / 60.0))));
    }
    let row = |(name, work): &(&str, Work)| {
        format!(
            "  \"{name}\": {{ \"operations\": {}, \"bytes\": {} }}",
            work.operations / COUNTED,
            work.bytes / COUNTED
        )
    };
    println!("{{\n{}\n}}", rows.iter().map(row).collect::<Vec<_>>().join(",\n"));
    Ok(())
}

fn count(mut frame: impl FnMut()) -> Work {
    (0..WARM).for_each(|_| frame());
    Work::take();
    (0..COUNTED).for_each(|_| frame());
    Work::take()
}
