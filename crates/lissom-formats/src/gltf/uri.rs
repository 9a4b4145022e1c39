//! Where buffers are: in the text itself, or in a file beside. Nothing else is opened.

use super::{Fault, fault};
use base64::Engine;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};

/// Some exporters leave the padding out.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// What a URI points to.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    Data(Vec<u8>),
    /// A file in the folder of the document or below.
    File(String),
}

pub fn resolve(uri: &str, place: &str) -> Result<Source, Fault> {
    if let Some(data) = uri.strip_prefix("data:") {
        let Some((kind, text)) = data.split_once(',') else {
            return Err(fault(place, "the data URI has no comma; write `data:application/octet-stream;base64,…`"));
        };
        let bytes = if kind.ends_with(";base64") { LENIENT.decode(text).ok() } else { percent(text) };
        return bytes
            .map(Source::Data)
            .ok_or_else(|| fault(place, "the data URI is not proper base64; export it again"));
    }
    let name = percent(uri).and_then(|bytes| String::from_utf8(bytes).ok());
    let Some(name) = name else { return Err(fault(place, format!("`{}` is not a proper URI", short(uri)))) };
    let inside = |part: &str| part != ".." && !part.is_empty() && !part.contains([':', '\0']);
    if name.contains('\\') || !name.split('/').all(inside) {
        let what = format!(
            "`{}` leads out of the folder or to another machine; only files in the folder of the document are read",
            short(&name)
        );
        return Err(fault(place, what));
    }
    Ok(Source::File(name))
}

fn short(text: &str) -> String {
    let mut out: String = text.chars().take(60).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    out
}

/// The bytes of percent-encoded text.
fn percent(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'%' => {
                let mut digit = || (bytes.next()? as char).to_digit(16);
                (digit()? * 16 + digit()?) as u8
            }
            other => other,
        });
    }
    Some(out)
}

/// Bytes as a data URI.
pub fn data(bytes: &[u8]) -> String {
    format!("data:application/octet-stream;base64,{}", STANDARD.encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_comes_back() {
        for length in 0..9 {
            let bytes: Vec<u8> = (0..length).map(|k| (k * 37 + 250) as u8).collect();
            assert_eq!(resolve(&data(&bytes), "here"), Ok(Source::Data(bytes)));
        }
        assert_eq!(resolve("data:,a%20b", "here"), Ok(Source::Data(b"a b".to_vec())));
        for wrong in ["data:base64", "data:;base64,A", "data:;base64,A*==", "data:,%2"] {
            assert!(resolve(wrong, "here").is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_files_in_the_folder_are_named() {
        assert_eq!(resolve("a%20b/c.bin", "here"), Ok(Source::File("a b/c.bin".into())));
        let out =
            ["../a.bin", "/a.bin", "a/../../b", "http://host/a", "file:///a", "c:a", "\\\\host\\a", "a\\b", "", "%00"];
        for wrong in out.into_iter().chain(["a/%2e%2e/b", "//host/a", "%zz"]) {
            assert!(resolve(wrong, "here").is_err(), "{wrong}");
        }
    }
}
