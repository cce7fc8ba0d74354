//! Settings of the workspace's builds: the flags of the compiler, and what the profiles of cargo
//! change in the meaning of a program.
//!
//! The bundle has the `cfg`s. A judge compiles it without the rest, which becomes remarks.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
};

use cargo_config2::{Config, ResolveOptions, Walk};
use cargo_metadata::Metadata;
use toml::{Table, Value};

use crate::answers::TARGET;
use crate::cfg::Cfgs;
use crate::compiler_flags::{self, Flag};
use crate::error::BundleError;
use crate::judge::Judge;
use crate::process::folder_of;
use crate::remark::Remark;

/// Profiles that the bundle's program is compared with.
const PROFILES: [&str; 2] = ["dev", "release"];

/// Settings of the builds of one workspace.
pub(crate) struct Settings {
    /// Flags of rustc for all crates.
    pub(crate) flags: Vec<String>,
    profiles: BTreeSet<ProfileSetting>,
}

/// A setting of a profile that changes the meaning of a program.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ProfileSetting {
    /// Name of the profile.
    profile: &'static str,
    /// Package that has the setting for itself, or `*` for all dependencies.
    package: Option<String>,
    key: &'static str,
    value: String,
}

impl Settings {
    /// Reads the settings with which cargo builds in the folder of a manifest.
    ///
    /// # Errors
    ///
    /// If a file of cargo's configuration, or a variable of it, is not valid.
    pub(crate) fn read(manifest: &Path, metadata: &Metadata) -> Result<Self, BundleError> {
        let failed = |error: &dyn std::error::Error| BundleError::Configuration {
            manifest: manifest.to_owned(),
            reason: error.to_string(),
        };
        let folder = folder_of(manifest);
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        // A wrapper of the compiler belongs to another build.
        let variables = env::vars_os()
            .filter(|(name, _)| !name.to_str().is_some_and(|name| name.starts_with("RUSTC_W")));
        let options = ResolveOptions::default().env(variables);
        let config = Config::load_with_options(&folder, options).map_err(|error| failed(&error))?;
        let flags = config.rustflags(TARGET).map_err(|error| failed(&error))?;
        let mut files: Vec<PathBuf> = Walk::new(&folder).collect();
        files.push(metadata.workspace_root.join("Cargo.toml").into_std_path_buf());
        let tables = files.iter().filter_map(|file| fs::read_to_string(file).ok()?.parse().ok());
        Ok(Self {
            flags: flags.map(|flags| flags.flags).unwrap_or_default(),
            profiles: profile_settings(&tables.collect::<Vec<Table>>(), |name| env::var(name).ok()),
        })
    }

    /// Returns the `cfg`s that the flags set in every crate.
    pub(crate) fn cfgs(&self) -> Cfgs {
        compiler_flags::cfgs(&Flag::read_all(&self.flags))
    }

    /// Returns the settings that a bundle of these packages lacks and that may change its meaning.
    pub(crate) fn remarks(&self, packages: &BTreeSet<&str>, judge: &Judge) -> Vec<Remark> {
        let of_judge = Flag::read_all(&judge.flags);
        let flags = Flag::read_all(&self.flags).into_iter();
        let flags = flags.filter(|flag| !flag.is_harmless() && !of_judge.contains(flag));
        let flags = flags.map(|flag| Remark::CompilerFlag { flag: flag.to_string() });
        let is_used = |setting: &&ProfileSetting| {
            setting.package.as_deref().is_none_or(|name| name == "*" || packages.contains(name))
        };
        let profiles = self.profiles.iter().filter(is_used);
        let profiles = profiles.filter(|setting| !setting.is_among(&of_judge));
        let profiles = profiles.map(ProfileSetting::remark);
        flags.chain(profiles).collect()
    }
}

impl ProfileSetting {
    /// Returns true if one of the flags has the same effect in every profile.
    fn is_among(&self, flags: &[Flag]) -> bool {
        let codegen = flags.iter().filter_map(Flag::codegen);
        let mut same = codegen.filter(|(name, _)| name == self.key).map(|(_, value)| match value {
            None | Some("y" | "yes" | "on" | "true") => "true".to_owned(),
            Some("n" | "no" | "off" | "false") => "false".to_owned(),
            Some(other) => format!("\"{other}\""),
        });
        same.next_back().is_some_and(|value| value == self.value)
    }

    fn remark(&self) -> Remark {
        let Self { profile, package, key, value } = self;
        let package = package.as_ref().map(|name| format!(".package.{name}")).unwrap_or_default();
        Remark::ProfileSetting {
            profile: format!("profile.{profile}{package}"),
            setting: format!("{key} = {value}"),
        }
    }
}

/// Returns the settings of both profiles that differ from cargo's defaults. Of several tables, the
/// first one with a setting counts; a variable precedes them all.
fn profile_settings(
    tables: &[Table],
    variable: impl Fn(&str) -> Option<String>,
) -> BTreeSet<ProfileSetting> {
    let mut found = BTreeSet::new();
    for profile in PROFILES {
        let tables: Vec<&Table> =
            tables.iter().filter_map(|table| inner(inner(table, "profile")?, profile)).collect();
        let checks = if profile == "dev" { "true" } else { "false" };
        for (key, default) in
            [("overflow-checks", checks), ("debug-assertions", checks), ("panic", "\"unwind\"")]
        {
            let name = format!("CARGO_PROFILE_{profile}_{key}").replace('-', "_").to_uppercase();
            let set = variable(&name).map(|text| match key {
                "panic" => format!("\"{text}\""),
                _ => text,
            });
            let set = set.or_else(|| tables.iter().find_map(|table| text(table.get(key)?)));
            let of_packages = tables.iter().filter_map(|table| inner(table, "package")).flatten();
            let of_packages = of_packages.filter_map(|(specification, table)| {
                // A specification may have a version.
                let name = specification.split(['@', ':']).next().unwrap_or_default();
                Some((Some(name.to_owned()), text(table.get(key)?)?))
            });
            let all = set.map(|value| (None, value)).into_iter().chain(of_packages);
            found.extend(
                all.filter(|(_, value)| value != default).map(|(package, value)| ProfileSetting {
                    profile,
                    package,
                    key,
                    value,
                }),
            );
        }
    }
    found
}

fn inner<'a>(table: &'a Table, key: &str) -> Option<&'a Table> {
    table.get(key)?.as_table()
}

/// Returns a value as a manifest writes it.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Boolean(value) => Some(value.to_string()),
        Value::String(text) => Some(format!("\"{text}\"")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tables: &[&str], variables: &[(&str, &str)], expected: &[&str]) {
        let tables: Vec<Table> = tables.iter().map(|text| text.parse().unwrap()).collect();
        let variable = |wanted: &str| {
            let found = variables.iter().find(|(name, _)| *name == wanted);
            found.map(|(_, value)| (*value).to_owned())
        };
        let settings = profile_settings(&tables, variable);
        let settings = Settings { flags: Vec::new(), profiles: settings };
        let found = settings.remarks(&BTreeSet::from(["bot"]), &Judge::codingame());
        let found = found.iter().map(|remark| match remark {
            Remark::ProfileSetting { profile, setting } => format!("{profile} {setting}"),
            other => panic!("{other}"),
        });
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn settings_of_profiles_are_those_that_differ_from_the_defaults() {
        let defaults = "[profile.dev]\noverflow-checks = true\nopt-level = 3\n\
                        [profile.release]\npanic = \"unwind\"\nlto = true\n\
                        [profile.other]\npanic = \"abort\"";
        check(&[defaults, ""], &[], &[]);
        let text = "[profile.dev]\npanic = \"abort\"\n\
                    [profile.release]\noverflow-checks = true\ndebug-assertions = true";
        let expected = [
            "profile.dev panic = \"abort\"",
            "profile.release debug-assertions = true",
            "profile.release overflow-checks = true",
        ];
        check(&[text], &[], &expected);
    }

    #[test]
    fn variables_precede_configuration_and_configuration_precedes_the_manifest() {
        let on = "[profile.release]\noverflow-checks = true";
        let off = "[profile.release]\noverflow-checks = false";
        check(&[off, on], &[], &[]);
        check(&[on, off], &[], &["profile.release overflow-checks = true"]);
        check(&[on], &[("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", "false")], &[]);
        let variable = ("CARGO_PROFILE_DEV_PANIC", "abort");
        check(&[], &[variable], &["profile.dev panic = \"abort\""]);
    }

    #[test]
    fn settings_of_packages_outside_the_bundle_do_not_count() {
        let text = "[profile.release.package.bot]\noverflow-checks = true\n\
                    [profile.release.package.\"*\"]\ndebug-assertions = true\n\
                    [profile.release.package.tool]\noverflow-checks = true";
        let expected = [
            "profile.release.package.* debug-assertions = true",
            "profile.release.package.bot overflow-checks = true",
        ];
        check(&[text], &[], &expected);
    }

    #[test]
    fn settings_that_the_judge_has_too_are_no_difference() {
        let flags = "-C target-cpu=x86-64-v3 -Cpanic=abort -Coverflow-checks";
        let words: Vec<String> = flags.split(' ').map(str::to_owned).collect();
        let table: Table = "[profile.release]\noverflow-checks = true\npanic = \"abort\"\n\
                            debug-assertions = true"
            .parse()
            .unwrap();
        let profiles = profile_settings(&[table], |_| None);
        let settings = Settings { flags: words.clone(), profiles };
        let remarks = |flags: &[String]| {
            let judge = Judge { flags: flags.to_vec(), ..Judge::codingame() };
            settings.remarks(&BTreeSet::new(), &judge).len()
        };
        assert_eq!((remarks(&[]), remarks(&words)), (6, 1));
    }
}
