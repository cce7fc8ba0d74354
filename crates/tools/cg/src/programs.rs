//! Programs behind `cargo cg`: the table of commands, the build of a program and its execution.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::execute::execute;

/// Programs and their commands. In this workspace each program is a package of the same name. The
/// program `options` handles everything else: help, and unknown commands.
const PROGRAMS: [(&str, &[&str]); 5] = [
    ("scaffold", &["new"]),
    ("bundle", &["bundle"]),
    (
        "workshop",
        &[
            "games",
            "match",
            "sprt",
            "tournament",
            "league",
            "history",
            "delete",
            "export",
            "import",
            "fetch",
            "work",
            "workers",
            "queue",
            "referee",
            "bench",
            "profile",
            "perft",
            "sample",
            "equilibrium",
            "calibration",
            "careless",
            "suite",
            "book",
            "tune",
            "selfplay",
            "relabel",
            "duel",
            "screen",
            "promote",
            "verify",
            "completions",
        ],
    ),
    (LEARNER, &["train", "learn", "scaling"]),
    (BOARD_ROOM, &["serve", "replay", "picture", "report", "review", "site"]),
];
const OPTIONS: &str = "options";

/// Package that trains networks.
const LEARNER: &str = "learner";

/// Package that writes and serves pages.
const BOARD_ROOM: &str = "boardroom";

/// Commands that play matches. Their program starts the board room at the end if the arguments have
/// the option.
const MATCHES: [&str; 3] = ["match", "sprt", "tournament"];
const REPORT: &str = "--report";

/// Command that this program implements itself.
pub(crate) const TEST: &str = "test";

/// Option with a value that may precede the command.
const DATA: &str = "--data";

/// Option that selects a device, and the devices that need a feature of the learner package.
const DEVICE: &str = "--device";
const DEVICES: [&str; 2] = ["wgpu", "cuda"];

/// Folder of this package.
const OWN: &str = env!("CARGO_MANIFEST_DIR");

/// Programs of a workspace.
pub(crate) struct Programs {
    /// Root folder of the workspace.
    root: &'static Path,
    /// Package that has all programs; `None` in this workspace, where each has its own.
    package: Option<&'static str>,
}

/// Returns the command among the arguments of `cargo cg`; `None` if they request help.
pub(crate) fn command(arguments: &[OsString]) -> Option<&OsStr> {
    let options = arguments.iter().take_while(|argument| *argument != "--");
    if options.clone().any(|argument| argument == "--help" || argument == "-h") {
        return None;
    }
    let mut arguments = arguments.iter();
    loop {
        let argument = arguments.next()?;
        if argument == DATA {
            arguments.next()?;
        } else if !argument.to_string_lossy().starts_with("--data=") {
            return Some(argument);
        }
    }
}

/// Returns the program that implements a command.
pub(crate) fn program_of(command: Option<&OsStr>) -> &'static str {
    let has_command =
        |commands: &[&str]| commands.iter().any(|&name| command == Some(name.as_ref()));
    let program = PROGRAMS.iter().find(|(_, commands)| has_command(commands));
    program.map_or(OPTIONS, |(name, _)| name)
}

/// Returns the device in the arguments if the program supports it only when it is built with the
/// feature of that name.
fn device(program: &str, arguments: &[OsString]) -> Option<&'static str> {
    if program != LEARNER {
        return None;
    }
    let apart = words_of(arguments).skip_while(|&word| word != DEVICE).nth(1);
    let joined = words_of(arguments).find_map(|word| word.strip_prefix(DEVICE)?.strip_prefix('='));
    let requested = apart.or(joined)?;
    DEVICES.into_iter().find(|&device| device == requested)
}

/// Returns true if the program of the command starts the board room.
fn needs_board_room(arguments: &[OsString]) -> bool {
    let is_report = |word: &str| {
        word.strip_prefix(REPORT).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    plays_matches(arguments) && words_of(arguments).any(is_report)
}

/// Returns the game in the arguments of a command that plays matches with the bot, as it is in the
/// workspace in the folder `root`.
fn game_of_bot<'a>(root: &Path, arguments: &'a [OsString]) -> Option<&'a str> {
    let is_bot = |word: &str| word.split(',').next_back() == Some("bot");
    let is_game = |word: &&str| root.join("crates/games").join(word).join("Cargo.toml").exists();
    let has_bot = plays_matches(arguments) && words_of(arguments).any(is_bot);
    has_bot.then(|| words_of(arguments).find(is_game)).flatten()
}

fn plays_matches(arguments: &[OsString]) -> bool {
    command(arguments).is_some_and(|command| MATCHES.iter().any(|name| command == *name))
}

fn words_of(arguments: &[OsString]) -> impl Iterator<Item = &str> {
    arguments.iter().filter_map(|argument| argument.to_str())
}

impl Programs {
    /// Returns the programs of this workspace.
    pub(crate) fn own() -> Programs {
        Programs { root: root_of(Path::new(OWN)), package: None }
    }

    /// Returns the programs of another workspace, which are in the package `package`.
    pub(crate) fn outside(folder: &'static Path, package: &'static str) -> Programs {
        Programs { root: root_of(folder), package: Some(package) }
    }

    /// Returns the root folder of the workspace.
    pub(crate) fn root(&self) -> &'static Path {
        self.root
    }

    /// Returns true for the programs of this workspace.
    pub(crate) fn are_own(&self) -> bool {
        self.package.is_none()
    }

    /// Builds the program of the command, and the one that it starts, and executes it: its output,
    /// exit code and handling of Ctrl-C are those of `cargo cg`. Returns only on an error, with its
    /// message.
    pub(crate) fn exec(&self, arguments: &[OsString]) -> String {
        let name = program_of(command(arguments));
        if let Some(game) = game_of_bot(self.root, arguments) {
            self.begin_to_build_bot(game);
        }
        if needs_board_room(arguments)
            && let Err(error) = self.build(BOARD_ROOM, None)
        {
            return error;
        }
        match self.build(name, device(name, arguments)) {
            Ok(program) => {
                let error = execute(Command::new(&program).args(arguments));
                format!("{} cannot be started: {error}", program.display())
            }
            Err(error) => error,
        }
    }

    /// Begins to build a bot, which the program of the command will do otherwise when it has been
    /// built itself. The program then waits for this build, or reports its errors.
    fn begin_to_build_bot(&self, game: &str) {
        let mut cargo = self.cargo("build");
        cargo.args(["--release", "--package", game, "--bin", game]);
        // The shell ends at once. So the build is no child process of the program that replaces
        // this one.
        let mut shell = Command::new("sh");
        shell.args(["-c", "\"$@\" >/dev/null 2>&1 &", "sh"]);
        shell.arg(cargo.get_program()).args(cargo.get_args()).stdin(Stdio::null());
        // Without a shell the build begins later.
        let _ = shell.status();
    }

    /// Builds a program in the folder and profile of this program.
    fn build(&self, name: &str, device: Option<&str>) -> Result<PathBuf, String> {
        let own = env::current_exe()
            .map_err(|error| format!("the path of this program cannot be determined: {error}"))?;
        let folder = own.parent().unwrap_or(Path::new("."));
        let program = folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
        let mut cargo = self.cargo("build");
        // Standard output is reserved for the command.
        cargo.stdout(Stdio::null());
        let package = self.package.unwrap_or(name);
        cargo.args(["--profile", profile_of(folder), "--package", package, "--bin", name]);
        let program_feature = (!self.are_own()).then_some(name);
        for feature in program_feature.into_iter().chain(device) {
            cargo.args(["--features", feature]);
        }
        let is_built = match program.exists() && device.is_none() {
            true => rebuild(&mut cargo),
            false => {
                eprintln!("{}", first_build_note(name));
                cargo.status().map(|status| status.success())
            }
        };
        match is_built {
            Ok(true) => Ok(program),
            Ok(false) => Err(format!("`{name}` does not build: see cargo's errors above")),
            Err(error) => Err(format!("cargo cannot be started: {error}")),
        }
    }

    /// Returns a command that runs a subcommand of cargo on the workspace, with the cargo that
    /// started this program.
    pub(crate) fn cargo(&self, subcommand: &str) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .arg(subcommand)
            .arg("--manifest-path")
            .arg(self.root.join("Cargo.toml"))
            .stdin(Stdio::null());
        without_package(&mut cargo);
        cargo
    }
}

/// Removes the environment variables that `cargo run` and `cargo test` set for a package. Some
/// build scripts run again when one changes, and all crates that depend on them are compiled again.
pub fn without_package(cargo: &mut Command) {
    for (name, _) in env::vars_os().filter(|(name, _)| is_of_package(name)) {
        cargo.env_remove(name);
    }
}

/// Returns true for environment variables that cargo sets for a package.
fn is_of_package(variable: &OsStr) -> bool {
    let variable = variable.to_string_lossy();
    variable.starts_with("CARGO_MANIFEST_") || variable.starts_with("CARGO_PKG_")
}

/// Returns the root folder of the workspace of a package, which is three folders below.
fn root_of(package: &'static Path) -> &'static Path {
    package.ancestors().nth(3).unwrap_or(package)
}

/// Returns the cargo profile of an output folder.
fn profile_of(folder: &Path) -> &str {
    match folder.file_name().and_then(OsStr::to_str) {
        Some("debug") | None => "dev",
        Some(name) => name,
    }
}

/// Returns the note that is printed before the first build of a program.
fn first_build_note(program: &str) -> String {
    let (what, time) = match program {
        OPTIONS => ("the help", "some seconds"),
        "scaffold" => ("the templates of games", "up to a minute"),
        "bundle" => ("the bundler", "one to two minutes"),
        "workshop" => ("matches and tuning", "some minutes"),
        LEARNER => ("training", "some minutes"),
        _ => ("the board room", "some minutes"),
    };
    format!("note: compiling {what}; this happens once and takes {time}")
}

/// Lines of cargo that are not shown when a program is built again: the summary, and that it waits
/// a moment for the build of the bot.
const NOT_SHOWN: [&str; 2] = ["profile [", "file lock on package cache"];

/// Builds a program that has been built before. Filters cargo's lines so that only compilation is
/// shown.
fn rebuild(cargo: &mut Command) -> std::io::Result<bool> {
    cargo.stderr(Stdio::piped());
    if stderr().is_terminal() {
        cargo.args(["--color", "always"]);
    }
    let mut child = cargo.spawn()?;
    if let Some(report) = child.stderr.take() {
        for line in BufReader::new(report).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            if !NOT_SHOWN.iter().any(|part| line.contains(part)) {
                eprintln!("{line}");
            }
        }
    }
    Ok(child.wait()?.success())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use clap::CommandFactory;

    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn every_command_belongs_to_one_program() {
        let cli = options::Cli::command();
        let mut documented: Vec<&str> =
            cli.get_subcommands().map(clap::Command::get_name).collect();
        let mut implemented: Vec<&str> =
            PROGRAMS.iter().flat_map(|(_, commands)| *commands).copied().chain([TEST]).collect();
        documented.sort_unstable();
        implemented.sort_unstable();
        assert_eq!(documented, implemented);
    }

    #[test]
    fn each_command_selects_its_program_and_everything_else_selects_options() {
        #[track_caller]
        fn check(line: &str, expected: &str) {
            assert_eq!(program_of(command(&words(line))), expected, "{line}");
        }
        check("bundle breakthrough", "bundle");
        check("match breakthrough --p1 bot", "workshop");
        check("--data elsewhere serve", "boardroom");
        check("report -o match.html", "boardroom");
        check("--data=elsewhere train jungle", "learner");
        check("serve --help", OPTIONS);
        check("match -h", OPTIONS);
        check("help serve", OPTIONS);
        check("bundel", OPTIONS);
        check("--version", OPTIONS);
        assert_eq!(program_of(command(&[])), OPTIONS);
    }

    #[test]
    fn the_learner_is_built_for_the_device_in_its_arguments() {
        #[track_caller]
        fn check(line: &str, expected: Option<&str>) {
            assert_eq!(device(LEARNER, &words(line)), expected);
            assert_eq!(device("boardroom", &words(line)), None);
        }
        check("breakthrough --device cuda --epochs 2", Some("cuda"));
        check("breakthrough --epochs 2 --device=wgpu", Some("wgpu"));
        check("breakthrough --device cpu", None);
        check("breakthrough --device", None);
        check("breakthrough -o cuda", None);
    }

    #[test]
    fn a_match_with_a_report_needs_the_board_room() {
        #[track_caller]
        fn check(line: &str, expected: bool) {
            assert_eq!(needs_board_room(&words(line)), expected, "{line}");
        }
        check("match breakthrough --p1 bot --report match.html", true);
        check("--data elsewhere sprt --report=match.html", true);
        check("match breakthrough --p1 bot", false);
        check("match breakthrough --report x --help", false);
        check("match breakthrough --reports", false);
        check("export --report x", false);
    }

    #[test]
    fn a_match_of_the_bot_needs_its_build() {
        #[track_caller]
        fn check(line: &str, expected: Option<&str>) {
            assert_eq!(game_of_bot(Programs::own().root(), &words(line)), expected, "{line}");
        }
        check("match breakthrough --p1 bot --p2 random", Some("breakthrough"));
        check("--data elsewhere sprt jungle --base HEAD --test nodes=50,bot", Some("jungle"));
        check("match breakthrough --p1 greedy --p2 random", None);
        check("match chess --p1 bot --p2 random", None);
        check("serve breakthrough bot", None);
    }

    #[test]
    fn a_build_does_not_depend_on_the_package_that_starts_it() {
        let cargo = Programs::own().cargo("build");
        let removed: Vec<_> = cargo.get_envs().filter(|(_, value)| value.is_none()).collect();
        // Cargo has set it for this test.
        for name in ["CARGO_MANIFEST_DIR", "CARGO_PKG_NAME", "CARGO_PKG_VERSION_MAJOR"] {
            assert!(env::var_os(name).is_none() || removed.contains(&(name.as_ref(), None)));
        }
        assert!(is_of_package("CARGO_MANIFEST_DIR".as_ref()));
        assert!(!is_of_package("CARGO_TARGET_DIR".as_ref()));
    }

    #[test]
    fn a_program_is_built_in_the_profile_of_this_one() {
        assert_eq!(profile_of(Path::new("target/debug")), "dev");
        assert_eq!(profile_of(Path::new("target/tools")), "tools");
    }
}
