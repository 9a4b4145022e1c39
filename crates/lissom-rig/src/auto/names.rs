//! What a bone's name tells: the words of several rigs' conventions.

use std::collections::BTreeMap;

use crate::preset::{Adjust, Preset};

/// What a chain is, from its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Ribbon,
    Cape,
    Skirt,
    Sleeve,
    Hair,
    Antenna,
    Ear,
    Tongue,
    Tail,
    Soft,
}

impl Kind {
    pub fn preset(self) -> Preset {
        match self {
            Kind::Ribbon => Preset::Ribbon,
            Kind::Cape => Preset::Cape,
            Kind::Skirt => Preset::Skirt,
            Kind::Sleeve => Preset::Robe,
            Kind::Hair => Preset::Hair,
            Kind::Antenna | Kind::Ear => Preset::Ear,
            Kind::Tongue | Kind::Tail => Preset::Tail,
            Kind::Soft => Preset::SoftSkin,
        }
    }

    /// What animations need: their keys are joined by straight lines, so what a chain hangs on changes its speed at every
    /// one of them. A chain that felt all of it would buzz.
    pub fn adjust(self) -> Adjust {
        match self {
            Kind::Ear | Kind::Antenna => Adjust {
                stiffness_hz: Some(10.0),
                twist_hz: Some(10.0),
                damping: Some(10.0),
                inertia: Some(0.6),
                ..Adjust::default()
            },
            Kind::Tail | Kind::Tongue => Adjust {
                stiffness_hz: Some(16.0),
                twist_hz: Some(16.0),
                ring: Some(3),
                damping: Some(6.0),
                inertia: Some(0.6),
                ..Adjust::default()
            },
            _ => Adjust::default(),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Kind::Ribbon => "ribbon",
            Kind::Cape => "cape",
            Kind::Skirt => "skirt",
            Kind::Sleeve => "sleeve",
            Kind::Hair => "hair",
            Kind::Antenna => "antenna",
            Kind::Ear => "ear",
            Kind::Tongue => "tongue",
            Kind::Tail => "tail",
            Kind::Soft => "soft",
        }
    }

    /// Whether it lies on the body at rest, in strips: it is thin, and must stay outside.
    pub fn lies_on_body(self) -> bool {
        matches!(self, Kind::Ribbon | Kind::Cape | Kind::Skirt | Kind::Sleeve | Kind::Hair)
    }

    /// kg/m³ within the thickness of the chain; hair and fur are mostly air.
    pub fn density(self) -> f32 {
        match self {
            Kind::Ribbon | Kind::Cape | Kind::Skirt | Kind::Sleeve | Kind::Hair => 200.0,
            Kind::Ear | Kind::Antenna | Kind::Tail => 500.0,
            Kind::Tongue | Kind::Soft => 1000.0,
        }
    }
}

/// Earlier rows win: the `tail` of a coat is cloth, that of a pony hair.
const CHAINS: [(Kind, &str); 10] = [
    (
        Kind::Ribbon,
        "ribbon ribon scarf muffler necktie tie nekutai tassel streamer strap belt obi sash himo rope cord cable wire \
         chain lace earring pendant necklace リボン ネクタイ 紐",
    ),
    (Kind::Cape, "cape cloak coat manto mantle poncho veil マント コート"),
    (Kind::Skirt, "skirt dress sukato hem apron kilt loincloth スカート"),
    (Kind::Sleeve, "sleeve sode cuff 袖"),
    (
        Kind::Hair,
        "hair fronthair backhair sidehair bang fringe forelock ahoge kami maegami momiage pony ponytail braid twin \
         twintail pigtail sidetail plait mane fur beard moustache mustache 髪 アホ毛 もみあげ おさげ",
    ),
    (Kind::Antenna, "antenna antennae feeler whisker hige 触角"),
    (Kind::Ear, "ear mimi 耳"),
    (Kind::Tongue, "tongue bero 舌"),
    (Kind::Tail, "tail shippo sippo tentacle tendril 尾 尻尾 しっぽ"),
    (Kind::Soft, "breast bust boob oppai belly 乳 胸"),
];

const CONTROLS: &str = "ik fk pole ctrl control controller ctl target mch org helper handle ＩＫ 親";

const ENDS: &str = "end nub 先";

/// Parts of the body that are animated: limbs, spine, face, and wings as well.
const BODY: &str = "root armature hip pelvis cog spine waist chest torso abdomen stomach tummy body back rib ribcage neck \
    head skull shoulder clavicle collar scapula arm upperarm lowerarm forearm humerus elbow wrist hand palm fist leg upleg \
    upperleg lowerleg thigh knee shin calf ankle foot feet heel paw hoof claw snout beak face forehead wing feather fin \
    flipper horn weapon sword shield";

/// Parts of the body that are too small to collide with.
const SMALL: &str = "finger thumb index middle ring pinky little metacarpal toe toebase eye eyelid lid eyelash lash brow \
    eyebrow jaw mouth lip chin cheek nose tooth teeth";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Chain(Kind),
    Body,
    /// Moves other bones, not the skin.
    Control,
    /// Marks where the bone before it ends.
    End,
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    pub fn letter(self) -> char {
        match self {
            Side::Left => 'L',
            Side::Right => 'R',
        }
    }
}

/// A name taken apart.
#[derive(Clone, Debug)]
pub struct Name {
    pub meaning: Meaning,
    pub side: Option<Side>,
    /// Its words without the side and numbers: the same for all bones of a well-named chain, and for both of a pair.
    pub stem: String,
    words: Vec<String>,
}

impl Name {
    pub fn new(name: &str) -> Name {
        let mut words = words(name);
        let side = words.iter().find_map(|w| side_of(w));
        words.retain(|w| side_of(w).is_none());
        let is_number = |w: &str| w.chars().all(|c| c.is_ascii_digit());
        let stem = words.iter().filter(|w| !is_number(w)).cloned().collect::<Vec<_>>().join(" ");
        let any = |list: &str| words.iter().any(|w| says_any(w, list));
        let meaning = if any(CONTROLS) {
            Meaning::Control
        } else if words.iter().rfind(|w| !is_number(w)).is_some_and(|w| says_any(w, ENDS)) {
            Meaning::End
        } else if let Some((kind, _)) = CHAINS.iter().find(|(_, list)| any(list)) {
            Meaning::Chain(*kind)
        } else if any(BODY) || any(SMALL) {
            Meaning::Body
        } else {
            Meaning::Unknown
        };
        Name { meaning, side, stem, words }
    }

    pub fn has(&self, word: &str) -> bool {
        self.words.iter().any(|w| says(w, word))
    }

    pub fn is_small(&self) -> bool {
        self.words.iter().any(|w| says_any(w, SMALL))
    }

    /// A stem that says nothing: every bone of an unnamed rig has it.
    pub fn is_generic(&self) -> bool {
        self.stem.split_whitespace().all(|w| says_any(w, "bone joint node def j b jnt bn"))
    }
}

/// Which of these are left and right of the same: those of one stem, in their order, if there are as many.
pub fn pairs<'a>(names: impl Iterator<Item = &'a Name>) -> Vec<[usize; 2]> {
    let mut sides: BTreeMap<&str, [Vec<usize>; 2]> = BTreeMap::new();
    for (k, name) in names.enumerate() {
        if let Some(side) = name.side {
            sides.entry(&name.stem).or_default()[side as usize].push(k);
        }
    }
    let even = sides.into_values().filter(|[left, right]| left.len() == right.len());
    even.flat_map(|[left, right]| left.into_iter().zip(right).map(|(l, r)| [l, r])).collect()
}

fn says_any(word: &str, list: &str) -> bool {
    list.split_whitespace().any(|known| says(word, known))
}

/// The word itself or its plural; what is not Latin has no gaps between words.
fn says(word: &str, known: &str) -> bool {
    if !known.is_ascii() {
        return word.contains(known);
    }
    word.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest == "s")
}

fn side_of(word: &str) -> Option<Side> {
    match word {
        "l" | "left" | "hidari" | "左" => Some(Side::Left),
        "r" | "right" | "migi" | "右" => Some(Side::Right),
        _ => None,
    }
}

/// Lower-case words: cut where other signs stand, between letters and digits, and before capitals.
fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut fresh = true;
    for (k, &c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            fresh = true;
            continue;
        }
        if let Some(&before) = k.checked_sub(1).and_then(|k| chars.get(k)) {
            let after = chars.get(k + 1).copied().unwrap_or(' ');
            let capital =
                c.is_uppercase() && (before.is_lowercase() || (before.is_uppercase() && after.is_lowercase()));
            let side = "左右".contains(before) || "左右".contains(c);
            fresh |= capital || side || before.is_ascii_digit() != c.is_ascii_digit();
        }
        if fresh {
            words.push(String::new());
            fresh = false;
        }
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(name: &str) -> Meaning {
        Name::new(name).meaning
    }

    #[test]
    fn names_of_many_rigs_are_understood() {
        let chains = [
            ("Tail8", Kind::Tail),
            ("b_Tail01_012", Kind::Tail),
            ("DEF-tail.003", Kind::Tail),
            ("mixamorig:TailBase", Kind::Tail),
            ("Ear4.L", Kind::Ear),
            ("ear_leaf_l", Kind::Ear),
            ("LeftEar", Kind::Ear),
            ("J_Sec_Hair1_01", Kind::Hair),
            ("HairJoint-3f0c", Kind::Hair),
            ("PonyTail_02", Kind::Hair),
            ("hair_tail_1", Kind::Hair),
            ("Bangs.L", Kind::Hair),
            ("J_Sec_L_SkirtFront1_01", Kind::Skirt),
            ("J_Sec_R_Bust2", Kind::Soft),
            ("Coat_Tail_L", Kind::Cape),
            ("head_ribbon", Kind::Ribbon),
            ("左前髪1", Kind::Hair),
            ("しっぽ３", Kind::Tail),
        ];
        for (name, kind) in chains {
            assert_eq!(meaning(name), Meaning::Chain(kind), "{name}");
        }
        for name in ["mixamorig:LeftUpLeg", "J_Bip_C_Chest", "wing_feather_1_1_L", "leg_joint_L_1", "jaw", "Toes_tip_L"]
        {
            assert_eq!(meaning(name), Meaning::Body, "{name}");
        }
        for name in ["IKBackLeg.L", "PoleTarget.R", "control-toe-roll.l", "tail_ctrl", "MCH-hair"] {
            assert_eq!(meaning(name), Meaning::Control, "{name}");
        }
        for name in ["Tail8_end", "Ear4.L_end", "HairBall_Center_End", "Bip001 HeadNub"] {
            assert_eq!(meaning(name), Meaning::End, "{name}");
        }
        for name in ["Bone.001", "ball.003", "gear_2", "chair", "detail"] {
            assert_eq!(meaning(name), Meaning::Unknown, "{name}");
        }
    }

    #[test]
    fn both_of_a_pair_are_told_apart_and_put_together() {
        for (left, right) in [("Ear1.L", "Ear1.R"), ("J_Sec_L_Bust1", "J_Sec_R_Bust1"), ("左耳", "右耳")] {
            let [left, right] = [left, right].map(Name::new);
            assert_eq!((left.side, right.side), (Some(Side::Left), Some(Side::Right)));
            assert_eq!(left.stem, right.stem);
        }
        let ears = ["Ear1.L", "Tail", "Ear1.R", "b_LeftArm_07", "Ear2.L", "b_RightArm_011", "Ear2.R"].map(Name::new);
        assert_eq!(pairs(ears.iter()), [[3, 5], [0, 2], [4, 6]]);
        assert_eq!(Name::new("Ear1.L").stem, Name::new("Ear2.L").stem);
        assert!(Name::new("Bone.003").is_generic() && !Name::new("ball.003").is_generic());
    }
}
