//! Files that come together: some are opened, others are what these need.

use lissom_formats::{Kind, kind_of};

use crate::work::{rig_of, stem};

pub fn is_rig(name: &str) -> bool {
    name.to_lowercase().ends_with(".json")
}

pub fn is_motion(name: &str) -> bool {
    let name = name.to_lowercase();
    name.ends_with(".bvh") || name.ends_with(".vrma")
}

/// Which of these to open, by their places, in order: characters first, then what is for them. All where it is not known
/// what any of them is.
pub fn to_open(names: &[String]) -> Vec<usize> {
    let is_half = |name: &String| {
        let node = format!("{}.node", stem(name));
        name.to_lowercase().ends_with(".ele") && names.iter().any(|other| other.eq_ignore_ascii_case(&node))
    };
    let is_read_beside = |name: &String| names.iter().any(|other| is_character(other) && rig_of(other) == *name);
    let place = |name: &String| match () {
        () if is_half(name) || is_read_beside(name) => None,
        () if kind_of(name).is_some() => Some(0),
        () if is_motion(name) => Some(1),
        () if is_rig(name) => Some(2),
        () => None,
    };
    let mut places: Vec<(usize, usize)> =
        names.iter().enumerate().filter_map(|(k, name)| Some((place(name)?, k))).collect();
    places.sort_unstable();
    let known: Vec<usize> = places.into_iter().map(|(_, k)| k).collect();
    if known.is_empty() { (0..names.len()).collect() } else { known }
}

/// Something that rigs are for.
pub fn is_character(name: &str) -> bool {
    matches!(kind_of(name), Some(Kind::Model | Kind::Tets))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_together_is_told_apart() {
        let opened = |names: &[&str]| -> Vec<String> {
            let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
            to_open(&names).into_iter().map(|k| names[k].clone()).collect()
        };
        assert_eq!(opened(&["a.png", "fox.bin", "fox.gltf"]), ["fox.gltf"]);
        assert_eq!(opened(&["heart.ele", "heart.node"]), ["heart.node"]);
        assert_eq!(opened(&["walk.bvh", "other.json", "x.lissom.json", "x.vrm"]), ["x.vrm", "walk.bvh", "other.json"]);
        assert_eq!(opened(&["notes.txt"]), ["notes.txt"]);
    }
}
