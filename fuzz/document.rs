//! What is done with a document.

use lissom_formats::gltf::{Document, Import, Nodes};

/// Every file beside it: numbers of all sizes, among them some that are not finite.
fn beside() -> Vec<u8> {
    (0..64u32).flat_map(|k| if k % 8 == 7 { [0, 0, 0x80 | k as u8, 0x7f] } else { (k as f32 * 0.5).to_le_bytes() }).collect()
}

pub fn all_of_it(bytes: &[u8]) {
    let beside = |_: &str| Some(beside());
    let Ok(mut document) = Document::read(bytes, &beside) else { return };
    if let Ok(import) = Import::read(&document) {
        let mut local = import.nodes.rest();
        for clip in &import.clips {
            for time_secs in [-1.0, 0.0, 0.3, clip.secs / 2.0, clip.secs, 1e9] {
                clip.sample(time_secs, &mut local);
                clip.weights(0, time_secs);
            }
        }
        let world = import.nodes.world(&local);
        for drawn in &import.drawn {
            let (positions, normals) = import.skinned(drawn, &world, &[0.5]);
            assert_eq!(positions.len(), normals.len());
        }
        for (k, mesh) in import.character.meshes.iter().enumerate() {
            let vertices = mesh.positions.len();
            assert_eq!(vertices, import.drawn[k].primitive.positions.len());
            assert!(mesh.positions.iter().all(|p| p.is_finite()));
            assert!(mesh.triangles.iter().flatten().all(|v| (*v as usize) < vertices));
            assert!(mesh.bones.iter().flatten().all(|b| usize::from(*b) < import.character.skeleton.bones.len()));
        }
    }
    // What was changed can still be written, and read again.
    document.append(b"more");
    let Ok(written) = document.to_glb() else { return };
    let again = Document::read(&written, &beside).expect("our own file");
    assert_eq!(Nodes::read(&document).is_ok(), Nodes::read(&again).is_ok());
    let text = document.to_gltf().expect("JSON can be written");
    Document::read(&text, &beside).expect("our own text");
}
