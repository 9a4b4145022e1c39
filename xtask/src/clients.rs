//! What we write, in programs that others wrote: Khronos's validator, Blender, three.js and three-vrm in Chromium.
//!
//! The scripts are in `xtask/clients`; they run in `target/clients`, where everything they need is installed.

use crate::apt;
use crate::repo::{Repo, capture, run};
use crate::timetable::Outcome;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Blender as a Python module, and the one Python that it is made for.
const BLENDER: &str = "bpy==5.0.1";
const PYTHON: &str = "python3.11";
/// Programs, by Debian's packages.
const PROGRAMS: [(&str, &str); 3] = [("node", "nodejs"), ("npm", "npm"), ("chromium", "chromium")];
/// What Blender opens at its start, even where there is no screen.
const LIBRARIES: [&str; 8] =
    ["libx11-6", "libxrender1", "libxfixes3", "libxi6", "libxkbcommon0", "libsm6", "libice6", "libgl1"];
/// Whose bones are compared in Blender, in every clip.
const IN_BLENDER: [&str; 8] = [
    "vrm0_Godette_v4",
    "vrm1_Seed-san_converted",
    "quaternius_Fox",
    "quaternius_PlatformerCharacter",
    "quaternius_Snake",
    "mesh2motion_snake",
    "mesh2motion_horse",
    "mesh2motion_bird",
];

/// Whose rig goes to Blender and back.
const TO_BLENDER: &str = "gltf/mesh2motion_horse.rig.glb";

pub fn check(repo: &Repo, assets: &Path) -> Result<Outcome> {
    let clients = match Clients::open(repo)? {
        Ok(clients) => clients,
        Err(missing) => return Ok(missing),
    };
    if let Err(missing) = clients.install_python(&LIBRARIES, BLENDER)? {
        return Ok(missing);
    }
    let lissom = repo.build_lissom()?;
    let (lissom, assets, out) = (lissom.as_path(), assets, Path::new("out"));
    clients.node("make", &[lissom, assets, out])?;
    let blender = [&[out], &IN_BLENDER.map(Path::new)[..]].concat();
    // All of them, so that one run tells everything that is wrong.
    let ends = [
        clients.node("validate", &[out]),
        clients.node("three", &[out]),
        clients.node("vrm", &[out]),
        clients.node("springs", &[lissom, assets, Path::new("springs")]),
        clients.node("poses", &blender).and_then(|()| clients.python("blender", &[out])),
        clients.python("trip", &[lissom, &out.join(TO_BLENDER)]),
    ];
    ends.into_iter().collect::<Result<()>>()?;
    Ok(Outcome::Done)
}

/// Whether Debian's package is there. Other systems are believed to have their own.
fn is_installed(package: &str) -> bool {
    !apt::on_path("dpkg-query") || capture(Command::new("dpkg-query").args(["--status", package])).is_ok()
}

/// The folder in which scripts run, with what they need.
pub struct Clients {
    pub folder: PathBuf,
}

impl Clients {
    /// Installs the scripts, Chromium and packages of npm; what is there already stays. Or says what is missing.
    pub fn open(repo: &Repo) -> Result<Result<Clients, Outcome>> {
        let programs = PROGRAMS.iter().filter(|(program, _)| !apt::on_path(program)).map(|(_, package)| *package);
        if let Err(missing) = apt::ensure(&programs.collect::<Vec<_>>())? {
            return Ok(Err(missing));
        }
        let clients = Clients { folder: repo.target()?.join("clients") };
        clients.install(&repo.path("xtask/clients"))?;
        Ok(Ok(clients))
    }

    /// Copies the scripts here, and installs what their `package.json` names.
    pub fn install(&self, scripts: &Path) -> Result<()> {
        std::fs::create_dir_all(&self.folder).with_context(|| format!("cannot make {}", self.folder.display()))?;
        for entry in scripts.read_dir().with_context(|| format!("cannot read {}", scripts.display()))? {
            let from = entry?.path();
            if !from.is_file() {
                continue;
            }
            let to = self.folder.join(from.file_name().unwrap_or_default());
            std::fs::copy(&from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
        }
        run(self.command("npm").args(["install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]))
    }

    /// Installs a package of Python, and Debian's that it opens at its start. Or says what is missing.
    pub fn install_python(&self, libraries: &[&'static str], package: &str) -> Result<Result<(), Outcome>> {
        let venv = capture(Command::new(PYTHON).args(["-c", "import ensurepip"])).err().map(|_| "python3.11-venv");
        let libraries = libraries.iter().copied().filter(|library| !is_installed(library));
        if let Err(missing) = apt::ensure(&venv.into_iter().chain(libraries).collect::<Vec<_>>())? {
            return Ok(Err(missing));
        }
        if !self.interpreter().exists() {
            run(self.command(PYTHON).args(["-m", "venv", "venv"]))?;
        }
        run(self.command(self.interpreter()).args(["-m", "pip", "install", "--quiet", package])).map(Ok)
    }

    pub fn node(&self, script: &str, arguments: &[&Path]) -> Result<()> {
        run(self.command("node").arg(format!("{script}.mjs")).args(arguments))
    }

    pub fn python(&self, script: &str, arguments: &[&Path]) -> Result<()> {
        run(self.command(self.interpreter()).arg(format!("{script}.py")).args(arguments))
    }

    pub fn interpreter(&self) -> PathBuf {
        self.folder.join("venv/bin/python")
    }

    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder);
        command
    }
}
