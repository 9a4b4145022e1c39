//! Somebody at the studio: finds things by their labels, and has a desk of their own.
#![allow(dead_code)]

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::mpsc::Sender;

use eframe::egui::{self, DroppedFileHandle};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use lissom_studio::page::{FILES, File};
use lissom_studio::platform::{Platform, Saved};
use lissom_studio::save::ToSave;
use lissom_studio::{Command, Studio};

/// Files and notes in memory, answers to where something should go that somebody takes their time for, and whether there
/// is no room for files any more.
#[derive(Clone, Debug, Default)]
pub struct Desk(pub Rc<RefCell<BTreeMap<PathBuf, Vec<u8>>>>, pub Rc<RefCell<Option<Vec<Command>>>>, pub Rc<Cell<bool>>);

impl Platform for Desk {
    fn ask_open(&self, _: Sender<Command>) {}

    fn take(&self, files: Vec<DroppedFileHandle>, to: Sender<Command>) {
        files.iter().for_each(|file| _ = to.send(Command::OpenPath(file.path().to_owned())));
    }

    fn asks(&self) -> bool {
        true
    }

    fn ask_save(&self, name: &str, _: &ToSave, to: Sender<Command>) {
        let answer = Command::SaveTo(Some(name.into()));
        match &mut *self.1.borrow_mut() {
            Some(waiting) => waiting.push(answer),
            None => _ = to.send(answer),
        }
    }

    fn save(&self, path: &Path, bytes: &[u8]) -> Result<Saved, String> {
        if self.2.get() {
            return Err(format!("{}: no space left", path.display()));
        }
        self.0.borrow_mut().insert(path.to_owned(), bytes.to_vec());
        Ok(Saved::There)
    }

    fn page(&self, to: Sender<Command>) {
        let file = |name: &str| (name.to_owned(), format!("<body>{name}</body>").into_bytes());
        _ = to.send(Command::Page(FILES.into_iter().map(file).collect()));
    }

    fn save_folder(&self, path: &Path, files: &[File]) -> Result<Saved, String> {
        self.0.borrow_mut().extend(files.iter().map(|(file, bytes)| (path.join(file), bytes.clone())));
        Ok(Saved::There)
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        self.0.borrow().get(path).cloned().ok_or_else(|| "there is no such file".into())
    }

    fn keep(&self, key: &str, text: &str) -> Result<(), String> {
        self.0.borrow_mut().insert(key.into(), text.into());
        Ok(())
    }

    fn kept(&self, key: &str) -> Option<String> {
        String::from_utf8(self.0.borrow().get(Path::new(key))?.clone()).ok()
    }
}

/// Where pictures go, if anywhere.
fn pictures() -> Option<std::ffi::OsString> {
    std::env::var_os("LISSOM_PICTURES")
}

pub struct Person {
    pub harness: Harness<'static, Studio>,
    pub desk: Desk,
}

impl Person {
    pub fn sits_down() -> Person {
        Person::at(Desk::default())
    }

    /// At a desk with something on it.
    pub fn at(desk: Desk) -> Person {
        // Pictures are only painted where somebody looks at them.
        Person::new(desk, pictures().is_some(), 1.0)
    }

    /// Looks at the pictures, too.
    pub fn looks() -> Person {
        Person::looks_at(1.0)
    }

    /// On a screen with so many pixels a point.
    pub fn looks_at(density: f32) -> Person {
        Person::new(Desk::default(), true, density)
    }

    fn new(desk: Desk, looks: bool, density: f32) -> Person {
        let platform = Box::new(desk.clone());
        let builder = Harness::builder()
            .with_size(egui::vec2(1280.0, 800.0))
            .with_step_dt(1.0 / 60.0)
            .with_pixels_per_point(density);
        let builder = if looks { builder.wgpu() } else { builder };
        let harness = builder.build_eframe(move |cc| Studio::new(cc, platform));
        Person { harness, desk }
    }

    /// Opens a scene without looking for it in the gallery.
    pub fn opens(&mut self, scene: &str) -> &mut Person {
        self.harness.state().send(Command::OpenScene { name: scene.to_owned(), variant: None });
        self.waits(2)
    }

    /// Drops a file on the window.
    pub fn drops(&mut self, name: &str, bytes: &[u8]) -> &mut Person {
        self.desk.0.borrow_mut().insert(name.into(), bytes.to_vec());
        self.harness.state().send(Command::OpenPath(name.into()));
        self.waits(3)
    }

    /// Clicks what is labelled so.
    pub fn click(&mut self, label: &str) -> &mut Person {
        self.harness.get_by_label(label).click();
        self.waits(3)
    }

    /// If there are changes that would be lost, does without them.
    pub fn discards(&mut self) -> &mut Person {
        if self.studio().leaving.is_some() {
            self.click("Discard");
        }
        self
    }

    /// Makes everything lighter: a change of the rig.
    pub fn lightens(&mut self) -> lissom_rig::Rig {
        let mut rig = self.studio().work.as_ref().expect("open").rig().clone();
        rig.gravity.0[1] *= 0.5;
        self.harness.state().send(Command::Edit { what: "Gravity".into(), rig: Box::new(rig.clone()) });
        self.waits(2);
        rig
    }

    /// For so many frames, and until what was opened or changed is ready.
    pub fn waits(&mut self, frames: usize) -> &mut Person {
        self.frame_when_ready();
        self.harness.run_steps(frames.saturating_sub(1));
        if self.studio().preparing.is_some() {
            self.frame_when_ready();
        }
        self
    }

    fn frame_when_ready(&mut self) {
        self.harness.run_steps(1);
        while self.studio().preparing.is_some() {
            std::thread::sleep(std::time::Duration::from_millis(2));
            self.harness.run_steps(1);
        }
    }

    pub fn sees(&self, label: &str) -> bool {
        self.harness.query_by_label(label).is_some()
    }

    pub fn studio(&self) -> &Studio {
        self.harness.state()
    }

    /// Presses the mouse at a place, moves it, and lets go.
    pub fn drags(&mut self, from: egui::Pos2, to: egui::Pos2) -> &mut Person {
        self.harness.hover_at(from);
        self.waits(1);
        self.harness.drag_at(from);
        self.waits(1);
        for k in 1..=4 {
            self.harness.hover_at(from.lerp(to, k as f32 / 4.0));
            self.waits(1);
        }
        self.harness.drop_at(to);
        self.waits(2)
    }

    /// Leaves a picture of the window where `LISSOM_PICTURES` says, for people to look at.
    pub fn photographs(&mut self, name: &str) -> &mut Person {
        if let Some(folder) = pictures() {
            let image = self.picture(0.75);
            image.save(PathBuf::from(folder).join(format!("{name}.png"))).expect("a file");
        }
        self
    }

    /// The window, smaller.
    pub fn picture(&mut self, scale: f32) -> image::RgbaImage {
        let image = self.harness.render().expect("a picture");
        let [width, height] = [image.width(), image.height()].map(|side| (side as f32 * scale) as u32);
        image::imageops::resize(&image, width, height, image::imageops::FilterType::CatmullRom)
    }

    pub fn place_of(&self, label: &str) -> egui::Rect {
        self.harness.get_by_label(label).rect()
    }
}
