//! What a character from a file does: an animation of its own, or a motion from another file.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use lissom_formats::gltf::clip;
use lissom_formats::model::Model;
use lissom_formats::motion::{Motion, Retarget};
use lissom_formats::take::Act;
use lissom_rig::Rig;

use crate::model_file::rig_for;

#[derive(Clone, Debug, clap::Args)]
pub struct Acting {
    /// The rig, as `lissom rig` writes it; the one in the file or a proposed one if left out
    #[arg(long, value_name = "RIG")]
    rig: Option<PathBuf>,
    /// An animation of the file, by name or number; if left out one called idle, else walk, else the longest
    #[arg(long, value_name = "NAME")]
    pub animation: Option<String>,
    /// A motion put onto a human: .bvh or .vrma
    #[arg(long, value_name = "FILE", conflicts_with = "animation")]
    motion: Option<PathBuf>,
    /// Only chains and regions of these names; * stands for anything
    #[arg(long, value_name = "GLOB")]
    chains: Vec<String>,
    /// For so many seconds the first pose is held before, so that everything hangs as it should
    #[arg(long, default_value_t = 0.5, value_name = "SECONDS", value_parser = preroll)]
    pub preroll: f64,
    /// The eyes of a VRM character look into the camera
    #[arg(long)]
    look_at_camera: bool,
}

fn preroll(text: &str) -> Result<f64, String> {
    let secs = text.parse::<f64>().ok().filter(|s| (0.0..=600.0).contains(s));
    secs.ok_or_else(|| format!("`{text}`: give 0 to 600 seconds"))
}

/// What a baked animation is called after the one it is made of.
pub const BAKED: &str = " (Lissom)";

impl Acting {
    /// Whether anything was asked for.
    pub fn is_given(&self) -> bool {
        let named = self.rig.is_some() || self.animation.is_some() || self.motion.is_some();
        named || !self.chains.is_empty() || self.look_at_camera
    }

    /// The rig as asked for, with all that is in it.
    pub fn rig(&self, model: &Model) -> anyhow::Result<Rig> {
        rig_for(model, self.rig.as_deref())
    }

    /// What of a rig is to be simulated.
    pub fn chosen(&self, mut rig: Rig) -> anyhow::Result<Rig> {
        if !self.chains.is_empty() {
            let known = names(&rig);
            let wanted = |name: &str| self.chains.iter().any(|glob| matches(glob, name));
            rig.joints.retain(|j| wanted(&j.name));
            rig.regions.retain(|r| wanted(&r.name));
            rig.creatures.retain(|c| wanted(&c.name));
            if names(&rig).is_empty() {
                bail!("--chains {}: none is called so; there are {}", self.chains.join(" "), known.join(", "));
            }
        }
        Ok(rig)
    }

    /// What moves it, and the number of the animation if it is one of the file.
    pub fn act(&self, model: &Model) -> anyhow::Result<(Act, Option<usize>)> {
        if let Some(path) = &self.motion {
            let act = Act { motion: Some(motion(model, path)?), ..self.base(model) };
            return Ok((act, None));
        }
        let clips = &model.import.clips;
        let index = match self.animation.as_deref() {
            None => clip::usual(clips),
            Some(name) => {
                let known: Vec<&str> = clips.iter().map(|c| c.name.as_str()).collect();
                Some(
                    find(&known, name)
                        .with_context(|| format!("there is no animation `{name}`; the file has {}", list(&known)))?,
                )
            }
        };
        Ok((self.play(model, index), index))
    }

    /// What the motion's file is called.
    pub fn motion_name(&self) -> String {
        let stem = self.motion.as_ref().and_then(|path| path.file_stem());
        stem.map_or("motion".to_owned(), |s| s.to_string_lossy().into_owned())
    }

    /// An animation of the file, by number.
    pub fn play(&self, model: &Model, index: Option<usize>) -> Act {
        Act { clip: index.map(|k| model.import.clips[k].clone()), ..self.base(model) }
    }

    fn base(&self, model: &Model) -> Act {
        Act { vrm: model.vrm.clone(), look_at_camera: self.look_at_camera, ..Act::default() }
    }
}

fn motion(model: &Model, path: &Path) -> anyhow::Result<Retarget> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let motion = Motion::read(&bytes).map_err(|error| anyhow!("{error}: {}", path.display()))?;
    let human = model.humanoid().context(
        "--motion needs a human, and none is found in the character; name its bones like `LeftUpLeg` or `upper_arm.L`",
    )?;
    Retarget::new(motion, &model.import.nodes, &human).context("the motion does not fit the character")
}

fn names(rig: &Rig) -> Vec<String> {
    let joints = rig.joints.iter().map(|j| &j.name).chain(rig.regions.iter().map(|r| &r.name));
    joints.chain(rig.creatures.iter().map(|c| &c.name)).cloned().collect()
}

/// By its name, its number, or else by what only one name ends in, capitals or not: exporters put armatures before.
fn find(known: &[&str], name: &str) -> Option<usize> {
    let exact = known.iter().position(|k| *k == name);
    let number = || name.parse().ok().filter(|k| *k < known.len());
    let ending = || {
        let name = name.to_lowercase();
        let mut like = (0..known.len()).filter(|k| known[*k].to_lowercase().ends_with(&name));
        like.next().filter(|_| like.next().is_none())
    };
    exact.or_else(number).or_else(ending)
}

/// Some names, or that there are none.
pub fn list(names: &[&str]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// Whether a name is like a pattern, in which * stands for anything and ? for one letter. Capitals do not matter.
fn matches(glob: &str, name: &str) -> bool {
    let (glob, name): (Vec<char>, Vec<char>) =
        (glob.to_lowercase().chars().collect(), name.to_lowercase().chars().collect());
    let (mut g, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        if glob.get(g).is_some_and(|c| *c == '?' || *c == name[n]) && glob[g] != '*' {
            (g, n) = (g + 1, n + 1);
        } else if glob.get(g) == Some(&'*') {
            star = Some((g, n));
            g += 1;
        } else if let Some((at, from)) = star {
            (g, n, star) = (at + 1, from + 1, Some((at, from + 1)));
        } else {
            return false;
        }
    }
    glob[g..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::{find, matches};

    #[test]
    fn animations_are_found_by_what_they_end_in() {
        let known = ["Rig|Walk", "Rig|Run", "Walk fast", "Rig|Walk (Lissom)", "2"];
        assert_eq!(
            ["walk", "Run", "Walk fast", "2", "1", "n", "fly"].map(|n| find(&known, n)),
            [Some(0), Some(1), Some(2), Some(4), Some(1), Some(1), None]
        );
    }

    #[test]
    fn names_are_matched() {
        for (glob, name) in [
            ("*", ""),
            ("tail", "Tail"),
            ("ear.*", "ear.L"),
            ("*hair*", "FrontHair_L"),
            ("ear.?", "ear.R"),
            ("a*b*c", "aXbYbZc"),
        ] {
            assert!(matches(glob, name), "{glob} {name}");
        }
        for (glob, name) in [("", "a"), ("ear", "ear.L"), ("ear.?", "ear."), ("a*b", "a*bc"), ("?", "")] {
            assert!(!matches(glob, name), "{glob} {name}");
        }
    }
}
