//! `lissom scenes`

use std::io::Write;
use std::process::ExitCode;

use lissom_scenes::scenes::ALL;
use serde_json::json;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    if args.json {
        let list = ALL.map(|s| {
            json!({ "name": s.name, "from": s.from, "about": s.about, "seconds": s.seconds, "variants": s.variants })
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&list)?)?;
    } else {
        for scene in ALL {
            writeln!(out, "{:12}  {} ({})", scene.name, scene.about, scene.from)?;
            if scene.variants.len() > 1 {
                writeln!(out, "{:12}  variants: {}", "", scene.variants.join(", "))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
