//! Cameras: where the picture is taken from, and what view-dependent parts are told.

use std::f64::consts::TAU;
use std::str::FromStr;

use glam::Vec3;

/// Where the camera is at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    pub eye: Vec3,
    pub target: Vec3,
    /// The picture before was taken from somewhere else.
    pub cut: bool,
}

/// At this many times its height away, a subject fills most of what a 45 mm lens sees.
const DISTANCE: f32 = 2.68;

impl Shot {
    /// From a circle around a subject. Yaw 0 looks from +Z, positive yaw walks towards +X; positive pitch looks down.
    pub fn around(target: Vec3, height: f32, yaw_rad: f32, pitch_rad: f32) -> Shot {
        let (yaw_sin, yaw_cos) = yaw_rad.sin_cos();
        let (pitch_sin, pitch_cos) = pitch_rad.sin_cos();
        let away = Vec3::new(yaw_sin * pitch_cos, pitch_sin, yaw_cos * pitch_cos);
        Shot { eye: target + away * (DISTANCE * height), target, cut: false }
    }
}

/// How a camera moves. Apart from a fixed place and keys, it circles around what the scene's own camera looks at.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Path {
    /// Where the scene's camera begins.
    #[default]
    Still,
    /// Once around in so many seconds.
    Orbit {
        period_secs: f64,
    },
    /// Once around, starting and stopping gently.
    Turntable {
        secs: f64,
    },
    /// A quarter turn from 0.5 s to 1 s: what ghost momentum is measured with.
    Quarter,
    /// A quarter turn at once.
    Cut {
        at_secs: f64,
    },
    Fixed(Vec3),
    /// Times and places, in order.
    Keys(Vec<(f64, Vec3)>),
}

impl Path {
    /// How far around the camera is, rad.
    pub fn turn(&self, time_secs: f64) -> f64 {
        match self {
            Path::Still | Path::Fixed(_) | Path::Keys(_) => 0.0,
            Path::Orbit { period_secs } => time_secs / period_secs * TAU,
            Path::Turntable { secs } => {
                let s = (time_secs / secs).clamp(0.0, 1.0);
                s * s * (3.0 - 2.0 * s) * TAU
            }
            Path::Quarter => ((time_secs - 0.5) / 0.5).clamp(0.0, 1.0) * TAU / 4.0,
            Path::Cut { at_secs } => f64::from(time_secs >= *at_secs) * TAU / 4.0,
        }
    }

    /// Whether the camera jumped between two moments.
    pub fn cuts(&self, from_secs: f64, to_secs: f64) -> bool {
        matches!(self, Path::Cut { at_secs } if from_secs < *at_secs && to_secs >= *at_secs)
    }

    /// The place it is at, if it does not circle.
    pub fn place(&self, time_secs: f64) -> Option<Vec3> {
        match self {
            Path::Fixed(place) => Some(*place),
            Path::Keys(keys) => {
                let next = keys.partition_point(|(t, _)| *t <= time_secs);
                let (Some(a), Some(b)) = (keys.get(next.max(1) - 1), keys.get(next).or(keys.last())) else {
                    return None;
                };
                let share = if b.0 > a.0 { ((time_secs - a.0) / (b.0 - a.0)).clamp(0.0, 1.0) } else { 0.0 };
                Some(a.1.lerp(b.1, share as f32))
            }
            _ => None,
        }
    }
}

/// What is wrong with a camera in words.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PathError {
    #[error(
        "camera `{0}`: give own, still, quarter, orbit:SECONDS, turntable:SECONDS, cut:SECONDS, fixed:x,y,z or a FILE.csv"
    )]
    Unknown(String),
    #[error("camera `{0}`: give a number of seconds above 0")]
    Seconds(String),
    #[error("camera `{0}`: give three numbers, like fixed:0,1.2,3")]
    Place(String),
    #[error("line {line}: `{text}` is not time, x, y, z; times must rise")]
    Key { line: usize, text: String },
    #[error("there is no line with time, x, y, z")]
    NoKeys,
}

impl FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Path, PathError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let secs = || {
            let secs = rest.parse::<f64>().ok().filter(|s| s.is_finite() && *s > 0.0);
            secs.ok_or_else(|| PathError::Seconds(text.to_owned()))
        };
        match (name, rest) {
            ("still", "") => Ok(Path::Still),
            ("quarter", "") => Ok(Path::Quarter),
            ("orbit", _) => Ok(Path::Orbit { period_secs: secs()? }),
            ("turntable", _) => Ok(Path::Turntable { secs: secs()? }),
            ("cut", _) => Ok(Path::Cut { at_secs: secs()? }),
            ("fixed", _) => match numbers(rest)[..] {
                [Some(x), Some(y), Some(z)] => Ok(Path::Fixed(Vec3::new(x as f32, y as f32, z as f32))),
                _ => Err(PathError::Place(text.to_owned())),
            },
            _ => Err(PathError::Unknown(text.to_owned())),
        }
    }
}

impl Path {
    /// From lines of time, x, y, z; a first line of names is left out.
    pub fn from_csv(text: &str) -> Result<Path, PathError> {
        let mut keys: Vec<(f64, Vec3)> = Vec::new();
        for (k, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            match numbers(line)[..] {
                [Some(t), Some(x), Some(y), Some(z)] if keys.last().is_none_or(|last| last.0 < t) => {
                    keys.push((t, Vec3::new(x as f32, y as f32, z as f32)));
                }
                _ if k == 0 && numbers(line).iter().all(Option::is_none) => {}
                _ => return Err(PathError::Key { line: k + 1, text: line.to_owned() }),
            }
        }
        if keys.is_empty() { Err(PathError::NoKeys) } else { Ok(Path::Keys(keys)) }
    }
}

fn numbers(text: &str) -> Vec<Option<f64>> {
    text.split(',').map(|n| n.trim().parse::<f64>().ok().filter(|v| v.is_finite())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_from_words() {
        assert_eq!("orbit:4".parse(), Ok(Path::Orbit { period_secs: 4.0 }));
        assert_eq!("fixed:0,1.5,-2".parse(), Ok(Path::Fixed(Vec3::new(0.0, 1.5, -2.0))));
        assert_eq!("cut:0.5".parse(), Ok(Path::Cut { at_secs: 0.5 }));
        for wrong in ["orbit", "orbit:0", "orbit:nan", "fixed:1,2", "fixed:1,2,x", "sideways", "still:3"] {
            assert!(wrong.parse::<Path>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn keys_are_read_and_interpolated() {
        let path = Path::from_csv("t,x,y,z\n0,0,1,2\n\n2, 4,1,2\n").expect("fine");
        assert_eq!(path.place(1.0), Some(Vec3::new(2.0, 1.0, 2.0)));
        assert_eq!(path.place(-1.0), Some(Vec3::new(0.0, 1.0, 2.0)));
        assert_eq!(path.place(9.0), Some(Vec3::new(4.0, 1.0, 2.0)));
        for wrong in ["", "t,x,y,z", "0,0,0,0\n0,1,1,1", "1,2,3", "0,0,0,nan"] {
            assert!(Path::from_csv(wrong).is_err(), "{wrong}");
        }
    }
}
