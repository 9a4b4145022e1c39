//! Who stands where: every body gets its slots.

use super::{edges, passes};
use crate::desc::{BodyDesc, Structure};
use crate::lanes::{LaneWidth, MAX_WIDTH};
use crate::pack::{Packs, Track};
use crate::rest::view_blend::{self, Tree};
use crate::step::alone::is_alone;
use crate::step::constrain::{Bundle, Limited};
use crate::step::shape_match;
use crate::template::{Body, Edge, Template, Unit, UnitKind};
use glam::Vec3;
use std::collections::BTreeMap;

/// Chains of one shape that are worked on together: enough to outweigh the cost of going from unit to unit.
const CHAINS_PER_UNIT: usize = 4 * MAX_WIDTH;

/// What bodies have in common that are worked on side by side.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Alike {
    /// How joints with springs hang together.
    springs: Option<(Vec<usize>, Vec<usize>)>,
    joints: usize,
    ring: u32,
    passes: u32,
    view: Option<view_blend::Kind>,
    follow_bones: bool,
    /// What is animated follows one bone each. Lanes find that with another last digit than bones that blend.
    rigid: bool,
}

/// Gives every body its slots: chains of one shape together, sixteen side by side, and so are bodies with springs. Those
/// that nothing can touch come after all others, as many side by side as there are lanes: the order in which contacts are
/// found depends on slots, and there are none. Boneless bodies come last.
pub fn lay_out(template: &mut Template, descs: &[BodyDesc], h: f32) {
    let settings = &template.settings.clone();
    let (mut interleaved, mut alone) = (BTreeMap::<_, Vec<_>>::new(), BTreeMap::<_, Vec<_>>::new());
    let (mut others, mut boneless) = (Vec::new(), Vec::new());
    for (source, desc) in descs.iter().enumerate() {
        let (joints, params) = (desc.particles.len(), &desc.params);
        let follow_bones = params.follow_bones;
        let rigid = desc.particles.iter().all(|p| !p.animated || p.binding.is_rigid());
        let plain = Alike { springs: None, joints, ring: 0, passes: 0, view: None, follow_bones, rigid };
        if !params.springs.is_empty() {
            let tree = Tree::new(desc, &[]);
            let key = Alike { springs: Some((tree.order, tree.parent)), ..plain };
            interleaved.entry(key).or_default().push(source);
        } else if desc.structure == Structure::Chain && joints > 1 {
            let weighs = view_blend::sag::weighs(settings, params);
            let view = params.rest.view().map(|v| view_blend::Kind::of(v, weighs));
            let (ring, passes) = (params.ring.min(joints as u32 - 1), passes(params.bend_hz, h).0);
            let key = Alike { ring, passes, view, ..plain };
            let company = if is_alone(template, desc) { &mut alone } else { &mut interleaved };
            company.entry(key).or_default().push(source);
        } else if matches!(desc.structure, Structure::Tets { .. }) {
            boneless.push(source);
        } else {
            others.push(source);
        }
    }
    interleave(template, descs, interleaved, None);
    stand(template, descs, others, h);
    let first = template.units.len();
    interleave(template, descs, alone, Some(settings.lanes));
    template.alone = first..template.units.len();
    stand(template, descs, boneless, h);
}

/// Side by side those that are alike: sixteen, or as many as there are lanes, if this is said and their rest pose does not
/// move.
fn interleave(
    template: &mut Template,
    descs: &[BodyDesc],
    company: BTreeMap<Alike, Vec<usize>>,
    lanes: Option<LaneWidth>,
) {
    for (Alike { springs, joints, ring, passes, view, .. }, mut sources) in company {
        let lanes = lanes.filter(|_| view.is_none());
        if springs.is_some() {
            // What touches one of them is likely to touch its neighbours.
            sources.sort_by_cached_key(|&source| along_curve(&descs[source], template.size));
        }
        for sources in sources.chunks(CHAINS_PER_UNIT) {
            let (first, body) = (template.slots, template.bodies.len());
            let packs = match lanes.map(|lanes| lanes.count().max(4)) {
                // What is held nowhere has its momentum added up along the lanes; large groups would be copied from part to
                // part so often that there is nothing to gain.
                Some(wide) if (1..=2).contains(&ring) && !sources.iter().any(|&source| is_free(&descs[source])) => {
                    Packs::folded(joints, sources.len(), wide)
                }
                wide => Packs::new(joints, sources.len(), wide.unwrap_or(MAX_WIDTH)),
            };
            for pack in packs.each() {
                for lane in 0..pack.chains {
                    let track = pack.track(lane);
                    let track = Track { first: first + track.first, ..track };
                    add_body(template, descs, sources[pack.chain + lane], track);
                }
            }
            template.slots += packs.slots();
            let kind = match springs {
                Some(_) => UnitKind::Springs { packs },
                None => UnitKind::Chains { packs, ring: ring as usize },
            };
            add_unit(template, first, kind, passes, body);
        }
    }
}

/// Each as a unit of its own.
fn stand(template: &mut Template, descs: &[BodyDesc], sources: Vec<usize>, h: f32) {
    for source in sources {
        let (first, body, desc) = (template.slots, template.bodies.len(), &descs[source]);
        let joints = desc.particles.len();
        add_body(template, descs, source, Track { first, joints, rows: joints.max(1), stride: 1, beside: 0 });
        template.slots += desc.particles.len().next_multiple_of(MAX_WIDTH);
        let kind = match desc.structure {
            Structure::Loose => UnitKind::Loose,
            Structure::Tets { .. } => UnitKind::Tets,
            _ => UnitKind::Mesh,
        };
        let passes = if kind == UnitKind::Mesh { passes(desc.params.bend_hz, h).0 } else { 0 };
        add_unit(template, first, kind, passes, body);
    }
}

/// The unit of all slots and bodies from the given ones on.
fn add_unit(template: &mut Template, slot: usize, kind: UnitKind, passes: u32, body: usize) {
    let bodies = &template.bodies[body..];
    let slots = slot..template.slots;
    let start = template.units.last().map_or(0, |u| u.room.end);
    let room = match kind {
        UnitKind::Chains { packs, ring } => shape_match::room(&packs, ring),
        _ => slots.len(),
    };
    template.units.push(Unit {
        slots,
        room: start..start + room,
        kind,
        passes,
        bodies: body..template.bodies.len(),
        animated: 0..0,
        roots: None,
        free: bodies.iter().any(|b| b.free),
        limited: bodies.iter().any(|b| !b.limits.is_empty()),
        damped: bodies.iter().any(|b| b.params.shape_damping > 0.0),
        round: false,
    });
}

/// Where a body's first particle comes on a curve through cells of space that keeps neighbours together (Morton's).
/// There are 64 cells to a size in each direction.
fn along_curve(desc: &BodyDesc, size: f32) -> u64 {
    let cells = desc.particles.first().map_or([0; 3], |p| p.position.map(|v| ((v / size + 1e4) * 64.0) as u64));
    (0..20).flat_map(|bit| cells.map(|cell| cell >> bit & 1)).enumerate().map(|(k, bit)| bit << k).sum()
}

fn add_body(template: &mut Template, descs: &[BodyDesc], source: usize, track: Track) {
    let (desc, first) = (&descs[source], track.first);
    let at = |k: u32| Vec3::from_array(desc.particles[k as usize].position);
    let slot = |k: u32| track.slot(k as usize) as u32;
    let start = template.edges.len();
    let chain: Vec<[u32; 2]>;
    let edges = match &desc.structure {
        Structure::Mesh { edges } | Structure::Rods { edges } => Some(edges),
        Structure::Chain if !desc.params.springs.is_empty() => {
            chain = (1..desc.particles.len() as u32).map(|k| [k - 1, k]).collect();
            Some(&chain)
        }
        _ => None,
    };
    if let Some(edges) = edges {
        template.edges.extend(edges::outwards(desc, edges).into_iter().map(|[a, b]| Edge {
            a: slot(a),
            b: slot(b),
            length: at(a).distance(at(b)),
        }));
    }
    let tethers = template.tethers.len();
    if let Structure::Mesh { edges } = &desc.structure {
        template.tethers.extend(edges::tethers(desc, edges).into_iter().map(|([held, free], length)| Edge {
            a: first as u32 + held,
            b: first as u32 + free,
            length,
        }));
    }
    let bundles =
        |edges: &[Edge]| if track.stride == 1 { Bundle::all(edges, first, desc.particles.len()) } else { Vec::new() };
    let (bundled, tethered) = (bundles(&template.edges[start..]), bundles(&template.tethers[tethers..]));
    let points = || desc.particles.iter().map(|p| Vec3::from_array(p.position));
    let (low, high) = points().fold((Vec3::MAX, Vec3::MIN), |(l, h), p| (l.min(p), h.max(p)));
    let middle = (low + high) * 0.5;
    let reference = if matches!(desc.structure, Structure::Chain | Structure::Rods { .. }) {
        0
    } else {
        let near = |a: &Vec3, b: &Vec3| a.distance_squared(middle).total_cmp(&b.distance_squared(middle));
        points().enumerate().min_by(|a, b| near(&a.1, &b.1)).map_or(0, |(k, _)| k)
    };
    template.bodies.push(Body {
        source,
        part: template.parts.iter().position(|p| *p == desc.part).unwrap_or(0) as u16,
        first,
        count: desc.particles.len(),
        track,
        anchor: usize::from(desc.anchor),
        reference: track.slot(reference),
        edges: start..template.edges.len(),
        tethers: tethers..template.tethers.len(),
        bundles: bundled,
        tether_bundles: tethered,
        params: desc.params.clone(),
        size: (high - low).length(),
        limits: limits_of(desc, track),
        rods: matches!(desc.structure, Structure::Rods { .. }) && desc.params.springs.is_empty(),
        free: is_free(desc),
    });
}

/// Nothing holds it.
fn is_free(desc: &BodyDesc) -> bool {
    desc.params.conserve_momentum || !desc.particles.iter().any(|p| p.animated)
}

/// The joints of a chain or of rods that have limits. Springs look after their own.
fn limits_of(desc: &BodyDesc, track: Track) -> Vec<Limited> {
    let jointed = matches!(desc.structure, Structure::Chain | Structure::Rods { .. });
    if !jointed || !desc.params.springs.is_empty() || (desc.params.limit.is_none() && desc.params.limits.is_empty()) {
        return Vec::new();
    }
    let tree = Tree::new(desc, &[]);
    let slot = |k: usize| track.slot(k);
    let joints = tree.order.iter().filter(|k| !edges::held(desc, **k));
    joints
        .filter_map(|&k| {
            Some(Limited { parent: slot(tree.parent[k]), child: slot(k), limit: desc.params.limit_of(k)? })
        })
        .collect()
}
