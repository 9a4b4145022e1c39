//! `cargo xtask perf --threads`: nothing may be slower with two threads than with one.

use crate::repo::{Repo, capture};
use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Time with two threads over time with one, as `lissom bench` measures it.
const MOST: f64 = 1.05;
/// What is slower is measured again: something else may have run on the machine.
const TRIES: usize = 3;

pub fn check(repo: &Repo, names: &[&String]) -> Result<()> {
    let lissom = repo.build_lissom()?;
    let bench = |name: Option<&String>| -> Result<Vec<String>> {
        let mut command = repo.command(&lissom);
        let report = capture(command.args(["bench", "--json", "--threads", "2"]).args(name))?;
        let report = serde_json::from_str(&report).context("`lissom bench --json` did not print JSON")?;
        slower(&report).context("`lissom bench --json` has no ratios of threads")
    };
    let all = |names: &mut dyn Iterator<Item = &String>| -> Result<Vec<String>> {
        Ok(names.map(|n| bench(Some(n))).collect::<Result<Vec<_>>>()?.concat())
    };
    let mut slow = if names.is_empty() { bench(None)? } else { all(&mut names.iter().copied())? };
    for _ in 1..TRIES {
        slow = all(&mut slow.iter())?;
    }
    if slow.is_empty() {
        return Ok(());
    }
    bail!("slower with two threads than with one, {TRIES} times: {}", slow.join(", "))
}

/// The names of those that are slower with any number of lanes; none if the report is not one.
fn slower(report: &Value) -> Option<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for row in report["rows"].as_array()? {
        let (name, ratio) = (row["name"].as_str()?, row["many"]["time_ratio"].as_f64()?);
        eprintln!("{name:<17} {:>2} lanes  {ratio:.2}x", row["lanes"]);
        if ratio > MOST && names.last().is_none_or(|last| last != name) {
            names.push(name.to_owned());
        }
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_what_is_slower_once() {
        let row = |name: &str, ratio: f64| json!({ "name": name, "lanes": 8, "many": { "time_ratio": ratio } });
        let rows = [row("hair", 1.0), row("robe", 1.06), row("robe", 1.2), row("worm", 1.05)];
        assert_eq!(slower(&json!({ "rows": rows })), Some(vec!["robe".to_owned()]));
        assert_eq!(slower(&json!([])), None);
    }
}
