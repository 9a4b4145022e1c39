//! Which node is which bone of a human: as VRM says it, or by the names of nodes.

mod guess;

macro_rules! human_bones {
    ($($bone:ident, $name:literal, $parent:expr;)*) => {
        /// The bones of VRM 1.0, parents before their children.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum HumanBone {
            $($bone,)*
        }

        impl HumanBone {
            pub const ALL: [HumanBone; [$($name),*].len()] = [$(HumanBone::$bone),*];

            /// As VRM 1.0 spells it.
            pub fn name(self) -> &'static str {
                match self {
                    $(HumanBone::$bone => $name,)*
                }
            }

            /// The bone it hangs on, where a humanoid has that one.
            pub fn parent(self) -> Option<HumanBone> {
                match self {
                    $(HumanBone::$bone => $parent,)*
                }
            }
        }
    };
}

human_bones! {
    Hips, "hips", None;
    Spine, "spine", Some(HumanBone::Hips);
    Chest, "chest", Some(HumanBone::Spine);
    UpperChest, "upperChest", Some(HumanBone::Chest);
    Neck, "neck", Some(HumanBone::UpperChest);
    Head, "head", Some(HumanBone::Neck);
    LeftEye, "leftEye", Some(HumanBone::Head);
    RightEye, "rightEye", Some(HumanBone::Head);
    Jaw, "jaw", Some(HumanBone::Head);
    LeftUpperLeg, "leftUpperLeg", Some(HumanBone::Hips);
    LeftLowerLeg, "leftLowerLeg", Some(HumanBone::LeftUpperLeg);
    LeftFoot, "leftFoot", Some(HumanBone::LeftLowerLeg);
    LeftToes, "leftToes", Some(HumanBone::LeftFoot);
    RightUpperLeg, "rightUpperLeg", Some(HumanBone::Hips);
    RightLowerLeg, "rightLowerLeg", Some(HumanBone::RightUpperLeg);
    RightFoot, "rightFoot", Some(HumanBone::RightLowerLeg);
    RightToes, "rightToes", Some(HumanBone::RightFoot);
    LeftShoulder, "leftShoulder", Some(HumanBone::UpperChest);
    LeftUpperArm, "leftUpperArm", Some(HumanBone::LeftShoulder);
    LeftLowerArm, "leftLowerArm", Some(HumanBone::LeftUpperArm);
    LeftHand, "leftHand", Some(HumanBone::LeftLowerArm);
    LeftThumbMetacarpal, "leftThumbMetacarpal", Some(HumanBone::LeftHand);
    LeftThumbProximal, "leftThumbProximal", Some(HumanBone::LeftThumbMetacarpal);
    LeftThumbDistal, "leftThumbDistal", Some(HumanBone::LeftThumbProximal);
    LeftIndexProximal, "leftIndexProximal", Some(HumanBone::LeftHand);
    LeftIndexIntermediate, "leftIndexIntermediate", Some(HumanBone::LeftIndexProximal);
    LeftIndexDistal, "leftIndexDistal", Some(HumanBone::LeftIndexIntermediate);
    LeftMiddleProximal, "leftMiddleProximal", Some(HumanBone::LeftHand);
    LeftMiddleIntermediate, "leftMiddleIntermediate", Some(HumanBone::LeftMiddleProximal);
    LeftMiddleDistal, "leftMiddleDistal", Some(HumanBone::LeftMiddleIntermediate);
    LeftRingProximal, "leftRingProximal", Some(HumanBone::LeftHand);
    LeftRingIntermediate, "leftRingIntermediate", Some(HumanBone::LeftRingProximal);
    LeftRingDistal, "leftRingDistal", Some(HumanBone::LeftRingIntermediate);
    LeftLittleProximal, "leftLittleProximal", Some(HumanBone::LeftHand);
    LeftLittleIntermediate, "leftLittleIntermediate", Some(HumanBone::LeftLittleProximal);
    LeftLittleDistal, "leftLittleDistal", Some(HumanBone::LeftLittleIntermediate);
    RightShoulder, "rightShoulder", Some(HumanBone::UpperChest);
    RightUpperArm, "rightUpperArm", Some(HumanBone::RightShoulder);
    RightLowerArm, "rightLowerArm", Some(HumanBone::RightUpperArm);
    RightHand, "rightHand", Some(HumanBone::RightLowerArm);
    RightThumbMetacarpal, "rightThumbMetacarpal", Some(HumanBone::RightHand);
    RightThumbProximal, "rightThumbProximal", Some(HumanBone::RightThumbMetacarpal);
    RightThumbDistal, "rightThumbDistal", Some(HumanBone::RightThumbProximal);
    RightIndexProximal, "rightIndexProximal", Some(HumanBone::RightHand);
    RightIndexIntermediate, "rightIndexIntermediate", Some(HumanBone::RightIndexProximal);
    RightIndexDistal, "rightIndexDistal", Some(HumanBone::RightIndexIntermediate);
    RightMiddleProximal, "rightMiddleProximal", Some(HumanBone::RightHand);
    RightMiddleIntermediate, "rightMiddleIntermediate", Some(HumanBone::RightMiddleProximal);
    RightMiddleDistal, "rightMiddleDistal", Some(HumanBone::RightMiddleIntermediate);
    RightRingProximal, "rightRingProximal", Some(HumanBone::RightHand);
    RightRingIntermediate, "rightRingIntermediate", Some(HumanBone::RightRingProximal);
    RightRingDistal, "rightRingDistal", Some(HumanBone::RightRingIntermediate);
    RightLittleProximal, "rightLittleProximal", Some(HumanBone::RightHand);
    RightLittleIntermediate, "rightLittleIntermediate", Some(HumanBone::RightLittleProximal);
    RightLittleDistal, "rightLittleDistal", Some(HumanBone::RightLittleIntermediate);
}

impl HumanBone {
    pub const COUNT: usize = HumanBone::ALL.len();

    pub fn from_name(name: &str) -> Option<HumanBone> {
        HumanBone::ALL.into_iter().find(|bone| bone.name() == name)
    }

    /// Every humanoid has it.
    pub fn is_required(self) -> bool {
        use HumanBone::*;
        let middle = matches!(self, Hips | Spine | Head);
        let leg = matches!(self, LeftUpperLeg | LeftLowerLeg | LeftFoot | RightUpperLeg | RightLowerLeg | RightFoot);
        middle
            || leg
            || matches!(self, LeftUpperArm | LeftLowerArm | LeftHand | RightUpperArm | RightLowerArm | RightHand)
    }
}

/// The node of each bone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Humanoid {
    nodes: [Option<usize>; HumanBone::COUNT],
}

impl Default for Humanoid {
    fn default() -> Humanoid {
        Humanoid { nodes: [None; HumanBone::COUNT] }
    }
}

impl Humanoid {
    pub fn node(&self, bone: HumanBone) -> Option<usize> {
        self.nodes[bone as usize]
    }

    pub fn set(&mut self, bone: HumanBone, node: usize) {
        self.nodes[bone as usize] = Some(node);
    }

    /// The bones there are, parents before their children, and their nodes.
    pub fn bones(&self) -> impl Iterator<Item = (HumanBone, usize)> {
        HumanBone::ALL.into_iter().filter_map(|bone| Some((bone, self.node(bone)?)))
    }

    /// The first required bone that has no node.
    pub fn missing(&self) -> Option<HumanBone> {
        HumanBone::ALL.into_iter().find(|bone| bone.is_required() && self.node(*bone).is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_parents_agree() {
        assert_eq!(HumanBone::COUNT, 55);
        for (index, bone) in HumanBone::ALL.into_iter().enumerate() {
            assert_eq!(bone as usize, index);
            assert_eq!(HumanBone::from_name(bone.name()), Some(bone));
            assert!(bone.parent().is_none_or(|parent| parent < bone), "{bone:?} stands after its parent");
        }
        assert_eq!(HumanBone::from_name("leftThumbMetacarpal"), Some(HumanBone::LeftThumbMetacarpal));
        assert_eq!(HumanBone::ALL.iter().filter(|b| b.is_required()).count(), 15);
        let mut human = Humanoid::default();
        human.set(HumanBone::Hips, 7);
        assert_eq!((human.node(HumanBone::Hips), human.missing()), (Some(7), Some(HumanBone::Spine)));
    }
}
