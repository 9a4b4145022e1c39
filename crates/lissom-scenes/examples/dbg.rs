use lissom_rig::{Actor, actor::Cue, rig::Area};
use lissom_scenes::scenes;
fn main() {
    let scene = scenes::find("cape-girl").unwrap();
    let a: Vec<f32> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let character = (scene.character)();
    let mut rig = (scene.rig)(&character, "usual");
    for r in &mut rig.regions {
        if r.name == "cape" { r.paint[0].area = Area::Above { height: a[0] }; r.radius = Some(a[2]); }
        if r.name == "skirt" { r.paint[0].area = Area::Above { height: a[1] }; r.radius = Some(a[2]); }
        if a.len() > 4 { r.adjust.length_sweeps = Some(a[4] as u32); } if r.name == "body" { r.radius = Some(a[3]); }
    }
    let mut actor = Actor::new(character, &rig).unwrap();
    let (mut over, mut low, mut worst, mut inside, mut per) = (0, 0, 0.0f64, 0, std::collections::BTreeMap::<String, usize>::new());
    for f in 0..900 {
        let t = f as f64 / 60.0;
        let pose = (scene.motion)(&actor.character.skeleton, t);
        actor.step(&Cue { dt_secs: 1.0 / 60.0, pose: &pose, wind: Default::default(), teleport: None });
        let m = actor.world.measure();
        if f > 120 { worst = worst.max(m.mesh_length_error); over += (m.mesh_length_error > 0.15) as usize; low += (m.edges_within_2_percent < 0.95) as usize; inside += m.depths.inside;
          let tm = actor.world.template(); let x = actor.world.state().x();
          let pos = |s: u32| { let s = s as usize; glam::Vec3::new(x[0][s], x[1][s], x[2][s]) };
          for e in &tm.edges { let l = pos(e.a).distance(pos(e.b)) / e.length - 1.0; if l.abs() > 0.15 { if f > 300 { for c in actor.world.debug_contacts() { if c.active && (c.ends[0]==e.a || c.ends[0]==e.b) && c.other != u32::MAX { println!("f{f} {:.2} by {} {:.2} held {} impulse {:.3} n {:.2}", tm.bind_x[c.ends[0] as usize], tm.parts[tm.bodies[tm.body[c.other as usize] as usize].part as usize], tm.bind_x[c.other as usize], tm.inv_mass[c.other as usize]==0.0, c.impulse, c.normal); } } }
 *per.entry(format!("{} {:.2}-{:.2}", tm.parts[tm.bodies[tm.body[e.a as usize] as usize].part as usize], tm.bind_x[e.a as usize], tm.bind_x[e.b as usize])).or_default() += 1; } }
        }
    }
    println!("{a:?}: frames over 15% {over}, frames with <95% {low}, worst {worst:.2}, inside {inside}");
    let mut per: Vec<_> = per.into_iter().collect(); per.sort_by_key(|p| usize::MAX - p.1);
    for p in per.iter().take(6) { println!("    {} {}", p.0, p.1); }
}
