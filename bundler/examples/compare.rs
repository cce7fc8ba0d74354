//! Compares this bundler with other bundlers on the same programs and prints a table of the
//! results.
//!
//! ```sh
//! cargo install cargo-equip cg-bundler   # either may be missing
//! cargo run --release -p judge-bundler --example compare > table.md
//! cargo run --release -p judge-bundler --example compare -- tests/fixtures/popular/fastrand
//! ```
//!
//! A bundle passes if rustc compiles it as a bare file, and if it then prints what `cargo run`
//! prints. Sizes are in UTF-16 units, times are those of the tool alone, in seconds. Without
//! arguments the programs are those of `tests/fixtures/corpus` and `tests/fixtures/popular`, some
//! of which need the network once.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    time::Instant,
};

use bundler::{Entry, Judge, Request, bundle, utf16_units};

const FOLDERS: [&str; 2] = ["tests/fixtures/corpus", "tests/fixtures/popular"];
const TOOLS: [&str; 3] = ["bundler", "cargo-equip", "cg-bundler"];

type AnyResult<T> = Result<T, Box<dyn Error>>;

/// A package with a binary, in its own workspace.
struct Program {
    name: String,
    manifest: PathBuf,
    package: String,
    build: PathBuf,
}

/// Result of one tool for a program.
enum Verdict {
    Passes {
        units: usize,
        seconds: f64,
    },
    Fails(&'static str),
    /// The tool is not installed.
    Missing,
}

fn main() -> AnyResult<()> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = tempfile::tempdir()?;
    let mut folders: Vec<PathBuf> = env::args().skip(1).map(PathBuf::from).collect();
    if folders.is_empty() {
        for folder in FOLDERS {
            for entry in fs::read_dir(home.join(folder))? {
                folders.push(entry?.path());
            }
        }
        folders.sort();
    }
    print_head();
    let mut passes = [0; TOOLS.len()];
    let mut programs = 0;
    for folder in folders {
        let program = Program::of(&folder, scratch.path())?;
        let Some(expected) = program.output()? else {
            eprintln!("{}: `cargo run` fails, left out", program.name);
            continue;
        };
        programs += 1;
        let mut row = format!("| {} |", program.name);
        for (tool, passed) in TOOLS.iter().zip(&mut passes) {
            let verdict = program.verdict(tool, &expected, scratch.path())?;
            *passed += usize::from(matches!(verdict, Verdict::Passes { .. }));
            row.push_str(&format!(" {} |", verdict.cell()));
        }
        println!("{row}");
    }
    let totals = passes.map(|passed| format!("{passed} of {programs}"));
    println!("| **passes** | {} |", totals.join(" | "));
    Ok(())
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

impl Program {
    fn of(folder: &Path, scratch: &Path) -> AnyResult<Self> {
        let name = folder.file_name().ok_or("a folder has no name")?.to_string_lossy().into_owned();
        let is_popular = folder.parent().is_some_and(|parent| parent.ends_with("popular"));
        let package = if is_popular { format!("with-{name}") } else { "bot".to_owned() };
        let manifest = fs::canonicalize(folder.join("Cargo.toml"))?;
        let build = scratch.join("build").join(&name);
        Ok(Self { name, manifest, package, build })
    }

    fn cargo(&self) -> Command {
        let mut command = Command::new("cargo");
        command.env("CARGO_TARGET_DIR", &self.build).env_remove("CARGO");
        // In a virtual workspace, some tools use the package in the current folder.
        let folder = self.manifest.parent().expect("a file has a parent folder");
        let member = folder.join(&self.package);
        command.current_dir(if member.is_dir() { member } else { folder.to_owned() });
        command
    }

    /// Returns the output of `cargo run`, or `None` if it fails.
    fn output(&self) -> AnyResult<Option<Vec<u8>>> {
        let output = self
            .cargo()
            .args(["run", "--quiet", "--package", &self.package, "--bin", &self.package])
            .output()?;
        Ok(output.status.success().then_some(output.stdout))
    }

    fn verdict(&self, tool: &str, expected: &[u8], scratch: &Path) -> AnyResult<Verdict> {
        let file = scratch.join("bundle.rs");
        let _ = fs::remove_file(&file);
        let start = Instant::now();
        let is_made = match tool {
            "bundler" => self.bundle(&file)?,
            "cargo-equip" => {
                let mut command = self.cargo();
                command.args(["equip", "--bin", &self.package, "-o"]).arg(&file);
                match run(command)? {
                    None => return Ok(Verdict::Missing),
                    Some(output) => output.status.success(),
                }
            }
            _ => {
                let mut command = Command::new("cg-bundler");
                command.current_dir(self.cargo().get_current_dir().expect("`cargo` sets it"));
                command.env("CARGO_TARGET_DIR", &self.build).arg("-o").arg(&file);
                match run(command)? {
                    None => return Ok(Verdict::Missing),
                    Some(output) => output.status.success(),
                }
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        if !is_made || !file.is_file() {
            return Ok(Verdict::Fails("refuses"));
        }
        let executable = scratch.join("bundle");
        let compiled = Command::new("rustc")
            .args(["--edition", "2021", "--cap-lints", "allow", "-o"])
            .args([&executable, &file])
            .output()?;
        if !compiled.status.success() {
            return Ok(Verdict::Fails("does not compile"));
        }
        let found = Command::new(&executable).output()?;
        if found.stdout != expected {
            return Ok(Verdict::Fails("prints other text"));
        }
        Ok(Verdict::Passes { units: utf16_units(&fs::read_to_string(&file)?), seconds })
    }

    /// Writes this bundler's bundle. Returns true on success.
    fn bundle(&self, file: &Path) -> AnyResult<bool> {
        let judge = Judge { source_limit: usize::MAX, ..Judge::codecup() };
        let request = Request {
            package: Some(self.package.clone()),
            entry: Entry::Bin(Some(self.package.clone())),
            judge,
            ..Request::new(&self.manifest)
        };
        match bundle(&request) {
            Ok(bundle) => fs::write(file, bundle.source)?,
            Err(error) => {
                eprintln!("{}: {error}", self.name);
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Runs a tool. Returns `None` if it is not installed.
fn run(mut command: Command) -> AnyResult<Option<Output>> {
    match command.output() {
        Ok(output) if is_no_command(&output) => Ok(None),
        Ok(output) => Ok(Some(output)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Returns true for cargo's error about a subcommand that is not installed.
fn is_no_command(output: &Output) -> bool {
    !output.status.success()
        && String::from_utf8_lossy(&output.stderr).contains("no such command: `equip`")
}

impl Verdict {
    fn cell(&self) -> String {
        match self {
            Self::Passes { units, seconds } => format!("{units} units, {seconds:.1} s"),
            Self::Fails(how) => (*how).to_owned(),
            Self::Missing => "not installed".to_owned(),
        }
    }
}
