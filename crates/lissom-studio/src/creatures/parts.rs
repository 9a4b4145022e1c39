//! Parts of a character that could be filled with tetrahedra, and be a body without bones.

use lissom_rig::{Character, TriMesh};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub name: String,
    /// Whether it has an inside, once all triangles face the same way.
    pub closed: bool,
}

/// All parts, in the order of the meshes.
pub fn parts(character: &Character) -> Vec<Part> {
    let mut names: Vec<&str> = Vec::new();
    for mesh in &character.meshes {
        if !names.contains(&mesh.part.as_str()) {
            names.push(&mesh.part);
        }
    }
    let closed = |name: &str| {
        let surface = surface(character, name);
        surface.shape().closed || surface.oriented().shape().closed
    };
    names.into_iter().map(|name| Part { name: name.to_owned(), closed: closed(name) }).collect()
}

/// A part in its bind pose, without its seams.
pub fn surface(character: &Character, part: &str) -> TriMesh {
    let mut all = TriMesh::default();
    for mesh in character.meshes.iter().filter(|mesh| mesh.part == part) {
        let before = all.positions.len() as u32;
        all.positions.extend(&mesh.positions);
        all.triangles.extend(mesh.triangles.iter().map(|t| t.map(|k| k + before)));
    }
    all.welded()
}

/// What the body is called, as a file. Parts may have any name, and files may not.
pub fn file_name(character: &str, part: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || " -_".contains(c) { c } else { '-' };
    format!("{character}-{}.obj", part.chars().map(plain).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_nowhere() {
        assert_eq!(file_name("fox", "../tail.001"), "fox----tail-001.obj");
    }
}
