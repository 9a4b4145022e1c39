//! Rows of menus and of the palette.

use lissom_rig::creature::Recipe;

use super::field::Field;
use super::{Brush, CreaturesCommand};
use crate::command::{Command, Entry, Menu};
use crate::studio::Studio;

fn alive(studio: &Studio) -> bool {
    studio.body().is_some()
}

const fn entry(
    name: &'static str,
    help: &'static str,
    command: fn() -> Command,
    possible: fn(&Studio) -> bool,
) -> Entry {
    Entry { menu: Menu::Creatures, name, help, keys: None, command, possible }
}

pub const ENTRIES: &[Entry] = &[
    entry("Paint a face", "Single face fill: the triangle under the mouse", || paint(Brush::Face), alive),
    entry(
        "Paint a flat region",
        "Flat region fill: all that is nearly flat around the mouse",
        || paint(Brush::Flat),
        alive,
    ),
    entry("Paint a stroke", "Colour or a direction along a stroke", || paint(Brush::Stroke), alive),
    entry("Cut it open", "Draw a stroke across the body: what lies right of it is hidden", || paint(Brush::Cut), alive),
    entry("Whole again", "Forget the cut", || Command::Creatures(CreaturesCommand::Whole), |s| s.cut().is_some()),
    entry("Choose layers", Field::Layer.help(), || field(Field::Layer), alive),
    entry("Choose directions", Field::Direction.help(), || field(Field::Direction), alive),
    entry("Choose strength", Field::Strength.help(), || field(Field::Strength), alive),
    entry("Choose delay", Field::Delay.help(), || field(Field::Delay), alive),
    entry(
        "Erase what was painted last",
        "What you painted last",
        || Command::Creatures(CreaturesCommand::EraseLast),
        alive,
    ),
    entry("Clear the field", "All that is painted of it", || Command::Creatures(CreaturesCommand::ClearField), alive),
    entry(
        "Start from blank",
        "Nothing painted, nothing drawn: it lies still",
        || Command::Creatures(CreaturesCommand::Blank),
        alive,
    ),
    entry("Jellyfish recipe", Recipe::Jellyfish.about(), || cook(Recipe::Jellyfish), alive),
    entry("Worm recipe", Recipe::Worm.about(), || cook(Recipe::Worm), alive),
    entry("Heart recipe", Recipe::Heart.about(), || cook(Recipe::Heart), alive),
    entry("Breathing recipe", Recipe::Breathing.about(), || cook(Recipe::Breathing), alive),
];

fn paint(brush: Brush) -> Command {
    Command::Creatures(CreaturesCommand::Paint(brush))
}

fn field(field: Field) -> Command {
    Command::Creatures(CreaturesCommand::Field(field))
}

fn cook(recipe: Recipe) -> Command {
    Command::Creatures(CreaturesCommand::Cook(recipe))
}
