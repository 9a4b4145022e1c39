//! Everything that can be done, as values: menus, the palette, shortcuts and tests all send these.

use std::path::PathBuf;

use eframe::egui::{Key, KeyboardShortcut, Modifiers};
use lissom_rig::{Rig, TetMesh};
use lissom_show::Overlay;

use crate::Studio;
use crate::bake::BakeSettings;
use crate::cloth::{self, ClothCommand};
use crate::compare::{self, Beside};
use crate::creatures::{self, CreaturesCommand};
use crate::hand::Blow;
use crate::job::Outcome;
use crate::leave::Leave;
use crate::orbit::Orbit;
use crate::page::{Asks, File};
use crate::studio::{Mode, Watch};
use crate::tool::Tool;
use crate::views::{self, ViewsCommand};

#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Back to the gallery.
    Gallery,
    /// Closes the window.
    Close,
    /// The answer when one of these, or opening something, would lose changes.
    Leave(Leave),
    /// Asks for a file.
    AskOpen,
    OpenScene {
        name: String,
        variant: Option<String>,
    },
    /// A file that was dropped or chosen. The path is known outside of browsers; in them, others may come with it.
    OpenFile {
        name: String,
        path: Option<PathBuf>,
        bytes: Vec<u8>,
        others: Vec<File>,
    },
    OpenPath(PathBuf),
    /// What a page is asked for, with files that came for it.
    OpenAsked {
        asks: Asks,
        files: Vec<File>,
    },
    /// Something went wrong elsewhere.
    Fail(String),
    /// Takes the hand instead of another tool.
    PutDown,
    /// The rig, to where it came from.
    Save,
    SaveAs,
    /// The answer to where something should go, if it should go anywhere.
    SaveTo(Option<PathBuf>),
    /// Asks for the studio's own page, to put the character into it.
    AskPage,
    /// Here it is.
    Page(Vec<File>),

    /// Asks how to bake.
    AskBake,
    Bake(BakeSettings),
    /// Something that was made, with words about it.
    SaveFile {
        name: String,
        bytes: Vec<u8>,
        words: String,
    },
    /// Surface triangles became a body.
    OpenBody {
        name: String,
        path: Option<PathBuf>,
        body: Box<TetMesh>,
        words: String,
    },
    StopJob,
    StopPreparing,
    /// What came of the job of this number.
    Made {
        number: u64,
        made: Result<Outcome, String>,
    },
    /// Goes on with what was not saved, or forgets it.
    Recover {
        which: usize,
        wanted: bool,
    },

    /// The rig as somebody changed it. It is played when the mouse is let go. Changes of one kind during one press of
    /// the mouse are one step of undo.
    Edit {
        what: String,
        rig: Box<Rig>,
    },
    Undo,
    Redo,
    /// The wind that blows instead of the scene's own.
    Wind(Blow),

    PlayPause,
    /// One frame on.
    StepFrame,
    /// To the frame before, if it was played.
    StepBack,
    Restart,
    Seek {
        secs: f64,
    },
    /// From when to when it plays; none is all of it.
    Range(Option<(f64, f64)>),

    Views(ViewsCommand),
    Cloth(ClothCommand),
    Creatures(CreaturesCommand),

    /// Which animation of the file plays; none leaves it at rest.
    Animation(Option<usize>),
    Watch(Watch),
    /// Takes the camera into the hand, and holds it there.
    LookFrom(Orbit),
    Shake,
    /// A key that creatures answer to, by its name.
    Strike(String),

    FrameAll,
    FrameSelected,
    Show(Overlay),
    Mode(Mode),
    DarkLight,
    Palette,
    Compare(Beside),
}

/// Where an entry stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    File,
    Edit,
    Play,
    View,
    Chain,
    Cloth,
    Creatures,
}

impl Menu {
    pub const ALL: [(Menu, &str); 7] = [
        (Menu::File, "File"),
        (Menu::Edit, "Edit"),
        (Menu::Play, "Playback"),
        (Menu::View, "View"),
        (Menu::Chain, "Chain"),
        (Menu::Cloth, "Cloth"),
        (Menu::Creatures, "Creature"),
    ];
}

/// A command by its name: a row of a menu and of the palette.
pub struct Entry {
    pub menu: Menu,
    pub name: &'static str,
    /// In plain words.
    pub help: &'static str,
    pub keys: Option<KeyboardShortcut>,
    pub command: fn() -> Command,
    /// Whether it can be done now.
    pub possible: fn(&Studio) -> bool,
}

impl Entry {
    /// With what is undone and redone.
    pub fn words(&self, studio: &Studio) -> String {
        let what = match (self.command)() {
            Command::Undo => studio.undoable(),
            Command::Redo => studio.redoable(),
            _ => None,
        };
        what.map_or(self.name.to_owned(), |what| format!("{}: {what}", self.name))
    }
}

const fn keys(modifiers: Modifiers, key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(modifiers, key))
}

const COMMAND: Modifiers = Modifiers::COMMAND;
const SHIFT_COMMAND: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };
const NONE: Modifiers = Modifiers::NONE;

/// How the open work is looked at.
const fn view(
    name: &'static str,
    keys: Option<KeyboardShortcut>,
    command: fn() -> Command,
    help: &'static str,
) -> Entry {
    Entry { menu: Menu::View, name, help, keys, command, possible: open }
}

fn always(_: &Studio) -> bool {
    true
}

fn open(studio: &Studio) -> bool {
    studio.work.is_some()
}

/// All entries, in the order of the menus.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    [ENTRIES, views::ENTRIES, compare::ENTRIES, cloth::ENTRIES, creatures::ENTRIES].into_iter().flatten()
}

const ENTRIES: &[Entry] = &[
    Entry {
        menu: Menu::File,
        name: "Gallery",
        help: "All scenes, and the files opened last",
        keys: keys(COMMAND, Key::G),
        command: || Command::Gallery,
        possible: open,
    },
    Entry {
        menu: Menu::File,
        name: "Open…",
        help: "A character (GLB, glTF, VRM), a body (tetrahedra or a closed surface), or a rig",
        keys: keys(COMMAND, Key::O),
        command: || Command::AskOpen,
        possible: always,
    },
    Entry {
        menu: Menu::File,
        name: "Save rig",
        help: "What you made, as a .lissom.json beside the character",
        keys: keys(COMMAND, Key::S),
        command: || Command::Save,
        possible: open,
    },
    Entry {
        menu: Menu::File,
        name: "Save rig as…",
        help: "What you made, under another name",
        keys: keys(SHIFT_COMMAND, Key::S),
        command: || Command::SaveAs,
        possible: open,
    },
    Entry {
        menu: Menu::File,
        name: "Bake…",
        help: "Keyframes in a GLB, for Blender, three.js and game engines",
        keys: keys(COMMAND, Key::B),
        command: || Command::AskBake,
        possible: open,
    },
    Entry {
        menu: Menu::File,
        name: "Export interactive page…",
        help: "A folder for any web server, where others turn the character, pull at it and touch it",
        keys: None,
        command: || Command::AskPage,
        possible: open,
    },
    Entry {
        menu: Menu::Edit,
        name: "Undo",
        help: "Take back the last change",
        keys: keys(COMMAND, Key::Z),
        command: || Command::Undo,
        possible: |studio| studio.undoable().is_some(),
    },
    Entry {
        menu: Menu::Edit,
        name: "Redo",
        help: "Do again what was taken back",
        keys: keys(SHIFT_COMMAND, Key::Z),
        command: || Command::Redo,
        possible: |studio| studio.redoable().is_some(),
    },
    Entry {
        menu: Menu::Edit,
        name: "Find a command…",
        help: "Type what you want to do",
        keys: keys(COMMAND, Key::K),
        command: || Command::Palette,
        possible: always,
    },
    Entry {
        menu: Menu::Edit,
        name: "Put the tool down",
        help: "The hand again: it pulls, and turns the camera",
        keys: keys(NONE, Key::Escape),
        command: || Command::PutDown,
        possible: |studio| studio.tool != Tool::default(),
    },
    Entry {
        menu: Menu::Play,
        name: "Play or pause",
        help: "Let time pass, or stop it",
        keys: keys(NONE, Key::Space),
        command: || Command::PlayPause,
        possible: open,
    },
    Entry {
        menu: Menu::Play,
        name: "One frame on",
        help: "Let a sixtieth of a second pass",
        keys: keys(NONE, Key::Period),
        command: || Command::StepFrame,
        possible: open,
    },
    Entry {
        menu: Menu::Play,
        name: "One frame back",
        help: "Look at the frame before again",
        keys: keys(NONE, Key::Comma),
        command: || Command::StepBack,
        possible: open,
    },
    Entry {
        menu: Menu::Play,
        name: "Back to the start",
        help: "Begin again, at rest",
        keys: keys(NONE, Key::Home),
        command: || Command::Restart,
        possible: open,
    },
    Entry {
        menu: Menu::Play,
        name: "Shake",
        help: "Move the whole character to and fro",
        keys: keys(NONE, Key::S),
        command: || Command::Shake,
        possible: open,
    },
    Entry {
        menu: Menu::View,
        name: "Frame all",
        help: "Move the camera so that everything is seen",
        keys: keys(NONE, Key::A),
        command: || Command::FrameAll,
        possible: open,
    },
    Entry {
        menu: Menu::View,
        name: "Frame selected",
        help: "Move the camera to what is selected",
        keys: keys(NONE, Key::F),
        command: || Command::FrameSelected,
        possible: open,
    },
    view("Watch mode", keys(NONE, Key::Num1), || Command::Mode(Mode::Play), Mode::ALL[0].2),
    view("Views mode", keys(NONE, Key::Num2), || Command::Mode(Mode::Views), Mode::ALL[1].2),
    view("Cloth and skin mode", keys(NONE, Key::Num3), || Command::Mode(Mode::Cloth), Mode::ALL[2].2),
    view("Creatures mode", keys(NONE, Key::Num4), || Command::Mode(Mode::Creatures), Mode::ALL[3].2),
    view("Particles", keys(NONE, Key::P), || Command::Show(Overlay::Particles), Overlay::Particles.help()),
    view("Colliders", None, || Command::Show(Overlay::Colliders), Overlay::Colliders.help()),
    view("Groups", None, || Command::Show(Overlay::Groups), Overlay::Groups.help()),
    view("Limits", None, || Command::Show(Overlay::Limits), Overlay::Limits.help()),
    view("Rest pose", None, || Command::Show(Overlay::Ghost), Overlay::Ghost.help()),
    view("Directions", None, || Command::Show(Overlay::Directions), Overlay::Directions.help()),
    view("Layers", None, || Command::Show(Overlay::Layers), Overlay::Layers.help()),
    view("Strength", None, || Command::Show(Overlay::Strength), Overlay::Strength.help()),
    view("Delay", None, || Command::Show(Overlay::Delay), Overlay::Delay.help()),
    view("Excitation", None, || Command::Show(Overlay::Excitation), Overlay::Excitation.help()),
    view("Signal", None, || Command::Show(Overlay::Wave), Overlay::Wave.help()),
    Entry {
        menu: Menu::View,
        name: "Dark or light",
        help: "The colours of the studio",
        keys: None,
        command: || Command::DarkLight,
        possible: always,
    },
];
