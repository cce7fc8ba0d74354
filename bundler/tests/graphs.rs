//! Property test with random crates that have modules, imports, visibility and macros: a program
//! that compiles as a workspace prints the same as a bundle.
//!
//! By default it tests a few graphs, always the same ones. `BUNDLER_GRAPHS=500` tests more, and
//! `BUNDLER_GRAPHS_SEED=7` others.

use std::{
    cell::Cell,
    env, fs,
    path::Path,
    process::{Command, Output},
};

use bundler::{Bundle, Edition, Judge, Optimisation, Request, Unused, bundle};
use proptest::{
    collection::vec,
    prelude::any,
    test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner},
};

use crate::program::Program;
use crate::support::{compiler, scratch};

/// Default number of graphs.
const GRAPHS: u32 = 4;
/// Maximum number of decisions for a graph; after the last one, every choice is the simplest one.
const DECISIONS: usize = 400;

fn number(variable: &str) -> Option<u32> {
    env::var(variable).ok().map(|text| text.parse().expect("the variable holds a number"))
}

#[test]
fn random_graphs_of_crates_print_the_same_as_one_file() {
    let cases = number("BUNDLER_GRAPHS").unwrap_or(GRAPHS);
    let seed = number("BUNDLER_GRAPHS_SEED").unwrap_or(0).to_le_bytes().repeat(8);
    let config = Config {
        cases,
        failure_persistence: None,
        max_global_rejects: cases * 4 + 64,
        max_shrink_iters: 60,
        ..Config::default()
    };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let folder = scratch().join("graphs");
    let tried = Cell::new(0);
    let result = runner.run(&vec(any::<u16>(), 40..DECISIONS), |decisions| {
        let program = Program::new(&decisions);
        // The next graph may have fewer files.
        let _ = fs::remove_dir_all(folder.join("src"));
        program.write(&folder.join("src"));
        check(&folder)?;
        tried.set(tried.get() + 1);
        Ok(())
    });
    match result {
        Ok(()) => assert_eq!(tried.get(), cases),
        Err(TestError::Fail(reason, decisions)) => {
            panic!("{reason}\n{}", Program::new(&decisions).text());
        }
        Err(TestError::Abort(reason)) => panic!("too few graphs compile as workspaces: {reason}"),
    }
}

fn check(folder: &Path) -> Result<(), TestCaseError> {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--package", "bot", "--manifest-path"])
        .arg(folder.join("src/Cargo.toml"))
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .output()
        .expect("cargo runs the tests, so it is available");
    if !output.status.success() {
        if env::var_os("BUNDLER_GRAPHS_REJECTS").is_some() {
            eprintln!("{}", String::from_utf8_lossy(&output.stderr));
        }
        return Err(TestCaseError::reject("the program does not compile"));
    }
    for (unused, edition) in [(Unused::Kept, Edition::E2024), (Unused::LeftOut, Edition::E2021)] {
        let request = Request {
            package: Some("bot".to_owned()),
            judge: Judge::codecup(),
            unused,
            ..Request::new(folder.join("src/Cargo.toml"))
        };
        let bundle = bundle(&request).map_err(|error| TestCaseError::fail(error.to_string()))?;
        if let Some(report) = bundle.kept_unused {
            return Err(TestCaseError::fail(format!("{report}\n{}", bundle.source)));
        }
        let found = run(&bundle, edition, folder)
            .map_err(|reason| TestCaseError::fail(format!("{reason}\n{}", bundle.source)))?;
        if found.stdout != output.stdout {
            let text = String::from_utf8_lossy(&found.stdout).into_owned();
            let expected = String::from_utf8_lossy(&output.stdout).into_owned();
            let reason = format!("{unused:?}: {text}instead of {expected}{}", bundle.source);
            return Err(TestCaseError::fail(reason));
        }
    }
    Ok(())
}

fn run(bundle: &Bundle, edition: Edition, folder: &Path) -> Result<Output, String> {
    let executable = folder.join("bot");
    compiler()
        .build(&bundle.source, edition, &Judge::codecup(), Optimisation::None, &executable)
        .map_err(|error| error.to_string())?;
    Command::new(&executable).output().map_err(|error| error.to_string())
}
