//! `.ply`, text or binary of either byte order: the elements `vertex` and `face`. Others are passed over.

use lissom_rig::TriMesh;

use crate::ReadError;
use crate::binary::{Binary, Scalar, whole};
use crate::text::{Line, Text, not_finite, point};

pub fn read(bytes: &[u8]) -> Result<TriMesh, ReadError> {
    let (mut body, elements) = header(bytes)?;
    let mut mesh = TriMesh::default();
    let mut faces = Faces::default();
    for element in &elements {
        // Nothing is stored for each, so there is nothing to read, however many are announced.
        let count = if element.properties.is_empty() { 0 } else { element.count };
        for _ in 0..count {
            match element.kind {
                Of::Vertex => vertex(&mut body, element, &mut mesh)?,
                Of::Face => faces.read(&mut body, element)?,
                Of::Other => element.properties.iter().try_for_each(|p| body.skip(p))?,
            }
        }
    }
    let count = mesh.positions.len();
    for (face, triangle) in &faces.triangles {
        if let Some(wrong) = triangle.iter().find(|&&k| k as usize >= count) {
            let what = format!("there is no vertex {wrong}; they are numbered from 0, and there are {count}");
            return Err(ReadError::Cell { cell: *face, what });
        }
        mesh.triangles.push(*triangle);
    }
    if mesh.triangles.is_empty() { Err(ReadError::Empty { what: "faces" }) } else { Ok(mesh) }
}

#[derive(PartialEq)]
enum Of {
    Vertex,
    Face,
    Other,
}

struct Element {
    kind: Of,
    count: u64,
    properties: Vec<Property>,
}

struct Property {
    name: Vec<u8>,
    scalar: Scalar,
    /// How the length of a list is stored.
    list: Option<Scalar>,
}

fn header(bytes: &[u8]) -> Result<(Body<'_>, Vec<Element>), ReadError> {
    let mut text = Text::new(bytes, None);
    if !text.line("`ply`")?.is("ply") {
        return Err(ReadError::line(1, "`ply` is expected at the beginning"));
    }
    let mut elements: Vec<Element> = Vec::new();
    let mut order = None;
    loop {
        let mut line = text.line("`end_header`")?;
        match line.next_word() {
            Some(b"comment" | b"obj_info") => {}
            Some(b"format") => {
                order = Some(match line.next_word() {
                    Some(b"ascii") => None,
                    Some(b"binary_little_endian") => Some(false),
                    Some(b"binary_big_endian") => Some(true),
                    _ => return Err(line.error("ascii, binary_little_endian or binary_big_endian is expected")),
                });
            }
            Some(b"element") => {
                let kind = match line.next_word() {
                    Some(b"vertex") => Of::Vertex,
                    Some(b"face") => Of::Face,
                    _ => Of::Other,
                };
                elements.push(Element { kind, count: line.next("the number of elements")?, properties: vec![] });
            }
            Some(b"property") => {
                let property = property(&mut line)?;
                let Some(element) = elements.last_mut() else { return Err(line.error("a property of no element")) };
                element.properties.push(property);
            }
            Some(b"end_header") => break,
            _ => return Err(line.error("`format`, `element`, `property` or `end_header` is expected here")),
        }
    }
    let Some(order) = order else { return Err(ReadError::line(1, "the header does not say which `format` it is")) };
    let at = text.position();
    Ok(match order {
        None => (Body::Text(text), elements),
        Some(big_endian) => (Body::Binary(Binary { bytes, at, big_endian }), elements),
    })
}

fn property(line: &mut Line) -> Result<Property, ReadError> {
    let list = line.bytes().trim_ascii_start().starts_with(b"list ");
    if list {
        line.next_word();
    }
    let length = if list { Some(scalar(line)?) } else { None };
    let scalar = scalar(line)?;
    let name = line.next_word().ok_or_else(|| line.error("the name of a property is missing"))?.to_vec();
    Ok(Property { name, scalar, list: length })
}

fn scalar(line: &mut Line) -> Result<Scalar, ReadError> {
    Ok(match line.next_word() {
        Some(b"char" | b"int8") => Scalar::I8,
        Some(b"uchar" | b"uint8") => Scalar::U8,
        Some(b"short" | b"int16") => Scalar::I16,
        Some(b"ushort" | b"uint16") => Scalar::U16,
        Some(b"int" | b"int32") => Scalar::I32,
        Some(b"uint" | b"uint32") => Scalar::U32,
        Some(b"float" | b"float32") => Scalar::F32,
        Some(b"double" | b"float64") => Scalar::F64,
        _ => return Err(line.error("a kind of number is expected, like `float`")),
    })
}

/// What follows the header.
enum Body<'a> {
    Text(Text<'a>),
    Binary(Binary<'a>),
}

impl Body<'_> {
    fn next(&mut self, scalar: Scalar, what: &str) -> Result<f64, ReadError> {
        match self {
            Body::Text(text) => text.number(what),
            Body::Binary(binary) => binary.next(scalar, what),
        }
    }

    fn index(&mut self, scalar: Scalar, what: &str) -> Result<u64, ReadError> {
        let number = self.next(scalar, what)?;
        whole(number).ok_or_else(|| self.error(format!("{what} is expected here, not {number}")))
    }

    fn skip(&mut self, property: &Property) -> Result<(), ReadError> {
        let count = property.list.map_or(Ok(1), |l| self.index(l, "the length of a list"))?;
        if let Body::Binary(binary) = self {
            return binary.skip(count, property.scalar, "a list");
        }
        (0..count).try_for_each(|_| self.next(property.scalar, "a number").map(|_| ()))
    }

    fn error(&mut self, what: String) -> ReadError {
        match self {
            Body::Text(text) => ReadError::line(text.line_number(), what),
            Body::Binary(binary) => ReadError::byte(binary.at, what),
        }
    }
}

fn vertex(body: &mut Body, element: &Element, mesh: &mut TriMesh) -> Result<(), ReadError> {
    let mut numbers = [f64::NAN; 3];
    for p in &element.properties {
        let axis = [&b"x"[..], b"y", b"z"].iter().position(|n| *n == p.name).filter(|_| p.list.is_none());
        match axis {
            Some(axis) => numbers[axis] = body.next(p.scalar, "a coordinate of a vertex")?,
            None => body.skip(p)?,
        }
    }
    let place = point(numbers).ok_or_else(|| body.error(not_finite("a coordinate of a vertex (or it is missing)")))?;
    mesh.positions.push(place);
    Ok(())
}

/// Triangles, and which face each is of.
#[derive(Default)]
struct Faces {
    count: usize,
    triangles: Vec<(usize, [u32; 3])>,
}

impl Faces {
    fn read(&mut self, body: &mut Body, element: &Element) -> Result<(), ReadError> {
        for p in &element.properties {
            let (Some(length), b"vertex_indices" | b"vertex_index") = (p.list, p.name.as_slice()) else {
                body.skip(p)?;
                continue;
            };
            let (mut first, mut last) = (0, 0);
            for k in 0..body.index(length, "the number of corners")? {
                let index = body.index(p.scalar, "a corner of a face")?;
                let Ok(corner) = u32::try_from(index) else {
                    return Err(body.error(format!("there is no vertex {index}")));
                };
                match k {
                    0 => first = corner,
                    1 => {}
                    _ => self.triangles.push((self.count, [first, last, corner])),
                }
                last = corner;
            }
        }
        self.count += 1;
        Ok(())
    }
}
