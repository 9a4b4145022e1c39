//! Making shows ready. Poses that should hold against gravity take long to find, which is done beside the studio.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use lissom_rig::Rig;
use lissom_show::Show;

use crate::hand::Hand;
use crate::job::Job;
use crate::player::Player;
use crate::{Command, Studio};

/// A show that is not ready yet.
#[derive(Debug)]
pub struct Preparing {
    pub job: Job,
    /// What is on the screen is no more than a picture to look at meanwhile.
    pub stands_in: bool,
    made: Receiver<Result<Show, String>>,
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
            let made = self.work.as_ref().map(|work| work.show(work.rig()));
            made.into_iter().for_each(|made| self.put_on(made));
        }
    }

    /// Begins with what takes long, if there is any.
    pub(crate) fn prepare(&mut self, stands_in: bool) -> bool {
        self.preparing = None;
        let Some(work) = self.work.as_ref().filter(|work| work.rig().bakes_sag()) else { return false };
        let (source, rig): (_, Arc<Rig>) = (work.source.clone(), work.history.rig().clone());
        let (to, made) = channel();
        let job = Job::beside("Finding how poses hold against gravity", self.to_self.clone(), move |progress| {
            // Somebody may be waiting for another one by now.
            _ = to.send(source.show(&rig, &mut |share| progress.tell(share)));
            Ok(Command::Prepared)
        });
        self.preparing = Some(Preparing { job, stands_in, made });
        true
    }

    pub(crate) fn take_prepared(&mut self) {
        if let Some(made) = self.preparing.as_ref().and_then(|it| it.made.try_recv().ok()) {
            self.preparing = None;
            self.put_on(made);
        }
    }

    /// Gravity bends poses until the rig changes.
    pub(crate) fn stop_preparing(&mut self) -> Result<(), String> {
        let (Some(_), Some(work)) = (self.preparing.take(), &self.work) else { return Ok(()) };
        let made = work.show(&work.rig().sagging());
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
                self.hand = Hand { blow: self.hand.blow, ..Hand::default() };
                self.trouble = None;
            }
            // The last one that could be played stays on the screen.
            Err(error) => self.trouble = Some(error),
        }
    }
}

/// What nobody waits for any more ends soon.
impl Drop for Preparing {
    fn drop(&mut self) {
        self.job.stop();
    }
}
