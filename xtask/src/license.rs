//! Licence expressions (SPDX), and whether we may use what is under them.
//!
//! `A OR B`, `A AND B`, parentheses, `A WITH exception`, and the old `A/B`, which means `OR`. `AND` binds
//! stronger than `OR`.

/// What can be distributed together with MIT OR Apache-2.0.
const ALLOWED: [&str; 14] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "CC0-1.0",
    "Unlicense",
    "BSL-1.0",
    "MPL-2.0",
    // Fonts.
    "OFL-1.1",
    "Ubuntu-font-1.0",
];

#[derive(Clone, Debug, PartialEq)]
pub enum License {
    /// A name, with its exception if it has one.
    Named(String),
    Any(Vec<License>),
    All(Vec<License>),
}

impl License {
    pub fn parse(text: &str) -> Result<License, String> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ").replace('/', " / ");
        let mut words = Words { rest: spaced.split_whitespace().collect::<Vec<_>>().into_iter().peekable() };
        let license = words.any()?;
        match words.rest.next() {
            None => Ok(license),
            Some(word) => Err(format!("`{word}` is not expected there")),
        }
    }

    /// Whether there is a way to keep to it with allowed licences only.
    pub fn is_allowed(&self) -> bool {
        match self {
            License::Named(name) => ALLOWED.contains(&name.as_str()),
            License::Any(list) => list.iter().any(License::is_allowed),
            License::All(list) => list.iter().all(License::is_allowed),
        }
    }
}

struct Words<'a> {
    rest: std::iter::Peekable<std::vec::IntoIter<&'a str>>,
}

impl Words<'_> {
    fn any(&mut self) -> Result<License, String> {
        self.list(&["OR", "/"], License::Any, Self::all)
    }

    fn all(&mut self) -> Result<License, String> {
        self.list(&["AND"], License::All, Self::one)
    }

    fn list(
        &mut self,
        between: &[&str],
        join: fn(Vec<License>) -> License,
        item: fn(&mut Self) -> Result<License, String>,
    ) -> Result<License, String> {
        let first = item(self)?;
        let mut list = vec![first];
        while self.rest.next_if(|w| between.iter().any(|b| w.eq_ignore_ascii_case(b))).is_some() {
            list.push(item(self)?);
        }
        Ok(if list.len() == 1 { list.remove(0) } else { join(list) })
    }

    fn one(&mut self) -> Result<License, String> {
        let word = self.rest.next().ok_or("it ends too early")?;
        if word == "(" {
            let inner = self.any()?;
            return match self.rest.next() {
                Some(")") => Ok(inner),
                _ => Err("a parenthesis is not closed".into()),
            };
        }
        if is_operator(word) {
            return Err(format!("`{word}` is not expected there"));
        }
        if self.rest.next_if(|w| w.eq_ignore_ascii_case("WITH")).is_none() {
            return Ok(License::Named(word.to_owned()));
        }
        match self.rest.next() {
            Some(exception) if !is_operator(exception) => Ok(License::Named(format!("{word} WITH {exception}"))),
            _ => Err("WITH needs an exception".into()),
        }
    }
}

fn is_operator(word: &str) -> bool {
    ["AND", "OR", "WITH", "/", "(", ")"].iter().any(|o| word.eq_ignore_ascii_case(o))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(text: &str) -> bool {
        License::parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).is_allowed()
    }

    #[test]
    fn allows_what_can_be_kept_to() {
        for text in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "Apache-2.0 / MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
            "GPL-3.0-only OR MIT",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0-only",
            "GPL-2.0-only AND Sleepycat OR MIT",
            "((Zlib))",
            "mit-unknown or MIT",
        ] {
            assert!(allowed(text), "{text}");
        }
    }

    #[test]
    fn refuses_what_cannot() {
        for text in [
            "GPL-3.0-only",
            "LGPL-2.1-or-later",
            "MIT AND GPL-3.0-only",
            "(MIT OR Apache-2.0) AND GPL-2.0-only",
            "MIT AND (GPL-2.0-only OR AGPL-3.0-only)",
            "GPL-2.0-only WITH Classpath-exception-2.0",
            "MIT WITH Strange-exception",
            "NonStandard",
        ] {
            assert!(!allowed(text), "{text}");
        }
    }

    #[test]
    fn and_binds_stronger_than_or() {
        let named = |s: &str| License::Named(s.into());
        let both = License::All(vec![named("B"), named("C")]);
        assert_eq!(License::parse("A OR B AND C"), Ok(License::Any(vec![named("A"), both])));
    }

    #[test]
    fn refuses_what_it_cannot_read() {
        for text in [
            "",
            "MIT OR",
            "OR MIT",
            "(MIT",
            "MIT)",
            "MIT Apache-2.0",
            "MIT WITH",
            "MIT WITH OR",
            "()",
            "/",
            "MIT AND AND MIT",
        ] {
            assert!(License::parse(text).is_err(), "{text}");
        }
    }
}
