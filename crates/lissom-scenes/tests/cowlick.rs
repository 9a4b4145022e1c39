//! The tuft of `cowlick` faces every horizontal view.

mod blend;

use blend::{bump, gaussian, limited};
use glam::Vec3;
use lissom_rig::Skeleton;
use lissom_scenes::example::Example;
use lissom_scenes::figures::cowlick::{character, examples};
use lissom_scenes::model::head::way;

/// Weights that are 1 at each example's own direction: a linear system in the bumps.
fn interpolating(examples: &[Example], direction: Vec3) -> Vec<f32> {
    let n = examples.len();
    let mut rows: Vec<Vec<f32>> = (0..n)
        .map(|k| {
            let at = |j: usize| bump(&examples[k], Vec3::from(examples[j].direction));
            (0..n).map(at).chain([bump(&examples[k], direction)]).collect()
        })
        .collect();
    for i in 0..n {
        let pivot = rows[i].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(k, _)| *k != i) {
            let share = row[i] / pivot[i];
            row.iter_mut().zip(&pivot).for_each(|(a, b)| *a -= share * b);
        }
    }
    limited((0..n).map(|i| (rows[i][n] / rows[i][i]).max(0.0)).collect())
}

/// Degrees between the view and the normal of the plane of the three joints, and degrees by which the tuft leans to
/// the right of the picture.
fn facing(skeleton: &Skeleton, weights: &[f32], examples: &[Example], view: Vec3) -> (f32, f32) {
    let first = skeleton.find("cowlick.0").expect("the tuft");
    let mut pose = skeleton.rest_local();
    blend::pose(examples, weights, &mut pose[first..]);
    let world = skeleton.world(&pose);
    let [a, b, c] = [0, 1, 2].map(|k| world[first + k].translation);
    let normal = (b - a).cross(c - b).normalize();
    let right = Vec3::Y.cross(view);
    let lean = (c - b).dot(right).atan2((c - b).y);
    (normal.dot(view).abs().min(1.0).acos().to_degrees(), lean.to_degrees())
}

#[test]
fn the_tuft_faces_every_horizontal_view() {
    let (skeleton, examples) = (character().skeleton, examples("cowlick"));
    for (name, weigh, most) in
        [("gaussian", &gaussian as &dyn Fn(&[Example], Vec3) -> Vec<f32>, 8.0), ("interpolating", &interpolating, 12.0)]
    {
        let (mut error, mut lean) = (0.0_f32, f32::INFINITY);
        for round in 0..360 {
            let view = way(round as f32, 0.0);
            let here = facing(&skeleton, &weigh(&examples, view), &examples, view);
            (error, lean) = (error.max(here.0), lean.min(here.1));
        }
        println!("{name}: {error} degrees off, leans {lean} degrees at least");
        assert!(error < most, "{name}: {error} degrees off");
        assert!(lean > 30.0, "{name}: it leans {lean} degrees only");
    }
}
