//! A document as bytes: read, looked into, checked and written again.
#![no_main]

#[path = "../document.rs"]
mod document;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| document::all_of_it(bytes));
