//! Numbers of a binary file, with the byte they stand at.

use crate::ReadError;

/// How numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl Scalar {
    pub fn bytes(self) -> usize {
        match self {
            Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
        }
    }
}

/// Reads forward. Numbers come out in double precision, which is exact for all indices that can be used.
pub(crate) struct Binary<'a> {
    pub bytes: &'a [u8],
    pub at: usize,
    pub big_endian: bool,
}

impl Binary<'_> {
    pub fn next(&mut self, scalar: Scalar, what: &str) -> Result<f64, ReadError> {
        let length = scalar.bytes();
        let mut b = [0; 8];
        let Some(found) = self.bytes.get(self.at..self.at.saturating_add(length)) else {
            let what = format!("the file ends where {what} is expected; is it complete?");
            return Err(ReadError::byte(self.bytes.len(), what));
        };
        b[..length].copy_from_slice(found);
        if self.big_endian {
            b[..length].reverse();
        }
        self.at += length;
        let [b0, b1, b2, b3, ..] = b;
        Ok(match scalar {
            Scalar::I8 => f64::from(b0 as i8),
            Scalar::U8 => f64::from(b0),
            Scalar::I16 => f64::from(i16::from_le_bytes([b0, b1])),
            Scalar::U16 => f64::from(u16::from_le_bytes([b0, b1])),
            Scalar::I32 => f64::from(i32::from_le_bytes([b0, b1, b2, b3])),
            Scalar::U32 => f64::from(u32::from_le_bytes([b0, b1, b2, b3])),
            Scalar::I64 => i64::from_le_bytes(b) as f64,
            Scalar::U64 => u64::from_le_bytes(b) as f64,
            Scalar::F32 => f64::from(f32::from_le_bytes([b0, b1, b2, b3])),
            Scalar::F64 => f64::from_le_bytes(b),
        })
    }

    /// Over what is not needed.
    pub fn skip(&mut self, count: u64, scalar: Scalar, what: &str) -> Result<(), ReadError> {
        let left = (self.bytes.len() - self.at.min(self.bytes.len())) / scalar.bytes();
        match usize::try_from(count) {
            Ok(count) if count <= left => self.at += count * scalar.bytes(),
            _ => {
                let what =
                    format!("{what}: {count} numbers are announced, but the file has not as many; is it complete?");
                return Err(ReadError::byte(self.at, what));
            }
        }
        Ok(())
    }
}

/// A count or an index, if it is one.
pub(crate) fn whole(number: f64) -> Option<u64> {
    ((0.0..=9e15).contains(&number) && number.fract() == 0.0).then_some(number as u64)
}
