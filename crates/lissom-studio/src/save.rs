//! Saving: rigs, bakes and pages.
//!
//! Where nobody knows where to, somebody is asked, one thing after the other, and everything goes on meanwhile. What is
//! written then is what there was when saving was asked for last; what was changed since is not saved yet.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lissom_rig::Rig;

use crate::page::{self, File};
use crate::platform::Saved;
use crate::work::{Source, rig_of, stem};
use crate::{Command, Studio, Watch};

/// Something to be written.
#[derive(Clone, Debug, PartialEq)]
pub enum ToSave {
    Rig(Arc<Rig>),
    /// Something that was made, with words about it.
    File {
        bytes: Vec<u8>,
        words: String,
    },
    /// A folder.
    Page(Vec<File>),
}

/// The rig of what is open, on its way into a file.
#[derive(Debug)]
pub(crate) struct Saving {
    rig: Arc<Rig>,
    /// What is done once it is there.
    then: Option<Command>,
}

impl Saving {
    fn is(&self, what: &ToSave) -> bool {
        matches!(what, ToSave::Rig(rig) if Arc::ptr_eq(&self.rig, rig))
    }
}

impl Studio {
    /// Saves the rig to where it came from, or else asks where to.
    pub(crate) fn save(&mut self, elsewhere: bool, then: Option<Command>) -> Result<(), String> {
        let Some(work) = &self.work else { return Ok(()) };
        let name = rig_of(work.name());
        let beside = match &work.source {
            Source::File { path: Some(path), .. } => Some(path.with_file_name(&name)),
            _ => None,
        };
        let path = work.rig_path.clone().or(beside).filter(|_| !elsewhere);
        let rig = work.history.rig().clone();
        let before = self.saving.take();
        let is_before = |what: &&mut ToSave| before.as_ref().is_some_and(|before| before.is(what));
        let waiting = self.unsaved.iter_mut().map(|(_, what)| what).find(is_before);
        let then = then.or(before.filter(|_| waiting.is_some()).and_then(|before| before.then));
        self.saving = Some(Saving { rig: rig.clone(), then });
        match (path, waiting) {
            (Some(path), _) => self.save_to(path, &ToSave::Rig(rig))?,
            // One that waits for its answer already gives way to the newer one.
            (None, Some(waiting)) => *waiting = ToSave::Rig(rig),
            (None, None) => self.ask_save(&name, ToSave::Rig(rig)),
        }
        Ok(())
    }

    /// Asks where to, once everything before it has its answer.
    pub(crate) fn ask_save(&mut self, name: &str, what: ToSave) {
        self.unsaved.push_back((name.to_owned(), what));
        if self.unsaved.len() == 1 {
            self.ask_next();
        }
    }

    fn ask_next(&self) {
        if let Some((name, what)) = self.unsaved.front() {
            self.platform.ask_save(name, what, self.to_self.clone());
        }
    }

    /// Somebody said where what they were asked about should go, or that it should not go anywhere. Where it cannot go
    /// there, they are asked again.
    pub(crate) fn answered(&mut self, path: Option<PathBuf>) -> Result<(), String> {
        let Some((name, what)) = self.unsaved.pop_front() else { return Ok(()) };
        let saved = match path {
            Some(path) => self.save_to(path, &what),
            None => {
                _ = self.saving.take_if(|saving| saving.is(&what));
                self.stay();
                Ok(())
            }
        };
        if saved.is_err() {
            self.stay();
            if self.platform.asks() {
                self.unsaved.push_front((name, what));
            }
        }
        self.ask_next();
        saved
    }

    pub(crate) fn save_page(&mut self, files: Vec<File>) -> Result<(), String> {
        let Some(work) = &self.work else { return Ok(()) };
        let files = page::of(work, (self.watch == Watch::Free).then_some(self.orbit), self.blow(), files)?;
        self.ask_save(&format!("{}-page", stem(work.name())), ToSave::Page(files));
        Ok(())
    }

    fn save_to(&mut self, path: PathBuf, what: &ToSave) -> Result<(), String> {
        match what {
            ToSave::Rig(rig) => return self.save_rig(path, rig),
            ToSave::File { bytes, words } => {
                let place = place(&self.platform.save(&path, bytes)?, &path);
                self.notices.say(format!("{place}: {words}"));
            }
            ToSave::Page(files) => self.notices.say(match self.platform.save_folder(&path, files)? {
                Saved::There => format!("The page is in {}: give it to a web server", path.display()),
                Saved::Downloaded => {
                    format!("{}.zip is with your downloads; unpack it on a web server", path.display())
                }
            }),
        }
        Ok(())
    }

    fn save_rig(&mut self, path: PathBuf, rig: &Arc<Rig>) -> Result<(), String> {
        let saved = self.platform.save(&path, rig.to_json().as_bytes())?;
        self.notices.say(place(&saved, &path));
        // Other work may be open by now, or its rig be saved elsewhere.
        let saving = self.saving.take_if(|saving| Arc::ptr_eq(&saving.rig, rig));
        let (Some(Saving { rig, then }), Some(work)) = (saving, &mut self.work) else { return Ok(()) };
        work.saved(rig, Some(path).filter(|_| saved == Saved::There));
        // It is saved, whatever comes of these.
        if let Err(error) = self.forget_kept() {
            self.notices.error(error);
        }
        then.into_iter().for_each(|command| self.obey(command));
        Ok(())
    }
}

fn place(saved: &Saved, path: &Path) -> String {
    match saved {
        Saved::There => format!("Saved {}", path.display()),
        Saved::Downloaded => format!("{} is with your downloads", path.display()),
    }
}
