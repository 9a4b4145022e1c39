//! What is remembered from one time to the next.

use serde::{Deserialize, Serialize};

use crate::platform::Platform;

const KEY: &str = "settings";
const MOST_RECENT: usize = 8;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub dark: bool,
    /// Paths of files, the last one first.
    pub recent: Vec<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { dark: true, recent: Vec::new() }
    }
}

impl Settings {
    pub fn load(platform: &dyn Platform) -> Settings {
        platform.kept(KEY).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    pub fn store(&self, platform: &dyn Platform) -> Result<(), String> {
        let text = serde_json::to_string_pretty(self).map_err(|e| e.to_string())?;
        platform.keep(KEY, &text)
    }

    pub fn opened(&mut self, path: &str) {
        self.recent.retain(|p| p != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MOST_RECENT);
    }
}
