//! Making shows ready. Poses that should hold against gravity take long to find, which is done beside the studio.

use lissom_core::Held;
use lissom_show::Show;

use crate::Studio;
use crate::hand::Hand;
use crate::job::{Job, Outcome, Task};
use crate::player::Player;

/// A show that is not ready yet.
#[derive(Debug)]
pub struct Preparing {
    pub job: Job,
    /// What is on the screen is no more than a picture to look at meanwhile.
    pub stands_in: bool,
}

impl Studio {
    /// Whether another rig is on the screen than the one somebody made.
    pub(crate) fn is_behind(&self) -> bool {
        self.is_stale || self.preparing.is_some()
    }

    /// The show anew after the rig changed, at the time it was.
    pub(crate) fn rebuild(&mut self) {
        self.is_stale = false;
        self.forget_poses();
        let stands_in = self.preparing.as_ref().is_some_and(|before| before.stands_in);
        if !self.prepare(stands_in) {
            let made = self.work.as_ref().map(|work| work.show(work.rig(), &Held::default()));
            made.into_iter().for_each(|made| self.put_on(made));
        }
    }

    /// Begins with what takes long, if there is any.
    pub(crate) fn prepare(&mut self, stands_in: bool) -> bool {
        self.preparing = None;
        let Some(work) = self.work.as_ref().filter(|work| work.rig().bakes_sag()) else { return false };
        let task = Task::Hold { source: work.source.clone(), rig: work.history.rig().clone() };
        self.preparing = Some(Preparing { job: Job::start(task, self.to_self.clone()), stands_in });
        true
    }

    /// Poses were found, or cannot be.
    pub(crate) fn prepared(&mut self, made: Result<Outcome, String>) {
        self.preparing = None;
        let Some(work) = &self.work else { return };
        let show = made.and_then(|made| work.show(work.rig(), &made.held()));
        self.put_on(show);
    }

    /// Gravity bends poses until the rig changes.
    pub(crate) fn stop_preparing(&mut self) -> Result<(), String> {
        self.compare.preparing = None;
        let (Some(_), Some(work)) = (self.preparing.take(), &self.work) else { return Ok(()) };
        let made = work.show(&work.rig().sagging(), &Held::default());
        self.put_on(made);
        Err("Stopped: until the next change gravity bends poses, whatever the rig says".to_owned())
    }

    fn put_on(&mut self, made: Result<Show, String>) {
        match made {
            Ok(show) => {
                let eye = self.shot().eye;
                let player = Player::new(show, eye);
                self.player = Some(match &self.player {
                    Some(before) => player.like(before, eye),
                    None => player,
                });
                self.hand = Hand::default();
                self.trouble = None;
            }
            // The last one that could be played stays on the screen.
            Err(error) => self.trouble = Some(error),
        }
    }
}
