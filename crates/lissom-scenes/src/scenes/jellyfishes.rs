//! \[PD09\] Fig. 10, left: 31 jellyfish swim, and avoid each other.

use std::sync::LazyLock;

use glam::{Quat, Vec3};
use lissom_rig::creature::{Creature, Stiffness, Template, Volume, Water};
use lissom_rig::rig::{ColliderShape, RigCollider};
use lissom_rig::{Character, Rig};

use crate::figures::{boneless, jellyfish, props};
use crate::scene::{Paper, Scene, View};

pub const SCENE: Scene = Scene {
    name: "jellyfishes",
    from: "ProcDef Fig. 10, Table 1",
    about: "31 jellyfish in a round tank",
    look: "they swim into each other and slide past",
    seconds: 10.0,
    still_secs: 6.0,
    variants: &["swarm"],
    paper: Some(Paper::Creatures { vertices: 315, bodies: 31, ms: 31.64 }),
    character,
    rig,
    view: View { middle: 1.2, height: 2.5, yaw_deg: 25.0, pitch_deg: 6.0, ..super::BONELESS.view },
    ..super::BONELESS
};

const COUNT: usize = 31;
const TANK: f32 = 1.15;
/// Around their vertices.
const RADIUS: f32 = 0.02;
const CENTER: Vec3 = Vec3::new(0.0, 1.25, 0.0);
/// From the foot of a small jellyfish to its middle, and how far apart the middles of two are at least.
const MIDDLE: Vec3 = Vec3::new(0.0, 0.2, 0.0);
const APART: f32 = 0.43;
/// How far from the centre of the tank middles are at most.
const SPREAD: f32 = 0.84;

/// A small generator with a fixed seed: numbers between −1 and 1.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }

    /// A place in the unit ball.
    fn place(&mut self) -> Vec3 {
        loop {
            let at = Vec3::new(self.roll(), self.roll(), self.roll());
            if at.length_squared() <= 1.0 {
                return at;
            }
        }
    }
}

/// Where they start: scattered in the tank, none touching another, each leaning its own way but inwards, so that they
/// meet.
static PLACES: LazyLock<Vec<(Vec3, Quat)>> = LazyLock::new(|| {
    let mut dice = Dice(31);
    let mut middles: Vec<Vec3> = Vec::with_capacity(COUNT);
    while middles.len() < COUNT {
        let middle = dice.place() * SPREAD;
        if middles.iter().all(|m| m.distance(middle) >= APART) {
            middles.push(middle);
        }
    }
    let mut place = |middle: Vec3| {
        let up = (Vec3::Y - 1.1 * middle / SPREAD + 0.5 * dice.place()).normalize_or(Vec3::Y);
        let turn = Quat::from_rotation_arc(Vec3::Y, up);
        (CENTER + middle - turn * MIDDLE, turn)
    };
    middles.into_iter().map(&mut place).collect()
});

fn place(k: usize) -> (Vec3, Quat) {
    PLACES[k]
}

fn character() -> Character {
    let mut swarm = super::crowd("jellyfishes", COUNT, jellyfish::small_jellyfish, place);
    boneless::add(&mut swarm, "tank", props::tank(CENTER, TANK + RADIUS));
    swarm
}

fn rig(character: &Character, _: &str) -> Rig {
    let fields = jellyfish::small_fields();
    let creature = |k: usize| {
        let mut charts = Template::Pulse { quick: 0.25 }.charts(0.9 + 0.04 * (k % 7) as f32, 1.5);
        charts.volume = Volume::Second;
        // Each begins elsewhere in its stroke.
        charts.first.iter_mut().for_each(|[t, _]| *t = (*t + 0.382 * k as f32).fract());
        charts.first.sort_by(|a, b| a[0].total_cmp(&b[0]));
        Creature {
            fields: super::moved(&fields, place(k)),
            charts,
            speed: 5.0,
            stiffness: Stiffness::passes(1),
            radius: Some(RADIUS),
            // Some a little heavier than water: about as many sink as rise.
            density: 1001.0 + (k % 4) as f32,
            ..Creature::new(&character.tets[k].name)
        }
    };
    let tank = RigCollider {
        part: "tank".into(),
        bone: None,
        shape: ColliderShape::InsideSphere { center: CENTER.to_array(), radius: TANK },
        friction: 0.1,
    };
    Rig {
        creatures: (0..COUNT).map(creature).collect(),
        colliders: vec![tank],
        water: Some(Water::default()),
        ..Rig::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_touches_another_or_the_tank_at_the_start() {
        let bodies: Vec<Vec<Vec3>> = character().tets.into_iter().map(|t| t.mesh.positions).collect();
        for (k, a) in bodies.iter().enumerate() {
            assert!(a.iter().all(|p| p.distance(CENTER) < TANK), "{k} is outside");
            for (l, b) in bodies.iter().enumerate().skip(k + 1) {
                let near = a.iter().flat_map(|p| b.iter().map(|q| p.distance_squared(*q))).fold(f32::MAX, f32::min);
                assert!(near.sqrt() > 2.0 * RADIUS, "{k} and {l} are {} m apart", near.sqrt());
            }
        }
    }
}
