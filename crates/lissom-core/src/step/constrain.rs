//! Constraints within a body: lengths, limits, and animation that keeps momentum.

use crate::rest::RestPose;
use crate::scratch::{Predicted, Scratch};
use crate::state::State;
use crate::step::parallel::{self, Crew};
use crate::step::view::View;
use crate::template::{Template, Unit, UnitKind};

pub mod chain_length;
mod conserve;
pub mod limit;
mod mesh_length;
mod net_length;
mod torn;

pub use limit::{Limited, allowed};
pub use mesh_length::Bundle;
pub use net_length::{Net, solve as bring_to_length};

/// Which bodies a call is for. Springs look after themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Those with matching to do in this pass, and those that something touched.
    InPass(u32),
    /// Those that something touched, again, because contacts moved them.
    Touched,
    /// The same, chains only: contacts have the last word with meshes, lengths with chains as long as there is a
    /// place for them that touches nothing.
    TouchedChains,
    /// At the end: chains, except where that could bring them back through a collider, unless they are torn; what meshes
    /// may stretch.
    LastResort,
}

pub fn run(template: &Template, rest: &RestPose, state: &mut State, scratch: &mut Scratch, which: Which, crew: Crew) {
    let (awake, touched) = (std::mem::take(&mut scratch.awake), std::mem::take(&mut scratch.touched));
    let (give, weight) = (std::mem::take(&mut scratch.contacts.give), std::mem::take(&mut scratch.weight));
    let wanted = |index: usize, unit: &Unit| {
        awake[index]
            && !matches!(unit.kind, UnitKind::Springs { .. })
            && match which {
                Which::InPass(pass) => pass < unit.passes || touched[index],
                Which::Touched | Which::TouchedChains => touched[index],
                Which::LastResort => true,
            }
    };
    parallel::for_together(crew, template, View::new(state, scratch), &wanted, &|index, unit, mut view| {
        match unit.kind {
            UnitKind::Chains { .. }
                if which == Which::LastResort && touched[index] && !template.colliders.is_empty() =>
            {
                template.bodies[unit.bodies.clone()]
                    .iter()
                    .for_each(|body| torn::mend(template, rest, body, &mut view));
            }
            UnitKind::Chains { packs, .. } if which == Which::LastResort => {
                crate::lanes::run(unit.width(crew.width), chain_length::Hold { template, rest, view, packs });
            }
            UnitKind::Chains { packs, .. } => {
                limit::clamp_all(template, rest, unit, &mut view);
                let solve = chain_length::Solve { weight: &weight, rest, view, packs };
                crate::lanes::run(unit.width(crew.width), solve);
            }
            // Rods whose lengths follow the bones have those of their net only, below.
            UnitKind::Mesh if template.bodies[unit.bodies.start].params.follow_bones => {}
            UnitKind::Mesh if matches!(which, Which::InPass(_) | Which::Touched) => {
                let body = &template.bodies[unit.bodies.start];
                limit::clamp(rest, body, &mut view);
                crate::lanes::run(crew.width.scattered(), mesh_length::Sweep { body, give: &give, view });
            }
            UnitKind::Mesh if which == Which::LastResort => {
                mesh_length::limit(template, &template.bodies[unit.bodies.start], &mut view);
            }
            UnitKind::Mesh | UnitKind::Tets | UnitKind::Loose | UnitKind::Springs { .. } => {}
        }
    });
    for net in &template.nets {
        let index = template.units.partition_point(|u| u.bodies.end <= net.body);
        if wanted(index, &template.units[index]) {
            let (Predicted { mut x, .. }, room) = scratch.nets();
            net_length::solve(net, net.of(&rest.rods), &give, &mut x, room);
        }
    }
    scratch.awake = awake;
    scratch.touched = touched;
    scratch.contacts.give = give;
    scratch.weight = weight;
}

/// Whether something touches what is constrained here.
pub fn is_any_touched(template: &Template, scratch: &Scratch) -> bool {
    let units = template.units.iter().zip(&scratch.touched);
    units.into_iter().any(|(unit, touched)| *touched && !matches!(unit.kind, UnitKind::Springs { .. }))
}

/// \[MC11c\] Eq. 5 for the bodies that ask for it.
pub fn keep_momentum(template: &Template, scratch: &mut Scratch) {
    for &body in &template.conserving {
        conserve::apply(template, scratch, &template.bodies[body as usize]);
    }
}
