//! Everything that is wrong with a glTF file, by the specification. Reading is more lenient than this.
//!
//! First the JSON is held against tables of what it may be (`tables`, `extensions`); then come the rules that no
//! table can tell. Those find nothing in what has the wrong type: that was told before.

mod accessors;
mod animations;
mod container;
mod extensions;
mod head;
mod meshes;
mod schema;
mod tables;
mod tree;
mod vertices;

use std::collections::HashSet;

pub use lissom_rig::check::{Problem, Severity};
use serde_json::Value;

use super::accessor::{Budget, Component, Elements, Shape};
use super::document::{Document, Whole, array};
use accessors::Views;

/// At most so many problems are told.
const MAX_PROBLEMS: usize = 1000;

/// What is wrong with a file; nothing if all is well. `beside` gives another file by its name relative to this one.
pub fn check(bytes: &[u8], beside: &dyn Fn(&str) -> Option<Vec<u8>>) -> Vec<Problem> {
    let mut found = Found::default();
    if let Some(document) = container::open(bytes, beside, &mut found) {
        let mut check = Check {
            json: document.json(),
            document: &document,
            found,
            sound: Vec::new(),
            views: Views::default(),
            seen: HashSet::new(),
            budget: Budget::default(),
        };
        check.schema();
        check.head();
        check.buffer_views();
        check.accessors();
        check.tree();
        check.meshes();
        check.animations();
        found = check.found;
    }
    found.all()
}

/// Problems so far.
#[derive(Default)]
struct Found {
    problems: Vec<Problem>,
    more: usize,
}

impl Found {
    fn add(&mut self, severity: Severity, place: impl Into<String>, what: impl Into<String>, fix: &str) {
        if self.problems.len() == MAX_PROBLEMS {
            self.more += 1;
            return;
        }
        self.problems.push(Problem { severity, place: place.into(), what: what.into(), fix: fix.into() });
    }

    fn error(&mut self, place: impl Into<String>, what: impl Into<String>, fix: &str) {
        self.add(Severity::Error, place, what, fix);
    }

    fn warn(&mut self, place: impl Into<String>, what: impl Into<String>, fix: &str) {
        self.add(Severity::Warning, place, what, fix);
    }

    fn all(mut self) -> Vec<Problem> {
        if self.more > 0 {
            let what = format!("{} problems more are not told", self.more);
            let fix = "mend these first".into();
            self.problems.push(Problem { severity: Severity::Warning, place: String::new(), what, fix });
        }
        self.problems
    }
}

struct Check<'a> {
    json: &'a Value,
    /// With what could be loaded of its buffers.
    document: &'a Document,
    found: Found,
    /// By accessor: whether its numbers are there.
    sound: Vec<bool>,
    views: Views,
    /// Accessors whose numbers were looked at, and for what.
    seen: HashSet<(usize, String)>,
    budget: Budget,
}

impl<'a> Check<'a> {
    fn list(&self, name: &str) -> &'a [Value] {
        array(self.json, name)
    }

    /// The entry of a list that a value names.
    fn entry(&self, list: &str, index: &Value) -> Option<(usize, &'a Value)> {
        let k = usize::try_from(index.as_whole()?).ok()?;
        self.list(list).get(k).map(|entry| (k, entry))
    }

    /// The numbers of an accessor, if it has any and nothing is wrong with where they are.
    fn numbers(&mut self, index: &Value) -> Option<Elements> {
        let (k, accessor) = self.entry("accessors", index)?;
        if !*self.sound.get(k)? || (accessor["bufferView"].is_null() && accessor["sparse"].is_null()) {
            return None;
        }
        self.document.elements(index, "", &[1, 2, 3, 4, 16], &mut self.budget).ok()
    }

    fn uses(&self, extension: &str) -> bool {
        self.list("extensionsUsed").iter().any(|e| e.as_str() == Some(extension))
    }
}

/// How the elements of an accessor are stored.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Format {
    shape: Shape,
    component: Component,
    normalized: bool,
}

impl Format {
    const SCALAR: Format =
        Format { shape: Shape { columns: 1, rows: 1 }, component: Component::F32, normalized: false };

    fn of(accessor: &Value) -> Option<Format> {
        Some(Format {
            shape: Shape::of(accessor["type"].as_str())?,
            component: Component::of(accessor["componentType"].as_whole())?,
            normalized: accessor["normalized"].as_bool() == Some(true),
        })
    }

    fn bytes(&self) -> usize {
        self.shape.bytes(self.component)
    }

    /// Floats, or integers that are shares.
    fn is_real(&self, integers: &[Component]) -> bool {
        self.component == Component::F32 || (self.normalized && integers.contains(&self.component))
    }
}

/// A whole number; 0 if left out.
fn whole(value: &Value) -> u64 {
    value.as_whole().unwrap_or(0)
}
