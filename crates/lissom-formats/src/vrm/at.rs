//! Places in the JSON: what is there, or what is wrong with it.

use std::cell::RefCell;

use glam::{Quat, Vec3};
use serde_json::Value;

use crate::gltf::{Fault, fault};

const MOST_PROBLEMS: usize = 1000;

/// A name that may be told many times over.
pub(super) fn short(name: &str) -> String {
    name.chars().take(80).collect()
}

/// A value, where it stands, and where problems are noted.
#[derive(Clone, Debug)]
pub(super) struct At<'a> {
    pub value: &'a Value,
    path: String,
    log: &'a RefCell<Vec<Fault>>,
}

impl<'a> At<'a> {
    pub fn root(json: &'a Value, log: &'a RefCell<Vec<Fault>>) -> At<'a> {
        At { value: json, path: String::new(), log }
    }

    /// Notes what is wrong here. After many it is enough.
    pub fn problem(&self, what: impl Into<String>) {
        let mut log = self.log.borrow_mut();
        if log.len() < MOST_PROBLEMS {
            log.push(fault(self.path.clone(), what));
        }
    }

    pub fn get(&self, key: &str) -> Option<At<'a>> {
        let value = self.value.get(key).filter(|v| !v.is_null())?;
        Some(At { value, path: format!("{}/{key}", self.path), log: self.log })
    }

    /// Like `get`, and a problem if it is missing.
    pub fn need(&self, key: &str) -> Option<At<'a>> {
        let found = self.get(key);
        if found.is_none() {
            self.problem(format!("`{key}` is missing; left out"));
        }
        found
    }

    /// Of an array; none if there is no array.
    pub fn items(&self, key: &str) -> impl ExactSizeIterator<Item = At<'a>> + use<'a> {
        let at = self.get(key);
        let list = at.as_ref().and_then(|at| at.value.as_array());
        if let (Some(at), None) = (&at, list) {
            at.problem("not an array; left out");
        }
        let (path, log) = (at.map_or(String::new(), |at| at.path), self.log);
        let item = move |(k, value)| At { value, path: format!("{path}/{k}"), log };
        list.map_or(&[][..], Vec::as_slice).iter().enumerate().map(item)
    }

    /// Of an object, by key.
    pub fn entries(&self, key: &str) -> impl Iterator<Item = (&'a str, At<'a>)> + use<'a> {
        let at = self.get(key);
        let map = at.as_ref().and_then(|at| at.value.as_object());
        if let (Some(at), None) = (&at, map) {
            at.problem("not an object; left out");
        }
        let (path, log) = (at.map_or(String::new(), |at| at.path), self.log);
        let entry = move |(key, value): (&'a String, _)| {
            (key.as_str(), At { value, path: format!("{path}/{}", short(key)), log })
        };
        map.into_iter().flatten().map(entry)
    }

    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.value.get(key)?.as_str()
    }

    fn finite(&self) -> Option<f32> {
        let number = self.value.as_f64().map(|v| v as f32).filter(|v| v.is_finite());
        if number.is_none() {
            self.problem("not a number that can be used; the usual one is taken");
        }
        number
    }

    pub fn number(&self, key: &str, usual: f32) -> f32 {
        self.get(key).and_then(|at| at.finite()).unwrap_or(usual)
    }

    /// Between bounds; moved there if it is not.
    pub fn number_in(&self, key: &str, usual: f32, [low, high]: [f32; 2]) -> f32 {
        let found = self.number(key, usual);
        if !(low..=high).contains(&found) {
            let bounds = if high < f32::MAX { format!("{low} to {high}") } else { format!("{low} or more") };
            self.problem(format!("`{key}` is {found} and must be {bounds}; moved there"));
        }
        found.clamp(low, high)
    }

    fn numbers<const N: usize>(&self, key: &str) -> Option<[f32; N]> {
        let at = self.get(key)?;
        let list = at.value.as_array().filter(|l| l.len() == N);
        let Some(list) = list else {
            at.problem(format!("not {N} numbers; the usual ones are taken"));
            return None;
        };
        let mut numbers = [0.0; N];
        for (number, value) in numbers.iter_mut().zip(list) {
            *number = At { value, ..at.clone() }.finite()?;
        }
        Some(numbers)
    }

    pub fn vec3(&self, key: &str, usual: Vec3) -> Vec3 {
        self.numbers(key).map_or(usual, Vec3::from_array)
    }

    /// VRM 0.x writes an object, in Unity's left-handed frame: z is turned round here.
    pub fn unity_vec3(&self, key: &str, usual: Vec3) -> Vec3 {
        let Some(at) = self.get(key) else { return usual };
        Vec3::new(at.number("x", 0.0), at.number("y", 0.0), 0.0 - at.number("z", 0.0))
    }

    pub fn rotation(&self, key: &str) -> Quat {
        let [x, y, z, w] = self.numbers(key).unwrap_or([0.0, 0.0, 0.0, 1.0]);
        let length = Quat::from_xyzw(x, y, z, w).length();
        if length > 1e-6 && length.is_finite() { Quat::from_xyzw(x, y, z, w) / length } else { Quat::IDENTITY }
    }

    /// This value as a number below `count`.
    pub fn index(&self, count: usize, of: &str) -> Option<usize> {
        let index = self.value.as_u64().and_then(|k| usize::try_from(k).ok()).filter(|k| *k < count);
        if index.is_none() {
            let said = if self.value.is_number() { self.value.to_string() } else { "of that kind".to_owned() };
            self.problem(format!("there is no {of} {said} (the file has {count}); left out"));
        }
        index
    }

    /// A member that must be there, as a number below `count`.
    pub fn need_index(&self, key: &str, count: usize, of: &str) -> Option<usize> {
        self.need(key)?.index(count, of)
    }
}
