//! Compares this bundler with other bundlers on the same programs and prints a table of the
//! results.
//!
//! ```sh
//! cargo install cargo-equip cg-bundler   # either may be missing
//! cargo run --release -p judge-bundler --example compare > table.md
//! cargo run --release -p judge-bundler --example compare -- tests/fixtures/popular/fastrand
//! cargo run --release -p judge-bundler --example compare -- --outside > table.md
//! cargo run --release -p judge-bundler --example compare -- --outside nom rand
//! ```
//!
//! A bundle passes if rustc compiles it as a bare file, and if it then behaves as the workspace's
//! program: the same standard output and exit code. Sizes are in UTF-16 units, times are those of
//! the tool alone, in seconds. Without arguments the programs are those of
//! `tests/fixtures/corpus` and `tests/fixtures/popular`, some of which need the network once. With
//! `--outside` they are those of published packages, which need it as well: the exit code is then 1
//! if this bundler does not pass or refuse as the list of programs says.

mod limited;
mod outside;
mod program;

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use bundler::{Entry, Judge, Request, bundle};
use program::{Program, Verdict};

const FOLDERS: [&str; 2] = ["tests/fixtures/corpus", "tests/fixtures/popular"];
const TOOLS: [&str; 3] = ["bundler", "cargo-equip", "cg-bundler"];

type AnyResult<T> = Result<T, Box<dyn Error>>;

fn main() -> AnyResult<ExitCode> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let scratch = tempfile::tempdir()?;
    let programs = match arguments.first().map(String::as_str) {
        Some("--bundle") => return write_bundle(&arguments[1..]),
        Some("--outside") => outside::programs(scratch.path(), &arguments[1..])?,
        _ => of_fixtures(&arguments, scratch.path())?,
    };
    print_head();
    let mut passes = [0; TOOLS.len()];
    let mut differs = [0; TOOLS.len()];
    let mut unexpected = Vec::new();
    for program in &programs {
        let mut behaviour = None;
        let mut row = format!("| {} |", program.name);
        for (at, tool) in TOOLS.iter().enumerate() {
            let verdict = program.verdict(tool, scratch.path(), &mut behaviour)?;
            passes[at] += usize::from(matches!(verdict, Verdict::Passes { .. }));
            differs[at] += usize::from(matches!(verdict, Verdict::Differs));
            let is_ours = at == 0;
            if is_ours && !program.expects(&verdict) {
                eprintln!("{}: {}\n{}", program.name, verdict.cell(), verdict.message());
                unexpected.push(program.name.as_str());
            }
            let reason = program.refused.as_ref().filter(|_| is_ours && program.expects(&verdict));
            let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
            row.push_str(&format!(" {}{reason} |", verdict.cell()));
        }
        println!("{row}");
    }
    let count = programs.len();
    let totals = passes.map(|passed| format!("{passed} of {count}"));
    println!("| **passes** | {} |", totals.join(" | "));
    println!("| **differs** | {} |", differs.map(|count| count.to_string()).join(" | "));
    if unexpected.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("unexpected: {}", unexpected.join(", "));
    Ok(ExitCode::FAILURE)
}

fn print_head() {
    let version = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().ok();
        let text = output.filter(|output| output.status.success()).map(|output| output.stdout);
        let text = text.map(|text| String::from_utf8_lossy(&text).trim().to_owned());
        text.unwrap_or_else(|| format!("{program} is not installed"))
    };
    println!(
        "{}; {}; {}; {}\n",
        version("date", &["-u", "+%F"]),
        version("rustc", &["--version"]),
        version("cargo-equip", &["--version"]),
        version("cg-bundler", &["--version"]),
    );
    println!("| program | {} |", TOOLS.join(" | "));
    println!("|---|{}", "---|".repeat(TOOLS.len()));
}

/// Returns the programs of these folders, or of all fixtures.
fn of_fixtures(folders: &[String], scratch: &Path) -> AnyResult<Vec<Program>> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
    if folders.is_empty() {
        for folder in FOLDERS {
            for entry in fs::read_dir(home.join(folder))? {
                folders.push(entry?.path());
            }
        }
        folders.sort();
    }
    folders.iter().map(|folder| of_fixture(folder, scratch)).collect()
}

fn of_fixture(folder: &Path, scratch: &Path) -> AnyResult<Program> {
    let name = folder.file_name().ok_or("a folder has no name")?.to_string_lossy().into_owned();
    let is_popular = folder.parent().is_some_and(|parent| parent.ends_with("popular"));
    let package = if is_popular { format!("with-{name}") } else { "bot".to_owned() };
    Ok(Program {
        manifest: fs::canonicalize(folder.join("Cargo.toml"))?,
        entry: Entry::Bin(Some(package.clone())),
        build: scratch.join("build").join(&name),
        name,
        package,
        arguments: Vec::new(),
        input: String::new(),
        refused: None,
    })
}

/// Writes this bundler's bundle. The arguments are the manifest, the package, the kind and name of
/// the entry, and the file; a process of its own can be ended after the time limit.
fn write_bundle(arguments: &[String]) -> AnyResult<ExitCode> {
    let [manifest, package, flag, name, file] = arguments else {
        return Err("expected a manifest, a package, an entry and a file".into());
    };
    let request = Request {
        package: Some(package.clone()),
        entry: match flag.as_str() {
            "--bin" => Entry::Bin(Some(name.clone())),
            _ => Entry::Example(name.clone()),
        },
        judge: Judge { source_limit: usize::MAX, ..Judge::codecup() },
        ..Request::new(manifest)
    };
    match bundle(&request) {
        Ok(bundle) => fs::write(file, bundle.source)?,
        Err(error) => {
            eprintln!("{error}");
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}
