//! Rigs as JSON: read with the place of what is wrong, written for people, described by a schema.

use std::fmt::Write;

use serde::Deserialize;
use serde_json::{Deserializer, Value, json};

use super::{Rig, VERSION};

/// Lists without braces in them stay on one line up to here.
const LINE: usize = 100;

/// Why a text is not a rig. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RigFileError {
    #[error("line {line}, column {column}: {what}; mend the JSON there")]
    Json { line: usize, column: usize, what: String },
    #[error("`{path}`, line {line}: {what}; docs/rig.schema.json lists what goes there")]
    Field { path: String, line: usize, what: String },
    #[error("the rig has version {found}, this program reads up to {VERSION}; use a newer one")]
    Newer { found: u64 },
    #[error("the rig has no version that there ever was; begin it with \"version\": {VERSION}")]
    NoVersion,
}

/// All that is read before the version is known.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    version: Value,
}

impl Rig {
    /// Reads a rig. How deep it may be nested is limited, and memory is within what its length allows.
    ///
    /// Rigs of older versions are to stay readable: when the version is raised, what was before is brought up to date
    /// here, one version at a time.
    pub fn from_json(text: impl AsRef<[u8]>) -> Result<Rig, RigFileError> {
        let text = text.as_ref();
        let head: Head = serde_json::from_slice(text).map_err(|e| json_error(&e))?;
        match head.version.as_u64() {
            Some(found) if found > u64::from(VERSION) => return Err(RigFileError::Newer { found }),
            None | Some(0) => return Err(RigFileError::NoVersion),
            Some(_) => {}
        }
        serde_path_to_error::deserialize(&mut Deserializer::from_slice(text)).map_err(|e| RigFileError::Field {
            path: e.path().to_string(),
            line: e.inner().line(),
            what: without_place(e.inner()),
        })
    }

    /// Indented, with numbers as short as they can be and short lists on one line.
    pub fn to_json(&self) -> String {
        let value = serde_json::to_value(self).unwrap_or_default();
        let mut text = String::new();
        write(&value, 0, &mut text);
        text.push('\n');
        text
    }

    /// The JSON schema of rigs, as in `docs/rig.schema.json`.
    pub fn schema() -> Value {
        let mut schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": format!("Lissom rig, version {VERSION}"),
            "description": "What an artist authored on a character for Lissom to simulate.",
        });
        if let (Some(all), Value::Object(types)) = (schema.as_object_mut(), schemars::schema_for!(Rig).to_value()) {
            all.extend(
                types.into_iter().filter(|(key, _)| !["$schema", "title", "description"].contains(&key.as_str())),
            );
        }
        schema
    }
}

fn json_error(error: &serde_json::Error) -> RigFileError {
    RigFileError::Json { line: error.line(), column: error.column(), what: without_place(error) }
}

/// What serde_json says, without the line that it adds.
fn without_place(error: &serde_json::Error) -> String {
    let mut text = error.to_string();
    text.truncate(text.rfind(" at line ").unwrap_or(text.len()));
    text
}

fn write(value: &Value, depth: usize, out: &mut String) {
    let (open, close, count) = match value {
        Value::Array(list) if !on_one_line(value, 2 * depth) => ('[', ']', list.len()),
        Value::Object(members) if !members.is_empty() => ('{', '}', members.len()),
        _ => return write_line(value, out),
    };
    out.push(open);
    let keys = value.as_object().into_iter().flat_map(|m| m.iter().map(|(k, v)| (Some(k), v)));
    let items = value.as_array().into_iter().flatten().map(|v| (None, v));
    for (k, (key, item)) in keys.chain(items).enumerate() {
        let _ = write!(out, "\n{:1$}", "", 2 * depth + 2);
        if let Some(key) = key {
            let _ = write!(out, "{}: ", Value::from(key.as_str()));
        }
        write(item, depth + 1, out);
        if k + 1 < count {
            out.push(',');
        }
    }
    let _ = write!(out, "\n{:1$}{close}", "", 2 * depth);
}

fn on_one_line(value: &Value, indent: usize) -> bool {
    fn is_flat(value: &Value) -> bool {
        value.as_array().map_or(!value.is_object(), |list| list.iter().all(is_flat))
    }
    let mut line = String::new();
    is_flat(value) && {
        write_line(value, &mut line);
        indent + line.len() <= LINE
    }
}

fn write_line(value: &Value, out: &mut String) {
    if let Value::Array(list) = value {
        out.push('[');
        for (k, item) in list.iter().enumerate() {
            out.push_str(if k > 0 { ", " } else { "" });
            write_line(item, out);
        }
        out.push(']');
    } else {
        let _ = write!(out, "{value}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::Joints;

    fn tail() -> Rig {
        let joints = Joints {
            name: "tail".to_owned(),
            bones: ["tail.1", "tail.2"].map(str::to_owned).to_vec(),
            tail: Some(0.1),
            radius: 0.3,
            weight_kg: 1.0,
            ..Joints::default()
        };
        Rig { joints: vec![joints], ..Rig::default() }
    }

    #[test]
    fn what_is_written_is_short_and_read_again() {
        let text = tail().to_json();
        assert_eq!(Rig::from_json(&text), Ok(tail()));
        for line in ["  \"version\": 1,", "      \"radius\": 0.3,", "      \"bones\": [\"tail.1\", \"tail.2\"],"] {
            assert!(text.lines().any(|l| l == line), "{line} in\n{text}");
        }
        assert!(text.ends_with("}\n") && text.contains("\"gravity\": [0.0, -9.81, 0.0]"), "{text}");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let good = tail().to_json();
        let cases = [
            ("\"radius\": 0.3", "\"radius\": \"thick\"", "`joints[0].radius`, line 9: invalid type: string \"thick\""),
            ("\"radius\": 0.3", "\"radious\": 0.3", "`joints[0].radious`, line 9: unknown field `radious`"),
            ("      \"radius\": 0.3,\n", "", "missing field `radius`"),
            ("\"version\": 1", "\"version\": 7", "version 7, this program reads up to 1; use a newer one"),
            ("\"version\": 1", "\"version\": \"new\"", "begin it with \"version\": 1"),
            ("\"version\": 1,", "", "begin it with \"version\": 1"),
            ("\"radius\": 0.3,", "\"radius\": 0.3", "column 7: expected `,` or `}`; mend the JSON there"),
        ];
        for (from, to, says) in cases {
            assert!(good.contains(from), "{from} in {good}");
            let said = Rig::from_json(good.replacen(from, to, 1)).expect_err(to).to_string();
            assert!(said.contains(says), "{said}\nfor {says}");
        }
        let deep = "[".repeat(100_000);
        assert!(Rig::from_json(&deep).is_err() && Rig::from_json(format!("{good} x")).is_err());
    }

    /// `LISSOM_ACCEPT=1 cargo test -p lissom-rig schema` writes the file anew.
    #[test]
    fn the_schema_on_disk_is_that_of_the_types() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rig.schema.json");
        let mut schema = String::new();
        write(&Rig::schema(), 0, &mut schema);
        schema.push('\n');
        if std::env::var_os("LISSOM_ACCEPT").is_some() {
            std::fs::write(path, &schema).expect("writes");
        }
        let on_disk = std::fs::read_to_string(path).unwrap_or_default();
        assert!(on_disk == schema, "docs/rig.schema.json is old; LISSOM_ACCEPT=1 cargo test -p lissom-rig schema");
    }
}
