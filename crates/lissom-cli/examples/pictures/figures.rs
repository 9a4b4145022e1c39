//! The papers' figures, panel by panel.

use glam::{Quat, Vec3};
use lissom_scenes::camera::Shot;

use crate::drawings::{CHARTS, MESHES, PARTICLES, TETRAHEDRA};

/// A sheet named after the figure it answers.
pub struct Figure {
    pub name: &'static str,
    /// Of a panel.
    pub size: (u32, u32),
    pub rows: &'static [&'static [Panel]],
}

/// A picture of a scene.
#[derive(Clone, Copy)]
pub struct Panel {
    pub scene: &'static str,
    /// The usual one if empty.
    pub variant: &'static str,
    pub secs: f64,
    /// Overlays, as `lissom render` takes them, or one of the [`drawings`](crate::drawings).
    pub show: &'static str,
    pub cut: &'static str,
    /// Below it.
    pub words: &'static str,
    pub camera: Camera,
}

/// How the picture is taken, against the scene's own camera. What is simulated does not know of it.
#[derive(Clone, Copy)]
pub struct Camera {
    /// So many times as near.
    pub near: f32,
    pub yaw_deg: f32,
    /// m
    pub up: f32,
}

impl Camera {
    pub fn take(&self, from: Shot) -> Shot {
        let target = from.target + Vec3::Y * self.up;
        let back = Quat::from_rotation_y(self.yaw_deg.to_radians()) * (from.eye - from.target) / self.near;
        Shot { eye: target + back, target, ..from }
    }
}

impl Panel {
    pub const fn at(scene: &'static str, secs: f64, words: &'static str) -> Panel {
        Panel { scene, variant: "", secs, show: "", cut: "", words, camera: camera(scene) }
    }

    const fn of(self, variant: &'static str) -> Panel {
        Panel { variant, ..self }
    }

    const fn show(self, show: &'static str) -> Panel {
        Panel { show, ..self }
    }

    const fn seen(self, near: f32, yaw_deg: f32, up: f32) -> Panel {
        Panel { camera: Camera { near, yaw_deg, up }, ..self }
    }

    const fn cut(self, cut: &'static str) -> Panel {
        Panel { cut, ..self }
    }
}

/// So that each scene fills its picture, and shows its best side. Where the view matters, it is the scene's own.
const fn camera(scene: &str) -> Camera {
    let (near, yaw_deg, up) = match scene.as_bytes() {
        b"bunny" => (1.2, 0.0, 0.03),
        b"cowlick" => (1.12, 0.0, 0.0),
        b"cape-girl" => (1.15, 0.0, 0.0),
        b"hair" => (1.35, 0.0, 0.14),
        b"robe" => (1.2, 0.0, 0.05),
        b"somersault" => (1.1, 0.0, 0.15),
        b"bowel" => (1.12, 0.0, 0.0),
        b"heart" => (1.2, 0.0, 0.02),
        b"heart-sliced" => (1.15, 0.0, -0.05),
        b"worm" => (0.85, 0.0, 0.0),
        b"monster" => (1.1, 30.0, 0.6),
        b"jellyfishes" => (1.1, 0.0, 0.0),
        b"worms" => (0.98, 0.0, 0.0),
        b"menagerie" => (1.15, 0.0, -0.06),
        b"rod-ghost" => (1.7, 0.0, 0.35),
        _ => (1.0, 0.0, 0.0),
    };
    Camera { near, yaw_deg, up }
}

/// One picture that says what a scene is: who moves about is nearer than in a row of pictures.
pub const fn still(scene: &'static str, secs: f64) -> Panel {
    let (near, up) = match scene.as_bytes() {
        b"somersault" => (1.85, 0.45),
        b"monster" => (1.6, -0.42),
        b"hair" => (1.5, 0.2),
        b"worm" => (1.0, 0.0),
        b"worms" => (1.2, 0.0),
        _ => return Panel::at(scene, secs, ""),
    };
    Panel { camera: Camera { near, yaw_deg: 0.0, up }, ..Panel::at(scene, secs, "") }
}

/// The same panel at several times, with words below the first.
const fn times<const N: usize>(panel: Panel, secs: [f64; N]) -> [Panel; N] {
    let mut row = [panel; N];
    let mut k = 0;
    while k < N {
        row[k].secs = secs[k];
        if k > 0 {
            row[k].words = "";
        }
        k += 1;
    }
    row
}

const WIDE: (u32, u32) = (288, 196);
const TALL: (u32, u32) = (232, 240);

const ORBIT: [f64; 5] = [1.0, 3.0, 5.0, 7.0, 9.0];
const CIRCLE: [f64; 5] = [1.2, 2.6, 4.0, 5.4, 6.8];
const ROUND: [f64; 5] = [1.1, 1.5, 1.9, 7.0, 7.5];
const FLIP: [f64; 5] = [0.7, 0.95, 1.2, 1.45, 2.2];
const LEAP: [f64; 5] = [1.2, 2.2, 3.0, 4.2, 7.1];
const GUST: [f64; 3] = [3.4, 4.4, 5.58];
const TURN: [f64; 4] = [1.0, 2.2, 3.6, 4.96];
const STROKE: [f64; 4] = [3.0, 3.3, 3.6, 3.9];
const WAVE: [f64; 5] = [2.6, 2.975, 3.35, 3.725, 4.1];
const TOUCH: [f64; 4] = [0.95, 1.2, 1.5, 2.0];
const CRAWL: [f64; 4] = [3.0, 3.3, 3.6, 3.9];
const BEND: [f64; 4] = [2.0, 2.5, 3.0, 3.5];
const BEAT: [f64; 4] = [2.65, 2.95, 3.05, 3.35];
const WALK: [f64; 3] = [2.0, 2.4, 2.8];
const RUN: [f64; 3] = [6.73, 6.85, 7.2];
const PUSH: [f64; 4] = [3.0, 4.0, 5.0, 6.0];

pub const FIGURES: &[Figure] = &[
    Figure {
        name: "rods-fig1",
        size: TALL,
        rows: &[
            &times(Panel::at("bunny", 0.0, "the camera's view").of("with"), ORBIT),
            &times(Panel::at("bunny", 0.0, "the same from one place").of("fixed-view"), ORBIT),
            &times(Panel::at("bunny", 0.0, "without examples").of("without"), ORBIT),
        ],
    },
    Figure {
        name: "rods-fig6",
        size: TALL,
        rows: &[
            &times(Panel::at("cowlick", 0.0, "facing the camera").of("with"), CIRCLE),
            &times(Panel::at("cowlick", 0.0, "without examples").of("without"), CIRCLE),
        ],
    },
    Figure {
        name: "rods-fig7",
        size: TALL,
        rows: &[
            &times(Panel::at("front-hair", 0.0, "the camera's view").of("with"), ROUND),
            &times(Panel::at("front-hair", 0.0, "the same from one place").of("fixed-view"), ROUND),
            &times(Panel::at("front-hair", 0.0, "without examples").of("without"), ROUND),
        ],
    },
    Figure {
        name: "characters-fig1",
        size: (288, 320),
        rows: &[
            &[
                Panel::at("cape-girl", 0.0, "simulation meshes").show(MESHES),
                Panel::at("cape-girl", WALK[0], "walking"),
                Panel::at("cape-girl", WALK[1], ""),
                Panel::at("cape-girl", WALK[2], ""),
            ],
            &[
                Panel::at("cape-girl", RUN[0], "the same in a run").show(MESHES),
                Panel::at("cape-girl", RUN[0], "running"),
                Panel::at("cape-girl", RUN[1], ""),
                Panel::at("cape-girl", RUN[2], ""),
            ],
        ],
    },
    Figure {
        name: "characters-fig8",
        size: (288, 320),
        rows: &[&[
            Panel::at("robe", 0.0, "one layer of particles").show(MESHES),
            Panel::at("robe", GUST[0], "3.4 s"),
            Panel::at("robe", GUST[1], "4.4 s"),
            Panel::at("robe", GUST[2], "5.6 s"),
        ]],
    },
    Figure {
        name: "characters-fig9",
        size: TALL,
        rows: &[
            &times(Panel::at("somersault", 0.0, "cloth with ornaments"), FLIP),
            &times(Panel::at("somersault", 0.0, "surface particles on the legs").show(PARTICLES), FLIP),
        ],
    },
    Figure {
        name: "characters-fig10",
        size: TALL,
        rows: &[
            &times(Panel::at("monster", 0.0, "direct").of("direct"), LEAP),
            &times(
                Panel::at("monster", 0.0, "momentum-conserving").of("momentum-conserving").seen(1.6, 30.0, -0.35),
                LEAP,
            ),
        ],
    },
    Figure {
        name: "characters-fig11",
        size: (288, 288),
        rows: &[
            &times(Panel::at("hair", 0.0, "several clumps to a chain"), TURN),
            &times(Panel::at("hair", 0.0, "212 particles, blue if simulated").show(PARTICLES), TURN),
        ],
    },
    Figure {
        name: "procdef-fig1",
        size: (288, 260),
        rows: &[
            &[
                Panel::at("jellyfish", 0.0, "tetrahedra").show(TETRAHEDRA),
                Panel::at("jellyfish", 0.0, "direction").show("directions"),
                Panel::at("jellyfish", 0.0, "delay").show("delay"),
                Panel::at("jellyfish", 0.0, "charts").show(CHARTS),
            ],
            &times(Panel::at("jellyfish", 0.0, "a stroke"), STROKE),
            &times(Panel::at("jellyfish", 0.0, "excitation").show("excitation"), STROKE),
        ],
    },
    Figure {
        name: "procdef-fig3",
        size: (288, 260),
        rows: &[&[
            Panel::at("jellyfish", 0.0, "layers from outside").show("layers"),
            Panel::at("jellyfish", 0.0, "cut open").show("layers").cut("z"),
            Panel::at("jellyfish", 0.0, "strokes interpolated").show("directions"),
            Panel::at("jellyfish", 0.0, "within").show("directions").cut("z"),
        ]],
    },
    Figure {
        name: "procdef-fig5",
        size: WIDE,
        rows: &[&[
            Panel::at("bar-bend", 0.0, "direction").show("directions"),
            Panel::at("bar-bend", 0.0, "strength").show("strength"),
            Panel::at("bar-bend", 3.5, "stretched 1.5").of("stretch").show("excitation"),
            Panel::at("bar-bend", 3.5, "shrunk to 1/1.5").of("shrink").show("excitation"),
        ]],
    },
    Figure {
        name: "procdef-fig6",
        size: WIDE,
        rows: &[
            &[
                Panel::at("bar-wave", 0.0, "direction").show("directions"),
                Panel::at("bar-wave", 0.0, "delay").show("delay"),
                Panel::at("bar-wave", 3.0, "the signal").show("wave"),
            ],
            &times(Panel::at("bar-wave", 0.0, "five poses").show("excitation"), WAVE),
        ],
    },
    Figure {
        name: "procdef-fig7",
        size: WIDE,
        rows: &[
            &times(Panel::at("snail", 0.0, "touched at 1 s").of("touch"), TOUCH),
            &times(Panel::at("snail", 0.0, "excitation").of("touch").show("excitation"), TOUCH),
            &times(Panel::at("snail", 0.0, "the signal").of("touch").show("wave"), TOUCH),
        ],
    },
    Figure {
        name: "procdef-fig8",
        size: (384, 220),
        rows: &[&[
            Panel::at("worm-stiffness", 7.0, "N = 1").of("n1"),
            Panel::at("worm-stiffness", 7.0, "N = 6").of("n6"),
            Panel::at("worm-stiffness", 7.0, "N = 15").of("n15"),
        ]],
    },
    Figure {
        name: "procdef-fig9",
        size: WIDE,
        rows: &[
            &[
                Panel::at("worm", 0.0, "direction").show("directions"),
                Panel::at("worm", 0.0, "delay").show("delay"),
                Panel::at("worm-bend", 0.0, "strength").show("strength"),
                Panel::at("worm-bend", 0.0, "delay of a snake").of("snake").show("delay"),
            ],
            &times(Panel::at("worm", 0.0, "crawling").show("excitation"), CRAWL),
            &times(Panel::at("worm-bend", 0.0, "bending").of("bend"), BEND),
            &times(Panel::at("worm-bend", 0.0, "writhing").of("snake"), BEND),
        ],
    },
    Figure {
        name: "procdef-fig10",
        size: (560, 420),
        rows: &[&[Panel::at("jellyfishes", 6.0, "31 jellyfish"), Panel::at("worms", 5.0, "101 worms")]],
    },
    Figure {
        name: "procdef-fig11",
        size: (288, 250),
        rows: &[
            &[
                Panel::at("heart", 0.0, "direction").show("directions"),
                Panel::at("heart", 0.0, "layers within").show("layers").cut("z"),
                Panel::at("bowel", 0.0, "direction").show("directions"),
                Panel::at("bowel", 0.0, "delay").show("delay"),
            ],
            &times(Panel::at("heart", 0.0, "a beat, red where it contracts").show("excitation"), BEAT),
            &times(Panel::at("heart-sliced", 0.0, "sliced, from above"), BEAT),
            &times(Panel::at("bowel", 0.0, "a bowel").show("excitation"), PUSH),
        ],
    },
];
