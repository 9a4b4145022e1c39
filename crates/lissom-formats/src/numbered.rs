//! Vertices that are named by numbers, in any order and with gaps.

use std::collections::HashMap;

use glam::Vec3;

/// Vertices by their number in the file.
#[derive(Default)]
pub(crate) struct Numbered {
    pub positions: Vec<Vec3>,
    indices: HashMap<u64, u32>,
}

impl Numbered {
    /// Adds a vertex; the words say what is wrong with it.
    pub fn add(&mut self, number: u64, position: Vec3) -> Result<(), String> {
        let index = u32::try_from(self.positions.len()).map_err(|_| "more vertices than can be counted".to_owned())?;
        if self.indices.insert(number, index).is_some() {
            return Err(format!("vertex {number} is there twice"));
        }
        self.positions.push(position);
        Ok(())
    }

    pub fn index(&self, number: u64) -> Result<u32, String> {
        self.indices.get(&number).copied().ok_or_else(|| format!("there is no vertex {number}"))
    }
}
