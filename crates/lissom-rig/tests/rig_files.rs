//! What holds for any rig and any text.

use glam::Vec3;
use lissom_rig::check::{Severity, check};
use lissom_rig::rig::{ColliderShape, Joints, RigCollider, Spring};
use lissom_rig::{Actor, Adjust, Character, Preset, Rig, Skeleton};
use proptest::prelude::*;

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![4 => 0.001_f32..2.0, 1 => Just(0.0), 1 => any::<f32>().prop_filter("finite", |v| v.is_finite())]
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![6 => (0..6_u32).prop_map(|k| format!("bone {k}")), 1 => "\\PC{0,4}"]
}

fn joints() -> impl Strategy<Value = Joints> {
    let presets = prop::sample::select(vec![Preset::Hair, Preset::Tail, Preset::Cape, Preset::SoftSkin]);
    let bones = prop_oneof![
        3 => (0..3_usize, 2..4_usize).prop_map(|(k, n)| (k..k + n).map(|b| format!("bone {b}")).collect()),
        1 => prop::collection::vec(name(), 0..4)
    ];
    let adjust = (prop::option::of(number()), prop::option::of(number()));
    let adjust = adjust.prop_map(|(damping, wind)| Adjust { damping, wind, ..Adjust::default() });
    let spring = ([number(), number(), number(), number()], any::<[f32; 3]>()).prop_map(|(v, dir)| Spring {
        stiffness: v[0],
        drag: v[1],
        gravity_power: v[2],
        gravity_dir: dir.map(|d| if d.is_finite() { d } else { 1.0 }),
        hit_radius: v[3],
    });
    let rest = (presets, adjust, prop::collection::vec(spring, 0..3), prop::option::of(number()));
    ("[a-c]{0,2}", bones, number(), number(), rest).prop_map(
        |(name, bones, radius, weight_kg, (preset, adjust, springs, tail))| Joints {
            name,
            bones,
            radius,
            weight_kg,
            preset,
            adjust,
            springs,
            tail,
            ..Joints::default()
        },
    )
}

fn collider() -> impl Strategy<Value = RigCollider> {
    let shape = ([number(), number(), number()], number())
        .prop_map(|(center, radius)| ColliderShape::Sphere { center, radius });
    (name(), prop::option::of(name()), shape, number()).prop_map(|(part, bone, shape, friction)| RigCollider {
        part,
        bone,
        shape,
        friction,
    })
}

fn rig() -> impl Strategy<Value = Rig> {
    (prop::collection::vec(joints(), 0..3), prop::collection::vec(collider(), 0..3), 1.0..1000.0_f64)
        .prop_map(|(joints, colliders, steps_per_sec)| Rig { joints, colliders, steps_per_sec, ..Rig::default() })
}

fn character() -> Character {
    let mut skeleton = Skeleton::default();
    let mut parent = None;
    for k in 0..6 {
        parent = Some(skeleton.add(&format!("bone {k}"), parent, Vec3::Z * 0.1 * k as f32));
    }
    Character { skeleton, ..Character::default() }
}

proptest! {
    #[test]
    fn rigs_survive_their_files(rig in rig()) {
        prop_assert_eq!(Rig::from_json(rig.to_json()), Ok(rig));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Rig::from_json(bytes).is_err());
    }

    #[test]
    fn a_damaged_file_is_read_or_refused(rig in rig(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut text = rig.to_json().into_bytes();
        let at = at.index(text.len());
        text[at] = byte;
        if let Err(error) = Rig::from_json(text) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn a_rig_without_errors_makes_an_actor(rig in rig()) {
        let errors = check(&rig, &character()).into_iter().filter(|p| p.severity == Severity::Error).count();
        let made = Actor::new(character(), &rig);
        prop_assert!(errors > 0 || made.is_ok(), "{:?}", made.err());
    }
}
