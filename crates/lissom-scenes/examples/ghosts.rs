use lissom_rig::view::*;
use lissom_scenes::{camera::Path, ghost, scenes};
fn main() {
    let scene = scenes::find("rod-ghost").unwrap();
    for (gravity, sag, rate, hz, ring) in [
        (0.0, Sag::Off, 240.0, 20.0, 2),
        (1.0, Sag::Off, 240.0, 20.0, 2),
        (1.0, Sag::Upright, 240.0, 20.0, 2),
        (0.0, Sag::Off, 240.0, 1.6, 7),
        (0.0, Sag::Off, 60.0, 9.549, 2),
        (1.0, Sag::Off, 60.0, 9.549, 2),
    ] {
        println!("gravity {gravity}, {sag:?}, {rate}/s {hz} Hz ring {ring}");
        let mut base = None;
        for (name, s) in [
            ("none", Suppression::None),
            ("damping 8", Suppression::Damping { rate: 8.0 }),
            ("projection .1 .3", Suppression::Projection { ridge: 0.1, window: 0.3 }),
            ("projection .1 50", Suppression::Projection { ridge: 0.1, window: 50. }),
            ("projection 1e-3 50", Suppression::Projection { ridge: 0.001, window: 50. }),
            ("projection 0 .2", Suppression::Projection { ridge: 0.0, window: 0.2 }),
            ("transport", Suppression::Transport),
        ] {
            let mut rig = (scene.rig)(&(scene.character)(), "with");
            rig.gravity.0 = rig.gravity.0.map(|g| g * gravity);
            rig.steps_per_sec = rate;
            let j = &mut rig.joints[0];
            j.adjust.stiffness_hz = Some(hz);
            j.adjust.twist_hz = Some(if ring == 7 { 8.0 } else { hz });
            j.adjust.ring = Some(ring);
            let v = j.view.as_mut().unwrap();
            v.suppression = s;
            v.sag = sag;
            let g = ghost::measure(scene, "with", &rig, &Path::Quarter, 5.0).unwrap();
            let b = base.get_or_insert(g.clone());
            println!(
                "  {name:20} peak {:9.4} mJ integral {:10.5} mJs ({:9.5} %) hold {:8.4} % settle {:?} residual {:.2} mm dev {:.1} mm",
                g.peak_j * 1e3,
                g.integral_js * 1e3,
                100.0 * g.integral_js / b.integral_js,
                100.0 * g.hold_js / b.hold_js,
                g.settle_secs,
                g.residual_m * 1e3,
                g.deviation_m * 1e3
            );
        }
    }
}
