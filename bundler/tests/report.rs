//! Tests of the length report: the sums of the parts, and the command `bundler report`.

use std::{fs, path::PathBuf};

use bundler::{Judge, Kind, Level, Minify, Part, Request, Unit, Unused, budget, bundle, treemap};
use serde_json::Value;

use crate::support::{command, manifest, printed, request, write_files};

fn budget_of(request: &Request) -> Part {
    budget(&bundle(request).unwrap(), &request.judge)
}

/// Checks that the parts of each part are together no longer than the part.
fn check_sums(part: &Part) {
    let sum: usize = part.parts.iter().map(|inner| inner.length).sum();
    assert!(sum <= part.length, "{}: {sum} of {}", part.name, part.length);
    if matches!(part.kind, Kind::Bundle) {
        assert_eq!(sum, part.length, "{}", part.name);
    }
    part.parts.iter().for_each(check_sums);
}

#[test]
fn lengths_add_up_and_names_are_those_of_the_sources_at_every_level() {
    let mut lists = Vec::new();
    for level in [Level::Readable, Level::Spaces, Level::Names, Level::Module] {
        let minify = Minify::Exactly(level);
        let request = Request { minify, unused: Unused::LeftOut, ..request("crates") };
        let text = bundle(&request).unwrap();
        let budget = budget_of(&request);
        assert_eq!(budget.length, text.utf16_units(), "{level}");
        check_sums(&budget);
        let names = budget.all().into_iter().map(|part| format!("{:?} {}", part.kind, part.name));
        // The last level has a single import for all modules.
        lists.push(names.filter(|name| name != "Item use").collect::<Vec<String>>());
    }
    lists[1..].iter().for_each(|list| assert_eq!(lists[0], *list));
    for name in ["Crate game-kit 0.2.0", "Crate solver 0.3.0", "Item fn main"] {
        assert!(lists[0].iter().any(|other| other == name), "no {name} in {:?}", lists[0]);
    }
}

#[test]
fn lengths_are_in_the_judges_unit_and_data_is_separate_from_code() {
    let folder = tempfile::tempdir().unwrap();
    let table = "é".repeat(200);
    let main =
        format!("const TABLE: &str = \"{table}\";\nfn main() {{ println!(\"{{TABLE}}\"); }}\n");
    write_files(
        folder.path(),
        &[
            ("Cargo.toml", "[package]\nname = \"bot\"\nedition = \"2021\"\n"),
            ("src/main.rs", &main),
        ],
    );
    for (unit, expected) in [(Unit::Utf16, 202), (Unit::Bytes, 402), (Unit::Characters, 202)] {
        let judge = Judge { unit, ..Judge::codecup() };
        let whole = budget_of(&Request { judge, ..Request::new(folder.path().join("Cargo.toml")) });
        let data: Vec<&Part> = whole.all().into_iter().filter(|it| it.kind == Kind::Data).collect();
        assert_eq!(data.len(), 1);
        assert_eq!(data[0].length, expected, "{unit}");
        assert_eq!(data[0].place.as_ref().unwrap().to_string(), "src/main.rs:1:21");
    }
}

#[test]
fn embedded_files_are_data_at_the_place_of_the_macro() {
    let request = Request {
        package: Some("bot".to_owned()),
        unused: Unused::LeftOut,
        ..Request::new(manifest("corpus/embedded"))
    };
    let whole = budget_of(&request);
    check_sums(&whole);
    let parts = whole.all();
    let data: Vec<&&Part> = parts.iter().filter(|part| part.kind == Kind::Data).collect();
    // 15 bits in each unit, with quotes around them.
    let packed = (fs::metadata(embedded("store/large.bin")).unwrap().len() * 8).div_ceil(15) + 2;
    assert!(data.iter().any(|part| part.length as u64 == packed), "no {packed} in {data:?}");
    for part in data {
        let place = part.place.as_ref().unwrap();
        let text = fs::read_to_string(embedded(&place.file)).unwrap();
        let line = text.lines().nth(place.line - 1).unwrap();
        assert!(line.contains("include_"), "{} is at {place}: {line}", part.length);
    }
}

/// Returns the path of a file of the workspace that embeds others.
fn embedded(file: &str) -> PathBuf {
    manifest("corpus/embedded").with_file_name(file)
}

#[test]
fn the_treemap_has_every_crate_with_its_length() {
    let budget = budget_of(&Request { unused: Unused::LeftOut, ..request("crates") });
    let picture = treemap(&budget, Unit::Utf16);
    for part in budget.all().into_iter().filter(|part| part.kind == Kind::Crate) {
        let title = format!("{}: {} UTF-16 units", part.name, part.length);
        assert!(picture.contains(&title), "no {title} in {picture}");
    }
}

#[test]
fn the_command_prints_a_table_an_object_and_a_treemap_and_advises_what_to_cut() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("report.svg");
    let run = |arguments: &[&str]| {
        let mut command = command();
        command.arg("report").arg("--manifest-path").arg(manifest("crates"));
        command.args(["--package", "crates-bot"]).args(arguments).output().unwrap()
    };
    let table = printed(&run(&["--svg", picture.to_str().unwrap()]));
    for words in ["crate solver 0.3.0", "The largest items:", "solver/src/lib.rs:"] {
        assert!(table.contains(words), "no {words} in {table}");
    }
    assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg"));

    let output = run(&["--json", "--minify=never", "--limit", "900"]);
    assert_eq!(output.status.code(), Some(1));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["ok"], Value::Bool(false));
    let length = object["length"].as_u64().unwrap();
    assert_eq!(object["budget"]["length"].as_u64(), Some(length));
    let advice = object["advice"].to_string();
    assert!(advice.contains(&format!("{} UTF-16 units too many", length - 900)), "{advice}");
    assert!(advice.contains("The fewest items that make up for it"), "{advice}");
}
