//! What the commands for views do.

use std::f32::consts::PI;

use glam::{Quat, Vec3};
use lissom_formats::model::Origin;
use lissom_rig::auto::{Found, Proposal, propose, propose_from};
use lissom_rig::view::View;
use lissom_rig::{Pose, Rig};
use lissom_scenes::camera::Shot;

use super::{Candidate, Posing, ViewsCommand, edit};
use crate::orbit::Orbit;
use crate::studio::{Mode, Selection};
use crate::tool::Tool;
use crate::work::{Source, Work};
use crate::{Command, Studio};

impl Studio {
    pub(crate) fn obey_views(&mut self, command: ViewsCommand) -> Result<(), String> {
        match command {
            ViewsCommand::FindChains => self.find_chains(),
            ViewsCommand::AddChains => self.add_chains(),
            ViewsCommand::ForgetFound => self.views.found.clear(),
            ViewsCommand::AddChain(bone) => self.add_chain(&bone)?,
            ViewsCommand::RemoveChain => self.edit_rig("Remove chain", |rig, chain| {
                rig.joints.remove(chain);
                Ok(())
            })?,
            ViewsCommand::Pose if self.tool == Tool::Pose => self.let_go(),
            ViewsCommand::Pose => {
                self.tool = Tool::Pose;
                self.take_in_hand();
            }
            ViewsCommand::BindPose => self.pose(bind_turns),
            ViewsCommand::PoseOf(k) => self.pose(|studio| {
                let example = studio.view()?.examples.get(k)?;
                Some(example.rotations.iter().map(|q| Quat::from_array(*q).normalize()).collect())
            }),
            ViewsCommand::PoseNow => self.pose(simulated_turns),
            ViewsCommand::Key => self.key()?,
            ViewsCommand::LookFrom(direction) => self.look_along(direction),
            ViewsCommand::Mirror => {
                let which: Vec<usize> = self.views.example.into_iter().collect();
                self.mirror(&which)?;
            }
            ViewsCommand::MirrorAll => {
                let all = self.view().map_or(0, |v| v.examples.len());
                self.mirror(&(0..all).collect::<Vec<_>>())?;
            }
            ViewsCommand::Duplicate => {
                let k = self.views.example.ok_or(NO_EXAMPLE)?;
                let mut copy = None;
                self.edit_view("Duplicate example", |view| copy = edit::duplicate(view, k))?;
                self.views.example = copy;
            }
            ViewsCommand::Delete => {
                let k = self.views.example.ok_or(NO_EXAMPLE)?;
                self.edit_view("Delete example", |view| {
                    if k < view.examples.len() {
                        view.examples.remove(k);
                    }
                })?;
                self.views.example = None;
            }
            ViewsCommand::Preview => self.views.preview = !self.views.preview,
        }
        Ok(())
    }

    fn edit_rig(
        &mut self,
        what: &str,
        change: impl FnOnce(&mut Rig, usize) -> Result<(), String>,
    ) -> Result<(), String> {
        let (Some(work), Some(chain)) = (&self.work, self.chain()) else { return Err(NO_CHAIN.into()) };
        let mut rig = work.rig().clone();
        change(&mut rig, chain)?;
        self.obey(Command::Edit { what: what.to_owned(), rig: Box::new(rig) });
        Ok(())
    }

    fn edit_view(&mut self, what: &str, change: impl FnOnce(&mut View)) -> Result<(), String> {
        self.edit_rig(what, |rig, chain| {
            let joints = &mut rig.joints[chain];
            change(joints.view.get_or_insert_default());
            joints.view.take_if(|view| view.examples.is_empty());
            Ok(())
        })
    }

    fn find_chains(&mut self) {
        let Some(work) = &self.work else { return };
        let (proposed, found) = proposal(work);
        let taken = |bone: &String| work.rig().joints.iter().any(|j| j.bones.contains(bone));
        let news = proposed.joints.into_iter().filter(|j| !j.bones.iter().any(taken));
        let why = |name: &str| found.iter().find(|f| f.name == name).map_or("springs of VRM", |f| f.why.as_str());
        let candidate =
            |joints: lissom_rig::rig::Joints| Candidate { why: why(&joints.name).into(), joints, wanted: true };
        self.views.found = news.map(candidate).collect();
        if self.views.found.is_empty() {
            self.notices.say(match work.rig().joints.is_empty() {
                true => "No chain was found. Make one from a bone, or name bones for what they are: tail, ear, hair…",
                false => "All chains that were found are there already",
            });
        }
        self.mode = Mode::Views;
    }

    fn add_chains(&mut self) {
        let Some(work) = &self.work else { return };
        let (mut proposed, _) = proposal(work);
        let wanted = std::mem::take(&mut self.views.found).into_iter().filter(|c| c.wanted);
        proposed.joints = wanted.map(|c| c.joints).collect();
        let (rig, first) = (with_chains(work.rig(), proposed), work.rig().joints.len());
        if rig.joints.len() > first {
            self.obey(Command::Edit { what: "Add chains".into(), rig: Box::new(rig) });
            self.selection = Selection::Chain(first);
        }
    }

    fn add_chain(&mut self, bone: &str) -> Result<(), String> {
        let Some(work) = &self.work else { return Ok(()) };
        let Proposal { rig: proposed, notes, .. } = propose_from(work.character(), bone);
        let Some(joints) = proposed.joints.first() else {
            return Err(notes.into_iter().next().unwrap_or_else(|| format!("`{bone}` cannot begin a chain")));
        };
        let others = &work.rig().joints;
        if let Some(other) = others.iter().find(|other| other.bones.iter().any(|b| joints.bones.contains(b))) {
            return Err(format!("`{bone}` or a bone below it is in chain “{}” already: remove that first", other.name));
        }
        let (rig, k) = (with_chains(work.rig(), proposed), others.len());
        work.fits(&rig).map_err(|problem| problem.to_string())?;
        self.obey(Command::Edit { what: "New chain".into(), rig: Box::new(rig) });
        self.selection = Selection::Chain(k);
        Ok(())
    }

    /// Takes the chosen chain into the hand, as it would look from here without physics.
    pub(super) fn take_in_hand(&mut self) {
        self.views.posing = None;
        let (Some(chain), eye) = (self.chain(), self.shot().eye) else { return self.let_go() };
        self.hold_still();
        let Some(player) = &mut self.player else { return self.let_go() };
        let moment = player.show.moment(eye);
        player.show.rest(eye);
        let turns = player.show.actor().turns(chain);
        player.show.go_to(&moment);
        self.views.posing = turns.map(|turns| Posing { chain, turns, ..Posing::default() });
    }

    /// Back to what is simulated.
    pub(crate) fn let_go(&mut self) {
        if self.tool == Tool::Pose {
            self.tool = Tool::default();
        }
        if self.views.posing.take().is_some()
            && let Some(player) = &mut self.player
        {
            player.seek(player.time_secs());
            self.go_on();
        }
    }

    /// Gives the chain in the hand a pose; takes it into the hand if it is not there.
    fn pose(&mut self, turns: impl FnOnce(&mut Studio) -> Option<Vec<Quat>>) {
        let turns = turns(self);
        self.tool = Tool::Pose;
        if self.views.posing.as_ref().map(|p| p.chain) != self.chain() {
            self.take_in_hand();
        }
        if let (Some(posing), Some(turns)) = (&mut self.views.posing, turns) {
            posing.remember();
            posing.turns = turns;
        }
    }

    fn key(&mut self) -> Result<(), String> {
        let (Some(work), Some(chain), Some(direction)) = (&self.work, self.chain(), self.view_direction()) else {
            return Err(NO_CHAIN.into());
        };
        let posed = self.views.posing.as_ref().filter(|p| p.chain == chain).map(|p| p.turns.clone());
        let turns = posed.or_else(|| self.player.as_ref()?.show.actor().turns(chain)).ok_or(NO_CHAIN)?;
        let name = edit::name_of(self.base_at_rest() * direction);
        let mut rig = work.rig().clone();
        let joints = &mut rig.joints[chain];
        if !joints.springs.is_empty() {
            joints.springs.clear();
            self.notices.say("Poses for views need stiffness and damping: the chain's VRM springs were taken off");
        }
        let replaced = joints.view.as_ref().and_then(|v| edit::near(v, direction)).is_some();
        let k = edit::key(joints, direction, &turns, &name);
        if let Some(view) = joints.view.as_ref().filter(|_| replaced) {
            self.notices.say(format!("The pose of view “{}” was replaced", view.examples[k].name));
        }
        self.obey(Command::Edit { what: "Key this view".into(), rig: Box::new(rig) });
        self.views.example = Some(k);
        Ok(())
    }

    fn mirror(&mut self, which: &[usize]) -> Result<(), String> {
        let (Some(work), Some(chain)) = (&self.work, self.chain()) else { return Err(NO_CHAIN.into()) };
        if which.is_empty() {
            return Err(NO_EXAMPLE.into());
        }
        let mut rig = work.rig().clone();
        let other = edit::mirror(&mut rig, &work.character().skeleton, chain, which)?;
        self.notices.say(format!("Mirrored to “{}”", rig.joints[other].name));
        self.obey(Command::Edit { what: "Mirror".into(), rig: Box::new(rig) });
        Ok(())
    }

    /// How the first joint of the chosen chain is turned in the bind pose, for somebody who looks along z.
    pub(crate) fn base_at_rest(&self) -> Quat {
        let Some(work) = &self.work else { return Quat::IDENTITY };
        let skeleton = &work.character().skeleton;
        let bone = self.joints().and_then(|j| skeleton.find(j.bones.first()?));
        let turn = bone.map_or(Quat::IDENTITY, |bone| skeleton.rest_world()[bone].rotation);
        if work.looks_back() { Quat::from_rotation_y(PI) * turn } else { turn }
    }

    fn look_along(&mut self, direction: [f32; 3]) {
        let base = self.chain().zip(self.player.as_ref()).and_then(|(chain, p)| p.show.actor().base(chain));
        if let Some(base) = base {
            let orbit = *self.free_camera();
            self.orbit = seen_along(orbit, base, Vec3::from_array(direction));
        }
    }
}

const NO_CHAIN: &str = "Choose a chain first";
const NO_EXAMPLE: &str = "Choose an example first";

/// Chains besides those that are there. The first ones bring what they bump into.
fn with_chains(rig: &Rig, proposed: Rig) -> Rig {
    let mut rig = rig.clone();
    if rig.joints.is_empty() && rig.regions.is_empty() && rig.creatures.is_empty() && rig.colliders.is_empty() {
        (rig.gravity, rig.colliders) = (proposed.gravity, proposed.colliders);
    }
    for mut joints in proposed.joints {
        joints.passes_through.retain(|part| rig.colliders.iter().any(|c| c.part == *part));
        if rig.joints.iter().any(|j| j.name == joints.name) {
            joints.name = joints.bones.first().cloned().unwrap_or(joints.name);
        }
        rig.joints.push(joints);
    }
    rig
}

/// A rig of what can be found, and why each chain is one.
fn proposal(work: &Work) -> (Rig, Vec<Found>) {
    match &work.source {
        Source::File { model, .. } => {
            let (rig, origin, _) = model.proposed();
            let found = if let Origin::Bones(found) = origin { found } else { Vec::new() };
            (rig, found)
        }
        Source::Scene { character, .. } => {
            let proposal = propose(character);
            (proposal.rig, proposal.chains)
        }
    }
}

fn bind_turns(studio: &mut Studio) -> Option<Vec<Quat>> {
    let skeleton = &studio.work.as_ref()?.character().skeleton;
    let turn = |name: &String| Some(skeleton.bones[skeleton.find(name)?].parent_from_bone.rotation);
    studio.joints()?.bones.iter().map(turn).collect()
}

fn simulated_turns(studio: &mut Studio) -> Option<Vec<Quat>> {
    let chain = studio.chain()?;
    let player = studio.player.as_mut()?;
    player.seek(player.time_secs());
    player.show.actor().turns(chain)
}

/// The camera as far from what it looks at as it was, where a direction from a base meets that.
fn seen_along(orbit: Orbit, base: Pose, direction: Vec3) -> Orbit {
    let along = (base.rotation * direction).normalize_or(Vec3::Z);
    let off = base.translation - orbit.target;
    let (b, c) = (off.dot(along), off.length_squared() - orbit.distance * orbit.distance);
    let target = if c < 0.0 { orbit.target } else { base.translation };
    let ahead = if c < 0.0 { (b * b - c).sqrt() - b } else { orbit.distance };
    Orbit::of(&Shot { eye: base.translation + along * ahead, target, cut: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_camera_comes_to_a_direction_at_the_same_distance() {
        let orbit = Orbit { target: Vec3::new(0.0, 0.6, 0.0), yaw_rad: 0.3, pitch_rad: 0.1, distance: 3.0 };
        let base = Pose::new(Vec3::new(0.2, 1.1, -0.1), Quat::from_rotation_y(0.8));
        let direction = Vec3::new(0.5, 0.3, -0.6).normalize();
        let eye = seen_along(orbit, base, direction).eye();
        assert!((eye.distance(orbit.target) - 3.0).abs() < 1e-3);
        assert!((base.rotation.conjugate() * (eye - base.translation)).normalize().distance(direction) < 1e-3);
    }
}
