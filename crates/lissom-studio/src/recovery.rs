//! What is not saved yet is kept aside, and found again after a crash.

use std::sync::Arc;
use std::time::Duration;

use eframe::egui;
use lissom_rig::Rig;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::platform::Platform;
use crate::work::{Source, Work};
use crate::{Command, Studio};

const KEY: &str = "recovery";
/// So many are kept, if nobody says what becomes of them.
const MOST: usize = 8;

/// Unsaved work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recovery {
    /// Tells it from others, also those of other windows.
    pub id: u64,
    /// A scene and its variant, or else a file.
    pub scene: Option<(String, String)>,
    pub name: String,
    /// Where the file is; not known in browsers.
    pub path: Option<std::path::PathBuf>,
    pub rig: Rig,
}

impl Recovery {
    pub fn of(id: u64, work: &Work) -> Recovery {
        let (scene, path) = match &work.source {
            Source::Scene { scene, variant, .. } => (Some((scene.name.to_owned(), (*variant).to_owned())), None),
            Source::File { path, .. } => (None, path.clone()),
        };
        Recovery { id, scene, name: work.name().to_owned(), path, rig: work.rig().clone() }
    }

    /// All that was kept, the oldest first. What another version wrote is left alone.
    pub fn load(platform: &dyn Platform) -> Vec<Recovery> {
        stored(platform).into_iter().filter_map(|entry| serde_json::from_value(entry).ok()).collect()
    }

    /// Keeps it among what other windows keep, in the place of what it was before.
    pub fn keep(&self, platform: &dyn Platform) -> Result<(), String> {
        let mut all = others(self.id, platform);
        all.push(serde_json::to_value(self).map_err(|e| e.to_string())?);
        store(&all[all.len().saturating_sub(MOST)..], platform)
    }

    pub fn forget(id: u64, platform: &dyn Platform) -> Result<(), String> {
        store(&others(id, platform), platform)
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
        let Recovery { scene, name, path, .. } = Recovery::of(self.id, work);
        (scene, name, path) == (self.scene.clone(), self.name.clone(), self.path.clone())
    }
}

fn stored(platform: &dyn Platform) -> Vec<Value> {
    platform.kept(KEY).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

fn others(id: u64, platform: &dyn Platform) -> Vec<Value> {
    stored(platform).into_iter().filter(|entry| entry["id"] != id).collect()
}

fn store(all: &[Value], platform: &dyn Platform) -> Result<(), String> {
    platform.keep(KEY, &serde_json::to_string(all).map_err(|e| e.to_string())?)
}

/// What was kept aside last, and when.
#[derive(Debug, Default)]
pub struct Kept {
    /// Once something was.
    id: Option<u64>,
    rig: Option<Arc<Rig>>,
    at_secs: f64,
}

impl Kept {
    /// Something that was kept by another window, and is this one's now.
    pub fn of(id: u64) -> Kept {
        Kept { id: Some(id), ..Kept::default() }
    }
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
        // Also if it fails, so that this is said once a change and not with every picture.
        let id = self
            .kept
            .id
            .unwrap_or_else(|| 1 + stored(&*self.platform).iter().filter_map(|e| e["id"].as_u64()).max().unwrap_or(0));
        let kept = match rig {
            Some(_) => Recovery::of(id, work).keep(&*self.platform),
            None => Recovery::forget(id, &*self.platform),
        };
        self.kept = Kept { id: rig.is_some().then_some(id), rig, at_secs: now_secs };
        kept
    }

    /// Nothing of what is open needs to be found again.
    pub(crate) fn forget_kept(&mut self) -> Result<(), String> {
        let id = std::mem::take(&mut self.kept).id;
        id.map_or(Ok(()), |id| Recovery::forget(id, &*self.platform))
    }
}
