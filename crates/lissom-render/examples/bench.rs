use lissom_render::*;
use std::time::Instant;
fn main() {
    let n=100u32;
    let mut p=vec![];let mut t=vec![];
    for i in 0..=n {for j in 0..=n { let (s,c)=(i as f32/n as f32*std::f32::consts::TAU).sin_cos(); let (y,r)=(j as f32/n as f32*std::f32::consts::PI-std::f32::consts::FRAC_PI_2).sin_cos(); p.push([c*r*0.6,0.8+y*0.8,s*r*0.6]);
      if i<n&&j<n{let(a,b)=(i*(n+1)+j,(i+1)*(n+1)+j);t.extend([[a,a+1,b],[b,a+1,b+1]]);}}}
    let s=Surface{positions:&p,triangles:&t,..Surface::new(Color::hex(0xBCA9CE),Color::hex(0x8B78A8))};
    let t0=Instant::now(); let mut r=Renderer::new().unwrap(); println!("init {:?}",t0.elapsed());
    for mode in 0..1 { let none=[]; let some=[s]; let mut f=Frame{surfaces:if mode>=2 {&none} else {&some},..Default::default()}; if mode&1==1 {f.picture.ground=None;}
 println!("mode {mode}");    let mut v=vec![]; for _ in 0..40{let t0=Instant::now(); r.render(&f).unwrap(); v.push(t0.elapsed().as_secs_f64()*1e3);} println!("first {:.1}",v[0]); v.sort_by(f64::total_cmp); println!("median {:.1} min {:.1}",v[10],v[0]);}
}
