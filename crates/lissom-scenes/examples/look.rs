//! Pictures of a sample character from all sides: `look girl out.png [height of view] [at height] [width] [pitch]`.

use lissom_render::{Camera, Captions, Color, Frame, Mesh, Paint, Picture, Renderer, Surface, contact_sheet, encode};
use lissom_rig::{Character, Material};
use lissom_scenes::figures::{bar, belly, bowel, companion, girl, heart, jellyfish, long_hair, snail, worm};

const YAW: [f32; 5] = [0.0, 35.0, 90.0, 145.0, 180.0];

fn character(name: &str) -> Option<Character> {
    match name {
        "girl" => Some(girl::character()),
        "long-hair" => Some(long_hair::character()),
        "bar" => Some(bar::character()),
        "bowel" => Some(bowel::character()),
        "heart" => Some(heart::character()),
        "snail" => Some(snail::character()),
        "companion" => Some(companion::character()),
        "belly" => {
            let mut girl = girl::character();
            let belly = belly::Belly::on(&girl.skeleton, 0.075);
            belly.add_to(&mut girl, Material::toon(0xF6EDE0, 0xCDB6B8));
            Some(girl)
        }
        "worm" => Some(worm::character()),
        "short-worm" => Some(worm::short_worm(1)),
        "jellyfish" => Some(jellyfish::character()),
        "small-jellyfish" => Some(jellyfish::small_jellyfish(3)),
        _ => None,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, out, rest @ ..] = arguments.as_slice() else {
        return Err("look FIGURE OUT.png [VIEW_HEIGHT] [AT_HEIGHT] [WIDTH] [PITCH]".into());
    };
    let figure = character(name).ok_or_else(|| format!("no figure {name}"))?;
    let top = figure.meshes.iter().flat_map(|m| &m.positions).fold(0.0_f32, |a, p| a.max(p.y));
    let number = |i: usize, otherwise: f32| rest.get(i).map_or(Ok(otherwise), |s| s.parse::<f32>());
    let (span, at, width) = (number(0, top)?, number(1, 0.5 * top)?, number(2, 560.0)? as u32);
    let pitch = number(3, 0.09)?;
    let arrays: Vec<_> = figure
        .meshes
        .iter()
        .map(|m| {
            let flat = |v: &[glam::Vec3]| v.iter().map(|p| p.to_array()).collect::<Vec<_>>();
            (flat(&m.positions), flat(&m.normals))
        })
        .collect();
    let surfaces: Vec<Surface> = figure
        .meshes
        .iter()
        .zip(&arrays)
        .map(|(m, (positions, normals))| Surface {
            mesh: Mesh { positions, normals, triangles: &m.triangles, ..Mesh::default() },
            tints: &[],
            paint: Paint {
                opacity: m.material.opacity,
                flat: m.material.flat,
                ..Paint::new(Color::hex(m.material.base), Color::hex(m.material.shade))
            },
        })
        .collect();
    let mut renderer = Renderer::new()?;
    let mut row = Vec::new();
    for yaw in YAW {
        let camera = Camera::orbit([0.0, at, 0.0], span, yaw.to_radians(), pitch);
        let picture = Picture { width, height: 720, ..Picture::default() };
        let surfaces = &surfaces;
        row.push(renderer.render(&Frame { picture, camera, surfaces, ..Frame::default() })?);
    }
    std::fs::write(out, encode::png(&contact_sheet(&[row], 0, Captions::default()))?)?;
    Ok(())
}
