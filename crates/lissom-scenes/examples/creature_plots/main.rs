//! Plots of boneless bodies into a folder, and on stdout tables of stiffness against cost and of how far they go.

use std::path::Path;

mod charts;
mod fields;
mod sag;
#[path = "../view_plots/svg.rs"]
mod svg;
mod ways;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = arguments.as_slice() else {
        return Err("creature_plots FOLDER".into());
    };
    let save = |name: &str, text: String| std::fs::write(Path::new(folder).join(name), text);
    save("procdef-charts.svg", charts::plot())?;
    save("procdef-fields.svg", fields::plot()?)?;
    let (plot, sag) = sag::plot()?;
    save("procdef-sag.svg", plot)?;
    let (plot, ways) = ways::plot()?;
    save("procdef-ways.svg", plot)?;
    print!("{sag}\n{ways}");
    Ok(())
}
