//! Poses that should hold against gravity: found, or known from before.

use super::examples::Kind;
use super::poses::Poses;
use super::sag::Baked;
use std::ops::ControlFlow;

/// Where these poses come from.
#[allow(missing_debug_implementations, reason = "it holds a closure")]
pub enum Hold<'a> {
    /// They are found, which may take long: it hears how far that is, from 0 to 1, and may stop it.
    Find(&'a mut dyn FnMut(f64) -> ControlFlow<()>),
    /// They were found for a world of the same description; [`Held::default`] knows none. What is not known, or does not
    /// fit, is found.
    Found(&'a Held),
}

impl Hold<'_> {
    pub(super) fn tell(&mut self, share: f64) -> ControlFlow<()> {
        match self {
            Hold::Find(progress) => progress(share),
            Hold::Found(_) => ControlFlow::Continue(()),
        }
    }

    /// What is known of a body, if it fits.
    pub(super) fn known(&self, body: usize, kind: &Kind, poses: &Poses) -> Option<&Baked> {
        let Hold::Found(held) = self else { return None };
        held.bodies.get(body)?.as_ref().filter(|baked| baked.fits(kind, poses))
    }
}

/// Poses that hold against gravity, of all bodies of a world.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Held {
    /// As they are described; none where nothing depends on the view.
    pub(super) bodies: Vec<Option<Baked>>,
}
