//! Wide lanes must be faster than one: counts do not tell, for valgrind knows no AVX-512, and a function that is not
//! inlined into a kernel costs more than it counts.

use crate::repo::{Repo, capture};
use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Chains, cloth with contacts, and solids.
const NAMES: [&str; 3] = ["chains-1008x8", "cape-girl", "regions"];
/// Of the time with one lane; it is 0.2 to 0.6 where all is well.
const MOST: f64 = 0.8;

pub fn check(repo: &Repo) -> Result<()> {
    let lissom = repo.build_lissom()?;
    let mut slow = Vec::new();
    for name in NAMES {
        let report = capture(repo.command(&lissom).args(["bench", "--json", "--threads", "1", name]))?;
        let report = serde_json::from_str(&report).context("`lissom bench --json` did not print JSON")?;
        slow.extend(slower(&report, widest()).context("`lissom bench --json` has no times")?);
    }
    if !slow.is_empty() {
        bail!("hardly faster than one lane, or slower: {}", slow.join(", "));
    }
    Ok(())
}

/// The most lanes that this machine has instructions for. More are made of fewer, and nothing chooses them.
fn widest() -> u64 {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx512f") {
        return 16;
    } else if std::is_x86_feature_detected!("avx2") {
        return 8;
    }
    4
}

/// What gains too little by its lanes, up to the widest; none if the report is not one.
fn slower(report: &Value, widest: u64) -> Option<Vec<String>> {
    let rows = report["rows"].as_array()?;
    let time = |row: &Value| row["ns_per_unit"].as_f64();
    let mut slow = Vec::new();
    for row in rows.iter().filter(|row| row["lanes"] != 1) {
        let one = rows.iter().find(|other| other["name"] == row["name"] && other["lanes"] == 1)?;
        let (name, lanes, ratio) = (row["name"].as_str()?, row["lanes"].as_u64()?, time(row)? / time(one)?);
        eprintln!("{name:<17} {lanes:>2} lanes  {ratio:.2} of the time with one");
        if ratio > MOST && lanes <= widest {
            slow.push(format!("{name} with {lanes}"));
        }
    }
    Some(slow)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_what_is_slow() {
        let row = |name: &str, lanes: u32, ns: f64| json!({ "name": name, "lanes": lanes, "ns_per_unit": ns });
        let rows = [row("robe", 1, 100.0), row("robe", 8, 40.0), row("worm", 1, 10.0), row("worm", 16, 60.0)];
        assert_eq!(slower(&json!({ "rows": rows }), 16), Some(vec!["worm with 16".to_owned()]));
        assert_eq!(slower(&json!({ "rows": rows }), 8), Some(vec![]));
        assert_eq!(slower(&json!({ "rows": [row("worm", 16, 60.0)] }), 16), None);
    }
}
