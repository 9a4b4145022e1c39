//! Is there a graphics driver, real or software, for the image tests?

use crate::apt;
use crate::timetable::Outcome;
use anyhow::Result;
use std::path::{Path, PathBuf};

/// Lavapipe, Mesa's software Vulkan, and the loader.
const PACKAGES: [&str; 2] = ["mesa-vulkan-drivers", "libvulkan1"];

/// How to get a software driver, by what /etc/os-release says.
const COMMANDS: [(&str, &str); 4] = [
    ("debian", "sudo apt-get install mesa-vulkan-drivers"),
    ("fedora", "sudo dnf install mesa-vulkan-drivers vulkan-loader"),
    ("arch", "sudo pacman -S vulkan-swrast vulkan-icd-loader"),
    ("alpine", "sudo apk add mesa-vulkan-swrast vulkan-loader"),
];

/// Finds a driver, or installs one, or says how to.
pub fn ensure() -> Result<Outcome> {
    if let Some(kind) = find() {
        eprintln!("{kind} was found");
        return Ok(Outcome::Done);
    }
    if apt::is_ours() {
        match apt::install(&PACKAGES) {
            Ok(()) if find().is_some() => return Ok(Outcome::Done),
            Ok(()) => eprintln!("{} installed, and still no driver was found", PACKAGES.join(", ")),
            Err(error) => eprintln!("{error:#}"),
        }
    }
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    Ok(Outcome::Missing(explain(advice(&release))))
}

/// What pictures would be made with, if anything.
fn find() -> Option<&'static str> {
    if !cfg!(target_os = "linux") {
        return Some("the system's own graphics driver");
    }
    let listed = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"].iter().find_map(std::env::var_os);
    let vulkan: Vec<PathBuf> = match listed {
        Some(files) => std::env::split_paths(&files).filter(|f| f.exists()).collect(),
        None => json_files(&driver_folders()),
    };
    let gl = json_files(&["/usr/share/glvnd/egl_vendor.d".into(), "/etc/glvnd/egl_vendor.d".into()]);
    if !vulkan.is_empty() && has_library("libvulkan.so.1") {
        Some("a Vulkan driver")
    } else if !gl.is_empty() && has_library("libEGL.so.1") {
        Some("an OpenGL driver")
    } else {
        None
    }
}

fn driver_folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        ["/usr/share", "/etc", "/usr/local/share", "/usr/local/etc", "/run/opengl-driver/share"]
            .map(PathBuf::from)
            .into();
    folders.extend(std::env::var_os("XDG_DATA_HOME").map(PathBuf::from));
    folders.extend(std::env::home_dir().map(|home| home.join(".local/share")));
    folders.iter().map(|f| f.join("vulkan/icd.d")).collect()
}

fn json_files(folders: &[PathBuf]) -> Vec<PathBuf> {
    let entries = folders.iter().filter_map(|f| f.read_dir().ok()).flatten().flatten();
    let mut files: Vec<PathBuf> =
        entries.map(|e| e.path()).filter(|p| p.extension() == Some("json".as_ref())).collect();
    files.sort();
    files
}

/// Looks where the loader looks; Debian has a folder more per kind of machine.
pub fn has_library(name: &str) -> bool {
    let own = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&own).collect();
    for base in ["/lib", "/usr/lib", "/lib64", "/usr/lib64", "/usr/local/lib", "/run/opengl-driver/lib"] {
        folders.push(base.into());
        folders.push(Path::new(base).join(format!("{}-linux-gnu", std::env::consts::ARCH)));
    }
    folders.iter().any(|f| f.join(name).exists())
}

/// In the words of `RenderError::NoAdapter`, which the programs say.
fn explain(how: &str) -> String {
    let lists = if how.contains("apt-get") { ", after `sudo apt-get update` if there is no such package" } else { "" };
    format!(
        "no graphics driver was found, and the image tests need one; a software driver is enough:\n\n    {how}\n\n\
         Type that{lists}, then run this again.\n\
         The engine's own tests need no driver: cargo xtask test -p lissom-core"
    )
}

/// The one command to type, from the contents of /etc/os-release.
fn advice(release: &str) -> &'static str {
    let ids = release.lines().filter_map(|l| l.strip_prefix("ID=").or(l.strip_prefix("ID_LIKE=")));
    let ids: String = ids.collect::<Vec<_>>().join(" ").to_lowercase();
    let known = COMMANDS.iter().find(|(id, _)| ids.contains(id));
    known.map_or("install Mesa's Vulkan drivers (lavapipe) and the Vulkan loader", |(_, command)| command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advises_by_distribution() {
        assert!(advice("NAME=Ubuntu\nID=ubuntu\nID_LIKE=debian\n").contains("apt-get"));
        assert!(advice("ID=\"rhel\"\nID_LIKE=\"fedora\"\n").contains("dnf"));
        assert!(advice("ID=debian\n").contains("mesa-vulkan-drivers"));
        assert!(advice("").starts_with("install Mesa"));
    }

    #[test]
    fn says_what_to_type_and_to_run_again() {
        let text = explain(advice("ID=debian\n"));
        for part in ["sudo apt-get install mesa-vulkan-drivers\n", "sudo apt-get update", "then run this again"] {
            assert!(text.contains(part), "{text}");
        }
        assert!(!explain(advice("ID=fedora\n")).contains("apt-get"));
    }
}
