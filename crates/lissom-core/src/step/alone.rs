//! Chains that nothing can touch: each unit goes through some substeps by itself, while its numbers are near. Stage by
//! stage, a large world would bring all of them from memory again and again.

use super::constrain::{chain_length, limit};
use super::parallel::{self, Crew};
use super::predict::{self, Follow, Gusts, Predict};
use super::shape_match::chains::{Lengths, Pass};
use super::shape_match::{FromRest, InWorld, Strength};
use super::update::{Between, Update};
use super::view::View;
use super::{anchor, guard};
use crate::desc::{BodyDesc, Structure};
use crate::lanes::{self, Kernel, Lanes};
use crate::math::Quat;
use crate::report::StepReport;
use crate::rest::RestPose;
use crate::rest::view_blend::Suppression;
use crate::scratch::Scratch;
use crate::state::State;
use crate::template::{Frame, Template, Unit, UnitKind};
use std::slice::Chunks;

/// Substeps that they have still to do.
#[derive(Debug)]
pub struct Backlog {
    /// world_from_bind of each bone, at the end of each.
    skins: Vec<Frame>,
    /// What blows in the first, if it was looked up anew.
    gusts: Option<Gusts>,
}

impl Backlog {
    pub fn new(template: &Template) -> Backlog {
        let bones = if template.alone.is_empty() { 0 } else { template.bone_from_bind.len() };
        Backlog { skins: Vec::with_capacity(bones * predict::WIND_EVERY as usize), gusts: None }
    }
}

/// Whether a body can be: a chain that nothing else has a part in.
pub fn is_alone(template: &Template, desc: &BodyDesc) -> bool {
    let params = &desc.params;
    let Some(part) = template.parts.iter().position(|p| *p == desc.part) else { return false };
    let projected = params.rest.view().is_some_and(|v| matches!(v.suppression, Suppression::Projection { .. }));
    desc.structure == Structure::Chain
        && params.springs.is_empty()
        && !(params.follow_bones || params.conserve_momentum || params.shape_damping > 0.0 || projected)
        && anchor::feels_all(params)
        && !(0..template.parts.len()).any(|other| template.touches[part * template.parts.len() + other])
        && !(0..template.colliders.len()).any(|collider| template.part_meets(part, params, collider))
}

/// How many of the units go together in this frame: all but those that are alone, or all if somebody holds one of these.
pub fn together(template: &Template, scratch: &Scratch) -> usize {
    let held = scratch.grips.iter().any(|grip| template.alone.contains(&grip.unit));
    if held { template.alone.end } else { template.alone.start }
}

/// Remembers a substep, and catches up before the wind is looked up anew and when the frame is over.
#[expect(clippy::too_many_arguments, reason = "a stage like the others, and what it must remember")]
pub fn run(
    template: &Template,
    rest: &RestPose,
    state: &mut State,
    scratch: &mut Scratch,
    gusts: Option<Gusts>,
    is_last: bool,
    crew: Crew,
    report: &mut StepReport,
) {
    let backlog = &mut scratch.backlog;
    if backlog.skins.is_empty() {
        backlog.gusts = gusts;
    }
    backlog.skins.extend_from_slice(&scratch.skin);
    if !(is_last || (state.clock.substeps + 1).is_multiple_of(predict::WIND_EVERY)) {
        return;
    }
    let (mut skins, gusts) = (std::mem::take(&mut backlog.skins), backlog.gusts.take());
    let (awake, weight) = (std::mem::take(&mut scratch.awake), std::mem::take(&mut scratch.weight));
    let (windy, bones) = (state.clock.windy, scratch.skin.len());
    let (units, view) = (template.alone.clone(), View::new(state, scratch));
    let wanted = |index: usize, _: &Unit| gusts.is_some() || awake[index];
    parallel::for_range(crew.threads, template, units.clone(), view, &wanted, &|index, unit, mut view| {
        if let Some(gusts) = &gusts {
            gusts.blow(&mut view);
        }
        if awake[index] {
            let (skins, weight) = (skins.chunks(bones), &weight[..]);
            lanes::run(unit.width(crew.width), Substeps { template, rest, unit, skins, windy, weight, view });
        }
    });
    skins.clear();
    scratch.backlog.skins = skins;
    (scratch.awake, scratch.weight) = (awake, weight);
    guard::keep(template, rest, state, scratch, units, crew.width, report);
}

/// Some substeps of a unit.
struct Substeps<'a> {
    template: &'a Template,
    rest: &'a RestPose,
    unit: &'a Unit,
    skins: Chunks<'a, Frame>,
    windy: bool,
    weight: &'a [f32],
    view: View<'a>,
}

impl Kernel for Substeps<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Substeps { template, rest, unit, mut skins, windy, weight, mut view } = self;
        let UnitKind::Chains { packs, ring } = unit.kind else { return };
        let (free, strength) = (unit.free, Strength::Usual);
        let at_once = (!unit.free && !unit.limited).then_some(weight);
        // Bones turn nothing but the first joints, then.
        let from_rest = at_once.is_some() && unit.round && unit.roots.is_some();
        let all = (0..view.x[0].len()).step_by(L::WIDTH);
        if from_rest {
            turn::<L>(rest, view.base, &mut view.old_q, all.clone(), Way::FromRest);
        }
        Predict { template, view: view.lend(), windy }.run::<L>();
        while let Some(skin) = skins.next() {
            Follow { template, unit, skin, view: &mut view }.run::<L>();
            if from_rest {
                for set in packs.sets::<L>() {
                    let slot = set.track.first;
                    let (q, by) = (Quat::<L>::load(&view.q, slot), Quat::load_ref(&rest.q, view.base + slot));
                    Quat::select(set.others, q, q.mul(by.conjugate())).store(&mut view.q, slot);
                }
            }
            for pass in 1..=unit.passes {
                let lent = view.lend();
                let lengths = at_once.map(|weight| Lengths { weight, is_last: pass == unit.passes });
                if from_rest {
                    Pass { template, rest, view: lent, packs, ring, free, strength, lengths, kept: FromRest }
                        .run::<L>();
                } else {
                    Pass { template, rest, view: lent, packs, ring, free, strength, lengths, kept: InWorld }.run::<L>();
                }
                if at_once.is_none() {
                    limit::clamp_all(template, rest, unit, &mut view);
                    chain_length::Solve { weight, rest, view: view.lend(), packs }.run::<L>();
                }
            }
            if at_once.is_none() {
                chain_length::Hold { template, rest, view: view.lend(), packs }.run::<L>();
            }
            if skins.len() > 0 {
                Between { template, view: view.lend(), windy }.run::<L>();
            }
        }
        Update { template, view: view.lend() }.run::<L>();
        if from_rest {
            turn::<L>(rest, view.base, &mut view.old_q, all, Way::Back);
        }
    }
}

/// Which way orientations are turned.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    FromRest,
    Back,
}

/// Makes orientations turns from the rest pose, or the other way round.
#[inline(always)]
fn turn<L: Lanes>(rest: &RestPose, base: usize, q: &mut [&mut [f32]; 4], slots: impl Iterator<Item = usize>, way: Way) {
    for slot in slots {
        let by = Quat::<L>::load_ref(&rest.q, base + slot);
        let by = if way == Way::Back { by } else { by.conjugate() };
        Quat::load(q, slot).mul(by).store(q, slot);
    }
}
