//! A rig from a character alone: chains by the names of bones and by how they hang together, their numbers and the
//! colliders from the skin. A beginning to work on, not a judgement.

use std::collections::BTreeMap;

use crate::character::{Character, Skeleton};
use crate::preset::Preset;
use crate::rig::{ColliderShape, Gravity, Joints, Rig, RigCollider};

mod body;
mod chains;
mod measure;
mod names;
mod skin;

use body::Fit;
use chains::{Chain, Tree};
use measure::Measures;
use names::{Meaning, Name, pairs};

/// A rig to begin with, and what led to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proposal {
    pub rig: Rig,
    pub chains: Vec<Found>,
    pub notes: Vec<String>,
}

/// A chain, and why it is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// As in the rig's joints.
    pub name: String,
    pub why: String,
}

/// Sizes of characters in metres; beyond these the unit is taken for another one.
const SIZES_M: std::ops::RangeInclusive<f32> = 0.05..=20.0;
/// From here on millimetres, below centimetres.
const MILLIMETRES_FROM: f32 = 1000.0;
/// How much farther than it is long a chain may get: its base moves as well.
const REACH: f32 = 1.1;

/// A joint this near to a collider, by its thickness, would be pushed about by it.
const NEAR: f32 = 1.5;
/// A chain lies on the ground if it comes this near to it, by the character's size.
const ON_FLOOR: f32 = 0.03;

/// What a chain of this name is made of, if the name says it.
pub fn preset_of(name: &str) -> Option<Preset> {
    match Name::new(name).meaning {
        Meaning::Chain(kind) => Some(kind.preset()),
        _ => None,
    }
}

/// Which of these names is that of the same on the other side.
pub fn opposite<'a>(names: impl IntoIterator<Item = &'a str>, of: usize) -> Option<usize> {
    let names: Vec<Name> = names.into_iter().map(Name::new).collect();
    pairs(names.iter()).into_iter().find(|pair| pair.contains(&of)).map(|[a, b]| if a == of { b } else { a })
}

/// Colliders for all bones of the body that have enough skin, the same on both sides.
pub fn body(character: &Character) -> Vec<RigCollider> {
    let tree = Tree::new(character);
    body::fits(&tree, &tree.chains().0).iter().map(|fit| fit.collider(&tree)).collect()
}

/// A ball or a capsule around what follows a bone more than any other; none where nothing does.
pub fn fit(character: &Character, bone: usize) -> Option<ColliderShape> {
    let tree = Tree::new(character);
    let shape = Fit::new(bone, tree.skin.points(bone))?.shape(&tree);
    Some(shape).filter(|s| s.radius().is_some_and(|r| r > 0.0))
}

/// The bone of the other side, by the names.
pub fn twin(skeleton: &Skeleton, bone: usize) -> Option<usize> {
    opposite(skeleton.bones.iter().map(|b| b.name.as_str()), bone)
}

/// Finds chains, measures them and fits colliders to what they may touch.
pub fn propose(character: &Character) -> Proposal {
    of_chains(character, |tree| tree.chains())
}

/// The same for one chain that somebody wants: a bone, and the longest line of those that hang on it.
pub fn propose_from(character: &Character, bone: &str) -> Proposal {
    of_chains(character, |tree| tree.line(bone))
}

fn of_chains(character: &Character, find: impl FnOnce(&Tree<'_>) -> (Vec<Chain>, Vec<String>)) -> Proposal {
    if let Err(error) = character.check() {
        return Proposal { notes: vec![format!("nothing is proposed: {error}")], ..Proposal::default() };
    }
    let tree = Tree::new(character);
    let (mut chains, mut notes) = find(&tree);
    chains.retain(|chain| {
        let twice = chain.bones.iter().find(|b| character.skeleton.find(tree.name(**b)) != Some(**b));
        notes
            .extend(twice.map(|b| format!("two bones are named `{}`: rename one to have it simulated", tree.name(*b))));
        twice.is_none()
    });
    let unit = unit(tree.size, &mut notes);
    let measures = measure(&tree, &chains, unit);
    let mut fits = body::fits(&tree, &chains);
    fits.retain(|fit| {
        chains.iter().zip(&measures).any(|(c, m)| fit.distance(tree.place(c.bones[0])) <= REACH * m.length)
    });
    let lies = |chain: &Chain| {
        let low = chain.bones.iter().map(|b| tree.place(*b).y).fold(f32::INFINITY, f32::min);
        low - tree.low.y < ON_FLOOR * tree.size
    };
    let mut joints: Vec<Joints> = chains
        .iter()
        .zip(&measures)
        .zip(names(&tree, &chains))
        .map(|((c, m), name)| joints(&tree, c, m, &fits, name))
        .collect();
    if joints.is_empty() {
        notes.push(
            "no chain was found; name bones for what they are (`tail`, `ear`, `hair`…), or add joints by hand"
                .to_owned(),
        );
    }
    // What lies on the ground was posed with its weight: some of it keeps it there, all of it would press it down.
    let lying = chains.iter().zip(&mut joints).filter(|(chain, _)| lies(chain));
    let lying = lying.map(|(_, joints)| joints.adjust.gravity = Some(0.3)).count();
    let floor = (lying > 0).then(|| RigCollider {
        part: "floor".to_owned(),
        bone: None,
        shape: ColliderShape::Plane { point: [0.0, neat(tree.low.y, tree.size), 0.0], normal: [0.0, 1.0, 0.0] },
        friction: 0.5,
    });
    let found = chains.iter().zip(&joints).map(|(c, j)| Found { name: j.name.clone(), why: why(&tree, c) }).collect();
    let rig = Rig {
        joints,
        colliders: fits.iter().map(|fit| fit.collider(&tree)).chain(floor).collect(),
        gravity: Gravity(Gravity::default().0.map(|g| neat(g * unit, 100.0 * unit))),
        ..Rig::default()
    };
    Proposal { rig, chains: found, notes }
}

/// How many units a metre has, by the size of the character.
fn unit(size: f32, notes: &mut Vec<String>) -> f32 {
    if SIZES_M.contains(&size) || size <= 0.0 {
        return 1.0;
    }
    let (unit, name) = match size {
        s if s >= MILLIMETRES_FROM => (1000.0, "a millimetre"),
        s if s >= 1.0 => (100.0, "a centimetre"),
        _ => (0.01, "a hundred metres"),
    };
    notes.push(format!(
        "the character measures {size:.3} units: one is taken for {name}, and gravity is {unit} times as much"
    ));
    unit
}

/// Measures of all chains, the same for both of a pair.
fn measure(tree: &Tree<'_>, chains: &[Chain], unit: f32) -> Vec<Measures> {
    let mut measures: Vec<Measures> = chains.iter().map(|c| Measures::of(c, tree, unit)).collect();
    for [a, b] in pairs(chains.iter().map(|c| &tree.names[c.bones[0]])) {
        let mean = measures[a].mean(measures[b]);
        (measures[a], measures[b]) = (mean, mean);
    }
    measures
}

/// What chains are called: `tail`, `ear.L`, or like their first bones where there are several of a kind.
fn names(tree: &Tree<'_>, chains: &[Chain]) -> Vec<String> {
    let short = |chain: &Chain| {
        let side = tree.names[chain.bones[0]].side.map_or(String::new(), |s| format!(".{}", s.letter()));
        format!("{}{side}", chain.kind.name())
    };
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for chain in chains {
        *count.entry(short(chain)).or_default() += 1;
    }
    let name = |chain| {
        let name = short(chain);
        if chain.by_name && count.get(&name) == Some(&1) { name } else { tree.name(chain.bones[0]).to_owned() }
    };
    chains.iter().map(name).collect()
}

fn joints(tree: &Tree<'_>, chain: &Chain, measures: &Measures, fits: &[Fit], name: String) -> Joints {
    let above = std::iter::successors(tree.parent(chain.bones[0]), |b| tree.parent(*b));
    let rooted = above.filter_map(|b| fits.iter().find(|f| f.bone == b)).next();
    let overlaps = |fit: &&Fit| {
        let simulated = chain.bones.iter().skip(1);
        !chain.kind.lies_on_body()
            && simulated.map(|b| tree.place(*b)).any(|p| fit.distance(p) < NEAR * measures.radius)
    };
    Joints {
        name,
        bones: chain.bones.iter().map(|b| tree.name(*b).to_owned()).collect(),
        tail: measures.tail.map(|t| neat(t, tree.size)),
        radius: neat(measures.radius, tree.size),
        weight_kg: neat(measures.weight_kg, 10.0 * measures.weight_kg),
        preset: chain.kind.preset(),
        adjust: chain.kind.adjust(),
        passes_through: rooted.filter(overlaps).map(|f| tree.name(f.bone).to_owned()).into_iter().collect(),
        ..Joints::default()
    }
}

/// A number that is short to write: rounded to the last place that matters in one of this size.
fn neat(value: f32, size: f32) -> f32 {
    let step = 10.0_f64.powf((f64::from(size) * 1e-4).log10().floor());
    let rounded = (f64::from(value) / step).round() * step;
    if rounded.is_finite() { rounded as f32 } else { value }
}

fn why(tree: &Tree<'_>, chain: &Chain) -> String {
    let (count, first) = (chain.bones.len(), tree.name(chain.bones[0]));
    let last = tree.name(chain.bones[count - 1]);
    match chain.by_name {
        true => format!("{count} bones, `{first}` to `{last}`, named for {}", chain.kind.name()),
        false => format!("{count} bones alike in a row that ends free, `{first}` to `{last}`"),
    }
}

#[cfg(test)]
mod tests;
