//! Simulation meshes of real triangle soups, and of shapes made in code.

mod shapes;

use std::path::PathBuf;
use std::time::Instant;

use lissom_rig::sim_mesh::{Options, SimMesh, generate, stitch};
use shapes::Shape;

/// Where the surface files are: `LISSOM_ASSETS`, or beside the repository.
fn folder() -> PathBuf {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/assets");
    PathBuf::from(std::env::var("LISSOM_ASSETS").unwrap_or(beside.to_owned())).join("surface")
}

fn made_in_code() -> Vec<(String, Shape)> {
    let turn = std::f32::consts::TAU;
    let mut torn = Shape::cylinder();
    // 31 columns on top of 48: T-junctions all around.
    torn.add(Shape::sheet(31, 7, |u, v| {
        let (sin, cos) = (turn * u).sin_cos();
        glam::Vec3::new(cos, sin, 3.0 + v)
    }));
    let mut islands = Shape::cylinder();
    islands.add(Shape::sphere(0.02).moved(glam::Vec3::new(2.0, 0.0, 1.1)));
    islands.add(Shape::sphere(0.02).moved(glam::Vec3::new(1.05, 0.0, 1.1)));
    [
        ("cylinder", Shape::cylinder()),
        ("cone", Shape::tube(1.0, 0.6, turn)),
        ("two-layer shell", Shape::shell(0.1)),
        ("half cylinder", Shape::tube(1.0, 0.0, turn / 2.0)),
        ("sphere soup", Shape::sphere(1.0).soup()),
        ("t-junctions", torn),
        ("islands", islands),
    ]
    .map(|(name, shape)| (name.to_owned(), shape))
    .into()
}

/// All there is to test.
fn soups() -> Vec<(String, Shape)> {
    let mut soups = made_in_code();
    let paths = [folder(), folder().join("soup")].into_iter().filter_map(|f| f.read_dir().ok());
    let mut paths: Vec<PathBuf> = paths.flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    if paths.is_empty() {
        println!("no files in {}: testing shapes made in code only", folder().display());
    }
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let read = std::fs::read(&path).ok().and_then(|bytes| lissom_formats::read_surface(&name, &bytes).ok());
        soups.extend(read.map(|m| (name, Shape { positions: m.positions, triangles: m.triangles })));
    }
    soups
}

#[test]
fn every_garment_becomes_one_single_layered_mesh() {
    for (name, soup) in &soups() {
        for cells in [20.0, 25.0, 30.0] {
            check(name, soup, soup.diagonal() / cells);
        }
    }
}

fn check(name: &str, soup: &Shape, h: f32) {
    let start = Instant::now();
    let mesh = generate(&soup.positions, &soup.triangles, &Options::new(h)).expect(name);
    let millis = start.elapsed().as_secs_f64() * 1e3;
    let garments = mesh.particles.iter().map(|p| p.garment + 1).max().unwrap_or(0) as usize;
    let components = components(&mesh);
    let farthest = farthest_vertex(soup, &mesh) / h;
    let closest = closest_on_level(&mesh) / h;
    let longest = mesh.edges.iter().map(|&e| length(&mesh, e) / h).fold(0.0, f32::max);
    let mut lengths: Vec<f32> = mesh.edges.iter().map(|&e| length(&mesh, e) / h).collect();
    lengths.sort_by(f32::total_cmp);
    println!(
        "{name}: h {h:.4}, {} particles, {} edges (median {:.2} h, longest {longest:.2} h), {} \
         stitches, {garments} garments, {components} components, farthest vertex {farthest:.2} \
         h, closest on a level {closest:.2} h, {millis:.1} ms",
        mesh.particles.len(),
        mesh.edges.len(),
        lengths.get(lengths.len() / 2).unwrap_or(&0.0),
        mesh.stitches.len(),
    );
    assert_eq!(components, garments, "{name}: one component per garment");
    assert!(farthest < 1.5, "{name}: a vertex is {farthest} h from every particle");
    assert!(closest >= 0.7499, "{name}: particles of one level {closest} h apart");
    check_garments(name, soup, &mesh);
}

/// A piece has particles of one garment near all its vertices, and pieces whose vertices come
/// nearer than 0.75 h are the same garment.
fn check_garments(name: &str, soup: &Shape, mesh: &SimMesh) {
    let pieces = soup.pieces();
    let h = mesh.spacing;
    let mut roots: Vec<usize> = soup.triangles.iter().map(|t| pieces[t[0] as usize]).collect();
    roots.sort();
    roots.dedup();
    let vertices_of = |root: usize| -> Vec<glam::Vec3> {
        (0..pieces.len()).filter(|&v| pieces[v] == root).map(|v| soup.positions[v]).collect()
    };
    let garments = mesh.particles.iter().map(|p| p.garment + 1).max().unwrap_or(0);
    let mut found: Vec<(Vec<glam::Vec3>, u32)> = vec![];
    for root in roots {
        let vertices = vertices_of(root);
        let covers = |g: &u32| {
            let own: Vec<_> = mesh.particles.iter().filter(|p| p.garment == *g).collect();
            vertices.iter().all(|v| own.iter().any(|p| p.position.distance(*v) < 1.5 * h))
        };
        let garment = (0..garments).find(covers);
        let garment = garment.unwrap_or_else(|| panic!("{name}: a piece of two garments"));
        found.push((vertices, garment));
    }
    for (k, (a, garment)) in found.iter().enumerate() {
        for (b, other) in found[..k].iter().filter(|(_, other)| other != garment) {
            let near = a.iter().any(|p| b.iter().any(|q| p.distance(*q) < 0.749 * h));
            assert!(!near, "{name}: garments {garment} and {other} touch");
        }
    }
}

fn length(mesh: &SimMesh, [a, b]: [u32; 2]) -> f32 {
    mesh.particles[a as usize].position.distance(mesh.particles[b as usize].position)
}

fn components(mesh: &SimMesh) -> usize {
    let mut parent: Vec<usize> = (0..mesh.particles.len()).collect();
    fn root(parent: &[usize], mut i: usize) -> usize {
        while parent[i] != i {
            i = parent[i];
        }
        i
    }
    for e in &mesh.edges {
        let [a, b] = e.map(|i| root(&parent, i as usize));
        parent[a] = b;
    }
    (0..parent.len()).filter(|&i| parent[i] == i).count()
}

fn farthest_vertex(soup: &Shape, mesh: &SimMesh) -> f32 {
    let used = soup.triangles.iter().flatten().map(|&i| soup.positions[i as usize]);
    let nearest = |v: glam::Vec3| mesh.particles.iter().map(|p| p.position.distance(v)).fold(f32::INFINITY, f32::min);
    used.map(nearest).fold(0.0, f32::max)
}

fn closest_on_level(mesh: &SimMesh) -> f32 {
    let mut closest = f32::INFINITY;
    for (i, a) in mesh.particles.iter().enumerate() {
        for b in mesh.particles[..i].iter().rev().take_while(|b| b.level == a.level) {
            closest = closest.min(a.position.distance(b.position));
        }
    }
    closest
}

/// Cuts each soup in three across its second longest side, as a sleeve–torso–sleeve, and
/// stitches the parts.
#[test]
fn parts_of_a_soup_are_stitched_to_whole_garments() {
    for (name, soup) in &soups() {
        let h = soup.diagonal() / 30.0;
        let options = Options::new(h);
        let (lo, hi) = soup.bounds();
        let mut sides = [0, 1, 2];
        sides.sort_by(|&a, &b| (hi - lo)[b].total_cmp(&(hi - lo)[a]));
        let side = sides[1];
        let cuts = [1.0, 2.0].map(|k| lo[side] + (hi - lo)[side] * k / 3.0);
        let part_of = |t: &[u32; 3]| {
            let middle = t.map(|i| soup.positions[i as usize][side]).iter().sum::<f32>() / 3.0;
            cuts.iter().filter(|&&c| middle > c).count()
        };
        let parts: Vec<SimMesh> = (0..3)
            .filter_map(|k| {
                let own = soup.triangles.iter().filter(|t| part_of(t) == k).copied();
                let own: Vec<[u32; 3]> = own.collect();
                generate(&soup.positions, &own, &options).ok()
            })
            .collect();
        let mesh = stitch(&parts, &soup.positions, &soup.triangles, &options).expect(name);
        let mut degree = vec![0.0; mesh.particles.len()];
        for &i in mesh.edges.iter().flatten() {
            degree[i as usize] += 1.0;
        }
        let mean = |seam: bool| {
            let at_seam = |p: f32| cuts.iter().any(|c| (p - c).abs() < h);
            let kept = mesh.particles.iter().zip(&degree);
            let kept: Vec<f32> = kept.filter(|(p, _)| at_seam(p.position[side]) == seam).map(|(_, d)| *d).collect();
            kept.iter().sum::<f32>() / kept.len().max(1) as f32
        };
        let (seam, interior) = (mean(true), mean(false));
        let (farthest, components) = (farthest_vertex(soup, &mesh) / h, components(&mesh));
        println!(
            "{name} in {} parts: {} particles, {components} components, farthest vertex \
             {farthest:.2} h, degree {seam:.2} at seams, {interior:.2} elsewhere, {} stitches",
            parts.len(),
            mesh.particles.len(),
            mesh.stitches.len(),
        );
        let garments = mesh.particles.iter().map(|p| p.garment + 1).max().unwrap_or(0);
        assert_eq!(components, garments as usize, "{name}");
        assert!(farthest < 1.5, "{name}: {farthest}");
        assert!(seam >= 0.7 * interior, "{name}: {seam} at the seams, {interior} elsewhere");
        check_garments(name, soup, &mesh);
    }
}
