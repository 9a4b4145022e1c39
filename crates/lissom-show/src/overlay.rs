//! What is drawn over a picture, to see what is simulated and why it moves.

use std::str::FromStr;

use lissom_render::Color;
use lissom_rig::Actor;

use crate::Look;

pub mod comb;
pub mod ghost;
pub mod lines;
pub mod tints;

/// One kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    Particles,
    Colliders,
    Groups,
    Limits,
    Ghost,
    Directions,
    Layers,
    Strength,
    Delay,
    Excitation,
    Wave,
}

use Overlay::{Colliders, Delay, Directions, Excitation, Ghost, Groups, Layers, Limits, Particles, Strength, Wave};

impl Overlay {
    pub const ALL: [Overlay; 11] =
        [Particles, Colliders, Groups, Limits, Ghost, Directions, Layers, Strength, Delay, Excitation, Wave];

    pub const fn name(self) -> &'static str {
        match self {
            Particles => "particles",
            Colliders => "colliders",
            Groups => "groups",
            Limits => "limits",
            Ghost => "ghost",
            Directions => "directions",
            Layers => "layers",
            Strength => "strength",
            Delay => "delay",
            Excitation => "excitation",
            Wave => "wave",
        }
    }

    /// In plain words.
    pub const fn help(self) -> &'static str {
        match self {
            Particles => "What is simulated: particles, and the edges between them",
            Colliders => "What soft parts cannot go through",
            Groups => "Which particles keep their shape together",
            Limits => "How far joints may bend",
            Ghost => "Where soft parts would be if they only followed the bones",
            Directions => "The first direction of a body without bones, in which the first chart stretches",
            Layers => "From outermost, blue, to innermost, red",
            Strength => "How much of the charts: red all of it, black nothing, blue the opposite",
            Delay => "What comes first, black, and what last, green",
            Excitation => "Red where a body without bones contracts, light blue where it expands",
            Wave => "Where the signal is on its way through a body without bones",
        }
    }

    /// Whether an actor has anything of it to show.
    pub fn is_for(self, actor: &Actor) -> bool {
        match self {
            Particles | Ghost => !actor.radii.is_empty(),
            Colliders | Groups | Limits => {
                let look = Look { overlays: [self].into_iter().collect(), cut: None };
                !lines::of(actor, look).is_empty()
            }
            Directions | Layers | Strength | Delay | Excitation | Wave => {
                !actor.world.template().creatures.list.is_empty()
            }
        }
    }
}

/// Which of them are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlays(u16);

impl Overlays {
    pub fn has(self, overlay: Overlay) -> bool {
        self.0 & (1 << overlay as u16) != 0
    }

    /// One by one.
    pub fn list(self) -> impl Iterator<Item = Overlay> {
        Overlay::ALL.into_iter().filter(move |overlay| self.has(*overlay))
    }

    pub fn toggle(&mut self, overlay: Overlay) {
        self.0 ^= 1 << overlay as u16;
    }
}

impl FromIterator<Overlay> for Overlays {
    fn from_iter<I: IntoIterator<Item = Overlay>>(list: I) -> Overlays {
        Overlays(list.into_iter().fold(0, |all, overlay| all | 1 << overlay as u16))
    }
}

impl FromStr for Overlays {
    type Err = NoOverlay;

    /// Names with commas between them.
    fn from_str(names: &str) -> Result<Overlays, NoOverlay> {
        let one = |name: &str| {
            let found = Overlay::ALL.into_iter().find(|o| o.name() == name.trim());
            found.ok_or_else(|| NoOverlay(name.trim().to_owned()))
        };
        names.split(',').map(one).collect()
    }
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("`{0}`: give one or more of {known}, with commas between", known = Overlay::ALL.map(Overlay::name).join(", "))]
pub struct NoOverlay(String);

/// The one calm colour of overlays, and a paler one for what follows the bones.
const ACCENT: Color = Color::hex(0x2F7FB8);
const PALE: Color = Color::hex(0xA9B7C4);
