//! Buffer views and accessors: whether the bytes are there, and the numbers within their bounds.

use std::collections::HashMap;

use serde_json::Value;

use super::super::accessor::Component;
use super::super::document::Whole;
use super::{Check, Format, whole};

const AGAIN: &str = "export it again";

/// What buffer views are used for; vertices and their indices may not share one.
#[derive(Default)]
pub struct Views(HashMap<usize, u64>);

impl Check<'_> {
    pub fn buffer_views(&mut self) {
        for (k, view) in self.list("bufferViews").iter().enumerate() {
            let place = format!("/bufferViews/{k}");
            let end = whole(&view["byteOffset"]).saturating_add(whole(&view["byteLength"]));
            if let Some((b, buffer)) = self.entry("buffers", &view["buffer"])
                && let Some(length) = buffer["byteLength"].as_whole().filter(|length| end > *length)
            {
                let what = format!("it ends at {end}, but buffer {b} at {length}");
                self.found.error(format!("{place}/byteLength"), what, AGAIN);
            }
            if let Some(stride) = view["byteStride"].as_whole() {
                if stride % 4 != 0 {
                    let what = format!("{stride} is not a multiple of four");
                    self.found.error(format!("{place}/byteStride"), what, AGAIN);
                }
                if view["target"].as_whole() == Some(34963) {
                    self.found.error(format!("{place}/byteStride"), "indices have no stride", "remove it");
                }
            }
        }
    }

    /// Notes that the view of an accessor is used for vertices (34962) or indices (34963).
    pub fn used_as(&mut self, target: u64, accessor: &Value, place: &str) {
        let Some((k, view)) = self.entry("bufferViews", &accessor["bufferView"]) else { return };
        let first = *self.views.0.entry(k).or_insert(view["target"].as_whole().unwrap_or(target));
        if first != target {
            let what = format!("buffer view {k} is for {}", if first == 34963 { "indices" } else { "vertices" });
            self.found.error(place, what, "use another one, or correct its `target`");
        }
    }

    /// Whether the view of an accessor has a stride.
    pub fn is_strided(&self, accessor: &Value) -> bool {
        self.entry("bufferViews", &accessor["bufferView"]).is_some_and(|(_, view)| !view["byteStride"].is_null())
    }

    pub fn accessors(&mut self) {
        for (k, accessor) in self.list("accessors").iter().enumerate() {
            let before = self.found.problems.len() + self.found.more;
            let place = format!("/accessors/{k}");
            self.accessor(accessor, &place);
            self.sound.push(self.found.problems.len() + self.found.more == before);
        }
    }

    fn accessor(&mut self, accessor: &Value, place: &str) {
        let Some(format) = Format::of(accessor) else {
            if accessor["type"].is_string() {
                self.found.error(format!("{place}/type"), "it cannot be told what its elements are", AGAIN);
            }
            return;
        };
        let count = whole(&accessor["count"]);
        if format.normalized && matches!(format.component, Component::F32 | Component::U32) {
            self.found.error(format!("{place}/normalized"), "only small integers can be shares", "remove it");
        }
        if accessor["bufferView"].is_null() && !accessor["byteOffset"].is_null() {
            self.found.error(format!("{place}/byteOffset"), "there is no buffer view it could lie in", "remove it");
        }
        for bound in ["min", "max"] {
            let length = accessor[bound].as_array().map(Vec::len);
            if let Some(length) = length.filter(|n| *n != format.shape.width()) {
                let what = format!("{length} numbers for elements of {}", format.shape.width());
                self.found.error(format!("{place}/{bound}"), what, AGAIN);
            }
        }
        let before = self.found.problems.len() + self.found.more;
        self.placed(accessor, format, count, true, place);
        let sparse = &accessor["sparse"];
        if sparse.is_object() {
            self.sparse(sparse, format, count, &format!("{place}/sparse"));
        }
        let has_data = accessor["bufferView"].as_whole().is_some() || sparse.is_object();
        if has_data && self.found.problems.len() + self.found.more == before {
            self.bounds(accessor, format, count, place);
        }
    }

    /// Whether elements lie within their buffer view, where their size allows it.
    fn placed(&mut self, from: &Value, format: Format, count: u64, may_stride: bool, place: &str) {
        let Some((v, view)) = self.entry("bufferViews", &from["bufferView"]) else { return };
        let (size, element) = (format.component.bytes() as u64, format.bytes() as u64);
        let (offset, length) = (whole(&from["byteOffset"]), whole(&view["byteLength"]));
        if offset % size != 0 {
            self.found.error(format!("{place}/byteOffset"), format!("{offset} is not a multiple of {size}"), AGAIN);
        }
        if offset.wrapping_add(whole(&view["byteOffset"])) % size != 0 {
            let what = format!("in buffer view {v} it does not begin at a multiple of {size}");
            self.found.error(place, what, AGAIN);
        }
        if !may_stride && (!view["byteStride"].is_null() || !view["target"].is_null()) {
            let what = "its buffer view has a stride or a target, which sparse values cannot have";
            self.found.error(format!("{place}/bufferView"), what, "remove them");
        }
        let stride = view["byteStride"].as_whole().unwrap_or(element);
        if stride < element {
            self.found.error(place, format!("a stride of {stride} bytes for elements of {element}"), AGAIN);
        }
        let end = count.saturating_sub(1).saturating_mul(stride).saturating_add(offset).saturating_add(element);
        if count > 0 && end > length {
            self.found.error(place, format!("it ends at byte {end}, but buffer view {v} at {length}"), AGAIN);
        }
    }

    fn sparse(&mut self, sparse: &Value, format: Format, count: u64, place: &str) {
        let changed = whole(&sparse["count"]);
        if changed > count {
            self.found.error(format!("{place}/count"), format!("{changed} values for {count} elements"), AGAIN);
        }
        let indices = &sparse["indices"];
        if let Some(component) = Component::of(indices["componentType"].as_whole()) {
            let format = Format { component, ..Format::SCALAR };
            self.placed(indices, format, changed, false, &format!("{place}/indices"));
        }
        self.placed(&sparse["values"], format, changed, false, &format!("{place}/values"));
    }

    /// Numbers are finite, and within the bounds that are given.
    fn bounds(&mut self, accessor: &Value, format: Format, count: u64, place: &str) {
        let Ok(count) = usize::try_from(count) else { return };
        let budget = &mut self.budget;
        let numbers = self.document.stored(accessor, format.component, format.shape, count, place, budget);
        let numbers = match numbers {
            Ok(numbers) => numbers,
            Err(fault) => {
                // Bytes that could not be loaded were told of before.
                if self.document.buffer(self.buffer_of(accessor)).is_some_and(|b| !b.is_empty()) {
                    self.found.warn(fault.place, fault.what, AGAIN);
                }
                return;
            }
        };
        if let Some(at) = numbers.iter().position(|v| !v.is_finite()) {
            let what = format!("element {} is not a finite number", at / format.shape.width());
            return self.found.error(place, what, AGAIN);
        }
        let width = format.shape.width();
        for (bound, sign) in [("min", 1.0), ("max", -1.0)] {
            let Some(said) = accessor[bound].as_array().filter(|b| b.len() == width) else { continue };
            for (k, said) in said.iter().enumerate() {
                let real = numbers.iter().skip(k).step_by(width).fold(f64::INFINITY, |a, b| a.min(sign * b)) * sign;
                let said =
                    said.as_f64().map(|s| if format.component == Component::F32 { f64::from(s as f32) } else { s });
                if said.is_some_and(|said| said != real) {
                    self.found.error(format!("{place}/{bound}/{k}"), format!("the numbers have {real:?}"), AGAIN);
                }
            }
        }
    }

    fn buffer_of(&self, accessor: &Value) -> usize {
        let view = self.entry("bufferViews", &accessor["bufferView"]);
        view.and_then(|(_, view)| usize::try_from(view["buffer"].as_whole()?).ok()).unwrap_or(usize::MAX)
    }
}
