//! JSON against tables: what members there are, of which kind, within which bounds.

use std::collections::HashSet;
use std::fmt::Write;

use serde_json::Value;

use super::super::document::Whole;
use super::extensions::EXTENSIONS;
use super::{Check, tables};

pub enum Kind {
    Flag,
    Text,
    /// A whole number, at least this and at most that.
    Whole(u64, u64),
    /// A number, at least this and at most that.
    Number(f64, f64),
    /// A number above this one.
    Above(f64),
    /// One of some words, or a new one that is not known here.
    Word(&'static [&'static str]),
    /// One of some numbers.
    Code(&'static [u64]),
    /// The place of an entry in the list that a JSON pointer leads to.
    Index(&'static str),
    /// At least so many, at most so many.
    List(&'static Kind, usize, usize),
    /// At least one, all different.
    Set(&'static Kind),
    /// At least one member, of any name.
    Map(&'static Kind),
    Object(&'static Object),
}

pub struct Object {
    pub name: &'static str,
    pub members: &'static [Member],
}

pub struct Member {
    pub name: &'static str,
    pub required: bool,
    pub kind: Kind,
}

pub const fn must(name: &'static str, kind: Kind) -> Member {
    Member { name, required: true, kind }
}

pub const fn may(name: &'static str, kind: Kind) -> Member {
    Member { name, required: false, kind }
}

impl Check<'_> {
    pub fn schema(&mut self) {
        let mut place = String::new();
        self.object(self.json, &tables::ROOT, &mut place);
    }

    fn object(&mut self, value: &Value, of: &Object, place: &mut String) {
        let Some(members) = value.as_object() else { return self.wrong(value, "an object", place) };
        for member in of.members.iter().filter(|m| m.required && !members.contains_key(m.name)) {
            self.found.error(place.as_str(), format!("`{}` is missing", member.name), "add it, or export it again");
        }
        for (name, value) in members {
            let known = of.members.iter().find(|m| m.name == name);
            at(place, name, |place| match (known, name.as_str()) {
                (Some(member), _) => self.value(value, &member.kind, place),
                (None, "extensions") => self.extensions(value, of, place),
                (None, "extras") => {}
                (None, _) => self.found.warn(place.as_str(), "this is not part of glTF", "move it into `extras`"),
            });
        }
    }

    fn extensions(&mut self, value: &Value, of: &Object, place: &mut String) {
        let Some(members) = value.as_object() else { return self.wrong(value, "an object", place) };
        for (name, value) in members {
            at(place, name, |place| {
                if !value.is_object() {
                    return self.wrong(value, "an object", place);
                }
                if !self.uses(name) {
                    self.found.warn(place.as_str(), "an extension that is not declared", "add it to `extensionsUsed`");
                }
                let mut known = EXTENSIONS.iter().filter(|e| e.object.name == name).peekable();
                let is_known = known.peek().is_some();
                match known.find(|e| e.on == of.name) {
                    Some(extension) => self.object(value, &extension.object, place),
                    None if is_known && self.uses(name) => {
                        let what = format!("this extension has no place in a {}", of.name);
                        self.found.error(place.as_str(), what, "remove it");
                    }
                    None => {}
                }
            });
        }
    }

    fn value(&mut self, value: &Value, kind: &Kind, place: &mut String) {
        match kind {
            Kind::Flag if value.is_boolean() => {}
            Kind::Flag => self.wrong(value, "true or false", place),
            Kind::Text if value.is_string() => {}
            Kind::Text => self.wrong(value, "a text", place),
            Kind::Whole(min, max) => match value.as_whole() {
                Some(n) if (*min..=*max).contains(&n) => {}
                _ => self.wrong(value, &format!("a whole number from {min} to {max}"), place),
            },
            Kind::Number(min, max) => match value.as_f64() {
                Some(n) if (*min..=*max).contains(&n) => {}
                _ => self.wrong(value, &format!("a number from {min:e} to {max:e}"), place),
            },
            Kind::Above(min) => match value.as_f64() {
                Some(n) if n > *min => {}
                _ => self.wrong(value, &format!("a number above {min}"), place),
            },
            Kind::Word(words) => match value.as_str() {
                Some(word) if words.contains(&word) => {}
                Some(_) => self.found.warn(place.as_str(), format!("not one of {words:?}"), "give one of them"),
                None => self.wrong(value, "a text", place),
            },
            Kind::Code(codes) => match value.as_whole() {
                Some(code) if codes.contains(&code) => {}
                Some(_) => self.found.error(place.as_str(), format!("not one of {codes:?}"), "give one of them"),
                None => self.wrong(value, "a whole number", place),
            },
            Kind::Index(list) => {
                let count = self.json.pointer(list).and_then(Value::as_array).map_or(0, Vec::len);
                if value.as_whole().is_none_or(|n| n >= count as u64) {
                    self.wrong(value, &format!("the number of one of the {count} entries of {list}"), place);
                }
            }
            Kind::List(kind, min, max) => self.entries(value, kind, *min..=*max, place),
            Kind::Set(kind) => {
                self.entries(value, kind, 1..=usize::MAX, place);
                let mut seen = HashSet::new();
                for (k, entry) in value.as_array().into_iter().flatten().enumerate() {
                    if !entry.is_object() && !entry.is_array() && !seen.insert(entry.to_string()) {
                        self.found.error(format!("{place}/{k}"), "it is in the list twice", "remove one of them");
                    }
                }
            }
            Kind::Map(kind) => match value.as_object() {
                Some(members) if !members.is_empty() => {
                    for (name, value) in members {
                        at(place, name, |place| self.value(value, kind, place));
                    }
                }
                _ => self.wrong(value, "an object with at least one member", place),
            },
            Kind::Object(of) => self.object(value, of, place),
        }
    }

    fn entries(&mut self, value: &Value, kind: &Kind, counts: std::ops::RangeInclusive<usize>, place: &mut String) {
        let Some(entries) = value.as_array() else { return self.wrong(value, "a list", place) };
        if entries.is_empty() && *counts.start() > 0 {
            return self.found.error(place.as_str(), "the list is empty", "leave it out");
        }
        if !counts.contains(&entries.len()) {
            let (min, max) = (counts.start(), counts.end());
            self.found.error(
                place.as_str(),
                format!("{} entries; {min} to {max} are right", entries.len()),
                "correct it",
            );
        }
        for (k, entry) in entries.iter().enumerate() {
            at(place, &k.to_string(), |place| self.value(entry, kind, place));
        }
    }

    fn wrong(&mut self, value: &Value, wanted: &str, place: &str) {
        let said = match value {
            Value::Array(_) => "a list".to_owned(),
            Value::Object(_) => "an object".to_owned(),
            other => other.to_string().chars().take(40).collect(),
        };
        self.found.error(place, format!("{said} stands here"), &format!("give {wanted}"));
    }
}

/// One step further in a JSON pointer.
fn at(place: &mut String, name: &str, then: impl FnOnce(&mut String)) {
    let length = place.len();
    let escaped = name.contains(['~', '/']).then(|| name.replace('~', "~0").replace('/', "~1"));
    // Writing into a String cannot fail.
    let _ = write!(place, "/{}", escaped.as_deref().unwrap_or(name));
    then(place);
    place.truncate(length);
}
