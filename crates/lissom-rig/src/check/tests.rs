use glam::Vec3;

use super::*;
use crate::character::{Material, Mesh, Skeleton};
use crate::creature::{Creature, Water};
use crate::preset::Preset;
use crate::rig::{Area, ColliderShape, Gravity, Joints, Kind, Patch, Region, RigCollider, Select, Spring};
use crate::view::{Example, View};

fn character() -> Character {
    let mut skeleton = Skeleton::default();
    let mut parent = None;
    for (k, name) in ["hips", "tail.1", "tail.2", "tail.3"].into_iter().enumerate() {
        parent = Some(skeleton.add(name, parent, Vec3::new(0.0, 1.0, 0.1 * k as f32)));
    }
    let mesh = Mesh {
        name: "skin".to_owned(),
        part: "body".to_owned(),
        material: Material::flat(0),
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        normals: vec![Vec3::Z; 3],
        triangles: vec![[0, 1, 2]],
        bones: vec![[0; 4]; 3],
        weights: vec![[1.0, 0.0, 0.0, 0.0]; 3],
        morphs: Vec::new(),
    };
    Character { skeleton, meshes: vec![mesh], ..Character::default() }
}

fn tail() -> Joints {
    Joints {
        name: "tail".to_owned(),
        bones: ["tail.1", "tail.2", "tail.3"].map(str::to_owned).to_vec(),
        radius: 0.05,
        weight_kg: 1.0,
        preset: Preset::Tail,
        passes_through: vec!["hips".to_owned()],
        ..Joints::default()
    }
}

fn rig() -> Rig {
    let shape = ColliderShape::Sphere { center: [0.0, 1.0, 0.0], radius: 0.2 };
    let hips = RigCollider { part: "hips".to_owned(), bone: Some("hips".to_owned()), shape, friction: 0.5 };
    Rig { joints: vec![tail()], colliders: vec![hips], ..Rig::default() }
}

fn lines(rig: &Rig) -> Vec<String> {
    check(rig, &character()).iter().map(Problem::to_string).collect()
}

#[test]
fn a_good_rig_has_no_problems() {
    assert_eq!(check(&rig(), &character()), []);
}

/// What is done to a rig, and what is said then.
type Case = (fn(&mut Rig), &'static str);

#[test]
fn each_problem_is_told_with_its_place_and_what_to_do() {
    let cases: [Case; 22] = [
        (|r| r.version = 9, "version: 9 is not known; give 1, or use a newer program"),
        (
            |r| r.joints[0].bones[1] = "tial.2".into(),
            "joints \"tail\": there is no bone `tial.2`; perhaps `tail.2` is meant",
        ),
        (
            |r| r.joints[0].bones.swap(1, 2),
            "joints \"tail\": bone `tail.3` hangs on none of those before it; list parents",
        ),
        (|r| r.joints[0].bones[2] = "tail.2".into(), "joints \"tail\": bone `tail.2` is listed twice"),
        (|r| r.joints[0].bones.clear(), "joints \"tail\": there are no bones; list some"),
        (|r| r.joints[0].radius = 0.0, "joints \"tail\": radius is 0; give more than 0"),
        (|r| r.joints[0].weight_kg = f32::NAN, "joints \"tail\": weight_kg is NaN"),
        (|r| r.joints[0].adjust.damping = Some(-1.0), "joints \"tail\", adjust: damping is -1; give 0 or more"),
        (
            |r| r.joints[0].anchor = Some("hip".into()),
            "joints \"tail\", anchor: there is no bone `hip`; perhaps `hips`",
        ),
        (|r| r.joints[0].links.push(["tail.1".into(), "hips".into()]), "a link leads to `hips`"),
        (
            |r| r.joints[0].passes_through = vec!["hip".into()],
            "passes_through: nothing that can be touched is called `hip`",
        ),
        (|r| r.joints.push(tail()), "joints \"tail\": the name is taken"),
        (
            |r| r.joints.push(Joints { name: "b".into(), ..tail() }),
            "joints \"b\": bone `tail.1` is simulated by joints \"tail\"",
        ),
        (|r| r.joints[0].springs = vec![spring()], "joints \"tail\": 1 springs for 3 bones"),
        (
            |r| r.joints[0].springs = vec![Spring { gravity_dir: [0.0; 3], drag: 2.0, ..spring() }; 3],
            "joints \"tail\", springs[2]: gravity_dir [0.0, 0.0, 0.0] points nowhere",
        ),
        (
            |r| r.joints[0].view = Some(view()),
            "joints \"tail\", example \"front\": 2 rotations for 3 bones; give one for each",
        ),
        (|r| r.joints[0].view = Some(view()), "example \"front\": the rotation of `tail.2` turns nowhere"),
        (|r| r.joints[0].view = Some(view()), "example \"front\": direction has length 2; give it length 1"),
        (
            |r| r.colliders[0].bone = Some("Hips".into()),
            "collider \"hips\": there is no bone `Hips`; perhaps `hips` is meant",
        ),
        (|r| r.gravity = Gravity([0.0, f32::INFINITY, 0.0]), "gravity: y is inf"),
        (|r| r.water = Some(Water::default()), "water: nothing here swims in it"),
        (|r| r.creatures.push(Creature::new("worm")), "creature \"worm\": there are no tetrahedra of that name"),
    ];
    for (spoil, says) in cases {
        let mut rig = rig();
        spoil(&mut rig);
        let said = lines(&rig);
        assert!(said.iter().any(|line| line.contains(says)), "{says}\nis not among {said:#?}");
    }
}

fn cape() -> Region {
    Region {
        name: "cape".to_owned(),
        select: Select { parts: vec!["bdy".to_owned()], ..Select::default() },
        kind: Kind::Cloth,
        spacing: 0.0,
        radius: None,
        axis: None,
        by_bones: false,
        weight_kg: 1.0,
        anchor: "hips".to_owned(),
        preset: Preset::Cape,
        adjust: Default::default(),
        paint: Vec::new(),
        surface: Vec::new(),
        loose: Vec::new(),
        stitches: Vec::new(),
        passes_through: Vec::new(),
    }
}

#[test]
fn what_is_chosen_and_sewn_is_checked() {
    let mut rig = rig();
    let select = Select { meshes: vec!["skn".into()], bones: vec!["hip".into()], ..Select::default() };
    let ball = Area::Ball { center: [0.0; 3], radius: f32::NAN };
    let loose = vec![Patch { area: ball, on: true }];
    let stitches = vec![[[0.0; 3], [f32::INFINITY, 0.0, 0.0]]];
    rig.regions.push(Region { select, kind: Kind::Shell { surface: true }, spacing: 0.1, loose, stitches, ..cape() });
    let said = lines(&rig);
    for says in [
        "region \"cape\": there is no mesh `skn`",
        "region \"cape\": there is no bone `hip`; perhaps `hips`",
        "region \"cape\", loose[0]: radius is NaN",
        "region \"cape\": an end of a stitch is inf",
        "region \"cape\": only cloth has edges",
    ] {
        assert!(said.iter().any(|line| line.contains(says)), "{says}\nis not among {said:#?}");
    }
}

#[test]
fn all_problems_are_told_at_once() {
    let mut rig = rig();
    rig.joints[0].bones[1] = "nobody".to_owned();
    rig.joints[0].radius = -1.0;
    rig.colliders[0].friction = -1.0;
    rig.regions.push(cape());
    assert_eq!(
        lines(&rig),
        [
            "error: region \"cape\": no mesh belongs to part `bdy`; perhaps `body` is meant",
            "error: region \"cape\": it selects no triangle; select other parts, or a larger ball",
            "error: region \"cape\": spacing is 0; give more than 0",
            "error: joints \"tail\": there is no bone `nobody`; take one of the 4: hips, tail.1, tail.2, tail.3…",
            "error: joints \"tail\": radius is -1; give more than 0",
            "error: collider \"hips\": friction is -1; give 0 or more",
        ]
    );
}

fn spring() -> Spring {
    Spring { stiffness: 1.0, drag: 0.4, gravity_power: 0.1, gravity_dir: [0.0, -1.0, 0.0], hit_radius: 0.02 }
}

fn view() -> View {
    let example = Example {
        name: "front".to_owned(),
        direction: [0.0, 0.0, 2.0],
        extent: 0.5,
        rotations: vec![[0.0, 0.0, 0.0, 1.0], [0.0; 4]],
        morphs: Default::default(),
    };
    View { examples: vec![example], ..View::default() }
}
