//! Plots of view-dependent joints into a folder, and on stdout tables of how rods answer a jerk and a moving camera.

use std::path::Path;

mod ghosts;
mod jerks;
mod maps;
mod rods;
mod svg;
mod table;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = arguments.as_slice() else {
        return Err("view_plots FOLDER".into());
    };
    let save = |name: &str, text: String| std::fs::write(Path::new(folder).join(name), text);
    save("view-weights.svg", maps::plot()?)?;
    save("view-ghosts.svg", ghosts::plot()?)?;
    let (plot, jerks) = jerks::plot()?;
    save("view-jerks.svg", plot)?;
    print!("{jerks}\n{}", table::markdown()?);
    Ok(())
}
