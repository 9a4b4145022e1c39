//! Turns a simple figure made of spheres and a torus once around: out/turntable.png and .gif.

use std::f32::consts::{PI, TAU};
use std::fs;

use lissom_render::{
    Camera, Captions, Color, Ellipsoid, Frame, Line, Mesh, Paint, Picture, Renderer, Surface, contact_sheet, encode,
};

struct Torus {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
}

/// A torus around +Y, or a ball when the ring has no radius.
fn torus(center: [f32; 3], ring: f32, tube: f32, stretch_y: f32) -> Torus {
    let (around, across) = (96_u32, 48_u32);
    let mut mesh = Torus { positions: vec![], normals: vec![], triangles: vec![] };
    let span = if ring > 0.0 { TAU } else { PI };
    for i in 0..=around {
        let (sin, cos) = (i as f32 / around as f32 * TAU).sin_cos();
        for j in 0..=across {
            let (y, r) = (j as f32 / across as f32 * span - PI / 2.0).sin_cos();
            let [x, h, z] = [(ring + tube * r) * cos, tube * y * stretch_y, (ring + tube * r) * sin];
            mesh.positions.push([center[0] + x, center[1] + h, center[2] + z]);
            mesh.normals.push([r * cos, y / stretch_y, r * sin]);
            if i < around && j < across {
                let (a, b) = (i * (across + 1) + j, (i + 1) * (across + 1) + j);
                mesh.triangles.extend([[a, a + 1, b], [b, a + 1, b + 1]]);
            }
        }
    }
    mesh
}

fn surface<'a>(torus: &'a Torus, paint: Paint<'a>) -> Surface<'a> {
    let Torus { positions, normals, triangles } = torus;
    Surface { mesh: Mesh { positions, normals, triangles, ..Mesh::default() }, tints: &[], paint }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [body, head, scarf] =
        [([0.0, 0.42, 0.0], 0.0, 0.38, 1.1), ([0.0, 1.12, 0.0], 0.0, 0.42, 0.95), ([0.0, 0.76, 0.0], 0.2, 0.1, 0.8)]
            .map(|(center, ring, tube, stretch)| torus(center, ring, tube, stretch));
    let ears = [-0.2, 0.2].map(|x| torus([x, 1.58, 0.0], 0.0, 0.1, 2.4));
    let feet = [-0.18, 0.18].map(|x| torus([x, 0.08, 0.16], 0.0, 0.15, 0.55));
    let eyes = [-0.15, 0.15].map(|x| torus([x, 1.14, 0.385], 0.0, 0.05, 1.5));
    let bell = torus([0.85, 1.0, -0.1], 0.0, 0.22, 0.8);
    let paint = |base, shade| Paint::new(Color::hex(base), Color::hex(shade));
    let fur = paint(0xBCA9CE, 0x8B78A8);
    let eye = Paint { flat: true, ..paint(0x4B3FA8, 0x4B3FA8) };
    let jelly = Paint { opacity: 0.55, edge: Some(Color::hex(0xFF7EB6)), ..paint(0x8FD3FF, 0x6FB3E0) };
    let mut surfaces = vec![surface(&body, fur), surface(&head, fur), surface(&scarf, paint(0xA8324A, 0x74213A))];
    surfaces.extend(ears.iter().chain(&feet).map(|torus| surface(torus, fur)));
    surfaces.extend(eyes.iter().map(|torus| surface(torus, eye)));
    surfaces.push(surface(&bell, jelly));
    let color = Color::ACCENT;
    let ellipsoids: Vec<_> = (0..6)
        .map(|i| [-0.75 - 0.07 * i as f32, 1.4 - 0.22 * i as f32, 0.0])
        .map(|center| Ellipsoid { center, axes: [0.0, 0.0, -0.15, 0.99], radii: [0.05, 0.1, 0.05], color })
        .collect();
    let lines: Vec<_> = ellipsoids.windows(2).map(|e| Line::new(e[0].center, e[1].center, color)).collect();

    let mut renderer = Renderer::new()?;
    let mut view = |width, height, turn: f32| {
        let camera = Camera::orbit([0.0, 0.88, 0.0], 1.8, turn * TAU, 0.16);
        let picture = Picture { width, height, ..Picture::default() };
        renderer.render(&Frame {
            picture,
            camera,
            surfaces: &surfaces,
            ellipsoids: &ellipsoids,
            lines: &lines,
            ..Frame::default()
        })
    };
    fs::create_dir_all("out")?;
    fs::write("out/turntable.png", encode::png(&view(1280, 720, 0.04)?)?)?;
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let turn = (0..48).map(|i| view(480, 270, ease(i as f32 / 48.0))).collect::<Result<Vec<_>, _>>()?;
    fs::write("out/turntable.gif", encode::gif(&turn, 24.0)?)?;
    let times: Vec<String> = (0..4).map(|k| format!("{} s", 0.5 * k as f32)).collect();
    let captions = Captions { columns: &times, ..Captions::default() };
    let row: Vec<_> = turn.into_iter().step_by(12).collect();
    fs::write("out/sheet.png", encode::png(&contact_sheet(&[row], 6, captions))?)?;
    Ok(())
}
