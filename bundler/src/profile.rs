//! Judge profiles in TOML files.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use crate::compiler_flags::Flag;
use crate::judge::{Edition, Judge, Provided, Toolchain, Unit};

/// Name of the compiler on `PATH`.
const PATH: &str = "path";

/// Options of rustc that the bundler sets, or that leave no program.
const SET_BY_BUNDLER: [&str; 10] = [
    "--crate-name",
    "--crate-type",
    "--edition",
    "--emit",
    "--error-format",
    "--extern",
    "--out-dir",
    "--print",
    "--test",
    "-o",
];

/// A warning appears when less than 1/20 of the limit is left, unless the profile sets `warn_from`.
const MARGIN: usize = 20;

/// Content of a profile.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Profile {
    name: String,
    limit: Option<usize>,
    #[serde(default)]
    unit: Unit,
    warn_from: Option<usize>,
    #[serde(default = "all_editions")]
    editions: Vec<Edition>,
    #[serde(default = "own_compiler")]
    compilers: Vec<String>,
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    crates: BTreeMap<String, String>,
}

fn all_editions() -> Vec<Edition> {
    vec![Edition::E2021, Edition::E2024]
}

fn own_compiler() -> Vec<String> {
    vec![PATH.to_owned()]
}

/// Reason why a file does not describe a judge.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// The file cannot be read.
    #[error("{file}: {reason}")]
    Read {
        /// Path of the file.
        file: PathBuf,
        /// Error of the operating system.
        reason: io::Error,
    },
    /// The file is not valid TOML, or does not match the format of a profile.
    #[error("{file} does not describe a judge: {reason}")]
    Wrong {
        /// Path of the file.
        file: PathBuf,
        /// The problem and its place.
        reason: String,
    },
}

impl Judge {
    /// Returns the judge CodinGame: Rust 1.90 with six crates, 100,000 UTF-16 code units.
    pub fn codingame() -> Self {
        Self::built_in(include_str!("../judges/codingame.toml"))
    }

    /// Returns the judge CodeCup: no crates except the standard library.
    pub fn codecup() -> Self {
        Self::built_in(include_str!("../judges/codecup.toml"))
    }

    /// Returns every built-in judge.
    pub fn all() -> [Self; 2] {
        [Self::codingame(), Self::codecup()]
    }

    fn built_in(profile: &str) -> Self {
        read(profile).expect("the built-in profiles are valid")
    }

    /// Returns whether a text is the path of a profile rather than the name of a built-in judge.
    pub fn is_profile(text: &str) -> bool {
        text.ends_with(".toml")
    }

    /// Reads a judge from a TOML file with these keys: a `name`; the `limit` on a source's length,
    /// if there is one; its `unit` (`utf16`, `bytes` or `characters`); `warn_from`, the length from
    /// which to warn; `editions`; `compilers` (`path`, versions that rustup has, or paths); the
    /// `flags` of rustc; and a table `crates` of the crates that the judge links, with their
    /// versions.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or does not match this format.
    pub fn from_file(file: &Path) -> Result<Self, ProfileError> {
        let text = fs::read_to_string(file)
            .map_err(|reason| ProfileError::Read { file: file.to_owned(), reason })?;
        read(&text).map_err(|reason| ProfileError::Wrong { file: file.to_owned(), reason })
    }
}

pub(crate) fn read(text: &str) -> Result<Judge, String> {
    let profile: Profile = toml::from_str(text).map_err(|error| error.to_string())?;
    if profile.editions.is_empty() || profile.compilers.is_empty() {
        return Err("a profile needs at least one compiler and one edition".to_owned());
    }
    refuse_settings(&profile.flags)?;
    let source_limit = profile.limit.unwrap_or(usize::MAX);
    let warn_from = profile.warn_from.unwrap_or(source_limit - source_limit / MARGIN);
    Ok(Judge {
        name: profile.name,
        source_limit,
        warn_from: warn_from.min(source_limit),
        unit: profile.unit,
        provided: profile.crates.iter().map(|(name, at)| Provided::new(name, at)).collect(),
        editions: profile.editions,
        toolchains: profile
            .compilers
            .iter()
            .map(|name| toolchain(name))
            .collect::<Result<_, _>>()?,
        flags: profile.flags,
    })
}

/// Refuses flags that the bundler sets itself.
fn refuse_settings(flags: &[String]) -> Result<(), String> {
    for flag in Flag::read_all(flags) {
        let is_level = flag.codegen().is_some_and(|(name, _)| name == "opt-level");
        if is_level || flag.option == "-O" {
            return Err(format!(
                "`{flag}` cannot be one of the `flags`: the bundler checks at opt-level 0 and 3"
            ));
        }
        if SET_BY_BUNDLER.contains(&flag.option.as_str()) {
            return Err(format!(
                "`{flag}` cannot be one of the `flags`: the bundler sets {} itself",
                flag.option
            ));
        }
        if !flag.option.starts_with('-') {
            return Err(format!("`{flag}` is no flag of rustc: flags begin with `-`"));
        }
    }
    Ok(())
}

fn toolchain(name: &str) -> Result<Toolchain, String> {
    let is_version = |name: &str| name.split('.').all(|part| part.parse::<u32>().is_ok());
    match name {
        PATH => Ok(Toolchain::Path),
        name if is_version(name) => Ok(Toolchain::Version(name.to_owned())),
        name if name.contains('/') => Ok(Toolchain::Program(PathBuf::from(name))),
        name => Err(format!(
            "`{name}` is not a compiler: use \"{PATH}\", a version such as \"1.90.0\", \
             or the path of a rustc"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_contains_only_the_differences_from_the_defaults() {
        let judge = read("name = \"Club\"").unwrap();
        assert_eq!((judge.source_limit, judge.unit), (usize::MAX, Unit::Utf16));
        assert_eq!(judge.toolchains, [Toolchain::Path]);
        assert_eq!(judge.editions, [Edition::E2021, Edition::E2024]);

        let text = "name = \"Club\"\nlimit = 1000\nunit = \"bytes\"\neditions = [\"2021\"]\n\
                    compilers = [\"1.85.0\", \"/opt/rustc\"]\n[crates]\nrand = \"0.8.5\"\n";
        let judge = read(text).unwrap();
        assert_eq!((judge.source_limit, judge.warn_from, judge.unit), (1000, 950, Unit::Bytes));
        assert_eq!(judge.editions, [Edition::E2021]);
        assert_eq!(judge.provided, [Provided::new("rand", "0.8.5")]);
        assert_eq!(judge.flags, [""; 0]);
        let program = Toolchain::Program(PathBuf::from("/opt/rustc"));
        assert_eq!(judge.toolchains, [Toolchain::Version("1.85.0".to_owned()), program]);
    }

    #[test]
    fn flags_are_any_but_those_that_the_bundler_sets() {
        let judge = |flags: &str| read(&format!("name = \"Club\"\nflags = {flags}\n"));
        let flags = ["-C", "target-cpu=x86-64-v3", "--cfg", "online"];
        assert_eq!(judge(&format!("{flags:?}")).unwrap().flags, flags);
        for (flags, words) in [
            ("\"-g\"", "expected a sequence"),
            ("[1]", "expected a string"),
            ("[\"--edition=2021\"]", "the bundler sets --edition itself"),
            ("[\"--edition\", \"2021\"]", "the bundler sets --edition itself"),
            ("[\"-obot\"]", "`-o bot` cannot be one of the `flags`"),
            ("[\"--crate-name\", \"a\"]", "the bundler sets --crate-name itself"),
            ("[\"--emit=asm\"]", "the bundler sets --emit itself"),
            ("[\"--extern\", \"a=b\"]", "the bundler sets --extern itself"),
            ("[\"--error-format=human\"]", "the bundler sets --error-format itself"),
            ("[\"-C\", \"opt-level=2\"]", "the bundler checks at opt-level 0 and 3"),
            ("[\"-O\"]", "the bundler checks at opt-level 0 and 3"),
            ("[\"target-cpu=native\"]", "flags begin with `-`"),
        ] {
            let error = judge(flags).unwrap_err();
            assert!(error.contains(words), "{flags}: {error}");
        }
    }

    #[test]
    fn an_error_in_a_profile_names_its_place() {
        let check = |text: &str, words: &str| {
            let error = read(text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        };
        check("limit = 1", "name");
        check("name = \"A\"\nlimits = 1", "limits");
        check("name = \"A\"\nunit = \"lines\"", "lines");
        check("name = \"A\"\ncompilers = [\"newest\"]", "`newest` is not a compiler");
        check("name = \"A\"\neditions = []", "one edition");
    }
}
