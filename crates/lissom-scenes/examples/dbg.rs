use lissom_scenes::scenes;
fn main() {
    let name = std::env::args().nth(1).unwrap_or("somersault".into());
    let play = scenes::find(&name).unwrap().play(None).unwrap();
    let t = play.actor.world.template();
    for b in &t.bodies {
        let mut rs: Vec<f32> = b.slots().filter_map(|s| t.surface[s].map(|x| x.radius)).collect();
        rs.sort_by(f32::total_cmp);
        if !rs.is_empty() { println!("{} surface n {} R {:.3} {:.3} {:.3} {:.3}", t.parts[b.part as usize], rs.len(), rs[0], rs[rs.len()/4], rs[rs.len()/2], rs[rs.len()-1]); }
        let es = &t.edges[b.edges.clone()];
        if !es.is_empty() { let mut l: Vec<f32> = es.iter().map(|e| e.length).collect(); l.sort_by(f32::total_cmp); println!("{} n {} edges {} len {:.3} {:.3} {:.3} animated {}", t.parts[b.part as usize], b.count, l.len(), l[0], l[l.len()/2], l[l.len()-1], b.slots().filter(|&s| t.inv_mass[s]==0.0).count()); }
        if b.is_chain() { println!("chain {} joints, animated {}", b.count, b.slots().filter(|&s| t.inv_mass[s]==0.0).count()); }
    }
    let n: usize = (0..t.slots).map(|s| t.never_touch.get(s).len()).sum();
    println!("never touch {n}");
}
