//! Build of the program `room` for WebAssembly.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use workspace::Workspace;

/// Program that answers the page.
const PROGRAM: &str = "room";

/// Target of the compiler: WebAssembly with clocks, random numbers, standard input and output.
const TARGET: &str = "wasm32-wasip1";

/// Flags of the compiler: vector instructions, which all browsers have had since 2023, and a stack
/// as large as that of a program's main thread on Linux.
const FLAGS: [&str; 4] = ["-C", "target-feature=+simd128", "-C", "link-arg=-zstack-size=8388608"];

/// Separator of flags in the variable of cargo.
const SEPARATOR: &str = "\u{1f}";

/// Builds the program in a profile of cargo and returns its content.
pub(super) fn build(profile: &str) -> anyhow::Result<Vec<u8>> {
    let metadata = Workspace::metadata()?;
    let workspace = Workspace::of(&metadata);
    check_target(&workspace.root)?;
    let mut programs = metadata
        .packages
        .iter()
        .flat_map(|package| package.targets.iter().map(move |target| (package, target)));
    let program = programs.find(|(_, target)| target.is_bin() && target.name == PROGRAM);
    let (package, target) = program.with_context(|| {
        format!("no package of the workspace has the program `{PROGRAM}`: run this in a clone")
    })?;
    eprintln!("compiling the rules and bots; for the first time this takes one to four minutes");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    cargo
        .args(["build", "--quiet", "--target", TARGET, "--profile", profile])
        .args(["--package", package.name.as_str(), "--bin", PROGRAM])
        .arg("--features")
        .arg(target.required_features.join(","))
        .arg("--manifest-path")
        .arg(workspace.manifest())
        .arg("--target-dir")
        .arg(&workspace.target)
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join(SEPARATOR))
        .stdin(Stdio::null());
    if !cargo.status().context("cargo cannot be started")?.success() {
        bail!("`{PROGRAM}` does not build for {TARGET}: see cargo's errors above");
    }
    let folder = if profile == "dev" { "debug" } else { profile };
    let path = workspace.target.join(TARGET).join(folder).join(format!("{PROGRAM}.wasm"));
    fs::read(&path).with_context(|| format!("{}: cannot be read", path.display()))
}

/// Checks that the standard library for the target is installed.
fn check_target(root: &Path) -> anyhow::Result<()> {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc")));
    rustc.args(["--print", "target-libdir", "--target", TARGET]).current_dir(root);
    let printed = rustc.output().context("rustc cannot be started")?;
    let library = String::from_utf8_lossy(&printed.stdout).into_owned();
    if !printed.status.success() || !Path::new(library.trim()).is_dir() {
        bail!("the compiler's target {TARGET} is missing: run `rustup target add {TARGET}`");
    }
    Ok(())
}
