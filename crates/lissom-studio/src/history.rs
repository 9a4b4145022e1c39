//! Undo and redo: the rigs there were.

use std::sync::Arc;

use lissom_rig::Rig;

/// So many steps can be taken back.
const MOST: usize = 500;

#[derive(Clone, Debug)]
pub struct History {
    now: Arc<Rig>,
    past: Vec<Step>,
    future: Vec<Step>,
    /// The last change goes on: the mouse is still down.
    open: bool,
}

/// A change, and the rig on its other side.
#[derive(Clone, Debug)]
struct Step {
    what: String,
    rig: Arc<Rig>,
}

impl History {
    pub fn new(rig: Rig) -> History {
        History { now: Arc::new(rig), past: Vec::new(), future: Vec::new(), open: false }
    }

    pub fn rig(&self) -> &Arc<Rig> {
        &self.now
    }

    /// A change. It is one step with the last if that was of the same kind and is not closed.
    pub fn edit(&mut self, what: &str, rig: Rig) {
        if *self.now == rig {
            return;
        }
        let goes_on = self.open && self.past.last().is_some_and(|step| step.what == what);
        let before = std::mem::replace(&mut self.now, Arc::new(rig));
        if !goes_on {
            self.past.push(Step { what: what.to_owned(), rig: before });
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

fn move_one(from: &mut Vec<Step>, to: &mut Vec<Step>, now: &mut Arc<Rig>) -> bool {
    let Some(Step { what, rig }) = from.pop() else { return false };
    to.push(Step { what, rig: std::mem::replace(now, rig) });
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
        let mut history = History::new(rate(240.0));
        [250.0, 260.0, 270.0].into_iter().for_each(|r| history.edit("Rate", rate(r)));
        history.close();
        history.edit("Rate", rate(300.0));
        assert!(history.undo() && history.rig().steps_per_sec == 270.0);
        assert!(history.undo() && history.rig().steps_per_sec == 240.0 && !history.undo());
        assert!(history.redo() && history.redo() && !history.redo());
        assert_eq!(**history.rig(), rate(300.0));
    }
}
