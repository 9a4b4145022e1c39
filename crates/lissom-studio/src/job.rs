//! Work that takes long: it goes on beside the studio, says how far it is, and can be stopped.
//!
//! Programs have threads for it. Pages have workers, which share no memory: what these do is a [`Task`] of plain values.

use std::ops::ControlFlow;
#[cfg(not(target_arch = "wasm32"))]
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::Sender;

use lissom_core::Held;
use lissom_formats::read_surface;
use lissom_rig::Rig;
use lissom_rig::tetra::{Options, tetrahedralise};

use crate::Command;
use crate::bake::{self, BakeSettings};
use crate::work::Source;

/// How many there were, to tell them apart.
static STARTED: AtomicU64 = AtomicU64::new(0);

#[derive(Debug)]
pub struct Job {
    pub what: String,
    pub number: u64,
    progress: Progress,
    #[cfg(target_arch = "wasm32")]
    _worker: Option<crate::web::Errand>,
}

/// Something to do.
#[derive(Debug)]
pub enum Task {
    /// Fills a closed surface with tetrahedra.
    Fill {
        name: String,
        path: Option<PathBuf>,
        bytes: Vec<u8>,
    },
    Bake {
        source: Source,
        rig: Arc<Rig>,
        settings: BakeSettings,
    },
    /// Finds how poses hold against gravity.
    Hold {
        source: Source,
        rig: Arc<Rig>,
    },
}

impl Task {
    fn what(&self) -> String {
        match self {
            Task::Fill { name, .. } => format!("Filling {name} with tetrahedra"),
            Task::Bake { source, .. } => format!("Baking {}", source.name()),
            Task::Hold { .. } => "Finding how poses hold against gravity".to_owned(),
        }
    }

    pub fn run(self, progress: &Progress) -> Result<Outcome, String> {
        match self {
            Task::Fill { name, path, bytes } => {
                let surface = read_surface(&name, &bytes).map_err(|e| format!("{name}: {e}"))?;
                let made = tetrahedralise(&surface, &Options::default(), &mut |share| progress.tell(share));
                let made = made.map_err(|e| format!("{name}: {e}"))?;
                let words = format!("{name} was filled with {} tetrahedra", made.mesh.tets.len());
                Ok(Outcome::Command(Box::new(Command::OpenBody { name, path, body: Box::new(made.mesh), words })))
            }
            Task::Bake { source, rig, settings } => {
                bake::run(&source, &rig, &settings, progress).map(|file| Outcome::Command(Box::new(file)))
            }
            Task::Hold { source, rig } => source.held(&rig, &mut |share| progress.tell(share)).map(Outcome::Held),
        }
    }
}

/// What comes of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Something to do with it.
    Command(Box<Command>),
    /// Poses that hold against gravity.
    Held(Held),
}

impl Outcome {
    /// The poses, for whoever needs some.
    pub fn held(self) -> Held {
        match self {
            Outcome::Held(held) => held,
            Outcome::Command(_) => Held::default(),
        }
    }
}

/// How far it is, and whether it is still wanted.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Of 1000.
    share: Arc<AtomicU32>,
    stopped: Arc<AtomicBool>,
}

impl Progress {
    /// The share that is done, 0 to 1. Break is to stop.
    pub fn tell(&self, share: f64) -> ControlFlow<()> {
        let now = (share * 1000.0) as u32;
        #[cfg(target_arch = "wasm32")]
        if self.share.load(Ordering::Relaxed) != now {
            crate::web::tell_share(share);
        }
        self.share.store(now, Ordering::Relaxed);
        if self.stopped.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Job {
    /// What comes of it is sent when it is over, unless it was stopped.
    pub fn start(task: Task, to: Sender<Command>) -> Job {
        let (what, number, progress) = (task.what(), STARTED.fetch_add(1, Ordering::Relaxed), Progress::default());
        #[cfg(not(target_arch = "wasm32"))]
        {
            let (name, theirs) = (what.clone(), progress.clone());
            std::thread::spawn(move || {
                let made = caught(&name, || task.run(&theirs));
                // Nobody waits where it was stopped, or where the window is closed.
                _ = to.send(Command::Made { number, made });
            });
            Job { what, number, progress }
        }
        #[cfg(target_arch = "wasm32")]
        {
            let send = move |made| _ = to.send(Command::Made { number, made });
            let _worker = crate::web::Errand::start(task, progress.clone(), send);
            Job { what, number, progress, _worker }
        }
    }

    pub fn share(&self) -> f32 {
        self.progress.share.load(Ordering::Relaxed) as f32 / 1000.0
    }
}

/// What nobody waits for any more ends soon.
impl Drop for Job {
    fn drop(&mut self) {
        self.progress.stopped.store(true, Ordering::Relaxed);
    }
}

/// What is made, or what is wrong; a panic, too.
#[cfg(not(target_arch = "wasm32"))]
fn caught(what: &str, work: impl FnOnce() -> Result<Outcome, String>) -> Result<Outcome, String> {
    let made = catch_unwind(AssertUnwindSafe(work));
    made.unwrap_or_else(|_| Err(format!("{what}: this is a fault of Lissom; please report it")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_said() {
        let made = caught("Digging", || panic!("a stone"));
        assert!(made.is_err_and(|why| why.contains("Digging")));
    }
}
