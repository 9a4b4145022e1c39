//! What is measured: plain workloads, and scenes.

use lissom_core::LaneWidth;
use lissom_scenes::scene::{Paper, Scene};
use lissom_scenes::scenes;
use lissom_scenes::workload::{self, Make, Workload};
use lissom_show::Show;

/// Substeps of a frame of a scene.
const SUBSTEPS: f64 = 4.0;

#[derive(Clone, Copy)]
pub struct Subject {
    pub name: &'static str,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    Plain(Make),
    Scene(&'static Scene),
}

/// A subject with its lanes and threads, that goes on frame by frame.
pub struct Run {
    what: Running,
    pub threads: usize,
    /// What one unit of work is, how many there are, and how often a frame each is done.
    pub unit: &'static str,
    pub units: usize,
    pub times: f64,
}

enum Running {
    Plain(Box<Workload>),
    Scene { show: Box<Show>, skinned: bool },
}

impl Subject {
    pub fn all() -> impl Iterator<Item = Subject> {
        let plain = workload::ALL.into_iter().map(|(name, make)| Subject { name, what: What::Plain(make) });
        plain.chain(scenes::ALL.into_iter().map(|scene| Subject { name: scene.name, what: What::Scene(scene) }))
    }

    pub fn is_scene(&self) -> bool {
        matches!(self.what, What::Scene(_))
    }

    pub fn paper(&self) -> Option<Paper> {
        match self.what {
            What::Plain(_) => None,
            What::Scene(scene) => scene.paper,
        }
    }

    pub fn start(&self, width: LaneWidth, threads: usize) -> anyhow::Result<Run> {
        Ok(match self.what {
            What::Plain(make) => {
                let mut load = make(width)?;
                let threads = load.world.set_threads(threads);
                let (unit, units, times) = (load.unit, load.units, load.times);
                Run { what: Running::Plain(Box::new(load)), threads, unit, units, times }
            }
            What::Scene(scene) => {
                let mut show = Box::new(Show::from(scene.play(None)?));
                show.actor_mut().world.set_lanes(width);
                let threads = show.actor_mut().world.set_threads(threads);
                let units = show.actor().radii.len();
                // The paper on boneless bodies does not count what is drawn.
                let skinned = !matches!(scene.paper, Some(Paper::Creatures { .. }));
                Run { what: Running::Scene { show, skinned }, threads, unit: "particle", units, times: SUBSTEPS }
            }
        })
    }
}

impl Run {
    /// One frame of 1/60 s.
    pub fn frame(&mut self) {
        match &mut self.what {
            Running::Plain(load) => load.frame(),
            Running::Scene { show, skinned } => {
                show.step(1.0 / 60.0, &mut |_| {});
                if *skinned {
                    show.actor_mut().skin();
                }
            }
        }
    }
}
