//! What can be wrong with regions, creatures and colliders.

use glam::{Quat, Vec3};

use super::List;
use super::numbers::Numbers;
use crate::creature::{Charts, Creature, Stiffness, Stimulus, When};
use crate::rig::{Area, ColliderShape, Kind, Region, RigCollider};
use crate::selection::Selection;

impl List<'_> {
    pub fn region(&mut self, region: &Region) {
        let place = &format!("region \"{}\"", region.name);
        let parts: Vec<&str> = self.character.meshes.iter().map(|m| m.part.as_str()).collect();
        for part in region.select.parts.iter().filter(|p| !parts.contains(&p.as_str())) {
            let fix = self.suggest(part, &parts);
            self.error(place, format!("no mesh belongs to part `{part}`"), fix);
        }
        let meshes: Vec<&str> = self.character.meshes.iter().map(|m| m.name.as_str()).collect();
        for mesh in region.select.meshes.iter().filter(|m| !meshes.contains(&m.as_str())) {
            let fix = self.suggest(mesh, &meshes);
            self.error(place, format!("there is no mesh `{mesh}`"), fix);
        }
        for bone in &region.select.bones {
            self.find_bone(place, bone);
        }
        if Selection::new(self.character, &region.select).triangles.is_empty() {
            self.error(place, "it selects no triangle", "select other parts, or a larger ball");
        }
        self.find_bone(&format!("{place}, anchor"), &region.anchor);
        let numbers = Numbers::new().positive("spacing", region.spacing).weight("weight_kg", region.weight_kg);
        self.numbers(place, numbers.positive("radius", region.radius.unwrap_or(1.0)));
        if region.axis.is_some_and(|a| !is_way(a)) {
            self.error(place, "its axis points nowhere", "give a direction, or leave it out");
        }
        if region.kind == (Kind::Strands { chains: 0 }) {
            self.error(place, "it has no strands", "give 1 or more");
        }
        for (k, paint) in region.paint.iter().enumerate() {
            let place = &format!("{place}, paint[{k}]");
            self.numbers(place, Numbers::new().share("simulated", paint.simulated).at_least_0("soft", paint.soft));
            self.area(place, &paint.area);
        }
        let patches = [("brush", &region.select.brush), ("surface", &region.surface), ("loose", &region.loose)];
        for (name, patches) in patches {
            for (k, patch) in patches.iter().enumerate() {
                self.area(&format!("{place}, {name}[{k}]"), &patch.area);
            }
        }
        let ends = region.stitches.iter().flatten().flatten();
        self.numbers(place, ends.fold(Numbers::new(), |n, v| n.any("an end of a stitch", *v)));
        if region.kind != Kind::Cloth && !(region.loose.is_empty() && region.stitches.is_empty()) {
            self.warn(place, "only cloth has edges to sew or to take away", "make it cloth, or leave them out");
        }
        self.adjust(place, &region.adjust);
        self.find_parts(&format!("{place}, passes_through"), &region.passes_through);
    }

    fn area(&mut self, place: &str, area: &Area) {
        let numbers = match *area {
            Area::Above { height } | Area::Below { height } => Numbers::new().any("height", height),
            Area::Ball { center: [x, y, z], radius } => {
                Numbers::new().any("x", x).any("y", y).any("z", z).at_least_0("radius", radius)
            }
        };
        self.numbers(place, numbers);
    }

    pub fn collider(&mut self, collider: &RigCollider) {
        let place = &format!("collider \"{}\"", collider.part);
        if let Some(bone) = &collider.bone {
            self.find_bone(place, bone);
        }
        self.numbers(place, Numbers::new().at_least_0("friction", collider.friction));
        let (points, sizes, turns): (Vec<[f32; 3]>, Vec<f32>, bool) = match collider.shape {
            ColliderShape::Sphere { center, radius } | ColliderShape::InsideSphere { center, radius } => {
                (vec![center], vec![radius], true)
            }
            ColliderShape::Capsule { ends, radii } | ColliderShape::InsideCapsule { ends, radii } => {
                (ends.to_vec(), radii.to_vec(), true)
            }
            ColliderShape::Plane { point, normal } => (vec![point], vec![], is_way(normal)),
            ColliderShape::Box { center, rotation, half } => {
                let length = Quat::from_array(rotation).length();
                (vec![center], half.to_vec(), length.is_finite() && length > 1e-6)
            }
        };
        let numbers = points.iter().flatten().fold(Numbers::new(), |n, v| n.any("a coordinate", *v));
        self.numbers(place, sizes.iter().fold(numbers, |n, v| n.positive("a size", *v)));
        if !turns {
            self.error(place, "its direction or rotation is nothing", "give a normal, or x, y, z, w of length 1");
        }
    }

    pub fn creature(&mut self, creature: &Creature) {
        let place = &format!("creature \"{}\"", creature.name);
        let known: Vec<&str> = self.character.tets.iter().map(|t| t.name.as_str()).collect();
        if !known.contains(&creature.name.as_str()) {
            let fix = self.suggest(&creature.name, &known);
            self.error(place, "there are no tetrahedra of that name", fix);
        }
        if let Some(anchor) = &creature.anchor {
            self.find_bone(&format!("{place}, anchor"), anchor);
        }
        let numbers = Numbers::new()
            .positive("speed", creature.speed)
            .positive("density", creature.density)
            .at_least_0("damping", creature.damping)
            .at_least_0("region_damping", creature.region_damping)
            .any("gravity_scale", creature.gravity_scale)
            .at_least_0("friction", creature.friction)
            .positive("radius", creature.radius.unwrap_or(1.0));
        self.numbers(place, numbers);
        if !(1.0..=10_000.0).contains(&creature.steps_per_sec) {
            self.error(place, format!("{} steps a second", creature.steps_per_sec), "give 1 to 10000; 60 is usual");
        }
        match creature.stiffness {
            Stiffness::Passes { count, chebyshev, .. } => {
                if !(1..=256).contains(&count) || chebyshev.is_some_and(|r| !(0.0..1.0).contains(&r)) {
                    self.error(
                        place,
                        "its passes are not what they can be",
                        "give 1 to 256, with a radius from 0 to below 1",
                    );
                }
            }
            Stiffness::Implicit { hz, iterations } => {
                if !(0.0..=1000.0).contains(&hz) || !(1..=256).contains(&iterations) {
                    self.error(
                        place,
                        "its implicit step is not what it can be",
                        "give 0 to 1000 Hz and 1 to 256 iterations",
                    );
                }
            }
        }
        if let Some(bristles) = &creature.bristles {
            self.numbers(place, Numbers::new().at_least_0("bristles, more", bristles.more));
            if !is_way(bristles.towards) {
                self.error(place, "its bristles point nowhere", "give a direction");
            }
        }
        for (k, area) in creature.held.iter().enumerate() {
            self.area(&format!("{place}, held[{k}]"), area);
        }
        self.charts(place, &creature.charts);
        for (k, stimulus) in creature.stimuli.iter().enumerate() {
            self.stimulus(&format!("{place}, stimuli[{k}]"), stimulus);
        }
        self.find_parts(&format!("{place}, passes_through"), &creature.passes_through);
    }

    fn charts(&mut self, place: &str, charts: &Charts) {
        if !(1e-2..=1e4).contains(&charts.cycle_secs) {
            self.error(place, format!("a cycle of {} s", charts.cycle_secs), "give 0.01 to 10000 s");
        }
        let points = charts.first.iter().chain(&charts.second).chain(&charts.third);
        let numbers =
            points.fold(Numbers::new(), |n, [t, rate]| n.share("a chart's time", *t).positive("a rate", *rate));
        self.numbers(place, numbers);
        if !(1.0..=8.0).contains(&charts.range) {
            self.error(place, format!("a range of {}", charts.range), "give 1 to 8");
        }
    }

    fn stimulus(&mut self, place: &str, stimulus: &Stimulus) {
        let numbers = Numbers::new().positive("speed", stimulus.speed).at_least_0("pause_secs", stimulus.pause_secs);
        let numbers = match stimulus.when {
            When::Near { distance, .. } => numbers.at_least_0("distance", distance),
            When::Timer { first_secs, every_secs } => {
                numbers.at_least_0("first_secs", first_secs).positive("every_secs", every_secs)
            }
            When::Touch | When::Contact { .. } | When::Key { .. } => numbers,
        };
        self.numbers(place, numbers);
        if !(stimulus.fading >= 1.0 && stimulus.fading.is_finite()) {
            self.error(place, format!("fading is {}", stimulus.fading), "give 1 or more");
        }
        if let When::Near { part, .. } | When::Contact { part: Some(part) } = &stimulus.when {
            self.find_parts(place, std::slice::from_ref(part));
        }
        self.charts(place, &stimulus.charts);
    }
}

fn is_way(v: [f32; 3]) -> bool {
    let length = Vec3::from_array(v).length();
    length.is_finite() && length > 0.0
}
