//! Small files, made in code: two tetrahedra that share a face, and a square with a triangle on it.
#![allow(dead_code)] // Each test file uses some of them.

pub mod gltf;

use lissom_formats::{ReadError, surface, tets};
use lissom_rig::{TetMesh, TriMesh};

pub const POINTS: [[f32; 3]; 5] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 1.5]];
pub const TETS: [[u32; 4]; 2] = [[0, 1, 2, 3], [1, 2, 3, 4]];
/// Of the square 0, 1, 4, 2 and the triangle 2, 4, 3.
pub const TRIANGLES: [[u32; 3]; 3] = [[0, 1, 4], [0, 4, 2], [2, 4, 3]];

pub const MEDIT: &str = "MeshVersionFormatted 2\nDimension\n3\n# a remark\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 7\n0 0 1 0\n\
    1 1 1.5 0\nTriangles\n1\n1 2 3 0\nTetrahedra\n2\n1 2 3 4 0\n2 3 4 5 0\nEnd\n";

pub const GMSH_2: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"x\"\n$EndPhysicalNames\n$Nodes\n5\n\
    10 0 0 0\n20 1 0 0\n30 0 1 0\n40 0 0 1\n50 1 1 1.5\n$EndNodes\n$Elements\n3\n1 15 2 0 1 10\n2 4 2 0 1 10 20 30 40\n\
    3 4 0 20 30 40 50\n$EndElements\n";

pub const GMSH_4: &str = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n2 5 1 9\n2 1 0 2\n1\n2\n0 0 0\n1 0 0\n3 1 0 3\n3\n4\n9\n\
    0 1 0\n0 0 1\n1 1 1.5\n$EndNodes\n$Elements\n2 3 1 3\n2 1 2 1\n1 1 2 3\n3 1 4 2\n2 1 2 3 4\n3 2 3 4 9\n$EndElements\n";

/// Numbers of the given sizes, in either order.
struct Bytes {
    file: Vec<u8>,
    big: bool,
}

impl Bytes {
    fn push(&mut self, little: &[u8]) {
        if self.big { self.file.extend(little.iter().rev()) } else { self.file.extend(little) }
    }

    fn ints(&mut self, numbers: &[i32]) {
        numbers.iter().for_each(|n| self.push(&n.to_le_bytes()));
    }

    fn sizes(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|n| self.push(&n.to_le_bytes()));
    }

    fn point(&mut self, point: [f32; 3]) {
        point.iter().for_each(|x| self.push(&f64::from(*x).to_le_bytes()));
    }

    fn say(&mut self, text: &str) {
        self.file.extend(text.bytes());
    }
}

pub fn gmsh_2_binary(big: bool) -> Vec<u8> {
    let mut to = Bytes { file: b"$MeshFormat\n2.2 1 8\n".to_vec(), big };
    to.ints(&[1]);
    to.say("\n$EndMeshFormat\n$Nodes\n5\n");
    for (k, p) in POINTS.into_iter().enumerate() {
        to.ints(&[10 * k as i32]);
        to.point(p);
    }
    to.say("\n$EndNodes\n$Elements\n3\n");
    // A triangle with two tags, two tetrahedra with one.
    to.ints(&[2, 1, 2, 1, 7, 7, 0, 10, 20, 4, 2, 1, 2, 7, 0, 10, 20, 30, 3, 7, 10, 20, 30, 40]);
    to.say("\n$EndElements\n");
    to.file
}

pub fn gmsh_4_binary(big: bool) -> Vec<u8> {
    let mut to = Bytes { file: b"$MeshFormat\n4.1 1 8\n".to_vec(), big };
    to.ints(&[1]);
    to.say("\n$EndMeshFormat\n$Nodes\n");
    to.sizes(&[2, 5, 1, 9]);
    to.ints(&[1, 1, 1]);
    to.sizes(&[2, 1, 2]);
    // Each with a parameter.
    for p in &POINTS[..2] {
        to.point(*p);
        to.push(&0.5f64.to_le_bytes());
    }
    to.ints(&[3, 1, 0]);
    to.sizes(&[3, 3, 4, 9]);
    POINTS[2..].iter().for_each(|p| to.point(*p));
    to.say("\n$EndNodes\n$Elements\n");
    to.sizes(&[2, 3, 1, 3]);
    to.ints(&[2, 1, 2]);
    to.sizes(&[1, 1, 1, 2, 3]);
    to.ints(&[3, 1, 4]);
    to.sizes(&[2, 2, 1, 2, 3, 4, 3, 2, 3, 4, 9]);
    to.say("\n$EndElements\n");
    to.file
}

pub const NODE: &str = "# points\n5 3 1 0\n1 0 0 0 0.5\n2 1 0 0 1\n3 0 1 0 1 # the third\n4 0 0 1 1\n5 1 1 1.5 1\n";
pub const ELE: &str = "2 4 1\n1 1 2 3 4 -1\n\n2 2 3 4 5 -1\n# end\n";

pub const VTK: &str = "# vtk DataFile Version 3.0\na title\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 float\n0 0 0 1 0 0\n\
    0 1 0 0 0 1 1 1 1.5\nCELLS 3 14\n4 0 1 2 3\n3 0 1 2\n4 1 2 3 4\n\nCELL_TYPES 3\n10\n5\n10\nPOINT_DATA 5\nSCALARS x\n";

pub const VTK_5: &str = "# vtk DataFile Version 5.1\n\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nTIME 1 1 double\n\
    0.5\nMETADATA\nINFORMATION 0\n\nPOINTS 5 double\n0 0 0 1 0 0\n0 1 0 0 0 1 1 1 1.5\nCELLS 4 11\n\
    OFFSETS vtktypeint64\n0 4 7 11\nCONNECTIVITY vtktypeint64\n0 1 2 3 0 1 2 1 2 3 4\nCELL_TYPES 3\n10\n5\n10\n";

pub fn vtk_binary() -> Vec<u8> {
    let mut file = b"# vtk DataFile Version 3.0\n\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n".to_vec();
    file.extend(POINTS.iter().flatten().flat_map(|x| f64::from(*x).to_be_bytes()));
    file.extend(b"\nCELLS 3 14\n");
    file.extend([4, 0, 1, 2, 3, 3, 0, 1, 2, 4, 1, 2, 3, 4i32].iter().flat_map(|x| x.to_be_bytes()));
    file.extend(b"\nCELL_TYPES 3\n");
    file.extend([10, 5, 10i32].iter().flat_map(|x| x.to_be_bytes()));
    file.extend(b"\nCELL_DATA 3\n");
    file
}

pub const OBJ: &str = "\u{feff}# a square and a triangle\nmtllib x.mtl\nv 0 0 0\nv 1 0 0 1\nv 0 1 0\nv 0 0 1\nv 1 1 1.5\nvt 0 0\n\
    vn 0 0 1\ng x\nf 1/1/1 2//1 \\\n 5/1 -3\r\nf 3 5 4\nl 1 2\n";

pub const STL: &str = "solid a vertex of nothing\n facet normal 0 0 nan\n outer loop\n vertex 0 0 0\n vertex 1 0 0\n\
    VERTEX 1 1 1.5\n endloop\n endfacet\nfacet normal 0 0 1\nouter loop\nvertex -0 0 0\nvertex 1 1 1.5\nvertex 0 1 0\n\
    endloop\nendfacet\nfacet normal 0 0 1 outer loop vertex 0 1 0 vertex 1 1 1.5 vertex 0 0 1e0 endloop endfacet\nendsolid\n";

pub fn stl_binary() -> Vec<u8> {
    let mut file = b"solid, but binary".to_vec();
    file.resize(80, b' ');
    file.extend(3u32.to_le_bytes());
    for t in TRIANGLES {
        let corners = t.iter().flat_map(|&k| POINTS[k as usize]);
        file.extend([0.0, 0.0, 1.0].into_iter().chain(corners).flat_map(f32::to_le_bytes));
        file.extend([0, 0]);
    }
    file
}

const PLY_HEAD: &str = "element vertex 5\nproperty float x\nproperty double y\nproperty float z\nproperty uchar red\n\
    element face 2\nproperty list uchar int vertex_indices\nelement edge 1\nproperty list ushort short x\nend_header\n";

pub fn ply_text() -> Vec<u8> {
    let body = "0 0 0 9\n1 0 0 9\n0 1 0 9\n0 0 1 9\n1 1 1.5 9\n4 0 1 4 2\n3 2 4 3\n2 7 7\n";
    format!("ply\nformat ascii 1.0\ncomment made by hand\n{PLY_HEAD}{body}").into_bytes()
}

pub fn ply_binary(big: bool) -> Vec<u8> {
    let order = if big { "big" } else { "little" };
    let head = format!("ply\nformat binary_{order}_endian 1.0\n{PLY_HEAD}");
    let mut to = Bytes { file: head.into_bytes(), big };
    for [x, y, z] in POINTS {
        to.push(&x.to_le_bytes());
        to.push(&f64::from(y).to_le_bytes());
        to.push(&z.to_le_bytes());
        to.push(&[9]);
    }
    for face in [&[0, 1, 4, 2][..], &[2, 4, 3]] {
        to.push(&[face.len() as u8]);
        to.ints(face);
    }
    for number in [2u16, 7, 7] {
        to.push(&number.to_le_bytes());
    }
    to.file
}

/// Of a TetGen pair, the other half is always right.
pub fn tetgen_node(bytes: &[u8]) -> Result<TetMesh, ReadError> {
    tets::tetgen::read(bytes, ELE.as_bytes())
}

pub fn tetgen_ele(bytes: &[u8]) -> Result<TetMesh, ReadError> {
    tets::tetgen::read(NODE.as_bytes(), bytes)
}

pub type Read<T> = fn(&[u8]) -> Result<T, ReadError>;

/// Every reader of tetrahedra with a file it can read.
pub fn all_tets() -> Vec<(&'static str, Read<TetMesh>, Vec<u8>)> {
    vec![
        ("medit", tets::medit::read, MEDIT.into()),
        ("gmsh 2", tets::gmsh::read, GMSH_2.into()),
        ("gmsh 4", tets::gmsh::read, GMSH_4.into()),
        ("gmsh 2 binary", tets::gmsh::read, gmsh_2_binary(false)),
        ("gmsh 2 big", tets::gmsh::read, gmsh_2_binary(true)),
        ("gmsh 4 binary", tets::gmsh::read, gmsh_4_binary(false)),
        ("gmsh 4 big", tets::gmsh::read, gmsh_4_binary(true)),
        ("node", tetgen_node, NODE.into()),
        ("ele", tetgen_ele, ELE.into()),
        ("vtk", tets::vtk::read, VTK.into()),
        ("vtk 5", tets::vtk::read, VTK_5.into()),
        ("vtk binary", tets::vtk::read, vtk_binary()),
    ]
}

/// Every reader of triangles with a file it can read.
pub fn all_surfaces() -> Vec<(&'static str, Read<TriMesh>, Vec<u8>)> {
    vec![
        ("obj", surface::obj::read, OBJ.into()),
        ("stl", surface::stl::read, STL.into()),
        ("stl binary", surface::stl::read, stl_binary()),
        ("ply", surface::ply::read, ply_text()),
        ("ply little", surface::ply::read, ply_binary(false)),
        ("ply big", surface::ply::read, ply_binary(true)),
    ]
}
