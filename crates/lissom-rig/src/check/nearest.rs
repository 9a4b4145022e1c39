//! The name that was probably meant.

/// Longer names are compared by their beginnings.
const LONGEST: usize = 48;

/// The known name that differs least, if it does not differ much. Case does not count.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let fold = |s: &str| s.chars().take(LONGEST).flat_map(char::to_lowercase).collect::<Vec<char>>();
    let name = fold(name);
    let most = (name.len() / 3).max(2).min(name.len().saturating_sub(1));
    let near = known.iter().map(|k| (distance(&name, &fold(k)), *k)).min_by_key(|(d, _)| *d);
    near.filter(|(d, _)| *d <= most).map(|(_, k)| k)
}

/// Letters to change, add or leave out. Levenshtein's distance.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_seen_through() {
        let known = ["Tail1", "Tail2", "ear.L", "Head"];
        for (name, meant) in
            [("tail2", Some("Tail2")), ("Tial1", Some("Tail1")), ("ear_L", Some("ear.L")), ("wing", None)]
        {
            assert_eq!(nearest(name, &known), meant, "{name}");
        }
        assert_eq!(nearest("", &[]), None);
    }
}
