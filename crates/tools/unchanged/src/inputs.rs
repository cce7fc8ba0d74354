//! Hash of the inputs of a check, which is its key in the cache of test results.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

/// Hash of everything that the result of a check depends on: a key of the cache.
///
/// The hash has 64 bits and is not cryptographic: it detects accidental changes, not forgeries.
/// Another version of Rust may use another hash function; then a check runs once more.
#[derive(Clone, Default)]
pub struct Inputs {
    hash: DefaultHasher,
}

impl Inputs {
    /// Adds a text.
    #[must_use]
    pub fn text(mut self, text: &str) -> Inputs {
        text.hash(&mut self.hash);
        self
    }

    /// Adds a program, identified by its path, modification time and length.
    ///
    /// # Errors
    ///
    /// The file does not exist.
    pub fn program(mut self, path: &Path) -> io::Result<Inputs> {
        let metadata = fs::metadata(path)?;
        let built = metadata.modified()?.duration_since(SystemTime::UNIX_EPOCH);
        (path, metadata.len(), built.unwrap_or_default()).hash(&mut self.hash);
        Ok(self)
    }

    /// Adds a file, or all files in a folder, relative to the root of a git work tree: the names
    /// and contents of all files that git tracks or does not ignore.
    ///
    /// # Errors
    ///
    /// Git cannot list the files, or there are none.
    pub fn files(mut self, root: &Path, path: &Path) -> io::Result<Inputs> {
        let mut git = Command::new("git");
        git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"]);
        let output = git.arg(path).current_dir(root).output()?;
        let names = String::from_utf8(output.stdout).map_err(io::Error::other)?;
        if !output.status.success() || names.is_empty() {
            return Err(io::Error::other(format!("git lists no files of {}", path.display())));
        }
        for name in names.split_terminator('\0') {
            // A tracked file that is deleted is hashed as `None`: a state different from any
            // content.
            (name, fs::read(root.join(name)).ok()).hash(&mut self.hash);
        }
        Ok(self)
    }

    /// Returns the hash, in hexadecimal digits.
    pub(crate) fn fingerprint(&self) -> String {
        format!("{:016x}", self.hash.finish())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use std::fs::File;
    use std::time::Duration;

    use tempfile::TempDir;

    use super::*;

    fn work_tree() -> TempDir {
        let tree = tempfile::tempdir().unwrap();
        let init = Command::new("git").args(["init", "--quiet"]).current_dir(tree.path()).status();
        assert!(init.unwrap().success());
        fs::create_dir_all(tree.path().join("a/data")).unwrap();
        fs::create_dir(tree.path().join("b")).unwrap();
        fs::write(tree.path().join(".gitignore"), "*.log\n").unwrap();
        fs::write(tree.path().join("a/data/x"), "1").unwrap();
        fs::write(tree.path().join("b/y"), "2").unwrap();
        tree
    }

    #[test]
    fn only_changes_below_the_folder_change_the_inputs() {
        let tree = work_tree();
        let path = |name: &str| tree.path().join(name);
        let now = || {
            let inputs = Inputs::default().files(tree.path(), Path::new("a"));
            inputs.unwrap().fingerprint()
        };
        let first = now();
        fs::write(path("b/y"), "3").unwrap();
        fs::write(path("a/data/run.log"), "ignored").unwrap();
        assert_eq!(now(), first);
        fs::write(path("a/data/x"), "2").unwrap();
        let changed = now();
        assert_ne!(changed, first);
        fs::write(path("a/new"), "").unwrap();
        let with_new = now();
        assert_ne!(with_new, changed);
        fs::rename(path("a/new"), path("a/other")).unwrap();
        assert_ne!(now(), with_new);
        fs::remove_file(path("a/other")).unwrap();
        assert_eq!(now(), changed);
        fs::write(path("a/data/x"), "1").unwrap();
        assert_eq!(now(), first);
    }

    #[test]
    fn the_deletion_of_a_tracked_file_is_a_change() {
        let tree = work_tree();
        let add = Command::new("git").args(["add", "a"]).current_dir(tree.path()).status();
        assert!(add.unwrap().success());
        let now = || Inputs::default().files(tree.path(), Path::new("a")).unwrap().fingerprint();
        let first = now();
        fs::remove_file(tree.path().join("a/data/x")).unwrap();
        assert_ne!(now(), first);
    }

    #[test]
    fn files_outside_of_git_cannot_be_inputs() {
        let tree = work_tree();
        assert!(Inputs::default().files(tree.path(), Path::new("c")).is_err());
        let no_tree = tempfile::tempdir().unwrap();
        assert!(Inputs::default().files(no_tree.path(), Path::new("a")).is_err());
    }

    #[test]
    fn a_rebuilt_program_is_another_input() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program");
        assert!(Inputs::default().program(&path).is_err());
        fs::write(&path, "code").unwrap();
        let now = || Inputs::default().program(&path).unwrap().fingerprint();
        let first = now();
        assert_eq!(now(), first);
        let later = fs::metadata(&path).unwrap().modified().unwrap() + Duration::from_millis(1);
        File::options().write(true).open(&path).unwrap().set_modified(later).unwrap();
        assert_ne!(now(), first);
    }
}
