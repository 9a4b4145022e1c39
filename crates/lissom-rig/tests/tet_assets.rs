//! Real meshes of tetrahedra: a wave runs through each of them, and they come out of it whole.
//!
//! Where the files are not there, bodies made here stand in for them.

use glam::{Mat3, Quat, Vec3};
use lissom_core::StepInput;
use lissom_rig::creature::{Charts, Creature, Dab, Fields, Stiffness, Template};
use lissom_rig::tets::clean;
use lissom_rig::{Actor, Character, Rig, Skeleton, TetMesh, Tets};
use std::path::{Path, PathBuf};

fn assets() -> PathBuf {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/assets");
    PathBuf::from(std::env::var("LISSOM_ASSETS").unwrap_or(beside.to_owned())).join("tet")
}

fn read(path: &Path) -> Vec<TetMesh> {
    let bytes = std::fs::read(path).expect("readable");
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let beside = |other: &str| std::fs::read(path.with_file_name(other)).ok();
    let mesh = lissom_formats::read_tets(&name, &bytes, &beside).expect("a mesh");
    clean(&mesh).expect("clean").bodies.into_iter().map(|b| b.mesh).collect()
}

/// A bar of cubes, six tetrahedra each.
fn bar() -> TetMesh {
    let around = [1, 3, 2, 6, 4, 5];
    let mut mesh = TetMesh::default();
    for i in 0..=8_u32 {
        for corner in 0..4 {
            mesh.positions.push(Vec3::new(0.1 * i as f32, 0.1 * (corner & 1) as f32, 0.1 * (corner >> 1) as f32));
        }
        if i < 8 {
            let corner = |b: u32| 4 * (i + (b & 1)) + (b >> 1 & 1) + 2 * (b >> 2);
            mesh.tets.extend((0..6).map(|a| [0, around[a], around[(a + 1) % 6], 7].map(corner)));
        }
    }
    for k in 0..mesh.tets.len() {
        if mesh.volume_of(mesh.tets[k]) < 0.0 {
            mesh.tets[k].swap(1, 2);
        }
    }
    mesh
}

/// Five seconds with a wave along the longest side, off for the last.
fn wave(name: &str, mesh: TetMesh) {
    let (low, high) = mesh.positions.iter().fold((Vec3::MAX, Vec3::MIN), |(l, h), p| (l.min(*p), h.max(*p)));
    let side = high - low;
    let axis = if side.x >= side.y && side.x >= side.z {
        0
    } else if side.y >= side.z {
        1
    } else {
        2
    };
    let delay = |p: &Vec3| Dab { at: p.to_array(), value: (p[axis] - low[axis]) / side[axis] };
    let step = (mesh.positions.len() / 200).max(1);
    let line = lissom_rig::Stroke { points: vec![low.to_array(), low.with_axis(axis, high[axis]).to_array()] };
    let fields = Fields {
        direction: vec![line],
        delay: mesh.positions.iter().step_by(step).map(delay).collect(),
        ..Fields::default()
    };
    let creature = Creature {
        fields,
        charts: Charts { range: 1.3, ..Template::Sine.charts(1.0, 1.3) },
        stiffness: Stiffness::passes(4),
        ..Creature::new("it")
    };
    let mut skeleton = Skeleton::default();
    skeleton.add("root", None, Vec3::ZERO);
    let tets = vec![Tets { name: "it".into(), mesh: mesh.clone(), ..Tets::default() }];
    let character = Character { name: "it".into(), skeleton, tets, ..Character::default() };
    let rig = Rig { creatures: vec![creature], gravity: lissom_rig::rig::Gravity([0.0; 3]), ..Rig::default() };
    let mut actor = Actor::new(character, &rig).unwrap_or_else(|e| panic!("{name}: {e}"));
    let bones = [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]];
    let mut moved = 0.0_f32;
    for frame in 0..300 {
        let drive = if frame < 240 { 1.0 } else { 0.0 };
        let report = actor.world.step(&StepInput { drive, ..StepInput::new(1.0 / 60.0, &bones) });
        assert_eq!(report.quarantined, 0, "{name}: not finite");
        let now = actor.world.poses().positions();
        moved = mesh.positions.iter().zip(now).map(|(a, b)| a.distance(Vec3::from_array(*b))).fold(moved, f32::max);
    }
    assert!(moved > 0.02 * side.length(), "{name}: it moved {moved} m only");
    let turned = inside_out(&mesh, actor.world.poses().positions(), actor.world.poses().rotations());
    eprintln!("{name}: {} vertices, moved {moved} m, {turned} regions inside out", mesh.positions.len());
    assert_eq!(turned, 0, "{name}: regions are inside out");
}

/// Regions whose best linear map from rest is a reflection.
fn inside_out(mesh: &TetMesh, now: &[[f32; 3]], turns: &[[f32; 4]]) -> usize {
    let near = mesh.neighbours();
    let at = |k: usize| Vec3::from_array(now[k]);
    (0..mesh.positions.len())
        .filter(|&k| {
            let region: Vec<usize> = near[k].iter().map(|m| *m as usize).chain([k]).collect();
            let share = 1.0 / region.len() as f32;
            let (now, rest) =
                region.iter().fold((Vec3::ZERO, Vec3::ZERO), |(a, b), m| (a + at(*m), b + mesh.positions[*m]));
            let (mut moment, mut spread) = (Mat3::ZERO, Mat3::ZERO);
            for m in region {
                let (p, q) = (at(m) - now * share, mesh.positions[m] - rest * share);
                moment += Mat3::from_cols(p * q.x, p * q.y, p * q.z);
                spread += Mat3::from_cols(q * q.x, q * q.y, q * q.z);
            }
            assert!(Quat::from_array(turns[k]).is_normalized());
            moment.determinant() * spread.determinant() < 0.0
        })
        .count()
}

trait WithAxis {
    fn with_axis(self, axis: usize, value: f32) -> Self;
}

impl WithAxis for Vec3 {
    fn with_axis(mut self, axis: usize, value: f32) -> Vec3 {
        self[axis] = value;
        self
    }
}

#[test]
fn a_wave_runs_through_every_mesh() {
    wave("a bar of our own", bar());
    let Ok(files) = std::fs::read_dir(assets()) else { return };
    let mut seen = 0;
    for path in files.filter_map(Result::ok).map(|f| f.path()) {
        let kind = path.extension().map(|e| e.to_string_lossy().into_owned()).unwrap_or_default();
        if ["mesh", "msh", "node", "vtk"].contains(&kind.as_str()) {
            for (k, body) in read(&path).into_iter().enumerate() {
                wave(&format!("{} {k}", path.file_name().expect("a name").to_string_lossy()), body);
                seen += 1;
            }
        }
    }
    assert!(seen >= 6, "{seen} bodies");
}
