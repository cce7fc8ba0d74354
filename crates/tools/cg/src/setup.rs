//! Set-up of a machine for the tests: the judge's Rust, the library for WebAssembly, a browser with
//! its driver, and tools.
//!
//! `check` fails before anything is compiled; `set_up` installs packages during the build.

use std::process::Command;

use crate::machine::{Browser, JUDGES_RUST, Machine, Tool, WASM, tools};

/// Packages of a browser and its driver: Debian's names, then Ubuntu's.
const BROWSER_PACKAGES: [&[&str]; 2] =
    [&["chromium", "chromium-driver"], &["chromium-browser", "chromium-chromedriver"]];

/// Packages of a Rust that replaces the judge's version if rustup cannot install it: 1.85.0 on
/// Debian 12, beside its older version, or the version of Debian 13.
const RUST_PACKAGES: [&[&str]; 2] = [
    &["rustc-web=1.85.0*", "libstd-rust-web-dev=1.85.0*", "cargo-web=1.85.0*"],
    &["rustc", "cargo"],
];

/// Package of the library for WebAssembly, for a compiler that is not of rustup.
const WASM_PACKAGES: [&[&str]; 1] = [&["libstd-rust-dev-wasm32"]];

/// Checks that everything that the tests need is installed or can be installed.
///
/// # Errors
///
/// A program is missing and cannot be installed. The message has the command that installs it.
pub(crate) fn check(machine: &Machine) -> Result<(), String> {
    if !machine.has("git") {
        return Err("the tests need git: run `sudo apt-get install git`".to_owned());
    }
    let can_install = machine.apt_get().is_some();
    if let Some(tool) = tools().find(|tool| !can_install && !machine.has_tool(tool)) {
        return Err(format!("{}: run `sudo apt-get install {}`", missing(&tool), tool.package));
    }
    if let Some(why) = browser_problem(machine).filter(|_| !can_install) {
        return Err(format!("{why}: run `sudo apt-get install {}`", BROWSER_PACKAGES[0].join(" ")));
    }
    let can_install = can_install || machine.has("rustup");
    if !can_install && !machine.has_judges_rust() {
        return Err(missing_rust(machine));
    }
    match can_install || machine.has_wasm() {
        true => Ok(()),
        false => Err(format!("{}: {}", missing_wasm(), wasm_command())),
    }
}

/// Installs the missing programs that the tests need.
///
/// # Errors
///
/// A program cannot be installed. The message has the command that installs it.
pub(crate) fn set_up(machine: &Machine) -> Result<(), String> {
    set_up_browser(machine)?;
    tools().try_for_each(|tool| set_up_tool(machine, &tool))?;
    set_up_rust(machine)?;
    set_up_wasm(machine)
}

/// Returns why the tests of the board room cannot use the browser; `None` if they can.
fn browser_problem(machine: &Machine) -> Option<String> {
    match machine.browser() {
        Browser::Ready => None,
        Browser::Missing => Some(
            "Chromium and its driver, which the tests of the board room need, are not installed"
                .to_owned(),
        ),
        Browser::VersionMismatch { driver, browser } => {
            Some(format!("`{driver}` does not match `{browser}`: install both in the same version"))
        }
    }
}

fn set_up_browser(machine: &Machine) -> Result<(), String> {
    let Some(why) = browser_problem(machine) else { return Ok(()) };
    eprintln!("note: {why}: installing them");
    install(machine, &BROWSER_PACKAGES).map_err(|error| format!("{why}: {error}"))?;
    match machine.browser() {
        Browser::Ready => Ok(()),
        Browser::Missing => Err(format!(
            "{why}, even after apt-get has installed them: check that `chromium --version` and \
             `chromedriver --version` run"
        )),
        Browser::VersionMismatch { driver, browser } => Err(format!(
            "`{driver}` does not match `{browser}`, even after apt-get has installed both: remove \
             the one that apt-get has not installed from PATH (see `which chromedriver chromium`)"
        )),
    }
}

/// Returns the error message for a machine without a tool.
fn missing(Tool { program, tests, .. }: &Tool) -> String {
    format!("`{program}`, which {tests} need, is not installed")
}

fn set_up_tool(machine: &Machine, tool: &Tool) -> Result<(), String> {
    if machine.has_tool(tool) {
        return Ok(());
    }
    let why = missing(tool);
    eprintln!("note: {why}: installing it");
    install(machine, &[&[tool.package]]).map_err(|error| format!("{why}: {error}"))?;
    match machine.has_tool(tool) {
        true => Ok(()),
        false => Err(format!(
            "{why}, even after apt-get has installed it: check that `{} --version` runs",
            tool.program
        )),
    }
}

fn set_up_rust(machine: &Machine) -> Result<(), String> {
    if machine.has_judges_rust() {
        return Ok(());
    }
    if machine.has("rustup") {
        let rustup_command = rustup_command();
        eprintln!("note: {}, is not installed: `{rustup_command}`", judges_rust());
        let mut words = rustup_command.split(' ');
        let mut rustup = machine.command(words.next().unwrap_or_default());
        if succeeds(rustup.args(words)) && machine.has_judges_rust() {
            return Ok(());
        }
    }
    // Debian's version is old enough and supports all editions.
    if machine.apt_get().is_some() {
        eprintln!("note: rustup cannot install Rust {JUDGES_RUST}: installing the system's Rust");
        if install(machine, &RUST_PACKAGES).is_ok() && machine.has_judges_rust() {
            return Ok(());
        }
    }
    Err(missing_rust(machine))
}

fn set_up_wasm(machine: &Machine) -> Result<(), String> {
    if machine.has_wasm() {
        return Ok(());
    }
    eprintln!("note: {}: adding it", missing_wasm());
    let mut rustup = machine.command("rustup");
    if succeeds(rustup.args(["target", "add", WASM])) && machine.has_wasm() {
        return Ok(());
    }
    let can_install = machine.apt_get().is_some();
    if can_install && install(machine, &WASM_PACKAGES).is_ok() && machine.has_wasm() {
        return Ok(());
    }
    let (missing, command) = (missing_wasm(), wasm_command());
    Err(format!("{missing} and cannot be added: check the network, then {command}"))
}

/// Returns the error message for a machine without the library for WebAssembly.
fn missing_wasm() -> String {
    format!(
        "the compiler's target {WASM}, for which the tests of the board room compile its site, is \
         missing"
    )
}

fn wasm_command() -> String {
    format!("run `rustup target add {WASM}`")
}

/// Returns the error message for a machine without the judge's Rust.
fn missing_rust(machine: &Machine) -> String {
    let (rust, rustup_command) = (judges_rust(), rustup_command());
    match machine.has("rustup") {
        true => {
            format!("{rust}, cannot be installed: check the network, then run `{rustup_command}`")
        }
        false => format!(
            "{rust}, is not installed: get rustup from https://rustup.rs, then run \
             `{rustup_command}`"
        ),
    }
}

fn judges_rust() -> String {
    format!("Rust {JUDGES_RUST}, with which the tests compile bundles as the judge does")
}

fn rustup_command() -> String {
    format!("rustup toolchain install {JUDGES_RUST} --profile minimal")
}

/// Installs the first of several lists of packages that is available by apt.
fn install(machine: &Machine, lists: &[&[&str]]) -> Result<(), String> {
    let apt_get = |arguments: &[&str]| {
        let command = machine.apt_get();
        command.is_some_and(|mut command| succeeds(command.args(arguments)))
    };
    // Package lists may be outdated, and a new machine has none.
    let is_updated = apt_get(&["update", "-qq"]);
    let known = lists.iter().find(|packages| machine.has_packages(packages));
    let Some(packages) = known else {
        return Err(match is_updated {
            true => format!("apt-get finds no package `{}`", lists[0].join(" ")),
            false => "apt-get cannot fetch its package lists: check the network".to_owned(),
        });
    };
    let words = [&["install", "-y", "-qq", "--no-install-recommends"], *packages].concat();
    match apt_get(&words) {
        true => Ok(()),
        false => Err(format!(
            "apt-get cannot install `{0}`: see its output above, check the network, then run \
             `sudo apt-get install {0}`",
            packages.join(" ")
        )),
    }
}

/// Runs a command with its output on standard error. Returns whether it succeeds.
fn succeeds(command: &mut Command) -> bool {
    command.env("DEBIAN_FRONTEND", "noninteractive").stdout(std::io::stderr());
    command.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use tempfile::TempDir;

    use super::*;

    /// Runs the tests one after the other. A process that another test starts inherits the open
    /// files of this one for a moment, and a script that is open for writing cannot be started
    /// (ETXTBSY).
    fn turn() -> MutexGuard<'static, ()> {
        static TURN: Mutex<()> = Mutex::new(());
        TURN.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fake machine: its programs are scripts in a temporary folder.
    struct Fake {
        folder: TempDir,
    }

    impl Fake {
        /// Creates a machine with git, the tools, an unprivileged user and nothing else.
        fn new() -> Fake {
            let fake = Fake { folder: tempfile::tempdir().unwrap() };
            fs::create_dir(fake.folder.path().join("bin")).unwrap();
            fs::create_dir(fake.folder.path().join("system")).unwrap();
            fs::create_dir(fake.folder.path().join("wasm")).unwrap();
            let fake = fake.with("git", "echo git version 2").with("id", "echo 1000");
            let fake = fake.with("rustc", "echo $PWD/wasm");
            tools().fold(fake, |fake, tool| fake.with(tool.program, "echo version 2"))
        }

        /// Adds a program.
        fn with(self, name: &str, script: &str) -> Fake {
            self.write(&format!("bin/{name}"), script);
            self
        }

        fn write(&self, name: &str, script: &str) {
            let path = self.folder.path().join(name);
            let (home, path_of_shell) = (self.folder.path().display(), "PATH=/usr/bin:/bin");
            fs::write(&path, format!("#!/bin/sh\n{path_of_shell}\ncd {home}\n{script}\n")).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }

        /// Adds a browser and its driver, with these major versions.
        fn with_browser(self, browser: u32, driver: u32) -> Fake {
            self.with("chromium", &format!("echo Chromium {browser}.0.1"))
                .with("chromedriver", &format!("echo 'ChromeDriver {driver}.0.1 (x)'"))
        }

        /// Adds rustup, which has the judge's Rust if a file `rust` exists.
        fn with_rustup(self, install: &str) -> Fake {
            self.write("rust-1.90", "true");
            self.with(
                "rustup",
                &format!(
                    "case $1 in\n\
                     --version) echo rustup 1 ;;\n\
                     which) test -e rust && echo $PWD/rust-1.90 ;;\n\
                     toolchain) echo \"$@\" >> log; {install} ;;\n\
                     target) echo \"$@\" >> log; {install} ;;\nesac"
                ),
            )
        }

        /// Adds apt-get, which runs the script `install` to install packages.
        fn with_apt(self, install: &str) -> Fake {
            self.with("apt-cache", "echo '  Candidate: 1'").with(
                "apt-get",
                &format!(
                    "echo \"$@\" >> log\n\
                     case $1 in\n--version) echo apt ;;\ninstall) {install} ;;\nesac"
                ),
            )
        }

        fn set_up(&self) -> Result<(), String> {
            let machine = self.machine();
            check(&machine).and_then(|()| set_up(&machine))
        }

        fn machine(&self) -> Machine {
            Machine {
                path: Some(self.folder.path().join("bin").into()),
                system: self.folder.path().join("system"),
            }
        }

        /// Returns the logged commands of apt-get and rustup, one per line.
        fn log(&self) -> String {
            let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            log.lines().filter(|line| !line.starts_with("--")).collect::<Vec<_>>().join("\n")
        }
    }

    /// Checks that `check` fails, with a message of one line.
    #[track_caller]
    fn check_refused(fake: &Fake, expected: &str) {
        check_error(&check(&fake.machine()).unwrap_err(), expected);
    }

    /// Checks that `check` succeeds and `set_up` fails, with a message of one line.
    #[track_caller]
    fn check_fails(fake: &Fake, expected: &str) {
        assert_eq!(check(&fake.machine()), Ok(()));
        check_error(&fake.set_up().unwrap_err(), expected);
    }

    #[track_caller]
    fn check_error(error: &str, expected: &str) {
        assert!(error.contains(expected), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }

    #[test]
    fn nothing_is_installed_on_a_complete_machine() {
        let _turn = turn();
        let fake = Fake::new().with_browser(156, 156).with_rustup("false");
        fs::write(fake.folder.path().join("rust"), "").unwrap();
        assert_eq!(fake.set_up(), Ok(()));
        assert_eq!(fake.log(), "");
    }

    #[test]
    fn rust_is_installed_by_rustup() {
        let _turn = turn();
        let fake = Fake::new().with_browser(156, 156).with_rustup("touch rust");
        assert_eq!(fake.set_up(), Ok(()));
        assert_eq!(fake.log(), "toolchain install 1.90.0 --profile minimal");
    }

    #[test]
    fn the_library_for_webassembly_is_added_by_rustup_or_by_the_system() {
        let _turn = turn();
        let without = |fake: Fake| {
            fs::remove_dir(fake.folder.path().join("wasm")).unwrap();
            fs::write(fake.folder.path().join("rust"), "").unwrap();
            fake.with_browser(156, 156)
        };
        let fake = without(Fake::new()).with_rustup("mkdir wasm");
        assert_eq!(fake.set_up(), Ok(()));
        assert_eq!(fake.log(), "target add wasm32-wasip1");
        let root = without(Fake::new()).with("id", "echo 0").with_rustup("false");
        let root = root.with_apt("mkdir wasm");
        assert_eq!(root.set_up(), Ok(()));
        assert!(root.log().ends_with(" libstd-rust-dev-wasm32"), "{}", root.log());
        let offline = without(Fake::new()).with_rustup("false");
        check_fails(&offline, "cannot be added: check the network, then run `rustup target add");
    }

    #[test]
    fn the_systems_rust_is_installed_if_rustup_fails() {
        let _turn = turn();
        let install = "mv new-rustc system/rustc; touch system/cargo";
        let fake = Fake::new()
            .with("id", "echo 0")
            .with_browser(156, 156)
            .with_rustup("false")
            .with_apt(install);
        fake.write("new-rustc", "echo rustc 1.85.0");
        assert_eq!(fake.set_up(), Ok(()));
        let packages = "rustc-web=1.85.0* libstd-rust-web-dev=1.85.0* cargo-web=1.85.0*";
        assert!(fake.log().ends_with(packages), "{}", fake.log());
    }

    #[test]
    fn without_network_or_rustup_the_error_says_what_to_do() {
        let _turn = turn();
        let offline = Fake::new().with_browser(156, 156).with_rustup("false");
        check_fails(&offline, "check the network, then run `rustup toolchain install 1.90.0");
        check_refused(&Fake::new().with_browser(156, 156), "get rustup from https://rustup.rs");
    }

    #[test]
    fn a_browser_is_installed_by_root_and_by_sudo_without_a_password() {
        let _turn = turn();
        let browser = "mv new-chromium bin/chromium; mv new-driver bin/chromedriver";
        let expected = "update -qq\n\
                        install -y -qq --no-install-recommends chromium chromium-driver";
        let root = Fake::new().with("id", "echo 0").with_rustup("true").with_apt(browser);
        let sudo = Fake::new().with("sudo", "shift; PATH=$PWD/bin:$PATH \"$@\"");
        for fake in [root, sudo.with_rustup("true").with_apt(browser)] {
            fs::write(fake.folder.path().join("rust"), "").unwrap();
            fake.write("new-chromium", "echo Chromium 156.0.1");
            fake.write("new-driver", "echo ChromeDriver 156.0.1");
            assert_eq!(fake.set_up(), Ok(()));
            assert_eq!(fake.log(), expected);
        }
    }

    #[test]
    fn a_browser_that_cannot_be_installed_is_named_with_the_command_to_run() {
        let _turn = turn();
        let fake = Fake::new().with_apt("true").with("sudo", "exit 1").with_rustup("true");
        check_refused(&fake, "run `sudo apt-get install chromium chromium-driver`");
        assert_eq!(fake.log(), "");
    }

    #[test]
    fn tools_are_installed() {
        let _turn = turn();
        for Tool { program, package, .. } in tools() {
            let without = |fake: Fake| {
                fs::remove_file(fake.folder.path().join("bin").join(program)).unwrap();
                fake.with_browser(156, 156).with_rustup("touch rust")
            };
            let root = || without(Fake::new()).with("id", "echo 0");
            let fake = root().with_apt(&format!("mv new-tool bin/{program}"));
            fake.write("new-tool", "echo version 2");
            assert_eq!(fake.set_up(), Ok(()));
            let installed = format!("install -y -qq --no-install-recommends {package}");
            assert!(fake.log().contains(&installed), "{}", fake.log());
            let by_hand = format!("run `sudo apt-get install {package}`");
            check_refused(&without(Fake::new()), &by_hand);
            check_fails(
                &root().with_apt("true"),
                &format!("check that `{program} --version` runs"),
            );
        }
    }

    #[test]
    fn packages_that_cannot_be_fetched_are_named() {
        let _turn = turn();
        let fake = Fake::new().with("id", "echo 0").with_apt("exit 100").with_rustup("true");
        check_fails(&fake, "see its output above, check the network");
        let fake = fake.with("apt-cache", "true").with("apt-get", "exit 100");
        check_refused(&fake, "run `sudo apt-get install chromium chromium-driver`");
    }

    #[test]
    fn a_driver_of_another_version_is_an_error() {
        let _turn = turn();
        let fake = Fake::new().with_browser(156, 120).with_rustup("true");
        check_refused(&fake, "`ChromeDriver 120.0.1 (x)` does not match `Chromium 156.0.1`");
        let root = fake.with("id", "echo 0").with_apt("true");
        check_fails(&root, "remove the one that apt-get has not installed from PATH");
    }

    #[test]
    fn missing_git_is_reported_first() {
        let _turn = turn();
        let fake = Fake::new();
        fs::remove_file(Path::new(fake.folder.path()).join("bin/git")).unwrap();
        check_refused(&fake, "run `sudo apt-get install git`");
    }
}
