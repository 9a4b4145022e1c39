//! What is done with a document.

use lissom_formats::gltf::check::check;
use lissom_formats::gltf::{Document, Images, Import, Nodes, home};
use lissom_formats::vrm;

/// Every file beside it: floats, some of which are not finite.
fn beside() -> Vec<u8> {
    let float = |k: u32| if k % 8 == 7 { f32::from_bits(0x7f80_0000 | k) } else { k as f32 * 0.5 };
    (0..64).flat_map(|k| float(k).to_le_bytes()).collect()
}

pub fn all_of_it(bytes: &[u8]) {
    let beside = |_: &str| Some(beside());
    check(bytes, &beside);
    let Ok(mut document) = Document::read(bytes, &beside) else { return };
    if let Ok(import) = Import::read(&document) {
        used(&import);
        for image in Images::read(&document, &import, &beside).list.values() {
            assert_eq!(image.pixels.len(), image.width as usize * image.height as usize * 4);
        }
        if let Some(vrm) = vrm::read(document.json(), &import.nodes) {
            vrm::rig(&vrm, &import.nodes);
        }
        if let Ok(Some(rig)) = home::rig(&document) {
            home::put(&mut document, &import.nodes, &rig);
        }
    }
    // What was changed can still be written, and read again.
    document.append(b"more");
    let written = if document.is_glb() { document.to_glb() } else { document.to_gltf() };
    let again = Document::read(&written.expect("it is small"), &beside).expect("our own file");
    assert_eq!(Nodes::read(&document).is_ok(), Nodes::read(&again).is_ok());
}

fn used(import: &Import) {
    let mut local = import.nodes.rest();
    for clip in &import.clips {
        for time_secs in [-1.0, 0.0, 0.3, clip.secs / 2.0, clip.secs, 1e9] {
            clip.sample(time_secs, &mut local);
            clip.weights(0, time_secs);
        }
    }
    let world = import.nodes.world(&local);
    for (mesh, drawn) in import.character.meshes.iter().zip(&import.drawn) {
        let (positions, normals) = import.skinned(drawn, &world, &[0.5]);
        assert_eq!((positions.len(), normals.len()), (mesh.positions.len(), mesh.normals.len()));
        assert!(mesh.positions.iter().all(|p| p.is_finite()));
        let (uvs, colors) = (&drawn.primitive.uvs, &drawn.primitive.colors);
        assert!(uvs.iter().flatten().chain(colors.iter().flatten()).all(|n| n.is_finite()));
        assert!([uvs.len(), colors.len()].iter().all(|n| [0, positions.len()].contains(n)));
        assert!(mesh.triangles.iter().flatten().all(|v| (*v as usize) < mesh.positions.len()));
        assert!(mesh.bones.iter().flatten().all(|b| usize::from(*b) < import.character.skeleton.bones.len()));
    }
}
