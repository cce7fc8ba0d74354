//! The comment at the top of a bundle: its origin, and the notices that the licences of the inlined
//! crates require.
//!
//! Its length counts, so it contains only what is necessary. The user's own crates require nothing.
//! Of several alternative licences, the least demanding one applies: some require nothing; Apache's
//! requires its name, a note of the change, and the existing notices; all others require their
//! text.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};

use cargo_metadata::Package;
use spdx::{Expression, LicenseReq, ParseMode};

use crate::graph::{Graph, Krate};

/// Prefixes of the names of files that contain a licence or a copyright line.
const LICENCE_FILES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE"];

/// Licences that need not be mentioned.
const UNDEMANDING: [&str; 4] = ["0BSD", "CC0-1.0", "MIT-0", "Unlicense"];
const APACHE: &str = "Apache-2.0";
const APACHE_TEXT: &str = "https://www.apache.org/licenses/LICENSE-2.0";

/// Requirement of a crate's licence for the redistribution of its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Demand {
    Nothing,
    /// The licence's name, a note of the change, and the notices of the crate.
    Notices,
    /// The whole text of the licence.
    Text,
}

/// Returns the comment for a graph's bundle, with an empty line at the end.
pub(crate) fn notice(graph: &Graph, commit: Option<&str>) -> String {
    let Some((binary, libraries)) = graph.crates.split_last() else {
        return String::new();
    };
    let mut text = format!("// {} {}", binary.package.name, binary.package.version);
    if let Some(commit) = commit {
        let _ = write!(text, ", commit {commit}");
    }
    let _ = write!(text, " ({})", licence(&binary.package));
    let (own, foreign): (Vec<&Krate>, Vec<&Krate>) =
        libraries.iter().partition(|krate| krate.is_own());
    let own = own.iter().filter(|krate| krate.package.id != binary.package.id);
    let own: Vec<String> = own.map(|krate| title(&krate.package)).collect();
    if !own.is_empty() {
        let _ = write!(text, ", with {}", own.join(", "));
    }
    text.push_str(". Generated: edit the workspace, not this file.\n");
    let demands: Vec<Demand> =
        foreign.iter().map(|krate| demand(&licence(&krate.package))).collect();
    for (krate, demand) in foreign.iter().zip(&demands) {
        for line in credits(&krate.package, *demand) {
            let _ = writeln!(text, "{}", format!("// {line}").trim_end());
        }
    }
    if demands.contains(&Demand::Notices) {
        let _ = writeln!(text, "// {APACHE}: {APACHE_TEXT}");
    }
    text.push('\n');
    text
}

/// Returns the licence that a manifest states.
pub(crate) fn licence(package: &Package) -> String {
    match (&package.license, &package.license_file) {
        (Some(licence), _) => licence.clone(),
        (None, Some(file)) => format!("see its {file}"),
        (None, None) => "no licence stated".to_owned(),
    }
}

fn title(package: &Package) -> String {
    format!("{} {}", package.name, package.version)
}

/// Returns the smallest requirement of a licence expression.
fn demand(licence: &str) -> Demand {
    let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else {
        return Demand::Text;
    };
    let is_met_by = |licences: &[&str]| {
        expression.evaluate(|requirement: &LicenseReq| {
            let name = requirement.license.id().map(|id| id.name);
            name.is_some_and(|name| licences.contains(&name))
        })
    };
    let with_apache = [&UNDEMANDING[..], &[APACHE]].concat();
    match (is_met_by(&UNDEMANDING), is_met_by(&with_apache)) {
        (true, _) => Demand::Nothing,
        (false, true) => Demand::Notices,
        (false, false) => Demand::Text,
    }
}

fn credits(package: &Package, demand: Demand) -> Vec<String> {
    let folder = package.manifest_path.parent().map_or(Path::new(""), |path| path.as_std_path());
    let title = title(package);
    let by = || match copyright_lines(folder) {
        lines if !lines.is_empty() => lines.join("; "),
        _ => package.authors.join(", "),
    };
    match demand {
        Demand::Nothing => vec![format!("Contains {title} ({}).", licence(package))],
        Demand::Notices => {
            let mut lines = vec![format!("Contains {title}, changed ({APACHE}): {}", by())];
            lines.extend(texts(folder, |name| name.starts_with("NOTICE")));
            lines
        }
        Demand::Text => {
            // The text names the copyright holder.
            let mut lines = vec![format!("Contains {title}, changed ({}):", licence(package))];
            let is_other = |name: &str| name.contains("APACHE") || name.starts_with("NOTICE");
            lines.extend(texts(folder, |name| !is_other(name)));
            if lines.len() == 1 {
                // A package without the text of its licence still has a copyright holder to name.
                lines.push(by());
            }
            lines
        }
    }
}

/// Returns the paragraphs of a package's licence files, each as one line; `is_wanted` selects files
/// by their names in capitals.
fn texts(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let files = licence_files(folder);
    let wanted = files.iter().filter(|file| {
        file.file_name().is_some_and(|name| is_wanted(&name.to_string_lossy().to_uppercase()))
    });
    let texts = wanted.filter_map(|file| fs::read_to_string(file).ok());
    texts
        .flat_map(|text| text.split("\n\n").map(tidy).collect::<Vec<_>>())
        .filter(|paragraph| !paragraph.is_empty())
        .collect()
}

/// Returns a package's licence files, in the order of their names.
fn licence_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<_> = entries
        .filter(|entry| {
            let name = entry.file_name().to_string_lossy().to_uppercase();
            LICENCE_FILES.iter().any(|start| name.starts_with(start))
        })
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files
}

/// Returns the copyright lines in a package's licence files, each once, in the order of the files'
/// names.
fn copyright_lines(folder: &Path) -> Vec<String> {
    let mut seen = BTreeSet::new();
    licence_files(folder)
        .iter()
        .filter_map(|file| fs::read_to_string(file).ok())
        .flat_map(|text| {
            text.lines().filter(|line| is_copyright(line)).map(tidy).collect::<Vec<_>>()
        })
        .filter(|line| seen.insert(line.clone()))
        .collect()
}

/// Returns true for a line that names a holder; not for the template in the Apache licence, and not
/// for its prose.
fn is_copyright(line: &str) -> bool {
    let line = line.trim();
    let starts = line.starts_with("Copyright") || line.starts_with('©');
    let is_template = line.contains(['[', '{', '<']) && line.contains("yyyy");
    let names_holder =
        line.contains("(c)") || line.contains('©') || line.contains(|c: char| c.is_ascii_digit());
    starts && names_holder && !is_template
}

fn tidy(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copyright_lines_are_distinguished_from_the_prose_of_licences() {
        assert!(is_copyright("   Copyright (c) 2020 The Authors"));
        assert!(is_copyright("Copyright 2018 Developers of the Rand project"));
        assert!(!is_copyright("Copyright [yyyy] [name of copyright owner]"));
        assert!(!is_copyright("copyright license to reproduce, prepare Derivative Works of,"));
        assert!(!is_copyright("Copyright notice and this permission notice"));
    }

    #[test]
    fn of_several_licences_the_least_demanding_one_counts() {
        let check = |licence: &str, expected: Demand| {
            assert_eq!(demand(licence), expected, "{licence}");
        };
        check("MIT OR Apache-2.0", Demand::Notices);
        check("MIT/Apache-2.0", Demand::Notices);
        check("Unlicense OR MIT", Demand::Nothing);
        check("MIT", Demand::Text);
        check("MIT AND Apache-2.0", Demand::Text);
        check("(MIT OR Apache-2.0) AND Unicode-3.0", Demand::Text);
        check("no licence stated", Demand::Text);
    }

    #[test]
    fn licences_that_require_their_text_get_all_of_it_once_and_in_few_lines() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write(
            "LICENSE-MIT",
            "MIT\n\nCopyright (c) 2020 Ada\n\nPermission is granted,\n  free of charge.\n",
        );
        write("LICENSE-APACHE", "Apache License\n\nCopyright [yyyy] [name]\n");
        write("NOTICE", "Written in\nspring.\n");
        let is_other = |name: &str| name.contains("APACHE") || name.starts_with("NOTICE");
        assert_eq!(
            texts(folder.path(), |name| !is_other(name)),
            ["MIT", "Copyright (c) 2020 Ada", "Permission is granted, free of charge."]
        );
        assert_eq!(texts(folder.path(), |name| name.starts_with("NOTICE")), ["Written in spring."]);
        assert_eq!(copyright_lines(folder.path()), ["Copyright (c) 2020 Ada"]);
    }
}
