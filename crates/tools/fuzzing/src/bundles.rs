//! Target `bundles`: real sources with edits, through the parser and the merger of the bundler.

use std::cell::RefCell;
use std::path::PathBuf;

use bundler::{Entry, Project, Request, Unused};

use crate::edits::edit;
use crate::samples::root;

/// Workspaces of the bundler's tests whose crates need no build script and are of this edition,
/// with the package of the binary.
const FIXTURES: [(&str, &str); 15] = [
    ("crates", "crates-bot"),
    ("idle", "idle-bot"),
    ("macros", "macros-bot"),
    ("modules", "modules-bot"),
    ("namesakes", "namesakes-bot"),
    ("unused", "unused-bot"),
    ("corpus/cfg", "bot"),
    ("corpus/derives", "bot"),
    ("corpus/embedded", "bot"),
    ("corpus/inner-attributes", "bot"),
    ("corpus/macros-exported", "bot"),
    ("corpus/macros-order", "bot"),
    ("corpus/paths", "bot"),
    ("corpus/shadowing", "bot"),
    ("corpus/use-trees", "bot"),
];

/// Packages of bots, from the smallest on. One input in [`RARE`] edits one of them, since a bot has
/// many more sources than the fixtures.
const BOTS: [&str; 2] = ["breakthrough", "lines-of-action"];

/// Number of inputs of which one edits a bot.
const RARE: u8 = 32;

/// Length in bytes of the longest source that is edited: longer ones are data.
const MAX_SOURCE: usize = 1 << 15;

/// Program with its sources.
struct Program {
    project: Project,
    files: Vec<(PathBuf, String)>,
}

/// Merges a real program after edits of one source. The result is a text or an error.
pub fn bundles(data: &[u8]) {
    thread_local! {
        static PROGRAMS: RefCell<Vec<Option<Program>>> =
            RefCell::new((0..FIXTURES.len() + BOTS.len()).map(|_| None).collect());
    }
    let Some((&[rarity, chosen, file], data)) = data.split_first_chunk() else { return };
    let number = match rarity % RARE {
        0 => FIXTURES.len() + usize::from(chosen) % BOTS.len(),
        _ => usize::from(chosen) % FIXTURES.len(),
    };
    PROGRAMS.with_borrow_mut(|programs| {
        let program = programs[number].get_or_insert_with(|| Program::read(number));
        let (path, text) = &program.files[usize::from(file) % program.files.len()];
        let _ = program.project.merge_with(path, &edit(data, text));
    });
}

impl Program {
    fn read(number: usize) -> Program {
        let (manifest, package) = match FIXTURES.get(number) {
            Some(&(fixture, package)) => {
                (root().join("bundler/tests/fixtures").join(fixture), package)
            }
            None => (root(), BOTS[number - FIXTURES.len()]),
        };
        let request = Request {
            package: Some(package.to_owned()),
            entry: Entry::Bin(Some(package.to_owned())),
            unused: Unused::Kept,
            ..Request::new(manifest.join("Cargo.toml"))
        };
        let read = Project::read(&request).and_then(|project| {
            let mut files = project.files()?;
            files.retain(|(_, text)| text.len() <= MAX_SOURCE);
            Ok(Program { project, files })
        });
        read.unwrap_or_else(|error| panic!("{package} in {}: {error}", manifest.display()))
    }
}
