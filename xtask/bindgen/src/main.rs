//! `lissom-bindgen WASM FOLDER`: what a browser needs to run a wasm file, and how much of it there is to download.

use anyhow::{Context, Result, bail};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;
use std::path::Path;
use wasm_bindgen_cli_support::Bindgen;

/// The name of what is written: `studio.js` and `studio_bg.wasm`.
const NAME: &str = "studio";
/// More than this is too much to wait for, compressed.
const MOST_BYTES: usize = 8_000_000;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [wasm, folder] = arguments.as_slice() else { bail!("usage: lissom-bindgen WASM FOLDER") };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).web(true)?.typescript(false).out_name(NAME);
    bindgen.remove_name_section(true).remove_producers_section(true).generate(folder)?;
    let mut whole = 0;
    for file in [format!("{NAME}_bg.wasm"), format!("{NAME}.js")] {
        let path = Path::new(folder).join(&file);
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&bytes)?;
        let packed = gzip.finish()?.len();
        println!("{file}: {:.2} MB, {:.2} MB compressed", bytes.len() as f64 / 1e6, packed as f64 / 1e6);
        whole += packed;
    }
    if whole > MOST_BYTES {
        bail!("the page is too large: {whole} bytes compressed, and at most {MOST_BYTES} are wanted");
    }
    Ok(())
}
