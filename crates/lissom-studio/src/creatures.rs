//! Creatures: bodies without bones.

use eframe::egui::Pos2;
use lissom_formats::write_obj;
use lissom_rig::creature::{Recipe, When};
use lissom_rig::field::Plane;
use lissom_rig::{Creature, Fields, Rig, Tets};

use crate::history::Made;
use crate::job::Task;
use crate::studio::Selection;
use crate::tool::Tool;
use crate::work::stem;
use crate::{Command, Studio};

pub mod canvas;
mod entries;
pub mod field;
pub mod parts;

pub use entries::ENTRIES;

use canvas::{Canvas, Place};
use field::Field;
use parts::Part;

/// So many movements of the mouse can be erased one by one.
const MOST_PAINTED: usize = 500;

/// What can be done.
#[derive(Clone, Debug, PartialEq)]
pub enum CreaturesCommand {
    /// Begins to paint, in the bind pose.
    Paint(Brush),
    Field(Field),
    /// Forgets the cut.
    Whole,
    EraseLast,
    ClearField,
    /// Nothing painted, nothing drawn.
    Blank,
    Cook(Recipe),
    /// Bodies that nothing drives get a creature.
    Adopt,
    /// A part of the character becomes a body of its own.
    Fill(String),
}

/// What the mouse does while painting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Brush {
    /// Single face fill.
    Face,
    /// Flat region fill.
    Flat,
    #[default]
    Stroke,
    Cut,
}

/// What the panel and the tool remember; nothing that is saved.
#[derive(Debug)]
pub struct Creatures {
    pub field: Field,
    pub brush: Brush,
    /// By field: what is painted.
    pub values: [f32; 4],
    /// Over edges that bend more, a flat region does not grow.
    pub angle_deg: f32,
    /// Whether a layer is painted on, and which.
    pub on_layer: bool,
    pub layer: f32,
    /// Which of the three directions is combed.
    pub comb: usize,
    pub(crate) canvas: Option<Canvas>,
    /// Of a character without a body, once somebody asked.
    pub(crate) parts: Option<Vec<Part>>,
    /// Where the mouse went since it was pressed.
    pub(crate) path: Vec<Pos2>,
    /// A change that goes on: what is changed, and the rig so far. It is sent when the mouse is let go, because making
    /// a body anew takes a while.
    pub(crate) draft: Option<(String, Rig)>,
    before_cut: Brush,
    /// What movements of the mouse have left, and on which creature, the oldest first.
    painted: Vec<(String, Fields)>,
}

impl Default for Creatures {
    fn default() -> Creatures {
        Creatures {
            field: Field::default(),
            brush: Brush::default(),
            values: [0.0, 0.0, 1.0, 0.0],
            angle_deg: 30.0,
            on_layer: false,
            layer: 0.5,
            comb: 0,
            canvas: None,
            parts: None,
            path: Vec::new(),
            draft: None,
            before_cut: Brush::default(),
            painted: Vec::new(),
        }
    }
}

impl Creatures {
    pub fn value(&self) -> f32 {
        self.values[self.field as usize]
    }
}

impl Studio {
    /// The creature that is worked on: the chosen one, or the first.
    pub fn creature(&self) -> Option<(usize, &Creature)> {
        let all = &self.work.as_ref()?.rig().creatures;
        let chosen = if let Selection::Creature(k) = self.selection { k } else { 0 };
        let index = if chosen < all.len() { chosen } else { 0 };
        Some((index, all.get(index)?))
    }

    /// Names of keys that creatures answer to.
    pub(crate) fn keys(&self) -> Vec<&str> {
        let creatures = self.work.iter().flat_map(|work| &work.rig().creatures);
        let whens = creatures.flat_map(|c| &c.stimuli).map(|stimulus| &stimulus.when);
        let mut keys: Vec<&str> =
            whens.filter_map(|when| if let When::Key { name } = when { Some(name.as_str()) } else { None }).collect();
        keys.retain(|name| !name.is_empty());
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// The body of that creature.
    pub(crate) fn body(&self) -> Option<&Tets> {
        let name = &self.creature()?.1.name;
        self.work.as_ref()?.character().tets.iter().find(|t| t.name == *name)
    }

    pub(crate) fn obey_creatures(&mut self, command: CreaturesCommand) -> Result<(), String> {
        match command {
            CreaturesCommand::Paint(brush) => self.take_brush(brush),
            CreaturesCommand::Field(field) => self.choose_field(field),
            CreaturesCommand::Whole => self.make("Whole again", |made| Made { cut: None, ..made }),
            CreaturesCommand::EraseLast => {
                let field = self.creatures.field;
                let name = self.creature().map(|(_, c)| c.name.clone());
                let painted = self.creatures.painted.iter().filter(|p| Some(&p.0) == name.as_ref()).map(|p| &p.1);
                self.edit_fields(&format!("Erase {}", field.name().to_lowercase()), |f| field.erase_last(f, painted));
            }
            CreaturesCommand::ClearField => {
                let field = self.creatures.field;
                self.edit_fields(&format!("Clear {}", field.name().to_lowercase()), |f| field.clear(f));
            }
            CreaturesCommand::Blank => self.edit_creature("Start from blank", |creature, _| {
                creature.fields = Fields { interpolation: creature.fields.interpolation, ..Fields::default() };
                creature.charts = Default::default();
            }),
            CreaturesCommand::Cook(recipe) => self.cook(recipe),
            CreaturesCommand::Adopt => self.adopt(),
            CreaturesCommand::Fill(part) => self.fill(&part),
        }
        Ok(())
    }

    fn take_brush(&mut self, brush: Brush) {
        self.put_down();
        let state = &mut self.creatures;
        if brush == Brush::Cut && state.brush != Brush::Cut {
            state.before_cut = state.brush;
        }
        state.brush = brush;
        // Directions are strokes.
        if state.field == Field::Direction && matches!(brush, Brush::Face | Brush::Flat) {
            state.field = Field::Layer;
        }
        self.tool = Tool::Paint;
        self.mode = crate::studio::Mode::Creatures;
        self.hold_still();
        self.free_camera();
        self.look_at_canvas();
    }

    /// Bodies are painted on as they were at first, which may be far from where they are.
    fn look_at_canvas(&mut self) {
        let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(self.aspect, 1.0));
        let aim = self.aim(rect);
        let Some(places) = self.body().map(|body| body.mesh.positions.clone()) else { return };
        if !places.iter().all(|place| aim.project(*place).is_some_and(|at| rect.contains(at))) {
            self.orbit.frame(&places, self.aspect, 0.0);
        }
    }

    fn choose_field(&mut self, field: Field) {
        let state = &mut self.creatures;
        state.field = field;
        // Strokes belong on a layer; everything else begins outside.
        state.on_layer = field == Field::Direction;
        if field == Field::Direction && matches!(state.brush, Brush::Face | Brush::Flat) {
            state.brush = Brush::Stroke;
        }
    }

    /// Where the body is cut open.
    pub fn cut(&self) -> Option<Plane> {
        self.work.as_ref()?.history.now().cut
    }

    /// After a cut comes what was done before.
    pub(crate) fn cut_by(&mut self, plane: Plane) {
        self.make("Cut", |made| Made { cut: Some(plane), ..made });
        self.creatures.brush = self.creatures.before_cut;
        self.creatures.on_layer = false;
        self.free_camera().turn_towards(plane.normal);
    }

    pub(crate) fn edit_creature(
        &self,
        what: &str,
        change: impl FnOnce(&mut Creature, &mut Option<lissom_rig::creature::Water>),
    ) {
        let (Some(work), Some((index, _))) = (&self.work, self.creature()) else { return };
        let mut rig = work.rig().clone();
        change(&mut rig.creatures[index], &mut rig.water);
        self.send(Command::Edit { what: what.to_owned(), rig: Box::new(rig) });
    }

    pub(crate) fn edit_fields(&self, what: &str, change: impl FnOnce(&mut Fields)) {
        self.edit_creature(what, |creature, _| change(&mut creature.fields));
    }

    /// What was just painted, to be erased by itself.
    pub(crate) fn remember(&mut self, painted: Fields) {
        let Some(name) = self.creature().map(|(_, c)| c.name.clone()) else { return };
        let list = &mut self.creatures.painted;
        list.drain(..list.len().saturating_sub(MOST_PAINTED - 1));
        list.push((name, painted));
    }

    fn cook(&mut self, recipe: Recipe) {
        let Some(mesh) = self.body().map(|t| &t.mesh) else { return };
        self.edit_creature(&format!("{} recipe", recipe.name()), |creature, water| {
            *creature = recipe.on(mesh, creature);
            if recipe == Recipe::Jellyfish {
                water.get_or_insert_default();
            }
        });
        self.put_down();
        self.play(|player| player.playing = true);
    }

    fn adopt(&mut self) {
        let Some(work) = &self.work else { return };
        let mut rig = work.rig().clone();
        for tets in &work.character().tets {
            if rig.creatures.iter().all(|c| c.name != tets.name) {
                rig.creatures.push(Creature::new(&tets.name));
            }
        }
        self.send(Command::Edit { what: "New creature".into(), rig: Box::new(rig) });
    }

    /// Opens it as other work once it is filled.
    fn fill(&mut self, part: &str) {
        let Some(work) = &self.work else { return };
        let bytes = write_obj(&parts::surface(work.character(), part)).into_bytes();
        let name = parts::file_name(stem(work.name()), part);
        self.start(Task::Fill { name, path: None, bytes });
    }

    /// What is painted on, made anew where it has changed.
    pub(crate) fn refresh_canvas(&mut self) {
        let before = self.creatures.canvas.take();
        let (Some((index, creature)), Some(tets)) = (self.creature(), self.body()) else { return };
        let state = &self.creatures;
        let layer = state.on_layer.then_some(state.layer);
        let place = Place { creature: index, cut: self.cut(), layer, field: state.field, comb: state.comb };
        match Canvas::refreshed(before, &tets.mesh, &creature.fields, place) {
            Ok(canvas) => self.creatures.canvas = Some(canvas),
            Err(error) => self.trouble = Some(error),
        }
    }
}
