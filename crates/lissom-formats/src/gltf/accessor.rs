//! Numbers out of buffers: strides, sparse values, normalised integers. Counts are believed only where data is.

use serde_json::Value;

use super::document::{Document, Whole, array};
use super::{Fault, fault};

/// Without data behind it an accessor is all zeros; longer ones than this are not made.
const MAX_ZEROS: usize = 1 << 22;

/// How many numbers may still be read out of a document. A few bytes can name the same data many times, or none.
#[derive(Clone, Debug)]
pub struct Budget(usize);

impl Default for Budget {
    fn default() -> Budget {
        Budget(Budget::NUMBERS)
    }
}

impl Budget {
    const NUMBERS: usize = 1 << 26;

    pub fn spend(&mut self, numbers: usize, place: &str) -> Result<(), Fault> {
        let left = self.0.checked_sub(numbers);
        self.0 = left.ok_or_else(|| {
            let what = format!("with this there are over {} numbers in the document; split it", Budget::NUMBERS);
            fault(place, what)
        })?;
        Ok(())
    }
}

/// How one number is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    pub fn of(code: Option<u64>) -> Option<Component> {
        Some(match code? {
            5120 => Component::I8,
            5121 => Component::U8,
            5122 => Component::I16,
            5123 => Component::U16,
            5125 => Component::U32,
            5126 => Component::F32,
            _ => return None,
        })
    }

    pub fn bytes(self) -> usize {
        match self {
            Component::I8 | Component::U8 => 1,
            Component::I16 | Component::U16 => 2,
            Component::U32 | Component::F32 => 4,
        }
    }

    /// A stored number as a share. Floats are what they are, also where a file calls them normalised.
    fn share(self, stored: f64) -> f64 {
        let whole = match self {
            Component::I8 => 127.0,
            Component::U8 => 255.0,
            Component::I16 => 32767.0,
            Component::U16 => 65535.0,
            Component::U32 => f64::from(u32::MAX),
            Component::F32 => return stored,
        };
        (stored / whole).max(-1.0)
    }

    /// The number at the start of some bytes, of which there are enough.
    fn number(self, b: &[u8]) -> f64 {
        match self {
            Component::I8 => f64::from(b[0] as i8),
            Component::U8 => f64::from(b[0]),
            Component::I16 => f64::from(i16::from_le_bytes([b[0], b[1]])),
            Component::U16 => f64::from(u16::from_le_bytes([b[0], b[1]])),
            Component::U32 => f64::from(u32::from_le_bytes([b[0], b[1], b[2], b[3]])),
            Component::F32 => f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]])),
        }
    }
}

/// How one element is stored: columns of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub columns: usize,
    pub rows: usize,
}

impl Shape {
    pub fn of(kind: Option<&str>) -> Option<Shape> {
        let (columns, rows) = match kind? {
            "SCALAR" => (1, 1),
            "VEC2" => (1, 2),
            "VEC3" => (1, 3),
            "VEC4" => (1, 4),
            "MAT2" => (2, 2),
            "MAT3" => (3, 3),
            "MAT4" => (4, 4),
            _ => return None,
        };
        Some(Shape { columns, rows })
    }

    /// How many numbers an element has.
    pub fn width(self) -> usize {
        self.columns * self.rows
    }

    /// From the start of a column to the next: those of matrices begin at multiples of four.
    fn column_bytes(self, component: Component) -> usize {
        let bytes = self.rows * component.bytes();
        if self.columns > 1 { bytes.next_multiple_of(4) } else { bytes }
    }

    pub fn bytes(self, component: Component) -> usize {
        self.columns * self.column_bytes(component)
    }
}

/// All elements of an accessor.
#[derive(Clone, Debug, PartialEq)]
pub struct Elements {
    pub width: usize,
    pub count: usize,
    /// Element by element. Normalised integers are shares.
    pub values: Vec<f64>,
}

impl Elements {
    pub fn floats(&self) -> Vec<f32> {
        self.values.iter().map(|v| *v as f32).collect()
    }

    pub fn vec3(&self) -> Vec<glam::Vec3> {
        self.values.chunks_exact(3).map(|v| glam::DVec3::new(v[0], v[1], v[2]).as_vec3()).collect()
    }
}

/// The number that an entry of the JSON gives as an index, within bounds.
pub fn index(value: &Value, count: usize, place: &str, what: &str) -> Result<usize, Fault> {
    let found = value.as_whole().and_then(|n| usize::try_from(n).ok());
    found.filter(|n| *n < count).ok_or_else(|| {
        let said: String = value.to_string().chars().take(20).collect();
        fault(place, format!("{said} is not one of the {count} {what}; give a number from 0"))
    })
}

impl Document {
    /// Reads an accessor whose elements must have one of the given widths: 1 to 4, or 16 for matrices.
    pub fn elements(
        &self,
        accessor: &Value,
        place: &str,
        widths: &[usize],
        budget: &mut Budget,
    ) -> Result<Elements, Fault> {
        let accessors = array(self.json(), "accessors");
        let k = index(accessor, accessors.len(), place, "accessors")?;
        let (accessor, place) = (&accessors[k], format!("/accessors/{k}"));
        let component = Component::of(accessor["componentType"].as_whole())
            .ok_or_else(|| fault(format!("{place}/componentType"), "not one that glTF has; export it again"))?;
        let shape = Shape::of(accessor["type"].as_str())
            .ok_or_else(|| fault(format!("{place}/type"), "not one that glTF has; export it again"))?;
        let width = shape.width();
        if !widths.contains(&width) || (shape.columns > 1 && width < 16) {
            let what = format!("{width} numbers an element, but {widths:?} are needed where it is used");
            return Err(fault(format!("{place}/type"), what));
        }
        let count = accessor["count"].as_whole().and_then(|n| usize::try_from(n).ok()).filter(|n| *n > 0);
        let count = count.ok_or_else(|| fault(format!("{place}/count"), "give a count above 0"))?;
        let values = self.stored(accessor, component, shape, count, &place, budget)?;
        let shares = accessor["normalized"].as_bool() == Some(true);
        let values = values.into_iter().map(|v| if shares { component.share(v) } else { v }).collect::<Vec<_>>();
        if let Some(at) = values.iter().position(|v| !v.is_finite()) {
            return Err(fault(place, format!("element {} is not a finite number; export it again", at / width)));
        }
        Ok(Elements { width, count, values })
    }

    /// The numbers of an accessor as they are stored.
    pub(super) fn stored(
        &self,
        accessor: &Value,
        component: Component,
        shape: Shape,
        count: usize,
        place: &str,
        budget: &mut Budget,
    ) -> Result<Vec<f64>, Fault> {
        let total = count.checked_mul(shape.width()).ok_or_else(|| fault(place, "its count is beyond any file"))?;
        budget.spend(total, place)?;
        let mut values = match &accessor["bufferView"] {
            Value::Null if total > MAX_ZEROS => {
                let what = format!("{count} elements without any data; over {MAX_ZEROS} numbers are not made");
                return Err(fault(place, what));
            }
            Value::Null => vec![0.0; total],
            view => {
                let offset = whole(&accessor["byteOffset"], place)?;
                self.numbers(view, offset, component, shape, count, place)?
            }
        };
        self.sparse(accessor, component, shape, count, &mut values, place)?;
        Ok(values)
    }

    /// Sparse values over the plain ones.
    fn sparse(
        &self,
        accessor: &Value,
        component: Component,
        shape: Shape,
        count: usize,
        values: &mut [f64],
        place: &str,
    ) -> Result<(), Fault> {
        let sparse = &accessor["sparse"];
        if sparse.is_null() {
            return Ok(());
        }
        let place = format!("{place}/sparse");
        let changed = whole(&sparse["count"], &place)?;
        if changed > count {
            return Err(fault(place, format!("{changed} values for {count} elements; there can only be as many")));
        }
        let at = &sparse["indices"];
        let kind = Component::of(at["componentType"].as_whole());
        let Some(kind) = kind.filter(|k| matches!(k, Component::U8 | Component::U16 | Component::U32)) else {
            return Err(fault(format!("{place}/indices/componentType"), "indices must be unsigned integers"));
        };
        let offset = whole(&at["byteOffset"], &place)?;
        let places = self.numbers(
            &at["bufferView"],
            offset,
            kind,
            Shape { columns: 1, rows: 1 },
            changed,
            &format!("{place}/indices"),
        )?;
        let offset = whole(&sparse["values"]["byteOffset"], &place)?;
        let news = &sparse["values"]["bufferView"];
        let news = self.numbers(news, offset, component, shape, changed, &format!("{place}/values"))?;
        let width = shape.width();
        for (at, new) in places.iter().zip(news.chunks_exact(width)) {
            let start = *at as usize * width;
            let Some(old) = values.get_mut(start..start + width) else {
                return Err(fault(place, format!("index {at} is not one of the {count} elements; export it again")));
            };
            old.copy_from_slice(new);
        }
        Ok(())
    }

    /// A buffer view: its number, and its bytes.
    pub(super) fn view(&self, view: &Value, place: &str) -> Result<(usize, &[u8]), Fault> {
        let views = array(self.json(), "bufferViews");
        let k = index(view, views.len(), &format!("{place}/bufferView"), "buffer views")?;
        let (view, at) = (&views[k], format!("/bufferViews/{k}"));
        if let Some(extensions) = view["extensions"].as_object().filter(|e| e.keys().any(|n| n.contains("meshopt"))) {
            let name = extensions.keys().find(|n| n.contains("meshopt")).map_or("", String::as_str);
            return Err(fault(at, format!("compressed with {name}, which is not read; export it without compression")));
        }
        let buffer = index(&view["buffer"], array(self.json(), "buffers").len(), &format!("{at}/buffer"), "buffers")?;
        let buffer = self.buffer(buffer).unwrap_or_default();
        let (start, length) = (whole(&view["byteOffset"], &at)?, whole(&view["byteLength"], &at)?);
        let Some(bytes) = start.checked_add(length).and_then(|end| buffer.get(start..end)) else {
            let what = format!("bytes {start} to {start}+{length} of a buffer of {}; export it again", buffer.len());
            return Err(fault(at, what));
        };
        Ok((k, bytes))
    }

    /// Numbers out of a buffer view.
    fn numbers(
        &self,
        view: &Value,
        offset: usize,
        component: Component,
        shape: Shape,
        count: usize,
        place: &str,
    ) -> Result<Vec<f64>, Fault> {
        let (k, bytes) = self.view(view, place)?;
        let (view, at) = (&array(self.json(), "bufferViews")[k], format!("/bufferViews/{k}"));
        let element = shape.bytes(component);
        let stride = match whole(&view["byteStride"], &at)? {
            0 => element,
            stride => stride,
        };
        if stride < element {
            return Err(fault(at, format!("a stride of {stride} bytes for elements of {element}; export it again")));
        }
        let needed = (count.max(1) - 1).checked_mul(stride).and_then(|n| n.checked_add(offset)?.checked_add(element));
        if count > 0 && needed.is_none_or(|needed| needed > bytes.len()) {
            let what =
                format!("{count} elements reach beyond the {} bytes of its buffer view; export it again", bytes.len());
            return Err(fault(place, what));
        }
        let mut out = Vec::with_capacity(count * shape.width());
        for k in 0..count {
            let columns = bytes[offset + k * stride..][..element].chunks_exact(shape.column_bytes(component));
            let numbers = columns.flat_map(|c| c.chunks_exact(component.bytes()).take(shape.rows));
            out.extend(numbers.map(|b| component.number(b)));
        }
        Ok(out)
    }
}

/// A count or an offset; 0 if left out.
fn whole(value: &Value, place: &str) -> Result<usize, Fault> {
    match value {
        Value::Null => Ok(0),
        value => value.as_whole().and_then(|n| usize::try_from(n).ok()).ok_or_else(|| {
            let said: String = value.to_string().chars().take(20).collect();
            fault(place, format!("{said} is not a count or an offset; export it again"))
        }),
    }
}
