//! Which bones are chains: by their names, and where these say nothing by how they hang together.

use glam::Vec3;

use super::names::{Kind, Meaning, Name};
use super::skin::Skin;
use crate::character::{Character, Pose};

/// Bones alike in a row, named by number, that end free. Limbs of people are shorter.
const ALIKE: usize = 4;
/// Bones in a row whose names say nothing. Legs of animals have up to seven; see [`Tree::is_leg`].
const LONG: usize = 6;
/// Segments of a row differ by no more than this.
const SIMILAR: f32 = 4.0;

/// Cosine of what still counts as the same direction.
const ALONG: f32 = 0.8;

/// A chain that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    pub kind: Kind,
    pub bones: Vec<usize>,
    pub by_name: bool,
}

/// The skeleton with what is known of its bones.
pub struct Tree<'a> {
    pub character: &'a Character,
    pub rest: Vec<Pose>,
    pub names: Vec<Name>,
    pub skin: Skin,
    pub children: Vec<Vec<usize>>,
    /// By bone: it moves vertices, or one that hangs on it does.
    pub alive: Vec<bool>,
    pub size: f32,
    pub low: Vec3,
    /// By bone: something of the body hangs on it.
    holds_body: Vec<bool>,
}

impl Tree<'_> {
    pub fn new(character: &Character) -> Tree<'_> {
        let bones = &character.skeleton.bones;
        let skin = Skin::new(character);
        let names: Vec<Name> = bones.iter().map(|b| Name::new(&b.name)).collect();
        let mut children = vec![Vec::new(); bones.len()];
        let mut alive: Vec<bool> = (0..bones.len()).map(|b| skin.moves(b)).collect();
        let mut holds_body = vec![false; bones.len()];
        for (k, bone) in bones.iter().enumerate().rev() {
            if let Some(p) = bone.parent {
                children[p].push(k);
                alive[p] |= alive[k];
                holds_body[p] |= holds_body[k] || (alive[k] && names[k].meaning == Meaning::Body);
            }
        }
        children.iter_mut().for_each(|list| list.reverse());
        let rest = character.skeleton.rest_world();
        let (low, size) = bounds(character, &rest);
        Tree { character, rest, names, skin, children, alive, size, low, holds_body }
    }

    pub fn parent(&self, bone: usize) -> Option<usize> {
        self.character.skeleton.bones[bone].parent
    }

    pub fn place(&self, bone: usize) -> Vec3 {
        self.rest[bone].translation
    }

    pub fn name(&self, bone: usize) -> &str {
        &self.character.skeleton.bones[bone].name
    }

    fn live_children(&self, bone: usize) -> impl Iterator<Item = usize> {
        self.children[bone].iter().copied().filter(|c| self.alive[*c])
    }

    /// All chains, and what was left out.
    pub fn chains(&self) -> (Vec<Chain>, Vec<String>) {
        let (mut chains, mut notes) = (Vec::new(), Vec::new());
        let soft = self.soft();
        let carried = self.carried(&soft);
        for root in 0..soft.len() {
            let Some(kind) = soft[root].filter(|_| self.parent(root).is_none_or(|p| soft[p].is_none())) else {
                continue;
            };
            if carried[root] {
                notes.push(format!("`{}` hangs on another chain and is carried along with it", self.name(root)));
                continue;
            }
            for start in self.starts(root, &soft) {
                let bones = self.up(kind, self.list(start, &soft));
                if bones.len() > 1 || self.goes_on(start) {
                    chains.push(Chain { kind, bones, by_name: true });
                } else {
                    notes.push(self.lone(start));
                }
            }
        }
        chains.extend(self.rows(&soft, &carried));
        chains.sort_by_key(|c| c.bones.first().copied());
        (chains, notes)
    }

    /// A bone and the longest line of those that hang on it and move something; or to the end that it has.
    pub fn line(&self, start: &str) -> (Vec<Chain>, Vec<String>) {
        let Some(start) = self.character.skeleton.find(start) else {
            return (Vec::new(), vec![format!("no bone is named `{start}`")]);
        };
        // By bone, from the last one on: how far it is to the end, and which way.
        let mut ahead = vec![(0.0_f32, None); self.children.len()];
        for bone in (start..ahead.len()).rev() {
            let is_end = bone == start && self.live_children(bone).next().is_none();
            let next = self.children[bone].iter().copied().filter(|c| is_end || self.alive[*c]);
            let length = |c: usize| ahead[c].0 + self.place(bone).distance(self.place(c));
            if let Some(next) = next.max_by(|a, b| length(*a).total_cmp(&length(*b))) {
                ahead[bone] = (length(next), Some(next));
            }
        }
        let bones: Vec<usize> = std::iter::successors(Some(start), |b| ahead[*b].1).collect();
        if bones.len() == 1 && !self.goes_on(start) {
            return (Vec::new(), vec![self.lone(start)]);
        }
        let kind = match self.names[start].meaning {
            Meaning::Chain(kind) => kind,
            _ => self.kind_on(self.parent(start)),
        };
        (vec![Chain { kind, bones, by_name: false }], Vec::new())
    }

    fn lone(&self, bone: usize) -> String {
        format!("`{}` has no bone to turn to; add one at its end to have it simulated", self.name(bone))
    }

    /// What hangs on a bone, where names do not tell.
    fn kind_on(&self, bone: Option<usize>) -> Kind {
        if bone.is_some_and(|b| self.names[b].has("head")) { Kind::Hair } else { Kind::Tail }
    }

    /// By bone, what its name or that of one before it makes of it.
    fn soft(&self) -> Vec<Option<Kind>> {
        let mut soft: Vec<Option<Kind>> = vec![None; self.names.len()];
        for bone in 0..soft.len() {
            let above = self.parent(bone).and_then(|p| soft[p]);
            soft[bone] = match self.names[bone].meaning {
                Meaning::Chain(kind) if !self.holds_body[bone] && (self.alive[bone] || above.is_some()) => {
                    above.or(Some(kind))
                }
                Meaning::Unknown | Meaning::End => above,
                _ => None,
            };
        }
        soft
    }

    /// By bone: it hangs on a chain.
    fn carried(&self, soft: &[Option<Kind>]) -> Vec<bool> {
        let mut carried = vec![false; soft.len()];
        for bone in 0..soft.len() {
            carried[bone] = self.parent(bone).is_some_and(|p| carried[p] || soft[p].is_some());
        }
        carried
    }

    /// Where chains begin: below bones that move nothing, and in each branch of what branches at once.
    fn starts(&self, root: usize, soft: &[Option<Kind>]) -> Vec<usize> {
        let (mut starts, mut open) = (Vec::new(), vec![root]);
        while let Some(bone) = open.pop() {
            let next: Vec<usize> = self.live_children(bone).filter(|c| soft[*c].is_some()).collect();
            let are_chains = || next.iter().all(|c| self.list(*c, soft).len() > 1);
            if !next.is_empty() && (!self.skin.moves(bone) || (next.len() > 1 && are_chains())) {
                open.extend(next);
            } else {
                starts.push(bone);
            }
        }
        starts
    }

    /// The bones of a chain, parents first. It ends with the last bone that moves something, or with the one after
    /// that if it is named for the chain and not as an end; or if there would be only one.
    fn list(&self, start: usize, soft: &[Option<Kind>]) -> Vec<usize> {
        let (mut list, mut open) = (Vec::new(), vec![start]);
        let mut ends = Vec::new();
        while let Some(bone) = open.pop() {
            list.push(bone);
            for &child in &self.children[bone] {
                let is_tip = self.skin.moves(bone) && matches!(self.names[child].meaning, Meaning::Chain(_));
                if soft[child].is_none() {
                    continue;
                } else if self.names[child].meaning == Meaning::End {
                    ends.push(child);
                } else if self.alive[child] || is_tip {
                    open.push(child);
                }
            }
        }
        if list.len() == 1 {
            list.extend(ends);
        }
        list.sort_unstable();
        list
    }

    /// Whether the skin of a lone bone goes on in the direction that it came.
    fn goes_on(&self, bone: usize) -> bool {
        let points = self.skin.points(bone);
        let middle = points.iter().sum::<Vec3>() / points.len().max(1) as f32;
        self.way(bone).is_some_and(|way| way.dot((middle - self.place(bone)).normalize_or_zero()) > ALONG)
    }

    /// From the bone before, as the engine has it for the ends of chains.
    pub fn way(&self, bone: usize) -> Option<Vec3> {
        (self.place(bone) - self.place(self.parent(bone)?)).try_normalize()
    }

    /// A tail begins where its row does: a snake's goes up to its head.
    fn up(&self, kind: Kind, mut bones: Vec<usize>) -> Vec<usize> {
        while kind == Kind::Tail
            && let Some(parent) = bones.first().and_then(|b| self.parent(*b))
            && self.skin.moves(parent)
            && self.live_children(parent).count() == 1
            && let name = &self.names[parent]
            && (name.meaning == Meaning::Unknown || name.has("neck"))
        {
            bones.insert(0, parent);
        }
        bones
    }

    /// Rows of bones whose names do not tell.
    fn rows(&self, soft: &[Option<Kind>], carried: &[bool]) -> Vec<Chain> {
        let is_free =
            |b: usize| soft[b].is_none() && !carried[b] && self.alive[b] && self.names[b].meaning == Meaning::Unknown;
        let tips = (0..soft.len()).filter(|&b| is_free(b) && self.live_children(b).next().is_none());
        let mut rows = Vec::new();
        for tip in tips {
            let mut row = vec![tip];
            while let Some(parent) = row.last().and_then(|b| self.parent(*b))
                && is_free(parent)
                && self.live_children(parent).count() == 1
            {
                row.push(parent);
            }
            let above = row.last().and_then(|b| self.parent(*b));
            row.reverse();
            row.drain(..row.iter().position(|b| self.skin.moves(*b)).unwrap_or(0));
            if self.is_row(&row) && !self.is_leg(&row) {
                rows.push(Chain { kind: self.kind_on(above), bones: row, by_name: false });
            }
        }
        rows
    }

    fn is_row(&self, row: &[usize]) -> bool {
        let Some(first) = row.first().map(|b| &self.names[*b]) else { return false };
        let alike = !first.is_generic() && row.iter().all(|b| self.names[*b].stem == first.stem);
        let lengths = row.windows(2).map(|w| self.place(w[0]).distance(self.place(w[1])));
        let (least, most) = lengths.fold((f32::INFINITY, 0.0_f32), |(a, b), l| (a.min(l), b.max(l)));
        row.len() >= if alike { ALIKE } else { LONG } && least > 0.0 && most <= SIMILAR * least
    }

    /// A row that reaches the ground and has a twin on the other side.
    fn is_leg(&self, row: &[usize]) -> bool {
        let Some(&tip) = row.last() else { return false };
        let place = self.place(tip);
        let twin = place * Vec3::new(-1.0, 1.0, 1.0);
        let has_twin = (0..self.rest.len()).any(|b| b != tip && self.place(b).distance(twin) < 0.03 * self.size);
        place.y - self.low.y < 0.1 * self.size && has_twin
    }
}

/// The lowest corner of the box around all vertices, or all bones where there are none, and its longest side.
fn bounds(character: &Character, rest: &[Pose]) -> (Vec3, f32) {
    let vertices = || character.meshes.iter().flat_map(|m| m.positions.iter().copied());
    let bones = rest.iter().map(|p| p.translation).filter(|_| vertices().next().is_none());
    let all = || vertices().chain(bones.clone()).filter(|p| p.is_finite());
    let Some(low) = all().reduce(Vec3::min) else { return (Vec3::ZERO, 0.0) };
    (low, (all().fold(low, Vec3::max) - low).max_element())
}
