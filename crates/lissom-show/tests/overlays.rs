//! Every overlay shows something where there is something to show, and nothing breaks where there is not.

use lissom_rig::Preset;
use lissom_scenes::scenes;
use lissom_show::{Drawing, Look, Overlay, Overlays, Show};

fn play(mut show: Show, frames: usize) -> Show {
    (0..=frames).for_each(|k| show.step(if k == 0 { 0.0 } else { 1.0 / 60.0 }, &mut |_| {}));
    show
}

fn scene(name: &str) -> Show {
    Show::from(scenes::find(name).and_then(|s| s.play(None)).expect("a scene that plays"))
}

fn drawn(show: &Show, overlays: &[Overlay], cut: Option<&str>) -> Drawing {
    let cut = cut.map(|c| c.parse().expect("an axis"));
    Drawing::of(show, Look { overlays: overlays.iter().copied().collect(), cut })
}

/// Lines, surfaces, and vertices that are tinted or in bands.
fn amount(drawing: &Drawing) -> [usize; 3] {
    let tints = drawing.drawn.iter().flat_map(|d| &d.tints);
    let values = drawing.drawn.iter().filter_map(|d| d.field.as_ref()).map(|field| field.values.len());
    let covered = tints.filter(|t| t.weight > 0.05).count() + values.sum::<usize>();
    [drawing.lines.len(), drawing.drawn.len(), covered]
}

#[test]
fn each_overlay_shows_what_a_scene_has() {
    use Overlay::*;
    let scenes: [(&str, usize, &[Overlay]); 5] = [
        ("bunny", 90, &[Particles, Colliders, Groups, Ghost]),
        ("robe", 30, &[Groups, Colliders]),
        // A stroke begins every 1.5 s, and has passed after a quarter of one.
        ("jellyfish", 96, &[Groups, Ghost, Directions, Layers, Delay, Excitation, Wave]),
        ("worm-bend", 60, &[Strength, Directions]),
        ("snail", 80, &[Wave]),
    ];
    for (name, frames, overlays) in scenes {
        let show = play(scene(name), frames);
        let plain = amount(&drawn(&show, &[], None));
        for overlay in overlays {
            let more = drawn(&show, &[*overlay], None);
            assert!(amount(&more) != plain, "{name} with {}", overlay.name());
            assert!(more.lines.iter().flat_map(|l| l.a.iter().chain(&l.b)).all(|c| c.is_finite()), "{name}");
        }
    }
}

#[test]
fn limits_are_drawn_around_what_they_hold() {
    let bunny = scenes::find("bunny").expect("a scene");
    let character = (bunny.character)();
    let mut rig = (bunny.rig)(&character, bunny.variants[0]);
    rig.joints.iter_mut().for_each(|j| {
        j.preset = Preset::default();
        j.adjust.limit_cone_deg = Some(20.0);
    });
    let show = Show::from(bunny.play_with(bunny.variants[0], character, &rig).expect("plays"));
    let lines = drawn(&play(show, 20), &[Overlay::Limits], None).lines;
    // A rim of 24 sides and 5 spokes to each of 7 joints of two ears.
    assert_eq!(lines.len(), 2 * 7 * 29);
}

#[test]
fn nothing_breaks_in_any_scene() {
    for scene in scenes::ALL {
        let show = play(Show::from(scene.play(None).expect("plays")), 2);
        let all = drawn(&show, &Overlay::ALL, Some("x"));
        assert!(!all.drawn.is_empty(), "{}", scene.name);
        for tints in all.drawn.iter().map(|d| &d.tints).filter(|t| !t.is_empty()) {
            assert!(tints.iter().all(|t| (0.0..=1.0).contains(&t.weight)), "{}", scene.name);
        }
    }
}

#[test]
fn what_stays_where_the_bones_have_it_has_no_ghost() {
    let show = play(scene("hair"), 0);
    let plain = amount(&drawn(&show, &[], None));
    assert_eq!(amount(&drawn(&show, &[Overlay::Ghost], None)), plain);
}

#[test]
fn names_are_read_and_others_are_told() {
    let both: Overlays = "groups, wave".parse().expect("two names");
    assert!(both.has(Overlay::Groups) && both.has(Overlay::Wave) && !both.has(Overlay::Ghost));
    let wrong = "groups,waves".parse::<Overlays>().expect_err("no such name").to_string();
    assert!(wrong.starts_with("`waves`: give one or more of particles, ") && wrong.contains("wave, "), "{wrong}");
}

#[test]
fn an_overlay_is_known_to_have_nothing_to_show() {
    let idle = |name: &str| -> Vec<&str> {
        let show = play(scene(name), 0);
        Overlay::ALL.into_iter().filter(|o| !o.is_for(show.actor())).map(Overlay::name).collect()
    };
    assert_eq!(idle("bunny"), ["limits", "directions", "layers", "strength", "delay", "excitation", "wave"]);
    let jellyfish = idle("jellyfish");
    assert!(!jellyfish.contains(&"excitation") && !jellyfish.contains(&"particles"), "{jellyfish:?}");
}
