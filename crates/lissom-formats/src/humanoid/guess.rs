//! Humanoids by the names of their nodes, in any of the usual spellings. Arms, legs and the head are found by name;
//! the tree says the rest: hips are where legs and trunk meet, and the spine is what lies between them and the arms.

use std::cmp::Reverse;

use super::{HumanBone, Humanoid};
use HumanBone::*;

/// Words that say nothing.
const NOISE: &str = "armature b base bend bip biped bn bone c cc character def j jnt joint mixamorig org rig skeleton sk \
                     valve valvebiped";

/// Of upper arm, lower arm and hand; the most telling names first.
const ARM: [&[&str]; 3] = [
    &["upperarm", "uparm", "shldr", "arm1", "arm", "shoulder"],
    &["lowerarm", "forearm", "loarm", "elbow", "arm2"],
    &["hand", "wrist", "palm", "fist", "arm3"],
];
const LEG: [&[&str]; 3] = [
    &["upperleg", "upleg", "thigh", "hip", "leg1", "leg"],
    &["lowerleg", "shin", "calf", "knee", "leg2", "leg"],
    &["foot", "ankle", "leg3"],
];
/// Of Rigify's spine, the sixth is the head.
const HEAD: &[&str] = &["head", "spine6", "neck2"];
const TOES: &[&str] = &["toes", "toe", "ball"];
const FINGERS: [&[&str]; 5] = [&["thumb"], &["index"], &["middle"], &["ring"], &["little", "pinky", "pinkie"]];
/// Bones of fingers that are not bent, or beyond the last joint.
const NO_FINGER: [&str; 7] = ["metacarpal", "palm", "end", "tip", "leaf", "nub", "twist"];

/// So many nodes of one name are looked at.
const MOST: usize = 8;

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

struct Name {
    side: Option<Side>,
    words: Vec<String>,
    /// The words as one, and the same without the number at its end.
    whole: String,
    unnumbered: String,
}

impl Name {
    fn new(name: &str) -> Name {
        let name = name.rsplit([':', '|']).next().unwrap_or(name);
        let mut side = None;
        let mut words = Vec::new();
        for mut word in split(name) {
            for (long, short, this) in [("left", "l", Side::Left), ("right", "r", Side::Right)] {
                if side.is_none() && (word == short || word.starts_with(long)) {
                    side = Some(this);
                    word = word.strip_prefix(long).unwrap_or_default().to_owned();
                }
            }
            let number_first = words.is_empty() && word.starts_with(|c: char| c.is_ascii_digit());
            if !word.is_empty() && !number_first && !NOISE.split(' ').any(|n| n == word) {
                words.push(word);
            }
        }
        let whole = words.concat();
        let number = words.last().filter(|w| w.starts_with(|c: char| c.is_ascii_digit())).map_or(0, String::len);
        let unnumbered = whole[..whole.len() - number].to_owned();
        Name { side, words, whole, unnumbered }
    }

    fn has(&self, any: &[&str]) -> bool {
        self.words.iter().any(|w| any.contains(&w.as_str()))
    }
}

/// In small letters, at separators and where letters become capital or numbers begin; numbers without leading zeros.
fn split(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let kind = |c: char| (c.is_numeric(), c.is_alphabetic());
    let mut words = vec![String::new()];
    for (at, &c) in letters.iter().enumerate() {
        if let Some(&before) = at.checked_sub(1).and_then(|k| letters.get(k)) {
            let hump =
                c.is_uppercase() && (!before.is_uppercase() || letters.get(at + 1).is_some_and(|c| c.is_lowercase()));
            if hump || kind(c) != kind(before) {
                words.push(String::new());
            }
        }
        if let (true, Some(word)) = (c.is_alphanumeric(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
    }
    let plain = |w: String| match w.trim_start_matches('0') {
        "" if !w.is_empty() => "0".to_owned(),
        rest => rest.to_owned(),
    };
    words.into_iter().map(plain).filter(|w| !w.is_empty()).collect()
}

struct Tree {
    names: Vec<Name>,
    parents: Vec<Option<usize>>,
}

impl Tree {
    /// The node, its parent and so on.
    fn up(&self, node: usize) -> impl Iterator<Item = usize> {
        let parent = |&n: &usize| self.parents[n].filter(|&p| p < self.parents.len());
        std::iter::successors(Some(node), parent).take(self.parents.len())
    }

    fn is_below(&self, node: usize, above: usize) -> bool {
        node != above && self.up(node).any(|n| n == above)
    }

    /// The lowest node that has both below it, or is one of them.
    fn meeting(&self, a: usize, b: usize) -> Option<usize> {
        let mut above = vec![false; self.parents.len()];
        self.up(a).for_each(|n| above[n] = true);
        self.up(b).find(|&n| above[n])
    }

    /// What lies between, from above.
    fn between(&self, above: usize, node: usize) -> Vec<usize> {
        let mut path: Vec<usize> = self.up(node).skip(1).take_while(|&n| n != above).collect();
        path.reverse();
        path
    }

    /// Nodes of these names, the most telling first.
    fn named(&self, names: &[&str], side: Option<Side>) -> Vec<usize> {
        let mut found = Vec::new();
        for unnumbered in [false, true] {
            for name in names {
                let is = |n: &Name| n.side == side && *name == if unnumbered { &n.unnumbered } else { &n.whole };
                found.extend((0..self.names.len()).filter(|&k| is(&self.names[k])).take(MOST));
            }
        }
        found.truncate(2 * MOST);
        found
    }

    /// The first three nodes of these names that hang on each other.
    fn limb(&self, names: [&[&str]; 3], side: Side) -> Option<[usize; 3]> {
        let [upper, lower, end] = names.map(|n| self.named(n, Some(side)));
        upper.iter().find_map(|&u| {
            lower.iter().filter(|&&l| self.is_below(l, u)).find_map(|&l| {
                let end = end.iter().find(|&&e| self.is_below(e, l))?;
                Some([u, l, *end])
            })
        })
    }

    fn below(&self, above: usize, names: &[&str], side: Option<Side>) -> Option<usize> {
        self.named(names, side).into_iter().find(|&n| self.is_below(n, above))
    }

    /// Up to three bones of a finger, from the hand on.
    fn finger(&self, hand: usize, names: &[&str]) -> Vec<usize> {
        let thumb = names.contains(&"thumb");
        let is = |n: &Name| n.has(names) && (!n.has(&NO_FINGER) || thumb && n.has(&["metacarpal"]));
        let all = (0..self.names.len()).filter(|&k| is(&self.names[k])).take(8 * MOST);
        let mut bones: Vec<usize> = Vec::new();
        let mut next: Vec<usize> = all.filter(|&k| self.is_below(k, hand)).take(MOST).collect();
        next.sort_by_key(|&k| self.up(k).count());
        for node in next {
            if bones.len() < 3 && bones.last().is_none_or(|&last| self.is_below(node, last)) {
                bones.push(node);
            }
        }
        bones
    }
}

impl Humanoid {
    /// By the names and parents of nodes; none if arms, legs and a head are not found, or do not hang together.
    pub fn guess<'a>(nodes: impl IntoIterator<Item = (&'a str, Option<usize>)>) -> Option<Humanoid> {
        let (names, parents) = nodes.into_iter().map(|(name, parent)| (Name::new(name), parent)).unzip();
        let tree = Tree { names, parents };
        let arms = [tree.limb(ARM, Side::Left)?, tree.limb(ARM, Side::Right)?];
        let legs = [tree.limb(LEG, Side::Left)?, tree.limb(LEG, Side::Right)?];
        let shoulders = tree.meeting(arms[0][0], arms[1][0])?;
        let heads = tree.named(HEAD, None).into_iter().filter_map(|head| Some((head, tree.meeting(shoulders, head)?)));
        // Meshes may be called like bones; the head is what hangs nearest to the arms.
        let (head, chest) = heads.min_by_key(|(_, chest)| Reverse(tree.up(*chest).count()))?;
        let hips = tree.meeting(tree.meeting(legs[0][0], legs[1][0])?, chest)?;
        if chest == hips || chest == head || legs.iter().any(|leg| hips == leg[0]) {
            return None;
        }
        let mut human = Humanoid::default();
        human.set(Hips, hips);
        human.set(Head, head);
        let mut trunk = tree.between(hips, chest);
        trunk.push(chest);
        human.set(Spine, trunk[0]);
        if trunk.len() > 1 {
            human.set(Chest, trunk[trunk.len() / 2]);
        }
        if trunk.len() > 2 {
            human.set(UpperChest, chest);
        }
        if let Some(&neck) = tree.between(chest, head).first() {
            human.set(Neck, neck);
        }
        if let Some(jaw) = tree.below(head, &["jaw"], None) {
            human.set(Jaw, jaw);
        }
        let sides = [
            (Side::Left, LeftEye, LeftUpperLeg, LeftShoulder, LeftThumbMetacarpal),
            (Side::Right, RightEye, RightUpperLeg, RightShoulder, RightThumbMetacarpal),
        ];
        for (k, (side, eye, leg, shoulder, finger)) in sides.into_iter().enumerate() {
            let [upper_arm, _, hand] = arms[k];
            human.row(shoulder, 1, arms[k]);
            human.row(shoulder, 0, tree.between(chest, upper_arm).last().copied());
            human.row(leg, 0, legs[k]);
            human.row(leg, 3, tree.below(legs[k][2], TOES, Some(side)));
            human.row(eye, 0, tree.below(head, &["eye"], Some(side)));
            for (which, names) in FINGERS.into_iter().enumerate() {
                human.row(finger, 3 * which, tree.finger(hand, names));
            }
        }
        Some(human)
    }

    /// Sets the bones that follow one.
    fn row(&mut self, first: HumanBone, skip: usize, nodes: impl IntoIterator<Item = usize>) {
        for (place, node) in self.nodes[first as usize + skip..].iter_mut().zip(nodes) {
            *place = Some(node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stick figure: hips, two of spine, neck, head, and for both sides three of arm and of leg.
    fn figure(
        middle: [&str; 5],
        limbs: [&str; 6],
        sided: impl Fn(&str, bool) -> String,
    ) -> Vec<(String, Option<usize>)> {
        let mut nodes: Vec<(String, Option<usize>)> = vec![("Armature".into(), None)];
        nodes.extend(middle.iter().enumerate().map(|(k, name)| ((*name).to_owned(), Some(k))));
        for left in [true, false] {
            for (k, name) in limbs.iter().enumerate() {
                let parent = [3, nodes.len() - 1, nodes.len() - 1, 1, nodes.len() - 1, nodes.len() - 1][k];
                nodes.push((sided(name, left), Some(parent)));
            }
        }
        nodes
    }

    fn guess(nodes: &[(String, Option<usize>)]) -> Option<Humanoid> {
        Humanoid::guess(nodes.iter().map(|(name, parent)| (name.as_str(), *parent)))
    }

    #[test]
    fn usual_spellings_are_known() {
        let mixamo = ["Arm", "ForeArm", "Hand", "UpLeg", "Leg", "Foot"];
        let blender = ["upper_arm", "forearm", "hand", "thigh", "shin", "foot"];
        let unreal = ["upperarm", "lowerarm", "hand", "thigh", "calf", "foot"];
        let biped = ["UpperArm", "Forearm", "Hand", "Thigh", "Calf", "Foot"];
        let unity = ["Upper Arm", "Lower Arm", "Hand", "Upper Leg", "Lower Leg", "Foot"];
        let joints = ["Shoulder", "Elbow", "Wrist", "Hip", "Knee", "Ankle"];
        let spine = ["Hips", "Spine", "Spine1", "Neck", "Head"];
        let of = |l: &str, r: &str, left: bool| if left { l.to_owned() } else { r.to_owned() };
        let named = [
            figure(spine, mixamo, |n, l| format!("mixamorig:{}{n}", of("Left", "Right", l))),
            figure(spine, mixamo, |n, l| format!("{}{n}", of("left", "right", l)).to_lowercase()),
            figure(["hips", "spine", "chest", "neck", "head"], blender, |n, l| format!("DEF-{n}.{}", of("L", "R", l))),
            figure(["pelvis", "spine_01", "spine_02", "neck_01", "head"], unreal, |n, l| {
                format!("{n}_{}", of("l", "r", l))
            }),
            figure(["Bip01", "Bip01 Spine", "Bip01 Spine1", "Bip01 Neck", "Bip01 Head"], biped, |n, l| {
                format!("Bip01 {} {n}", of("L", "R", l))
            }),
            figure(spine, joints, |n, l| format!("{}{n}", of("Left", "Right", l))),
            figure(spine, unity, |n, l| format!("{} {n}", of("Left", "Right", l))),
            figure(
                ["J_Bip_C_Hips", "a", "b", "c", "J_Bip_C_Head"],
                biped.map(|n| if n == "Forearm" { "LowerArm" } else { n }),
                |n, l| format!("J_Bip_{}_{n}", of("L", "R", l)),
            ),
        ];
        for nodes in named {
            let human = guess(&nodes).unwrap_or_else(|| panic!("{nodes:?}"));
            let middle = [Hips, Spine, Chest, Neck, Head];
            let left = [LeftUpperArm, LeftLowerArm, LeftHand, LeftUpperLeg, LeftLowerLeg, LeftFoot];
            let right = [RightUpperArm, RightLowerArm, RightHand, RightUpperLeg, RightLowerLeg, RightFoot];
            let mut expected = Humanoid::default();
            let bones = middle.into_iter().chain(left).chain(right);
            bones.zip(1..).for_each(|(bone, node)| expected.set(bone, node));
            assert_eq!(human, expected, "{nodes:?}");
        }
    }

    #[test]
    fn the_tree_must_agree() {
        let names = ["UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot"];
        let good = figure(["Hips", "Spine", "Chest", "Neck", "Head"], names, |n, l| {
            format!("{n}.{}", if l { "L" } else { "R" })
        });
        assert!(guess(&good).is_some());
        let mut named_like_bones = vec![("Head".to_owned(), Some(1)), ("Scene".to_owned(), None)];
        named_like_bones.extend(good.iter().map(|(name, parent)| (name.clone(), Some(parent.map_or(1, |p| p + 2)))));
        let head = guess(&named_like_bones).and_then(|human| human.node(Head));
        assert_eq!(head, Some(7), "a mesh is no head");
        let mut detached = good.clone();
        detached[11].1 = Some(0);
        assert_eq!(guess(&detached), None, "a foot that does not hang on its leg");
        let mut circle = good.clone();
        circle[0].1 = Some(5);
        guess(&circle);
        let mut fingers = good;
        for (name, parent) in
            [("f_index.01.L", 8), ("f_index.02.L", 18), ("thumb.01.L", 8), ("index_tip.L", 19), ("ring.L", 5)]
        {
            fingers.push((name.into(), Some(parent)));
        }
        let human = guess(&fingers).expect("a humanoid");
        let found: Vec<usize> =
            human.bones().filter(|b| b.0 >= LeftThumbMetacarpal && b.0 < RightShoulder).map(|b| b.1).collect();
        assert_eq!(found, [20, 18, 19]);
    }
}
