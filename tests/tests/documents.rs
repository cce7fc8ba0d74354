//! Links of the documents lead somewhere, the book has every page, and quoted messages are those of
//! the programs.

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use tests::{metadata, root, tracked_files};

/// Folder of the book's pages.
const BOOK: &str = "docs/src";

fn documents() -> Vec<PathBuf> {
    let is_document = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let documents: Vec<_> = tracked_files().into_iter().filter(is_document).collect();
    assert!(documents.len() > 15, "{documents:?}");
    documents
}

fn read(document: &Path) -> String {
    let text = read_to_string(root().join(document));
    text.unwrap_or_else(|error| panic!("{}: {error}", document.display()))
}

fn events(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

/// Returns the targets of a document's links and pictures, HTML pictures included.
fn targets(text: &str) -> Vec<String> {
    let mut targets = Vec::new();
    for event in events(text) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                targets.push(dest_url.into_string());
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                let sources = html.split("src=\"").skip(1);
                targets.extend(sources.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
            }
            _ => {}
        }
    }
    targets
}

/// Returns the anchors of a document's headings, as GitHub and mdbook form them.
fn anchors(text: &str) -> BTreeSet<String> {
    let (mut anchors, mut heading) = (BTreeSet::new(), None::<String>);
    for event in events(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let heading = heading.take().unwrap_or_default().to_lowercase();
                let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
                anchors.insert(heading.chars().filter(kept).collect::<String>().replace(' ', "-"));
            }
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&part);
                }
            }
            _ => {}
        }
    }
    anchors
}

/// Returns the path that a link in `document` leads to, without `.` and `..`.
fn resolved(document: &Path, target: &str) -> PathBuf {
    let mut path = document.parent().unwrap_or(Path::new("")).to_owned();
    for component in Path::new(target).components() {
        match component {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path
}

/// Returns the error of a link, if it has one.
fn broken(
    document: &Path,
    text: &str,
    target: &str,
    tracked: &BTreeSet<PathBuf>,
) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if path.is_empty() { document.to_owned() } else { resolved(document, path) };
    if !tracked.iter().any(|file| file.starts_with(&path)) {
        return Some(format!("{}: {target} is no tracked file", document.display()));
    }
    let is_own = path == document;
    let has_anchor =
        || anchors(&if is_own { text.to_owned() } else { read(&path) }).contains(anchor);
    (!anchor.is_empty() && !has_anchor())
        .then(|| format!("{}: {target} names no heading", document.display()))
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let tracked: BTreeSet<PathBuf> = tracked_files().into_iter().collect();
    let (mut checked, mut found) = (0, Vec::new());
    for document in documents() {
        let text = read(&document);
        for target in targets(&text) {
            found.extend(broken(&document, &text, &target, &tracked));
            checked += 1;
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    assert!(checked > 50, "only {checked} links");
}

#[test]
fn a_broken_link_is_found() {
    let text = "# A b\n[x](Cargo.toml) [y](gone.md) [z](#a-b) [w](#c) <img src=\"no.png\">";
    let document = Path::new("README.md");
    let tracked = BTreeSet::from(["README.md", "Cargo.toml"].map(PathBuf::from));
    let is_broken = |target: &String| broken(document, text, target, &tracked).is_some();
    let found: Vec<String> = targets(text).into_iter().filter(is_broken).collect();
    assert_eq!(found, ["gone.md", "#c", "no.png"]);
}

#[test]
fn the_book_has_every_page() {
    let book = Path::new(BOOK);
    let summary = book.join("SUMMARY.md");
    let listed: BTreeSet<PathBuf> =
        targets(&read(&summary)).iter().map(|target| resolved(&summary, target)).collect();
    let pages: BTreeSet<PathBuf> =
        documents().into_iter().filter(|path| path.starts_with(book) && *path != summary).collect();
    assert_eq!(listed, pages);
}

#[test]
fn the_glossary_names_files_that_exist() {
    let architecture = read(Path::new("ARCHITECTURE.md"));
    let (_, glossary) = architecture.split_once("## Glossary").expect("it has a glossary");
    let tracked: Vec<String> =
        tracked_files().iter().map(|path| format!("/{}", path.display())).collect();
    let mut checked = 0;
    for row in glossary.lines().filter(|line| line.starts_with("| ")) {
        let place = row.trim_end_matches(" |").rsplit(" | ").next().unwrap_or_default();
        for path in place.split('`').skip(1).step_by(2) {
            let is_part = |file: &String| file.contains(&format!("/{path}"));
            assert!(tracked.iter().any(is_part), "{path}: {row}");
            checked += 1;
        }
    }
    assert!(checked > 15, "only {checked} places");
}

/// Returns the text with single spaces between words.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Messages that the page about systems quotes for Windows, as they stand in a source file.
const REFUSALS: [(&str, &str); 4] = [
    (
        "crates/tools/arena/src/process/sandbox/mod.rs",
        "there is no sandbox on {OS}: programs run with the rights of the user",
    ),
    (
        "crates/tools/arena/src/process/system/observed.rs",
        "programs cannot be bound to cores on {OS}: leave out --pin",
    ),
    (
        "crates/tools/workshop/src/sampling.rs",
        "profiles need Linux or macOS: run this command there",
    ),
    (
        "crates/tools/cg/src/test_command.rs",
        "note: the tests of {left_out} need Linux and are left out on {OS}",
    ),
];

#[test]
fn the_page_about_systems_has_the_words_of_the_refusals() {
    let page = on_one_line(&read(Path::new("docs/src/systems.md")));
    let command = read(Path::new("crates/tools/cg/src/test_command.rs"));
    let (_, list) = command.split_once("NEED_LINUX: ").expect("the packages are listed");
    let (list, _) = list.split_once("];").expect("the list ends");
    let left_out: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    for (file, words) in REFUSALS {
        let source = read(Path::new(file)).replace("{system}", "{OS}");
        assert!(source.contains(words), "{file} has no message {words}");
        let words = words.replace("{OS}", "windows").replace("{left_out}", &left_out.join(", "));
        assert!(page.contains(&words), "the page does not have {words}");
    }
    let packages = metadata().packages.len();
    let run = format!("those of {} of {packages} packages", packages - left_out.len());
    assert_eq!(page.matches(&run).count(), 2, "the page does not have {run}");
}
