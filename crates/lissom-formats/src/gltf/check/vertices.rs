//! The numbers of vertices: directions of length 1, colours within bounds, weights that add up.

use serde_json::Value;

use super::super::document::Whole;
use super::meshes::semantic;
use super::tree::UNIT_TOLERANCE;
use super::{Check, Format};

const AGAIN: &str = "export it again";

impl Check<'_> {
    pub fn vertices(&mut self, attributes: &Value, place: &str) {
        for (name, index) in attributes.as_object().into_iter().flatten() {
            let Some((base, _)) = semantic(name) else { continue };
            let wrong: fn(&[f64]) -> bool = match base {
                "NORMAL" => |v| !is_unit(v),
                "TANGENT" => |v| !is_unit(&v[..v.len().min(3)]) || v.last().is_some_and(|w| w.abs() != 1.0),
                "COLOR" => |v| !v.iter().all(|c| (0.0..=1.0).contains(c)),
                _ => continue,
            };
            let Some(found) = self.once(index, base) else { continue };
            let mut all = found.values.chunks_exact(found.width).enumerate().filter(|(_, v)| wrong(v));
            if let Some((first, _)) = all.next() {
                let what = format!("{} vertices, the first {first}, have {}", 1 + all.count(), said(base));
                self.found.error(format!("{place}/{name}"), what, AGAIN);
            }
        }
        self.weights(attributes, place);
    }

    /// The numbers of an accessor, unless they were looked at like this before.
    fn once(&mut self, index: &Value, how: &str) -> Option<super::Elements> {
        let (k, _) = self.entry("accessors", index)?;
        if !self.seen.insert((k, how.to_owned())) {
            return None;
        }
        self.numbers(index)
    }

    fn weights(&mut self, attributes: &Value, place: &str) {
        let sets = (0..).take_while(|set| !attributes[format!("WEIGHTS_{set}")].is_null()).count();
        if (sets > 0) != attributes["JOINTS_0"].as_whole().is_some() {
            self.found.warn(place, "JOINTS and WEIGHTS come together", AGAIN);
        }
        let mut sums: Vec<(f64, u32)> = Vec::new();
        let mut exact = 0.0;
        for set in 0..sets {
            let index = &attributes[format!("WEIGHTS_{set}")];
            let Some((_, accessor)) = self.entry("accessors", index) else { return };
            let Some(found) = self.once(index, "WEIGHTS") else { return };
            sums.resize(found.count.max(sums.len()), (0.0, 0));
            if Format::of(accessor).is_some_and(|f| f.normalized) {
                exact = 1e-9;
            }
            for (sum, weights) in sums.iter_mut().zip(found.values.chunks_exact(found.width)) {
                if weights.iter().any(|w| *w < 0.0) {
                    sum.0 = f64::NAN;
                }
                sum.0 += weights.iter().sum::<f64>();
                sum.1 += weights.iter().filter(|w| **w != 0.0).count() as u32;
            }
        }
        // Single precision, once for every weight.
        let right = |(sum, count): &(f64, u32)| (sum - 1.0).abs() <= exact + 2e-7 * f64::from(*count);
        let mut wrong = sums.iter().enumerate().filter(|(_, sum)| !right(sum));
        if let Some((first, _)) = wrong.next() {
            let what = format!("weights of {} vertices, the first {first}, do not add up to 1", 1 + wrong.count());
            self.found.error(format!("{place}/WEIGHTS_0"), what, "normalise them, and export it again");
        }
    }

    /// Vertices hang on joints that a skin has.
    pub fn joints_exist(&mut self, attributes: &Value, joints: usize, place: &str) {
        for set in 0.. {
            let name = format!("JOINTS_{set}");
            if attributes[&name].is_null() {
                return;
            }
            let Some(found) = self.once(&attributes[&name], &format!("{joints} joints")) else { continue };
            if let Some(at) = found.values.iter().position(|j| *j >= joints as f64) {
                let what = format!("vertex {} hangs on joint {}, of {joints}", at / found.width, found.values[at]);
                self.found.error(format!("{place}/{name}"), what, AGAIN);
            }
        }
    }
}

fn said(base: &str) -> &'static str {
    match base {
        "NORMAL" => "normals that are not of length 1",
        "TANGENT" => "tangents that are not of length 1, or a fourth number that is not 1 or -1",
        _ => "colours outside of 0 to 1",
    }
}

fn is_unit(vector: &[f64]) -> bool {
    (vector.iter().map(|x| x * x).sum::<f64>().sqrt() - 1.0).abs() <= UNIT_TOLERANCE
}
