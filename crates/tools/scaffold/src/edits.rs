//! Edits of existing files: one line more in a list of similar lines.

use anyhow::{Context, bail};

/// Inserts `line` among the lines of a section that contain `pattern`: before the first one that is
/// greater, or after the last one. A section reaches from the line `section` to the next line that
/// begins with `[`; without `section` it is the whole text.
///
/// # Errors
///
/// The text has no such section or line, or it has `line` already.
pub(crate) fn insert_sorted(
    text: &str,
    section: Option<&str>,
    pattern: &str,
    line: &str,
) -> anyhow::Result<String> {
    insert(text, section, pattern, line, |other| other > line)
}

/// Inserts `line` after the last line that contains `pattern`.
///
/// # Errors
///
/// As for [`insert_sorted`].
pub(crate) fn insert_last(text: &str, pattern: &str, line: &str) -> anyhow::Result<String> {
    insert(text, None, pattern, line, |_| false)
}

fn insert(
    text: &str,
    section: Option<&str>,
    pattern: &str,
    line: &str,
    is_behind: impl Fn(&str) -> bool,
) -> anyhow::Result<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let start = match section {
        Some(section) => {
            let found = lines.iter().position(|&other| other == section);
            found.with_context(|| format!("there is no line `{section}`"))? + 1
        }
        None => 0,
    };
    let ends = |other: &&str| section.is_some() && other.starts_with('[');
    let length = lines[start..].iter().position(ends).unwrap_or(lines.len() - start);
    let similar = |index: &usize| lines[*index].contains(pattern);
    let similar: Vec<usize> = (start..start + length).filter(similar).collect();
    let Some(last) = similar.last() else {
        bail!("no line contains `{pattern}`");
    };
    if similar.iter().any(|&index| lines[index] == line) {
        bail!("there is a line `{line}` already");
    }
    let place = similar.iter().find(|&&index| is_behind(lines[index]));
    lines.insert(place.copied().unwrap_or(last + 1), line);
    Ok(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use super::*;

    const TEXT: &str = "[a]\nx.b = 1\nx.d = 1\n\n[c]\nx.b = 1\n";

    #[test]
    fn a_line_is_inserted_in_its_section_and_order() {
        let check = |section, line: &str, expected: &str| {
            assert_eq!(insert_sorted(TEXT, section, "x.", line).unwrap(), expected);
        };
        check(Some("[a]"), "x.c = 1", "[a]\nx.b = 1\nx.c = 1\nx.d = 1\n\n[c]\nx.b = 1\n");
        check(Some("[a]"), "x.e = 1", "[a]\nx.b = 1\nx.d = 1\nx.e = 1\n\n[c]\nx.b = 1\n");
        check(Some("[c]"), "x.a = 1", "[a]\nx.b = 1\nx.d = 1\n\n[c]\nx.a = 1\nx.b = 1\n");
        let last = insert_last(TEXT, "x.d", "x.a").unwrap();
        assert_eq!(last, "[a]\nx.b = 1\nx.d = 1\nx.a\n\n[c]\nx.b = 1\n");
    }

    #[test]
    fn a_file_without_the_place_or_with_the_line_is_refused() {
        let check = |section, pattern: &str, line: &str, expected: &str| {
            let error = insert_sorted(TEXT, section, pattern, line).unwrap_err().to_string();
            assert_eq!(error, expected);
        };
        check(Some("[b]"), "x.", "x.a", "there is no line `[b]`");
        check(Some("[a]"), "y.", "y.a", "no line contains `y.`");
        check(Some("[a]"), "x.", "x.b = 1", "there is a line `x.b = 1` already");
    }
}
