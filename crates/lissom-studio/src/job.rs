//! Work that takes long: it goes on beside the studio, says how far it is, and can be stopped.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::Sender;

use crate::Command;

/// How many there were, to tell them apart.
static STARTED: AtomicU64 = AtomicU64::new(0);

#[derive(Debug)]
pub struct Job {
    pub what: String,
    pub number: u64,
    progress: Progress,
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
        self.share.store((share * 1000.0) as u32, Ordering::Relaxed);
        if self.stopped.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Job {
    /// What comes of it is sent, and then that it is over. In browsers, which have no threads, it is done at once.
    pub fn start(
        what: impl Into<String>,
        to: Sender<Command>,
        work: impl FnOnce(&Progress) -> Result<Command, String> + Send + 'static,
    ) -> Job {
        let progress = Progress::default();
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
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
        run();
        #[cfg(not(target_arch = "wasm32"))]
        std::thread::spawn(run);
        Job { what, number, progress }
    }

    pub fn share(&self) -> f32 {
        self.progress.share.load(Ordering::Relaxed) as f32 / 1000.0
    }

    /// Nothing comes of it any more.
    pub fn stop(&self) {
        self.progress.stopped.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_panic_is_said_and_ends_it() {
        let (to, from) = channel();
        let [first, second] = [(); 2].map(|()| Job::start("Digging", to.clone(), |_| panic!("a stone")));
        assert_ne!(first.number, second.number);
        drop(to);
        let sent: Vec<Command> = from.iter().collect();
        assert_eq!(sent.iter().filter(|c| matches!(c, Command::Fail(why) if why.contains("Digging"))).count(), 2);
        assert!([first, second].iter().all(|job| sent.contains(&Command::JobDone(job.number))));
    }
}
