//! Installing packages where that can be done without asking: as root, with apt-get.

use crate::repo::capture;
use crate::timetable::Outcome;
use anyhow::{Context, Result};
use std::process::Command;

/// Whether this machine lets us install packages.
pub fn is_ours() -> bool {
    cfg!(target_os = "linux") && is_root() && on_path("apt-get")
}

/// Installs what is missing, or says that somebody should.
pub fn ensure(missing: &[&str]) -> Result<Result<(), Outcome>> {
    if missing.is_empty() {
        return Ok(Ok(()));
    }
    if !is_ours() {
        let what = format!("programs are missing; type: sudo apt-get install {}", missing.join(" "));
        return Ok(Err(Outcome::Missing(what)));
    }
    install(missing).map(Ok)
}

/// Installs packages. What apt-get prints is seen only if it fails, for it complains of lists that are merely empty.
pub fn install(packages: &[&str]) -> Result<()> {
    eprintln!("installing {} …", packages.join(", "));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        capture(command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments))
    };
    let update = apt(&["update", "--quiet"]);
    let installed = apt(&[&["install", "--yes", "--quiet", "--no-install-recommends"], packages].concat());
    match (installed, update) {
        (Ok(_), _) => Ok(()),
        (Err(error), Ok(_)) => Err(error),
        (Err(error), Err(why)) => Err(error).with_context(|| format!("{why:#}")),
    }
}

pub fn on_path(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}

fn is_root() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    effective_user(&status) == Some(0)
}

/// The second number of the line `Uid:` is the effective user.
fn effective_user(status: &str) -> Option<u32> {
    let line = status.lines().find_map(|l| l.strip_prefix("Uid:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_effective_user() {
        assert_eq!(effective_user("Name:\tx\nUid:\t1000\t0\t0\t0\nGid:\t1 1 1 1\n"), Some(0));
        assert_eq!(effective_user("Uid:\t0\t1000\t0\t0\n"), Some(1000));
        assert_eq!(effective_user(""), None);
    }
}
