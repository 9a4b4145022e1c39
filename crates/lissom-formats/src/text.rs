//! Words and numbers of a text, with the line they stand in.

use glam::Vec3;

use crate::ReadError;

/// Reads a text word by word or line by line. Bytes that are no UTF-8 only matter where a word is read.
#[derive(Clone)]
pub(crate) struct Text<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    /// From here to the end of the line is a remark.
    remark: Option<u8>,
}

impl<'a> Text<'a> {
    pub fn new(bytes: &'a [u8], remark: Option<u8>) -> Text<'a> {
        let at = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        Text { bytes, at, line: 1, remark }
    }

    /// The line of the word that comes next.
    pub fn line_number(&mut self) -> usize {
        self.skip_space();
        self.line
    }

    /// How many bytes were read.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Goes on after binary numbers.
    pub fn jump(&mut self, at: usize) {
        self.at = at.min(self.bytes.len());
    }

    /// Over the end of line that follows binary numbers.
    pub fn end_of_data(&mut self) {
        if self.bytes[self.at..].first().is_some_and(|b| matches!(b, b'\n' | b'\r')) {
            self.rest_of_line();
        }
    }

    /// The next line, without remark and space around it; empty ones are left out.
    pub fn next_line(&mut self) -> Option<Line<'a>> {
        loop {
            if self.at >= self.bytes.len() {
                return None;
            }
            let number = self.line;
            let whole = self.rest_of_line();
            let end = self.remark.and_then(|r| whole.iter().position(|b| *b == r)).unwrap_or(whole.len());
            let bytes = whole[..end].trim_ascii();
            if !bytes.is_empty() {
                return Some(Line { bytes, number });
            }
        }
    }

    /// The line that must come next.
    pub fn line(&mut self, what: &str) -> Result<Line<'a>, ReadError> {
        let end = self.line;
        self.next_line().ok_or_else(|| ended(end, what))
    }

    /// What is left of this line, and then the next one begins. A carriage return alone also ends a line.
    pub fn rest_of_line(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
        let pair = rest[length..].starts_with(b"\r\n");
        self.at = (self.at + length + if pair { 2 } else { 1 }).min(self.bytes.len());
        self.line += 1;
        &rest[..length]
    }

    pub fn next_word(&mut self) -> Option<&'a [u8]> {
        self.skip_space();
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        self.at += length;
        (length > 0).then(|| &rest[..length])
    }

    pub fn number<T: Number>(&mut self, what: &str) -> Result<T, ReadError> {
        let line = self.line_number();
        let word = self.next_word().ok_or_else(|| ended(line, what))?;
        T::of(word).ok_or_else(|| ReadError::line(line, wrong(what, word)))
    }

    pub fn point(&mut self, what: &str) -> Result<Vec3, ReadError> {
        let line = self.line_number();
        let mut next = || self.number::<f64>(what);
        point([next()?, next()?, next()?]).ok_or_else(|| ReadError::line(line, not_finite(what)))
    }

    fn skip_space(&mut self) {
        while let Some(&b) = self.bytes.get(self.at) {
            if Some(b) == self.remark {
                self.rest_of_line();
            } else if b.is_ascii_whitespace() {
                let next = self.bytes.get(self.at + 1);
                self.line += usize::from(b == b'\n' || (b == b'\r' && next != Some(&b'\n')));
                self.at += 1;
            } else {
                return;
            }
        }
    }
}

/// One line that holds something.
#[derive(Clone)]
pub(crate) struct Line<'a> {
    bytes: &'a [u8],
    pub number: usize,
}

impl<'a> Line<'a> {
    pub fn new(bytes: &'a [u8], number: usize) -> Line<'a> {
        Line { bytes, number }
    }

    pub fn is(&self, word: &str) -> bool {
        self.bytes.eq_ignore_ascii_case(word.as_bytes())
    }

    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The next word of it.
    pub fn next_word(&mut self) -> Option<&'a [u8]> {
        self.bytes = self.bytes.trim_ascii_start();
        let length = self.bytes.iter().position(u8::is_ascii_whitespace).unwrap_or(self.bytes.len());
        let (word, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        (length > 0).then_some(word)
    }

    pub fn next<T: Number>(&mut self, what: &str) -> Result<T, ReadError> {
        let word = self.next_word().ok_or_else(|| self.error(format!("{what} is missing")))?;
        T::of(word).ok_or_else(|| self.error(wrong(what, word)))
    }

    pub fn point(&mut self, what: &str) -> Result<Vec3, ReadError> {
        let numbers = [self.next::<f64>(what)?, self.next(what)?, self.next(what)?];
        point(numbers).ok_or_else(|| self.error(not_finite(what)))
    }

    pub fn error(&self, what: impl Into<String>) -> ReadError {
        ReadError::line(self.number, what)
    }
}

/// A number as files write it.
pub(crate) trait Number: Sized {
    fn of(word: &[u8]) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Number for $number {
            fn of(word: &[u8]) -> Option<Self> {
                std::str::from_utf8(word).ok()?.parse().ok()
            }
        }
    )*};
}

numbers!(u32, u64, i64);

impl Number for f64 {
    /// Fortran writes exponents with a `d`.
    fn of(word: &[u8]) -> Option<Self> {
        let word = std::str::from_utf8(word).ok()?;
        word.parse().ok().or_else(|| word.replace(['d', 'D'], "e").parse().ok())
    }
}

/// A point in single precision, if that is finite.
pub(crate) fn point(numbers: [f64; 3]) -> Option<Vec3> {
    let point = Vec3::from_array(numbers.map(|x| x as f32));
    point.is_finite().then_some(point)
}

pub(crate) fn not_finite(what: &str) -> String {
    format!("{what} is not finite, or too large for single precision")
}

pub(crate) fn wrong(what: &str, word: &[u8]) -> String {
    let shown = String::from_utf8_lossy(&word[..word.len().min(24)]);
    format!("{what} is expected here, not `{}`", shown.escape_debug())
}

pub(crate) fn ended(line: usize, what: &str) -> ReadError {
    ReadError::line(line, format!("the file ends where {what} is expected; is it complete?"))
}
