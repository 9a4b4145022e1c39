//! Cloth: parts of meshes that are simulated, and what they bump into.

use std::sync::Arc;

use glam::Vec3;
use lissom_rig::Rig;
use lissom_rig::auto;
use lissom_rig::character::bounds;
use lissom_rig::rig::{Kind, RigCollider, Select};
use lissom_rig::selection::Selection as Triangles;

use crate::Studio;
use crate::command::{Command, Entry, Menu};
use crate::history::Made;
use crate::studio::{Mode, Selection};
use crate::tool::Tool;

mod bones;
mod make;
mod overlay;
mod pick;
pub mod preview;

pub use bones::Bones;
pub use make::Form;
pub(crate) use overlay::{around, draw, moved};
pub(crate) use pick::pick;
use preview::Preview;

/// What can be done.
#[derive(Clone, Debug, PartialEq)]
pub enum ClothCommand {
    /// These triangles, for the next region.
    Choose(Select),
    /// A region of the triangles that are chosen.
    Make(Kind),
    AddCollider(Form),
    /// A collider for every bone of the body that has none.
    FitBody,
    /// The chosen collider to what follows its bone.
    Fit,
    /// The chosen collider on the other side as well.
    Mirror,
    /// Takes the chosen region or collider away.
    Delete,
    Paint(Paints),
    Stitch,
    /// The chosen collider, by its handles.
    Move,
}

/// What a brush leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Paints {
    /// Triangles that belong to the region, or do not.
    Choice(bool),
    /// How much is simulated: 1, or 0 for what follows the bones.
    Simulated(f32),
    /// Particles that know the way out.
    Surface(bool),
    /// Particles without edges, only to collide with.
    Loose(bool),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brush {
    pub paints: Paints,
    pub radius: f32,
    /// Width of the edge, as a share of the radius.
    pub soft: f32,
}

/// How triangles are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    #[default]
    Part,
    Material,
    Bone,
    Brush,
}

/// What the panel and the tools remember; nothing that is saved.
#[derive(Debug)]
pub struct Cloth {
    pub by: By,
    pub brush: Brush,
    /// What the brush is over, in the picture.
    pub hover: Option<Vec3>,
    /// A stroke or a drag has begun on something, and goes on.
    pub grip: Option<crate::tool::Grip>,
    /// The first particle of a stitch, in the bind pose.
    pub thread: Option<Vec3>,
    /// What the chosen region is simulated as.
    pub preview: Option<Preview>,
    /// What bones to list.
    pub find: String,
    /// Mesh and vertex of what is chosen for a new region.
    chosen: Vec<(usize, usize)>,
    /// Of the character: what is small and what is large.
    pub size: f32,
    /// What the preview is about.
    seen: Option<(Arc<Rig>, Selection, Select)>,
}

impl Default for Cloth {
    fn default() -> Cloth {
        Cloth {
            by: By::default(),
            brush: Brush { paints: Paints::Simulated(1.0), radius: 0.06, soft: 0.5 },
            hover: None,
            grip: None,
            thread: None,
            preview: None,
            find: String::new(),
            chosen: Vec::new(),
            size: 1.0,
            seen: None,
        }
    }
}

impl Studio {
    pub(crate) fn obey_cloth(&mut self, command: ClothCommand) -> Result<(), String> {
        let Some(work) = &self.work else { return Ok(()) };
        let (mut rig, character) = (work.rig().clone(), work.character());
        match command {
            ClothCommand::Choose(choice) => self.make("Triangles", |made| Made { choice, ..made }),
            ClothCommand::Make(kind) => {
                rig.regions.push(make::region(character, &rig, &work.history.now().choice, kind)?);
                self.selection = Selection::Region(rig.regions.len() - 1);
                self.put_down();
                self.make("New region", |made| Made { rig: rig.into(), choice: Select::default(), ..made });
            }
            ClothCommand::AddCollider(form) => {
                let bone = self.region().map(|r| r.anchor.clone());
                rig.colliders.push(make::collider(character, form, bone));
                self.selection = Selection::Collider(rig.colliders.len() - 1);
                self.put_down();
                self.tool = Tool::Gizmo;
                self.change("New collider", rig);
            }
            ClothCommand::FitBody => {
                let before = rig.colliders.len();
                let has_one = |rig: &Rig, new: &RigCollider| rig.colliders.iter().any(|c| c.bone == new.bone);
                for new in auto::body(character) {
                    if !has_one(&rig, &new) {
                        rig.colliders.push(new);
                    }
                }
                if rig.colliders.len() == before {
                    return Err("Every bone of the body has a collider, or too little skin for one".to_owned());
                }
                self.notices.say(format!("{} colliders", rig.colliders.len() - before));
                self.change("Fit body", rig);
            }
            ClothCommand::Fit => {
                let collider = chosen(&mut rig, self.selection)?;
                let bone =
                    collider.bone.clone().ok_or("Choose a bone first: a collider is fitted to what follows it")?;
                let found = character.skeleton.find(&bone).and_then(|b| auto::fit(character, b));
                collider.shape = found.ok_or(format!("No skin follows `{bone}`: set the size by hand"))?;
                self.change("Fit collider", rig);
            }
            ClothCommand::Mirror => {
                let from = chosen(&mut rig, self.selection)?.clone();
                let other = from.mirrored(character);
                if other.shape.center().distance(from.shape.center()) < 1e-4 {
                    return Err(format!("`{}` is in the middle: it is its own mirror image", from.part));
                }
                let is_it = |c: &&mut RigCollider| {
                    **c != from && (&c.part, &c.bone) == (&other.part, &other.bone) && from.bone != other.bone
                };
                match rig.colliders.iter_mut().find(is_it) {
                    Some(there) => *there = other,
                    None => rig.colliders.push(other),
                }
                self.change("Mirror collider", rig);
            }
            ClothCommand::Delete => {
                let what = match self.selection {
                    Selection::Region(k) if k < rig.regions.len() => {
                        rig.regions.remove(k);
                        "Delete region"
                    }
                    Selection::Collider(k) if k < rig.colliders.len() => {
                        rig.colliders.remove(k);
                        "Delete collider"
                    }
                    _ => return Err("Choose a region or a collider first".to_owned()),
                };
                self.selection = Selection::None;
                self.put_down();
                self.change(what, rig);
            }
            ClothCommand::Paint(paints) => {
                self.cloth.brush.paints = paints;
                self.take_still(Tool::Brush);
            }
            ClothCommand::Stitch => {
                self.cloth.thread = None;
                self.take_still(Tool::Stitch);
            }
            ClothCommand::Move => {
                self.put_down();
                self.tool = Tool::Gizmo;
            }
        }
        Ok(())
    }

    /// A tool for what stands still.
    fn take_still(&mut self, tool: Tool) {
        self.put_down();
        self.tool = tool;
        self.hold_still();
    }

    /// A change that is complete.
    fn change(&mut self, what: &str, rig: Rig) {
        self.make(what, |made| Made { rig: rig.into(), ..made });
    }

    /// The region that is chosen.
    pub(crate) fn region(&self) -> Option<&lissom_rig::rig::Region> {
        match self.selection {
            Selection::Region(k) => self.work.as_ref()?.rig().regions.get(k),
            _ => None,
        }
    }

    /// The triangles of the chosen region, or of the next one.
    pub(crate) fn triangles(&self) -> Option<&Select> {
        let choice = self.work.as_ref().map(|work| &work.history.now().choice);
        self.region().map(|region| &region.select).or(choice)
    }

    /// Whether any are chosen for the next region.
    pub(crate) fn has_choice(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.history.now().choice != Select::default())
    }

    /// Asks for other triangles.
    pub(crate) fn change_triangles(&self, change: impl FnOnce(&mut Select)) {
        if self.region().is_some() {
            return self.change_region("Triangles", |region| change(&mut region.select));
        }
        let Some(mut choice) = self.triangles().cloned() else { return };
        change(&mut choice);
        self.send(Command::Cloth(ClothCommand::Choose(choice)));
    }

    /// The collider that is chosen.
    pub(crate) fn collider(&self) -> Option<&RigCollider> {
        match self.selection {
            Selection::Collider(k) => self.work.as_ref()?.rig().colliders.get(k),
            _ => None,
        }
    }

    /// Asks for a change of the chosen region.
    pub(crate) fn change_region(&self, what: &str, change: impl FnOnce(&mut lissom_rig::rig::Region)) {
        self.change_rig(what, |rig| {
            if let Selection::Region(k) = self.selection {
                rig.regions.get_mut(k).map(change);
            }
        });
    }

    pub(crate) fn change_collider(&self, what: &str, change: impl FnOnce(&mut RigCollider)) {
        self.change_rig(what, |rig| {
            if let Selection::Collider(k) = self.selection {
                rig.colliders.get_mut(k).map(change);
            }
        });
    }

    fn change_rig(&self, what: &str, change: impl FnOnce(&mut Rig)) {
        let Some(work) = &self.work else { return };
        let mut rig = Box::new(work.rig().clone());
        change(&mut rig);
        self.send(Command::Edit { what: what.to_owned(), rig });
    }

    /// The preview of what is chosen, where that changed.
    pub(crate) fn look_at_cloth(&mut self) {
        let Some(work) = &self.work else { return };
        let now = (work.history.rig(), self.selection, &work.history.now().choice);
        if self.cloth.seen.as_ref().is_some_and(|s| Arc::ptr_eq(&s.0, now.0) && (s.1, &s.2) == (now.1, now.2)) {
            return;
        }
        let seen = (now.0.clone(), now.1, now.2.clone());
        let character = work.character();
        let (low, high) = bounds(character.meshes.iter().flat_map(|m| m.positions.iter().copied()));
        self.cloth.size = Some((high - low).length()).filter(|s| s.is_finite() && *s > 0.0).unwrap_or(1.0);
        self.cloth.chosen = Triangles::new(character, &seen.2).sources;
        let before = self.cloth.preview.take();
        self.cloth.preview = self.region().map(|region| Preview::new(character, region, before));
        self.cloth.seen = Some(seen);
    }
}

fn chosen(rig: &mut Rig, selection: Selection) -> Result<&mut RigCollider, String> {
    let found = match selection {
        Selection::Collider(k) => rig.colliders.get_mut(k),
        _ => None,
    };
    found.ok_or_else(|| "Choose a collider first".to_owned())
}

const fn entry(
    name: &'static str,
    help: &'static str,
    command: fn() -> Command,
    possible: fn(&Studio) -> bool,
) -> Entry {
    Entry { menu: Menu::Cloth, name, help, keys: None, command, possible }
}

fn can_make(studio: &Studio) -> bool {
    studio.mode == Mode::Cloth && studio.has_choice()
}

fn has_region(studio: &Studio) -> bool {
    studio.mode == Mode::Cloth && studio.region().is_some()
}

fn has_collider(studio: &Studio) -> bool {
    studio.mode == Mode::Cloth && studio.collider().is_some()
}

pub const ENTRIES: &[Entry] = &[
    entry(
        "Make cloth",
        "A connected mesh of particles of the chosen triangles",
        || Command::Cloth(ClothCommand::Make(Kind::Cloth)),
        can_make,
    ),
    entry(
        "Make strands",
        "Chains of particles, each moving the hair around it",
        || Command::Cloth(ClothCommand::Make(Kind::Strands { chains: 8 })),
        can_make,
    ),
    entry(
        "Make a shell",
        "Particles on the skin, for others to bump into",
        || Command::Cloth(ClothCommand::Make(Kind::Shell { surface: true })),
        can_make,
    ),
    entry(
        "Add a ball",
        "Something round to bump into",
        || Command::Cloth(ClothCommand::AddCollider(Form::Ball)),
        |studio| studio.mode == Mode::Cloth,
    ),
    entry(
        "Fit colliders to the body",
        "A ball or a capsule for every bone that has skin",
        || Command::Cloth(ClothCommand::FitBody),
        |studio| studio.mode == Mode::Cloth,
    ),
    entry("Fit collider", "To the skin that follows its bone", || Command::Cloth(ClothCommand::Fit), has_collider),
    entry(
        "Mirror collider",
        "On the bone of the other side as well",
        || Command::Cloth(ClothCommand::Mirror),
        has_collider,
    ),
    entry("Move collider", "By handles in the picture", || Command::Cloth(ClothCommand::Move), has_collider),
    entry(
        "Paint simulated",
        "With a brush: what moves by itself",
        || Command::Cloth(ClothCommand::Paint(Paints::Simulated(1.0))),
        has_region,
    ),
    entry(
        "Paint animated",
        "With a brush: what follows the bones",
        || Command::Cloth(ClothCommand::Paint(Paints::Simulated(0.0))),
        has_region,
    ),
    entry(
        "Stitch particles",
        "Click two particles to join them, or to undo that",
        || Command::Cloth(ClothCommand::Stitch),
        has_region,
    ),
    entry(
        "Delete region or collider",
        "What is chosen on the left",
        || Command::Cloth(ClothCommand::Delete),
        |studio| has_region(studio) || has_collider(studio),
    ),
];
