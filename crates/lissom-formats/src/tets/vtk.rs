//! Legacy `.vtk`, text or binary: the tetrahedra of an unstructured grid. Other cells are left out.

use glam::Vec3;
use lissom_rig::TetMesh;

use crate::ReadError;
use crate::binary::{Binary, Scalar, whole};
use crate::text::{Line, Text, not_finite, point};

/// Cell types: tetrahedra with 4 corners, and with 10 points of which the first 4 are the corners.
const TETRAHEDRA: [u64; 2] = [10, 24];

pub fn read(bytes: &[u8]) -> Result<TetMesh, ReadError> {
    let mut file = open(bytes)?;
    let mut grid = Grid::default();
    while let Some(mut line) = file.text.next_line() {
        let word = line.next_word().unwrap_or_default().to_ascii_uppercase();
        match word.as_slice() {
            b"DATASET" => {
                let kind = line.next_word().unwrap_or_default();
                if !kind.eq_ignore_ascii_case(b"UNSTRUCTURED_GRID") {
                    let kind = String::from_utf8_lossy(kind).escape_debug().to_string();
                    return Err(line.error(format!("the data is `{kind}`; export an UNSTRUCTURED_GRID")));
                }
            }
            b"POINTS" => {
                let count: u64 = line.next("the number of points")?;
                let scalar = scalar(&mut line)?;
                for _ in 0..count {
                    let mut next = || file.number(scalar, "a coordinate of a point");
                    let numbers = [next()?, next()?, next()?];
                    let at = point(numbers).ok_or_else(|| file.error(not_finite("a coordinate of a point")))?;
                    grid.points.push(at);
                }
                file.end_of_data();
            }
            b"CELLS" => grid.cells = cells(&mut file, &mut line)?,
            b"CELL_TYPES" => {
                for _ in 0..line.next::<u64>("the number of cells")? {
                    grid.types.push(file.index(Scalar::I32, "the type of a cell")?);
                }
                file.end_of_data();
            }
            b"FIELD" => skip_field(&mut file, &mut line)?,
            // After a line that says METADATA come others, up to an empty one.
            b"METADATA" => while !file.text.rest_of_line().trim_ascii().is_empty() {},
            // Values follow, and nothing else.
            b"POINT_DATA" | b"CELL_DATA" => break,
            _ => return Err(line.error("POINTS, CELLS or CELL_TYPES is expected; is there more data than announced?")),
        }
    }
    grid.finish()
}

fn open(bytes: &[u8]) -> Result<File<'_>, ReadError> {
    let mut text = Text::new(bytes, None);
    if !text.line("`# vtk DataFile`")?.bytes().to_ascii_lowercase().starts_with(b"# vtk datafile") {
        return Err(ReadError::line(1, "`# vtk DataFile` is expected; only legacy VTK files can be read"));
    }
    // The title may be empty.
    text.rest_of_line();
    let kind = text.line("ASCII or BINARY")?;
    if !kind.is("ASCII") && !kind.is("BINARY") {
        return Err(kind.error("ASCII or BINARY is expected here"));
    }
    Ok(File { bytes, text, binary: kind.is("BINARY") })
}

#[derive(Default)]
struct Grid {
    points: Vec<Vec3>,
    /// The points of each cell, at most four.
    cells: Vec<Vec<u64>>,
    types: Vec<u64>,
}

impl Grid {
    fn finish(self) -> Result<TetMesh, ReadError> {
        let count = self.points.len();
        let mut tets = Vec::new();
        for (k, (cell, kind)) in self.cells.iter().zip(&self.types).enumerate() {
            if !TETRAHEDRA.contains(kind) {
                continue;
            }
            let &[a, b, c, d] = cell.as_slice() else {
                return Err(ReadError::Cell { cell: k, what: "it is a tetrahedron with less than 4 corners".into() });
            };
            let mut tet = [0; 4];
            for (to, from) in tet.iter_mut().zip([a, b, c, d]) {
                let known = u32::try_from(from).ok().filter(|&i| (i as usize) < count);
                *to = known.ok_or_else(|| {
                    let what = format!("there is no point {from}; they are numbered from 0, and there are {count}");
                    ReadError::Cell { cell: k, what }
                })?;
            }
            tets.push(tet);
        }
        if tets.is_empty() {
            return Err(ReadError::Empty { what: "tetrahedra" });
        }
        Ok(TetMesh { positions: self.points, tets })
    }
}

/// Numbers as text or as big-endian bytes, between lines of text.
struct File<'a> {
    bytes: &'a [u8],
    text: Text<'a>,
    binary: bool,
}

impl File<'_> {
    fn number(&mut self, scalar: Scalar, what: &str) -> Result<f64, ReadError> {
        if !self.binary {
            return self.text.number(what);
        }
        let mut binary = Binary { bytes: self.bytes, at: self.text.position(), big_endian: true };
        let number = binary.next(scalar, what)?;
        self.text.jump(binary.at);
        Ok(number)
    }

    fn index(&mut self, scalar: Scalar, what: &str) -> Result<u64, ReadError> {
        let number = self.number(scalar, what)?;
        whole(number).ok_or_else(|| self.error(format!("{what} is expected here, not {number}")))
    }

    /// After binary numbers there is an end of line.
    fn end_of_data(&mut self) {
        if self.binary {
            self.text.end_of_data();
        }
    }

    fn error(&mut self, what: String) -> ReadError {
        if self.binary {
            ReadError::byte(self.text.position(), what)
        } else {
            ReadError::line(self.text.line_number(), what)
        }
    }
}

fn scalar(line: &mut Line) -> Result<Scalar, ReadError> {
    let word = line.next_word().unwrap_or_default().to_ascii_lowercase();
    Ok(match word.as_slice() {
        b"float" => Scalar::F32,
        b"double" => Scalar::F64,
        b"char" | b"vtktypeint8" => Scalar::I8,
        b"unsigned_char" | b"vtktypeuint8" => Scalar::U8,
        b"short" | b"vtktypeint16" => Scalar::I16,
        b"unsigned_short" | b"vtktypeuint16" => Scalar::U16,
        b"int" | b"vtktypeint32" => Scalar::I32,
        b"unsigned_int" | b"vtktypeuint32" => Scalar::U32,
        b"long" | b"vtktypeint64" | b"vtkidtype" => Scalar::I64,
        b"unsigned_long" | b"vtktypeuint64" => Scalar::U64,
        _ => return Err(line.error("a kind of number is expected, like `float`")),
    })
}

/// Up to version 4 each cell is a count and so many points; version 5 has offsets and all points.
fn cells(file: &mut File, line: &mut Line) -> Result<Vec<Vec<u64>>, ReadError> {
    let first: u64 = line.next("the number of cells")?;
    let second: u64 = line.next("the number of numbers")?;
    let mut ahead = file.text.clone();
    let offsets = ahead.next_line().filter(|l| l.bytes().to_ascii_uppercase().starts_with(b"OFFSETS"));
    let Some(mut head) = offsets else {
        let mut cells = Vec::new();
        for _ in 0..first {
            let mut cell = Vec::new();
            for k in 0..file.index(Scalar::I32, "the number of points of a cell")? {
                let point = file.index(Scalar::I32, "a point of a cell")?;
                if k < 4 {
                    cell.push(point);
                }
            }
            cells.push(cell);
        }
        file.end_of_data();
        return Ok(cells);
    };
    file.text = ahead;
    head.next_word();
    let starts = numbers(file, first, scalar(&mut head)?, "where a cell begins")?;
    let mut head = file.text.line("CONNECTIVITY")?;
    if !head.next_word().is_some_and(|w| w.eq_ignore_ascii_case(b"CONNECTIVITY")) {
        return Err(head.error("CONNECTIVITY is expected here"));
    }
    let points = numbers(file, second, scalar(&mut head)?, "a point of a cell")?;
    let cell = |pair: &[u64]| {
        let length = pair[1].checked_sub(pair[0]).filter(|_| pair[1] <= points.len() as u64);
        let length = length.ok_or_else(|| head.error(format!("a cell from {} to {} of it", pair[0], pair[1])))?;
        let first = pair[0] as usize;
        Ok(points[first..first + length.min(4) as usize].to_vec())
    };
    starts.windows(2).map(cell).collect()
}

fn numbers(file: &mut File, count: u64, scalar: Scalar, what: &str) -> Result<Vec<u64>, ReadError> {
    let mut numbers = Vec::new();
    for _ in 0..count {
        numbers.push(file.index(scalar, what)?);
    }
    file.end_of_data();
    Ok(numbers)
}

/// Over arrays that some programs write before the points.
fn skip_field(file: &mut File, line: &mut Line) -> Result<(), ReadError> {
    line.next_word();
    for _ in 0..line.next::<u64>("the number of arrays")? {
        let mut head = file.text.line("an array")?;
        head.next_word();
        let (width, count): (u64, u64) = (head.next("a number of components")?, head.next("a number of tuples")?);
        let Some(total) = width.checked_mul(count) else { return Err(head.error("more numbers than can be counted")) };
        let scalar = scalar(&mut head)?;
        if file.binary {
            let mut binary = Binary { bytes: file.bytes, at: file.text.position(), big_endian: true };
            binary.skip(total, scalar, "an array")?;
            file.text.jump(binary.at);
        } else {
            for _ in 0..total {
                file.text.number::<f64>("a number of an array")?;
            }
        }
        file.end_of_data();
    }
    Ok(())
}
