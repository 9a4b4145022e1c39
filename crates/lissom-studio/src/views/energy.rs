//! How much a chain moves: its kinetic energy in the last seconds.

use std::collections::VecDeque;

use crate::player::{FRAME_SECS, Player};

/// So much of the past is shown.
pub const SECS: f64 = 5.0;

#[derive(Clone, Debug, Default)]
pub struct Energy {
    chain: Option<usize>,
    /// Of the last frame that was written down.
    time_secs: f64,
    /// J, one for each frame, the last one last.
    pub past: VecDeque<f64>,
}

impl Energy {
    /// Writes down what there is to see. Beginning again and another chain begin anew.
    pub fn watch(&mut self, player: &Player, chain: Option<usize>) {
        let now = player.time_secs();
        if self.chain != chain || now < self.time_secs {
            self.past.clear();
        } else if now == self.time_secs && !self.past.is_empty() {
            return;
        }
        (self.chain, self.time_secs) = (chain, now);
        let actor = player.show.actor();
        let Some(linked) = chain.and_then(|k| actor.joints.get(k)) else { return };
        self.past.push_back(actor.world.kinetic_energy(linked.body));
        let too_many = self.past.len().saturating_sub((SECS / FRAME_SECS) as usize);
        self.past.drain(..too_many);
    }
}
