//! The licences of everything we are built from, on any platform.

use crate::license::License;
use crate::repo::Repo;
use crate::timetable::Outcome;
use anyhow::{Context, Result, bail};
use serde_json::Value;

pub fn check(repo: &Repo) -> Result<Outcome> {
    let metadata = repo.metadata("--locked")?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let problems: Vec<String> = packages.iter().filter_map(problem).collect();
    if !problems.is_empty() {
        bail!("licences that do not fit MIT OR Apache-2.0:\n  {}", problems.join("\n  "));
    }
    eprintln!("{} packages, all under licences that fit", packages.len());
    Ok(Outcome::Done)
}

fn problem(package: &Value) -> Option<String> {
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    let name = format!("{} {}", text("name"), text("version"));
    let Some(expression) = package["license"].as_str() else {
        return Some(format!("{name} has no licence expression (licence file: {:?})", text("license_file")));
    };
    match License::parse(expression) {
        Err(why) => Some(format!("{name}: `{expression}` cannot be read: {why}")),
        Ok(license) if !license.is_allowed() => Some(format!("{name}: {expression}")),
        Ok(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_the_package() {
        let package = |license: Value| json!({"name": "a", "version": "1.2.3", "license": license});
        assert_eq!(problem(&package(json!("MIT/Apache-2.0"))), None);
        assert_eq!(problem(&package(json!("AGPL-3.0-only"))).as_deref(), Some("a 1.2.3: AGPL-3.0-only"));
        assert!(problem(&package(Value::Null)).is_some_and(|p| p.contains("no licence")));
        assert!(problem(&package(json!("MIT OR"))).is_some_and(|p| p.contains("ends too early")));
    }
}
