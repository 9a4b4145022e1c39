//! Views: what chains should look like from where.

use eframe::egui::{Key, KeyboardShortcut, Modifiers};
use glam::{Quat, Vec3};
use lissom_rig::rig::Joints;
use lissom_rig::view::{Example, View, coverage};

use crate::command::{Entry, Menu};
use crate::history::Made;
use crate::studio::{Mode, Selection};
use crate::tool::Tool;
use crate::{Command, Studio};

pub mod edit;
mod energy;
mod obey;
pub mod reach;

pub use energy::{Energy, SECS as ENERGY_SECS};

/// What can be done.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewsCommand {
    /// Looks for chains in the character.
    FindChains,
    /// Takes those that are ticked into the rig.
    AddChains,
    /// Puts the list away.
    ForgetFound,
    /// A chain that begins with this bone.
    AddChain(String),
    RemoveChain,
    /// Takes the chain into the hand, or lets it go.
    Pose,
    BindPose,
    /// As an example has it.
    PoseOf(usize),
    /// As it is simulated now.
    PoseNow,
    Key,
    /// Moves the camera to where a direction leads, in the frame of the first joint.
    LookFrom([f32; 3]),
    Mirror,
    MirrorAll,
    Duplicate,
    Delete,
    Preview,
}

/// What the panel and the tool remember; nothing that is saved.
#[derive(Debug, Default)]
pub struct Views {
    /// The chosen example of the chosen chain.
    pub example: Option<usize>,
    pub found: Vec<Candidate>,
    pub posing: Option<Posing>,
    /// Blended rest poses in the place of the simulation.
    pub preview: bool,
    pub energy: Energy,
    pub(crate) globe: crate::panel::views::Globe,
    /// A name being typed.
    pub(crate) typed: Option<String>,
    /// What is shown without physics: from where, when, whether that was behind, and of what.
    still: Option<(Vec3, f64, bool, Made)>,
}

/// A chain that was found, and whether it is wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub joints: Joints,
    pub why: String,
    pub wanted: bool,
}

/// A pose in the making.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Posing {
    pub chain: usize,
    /// As an example has them.
    pub turns: Vec<Quat>,
    /// The joint with a ring around it.
    pub joint: Option<usize>,
    pub(crate) grab: Option<crate::tool::pose::Grab>,
    /// Poses there were, to undo and to do again, until the rig is changed.
    past: Vec<Vec<Quat>>,
    future: Vec<Vec<Quat>>,
}

/// So many changes of a pose can be taken back.
const MOST_POSES: usize = 500;

impl Posing {
    /// Before a change.
    pub(crate) fn remember(&mut self) {
        self.past.drain(..self.past.len().saturating_sub(MOST_POSES - 1));
        self.past.push(self.turns.clone());
        self.future.clear();
    }

    /// Takes the last change back; whether there was one.
    fn undo(&mut self) -> bool {
        swap_last(&mut self.past, &mut self.future, &mut self.turns)
    }

    fn redo(&mut self) -> bool {
        swap_last(&mut self.future, &mut self.past, &mut self.turns)
    }
}

fn swap_last(from: &mut Vec<Vec<Quat>>, to: &mut Vec<Vec<Quat>>, now: &mut Vec<Quat>) -> bool {
    let Some(turns) = from.pop() else { return false };
    to.push(std::mem::replace(now, turns));
    true
}

const fn plain(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::NONE, key))
}

fn has_chain(studio: &Studio) -> bool {
    studio.mode == Mode::Views && studio.chain().is_some()
}

fn has_example(studio: &Studio) -> bool {
    studio.mode == Mode::Views && studio.example().is_some()
}

fn poses(studio: &Studio) -> bool {
    studio.tool == Tool::Pose && studio.views.posing.is_some()
}

const fn entry(
    name: &'static str,
    help: &'static str,
    keys: Option<KeyboardShortcut>,
    command: fn() -> Command,
    possible: fn(&Studio) -> bool,
) -> Entry {
    Entry { menu: Menu::Chain, name, help, keys, command, possible }
}

pub const ENTRIES: &[Entry] = &[
    entry(
        "Find chains",
        "Look for ears, tails, hair and the like among the bones",
        None,
        || Command::Views(ViewsCommand::FindChains),
        |studio| studio.work.is_some(),
    ),
    entry(
        "Pose the chain",
        "Hold the chosen chain in the hand: turn its joints, or pull its tip",
        plain(Key::E),
        || Command::Views(ViewsCommand::Pose),
        has_chain,
    ),
    entry(
        "Key this view",
        "From here, the chain should look as it does now",
        plain(Key::K),
        || Command::Views(ViewsCommand::Key),
        has_chain,
    ),
    entry(
        "Back to the bind pose",
        "Undo all bending in the pose being made",
        None,
        || Command::Views(ViewsCommand::BindPose),
        poses,
    ),
    entry(
        "Take the simulated pose",
        "Begin from how the chain hangs now",
        None,
        || Command::Views(ViewsCommand::PoseNow),
        poses,
    ),
    entry(
        "Mirror example",
        "The chosen pose for the chain of the other side, seen from the other side",
        plain(Key::M),
        || Command::Views(ViewsCommand::Mirror),
        has_example,
    ),
    entry(
        "Mirror all examples",
        "All poses of this chain for the chain of the other side",
        None,
        || Command::Views(ViewsCommand::MirrorAll),
        has_chain,
    ),
    entry(
        "Duplicate example",
        "The chosen pose once more, for a view beside it",
        plain(Key::D),
        || Command::Views(ViewsCommand::Duplicate),
        has_example,
    ),
    entry(
        "Delete example",
        "Forget the chosen pose",
        plain(Key::Delete),
        || Command::Views(ViewsCommand::Delete),
        has_example,
    ),
    entry(
        "Remove chain",
        "Leave the chosen chain to the animation",
        None,
        || Command::Views(ViewsCommand::RemoveChain),
        has_chain,
    ),
    Entry {
        menu: Menu::View,
        name: "Preview without physics",
        help: "Show the blended pose itself, without swinging and sagging",
        keys: plain(Key::B),
        command: || Command::Views(ViewsCommand::Preview),
        possible: |studio| studio.work.is_some(),
    },
];

impl Studio {
    /// The chain that is worked on, by its place in the rig.
    pub fn chain(&self) -> Option<usize> {
        let Selection::Chain(k) = self.selection else { return None };
        (k < self.work.as_ref()?.rig().joints.len()).then_some(k)
    }

    pub fn joints(&self) -> Option<&Joints> {
        self.work.as_ref()?.rig().joints.get(self.chain()?)
    }

    pub fn view(&self) -> Option<&View> {
        self.joints()?.view.as_ref()
    }

    /// The chosen example, and its number.
    pub fn example(&self) -> Option<(usize, &Example)> {
        let k = self.views.example?;
        Some((k, self.view()?.examples.get(k)?))
    }

    /// Towards the camera, in the frame of the chain's first joint: as the engine looks at it.
    pub fn view_direction(&self) -> Option<Vec3> {
        let base = self.player.as_ref()?.show.actor().base(self.chain()?)?;
        (base.rotation.conjugate() * (self.shot().eye - base.translation)).try_normalize()
    }

    /// How much each pose counts, the bind pose first: what the engine has, or what it would have.
    pub fn view_weights(&self) -> Option<Vec<f32>> {
        let (view, chain) = (self.view()?, self.chain()?);
        let actor = self.player.as_ref()?.show.actor();
        let played = actor.joints.get(chain).and_then(|j| actor.world.view_weights(j.body));
        played
            .filter(|w| w.len() == view.examples.len() + 1 && !self.is_behind())
            .or_else(|| Some(coverage::weights(view)(self.view_direction()?)))
    }

    /// The name of what can be taken back: first of all, what was done to a pose that is not keyed yet.
    pub fn undoable(&self) -> Option<&str> {
        let poses = self.views.posing.as_ref().is_some_and(|p| !p.past.is_empty());
        if poses { Some("Pose") } else { self.work.as_ref()?.history.undoable() }
    }

    pub fn redoable(&self) -> Option<&str> {
        let poses = self.views.posing.as_ref().is_some_and(|p| !p.future.is_empty());
        if poses { Some("Pose") } else { self.work.as_ref()?.history.redoable() }
    }

    /// Takes back what was done to a pose that is not keyed yet; whether there was anything.
    pub(crate) fn undo_pose(&mut self) -> bool {
        self.views.posing.as_mut().is_some_and(Posing::undo)
    }

    pub(crate) fn redo_pose(&mut self) -> bool {
        self.views.posing.as_mut().is_some_and(Posing::redo)
    }

    /// The rig has changed: that is what is taken back first.
    pub(crate) fn forget_poses(&mut self) {
        if let Some(posing) = &mut self.views.posing {
            (posing.past, posing.future) = Default::default();
        }
    }

    /// Asks for a change of the chosen chain.
    pub(crate) fn change_chain(&self, what: &str, change: impl FnOnce(&mut Joints)) {
        let (Some(work), Some(chain)) = (&self.work, self.chain()) else { return };
        let mut rig = work.rig().clone();
        if let Some(joints) = rig.joints.get_mut(chain) {
            change(joints);
            self.send(Command::Edit { what: what.to_owned(), rig: Box::new(rig) });
        }
    }

    /// Before a picture: poses that nobody simulates are shown, and energies written down.
    pub(crate) fn show_views(&mut self) {
        self.choose_something();
        let (eye, chain) = (self.shot().eye, self.chain());
        let bones = self.joints().map_or(0, |j| j.bones.len());
        let held = self.views.posing.as_ref().filter(|p| p.turns.len() == bones).map(|p| p.chain);
        if self.tool == Tool::Pose && held != chain {
            self.take_in_hand();
        }
        let behind = self.is_behind();
        let (Some(player), Some(work)) = (&mut self.player, &self.work) else { return };
        let (now, made) = ((eye, player.time_secs(), behind), work.history.now());
        let same = self.views.still.as_ref().is_some_and(|s| (s.0, s.1, s.2) == now && s.3.plays_like(made));
        if self.views.preview && !same {
            player.rest(eye);
            self.views.still = Some((now.0, now.1, now.2, made.clone()));
        } else if !self.views.preview && self.views.still.take().is_some() {
            player.seek(player.time_secs());
        }
        if let Some(posing) = self.views.posing.as_ref().filter(|_| self.tool == Tool::Pose) {
            player.show.turn(posing.chain, &posing.turns);
        }
        if self.mode == Mode::Views {
            self.views.energy.watch(player, chain);
        }
    }

    /// In this mode some chain is always chosen; other modes have no use for the pose tool.
    fn choose_something(&mut self) {
        if self.mode != Mode::Views {
            self.let_go();
            return;
        }
        let joints = self.work.as_ref().map_or(0, |w| w.rig().joints.len());
        if self.chain().is_none() && joints > 0 && matches!(self.selection, Selection::None | Selection::Chain(_)) {
            self.selection = Selection::Chain(0);
        }
        let examples = self.view().map_or(0, |v| v.examples.len());
        self.views.example = self.views.example.filter(|k| *k < examples);
    }
}
