//! Set-up of a machine for the tests: the judge's Rust, and a browser with its driver.
//!
//! `check` fails before anything is compiled; `set_up` installs beside the build.

use std::process::Command;

use crate::machine::{Browser, JUDGES_RUST, Machine};

/// Packages with a browser and its driver: Debian's, or else Ubuntu's.
const BROWSER_PACKAGES: [&[&str]; 2] =
    [&["chromium", "chromium-driver"], &["chromium-browser", "chromium-chromedriver"]];

/// Packages with a Rust that stands in for the judge's where rustup has none: Debian 12's 1.85.0
/// beside its older one, or Debian 13's.
const RUST_PACKAGES: [&[&str]; 2] = [
    &["rustc-web=1.85.0*", "libstd-rust-web-dev=1.85.0*", "cargo-web=1.85.0*"],
    &["rustc", "cargo"],
];

/// Checks that the machine has what the tests need, or that it may be installed.
///
/// # Errors
///
/// A missing program that may not be installed, with the line that a user types to install it.
pub(crate) fn check(machine: &Machine) -> Result<(), String> {
    if !machine.has("git") {
        return Err("the tests need git: run `sudo apt-get install git`".to_owned());
    }
    let can_install = machine.apt_get().is_some();
    if let Some(why) = lack_of_browser(machine).filter(|_| !can_install) {
        return Err(format!("{why}: run `sudo apt-get install {}`", BROWSER_PACKAGES[0].join(" ")));
    }
    match can_install || machine.has("rustup") || machine.has_judges_rust() {
        true => Ok(()),
        false => Err(no_rust(machine)),
    }
}

/// Installs what the tests need and the machine lacks.
///
/// # Errors
///
/// What cannot be installed, with the line that a user types to install it.
pub(crate) fn set_up(machine: &Machine) -> Result<(), String> {
    set_up_browser(machine)?;
    set_up_rust(machine)
}

/// Returns what the machine lacks to look at the board room.
fn lack_of_browser(machine: &Machine) -> Option<String> {
    match machine.browser() {
        Browser::Ready => None,
        Browser::Missing => Some(
            "Chromium and its driver, with which the tests look at the board room, are not \
             installed"
                .to_owned(),
        ),
        Browser::Unfit { driver, browser } => {
            Some(format!("`{driver}` does not fit `{browser}`: both have to be of one version"))
        }
    }
}

fn set_up_browser(machine: &Machine) -> Result<(), String> {
    let Some(why) = lack_of_browser(machine) else { return Ok(()) };
    eprintln!("note: {why}: installing them");
    install(machine, &BROWSER_PACKAGES).map_err(|error| format!("{why}: {error}"))?;
    match machine.browser() {
        Browser::Ready => Ok(()),
        Browser::Missing => Err(format!(
            "{why}, even after apt-get has installed them: look at \
             whether `chromium --version` and `chromedriver --version` run"
        )),
        Browser::Unfit { driver, browser } => Err(format!(
            "`{driver}` does not fit `{browser}`, even after apt-get has installed both: remove the \
             one that is not apt-get's from PATH (`which chromedriver chromium` tells them)"
        )),
    }
}

fn set_up_rust(machine: &Machine) -> Result<(), String> {
    if machine.has_judges_rust() {
        return Ok(());
    }
    if machine.has("rustup") {
        let by_rustup = by_rustup();
        eprintln!("note: {}, is not installed: `{by_rustup}`", judges_rust());
        let mut words = by_rustup.split(' ');
        let mut rustup = machine.command(words.next().unwrap_or_default());
        if is_done(rustup.args(words)) && machine.has_judges_rust() {
            return Ok(());
        }
    }
    // Debian has one that is old enough and knows all editions.
    if machine.apt_get().is_some() {
        eprintln!("note: rustup cannot install Rust {JUDGES_RUST}: installing the system's Rust");
        if install(machine, &RUST_PACKAGES).is_ok() && machine.has_judges_rust() {
            return Ok(());
        }
    }
    Err(no_rust(machine))
}

/// Returns what to do where the judge's Rust is not to be had.
fn no_rust(machine: &Machine) -> String {
    let (rust, by_rustup) = (judges_rust(), by_rustup());
    match machine.has("rustup") {
        true => format!("{rust}, cannot be installed: look at the network, then run `{by_rustup}`"),
        false => format!(
            "{rust}, is not installed: get rustup from https://rustup.rs, then run `{by_rustup}`"
        ),
    }
}

fn judges_rust() -> String {
    format!("Rust {JUDGES_RUST}, with which the tests compile bundles as the judge does")
}

fn by_rustup() -> String {
    format!("rustup toolchain install {JUDGES_RUST} --profile minimal")
}

/// Installs the first of some lists of packages that apt knows.
fn install(machine: &Machine, lists: &[&[&str]]) -> Result<(), String> {
    let apt_get = |arguments: &[&str]| {
        let command = machine.apt_get();
        command.is_some_and(|mut command| is_done(command.args(arguments)))
    };
    // Lists of packages age, and a fresh machine has none.
    let is_updated = apt_get(&["update", "-qq"]);
    let known = lists.iter().find(|packages| machine.knows_packages(packages));
    let Some(packages) = known else {
        return Err(match is_updated {
            true => format!("apt-get knows no package `{}`", lists[0].join(" ")),
            false => "apt-get cannot fetch its lists: look at the network".to_owned(),
        });
    };
    let words = [&["install", "-y", "-qq", "--no-install-recommends"], *packages].concat();
    match apt_get(&words) {
        true => Ok(()),
        false => Err(format!(
            "apt-get cannot install `{0}`: look at its report above and at the network, then run \
             `sudo apt-get install {0}`",
            packages.join(" ")
        )),
    }
}

/// Runs a command to its end, with its output on standard error.
fn is_done(command: &mut Command) -> bool {
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

    /// Makes tests take turns. A process that another test starts inherits the open files of this one
    /// for a moment, and a script that is open for writing cannot be started (ETXTBSY).
    fn turn() -> MutexGuard<'static, ()> {
        static TURN: Mutex<()> = Mutex::new(());
        TURN.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A machine whose programs are scripts in a folder of its own.
    struct Fake {
        folder: TempDir,
    }

    impl Fake {
        /// A machine with git, an unprivileged user and nothing else.
        fn new() -> Fake {
            let fake = Fake { folder: tempfile::tempdir().unwrap() };
            fs::create_dir(fake.folder.path().join("bin")).unwrap();
            fs::create_dir(fake.folder.path().join("system")).unwrap();
            fake.with("git", "echo git version 2").with("id", "echo 1000")
        }

        /// The same machine with a program.
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

        /// The same machine with a browser and its driver.
        fn with_browser(self, browser: u32, driver: u32) -> Fake {
            self.with("chromium", &format!("echo Chromium {browser}.0.1"))
                .with("chromedriver", &format!("echo 'ChromeDriver {driver}.0.1 (x)'"))
        }

        /// The same machine with rustup, which has the judge's Rust once there is a file `rust`.
        fn with_rustup(self, install: &str) -> Fake {
            self.write("rust-1.90", "true");
            self.with(
                "rustup",
                &format!(
                    "case $1 in\n\
                     --version) echo rustup 1 ;;\n\
                     which) test -e rust && echo $PWD/rust-1.90 ;;\n\
                     toolchain) echo \"$@\" >> log; {install} ;;\nesac"
                ),
            )
        }

        /// The same machine with apt-get, which does what a script says.
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

        /// What was installed, a line each.
        fn log(&self) -> String {
            let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            log.lines().filter(|line| !line.starts_with("--")).collect::<Vec<_>>().join("\n")
        }
    }

    /// Checks that nothing is compiled on a machine, with a line that says why.
    #[track_caller]
    fn check_refused(fake: &Fake, expected: &str) {
        check_error(&check(&fake.machine()).unwrap_err(), expected);
    }

    /// Checks that something could not be installed.
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
    fn a_machine_that_has_everything_is_left_alone() {
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
    fn the_systems_rust_stands_in_where_rustup_cannot() {
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
    fn no_network_and_no_rustup_each_have_their_way_out() {
        let _turn = turn();
        let offline = Fake::new().with_browser(156, 156).with_rustup("false");
        check_fails(&offline, "look at the network, then run `rustup toolchain install 1.90.0");
        check_refused(&Fake::new().with_browser(156, 156), "get rustup from https://rustup.rs");
    }

    #[test]
    fn a_browser_is_installed_by_root_and_by_sudo_that_asks_nothing() {
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
    fn a_browser_that_may_not_be_installed_is_named_with_the_line_to_type() {
        let _turn = turn();
        let fake = Fake::new().with_apt("true").with("sudo", "exit 1").with_rustup("true");
        check_refused(&fake, "run `sudo apt-get install chromium chromium-driver`");
        assert_eq!(fake.log(), "");
    }

    #[test]
    fn packages_that_cannot_be_fetched_are_named() {
        let _turn = turn();
        let fake = Fake::new().with("id", "echo 0").with_apt("exit 100").with_rustup("true");
        check_fails(&fake, "look at its report above and at the network");
        let fake = fake.with("apt-cache", "true").with("apt-get", "exit 100");
        check_refused(&fake, "run `sudo apt-get install chromium chromium-driver`");
    }

    #[test]
    fn an_old_driver_is_told_from_one_that_fits() {
        let _turn = turn();
        let fake = Fake::new().with_browser(156, 120).with_rustup("true");
        check_refused(&fake, "`ChromeDriver 120.0.1 (x)` does not fit `Chromium 156.0.1`");
        let root = fake.with("id", "echo 0").with_apt("true");
        check_fails(&root, "remove the one that is not apt-get's from PATH");
    }

    #[test]
    fn a_machine_without_git_is_told_so_first() {
        let _turn = turn();
        let fake = Fake::new();
        fs::remove_file(Path::new(fake.folder.path()).join("bin/git")).unwrap();
        check_refused(&fake, "run `sudo apt-get install git`");
    }
}
