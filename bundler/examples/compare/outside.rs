//! Programs from outside: those of published packages, and small ones that use published libraries.
//!
//! Their list is `tests/fixtures/outside/programs.toml`. The packages come from the registry, in
//! the versions of the list, and are written into a scratch folder.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use bundler::Entry;
use cargo_metadata::MetadataCommand;
use serde::Deserialize;

use crate::AnyResult;
use crate::program::Program;

/// Folder of the list, and of the small programs: each is `programs/<package>.rs`.
const FOLDER: &str = "tests/fixtures/outside";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    program: Vec<Listed>,
}

/// One entry of the list. Without a binary and an example it is a small program that uses the
/// package.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    package: String,
    version: String,
    binary: Option<String>,
    example: Option<String>,
    /// Arguments of the program, which runs in the folder of its package.
    #[serde(default)]
    arguments: Vec<String>,
    /// Standard input.
    #[serde(default)]
    input: String,
    /// Text in the message of the bundler, or of rustc about the bundle, if the program cannot be
    /// bundled.
    refused: Option<String>,
}

/// Returns the programs of the list, of all packages or of those with these names.
pub(crate) fn programs(scratch: &Path, wanted: &[String]) -> AnyResult<Vec<Program>> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let list: List = toml::from_str(&fs::read_to_string(home.join("programs.toml"))?)?;
    let is_wanted = |listed: &&Listed| wanted.is_empty() || wanted.contains(&listed.package);
    list.program
        .into_iter()
        .filter(|listed| is_wanted(&listed))
        .map(|listed| listed.program(&home, scratch))
        .collect()
}

impl Listed {
    fn program(self, home: &Path, scratch: &Path) -> AnyResult<Program> {
        let entry = match (&self.binary, &self.example) {
            (None, Some(name)) => Entry::Example(name.clone()),
            (Some(name), None) => Entry::Bin(Some(name.clone())),
            (None, None) => Entry::Bin(Some("main".to_owned())),
            (Some(_), Some(_)) => return Err("a program is a binary or an example".into()),
        };
        let user = self.write_user(home, scratch)?;
        let is_published = self.binary.is_some() || self.example.is_some();
        let (package, manifest) = match is_published {
            true => (self.package.clone(), self.copy_package(&user, scratch)?),
            false => ("main".to_owned(), user),
        };
        let name = match self.binary.or(self.example) {
            Some(target) if target != self.package => format!("{} {target}", self.package),
            Some(target) => target,
            None => format!("uses {}", self.package),
        };
        Ok(Program {
            name: format!("{name} {}", self.version),
            manifest,
            package,
            entry,
            arguments: self.arguments,
            input: self.input,
            refused: self.refused,
            build: scratch.join("build"),
        })
    }

    /// Writes a package that depends on the listed one, with the small program if there is one, and
    /// returns its manifest.
    fn write_user(&self, home: &Path, scratch: &Path) -> AnyResult<PathBuf> {
        let Self { package, version, .. } = self;
        let folder = scratch.join("users").join(package);
        fs::create_dir_all(folder.join("src"))?;
        let program = home.join("programs").join(format!("{package}.rs"));
        match program.is_file() {
            true => fs::copy(program, folder.join("src/main.rs")).map(drop)?,
            false => fs::write(folder.join("src/main.rs"), "fn main() {}\n")?,
        }
        let manifest = folder.join("Cargo.toml");
        let text = format!(
            "[workspace]\n\n[package]\nname = \"main\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n\
             [dependencies]\n{package} = \"={version}\"\n"
        );
        fs::write(&manifest, text)?;
        Ok(manifest)
    }

    /// Copies the sources of the listed package, which `user` depends on, and returns the manifest.
    fn copy_package(&self, user: &Path, scratch: &Path) -> AnyResult<PathBuf> {
        let metadata = MetadataCommand::new().manifest_path(user).exec()?;
        let package = metadata
            .packages
            .iter()
            .find(|it| *it.name == self.package && it.version.to_string() == self.version)
            .ok_or_else(|| format!("cargo finds no {} {}", self.package, self.version))?;
        let from = package.manifest_path.parent().ok_or("a manifest lies in a folder")?;
        let to = scratch.join("packages").join(&self.package);
        fs::create_dir_all(&to)?;
        let status = Command::new("cp").arg("-rT").arg(from).arg(&to).status()?;
        if !status.success() {
            return Err(format!("cannot copy {from} to {}", to.display()).into());
        }
        for choice in ["rust-toolchain", "rust-toolchain.toml"] {
            // The compiler is that of this machine.
            let _ = fs::remove_file(to.join(choice));
        }
        let manifest = to.join("Cargo.toml");
        let text = fs::read_to_string(&manifest)?;
        if !text.contains("[workspace]") {
            fs::write(&manifest, format!("{text}\n[workspace]\n"))?;
        }
        Ok(manifest)
    }
}
