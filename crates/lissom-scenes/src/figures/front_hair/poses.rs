//! Where the fringe goes for which view, so that the eyes stay free.

use crate::figures::bend::Bend;
use crate::model::head::way;
use lissom_rig::view::Example;

/// The chains that have examples, with their joints.
pub const VIEW_DEPENDENT: [(&str, usize); 3] = [("fringe.0", 7), ("fringe.1", 5), ("fringe.2", 7)];

/// One example: seen from (degrees round to the left, up), its extent, and how the strand is bent.
type Key = (&'static str, (f32, f32), f32, Bend);

const fn bend(turn: f32, aside: f32, ahead: f32, hang: f32) -> Bend {
    Bend { turn, aside, ahead, hang }
}

const LEFT: [Key; 3] = [
    ("left", (50.0, 0.0), 0.6, bend(18.0, 6.0, 0.0, 1.0)),
    ("far left", (100.0, 5.0), 0.8, bend(52.0, 14.0, 0.0, 1.0)),
    ("above left", (55.0, 40.0), 0.6, bend(30.0, 8.0, 0.0, 1.0)),
];

const MIDDLE: [Key; 5] = [
    ("left", (82.0, 0.0), 0.6, bend(0.0, 31.0, -10.0, 1.0)),
    ("above left", (70.0, 50.0), 0.5, bend(-10.0, 21.0, -14.0, 1.0)),
    ("half right", (-22.0, 12.0), 0.5, bend(0.0, -6.0, 0.0, 1.0)),
    ("right", (-75.0, -3.0), 0.55, bend(-20.0, -34.0, -9.0, 1.0)),
    ("above right", (-77.0, 27.0), 0.6, bend(-10.0, -19.0, -10.0, 1.0)),
];

const RIGHT: [Key; 1] = [("right", (-95.0, 5.0), 1.1, bend(-50.0, -22.0, 0.0, 1.0))];

/// The examples of a view-dependent chain; none for any other. The middle strand's take the mouth along.
pub fn examples(chain: &str) -> Vec<Example> {
    let keys: &[Key] = match chain {
        "fringe.0" => &LEFT,
        "fringe.1" => &MIDDLE,
        "fringe.2" => &RIGHT,
        _ => &[],
    };
    let joints = VIEW_DEPENDENT.iter().find(|c| c.0 == chain).map_or(0, |c| c.1);
    let example = |&(name, (round, up), extent, bend): &Key| Example {
        name: name.into(),
        direction: way(round, up).to_array(),
        extent,
        rotations: bend.rotations(joints),
        morphs: match (chain, name) {
            ("fringe.1", "left") => [("mouth.left".to_owned(), 1.0)].into(),
            ("fringe.1", "right") => [("mouth.right".to_owned(), 1.0)].into(),
            _ => Default::default(),
        },
    };
    keys.iter().map(example).collect()
}
