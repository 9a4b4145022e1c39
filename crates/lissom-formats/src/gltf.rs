//! glTF 2.0: a document that loses nothing, and what is in it.

pub mod nodes;

pub use nodes::{Node, Nodes, Trs};
