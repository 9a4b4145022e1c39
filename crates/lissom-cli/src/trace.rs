//! `lissom simulate --trace`: weights, morph targets and energies over time, as CSV.

use lissom_rig::Rig;
use lissom_scenes::ghost::Moment;

/// A column for the time, one for each weight and each morph target, and two for energies.
pub fn csv(rig: &Rig, moments: &[Moment]) -> String {
    let mut text = "time_s".to_owned();
    for joints in &rig.joints {
        let Some(view) = &joints.view else { continue };
        for name in ["base"].into_iter().chain(view.examples.iter().map(|e| e.name.as_str())) {
            text += &format!(",{}/{name}", joints.name);
        }
    }
    for morph in moments.first().map_or(&[][..], |m| &m.morphs) {
        text += &format!(",morph/{}", morph.name);
    }
    text += ",ghost_j,kinetic_j\n";
    for moment in moments {
        let morphs = moment.morphs.iter().map(|m| &m.weight);
        let weights: String = moment.weights.iter().flatten().chain(morphs).map(|w| format!(",{w}")).collect();
        let Moment { time_secs, ghost_j, kinetic_j, .. } = moment;
        text += &format!("{time_secs:.6}{weights},{ghost_j:e},{kinetic_j:e}\n");
    }
    text
}
