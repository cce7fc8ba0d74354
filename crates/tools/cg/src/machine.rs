//! Detection of the programs that are installed on this machine, and access to its package manager.

use std::env::consts::OS;
use std::ffi::OsString;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Version of Rust at the judge.
pub(crate) const JUDGES_RUST: &str = "1.90.0";

/// Target of the compiler for a site without a server.
pub(crate) const WASM: &str = "wasm32-wasip1";

/// Minor versions of the system's Rust that can replace the judge's version; the bundler accepts
/// the same.
const SUBSTITUTES: std::ops::RangeInclusive<u32> = 85..=90;

/// Program that tests start, from a package of the system.
pub(crate) struct Tool {
    pub(crate) program: &'static str,
    pub(crate) package: &'static str,
    /// The tests that need it.
    pub(crate) tests: &'static str,
}

/// Returns the programs that the tests of this system start, but for the browser and Rust.
pub(crate) fn tools() -> impl Iterator<Item = Tool> {
    let queue = Tool {
        program: "nats-server",
        package: "nats-server",
        tests: "the tests of matches on many machines",
    };
    let sandbox =
        Tool { program: "bwrap", package: "bubblewrap", tests: "the tests of the sandbox" };
    iter::once(queue).chain((OS == "linux").then_some(sandbox))
}

/// Names of the browsers that chromedriver finds without configuration.
const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Machine, described by the folders that are searched for programs.
pub(crate) struct Machine {
    /// `PATH`.
    pub(crate) path: Option<OsString>,
    /// Folder of the programs that the system installs.
    pub(crate) system: PathBuf,
}

/// State of the browser and its driver.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Browser {
    /// Both are installed, with matching versions.
    Ready,
    /// One of them is missing.
    Missing,
    /// The driver is for another version of the browser.
    VersionMismatch {
        /// Output of `chromedriver --version`.
        driver: String,
        /// Output of `chromium --version`.
        browser: String,
    },
}

impl Machine {
    /// Returns the machine that this process runs on.
    pub(crate) fn this() -> Machine {
        Machine { path: std::env::var_os("PATH"), system: PathBuf::from("/usr/bin") }
    }

    /// Returns a command that starts `program` from the folders of `PATH`.
    pub(crate) fn command(&self, program: &str) -> Command {
        let folders = self.path.as_ref().into_iter().flat_map(std::env::split_paths);
        let found = folders.map(|folder| folder.join(program)).find(|path| path.is_file());
        let mut command = Command::new(found.unwrap_or_else(|| PathBuf::from("/nonexistent")));
        if let Some(path) = &self.path {
            command.env("PATH", path);
        }
        command.stdin(Stdio::null());
        command
    }

    /// Returns the first line of a program's standard output; `None` if it is missing or fails.
    fn first_line_of(&self, program: &str, arguments: &[&str]) -> Option<String> {
        first_line(self.command(program).args(arguments))
    }

    /// Returns whether a program is installed.
    pub(crate) fn has(&self, program: &str) -> bool {
        self.first_line_of(program, &["--version"]).is_some()
    }

    /// Returns whether a tool is installed.
    pub(crate) fn has_tool(&self, tool: &Tool) -> bool {
        self.version_of(tool).is_some()
    }

    /// Returns the version of a tool. Debian has `nats-server` in a folder that is not in every
    /// user's `PATH`.
    fn version_of(&self, tool: &Tool) -> Option<String> {
        let beside = || self.system.join("../sbin").join(tool.program);
        self.first_line_of(tool.program, &["--version"])
            .or_else(|| first_line(Command::new(beside()).arg("--version")))
    }

    /// Returns whether bundles can be compiled as the judge does.
    pub(crate) fn has_judges_rust(&self) -> bool {
        let by_rustup = |name: &str| {
            let found = self.first_line_of("rustup", &["which", "--toolchain", JUDGES_RUST, name]);
            found.is_some_and(|path| Path::new(&path).is_file())
        };
        (by_rustup("rustc") && by_rustup("cargo")) || self.has_substitute_rust()
    }

    fn has_substitute_rust(&self) -> bool {
        let program = |name: &str| self.system.join(name);
        let version = first_line(Command::new(program("rustc")).arg("--version"));
        let minor = version.as_deref().and_then(minor_version);
        minor.is_some_and(|minor| SUBSTITUTES.contains(&minor)) && program("cargo").is_file()
    }

    /// Returns whether the workspace's compiler has the library for WebAssembly.
    pub(crate) fn has_wasm(&self) -> bool {
        let library = ["--print", "target-libdir", "--target", WASM];
        let folder = self.first_line_of("rustc", &library);
        folder.is_some_and(|folder| Path::new(&folder).is_dir())
    }

    /// Returns the state of the browser and its driver, which the tests of the board room need.
    pub(crate) fn browser(&self) -> Browser {
        let driver = self.first_line_of("chromedriver", &["--version"]);
        let browser = BROWSERS.iter().find_map(|name| self.first_line_of(name, &["--version"]));
        match (driver, browser) {
            (Some(driver), Some(browser)) if major_version(&driver) == major_version(&browser) => {
                Browser::Ready
            }
            (Some(driver), Some(browser)) => Browser::VersionMismatch { driver, browser },
            _ => Browser::Missing,
        }
    }

    /// Returns the versions of the installed programs that tests start, one per line.
    pub(crate) fn versions(&self) -> String {
        let judges = ["run", JUDGES_RUST, "rustc", "--version"];
        let systems = first_line(Command::new(self.system.join("rustc")).arg("--version"));
        let wasm = self.has_wasm().then(|| WASM.to_owned());
        let programs = [
            self.first_line_of("rustc", &["--version"]),
            wasm,
            self.first_line_of("rustup", &judges),
            systems,
        ];
        let tools = tools().map(|tool| self.version_of(&tool));
        let browsers = ["chromedriver"].iter().chain(&BROWSERS);
        let browsers = browsers.map(|name| self.first_line_of(name, &["--version"]));
        let versions =
            programs.into_iter().chain(tools).chain(browsers).map(Option::unwrap_or_default);
        versions.map(|version| version + "\n").collect()
    }

    /// Returns an `apt-get` command with the right to install packages: as root, or by sudo without
    /// a password. `None` if neither is possible.
    pub(crate) fn apt_get(&self) -> Option<Command> {
        if !self.has("apt-get") {
            return None;
        }
        if self.first_line_of("id", &["-u"]).as_deref() == Some("0") {
            return Some(self.command("apt-get"));
        }
        let needs_no_password = |sudo: &mut Command| {
            let status = sudo.stdout(Stdio::null()).stderr(Stdio::null()).status();
            status.is_ok_and(|status| status.success())
        };
        needs_no_password(self.command("sudo").args(["-n", "true"])).then(|| {
            let mut sudo = self.command("sudo");
            sudo.args(["-n", "apt-get"]);
            sudo
        })
    }

    /// Returns whether apt can install all of these packages. A version may follow a name:
    /// `name=1.85*`.
    pub(crate) fn has_packages(&self, packages: &[&str]) -> bool {
        let is_available = |package: &&str| {
            let policy = self.command("apt-cache").args(["policy", package]).output();
            policy.is_ok_and(|policy| {
                let text = String::from_utf8_lossy(&policy.stdout).into_owned();
                text.contains("Candidate:") && !text.contains("Candidate: (none)")
            })
        };
        packages.iter().all(|package| is_available(&package.split('=').next().unwrap_or(package)))
    }
}

fn first_line(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then(|| text.lines().next().unwrap_or_default().trim().to_owned())
}

/// Returns the minor version: 90 for `rustc 1.90.0 (...)`.
fn minor_version(text: &str) -> Option<u32> {
    text.split_whitespace().nth(1)?.split('.').nth(1)?.parse().ok()
}

/// Returns the major version: 156 for `Chromium 156.0.8078.79`.
fn major_version(text: &str) -> Option<&str> {
    let is_digit = |c: char| c.is_ascii_digit();
    let start = text.find(is_digit)?;
    text[start..].split(|c| !is_digit(c)).next()
}
