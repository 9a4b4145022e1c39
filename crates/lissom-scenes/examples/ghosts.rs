use lissom_rig::view::*;
use lissom_scenes::{camera::Path, ghost, scenes};
fn main() {
    let scene = scenes::find("rod-ghost").unwrap();
    for (gravity, sag) in [(0.0, Sag::Off), (1.0, Sag::Off), (1.0, Sag::Upright), (1.0, Sag::AnyTilt)] {
        println!("gravity {gravity}, {sag:?}");
        let mut base = None;
        for (name, s) in [("none", Suppression::None), ("damping 8", Suppression::Damping { rate: 8.0 }), ("projection", Suppression::Projection { ridge: 0.1, window: 0.3 }), ("transport", Suppression::Transport)] {
            let mut rig = (scene.rig)(&(scene.character)(), "with");
            rig.gravity.0 = rig.gravity.0.map(|g| g * gravity);
            let v = rig.joints[0].view.as_mut().unwrap();
            v.suppression = s;
            v.sag = sag;
            let g = ghost::measure(scene, "with", &rig, &Path::Quarter, 5.0).unwrap();
            let b = base.get_or_insert(g.clone());
            println!("  {name:12} peak {:9.4} mJ integral {:10.5} mJs ({:9.5} %) hold {:8.4} % settle {:?} residual {:.2} mm dev {:.1} mm", g.peak_j * 1e3, g.integral_js * 1e3, 100.0 * g.integral_js / b.integral_js, 100.0 * g.hold_js / b.hold_js, g.settle_secs, g.residual_m * 1e3, g.deviation_m * 1e3);
        }
    }
}
