//! Bones to choose from: those that move something that is seen.

use lissom_rig::Character;

/// Names, and how deep each bone hangs below the first.
#[derive(Debug)]
pub struct Bones(Vec<(String, usize)>);

impl Bones {
    /// Those that a vertex follows, and those that they hang on.
    pub fn new(character: &Character) -> Bones {
        let bones = &character.skeleton.bones;
        let mut used = vec![false; bones.len()];
        for (bone, weight) in
            character.meshes.iter().flat_map(|m| m.bones.iter().flatten().zip(m.weights.iter().flatten()))
        {
            if let Some(used) = used.get_mut(usize::from(*bone)).filter(|_| *weight > 0.0) {
                *used = true;
            }
        }
        let mut depth = vec![0; bones.len()];
        for (k, bone) in bones.iter().enumerate() {
            depth[k] = bone.parent.map_or(0, |p| depth[p] + 1);
        }
        for (k, bone) in bones.iter().enumerate().rev() {
            if let Some(p) = bone.parent {
                used[p] |= used[k];
            }
        }
        let shown = bones.iter().zip(depth).zip(used).filter(|(_, used)| *used);
        Bones(shown.map(|((bone, depth), _)| (bone.name.clone(), depth)).collect())
    }

    /// Those whose names have the words in them.
    pub fn found<'a>(&'a self, words: &'a str) -> impl Iterator<Item = (&'a str, usize)> {
        let has = |name: &str| {
            let name = name.to_lowercase();
            words.to_lowercase().split_whitespace().all(|word| name.contains(word))
        };
        self.0.iter().filter(move |(name, _)| has(name)).map(|(name, depth)| (name.as_str(), *depth))
    }
}
