//! A plot into a folder, and on stdout a table, of what a joint and a vertex cost in small worlds and in large ones.

use lissom_core::{BuildError, LaneWidth};
use lissom_scenes::workload::{self, Workload};
use std::path::Path;
use std::time::Instant;
use svg::{ACCENT, GREY, Panel, Pen, Svg};

#[path = "../view_plots/svg.rs"]
mod svg;

const CHAINS: [usize; 9] = [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];
const JOINTS: usize = 8;
/// Vertices along an edge of a cube.
const EDGES: [usize; 8] = [3, 5, 7, 10, 22, 46, 68, 100];
const PASSES: u32 = 6;
/// What a unit costs where there are this many, others are compared with; it may be twice that.
const USUAL: usize = 1_000;
const MOST: f64 = 2.0;
/// Frames before anything is measured; how often it is, and for how long.
const WARM: usize = 5;
const ROUNDS: usize = 3;
const ROUND_SECS: f64 = 0.3;
const COST: Pen = Pen(ACCENT, 2.0, "none");
const BAR: Pen = Pen(GREY, 1.0, "4 3");

/// One kind of world, in many sizes: how many things there are, and ns of one.
struct Sizes {
    title: &'static str,
    what: &'static str,
    costs: Vec<(usize, f64)>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = arguments.as_slice() else {
        return Err("scaling FOLDER".into());
    };
    let chains = CHAINS.map(|count| cost(workload::chains(LaneWidth::best(), count, JOINTS)).map(|ns| (count, ns)));
    let solids = EDGES
        .map(|edge| cost(workload::waves(LaneWidth::best(), [edge - 1; 3], PASSES, None)).map(|ns| (edge.pow(3), ns)));
    let sizes = [
        Sizes {
            title: "ns of a joint and substep",
            what: "chains of 8 joints",
            costs: chains.into_iter().collect::<Result<_, _>>()?,
        },
        Sizes {
            title: "ns of a vertex and pass",
            what: "vertices of tetrahedra",
            costs: solids.into_iter().collect::<Result<_, _>>()?,
        },
    ];
    std::fs::write(Path::new(folder).join("speed-scaling.svg"), plot(&sizes))?;
    sizes.iter().for_each(|s| println!("{}", s.table()));
    Ok(())
}

/// Nanoseconds of a unit in the fastest round, on one thread.
fn cost(made: Result<Workload, BuildError>) -> Result<f64, BuildError> {
    let mut load = made?;
    let clock = Clock(Instant::now());
    (0..WARM).for_each(|_| load.frame());
    let mut round = || {
        let (begin, mut frames) = (clock.secs(), 0.0);
        while clock.secs() - begin < ROUND_SECS {
            load.frame();
            frames += 1.0;
        }
        (clock.secs() - begin) / frames
    };
    let least = (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min);
    Ok(least * 1e9 / load.times / load.units as f64)
}

/// How long this thread has run, where the system tells; that others run too does not change it. Else, how long it is.
struct Clock(Instant);

impl Clock {
    fn secs(&self) -> f64 {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
        let ns = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
        ns.map_or_else(|| self.0.elapsed().as_secs_f64(), |ns| ns * 1e-9)
    }
}

impl Sizes {
    fn usual(&self) -> f64 {
        self.costs.iter().filter(|(count, _)| *count == USUAL).map(|(_, ns)| ns).sum()
    }

    fn table(&self) -> String {
        let mut text = format!("| {} | {} | of that of {} |\n|--:|--:|--:|\n", self.what, self.title, spaced(USUAL));
        for &(count, ns) in &self.costs {
            text += &format!("| {} | {ns:.1} | {:.2} |\n", spaced(count), ns / self.usual());
        }
        text
    }
}

fn plot(sizes: &[Sizes; 2]) -> String {
    let mut svg = Svg::new(860.0, 300.0);
    for (k, sizes) in sizes.iter().enumerate() {
        let (bar, first) = (MOST * sizes.usual(), log(sizes.costs[0].0));
        let last = sizes.costs.last().map_or(first, |c| log(c.0));
        let top = sizes.costs.iter().fold(bar, |a, c| a.max(c.1)) * 1.1;
        let left = 70.0 + 420.0 * k as f64;
        let panel = Panel { left, top: 40.0, width: 340.0, height: 180.0, x: (first, last), y: (0.0, top) };
        let (one, two) = (format!("{:.0}", sizes.usual()), format!("{bar:.0}"));
        let decades: Vec<(f64, String)> =
            (first.ceil() as u32..=last as u32).map(|d| (f64::from(d), spaced(10_usize.pow(d)))).collect();
        let below: Vec<(f64, &str)> = decades.iter().map(|(x, words)| (*x, words.as_str())).collect();
        panel.frame(&mut svg, sizes.title, &[(0.0, "0"), (sizes.usual(), &one), (bar, &two)], &below);
        panel.plot(&mut svg, [(first, bar), (last, bar)].into_iter(), BAR);
        let points = sizes.costs.iter().map(|&(count, ns)| (log(count), ns));
        panel.plot(&mut svg, points, COST);
        svg.text((left + 170.0, 258.0), "middle", GREY, sizes.what);
    }
    svg.legend((70.0, 286.0), &[("one thread", COST), ("twice what it is at 1 000", BAR)]);
    svg.finish()
}

fn log(count: usize) -> f64 {
    (count as f64).log10()
}

/// 1000000 as 1 000 000.
fn spaced(count: usize) -> String {
    let digits = count.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|g| std::str::from_utf8(g).ok()).collect();
    groups.join(" ")
}
