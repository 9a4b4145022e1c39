//! The JSON of a document, beside a buffer that is always the same.
#![no_main]

#[path = "../document.rs"]
mod document;

libfuzzer_sys::fuzz_target!(|text: &[u8]| document::all_of_it(text));
