//! Loops: the last frame meets the first, in place and in speed.
//!
//! The clip is played until one round is like the one before. What difference is left between the last two rounds, A and
//! then B, is faded: the loop begins as B and ends as A. B begins where A ends and as fast, so the ends meet.

use std::ops::ControlFlow;

use lissom_core::Teleport;
use lissom_rig::character::bounds;

use super::{Frame, Options, play, turned};
use crate::gltf::nodes::Trs;
use crate::take::{Eye, Take};

/// Rounds before the ones that count, at least and at most, and for how long at least.
const ROUNDS: (usize, usize) = (2, 24);
const SETTLE_SECS: f64 = 4.0;
/// Rounds are alike when no node is turned by more, rad.
const ALIKE: f32 = 1e-3;
/// A way that is longer than this share of the character is a walk: it goes on where it was.
const WALK: f32 = 0.01;

pub fn record(
    take: &mut Take,
    options: &Options,
    times: &[f64],
    eye: &dyn Fn(&Take, f64) -> Eye,
    done: &mut dyn FnMut(&Take, f64) -> ControlFlow<()>,
) -> ControlFlow<(), Vec<Frame>> {
    let length = options.to_secs - options.from_secs;
    take.settle(options.from_secs, 0.0, eye);
    let mut round = |take: &mut Take, rounds: usize, jump: Option<Teleport>| {
        // How many there will be is not known before.
        let share = |of_round: f64| ((rounds as f64 + of_round) / ROUNDS.1 as f64).min(0.9);
        take.rewind(options.from_secs);
        play(take, times, jump, eye, &mut |take, of_round| done(take, share(of_round)))
    };
    let mut last = round(take, 0, None)?;
    let jump = walks(take, &last).then_some(Teleport::Keep);
    let settle = options.preroll_secs.max(SETTLE_SECS);
    let mut rounds = 1;
    loop {
        let next = round(take, rounds, jump)?;
        let alike = difference(&last, &next) < ALIKE;
        last = next;
        let settled = alike && rounds >= ROUNDS.0 && rounds as f64 * length >= settle;
        rounds += 1;
        if settled || rounds == ROUNDS.1 {
            break;
        }
    }
    let next = round(take, rounds, jump)?;
    let ends = times.len().max(2) - 1;
    let fade = |k: usize| {
        let s = k as f32 / ends as f32;
        s * s * (3.0 - 2.0 * s)
    };
    let frames = next.iter().zip(&last).enumerate().map(|(k, (b, a))| blend(b, a, fade(k))).collect();
    done(take, 1.0)?;
    ControlFlow::Continue(frames)
}

/// Whether the character is somewhere else at the end.
fn walks(take: &Take, frames: &[Frame]) -> bool {
    let (Some(first), Some(last)) = (frames.first(), frames.last()) else { return false };
    let nodes = &take.import.nodes;
    let middle = |frame: &Frame| {
        let world = nodes.world(&frame.local);
        world.iter().map(|w| w.translation).sum::<glam::Vec3A>() / world.len().max(1) as f32
    };
    let rest = nodes.world(&nodes.rest());
    let (low, high) = bounds(rest.iter().map(|w| w.translation.into()));
    middle(first).distance(middle(last)) > WALK * low.distance(high)
}

fn difference(a: &[Frame], b: &[Frame]) -> f32 {
    let ends = [(a.first(), b.first()), (a.last(), b.last())];
    let frames = ends.into_iter().filter_map(|(a, b)| Some((a?, b?)));
    let nodes = frames.flat_map(|(a, b)| a.local.iter().zip(&b.local));
    nodes.fold(0.0, |most, (a, b)| most.max(turned(a.rotation, b.rotation)))
}

fn blend(from: &Frame, to: &Frame, share: f32) -> Frame {
    // What only the animation moves is the same in both, and stays so to the last digit.
    let mix = |(a, b): (&Trs, &Trs)| match a == b {
        true => *a,
        false => Trs {
            translation: a.translation.lerp(b.translation, share),
            rotation: a.rotation.slerp(b.rotation, share),
            scale: a.scale.lerp(b.scale, share),
        },
    };
    let lists = |a: &[Vec<f32>], b: &[Vec<f32>]| -> Vec<Vec<f32>> {
        let mix = |(a, b): (&Vec<f32>, &Vec<f32>)| a.iter().zip(b).map(|(a, b)| a + (b - a) * share).collect();
        a.iter().zip(b).map(mix).collect()
    };
    let soft = from.soft.iter().zip(&to.soft).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a.lerp(*b, share)).collect());
    Frame {
        local: from.local.iter().zip(&to.local).map(mix).collect(),
        clipped: from.clipped.clone(),
        clipped_morphs: from.clipped_morphs.clone(),
        morphs: lists(&from.morphs, &to.morphs),
        soft: soft.collect(),
    }
}
