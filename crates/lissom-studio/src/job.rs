//! Work that takes long: it goes on beside the studio, says how far it is, and can be stopped.
//!
//! Programs have threads for it. Pages have workers, which share no memory: what these do is a [`Task`] of plain values.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::Sender;

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
    worker: Option<crate::web::Errand>,
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
}

impl Task {
    fn what(&self) -> String {
        match self {
            Task::Fill { name, .. } => format!("Filling {name} with tetrahedra"),
            Task::Bake { source, .. } => format!("Baking {}", source.name()),
        }
    }

    pub fn run(self, progress: &Progress) -> Result<Command, String> {
        match self {
            Task::Fill { name, path, bytes } => {
                let surface = read_surface(&name, &bytes).map_err(|e| format!("{name}: {e}"))?;
                let made = tetrahedralise(&surface, &Options::default(), &mut |share| progress.tell(share));
                let made = made.map_err(|e| format!("{name}: {e}"))?;
                let words = format!("{name} was filled with {} tetrahedra", made.mesh.tets.len());
                Ok(Command::OpenBody { name, path, body: Box::new(made.mesh), words })
            }
            Task::Bake { source, rig, settings } => bake::run(&source, &rig, &settings, progress),
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
    /// What comes of it is sent, and then that it is over.
    pub fn start(task: Task, to: Sender<Command>) -> Job {
        #[cfg(not(target_arch = "wasm32"))]
        return Job::beside(task.what(), to, move |progress| task.run(progress));
        #[cfg(target_arch = "wasm32")]
        {
            let (what, number, progress) = (task.what(), next(), Progress::default());
            let worker = crate::web::Errand::start(task, number, progress.clone(), to);
            Job { what, number, progress, worker }
        }
    }

    /// What no worker can do: in browsers it is done at once.
    pub fn beside(
        what: impl Into<String>,
        to: Sender<Command>,
        work: impl FnOnce(&Progress) -> Result<Command, String> + Send + 'static,
    ) -> Job {
        let (number, progress) = (next(), Progress::default());
        let (theirs, what): (_, String) = (progress.clone(), what.into());
        let name = what.clone();
        let run = move || {
            let made = catch_unwind(AssertUnwindSafe(|| work(&theirs)))
                .unwrap_or_else(|_| Err(format!("{name}: this is a fault of Lissom; please report it")));
            if !theirs.stopped.load(Ordering::Relaxed) {
                _ = to.send(made.unwrap_or_else(Command::Fail));
            }
            _ = to.send(Command::JobDone(number));
        };
        #[cfg(target_arch = "wasm32")]
        {
            run();
            Job { what, number, progress, worker: None }
        }
        #[cfg(not(target_arch = "wasm32"))]
        {
            std::thread::spawn(run);
            Job { what, number, progress }
        }
    }

    pub fn share(&self) -> f32 {
        self.progress.share.load(Ordering::Relaxed) as f32 / 1000.0
    }

    /// Nothing comes of it any more.
    pub fn stop(&self) {
        self.progress.stopped.store(true, Ordering::Relaxed);
        #[cfg(target_arch = "wasm32")]
        self.worker.iter().for_each(crate::web::Errand::stop);
    }
}

fn next() -> u64 {
    STARTED.fetch_add(1, Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_panic_is_said_and_ends_it() {
        let (to, from) = channel();
        let [first, second] = [(); 2].map(|()| Job::beside("Digging", to.clone(), |_| panic!("a stone")));
        assert_ne!(first.number, second.number);
        drop(to);
        let sent: Vec<Command> = from.iter().collect();
        assert_eq!(sent.iter().filter(|c| matches!(c, Command::Fail(why) if why.contains("Digging"))).count(), 2);
        assert!([first, second].iter().all(|job| sent.contains(&Command::JobDone(job.number))));
    }
}
