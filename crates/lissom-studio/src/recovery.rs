//! What is not saved yet is kept aside, and found again after a crash.

use std::sync::Arc;
use std::time::Duration;

use eframe::egui;
use lissom_rig::Rig;
use serde::{Deserialize, Serialize};

use crate::platform::Platform;
use crate::work::{Source, Work};
use crate::{Command, Studio};

const KEY: &str = "recovery";
/// So many are kept, if nobody says what becomes of them.
const MOST: usize = 8;

/// Unsaved work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recovery {
    /// A scene and its variant, or else a file.
    pub scene: Option<(String, String)>,
    pub name: String,
    /// Where the file is; not known in browsers.
    pub path: Option<std::path::PathBuf>,
    pub rig: Rig,
}

impl Recovery {
    pub fn of(work: &Work) -> Recovery {
        let (scene, path) = match &work.source {
            Source::Scene { scene, variant, .. } => (Some((scene.name.to_owned(), (*variant).to_owned())), None),
            Source::File { path, .. } => (None, path.clone()),
        };
        Recovery { scene, name: work.name().to_owned(), path, rig: work.rig().clone() }
    }

    /// All that was kept, the oldest first.
    pub fn load(platform: &dyn Platform) -> Vec<Recovery> {
        platform.kept(KEY).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Keeps these, and forgets what was kept before.
    pub fn keep(all: &[Recovery], platform: &dyn Platform) -> Result<(), String> {
        let last = &all[all.len().saturating_sub(MOST)..];
        platform.keep(KEY, &serde_json::to_string(last).map_err(|e| e.to_string())?)
    }

    /// Opens what it was made for; none where nobody knows where that is.
    pub fn open(&self) -> Option<Command> {
        match (&self.scene, &self.path) {
            (Some((name, variant)), _) => {
                Some(Command::OpenScene { name: name.clone(), variant: Some(variant.clone()) })
            }
            (None, Some(path)) => Some(Command::OpenPath(path.clone())),
            (None, None) => None,
        }
    }

    /// Whether it was made for this.
    pub fn fits(&self, work: &Work) -> bool {
        let Recovery { scene, name, path, .. } = Recovery::of(work);
        (scene, name, path) == (self.scene.clone(), self.name.clone(), self.path.clone())
    }
}

/// What was kept aside last, and when.
#[derive(Debug, Default)]
pub struct Kept {
    rig: Option<Arc<Rig>>,
    at_secs: f64,
}

/// Between two times that something is kept aside.
const EVERY_SECS: f64 = 2.0;

impl Studio {
    /// Keeps what is not saved, now and then; nothing once it is saved. What was found stays until somebody decides.
    pub(crate) fn keep_aside(&mut self, ctx: &egui::Context) -> Result<(), String> {
        let Some(work) = &self.work else { return Ok(()) };
        let rig = work.is_changed().then(|| work.history.rig().clone());
        let same = match (&rig, &self.kept.rig) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        if same {
            return Ok(());
        }
        let now_secs = ctx.input(|i| i.time);
        let left_secs = self.kept.at_secs + EVERY_SECS - now_secs;
        if rig.is_some() && left_secs > 0.0 {
            ctx.request_repaint_after(Duration::from_secs_f64(left_secs));
            return Ok(());
        }
        let mut all = self.recovery.clone();
        all.extend(rig.is_some().then(|| Recovery::of(work)));
        let kept = Recovery::keep(&all, &*self.platform);
        // Also if it failed, so that this is said once a change and not with every picture.
        self.kept = Kept { rig, at_secs: now_secs };
        kept
    }
}
