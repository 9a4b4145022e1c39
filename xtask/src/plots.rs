//! `cargo xtask plots`: the plots, tables and pictures of the documents, made anew.

use crate::guide;
use crate::repo::{Repo, capture, run as run_command};
use anyhow::{Context, Result, ensure};

const PICTURES: &str = "docs/pictures";
/// Tables stand between two of these, in the order in which they are printed.
const MARK: &str = "<!-- cargo xtask plots -->\n";

/// A document, the example that measures for it, and the pictures it needs: a name, and how `lissom render` makes it.
struct Page {
    path: &'static str,
    example: &'static str,
    pictures: &'static [(&'static str, &'static str)],
}

const PAGES: [Page; 3] = [
    Page { path: "docs/view-dependent.md", example: "view_plots", pictures: &[] },
    Page { path: "docs/speed.md", example: "scaling", pictures: &[] },
    Page {
        path: "docs/procdef.md",
        example: "creature_plots",
        pictures: &[
            ("procdef-jellyfish", "jellyfish --sheet 5 --from 3 --at 4.2 --size 220x240"),
            ("procdef-signal", "jellyfish --sheet 5 --from 3 --at 4.2 --size 220x240 --overlay excitation"),
            ("procdef-bend", "bar-bend --all-variants --at 3.5 --size 440x250 --overlay excitation"),
            ("procdef-wave", "bar-wave --sheet 5 --from 2.6 --at 4.1 --size 220x124 --overlay excitation"),
            ("procdef-stiffness", "worm-stiffness --all-variants --at 7 --size 276x160"),
            (
                "procdef-snake",
                "worm-bend --variant snake --sheet 4 --from 2 --at 3.5 --size 276x160 --overlay excitation",
            ),
            ("procdef-swarm", "jellyfishes --sheet 2 --at 8 --size 340x280"),
        ],
    },
];

/// Films of the README, by scene; when, how fast and how large. No file may have more than 1 MB.
const FILMS: [(&str, &str); 3] = [
    ("bunny", "--at 10 --fps 18 --size 288x310"),
    // Four whole steps.
    ("cape-girl", "--from 5.5 --at 8.38 --fps 25 --size 320x344"),
    ("jellyfish", "--from 3 --at 4.5 --fps 25 --size 320x344"),
];

/// Small pictures for the studio's gallery.
const THUMBS: &str = "crates/lissom-studio/thumbs";

/// All of them, those of the documents whose names contain a word, `pictures` of scenes and figures, `films`, or
/// the `guide`'s pictures.
pub fn run(words: &[String]) -> Result<()> {
    let repo = Repo::find();
    match words.split_first() {
        Some((first, rest)) if first == "pictures" => return pictures(&repo, rest),
        Some((first, [])) if first == "films" => return films(&repo),
        Some((first, [])) if first == "guide" => return guide::photograph(&repo),
        _ => {}
    }
    let wanted = |page: &&Page| words.iter().all(|w| page.path.contains(w.as_str()));
    ensure!(PAGES.iter().any(|p| wanted(&p)), "no document is called `{}`", words.join(" "));
    for page in PAGES.iter().filter(wanted) {
        page.measure(&repo)?;
        page.draw(&repo)?;
    }
    if words.is_empty() {
        pictures(&repo, &[])?;
        films(&repo)?;
        guide::photograph(&repo)?;
    }
    Ok(())
}

/// Every scene, small and large, and the papers' figures; or those whose names contain a word.
fn pictures(repo: &Repo, words: &[String]) -> Result<()> {
    let line = format!("run --quiet --profile ci -p lissom-cli --example pictures -- {PICTURES} {THUMBS}");
    run_command(repo.cargo(&line).args(words))
}

fn films(repo: &Repo) -> Result<()> {
    let lissom = repo.build_lissom()?;
    for (scene, how) in FILMS {
        let file = format!("{PICTURES}/{scene}.gif");
        let mut command = repo.command(&lissom);
        run_command(command.args(["render", scene]).args(how.split(' ')).args(["-o", &file]))?;
    }
    Ok(())
}

impl Page {
    fn measure(&self, repo: &Repo) -> Result<()> {
        let (path, example) = (self.path, self.example);
        let page = repo.read(path)?;
        eprintln!("{path}: measuring may take minutes");
        let line = format!("run --quiet --profile ci -p lissom-scenes --example {example} -- {PICTURES}");
        let tables = capture(&mut repo.cargo(&line))?;
        let tables: Vec<&str> = tables.trim_end().split("\n\n").collect();
        let page =
            with_tables(&page, MARK, &tables).with_context(|| format!("{} tables do not fit {path}", tables.len()))?;
        std::fs::write(repo.path(path), page).with_context(|| format!("cannot write {path}"))
    }

    fn draw(&self, repo: &Repo) -> Result<()> {
        if self.pictures.is_empty() {
            return Ok(());
        }
        let lissom = repo.build_lissom()?;
        for (name, how) in self.pictures {
            let file = format!("{PICTURES}/{name}.png");
            run_command(repo.command(&lissom).arg("render").args(how.split(' ')).args(["-o", &file]))?;
        }
        Ok(())
    }
}

/// The page with other tables between its marks; none if it has another number of them.
pub fn with_tables(page: &str, mark: &str, tables: &[&str]) -> Option<String> {
    let parts: Vec<&str> = page.split(mark).collect();
    if parts.len() != 2 * tables.len() + 1 {
        return None;
    }
    let text = |(k, part): (usize, &&str)| match k % 2 {
        0 => (*part).to_owned(),
        _ => format!("{mark}{}\n{mark}", tables[k / 2]),
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
        assert_eq!(with_tables(&page, MARK, &["1", "2"]), Some(new.clone()));
        assert_eq!(with_tables(&new, MARK, &["1", "2"]), Some(new));
        assert_eq!(with_tables(&page, MARK, &["1"]), None);
    }

    #[test]
    fn films_are_in_the_readme() {
        let text = Repo::find().read("README.md").unwrap();
        assert!(FILMS.iter().all(|(scene, _)| text.contains(&format!("{PICTURES}/{scene}.gif"))));
    }

    #[test]
    fn pages_have_room_for_both_tables_and_show_their_pictures() {
        for page in &PAGES {
            let text = Repo::find().read(page.path).unwrap();
            assert_eq!(text.split(MARK).count(), 5, "{}", page.path);
            for (name, _) in page.pictures {
                assert!(text.contains(&format!("pictures/{name}.png")), "{} does not show {name}", page.path);
            }
        }
    }
}
