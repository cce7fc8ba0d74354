//! Tests of the source map: every place of a bundle maps to its source location, at every level.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
    str::FromStr,
};

use bundler::{Bundle, Edition, Judge, Level, Minify, Optimisation, Request, Unused, bundle};
use proc_macro2::{TokenStream, TokenTree};

use crate::support::{command, compiler, manifest, printed, request, write_files};

const LEVELS: [Level; 4] = [Level::Readable, Level::Spaces, Level::Names, Level::Module];

/// Keywords before the name of an item.
const ITEMS: [&str; 8] = ["fn", "struct", "enum", "trait", "const", "static", "type", "mod"];

fn at_level(fixture: &str, level: Level, unused: Unused) -> Bundle {
    let minify = Minify::Exactly(level);
    bundle(&Request { minify, unused, ..request(fixture) }).unwrap()
}

/// Collects the names of items, with line and column, both counted from 1.
fn items(tokens: TokenStream, list: &mut Vec<(String, usize, usize)>) {
    let mut is_item = false;
    for tree in tokens {
        match tree {
            TokenTree::Group(group) => items(group.stream(), list),
            TokenTree::Ident(word) => {
                let start = word.span().start();
                if is_item && word != "fn" {
                    list.push((word.to_string(), start.line, start.column + 1));
                }
                is_item = ITEMS.iter().any(|item| word == item);
                continue;
            }
            _ => {}
        }
        is_item = false;
    }
}

/// Finds every item of the bundle in the sources below a folder. Returns their number.
fn check_items(bundle: &Bundle, folder: &Path) -> usize {
    let mut list = Vec::new();
    items(TokenStream::from_str(&bundle.source).unwrap(), &mut list);
    let mut found = 0;
    for (name, line, column) in &list {
        let location = bundle.map.locate(*line, *column).unwrap();
        let written = location.name.clone().unwrap_or(name.clone());
        let is_crate = bundle.inlined.iter().any(|it| it.module.as_ref() == Some(&written));
        let text = fs::read_to_string(folder.join(&location.file)).unwrap();
        let text = text.lines().nth(location.line - 1).unwrap();
        let rest: String = text.chars().skip(location.column - 1).collect();
        let is_there = rest.starts_with(written.trim_start_matches("r#"));
        // Modules of inlined crates have no source location.
        assert!(is_there || is_crate, "{name} ({written}) is not at {location}: {rest}");
        found += usize::from(is_there);
    }
    found
}

#[test]
fn every_item_of_a_bundle_maps_to_its_source() {
    // To find unused items takes many runs of the compiler: once is enough where there are few.
    let unused = |fixture, level| match (fixture, level) {
        ("unused", _) | (_, Level::Module) => Unused::LeftOut,
        _ => Unused::Kept,
    };
    for (fixture, least) in [("crates", 12), ("modules", 10), ("macros", 4), ("unused", 20)] {
        for level in LEVELS {
            let bundle = at_level(fixture, level, unused(fixture, level));
            assert_eq!(bundle.level, level);
            let found = check_items(&bundle, manifest(fixture).parent().unwrap());
            assert!(found >= least, "{fixture}, {level}: only {found}");
        }
    }
}

/// Workspace with three ways to panic, each in its own file, selected by the first letter of the
/// input.
const PANICS: [(&str, &str); 5] = [
    (
        "Cargo.toml",
        "[package]\nname = \"bot\"\nedition = \"2021\"\n[dependencies]\nkit = { path = \"kit\" }\n",
    ),
    ("kit/Cargo.toml", "[package]\nname = \"kit\"\nedition = \"2021\"\n"),
    (
        "kit/src/lib.rs",
        "//! Docs.\n\n/// Unused.\npub fn unused() {}\n\n/// Takes what is not there.\n\
         pub fn take(list: &[u8], index: usize) -> u8 {\n    // Too far.\n    list[index]\n}\n\n\
         #[macro_export]\nmacro_rules! check {\n    ($e:expr) => {\n\
         \x20       assert!($e, \"no\")\n    };\n}\n",
    ),
    (
        "src/main.rs",
        "mod deep;\n\nfn main() {\n    let mut line = String::new();\n\
         \x20   std::io::stdin().read_line(&mut line).unwrap();\n\
         \x20   match line.trim() {\n        \"a\" => drop(kit::take(&[1], line.len())),\n\
         \x20       \"b\" => deep::Deep { inner: None }.unwrap_it(),\n\
         \x20       _ => kit::check!(line.len() > 9),\n    }\n}\n",
    ),
    (
        "src/deep.rs",
        "pub struct Deep {\n    pub inner: Option<u8>,\n}\n\n\
         impl Deep {\n    pub fn unwrap_it(&self) {\n\
         \x20       let value = self\n            .inner\n            .unwrap();\n\
         \x20       println!(\"{value}\");\n    }\n}\n",
    ),
];

/// Returns the output of `bundler locate` for a panic message.
fn located(file: &Path, words: &str) -> Output {
    command().arg("locate").arg(file).arg(words).output().unwrap()
}

#[test]
fn a_panic_message_of_the_judge_maps_to_its_line_in_the_sources_at_every_level() {
    let folder = tempfile::tempdir().unwrap();
    let judge = Judge::codingame();
    write_files(folder.path(), &PANICS);
    for level in LEVELS {
        let minify = Minify::Exactly(level);
        let request = Request { minify, ..Request::new(folder.path().join("Cargo.toml")) };
        let bundle = bundle(&request).unwrap();
        let file = folder.path().join("answer.rs");
        bundle.write(&file).unwrap();
        let program = folder.path().join("answer");
        compiler()
            .build(&bundle.source, Edition::E2021, &judge, Optimisation::Full, &program)
            .unwrap_or_else(|error| panic!("{level}: {error}"));
        for (input, expected) in
            [("a", "kit/src/lib.rs:9:5"), ("b", "src/deep.rs:9:14"), ("c", "src/main.rs:9:")]
        {
            fs::write(folder.path().join("input"), input).unwrap();
            let stdin = Stdio::from(fs::File::open(folder.path().join("input")).unwrap());
            let output = Command::new(&program).stdin(stdin).output().unwrap();
            let words = String::from_utf8(output.stderr).unwrap();
            let found = printed(&located(&file, &words));
            assert!(found.starts_with(expected), "{level}, {input}: {found}{words}");
        }
    }
}

#[test]
fn places_without_a_source_and_files_without_a_map_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bot.rs");
    let check = |place: &str, code: i32, words: &str| {
        let output = located(&file, place);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{errors}");
        assert!(errors.contains(words), "{errors}");
    };
    check("1:1", 2, "cannot read");
    at_level("crates", Level::Readable, Unused::Kept).write(&file).unwrap();
    check("1:1", 1, "no source location maps to that place");
    check("nonsense", 2, "contains no place");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text + "\n").unwrap();
    check("9:1", 2, "bundle again");
}
