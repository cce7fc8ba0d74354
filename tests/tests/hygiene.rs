//! Rules for the text of all tracked files: paths, unfinished code, module docs, line lengths.

use std::fs;
use std::path::{Path, PathBuf};

use tests::{root, tracked_files};

/// Largest number of lines of a source file.
const MOST_LINES: usize = 700;

/// Largest number of characters of a line in sources and documents.
const MOST_COLUMNS: usize = 100;

/// Extensions of data that is no text.
const BINARY: [&str; 4] = ["gz", "bin", "png", "ttf"];

/// Words with which no doc comment begins: it begins with a noun phrase or a verb.
const QUESTION_WORDS: [&str; 10] =
    ["What", "How", "Who", "Whose", "Whom", "Whoever", "Whether", "Where", "When", "Why"];

/// Folders of files that are inputs of tests or written by programs.
const DATA: [&str; 2] = ["bundler/tests/fixtures/", "bundler/tests/snapshots/"];

/// Ends of the paths of sources that commands write, whose first lines hold those commands.
const WRITTEN_BY_PROGRAMS: [&str; 6] = [
    "src/network.rs",
    "src/weights.rs",
    "src/pool.rs",
    "habits/bot.rs",
    "habits/pool.rs",
    "network/text.rs",
];

/// Files and folders that differ between operating systems: the process layers of the arena, the
/// bundler and the launcher, the files of programs, and the timer of a profile.
const OF_SYSTEMS: [&str; 6] = [
    "bundler/src/interrupt/group.rs",
    "crates/engine/search/src/memory.rs",
    "crates/tools/arena/src/process/",
    "crates/tools/cg/src/execute.rs",
    "crates/tools/workshop/src/sampling.rs",
    "crates/tools/workspace/src/program_file.rs",
];

/// Beginnings of what only some operating systems compile.
const SYSTEM_WORDS: [&str; 8] = [
    "cfg(unix",
    "cfg(windows",
    "cfg!(unix",
    "cfg!(windows",
    "target_os = ",
    "os::unix",
    "os::windows",
    "nix::",
];

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| extensions.contains(&extension))
}

/// Returns every tracked file that exists, with its text.
fn texts() -> Vec<(PathBuf, String)> {
    let read = |path: PathBuf| {
        let text = fs::read_to_string(root().join(&path));
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, text)
    };
    let is_text = |path: &PathBuf| !has_extension(path, &BINARY) && root().join(path).exists();
    let texts: Vec<_> = tracked_files().into_iter().filter(is_text).map(read).collect();
    assert!(texts.len() > 100, "only {} tracked files", texts.len());
    texts
}

/// Returns the Rust sources of the project with their texts.
fn sources() -> Vec<(PathBuf, String)> {
    let is_source = |(path, _): &(PathBuf, String)| {
        has_extension(path, &["rs"]) && !DATA.iter().any(|folder| path.starts_with(folder))
    };
    let sources: Vec<_> = texts().into_iter().filter(is_source).collect();
    assert!(sources.len() > 300, "only {} source files", sources.len());
    sources
}

/// Checks that no line of any of the files holds one of the words.
fn check_absent(words: &[&str], is_checked: impl Fn(&Path) -> bool) {
    let mut found = Vec::new();
    for (path, text) in texts().iter().filter(|(path, _)| is_checked(path)) {
        for (number, line) in (1..).zip(text.lines()) {
            for word in words.iter().filter(|&&word| line.contains(word)) {
                found.push(format!("{}:{number}: {word}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The words are put together here, so that this file does not hold them itself.
#[test]
fn no_file_names_a_folder_of_somebodys_computer() {
    let folders = [
        concat!("/", "home/"),
        concat!("/", "root/"),
        concat!("/", "work/"),
        concat!("/", "Users/"),
    ];
    check_absent(&folders, |_| true);
}

#[test]
fn no_source_is_left_unfinished() {
    let marks = [concat!("todo", "!("), concat!("unimplemented", "!("), concat!("dbg", "!(")];
    check_absent(&marks, |path| has_extension(path, &["rs"]));
}

/// The wall clock of a machine may be wrong by hours, and jump. Nothing that carries units to
/// workers and back decides by it: only the list of workers shows an age.
#[test]
fn units_of_a_queue_do_not_depend_on_the_wall_clock() {
    const FOLDERS: [&str; 3] = [
        "crates/tools/queue/src",
        "crates/tools/distributed/src",
        "crates/tools/workshop/src/many_machines",
    ];
    check_absent(&["SystemTime", "Utc::now", "Local::now"], |path| {
        FOLDERS.iter().any(|folder| path.starts_with(folder)) && !path.ends_with("presence.rs")
    });
}

/// `cargo cg test` does not build programs as tests, as their manifests say of most of them.
#[test]
fn programs_have_no_tests_of_their_own() {
    let is_program = |path: &Path| {
        path.ends_with("src/main.rs") || path.parent().is_some_and(|it| it.ends_with("src/bin"))
    };
    check_absent(&["#[test]"], |path| {
        is_program(path) && !DATA.iter().any(|folder| path.starts_with(folder))
    });
    assert!(sources().iter().any(|(path, _)| is_program(path)));
}

#[test]
fn systems_differ_only_where_the_architecture_says_so() {
    let is_anywhere = |path: &Path| {
        let shown = path.to_string_lossy();
        let is_tool = shown.starts_with("crates/") || shown.starts_with("bundler/");
        is_tool && shown.contains("/src/") && !OF_SYSTEMS.iter().any(|it| shown.starts_with(it))
    };
    for (path, text) in sources().into_iter().filter(|(path, _)| is_anywhere(path)) {
        let program = text.split("mod tests {").next().unwrap_or_default();
        let found = SYSTEM_WORDS.iter().find(|word| program.contains(*word));
        assert!(found.is_none(), "{}: {found:?}", path.display());
    }
}

#[test]
fn no_source_file_is_too_long() {
    for (path, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= MOST_LINES, "{}: {lines} lines", path.display());
    }
}

#[test]
fn every_source_file_begins_with_its_documentation() {
    let begins_well = |text: &str| text.starts_with("//!") || text.starts_with("#![doc");
    let missing: Vec<PathBuf> = sources()
        .into_iter()
        .filter(|(_, text)| !begins_well(text))
        .map(|(path, _)| path)
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Returns the first words of the doc comments of a source, with their line numbers from 1.
fn first_words(source: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut kind_before = None;
    for (number, line) in (1..).zip(source.lines()) {
        let line = line.trim_start();
        let kind = ["///", "//!"].into_iter().find(|kind| line.starts_with(kind));
        if let Some(kind) = kind.filter(|kind| kind_before != Some(*kind)) {
            let text = line[kind.len()..].trim_start();
            found.push((number, text.split(|c: char| !c.is_alphabetic()).next().unwrap_or("")));
        }
        kind_before = kind;
    }
    found
}

#[test]
fn doc_comments_begin_with_a_noun_phrase_or_a_verb() {
    let mut found = Vec::new();
    for (path, text) in sources() {
        for (number, word) in first_words(&text) {
            if QUESTION_WORDS.contains(&word) {
                found.push(format!("{}:{number}: {word}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn first_words_are_those_of_whole_doc_comments() {
    let source = "//! Rules.\n//! What else.\n\n/// Who moves.\n/// Then\nfn a() {}\n    /// Ply";
    assert_eq!(first_words(source), [(1, "Rules"), (4, "Who"), (7, "Ply")]);
}

/// Returns the lines of a document that can be wrapped: no rows of tables, and no blocks of code
/// other than shell commands.
fn lines_to_wrap(document: &str) -> Vec<(usize, &str)> {
    let mut lines = Vec::new();
    let mut block: Option<&str> = None;
    for (number, line) in (1..).zip(document.lines()) {
        if let Some(language) = line.trim().strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language) };
        } else if !line.starts_with('|') && matches!(block, None | Some("sh")) {
            lines.push((number, line));
        }
    }
    lines
}

#[test]
fn no_line_is_too_wide() {
    let mut found = Vec::new();
    let mut check = |path: &Path, lines: Vec<(usize, &str)>| {
        let wide = lines.into_iter().filter(|(_, line)| line.chars().count() > MOST_COLUMNS);
        found.extend(wide.map(|(number, _)| format!("{}:{number}", path.display())));
    };
    for (path, text) in texts() {
        if DATA.iter().any(|folder| path.starts_with(folder)) {
            continue;
        }
        if has_extension(&path, &["rs"])
            && !WRITTEN_BY_PROGRAMS.iter().any(|end| path.ends_with(end))
        {
            check(&path, (1..).zip(text.lines()).collect());
        } else if has_extension(&path, &["md"]) {
            check(&path, lines_to_wrap(&text));
        }
    }
    assert!(found.is_empty(), "{} lines: {found:#?}", found.len());
}

#[test]
fn tables_and_listings_are_not_wrapped() {
    let document = "a\n| b |\n```text\nc\n```\n```sh\nd\n```\ne";
    assert_eq!(lines_to_wrap(document), [(1, "a"), (7, "d"), (9, "e")]);
}
