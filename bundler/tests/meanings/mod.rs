//! Differential test with generated programs that print what depends on the meaning of their code:
//! at each level, the bundle prints what the workspace's program prints.
//!
//! By default it tests 36 programs, always the same ones, each at one or two levels.
//! `BUNDLER_MEANINGS=1000` tests more, at all levels, and `BUNDLER_MEANINGS_SEED=7` others.

mod blocks;

use std::{env, fmt::Write as _, path::Path, process::Command};

use bundler::{Edition, Judge, Level, Minify, Request, bundle};
use proptest::prelude::RngCore;
use proptest::test_runner::{RngAlgorithm, TestRng};

use crate::decisions::Decisions;
use crate::support::{output_of_bundle, printed, write_files};

use blocks::{BLOCKS, COMMON, MORE_BLOCKS};

/// Default number of programs.
const PROGRAMS: usize = 36;
/// Number of programs in one workspace, each in a crate of its own.
const TOGETHER: usize = 12;
/// Number of pieces of a program.
const PIECES: usize = 2;
/// Number of decisions for a program.
const DECISIONS: usize = 200;

/// Editions of the crates of a workspace, and of its bundles.
struct Editions {
    crates: &'static [&'static str],
    bundles: [Edition; 2],
    /// True if the crates have pieces whose meaning depends on the edition of the bundle.
    has_more: bool,
    /// Levels that are tested by default.
    levels: &'static [Level],
}

const LEVELS: [Level; 4] = [Level::Readable, Level::Spaces, Level::Names, Level::Module];

const EDITIONS: [Editions; 3] = [
    Editions {
        crates: &["2015", "2018", "2021", "2024"],
        bundles: [Edition::E2021, Edition::E2024],
        has_more: false,
        levels: &[Level::Readable, Level::Module],
    },
    Editions {
        crates: &["2015", "2018", "2021"],
        bundles: [Edition::E2021, Edition::E2021],
        has_more: true,
        levels: &[Level::Names],
    },
    Editions {
        crates: &["2024"],
        bundles: [Edition::E2024, Edition::E2024],
        has_more: true,
        levels: &[Level::Spaces],
    },
];

fn number(variable: &str) -> Option<usize> {
    env::var(variable).ok().map(|text| text.parse().expect("the variable holds a number"))
}

#[test]
fn generated_programs_print_the_same_at_every_level() {
    let asked_for = number("BUNDLER_MEANINGS");
    let programs = asked_for.unwrap_or(PROGRAMS);
    let seed = number("BUNDLER_MEANINGS_SEED").unwrap_or(0).to_le_bytes().repeat(4);
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut left = programs;
    for number in 0.. {
        let count = left.min(TOGETHER);
        if count == 0 {
            break;
        }
        let editions = &EDITIONS[number % EDITIONS.len()];
        let levels = if asked_for.is_some() { &LEVELS } else { editions.levels };
        check(count, editions, levels, &mut random);
        left -= count;
    }
}

/// Generates a workspace of so many programs and compares it with its bundles.
fn check(programs: usize, editions: &Editions, levels: &[Level], random: &mut TestRng) {
    let folder = tempfile::tempdir().unwrap();
    let sources = folder.path().join("src");
    let texts: Vec<String> =
        (0..programs).map(|number| write_program(number, editions, &sources, random)).collect();
    write_main(programs, editions, &sources);
    let manifest = sources.join("bot/Cargo.toml");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--manifest-path"])
        .arg(&manifest)
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .output()
        .expect("cargo runs the tests, so it is available");
    let expected = printed(&output);
    for (number, &level) in levels.iter().enumerate() {
        let judge = Judge::codecup();
        let minify = Minify::Exactly(level);
        let bundle = bundle(&Request { judge, minify, ..Request::new(&manifest) })
            .unwrap_or_else(|error| panic!("{level}: {error}"));
        assert_eq!(bundle.kept_unused, None, "{level}");
        assert_eq!(bundle.level, level);
        let edition = editions.bundles[number % 2];
        compare(&expected, &output_of_bundle(&bundle, edition), &texts, level);
    }
}

/// Fails with the text of the first program whose output differs.
fn compare(expected: &str, found: &str, texts: &[String], level: Level) {
    let programs = |text: &str| text.split("program ").map(str::to_owned).collect::<Vec<_>>();
    let pairs = programs(expected).into_iter().zip(programs(found)).enumerate().skip(1);
    for (number, (expected, found)) in pairs {
        assert_eq!(found, expected, "{level}\n{}", texts[number - 1]);
    }
    assert_eq!(found, expected, "{level}");
}

/// Writes the crate of a program and returns its text.
fn write_program(
    number: usize,
    editions: &Editions,
    sources: &Path,
    random: &mut TestRng,
) -> String {
    let choices: Vec<u16> = (0..DECISIONS).map(|_| (random.next_u32() & 0xFFFF) as u16).collect();
    let mut decisions = Decisions::new(&choices);
    let edition = decisions.choose(editions.crates);
    let mut text = COMMON.to_owned();
    let mut run =
        format!("pub fn run() {{\n    println!(\"program {number}, edition {edition}\");\n");
    let all: Vec<_> =
        if editions.has_more { [&BLOCKS[..], &MORE_BLOCKS].concat() } else { BLOCKS.to_vec() };
    for piece in 0..PIECES {
        let content = decisions.choose(&all)(&mut decisions, edition);
        write!(text, "pub mod piece_{piece} {{\nuse super::*;\n{content}}}\n").unwrap();
        writeln!(run, "    piece_{piece}::run();").unwrap();
    }
    text.push_str(&run);
    text.push_str("}\n");
    let manifest = format!(
        "[package]\nname = \"program_{number}\"\nversion = \"0.1.0\"\nedition = \"{edition}\"\n"
    );
    let folder = sources.join(format!("program_{number}"));
    write_files(&folder, &[("Cargo.toml", &manifest), ("src/lib.rs", &text)]);
    text
}

/// Writes the binary that runs all programs.
fn write_main(programs: usize, editions: &Editions, sources: &Path) {
    let edition = editions.crates.last().expect("there is an edition");
    let mut manifest = format!(
        "[package]\nname = \"bot\"\nversion = \"0.1.0\"\nedition = \"{edition}\"\n\n\
         [profile.dev]\ndebug = false\nincremental = false\n\n[dependencies]\n"
    );
    let mut main = String::from("fn main() {\n    std::panic::set_hook(Box::new(|_| ()));\n");
    for number in 0..programs {
        writeln!(manifest, "program_{number} = {{ path = \"../program_{number}\" }}").unwrap();
        writeln!(main, "    program_{number}::run();").unwrap();
    }
    main.push_str("}\n");
    manifest.push_str("\n[workspace]\n");
    write_files(&sources.join("bot"), &[("Cargo.toml", &manifest), ("src/main.rs", &main)]);
}
