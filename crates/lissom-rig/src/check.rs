//! Whether a rig fits a character: everything that is wrong with it, not only the first thing.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use serde::Serialize;

use crate::character::Character;
use crate::rig::{Rig, VERSION};

mod bodies;
mod joints;
mod nearest;
mod numbers;

use nearest::nearest;
use numbers::Numbers;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// It cannot be simulated like this.
    Error,
    /// It can, but hardly as it was meant.
    Warning,
}

/// Something that is wrong, where, and what to do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    pub severity: Severity,
    /// As in `joints "tail", example "front"`.
    pub place: String,
    pub what: String,
    /// Empty where `what` says it.
    pub fix: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{severity}: {}: {}", self.place, self.what)?;
        if self.fix.is_empty() { Ok(()) } else { write!(f, "; {}", self.fix) }
    }
}

/// Names that are not known are compared with all that are for so many of them; the rest is often the same mistake.
const SUGGESTIONS: usize = 50;

/// All problems, in the order of the rig.
pub fn check(rig: &Rig, character: &Character) -> Vec<Problem> {
    let mut list = List::new(rig, character);
    if rig.version > VERSION || rig.version == 0 {
        list.error(
            "version",
            format!("{} is not known", rig.version),
            format!("give {VERSION}, or use a newer program"),
        );
    }
    if let Err(error) = character.check() {
        list.error("character", error.to_string(), "export it again");
        return list.problems;
    }
    list.names();
    rig.regions.iter().for_each(|r| list.region(r));
    list.all_joints();
    rig.creatures.iter().for_each(|c| list.creature(c));
    rig.colliders.iter().for_each(|c| list.collider(c));
    list.world();
    list.problems
}

struct List<'a> {
    rig: &'a Rig,
    character: &'a Character,
    bones: HashMap<&'a str, usize>,
    /// What contacts are named by: bodies and colliders.
    parts: Vec<&'a str>,
    problems: Vec<Problem>,
    suggested: usize,
}

impl<'a> List<'a> {
    fn new(rig: &'a Rig, character: &'a Character) -> List<'a> {
        let bones = character.skeleton.bones.iter().enumerate().rev().map(|(k, b)| (b.name.as_str(), k)).collect();
        let mut parts: Vec<&str> = rig.colliders.iter().map(|c| c.part.as_str()).collect();
        parts.extend(body_names(rig).map(|(_, name)| name));
        parts.sort_unstable();
        parts.dedup();
        List { rig, character, bones, parts, problems: Vec::new(), suggested: 0 }
    }

    fn error(&mut self, place: impl Into<String>, what: impl Into<String>, fix: impl Into<String>) {
        let (place, what, fix) = (place.into(), what.into(), fix.into());
        self.problems.push(Problem { severity: Severity::Error, place, what, fix });
    }

    fn warn(&mut self, place: impl Into<String>, what: impl Into<String>, fix: impl Into<String>) {
        let (place, what, fix) = (place.into(), what.into(), fix.into());
        self.problems.push(Problem { severity: Severity::Warning, place, what, fix });
    }

    /// Numbers that are not what they can be.
    fn numbers(&mut self, place: &str, numbers: Numbers) {
        for (name, value, may_be) in numbers.wrong() {
            self.error(place, format!("{name} is {value}"), format!("give {may_be}"));
        }
    }

    fn find_bone(&mut self, place: &str, name: &str) -> Option<usize> {
        let found = self.bones.get(name).copied();
        if found.is_none() {
            let known: Vec<&str> = self.character.skeleton.bones.iter().map(|b| b.name.as_str()).collect();
            let fix = self.suggest(name, &known);
            self.error(place, format!("there is no bone `{name}`"), fix);
        }
        found
    }

    /// Parts that nothing is named by.
    fn find_parts(&mut self, place: &str, names: &[String]) {
        for name in names {
            if self.parts.binary_search(&name.as_str()).is_err() {
                let fix = self.suggest(name, &self.parts.clone());
                self.warn(place, format!("nothing that can be touched is called `{name}`"), fix);
            }
        }
    }

    fn suggest(&mut self, name: &str, known: &[&str]) -> String {
        self.suggested += 1;
        match nearest(name, known).filter(|_| self.suggested <= SUGGESTIONS) {
            Some(near) => format!("perhaps `{near}` is meant"),
            None => match known.iter().take(8).copied().collect::<Vec<_>>()[..] {
                [] => "leave it out".to_owned(),
                ref some => format!("take one of the {}: {}…", known.len(), some.join(", ")),
            },
        }
    }

    /// Bodies of one name cannot be told apart.
    fn names(&mut self) {
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for (place, name) in body_names(self.rig) {
            if name.is_empty() {
                self.warn(place, "one has no name", "give it one");
            }
            let count = seen.entry(name).or_default();
            *count += 1;
            if *count == 2 {
                self.warn(format!("{place} \"{name}\""), "the name is taken", "give every body a name of its own");
            }
        }
    }

    fn world(&mut self) {
        let [x, y, z] = self.rig.gravity.0;
        self.numbers("gravity", Numbers::new().any("x", x).any("y", y).any("z", z));
        let rate = self.rig.steps_per_sec;
        if !(15.0..=100_000.0).contains(&rate) {
            self.error("steps_per_sec", format!("it is {rate}"), "give 15 to 100000; 240 is usual");
        }
        if let Some(water) = &self.rig.water {
            let [x, y, z] = water.velocity;
            let numbers =
                Numbers::new().positive("density", water.density).at_least_0("normal_drag", water.normal_drag);
            let numbers =
                numbers.at_least_0("tangent_drag", water.tangent_drag).any("level", water.level.unwrap_or(0.0));
            self.numbers("water", numbers.any("velocity x", x).any("velocity y", y).any("velocity z", z));
            if self.rig.creatures.is_empty() {
                self.warn("water", "nothing here swims in it", "leave it out: only creatures feel it");
            }
        }
    }
}

/// Kind and name of all bodies.
fn body_names(rig: &Rig) -> impl Iterator<Item = (&'static str, &str)> {
    let regions = rig.regions.iter().map(|r| ("region", r.name.as_str()));
    let joints = rig.joints.iter().map(|j| ("joints", j.name.as_str()));
    regions.chain(joints).chain(rig.creatures.iter().map(|c| ("creature", c.name.as_str())))
}

#[cfg(test)]
mod tests;
