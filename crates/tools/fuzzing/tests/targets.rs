//! All fuzz targets on the committed corpus and on random bytes, with the workspace's compiler.
//!
//! `FUZZ_SECONDS` is the time for the random inputs of each target (default 4). `FUZZ_SEED` gives
//! other inputs.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::env;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fastrand::Rng;
use fuzzing::{TARGETS, Target};

/// Maximum length of a random input, in bytes.
const MAX_RANDOM: usize = 40;

/// Maximum number of inputs of a target in the corpus.
const MAX_FILES: usize = 64;

/// Maximum length of an input in the corpus, in bytes.
const MAX_LEN: usize = 512;

fn setting(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().unwrap())
}

fn corpus(target: Target) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/corpus");
    let entries = fs::read_dir(folder.join(target.name)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Runs a target on an input. A panic names the input too.
fn try_input(target: Target, input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (target.run)(input))) {
        eprintln!("target {}, input {input:?}", target.name);
        resume_unwind(panic);
    }
}

fn check(name: &str) {
    let target = TARGETS.into_iter().find(|target| target.name == name).unwrap();
    let mut inputs: Vec<Vec<u8>> =
        corpus(target).iter().map(|path| fs::read(path).unwrap()).collect();
    inputs.push(Vec::new());
    inputs.iter().for_each(|input| try_input(target, input));
    let time = Duration::from_secs(setting("FUZZ_SECONDS", 4));
    let mut rng = Rng::with_seed(setting("FUZZ_SEED", 1));
    let (started, mut count) = (Instant::now(), 0_u64);
    while started.elapsed() < time {
        // The start of a known input, and random bytes.
        let known = rng.choice(&inputs).unwrap();
        let mut input = known[..rng.usize(..=known.len())].to_vec();
        input.extend((0..rng.usize(..MAX_RANDOM)).map(|_| rng.u8(..)));
        try_input(target, &input);
        count += 1;
    }
    println!("{name}: {} known inputs, {count} random ones", inputs.len());
}

#[test]
fn edited_sources_are_bundled_or_refused() {
    check("bundles");
}

#[test]
fn edited_transcripts_are_answered() {
    check("dialogues");
}

#[test]
fn any_text_is_a_safe_network_or_none() {
    check("networks");
}

#[test]
fn edited_positions_and_moves_are_legal_or_refused() {
    check("notations");
}

#[test]
fn edited_openings_are_played_or_refused() {
    check("openings");
}

#[test]
fn edited_recordings_are_replayed_or_refused() {
    check("recordings");
}

#[test]
fn edited_units_are_played_or_refused() {
    check("units");
}

#[test]
fn the_corpus_is_small_and_of_known_targets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/corpus");
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(TARGETS.iter().any(|target| name == target.name), "{}", name.display());
    }
    for target in TARGETS {
        let paths = corpus(target);
        assert!(paths.len() <= MAX_FILES, "{}: {} inputs", target.name, paths.len());
        for path in paths {
            assert!(fs::metadata(&path).unwrap().len() <= MAX_LEN as u64, "{}", path.display());
        }
    }
}
