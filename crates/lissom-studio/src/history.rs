//! Undo and redo: the rigs there were, and what was made beside them.
//!
//! All that somebody makes of what is open is in [`Made`], and only changed here, so all of it can be taken back. Where the
//! camera stands, what time it is and what is shown belong to watching, and stay. A pose in the making has steps
//! of its own until it is keyed ([`Posing`](crate::views::Posing)).

use std::sync::Arc;

use lissom_rig::Rig;
use lissom_rig::field::Plane;
use lissom_rig::rig::Select;

use crate::hand::Blow;
use crate::work::Played;

/// So many steps can be taken back.
const MOST: usize = 500;

#[derive(Clone, Debug)]
pub struct History {
    now: Made,
    past: Vec<Step>,
    future: Vec<Step>,
    /// The last change goes on: the mouse is still down.
    open: bool,
}

/// What somebody made. Only the rig is saved.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    pub rig: Arc<Rig>,
    pub played: Played,
    /// From when to when it is played and baked, if not all of it.
    pub range_secs: Option<(f64, f64)>,
    /// The triangles that the next region is made of.
    pub choice: Select,
    /// It is baked, and goes with a page.
    pub blow: Blow,
    /// Where a body was cut open, to paint inside.
    pub cut: Option<Plane>,
}

impl Made {
    /// Whether both are the same to play.
    pub fn plays_like(&self, other: &Made) -> bool {
        Arc::ptr_eq(&self.rig, &other.rig) && self.played == other.played
    }
}

/// A change, and what was made on its other side.
#[derive(Clone, Debug)]
struct Step {
    what: String,
    made: Made,
}

impl History {
    pub fn new(rig: Rig, played: Played, blow: Blow) -> History {
        let rig = Arc::new(rig);
        let now = Made { rig, played, range_secs: None, choice: Select::default(), blow, cut: None };
        History { now, past: Vec::new(), future: Vec::new(), open: false }
    }

    pub fn now(&self) -> &Made {
        &self.now
    }

    pub fn rig(&self) -> &Arc<Rig> {
        &self.now.rig
    }

    /// A change of the rig.
    pub fn edit(&mut self, what: &str, rig: Rig) {
        self.make(what, Made { rig: Arc::new(rig), ..self.now.clone() });
    }

    /// Another animation or motion, all of it.
    pub fn play(&mut self, what: &str, played: Played) {
        if self.now.played != played {
            self.make(what, Made { played, range_secs: None, ..self.now.clone() });
        }
    }

    /// A change. It is one step with the last if that was of the same kind and is not closed.
    pub fn make(&mut self, what: &str, made: Made) {
        if self.now == made {
            return;
        }
        let goes_on = self.open && self.past.last().is_some_and(|step| step.what == what);
        let before = std::mem::replace(&mut self.now, made);
        if !goes_on {
            self.past.push(Step { what: what.to_owned(), made: before });
            let too_many = self.past.len().saturating_sub(MOST);
            self.past.drain(..too_many);
        }
        self.future.clear();
        self.open = true;
    }

    /// What comes now is another step: the mouse was let go.
    pub fn close(&mut self) {
        self.open = false;
    }

    /// The name of what can be taken back.
    pub fn undoable(&self) -> Option<&str> {
        self.past.last().map(|s| s.what.as_str())
    }

    pub fn redoable(&self) -> Option<&str> {
        self.future.last().map(|s| s.what.as_str())
    }

    /// Whether there was anything to take back.
    pub fn undo(&mut self) -> bool {
        move_one(&mut self.past, &mut self.future, &mut self.now)
    }

    pub fn redo(&mut self) -> bool {
        move_one(&mut self.future, &mut self.past, &mut self.now)
    }
}

fn move_one(from: &mut Vec<Step>, to: &mut Vec<Step>, now: &mut Made) -> bool {
    let Some(Step { what, made }) = from.pop() else { return false };
    to.push(Step { what, made: std::mem::replace(now, made) });
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(steps_per_sec: f64) -> Rig {
        Rig { steps_per_sec, ..Rig::default() }
    }

    #[test]
    fn a_drag_is_one_step_and_all_comes_back() {
        let mut history = History::new(rate(240.0), Played::default(), Blow::default());
        [250.0, 260.0, 270.0].into_iter().for_each(|r| history.edit("Rate", rate(r)));
        history.close();
        history.edit("Rate", rate(300.0));
        assert!(history.undo() && history.rig().steps_per_sec == 270.0);
        assert!(history.undo() && history.rig().steps_per_sec == 240.0 && !history.undo());
        assert!(history.redo() && history.redo() && !history.redo());
        assert_eq!(**history.rig(), rate(300.0));
    }

    #[test]
    fn what_plays_and_the_rig_are_taken_back_in_turn() {
        let second = Played { clip: Some(1), motion: None };
        let mut history = History::new(rate(240.0), Played::default(), Blow::default());
        history.play("Animation", second.clone());
        history.edit("Rate", rate(300.0));
        assert!(history.undo() && history.rig().steps_per_sec == 240.0 && history.now().played == second);
        assert!(history.undo() && history.now().played == Played::default() && !history.undo());
        assert_eq!(history.redoable(), Some("Animation"));
        history.play("Animation", Played::default());
        assert_eq!(history.redoable(), Some("Animation"), "the same again is no change");
    }
}
