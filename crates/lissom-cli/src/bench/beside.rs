//! What a paper says of the same scene.

use super::time::Times;
use lissom_scenes::scene::Paper;
use serde::Serialize;

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Beside {
    /// Frames a second: the paper's with simple shading and with final rendering, and ours.
    Fps { simple: f64, r#final: f64, ours: f64 },
    /// Milliseconds of a frame without drawing it, and how many times faster ours is.
    Frame { ms: f64, times_faster: f64 },
}

impl Beside {
    pub fn new(paper: Paper, ms: &Times) -> Beside {
        match paper {
            Paper::Character { simple_fps, final_fps, .. } => {
                Beside::Fps { simple: simple_fps, r#final: final_fps, ours: 1e3 / ms.median() }
            }
            Paper::Creatures { ms: theirs, .. } => Beside::Frame { ms: theirs, times_faster: theirs / ms.least },
        }
    }
}

impl std::fmt::Display for Beside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Beside::Fps { simple, r#final, ours } => write!(f, "{simple:.0} / {:.0} frames/s, ours {ours:.0}", r#final),
            Beside::Frame { ms, times_faster } => write!(f, "{ms} ms, ours {times_faster:.0} times faster"),
        }
    }
}
