//! The four fields of a body.

use std::collections::{BTreeMap, BTreeSet};

use lissom_rig::field::{Evaluated, colour};
use lissom_rig::{Dab, Fields};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Field {
    #[default]
    Layer,
    Direction,
    Strength,
    Delay,
}

impl Field {
    pub const ALL: [Field; 4] = [Field::Layer, Field::Direction, Field::Strength, Field::Delay];

    pub fn name(self) -> &'static str {
        match self {
            Field::Layer => "Layer",
            Field::Direction => "Direction",
            Field::Strength => "Strength",
            Field::Delay => "Delay",
        }
    }

    pub const fn help(self) -> &'static str {
        match self {
            Field::Layer => "Where is outside (blue) and where inside (red)? Its way in is the second direction",
            Field::Direction => "Strokes along the muscles: the first direction, in which the first chart stretches",
            Field::Strength => "How much of the charts: red all of it, black nothing, blue the opposite",
            Field::Delay => "What comes first (black) and what last (green)",
        }
    }

    /// The lowest and the highest value.
    pub fn range(self) -> [f32; 2] {
        match self {
            Field::Strength => [-1.0, 1.0],
            _ => [0.0, 1.0],
        }
    }

    /// Values that are wanted most, by what they mean.
    pub fn presets(self) -> &'static [(&'static str, f32)] {
        match self {
            Field::Layer => &[("Outside", 0.0), ("Between", 0.5), ("Inside", 1.0)],
            Field::Direction => &[],
            Field::Strength => &[("Opposite", -1.0), ("Nothing", 0.0), ("Full", 1.0)],
            Field::Delay => &[("Source", 0.0), ("Halfway", 0.5), ("Sink", 1.0)],
        }
    }

    /// sRGB, 0xRRGGBB.
    pub fn colour(self, value: f32) -> u32 {
        match self {
            Field::Layer | Field::Direction => colour::of_layer(value),
            Field::Strength => colour::of_strength(value),
            Field::Delay => colour::of_delay(value),
        }
    }

    /// Its values by vertex; for directions those of the layers, in which strokes are drawn.
    pub fn values(self, fields: &Evaluated) -> &[f32] {
        match self {
            Field::Layer | Field::Direction => &fields.layer,
            Field::Strength => &fields.strength,
            Field::Delay => &fields.delay,
        }
    }

    /// None for directions, which are strokes.
    pub fn dabs(self, fields: &Fields) -> Option<&[Dab]> {
        match self {
            Field::Layer => Some(&fields.layer),
            Field::Direction => None,
            Field::Strength => Some(&fields.strength),
            Field::Delay => Some(&fields.delay),
        }
    }

    pub fn dabs_mut(self, fields: &mut Fields) -> Option<&mut Vec<Dab>> {
        match self {
            Field::Layer => Some(&mut fields.layer),
            Field::Direction => None,
            Field::Strength => Some(&mut fields.strength),
            Field::Delay => Some(&mut fields.delay),
        }
    }

    /// How many dabs or strokes there are.
    pub fn count(self, fields: &Fields) -> usize {
        self.dabs(fields).map_or(fields.direction.len(), <[Dab]>::len)
    }

    pub fn clear(self, fields: &mut Fields) {
        match self.dabs_mut(fields) {
            Some(dabs) => dabs.clear(),
            None => fields.direction.clear(),
        }
    }

    /// Lays paint over what is there: dabs nearer than `apart` to a new one are covered.
    pub fn lay(self, fields: &mut Fields, new: &Fields, apart: f32) {
        match (self.dabs_mut(fields), self.dabs(new)) {
            (Some(old), Some(new)) => lay(old, new, apart),
            _ => fields.direction.extend_from_slice(&new.direction),
        }
    }

    /// Takes away what the last of these movements of the mouse left, the oldest first. Of what nobody remembers, the
    /// last stroke, or the last dabs of one value.
    pub fn erase_last<'a>(self, fields: &mut Fields, painted: impl DoubleEndedIterator<Item = &'a Fields>) {
        let before = self.count(fields);
        for painted in painted.rev() {
            self.erase(fields, painted);
            if self.count(fields) < before {
                return;
            }
        }
        let Some(dabs) = self.dabs_mut(fields) else {
            fields.direction.pop();
            return;
        };
        if let Some(last) = dabs.last().map(|d| d.value) {
            let keep = dabs.iter().rposition(|d| d.value != last).map_or(0, |k| k + 1);
            dabs.truncate(keep);
        }
    }

    fn erase(self, fields: &mut Fields, painted: &Fields) {
        let bits = |dab: &Dab| (dab.at.map(f32::to_bits), dab.value.to_bits());
        match (self.dabs_mut(fields), self.dabs(painted)) {
            (Some(dabs), Some(painted)) => {
                let gone: BTreeSet<_> = painted.iter().map(bits).collect();
                dabs.retain(|dab| !gone.contains(&bits(dab)));
            }
            _ => fields.direction.retain(|stroke| !painted.direction.contains(stroke)),
        }
    }
}

fn lay(over: &mut Vec<Dab>, new: &[Dab], apart: f32) {
    let cell = |d: &Dab| d.at.map(|c| (c / apart.max(f32::MIN_POSITIVE)).floor() as i64);
    let mut taken: BTreeMap<[i64; 3], Vec<[f32; 3]>> = Default::default();
    new.iter().for_each(|d| taken.entry(cell(d)).or_default().push(d.at));
    let near = |a: &[f32; 3], b: &[f32; 3]| glam::Vec3::from(*a).distance(glam::Vec3::from(*b)) < apart;
    over.retain(|old| {
        let [x, y, z] = cell(old);
        let around = (0..27)
            .map(|k| [x.saturating_add(k % 3 - 1), y.saturating_add(k / 3 % 3 - 1), z.saturating_add(k / 9 - 1)]);
        !around.filter_map(|c| taken.get(&c)).flatten().any(|at| near(at, &old.at))
    });
    over.extend_from_slice(new);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dab(x: f32, value: f32) -> Dab {
        Dab { at: [x, 0.0, 0.0], value }
    }

    #[test]
    fn paint_covers_what_was_there() {
        let mut dabs = vec![dab(0.0, 0.0), dab(0.04, 0.0), dab(1.0, 0.0)];
        lay(&mut dabs, &[dab(0.05, 1.0), dab(-0.03, 1.0)], 0.1);
        assert_eq!(dabs, [dab(1.0, 0.0), dab(0.05, 1.0), dab(-0.03, 1.0)]);
    }

    #[test]
    fn the_last_dabs_of_one_value_are_erased() {
        let mut fields = Fields { delay: vec![dab(0.0, 1.0), dab(1.0, 0.5), dab(2.0, 0.5)], ..Fields::default() };
        Field::Delay.erase_last(&mut fields, [].iter());
        assert_eq!(fields.delay, [dab(0.0, 1.0)]);
        Field::Delay.erase_last(&mut fields, [].iter());
        Field::Delay.erase_last(&mut fields, [].iter());
        Field::Direction.erase_last(&mut fields, [].iter());
        assert_eq!(fields, Fields::default());
    }

    #[test]
    fn one_movement_of_the_mouse_is_erased_at_a_time() {
        let painted = [vec![dab(0.0, 1.0)], vec![dab(1.0, 1.0), dab(2.0, 1.0)], vec![dab(2.05, 1.0)], vec![]];
        let painted = painted.map(|delay| Fields { delay, ..Fields::default() });
        let mut fields = Fields::default();
        painted.iter().for_each(|new| Field::Delay.lay(&mut fields, new, 0.1));
        for left in [vec![dab(0.0, 1.0), dab(1.0, 1.0)], vec![dab(0.0, 1.0)], vec![]] {
            Field::Delay.erase_last(&mut fields, painted.iter());
            assert_eq!(fields.delay, left);
        }
    }
}
