//! BVH: a tree of joints, and the numbers of their channels, frame by frame.

use std::collections::HashSet;

use glam::{Quat, Vec3};

use crate::ReadError;
use crate::gltf::clip::{Between, Target, Track};
use crate::gltf::nodes::unit;
use crate::gltf::{Clip, Node, Nodes, Trs};
use crate::text::{Line, Text, ended, wrong};

/// No skeleton has more.
const MOST_JOINTS: usize = 4096;
/// Larger numbers are no motion.
const LARGEST: f64 = 1e9;

/// Joints as nodes, parents before their children, and their motion as a clip.
#[derive(Clone, Debug)]
pub struct Bvh {
    pub nodes: Nodes,
    pub clip: Clip,
    pub frames: usize,
    pub frame_secs: f64,
}

struct Joint {
    name: String,
    parent: Option<usize>,
    /// From the parent, at rest.
    offset: Vec3,
    channels: Vec<Channel>,
    /// Its first channel among all.
    first: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Channel {
    turns: bool,
    axis: usize,
}

impl Channel {
    fn of(word: &[u8]) -> Option<Channel> {
        let word = word.to_ascii_lowercase();
        let (axis, what) = word.split_first()?;
        let axis = b"xyz".iter().position(|a| a == axis)?;
        let turns = match what {
            b"rotation" => true,
            b"position" => false,
            _ => return None,
        };
        Some(Channel { turns, axis })
    }
}

impl Joint {
    /// Where it is in its parent, given the numbers of all channels. A position stands for the offset; of turns, the
    /// last in the list is the first that is made.
    fn local(&self, values: &[f32]) -> (Vec3, Quat) {
        let (mut translation, mut rotation) = (self.offset, Quat::IDENTITY);
        for (channel, &value) in self.channels.iter().zip(&values[self.first..]) {
            if channel.turns {
                rotation *= Quat::from_axis_angle(Vec3::AXES[channel.axis], value.to_radians());
            } else {
                translation[channel.axis] = value;
            }
        }
        (translation, unit(rotation))
    }
}

pub fn read(bytes: &[u8]) -> Result<Bvh, ReadError> {
    let mut words = Words { text: Text::new(bytes, None), rest: b"" };
    words.expect("HIERARCHY")?;
    let (joints, width) = hierarchy(&mut words)?;
    let mut text = words.text;
    let mut line = field(&mut text, "Frames")?;
    let frames: u64 = line.next("the number of frames")?;
    let mut line = field(&mut text, "Frame Time")?;
    let frame_secs: f64 = line.next("the time of a frame")?;
    if !(frame_secs > 0.0 && frame_secs <= LARGEST) {
        return Err(line.error(format!("a frame takes {frame_secs} s; give the seconds from one frame to the next")));
    }
    if width == 0 {
        return Err(ReadError::Empty { what: "channels" });
    }
    let mut values = Vec::new();
    for frame in 1..=frames {
        for _ in 0..width {
            let line = text.line_number();
            let value: f64 = text.number("a number of a frame")?;
            if !(-LARGEST..=LARGEST).contains(&value) {
                return Err(ReadError::line(line, format!("frame {frame}: {value} is not finite, or too large")));
            }
            values.push(value as f32);
        }
    }
    let line = text.line_number();
    if text.next_word().is_some() {
        return Err(ReadError::line(line, format!("more numbers than {frames} frames of {width} channels have")));
    }
    let frames: Vec<&[f32]> = values.chunks(width).collect();
    Ok(Bvh { clip: clip(&joints, &frames, frame_secs), frames: frames.len(), frame_secs, nodes: nodes(joints) })
}

fn nodes(joints: Vec<Joint>) -> Nodes {
    let mut names = HashSet::new();
    let node = |(k, joint): (usize, Joint)| {
        let twice = !names.insert(joint.name.clone());
        Node {
            name: if twice { format!("{} (joint {k})", joint.name) } else { joint.name },
            parent: joint.parent,
            local: Trs { translation: joint.offset, ..Trs::IDENTITY },
            mesh: None,
            skin: None,
            camera: None,
            weights: Vec::new(),
        }
    };
    let list: Vec<Node> = joints.into_iter().enumerate().map(node).collect();
    Nodes { order: (0..list.len()).collect(), list }
}

fn clip(joints: &[Joint], frames: &[&[f32]], frame_secs: f64) -> Clip {
    let times: Vec<f32> = (0..frames.len()).map(|k| (k as f64 * frame_secs) as f32).collect();
    let track = |node: usize, target: Target, width: usize, value: &dyn Fn((Vec3, Quat)) -> [f32; 4]| {
        let values = frames.iter().flat_map(|frame| value(joints[node].local(frame)).into_iter().take(width)).collect();
        Track { node, target, between: Between::Linear, times: times.clone(), values, width }
    };
    let mut tracks = Vec::new();
    for (node, joint) in joints.iter().enumerate().filter(|_| !frames.is_empty()) {
        if joint.channels.iter().any(|c| !c.turns) {
            tracks.push(track(node, Target::Translation, 3, &|(t, _)| t.extend(0.0).to_array()));
        }
        if joint.channels.iter().any(|c| c.turns) {
            tracks.push(track(node, Target::Rotation, 4, &|(_, r)| r.to_array()));
        }
    }
    let secs = times.last().map_or(0.0, |t| f64::from(*t));
    Clip { name: "motion".to_owned(), secs, tracks }
}

/// From the first `ROOT` to `MOTION`.
fn hierarchy(words: &mut Words) -> Result<(Vec<Joint>, usize), ReadError> {
    let mut joints: Vec<Joint> = Vec::new();
    let mut width = 0;
    // Those that are not closed, and whether their offset has come.
    let mut open: Vec<(usize, bool)> = Vec::new();
    loop {
        let line = words.line_number();
        let within = open.last().map(|o| o.0);
        let name = within.map_or("the skeleton", |j| &joints[j].name).to_owned();
        let expected = if open.is_empty() { "ROOT or MOTION" } else { "OFFSET, CHANNELS, JOINT, End Site or `}`" };
        let word = words.next(expected)?;
        match (word.to_ascii_lowercase().as_slice(), open.last_mut()) {
            (b"root", None) | (b"joint", Some(_)) => {
                if joints.len() == MOST_JOINTS {
                    return Err(ReadError::line(line, format!("more than {MOST_JOINTS} joints")));
                }
                let name = words.name()?;
                joints.push(Joint { name, parent: within, offset: Vec3::ZERO, channels: Vec::new(), first: width });
                open.push((joints.len() - 1, false));
            }
            (b"offset", Some((joint, has_offset))) => {
                joints[*joint].offset = words.offset()?;
                *has_offset = true;
            }
            (b"channels", Some((joint, _))) => {
                let joint = &mut joints[*joint];
                if !joint.channels.is_empty() || joint.first != width {
                    return Err(ReadError::line(line, format!("`{name}`: CHANNELS belong before its joints, once")));
                }
                joint.channels = words.channels()?;
                width += joint.channels.len();
            }
            (b"end", Some(_)) => {
                words.name()?;
                words.expect("OFFSET")?;
                words.offset()?;
                words.expect("}")?;
            }
            (b"}", Some((_, has_offset))) => {
                if !*has_offset {
                    return Err(ReadError::line(line, format!("`{name}` has no OFFSET")));
                }
                open.pop();
            }
            (b"motion", None) if !joints.is_empty() => return Ok((joints, width)),
            (b"motion", Some(_)) => return Err(ReadError::line(line, format!("`{name}` is not closed with a `}}`"))),
            _ => return Err(ReadError::line(line, format!("{name}: {}", wrong(expected, word)))),
        }
    }
}

/// Words; braces are words of their own.
struct Words<'a> {
    text: Text<'a>,
    /// Of the word before.
    rest: &'a [u8],
}

impl<'a> Words<'a> {
    fn line_number(&mut self) -> usize {
        self.text.line_number()
    }

    fn next(&mut self, what: &str) -> Result<&'a [u8], ReadError> {
        let line = self.line_number();
        if self.rest.is_empty() {
            self.rest = self.text.next_word().ok_or_else(|| ended(line, what))?;
        }
        let brace = self.rest.iter().position(|b| matches!(b, b'{' | b'}')).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(brace.max(1));
        self.rest = rest;
        Ok(word)
    }

    fn expect(&mut self, expected: &str) -> Result<(), ReadError> {
        let line = self.line_number();
        let word = self.next(expected)?;
        if word.eq_ignore_ascii_case(expected.as_bytes()) {
            return Ok(());
        }
        Err(ReadError::line(line, wrong(expected, word)))
    }

    /// All up to the brace.
    fn name(&mut self) -> Result<String, ReadError> {
        let mut words = Vec::new();
        loop {
            match self.next("`{`")? {
                b"{" => return Ok(words.join(" ")),
                word => words.push(String::from_utf8_lossy(word).into_owned()),
            }
        }
    }

    fn number(&mut self, what: &str) -> Result<f64, ReadError> {
        let line = self.line_number();
        let word = self.next(what)?;
        let value: f64 = Line::new(word, line).next(what)?;
        if (-LARGEST..=LARGEST).contains(&value) { Ok(value) } else { Err(ReadError::line(line, wrong(what, word))) }
    }

    fn offset(&mut self) -> Result<Vec3, ReadError> {
        let mut next = || self.number("a number of an OFFSET").map(|x| x as f32);
        Ok(Vec3::new(next()?, next()?, next()?))
    }

    fn channels(&mut self) -> Result<Vec<Channel>, ReadError> {
        let line = self.line_number();
        let count = self.number("the number of channels")?;
        if !(0.0..=6.0).contains(&count) || count.fract() != 0.0 {
            return Err(ReadError::line(line, format!("{count} channels; a joint has 0 to 6")));
        }
        let mut channels: Vec<Channel> = Vec::new();
        while (channels.len() as f64) < count {
            let line = self.line_number();
            let word = self.next("a channel")?;
            let expected = format!("one of {count} channels like Xposition or Zrotation");
            let channel = Channel::of(word).ok_or_else(|| ReadError::line(line, wrong(&expected, word)))?;
            if channels.contains(&channel) {
                return Err(ReadError::line(line, format!("{} comes twice", String::from_utf8_lossy(word))));
            }
            channels.push(channel);
        }
        Ok(channels)
    }
}

/// What stands behind the colon.
fn field<'a>(text: &mut Text<'a>, name: &str) -> Result<Line<'a>, ReadError> {
    let line = text.line(name)?;
    let mut parts = line.bytes().splitn(2, |b| *b == b':');
    let key = parts.next().unwrap_or_default().to_ascii_lowercase();
    let key = key.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
    match parts.next() {
        Some(value) if key.eq(name.to_ascii_lowercase().split(' ').map(str::as_bytes)) => {
            Ok(Line::new(value, line.number))
        }
        _ => Err(line.error(wrong(&format!("`{name}:`"), line.bytes()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "hierarchy\r\nROOT  My Hips{ OFFSET 1 2 3\r\n CHANNELS 4 Zrotation Yposition xrotation YROTATION\r\n \
        JOINT Head { CHANNELS 1 Xrotation OFFSET 0 1.5e0 0 End Site { OFFSET 0 1 0 }} }\r\n\
        Motion\r\nframes :2\r\nFrame  Time:\t.5\r\n90 7 0 0\r\n 10 28.6479 0 14.3239 57.2958 0\r\n";

    #[test]
    fn channels_come_in_any_order() {
        let bvh = read(SMALL.as_bytes()).expect("a motion");
        assert_eq!((bvh.frames, bvh.frame_secs, bvh.clip.secs), (2, 0.5, 0.5));
        let [hips, head] = bvh.nodes.list.as_slice() else { panic!("two joints") };
        assert_eq!((hips.name.as_str(), head.name.as_str(), head.parent), ("My Hips", "Head", Some(0)));
        assert_eq!(hips.local.translation, Vec3::new(1.0, 2.0, 3.0));
        let at = |secs: f64| {
            let mut local = bvh.nodes.rest();
            bvh.clip.sample(secs, &mut local);
            local
        };
        let [hips, head] = [at(0.0)[0], at(0.0)[1]];
        assert_eq!(hips.translation, Vec3::new(1.0, 7.0, 3.0), "a position stands for the offset");
        assert!((hips.rotation * Vec3::X).distance(Vec3::Y) < 1e-6);
        assert_eq!(head.translation, Vec3::new(0.0, 1.5, 0.0));
        assert!(head.rotation.angle_between(Quat::from_rotation_x(10f32.to_radians())) < 1e-3);
        let after = Quat::from_rotation_z(0.5) * Quat::from_rotation_x(0.25) * Quat::from_rotation_y(1.0);
        assert!(at(0.5)[0].rotation.angle_between(after) < 1e-3, "the last turn comes first");
    }

    #[test]
    fn errors_say_the_line() {
        let change = |from: &str, to: &str| read(SMALL.replace(from, to).as_bytes()).expect_err("wrong").to_string();
        let cases = [
            ("hierarchy", "ROOT", "line 1: HIERARCHY is expected here, not `ROOT`"),
            ("OFFSET 1 2 3", "", "line 4: `My Hips` has no OFFSET"),
            ("1.5e0", "nan", "line 4: a number of an OFFSET"),
            ("}} }", "}}", "line 5: `My Hips` is not closed"),
            ("CHANNELS 4", "CHANNELS 5", "line 4: one of 5 channels"),
            ("YROTATION", "Xrotation", "line 3: Xrotation comes twice"),
            ("CHANNELS 4", "CHANNELS 1e6", "line 3: 1000000 channels"),
            ("frames", "fames", "line 6: `Frames:` is expected"),
            (":2", ":99999999999", "line 10: the file ends where a number of a frame"),
            (":2", ":1", "line 9: more numbers"),
            ("\t.5", "-.5", "line 7: a frame takes -0.5 s"),
            ("90 7", "90 inf", "line 8: frame 1: inf is not finite"),
            ("Motion", "ROOT Other { OFFSET 0 0 0", "is expected here"),
        ];
        for (from, to, said) in cases {
            let error = change(from, to);
            assert!(error.contains(said), "{from} -> {to}: {error}");
        }
        let empty = "HIERARCHY ROOT a { OFFSET 0 0 0 } MOTION\nFrames: 99999999999999\nFrame Time: 1\n";
        assert_eq!(read(empty.as_bytes()).err(), Some(ReadError::Empty { what: "channels" }));
        let deep = format!("HIERARCHY ROOT a {{ OFFSET 0 0 0 {}", "JOINT b { OFFSET 0 0 0 ".repeat(100_000));
        assert!(read(deep.as_bytes()).expect_err("deep").to_string().contains("more than 4096 joints"));
    }
}
