use lissom_render::*;
use std::f32::consts::*;
type M=(Vec<[f32;3]>,Vec<[u32;3]>);
fn grid(n:u32,m:u32,f:impl Fn(f32,f32)->[f32;3])->M{let mut p=vec![];let mut t=vec![];for i in 0..=n{for j in 0..=m{p.push(f(i as f32/n as f32,j as f32/m as f32)); if i<n&&j<m{let(a,b)=(i*(m+1)+j,(i+1)*(m+1)+j);t.extend([[a,a+1,b],[b,a+1,b+1]]);}}}(p,t)}
fn ball(c:[f32;3],r:[f32;3],n:u32)->M{grid(n,n/2,|u,v|{let(s,k)=(u*TAU).sin_cos();let(y,q)=(v*PI-FRAC_PI_2).sin_cos();[c[0]+r[0]*k*q,c[1]+r[1]*y,c[2]+r[2]*s*q]})}
fn clump(a:[f32;3],d:[f32;3],w:f32)->M{grid(12,16,move|u,v|{let(s,k)=(-u*TAU).sin_cos();let r=w*(1.0-v).powf(0.7)*(0.4+0.6*(v*6.0).min(1.0));let z=(v*PI*0.5).sin();[a[0]+d[0]*v+r*k*1.6,a[1]+d[1]*v,a[2]+d[2]*z+r*s*0.7]})}
fn weld(m:&M)->Vec<[f32;3]>{ // smooth normals with seam weld
 use std::collections::HashMap; let key=|p:&[f32;3]|p.map(|c|(c*1e4).round() as i32); let mut h:HashMap<[i32;3],[f32;3]>=HashMap::new();
 for t in &m.1{let[a,b,c]=t.map(|i|m.0[i as usize]);let u=[b[0]-a[0],b[1]-a[1],b[2]-a[2]];let v=[c[0]-a[0],c[1]-a[1],c[2]-a[2]];let n=[u[1]*v[2]-u[2]*v[1],u[2]*v[0]-u[0]*v[2],u[0]*v[1]-u[1]*v[0]];for p in [a,b,c]{let e=h.entry(key(&p)).or_default();for k in 0..3{e[k]+=n[k];}}}
 m.0.iter().map(|p|{let n=h[&key(p)];let l=(n[0]*n[0]+n[1]*n[1]+n[2]*n[2]).sqrt().max(1e-12);[n[0]/l,n[1]/l,n[2]/l]}).collect()}
fn main(){
 let mut parts:Vec<(M,u32,u32,f32,bool)>=vec![];
 parts.push((ball([0.,1.3,0.],[0.28,0.3,0.27],48),0xFBE0CF,0xEDB59C,1.0,false));
 for i in 0..7{let x=-0.24+0.08*i as f32;parts.push((clump([x*0.7,1.6,0.14],[x*0.45,-0.3+0.06*(i%2) as f32,0.2],0.045),0xC65B2E,0x8E3A22,1.0,false));}
 parts.push((ball([0.,1.38,-0.06],[0.31,0.3,0.28],48),0xC65B2E,0x8E3A22,1.0,false));
 parts.push((grid(40,24,|u,v|{let a=-FRAC_PI_2+(u-0.5)*3.6;let r=0.16+0.32*v+0.04*v*(a*9.0).sin();[r*a.cos(),1.02-0.8*v,r*a.sin()]}),0xA8324A,0x74213A,1.0,true));
 parts.push((grid(48,20,|u,v|{let(s,k)=(u*TAU).sin_cos();let r=0.12+0.2*v+0.015*v*(u*TAU*8.0).sin();[r*k,0.45+0.55*(1.0-v),r*s]}),0x4F7561,0x35513F,1.0,true));
 for x in [-0.1,0.1]{parts.push((grid(24,10,move|u,v|{let(s,k)=(u*TAU).sin_cos();[x+0.06*k,0.05+0.45*v,0.06*s]}),0xFBE0CF,0xEDB59C,1.0,false));parts.push((ball([x,0.06,0.05],[0.075,0.06,0.13],32),0x35466F,0x24304F,1.0,false));}
 parts.push((grid(48,20,|u,v|{let(s,k)=(-u*TAU).sin_cos();let(y,q)=(v*FRAC_PI_2).sin_cos();[0.95+0.3*k*q,1.0+0.26*y,0.3*s*q]}),0x8FD3FF,0x6FB3E0,0.55,true));
 for i in 0..8{let a=i as f32*TAU/8.0;let (s,k)=a.sin_cos();parts.push((grid(8,24,move|u,v|{let(b,c)=(-u*TAU).sin_cos();let r=0.018*(1.0-0.8*v);[0.95+0.2*k+0.03*(v*9.0+a).sin()+r*c,1.02-0.5*v,0.2*s+r*b]}),0xD9F0FF,0xB0D0F0,0.8,false));}
 parts.push((ball([-1.0,0.3,0.],[0.3,0.3,0.3],10),0x6FA37A,0x46714F,1.0,false)); // low poly
 let ns:Vec<_>=parts.iter().map(|p|weld(&p.0)).collect();
 let mut ss:Vec<Surface>=parts.iter().zip(&ns).map(|(p,n)|Surface{positions:&p.0.0,normals:n,triangles:&p.0.1,opacity:p.3,two_sided:p.4,edge:if p.3==0.55{Some(Color::hex(0xFF7EB6))}else{None},..Surface::new(Color::hex(p.1),Color::hex(p.2))}).collect();
 let eye:Vec<M>=[-0.1,0.1].iter().map(|&x|ball([x,1.27,0.255],[0.035,0.055,0.015],24)).collect();
 for e in &eye{ss.push(Surface{positions:&e.0,triangles:&e.1,flat:true,..Surface::new(Color::hex(0x4B3FA8),Color::hex(0x4B3FA8))});}
 let els:Vec<_>=(0..40).map(|i|{let a=i as f32*2.4;Ellipsoid{center:[-1.0+0.2*(i as f32/40.0).sqrt()*a.cos(),0.3+0.2*(i as f32*0.7).sin(),0.2*(i as f32/40.0).sqrt()*a.sin()],axes:[0.2,0.1,0.,0.97],radii:[0.03,0.05,0.03],color:Color::ACCENT}}).collect();
 let ls:Vec<_>=(0..48).map(|i|{let p=|i:u32|{let(s,c)=(i as f32*TAU/48.0).sin_cos();[0.4*c,0.8,0.4*s]};Line{a:p(i),b:p(i+1),color:Color::ACCENT}}).collect();
 let mut r=Renderer::new().unwrap();
 for (k,yaw) in [0.15f32,2.4,-0.9].into_iter().enumerate(){let f=Frame{camera:Camera::orbit([0.,0.8,0.],1.7,yaw,0.16),surfaces:&ss,ellipsoids:&els,lines:&ls,..Default::default()};
 std::fs::write(format!("/tmp/s{k}.png"),encode::png(&r.render(&f).unwrap()).unwrap()).unwrap();}
 let f=Frame{camera:Camera::orbit([0.,1.3,0.],0.7,0.3,0.1),surfaces:&ss,..Default::default()};
 std::fs::write("/tmp/s3.png",encode::png(&r.render(&f).unwrap()).unwrap()).unwrap();
}
