//! What a profile of callgrind tells: instructions, floating-point operations, and bytes.

use crate::repo::{Repo, capture};
use anyhow::Result;
use std::collections::HashMap;
use std::path::Path;

/// Bytes that come into the cache at once.
const LINE: u64 = 64;

#[derive(Debug, PartialEq, Eq)]
pub struct Counts {
    /// Sums, differences, products, quotients and roots, of every lane.
    pub operations: u64,
    /// From beyond the first-level cache.
    pub bytes: u64,
}

/// How many instructions there are in all, by a profile.
pub fn instructions(profile: &str) -> Option<u64> {
    profile.lines().find_map(|line| line.strip_prefix("totals: ")?.split(' ').next()?.parse().ok())
}

/// By address in a program: how many operations an instruction does.
pub struct Operations {
    program: String,
    at: HashMap<u64, u64>,
}

impl Operations {
    pub fn of(repo: &Repo, program: &Path) -> Result<Operations> {
        let listing = capture(repo.command("objdump").args(["-d", "--no-show-raw-insn"]).arg(program))?;
        Ok(Operations { program: program.display().to_string(), at: listing.lines().filter_map(arithmetic).collect() })
    }

    /// Sums up a profile with positions of instructions, not compressed; none if it is not one.
    pub fn counts(&self, profile: &str) -> Option<Counts> {
        let mut counts = Counts { operations: 0, bytes: 0 };
        let (mut events, mut is_ours, mut is_call) = (None, false, false);
        for line in profile.lines() {
            if let Some(names) = line.strip_prefix("events: ") {
                let place = |event| names.split(' ').position(|e| e == event);
                events = Some((place("D1mr")?, place("D1mw")?));
            } else if let Some(object) = line.strip_prefix("ob=") {
                is_ours = object == self.program;
            } else if line.starts_with("calls=") {
                is_call = true;
            } else if let Some(costs) = line.strip_prefix("totals: ") {
                let costs: Vec<u64> = costs.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
                let (reads, writes) = events?;
                counts.bytes = LINE * [reads, writes].into_iter().filter_map(|k| costs.get(k)).sum::<u64>();
            } else if line.starts_with("0x") {
                // The line after a call is what was called, which has lines of its own.
                if !std::mem::take(&mut is_call) && is_ours {
                    let mut words = line.split(' ');
                    let (address, times) = (hex(words.next()?)?, words.nth(1)?.parse::<u64>().ok()?);
                    counts.operations += times * self.at.get(&address).unwrap_or(&0);
                }
            }
        }
        events.map(|_| counts)
    }
}

/// The address and the operations of a line of a listing, if it is arithmetic of x86-64.
fn arithmetic(line: &str) -> Option<(u64, u64)> {
    let (address, instruction) = line.split_once(":\t")?;
    let (name, operands) = instruction.split_once(' ')?;
    let name = name.strip_prefix('v').unwrap_or(name);
    let (what, kind) = name.split_at_checked(name.len().checked_sub(2)?)?;
    if !["add", "sub", "mul", "div", "sqrt"].contains(&what) {
        return None;
    }
    let bytes = if operands.contains("zmm") {
        64
    } else if operands.contains("ymm") {
        32
    } else {
        16
    };
    let operations = match kind {
        "ss" | "sd" => 1,
        "ps" => bytes / 4,
        "pd" => bytes / 8,
        _ => return None,
    };
    Some((hex(address.trim())?, operations))
}

fn hex(digits: &str) -> Option<u64> {
    u64::from_str_radix(digits.strip_prefix("0x").unwrap_or(digits), 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: [&str; 7] = [
        "0000000000001000 <step>:",
        "    1000:\tvmulps %ymm2,%ymm1,%ymm0",
        "    1004:\taddss  %xmm1,%xmm0",
        "    1008:\tvsqrtps 0x40(%rdi),%xmm3",
        "    100c:\tmulpd  %xmm1,%xmm0",
        "    1010:\tadd    $0x8,%rdi",
        "    1014:\tret",
    ];

    #[test]
    fn knows_arithmetic() {
        let found: Vec<(u64, u64)> = LISTING.into_iter().filter_map(arithmetic).collect();
        assert_eq!(found, [(0x1000, 8), (0x1004, 1), (0x1008, 4), (0x100c, 2)]);
    }

    #[test]
    fn sums_up_what_is_ours() {
        let at = LISTING.into_iter().filter_map(arithmetic).collect();
        let operations = Operations { program: "/bin/lissom".into(), at };
        let profile = "\
positions: instr line
events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw
ob=/lib/libc.so
fn=memcpy
0x1000 0 1000
ob=/bin/lissom
fn=step
0x1000 12 5 5
0x1004 0 3
calls=2 0x2000 0
0x1004 0 700 70 7
0x1010 0 9

totals: 1017 70 7 0 20 3
";
        assert_eq!(operations.counts(profile), Some(Counts { operations: 43, bytes: 64 * 23 }));
        assert_eq!((instructions(profile), instructions("nothing")), (Some(1017), None));
        assert_eq!(operations.counts("nothing"), None);
    }
}
