use lissom_core::collide::pairs::{Ball, overlap};
use lissom_scenes::scenes;
use glam::*;
fn main() {
    let name = std::env::args().nth(1).unwrap_or("somersault".into());
    let mut play = scenes::find(&name).unwrap().play(None).unwrap();
    for f in 0..600 {
        play.step(1.0/60.0);
        let t = play.actor.world.template();
        let st = play.actor.world.state();
        let pos = |s: usize| Vec3::new(st.x()[0][s], st.x()[1][s], st.x()[2][s]);
        let ball = |s: usize| Ball::at(t, s, pos(s), Quat::from_xyzw(st.q()[0][s], st.q()[1][s], st.q()[2][s], st.q()[3][s]));
        let m = play.actor.world.measure();
        let mut worst = (0.0, 0);
        for (i,e) in t.edges.iter().enumerate() { let l = pos(e.a as usize).distance(pos(e.b as usize))/e.length-1.0; if l > worst.0 { worst = (l, i); } }
        let e = &t.edges[worst.1];
        println!("f {f} inside {} squeezed {} deepest {:.1}mm share {:.2} len {:.2} edges2% {:.3} worst edge rest {:.3} bind {:.2} {:.2}", m.depths.inside, m.depths.squeezed, m.depths.deepest_m*1e3, m.depths.deepest_share, m.mesh_length_error, m.edges_within_2_percent, e.length, t.bind_x[e.a as usize], t.bind_x[e.b as usize]);
        if m.depths.inside > 0 {
        let mut shown = 0;
        for b in &t.bodies { for s in b.slots() { if t.inv_mass[s] == 0.0 { continue; }
            for &k in &t.animated { let k = k as usize; if t.body[k] == t.body[s] || t.never_touch.contains(s.min(k), s.max(k) as u32) { continue; }
                if let Some(o) = overlap(&ball(s), &ball(k)) { if o.depth > 0.1*t.reach[s] && shown < 6 { shown += 1; println!("      {} bind {:.2} in {} bind {:.2} bone {} depth {:.1}mm n {:.2} R {:.3}", t.parts[b.part as usize], t.bind_x[s], t.parts[t.bodies[t.body[k] as usize].part as usize], t.bind_x[k], t.binding[k].bones[0], o.depth*1e3, o.normal, t.ball_radius[k]);
   for c in play.actor.world.debug_contacts() { if c.ends[0] as usize == s { let o = c.other as usize; println!("            contact other {} bind {:.2} normal {:.2} resid {:.1}mm active {} sim {}", o, t.bind_x[o], c.normal, 1e3*(c.distance - c.normal.dot(pos(s)-pos(o))), c.active, t.inv_mass[o] > 0.0); } }
 } } }
        }}}
    }
}
