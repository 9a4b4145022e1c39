//! What is wrong with a file.

/// The formats that can be read, in words.
pub const READABLE: &str =
    "tetrahedra as .mesh (Medit), .msh (Gmsh), .node with .ele (TetGen) and .vtk, surfaces as .obj, .stl and .ply";
pub(crate) const READABLE_TETS: &str = ".mesh (Medit), .msh (Gmsh), .node with .ele (TetGen) and .vtk";
pub(crate) const READABLE_SURFACES: &str = ".obj, .stl and .ply";

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReadError {
    #[error("not a format that can be read here; there are {readable}: {name}")]
    Extension { name: String, readable: &'static str },
    #[error("it has two halves and `{other}` is missing; put it beside {name}, or drop both together")]
    Beside { name: String, other: String },
    /// Of a text, counted from 1.
    #[error("line {line}: {what}")]
    Line { line: usize, what: String },
    /// Of a binary file, counted from 0.
    #[error("byte {byte}: {what}")]
    Byte { byte: usize, what: String },
    /// Of a cell or face, counted from 0.
    #[error("cell {cell}: {what}")]
    Cell { cell: usize, what: String },
    #[error("of the TetGen pair, the .{half} file: {error}")]
    Half { half: &'static str, error: Box<ReadError> },
    #[error("it holds no {what}; was something else exported?")]
    Empty { what: &'static str },
}

impl ReadError {
    pub(crate) fn line(line: usize, what: impl Into<String>) -> ReadError {
        ReadError::Line { line, what: what.into() }
    }

    pub(crate) fn byte(byte: usize, what: impl Into<String>) -> ReadError {
        ReadError::Byte { byte, what: what.into() }
    }

    pub(crate) fn half(half: &'static str) -> impl Fn(ReadError) -> ReadError {
        move |error| ReadError::Half { half, error: Box::new(error) }
    }
}
