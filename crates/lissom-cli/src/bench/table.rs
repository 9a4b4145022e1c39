//! The table, for people.

use super::beside::Beside;
use super::ceiling::Ceilings;
use super::row::Row;
use std::io::{Result, Write};

pub fn head(out: &mut impl Write, threads: usize) -> Result<()> {
    let many = format!("{threads} thread{}", if threads == 1 { "" } else { "s" });
    writeln!(out, "{:23} {:^33}   {many:^16}   {:^38}", "", "one thread", "of what one core can do")?;
    writeln!(
        out,
        "{:17} {:>5} {:>23} {:>9}   {:>9} {:>6}   {:>9} {:>14} {:>13}",
        "", "lanes", "ns a unit and step", "steps/s", "steps/s", "time", "kB/step", "GFLOP/s", "GB/s"
    )
}

pub fn line(out: &mut impl Write, name: &str, row: &Row) -> Result<()> {
    let rate = row.rate.as_ref().map_or(String::new(), |r| {
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let (kb, flops, l2) = (r.bytes_per_step / 1e3, percent(r.gflops_share), percent(r.l2_share));
        format!("   {kb:9.1} {:8.1} {flops:>5} {:7.1} {l2:>5}", r.gflops, r.gb_per_sec)
    });
    writeln!(
        out,
        "{name:17} {:5} {:>9.1} {:13} {:>9.0}   {:>9.0} {:>5.2}x{rate}",
        row.lanes, row.ns_per_unit, row.unit, row.steps_per_sec, row.many.steps_per_sec, row.many.time_ratio
    )
}

pub fn foot(out: &mut impl Write, ceilings: &Ceilings, besides: &[(&str, Beside)]) -> Result<()> {
    let arithmetic = ceilings.arithmetic.iter().map(|a| format!("{:.0} with {}", a.gflops, a.lanes));
    let arithmetic = arithmetic.collect::<Vec<_>>().join(", ");
    writeln!(out, "\none core: GFLOP/s {arithmetic} lanes; {:.0} GB/s from the L2 cache", ceilings.l2_gb_per_sec)?;
    if !besides.is_empty() {
        writeln!(out, "\n{:17} the paper's", "")?;
    }
    besides.iter().try_for_each(|(name, beside)| writeln!(out, "{name:17} {beside}"))
}
