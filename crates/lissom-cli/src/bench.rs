//! `lissom bench`

use std::io::Write;
use std::num::NonZeroUsize;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use lissom_core::LaneWidth;
use serde::Serialize;

use crate::simulate::lane_width;
use ceiling::Ceilings;
use row::Row;
use subject::{Run, Subject};

mod beside;
mod ceiling;
mod counts;
mod drawn;
mod row;
mod subject;
mod table;
mod time;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only the one of this name, or all whose names contain it
    filter: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Threads to compare with one; as many as there are cores if left out
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Numbers worked on at once: 1, 4, 8 or 16; all of them if left out
    #[arg(long)]
    lanes: Option<usize>,
    /// Scenes only, each frame drawn as well, 1280x720, on the graphics device there is
    #[arg(long)]
    pictures: bool,
    /// Run exactly this many frames of the one of this name on one thread, after some to warm up, and measure nothing:
    /// for counting instructions from outside
    #[arg(long, requires = "filter", conflicts_with_all = ["pictures", "json", "threads"])]
    frames: Option<u64>,
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Report {
    ceilings: Ceilings,
    rows: Vec<Row>,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let widths = match args.lanes {
        Some(_) => vec![lane_width(args.lanes)?],
        None => LaneWidth::ALL.to_vec(),
    };
    let is_there = |s: &Subject| is_wanted(args.filter.as_deref(), s.name) && (s.is_scene() || !args.pictures);
    let subjects: Vec<Subject> = Subject::all().filter(is_there).collect();
    ensure!(!subjects.is_empty(), nothing(args));
    if let Some(frames) = args.frames {
        let named = subjects.iter().find(|s| args.filter.as_deref() == Some(s.name));
        let subject = named.with_context(|| nothing(args))?;
        for &width in &widths {
            let mut run = subject.start(width, 1)?;
            (0..time::WARM).for_each(|_| run.frame());
            (0..frames).for_each(|_| counted_frame(&mut run));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = std::io::stdout().lock();
    if args.pictures {
        drawn::run(&mut out, args)?;
        return Ok(ExitCode::SUCCESS);
    }
    let threads = args.threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let ceilings = Ceilings::measure();
    if args.json {
        let rows = subjects.into_iter().flat_map(|s| widths.iter().map(move |&w| (s, w)));
        let rows = rows.map(|(s, w)| Row::measure(&s, w, threads, &ceilings)).collect::<Result<_, _>>()?;
        writeln!(out, "{}", serde_json::to_string_pretty(&Report { ceilings, rows })?)?;
        return Ok(ExitCode::SUCCESS);
    }
    table::head(&mut out, threads)?;
    let mut besides = Vec::new();
    for subject in subjects {
        for (k, &width) in widths.iter().enumerate() {
            let row = Row::measure(&subject, width, threads, &ceilings)?;
            table::line(&mut out, if k == 0 { subject.name } else { "" }, &row)?;
            if width == *widths.last().unwrap_or(&width) {
                besides.extend(row.paper.map(|p| (subject.name, p)));
            }
        }
    }
    table::foot(&mut out, &ceilings, &besides)?;
    Ok(ExitCode::SUCCESS)
}

/// What there is, for who asked for something else.
fn nothing(args: &Args) -> String {
    let there =
        Subject::all().filter(|s| s.is_scene() || !args.pictures).map(|s| s.name).collect::<Vec<_>>().join(", ");
    let kind = if args.pictures { "scene" } else { "benchmark" };
    let filter = args.filter.as_deref().unwrap_or_default();
    let wanted = if args.frames.is_some() { format!("is `{filter}`") } else { format!("has `{filter}` in its name") };
    format!("no {kind} {wanted}; there are: {there}")
}

/// What `cargo xtask perf` counts: it looks for this name.
#[inline(never)]
fn counted_frame(run: &mut Run) {
    run.frame();
}

/// Whether a filter lets a name through: if it is a name itself, that one alone.
fn is_wanted(filter: Option<&str>, name: &str) -> bool {
    match filter {
        None => true,
        Some(filter) if Subject::all().any(|s| s.name == filter) => name == filter,
        Some(filter) => name.contains(filter),
    }
}
