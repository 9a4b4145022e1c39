//! `cargo xtask plots`: the plots and tables of docs/view-dependent.md, measured anew.

use crate::repo::{Repo, capture};
use anyhow::{Context, Result};

const PAGE: &str = "docs/view-dependent.md";
const PICTURES: &str = "docs/pictures";
/// Tables stand between two of these, in the order in which they are printed.
const MARK: &str = "<!-- cargo xtask plots -->\n";

pub fn run() -> Result<()> {
    let repo = Repo::find();
    let page = repo.read(PAGE)?;
    eprintln!("measuring takes some minutes");
    let line = format!("run --quiet --profile ci -p lissom-scenes --example view_plots -- {PICTURES}");
    let tables = capture(&mut repo.cargo(&line))?;
    let tables: Vec<&str> = tables.trim_end().split("\n\n").collect();
    let page = with_tables(&page, &tables).with_context(|| format!("{} tables do not fit {PAGE}", tables.len()))?;
    std::fs::write(repo.path(PAGE), page).with_context(|| format!("cannot write {PAGE}"))
}

/// The page with other tables between its marks; none if it has another number of them.
fn with_tables(page: &str, tables: &[&str]) -> Option<String> {
    let parts: Vec<&str> = page.split(MARK).collect();
    if parts.len() != 2 * tables.len() + 1 {
        return None;
    }
    let text = |(k, part): (usize, &&str)| match k % 2 {
        0 => (*part).to_owned(),
        _ => format!("{MARK}{}\n{MARK}", tables[k / 2]),
    };
    Some(parts.iter().enumerate().map(text).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_replaced_in_order() {
        let page = format!("a\n{MARK}old\n{MARK}b\n{MARK}{MARK}c\n");
        let new = format!("a\n{MARK}1\n{MARK}b\n{MARK}2\n{MARK}c\n");
        assert_eq!(with_tables(&page, &["1", "2"]), Some(new.clone()));
        assert_eq!(with_tables(&new, &["1", "2"]), Some(new));
        assert_eq!(with_tables(&page, &["1"]), None);
    }

    #[test]
    fn the_page_has_room_for_both_tables() {
        let page = Repo::find().read(PAGE).unwrap();
        assert_eq!(page.split(MARK).count(), 5);
    }
}
