//! Environment variables of a program: a short list of inherited ones, and a marker by which the
//! program's child processes are found.

use std::env;
use std::fmt;
use std::process::{self, Command};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Environment variable that identifies all child processes of a program.
const MARKER: &str = "ARENA_PROCESS";

/// Prefix that makes the markers of this process different from those of any other arena process,
/// past or present.
static ARENA: LazyLock<String> = LazyLock::new(|| {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{}-{}", process::id(), since_epoch.as_nanos())
});

/// Marker that a program and all its child processes carry in their environment, and no other
/// process does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Marker(String);

impl Marker {
    /// Returns a marker that has never been used before.
    pub(super) fn new() -> Marker {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Marker(format!("{}.{}", *ARENA, NEXT.fetch_add(1, Ordering::Relaxed)))
    }

    /// Returns whether one of these environment variables, `NAME=value` each, is this marker.
    #[cfg(unix)]
    pub(super) fn is_in<'a>(&self, mut environment: impl Iterator<Item = &'a [u8]>) -> bool {
        let marker = self.to_string();
        environment.any(|variable| variable == marker.as_bytes())
    }

    /// Returns the common prefix of all markers of this process, the variable's name included.
    #[cfg(unix)]
    pub(super) fn common_start() -> String {
        format!("{MARKER}={}.", *ARENA)
    }

    /// Replaces the environment of `command` by the inherited variables `passed_on`, as far as they
    /// are set, and the marker. Other variables of cargo, a debugger or a shell must not change the
    /// play of a program, and its judge sets none of them. A command that needs more sets them
    /// itself: `env JAVA_HOME=/opt/java bot`.
    pub(super) fn clean_environment(&self, command: &mut Command, passed_on: &[&str]) {
        command.env_clear();
        for name in passed_on {
            if let Some(value) = env::var_os(name) {
                command.env(name, value);
            }
        }
        command.env(MARKER, &self.0);
    }
}

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MARKER}={}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::system::PASSED_ON;

    #[test]
    fn a_marker_is_known_among_variables_and_only_as_a_whole() {
        let [first, second] = [Marker::new(), Marker::new()];
        assert_ne!(first, second);
        let environment = format!("PATH=/bin\0{first}\0HOME=/\0");
        let is_in = |marker: &Marker, environment: &str| {
            marker.is_in(environment.as_bytes().split(|&byte| byte == 0))
        };
        assert!(is_in(&first, &environment));
        assert!(!is_in(&second, &environment));
        assert!(!is_in(&first, &format!("{first}0\0")));
        assert!(!is_in(&first, ""));
        assert!(first.to_string().starts_with(&Marker::common_start()));
    }

    #[test]
    fn a_program_sees_the_few_variables_and_its_marker() {
        let marker = Marker::new();
        let mut command = Command::new("env");
        command.env("RUST_LOG", "debug");
        marker.clean_environment(&mut command, PASSED_ON);
        let output = String::from_utf8(command.output().unwrap().stdout).unwrap();
        let mut seen: Vec<&str> =
            output.lines().filter_map(|line| line.split('=').next()).collect();
        seen.sort_unstable();
        let mut expected: Vec<&str> =
            PASSED_ON.iter().copied().filter(|name| env::var_os(name).is_some()).collect();
        expected.push(MARKER);
        expected.sort_unstable();
        assert_eq!(seen, expected);
        assert!(output.lines().any(|line| line == marker.to_string()), "{output}");
    }
}
