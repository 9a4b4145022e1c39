//! Chains that nothing can touch: each unit goes through some substeps by itself, while its numbers are near. Stage by
//! stage, a large world would bring all of them from memory again and again.

use super::constrain::{chain_length, limit};
use super::parallel::{self, Crew};
use super::predict::{self, Follow, Gusts, Predict};
use super::shape_match::Strength;
use super::shape_match::chains::Pass;
use super::update::Update;
use super::view::View;
use super::{anchor, guard};
use crate::desc::{BodyDesc, Structure};
use crate::lanes::{self, Kernel, Lanes};
use crate::report::StepReport;
use crate::rest::RestPose;
use crate::rest::view_blend::Suppression;
use crate::scratch::Scratch;
use crate::state::State;
use crate::template::{Frame, Template, Unit, UnitKind};
use std::slice::Chunks;

/// What lies before them.
#[derive(Debug)]
pub struct Ahead {
    /// world_from_bind of each bone, at the end of each of these substeps.
    skins: Vec<Frame>,
    /// Those that are to be looked up first.
    gusts: Option<Gusts>,
}

impl Ahead {
    pub fn new(template: &Template) -> Ahead {
        let bones = if template.alone.is_empty() { 0 } else { template.bone_from_bind.len() };
        Ahead { skins: Vec::with_capacity(bones * predict::WIND_EVERY as usize), gusts: None }
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

/// How many of the units go together in this frame: those that somebody holds are not alone.
pub fn together(template: &Template, scratch: &Scratch) -> usize {
    let held = scratch.grips.iter().any(|grip| template.alone.contains(&grip.unit));
    if held { template.alone.end } else { template.alone.start }
}

/// Remembers a substep, and catches up when the wind has to be looked up anew or the frame is over.
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
    let units = crew.units..template.alone.end;
    let ahead = &mut scratch.ahead;
    if ahead.skins.is_empty() {
        ahead.gusts = gusts;
    }
    ahead.skins.extend_from_slice(&scratch.skin);
    if !(is_last || (state.clock.substeps + 1).is_multiple_of(predict::WIND_EVERY)) {
        return;
    }
    let windy = state.clock.windy;
    let Ahead { mut skins, gusts } = std::mem::replace(ahead, Ahead { skins: Vec::new(), gusts: None });
    let (awake, weight) = (std::mem::take(&mut scratch.awake), std::mem::take(&mut scratch.weight));
    let (width, bones) = (crew.width, scratch.skin.len());
    let view = View::new(state, scratch);
    parallel::for_range(crew.threads, template, units.clone(), view, &|index, unit, mut view| {
        if !awake[index] {
            return;
        }
        if let Some(gusts) = &gusts {
            gusts.blow(&view.old_x, &mut view.wind);
        }
        let (template, skins, weight) = (template, skins.chunks(bones), &weight[..]);
        lanes::run(width, Substeps { template, rest, unit, skins, windy, weight, view });
    });
    skins.clear();
    scratch.ahead = Ahead { skins, gusts: None };
    (scratch.awake, scratch.weight) = (awake, weight);
    guard::keep(template, rest, state, scratch, units, width, report);
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
        let Substeps { template, rest, unit, skins, windy, weight, mut view } = self;
        let UnitKind::Chains { joints, lanes, ring } = unit.kind else { return };
        let (free, strength) = (unit.free, Strength::Usual);
        for skin in skins {
            Predict { template, view: view.lend(), windy }.run::<L>();
            Follow { template, unit, skin, view: &mut view }.run::<L>();
            for _ in 0..unit.passes {
                let at_once = (!unit.free && !unit.limited).then_some(weight);
                let pass =
                    Pass { template, rest, view: view.lend(), joints, lanes, ring, free, strength, weight: at_once };
                pass.run::<L>();
                if at_once.is_none() {
                    limit::clamp_all(template, rest, unit, &mut view);
                    chain_length::Solve { weight, rest, view: view.lend(), joints, lanes }.run::<L>();
                }
            }
            chain_length::Hold { template, rest, view: view.lend(), joints, lanes }.run::<L>();
            Update { template, view: view.lend() }.run::<L>();
        }
    }
}
