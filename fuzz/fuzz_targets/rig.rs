//! A rig as JSON: read, checked against a small character, and written as it was.
#![no_main]

use lissom_rig::{Bone, Character, Pose, Rig, Skeleton};

fn character() -> Character {
    let bone = |k: usize| Bone {
        name: format!("bone {k}"),
        parent: k.checked_sub(1),
        parent_from_bone: Pose::new([0.0, 0.1, 0.0].into(), Default::default()),
    };
    Character { skeleton: Skeleton { bones: (0..4).map(bone).collect() }, ..Character::default() }
}

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    let Ok(rig) = Rig::from_json(text) else { return };
    lissom_rig::check::check(&rig, &character());
    let written = rig.to_json();
    let again = Rig::from_json(&written).expect("our own rig");
    assert_eq!(again.to_json(), written);
});
