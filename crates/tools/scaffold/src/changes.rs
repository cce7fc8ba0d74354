//! Changes of a folder that are made together: all of them, or none.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::Builder;

/// New files and folders, and edits of existing files, by their paths relative to a folder.
#[derive(Default)]
pub(crate) struct Changes {
    /// New files with their contents, in folders that may be new too.
    pub(crate) files: Vec<(PathBuf, String)>,
    /// Files and folders that must not exist yet: the new files, or folders that hold them.
    pub(crate) places: Vec<PathBuf>,
    /// Existing files with their new contents.
    pub(crate) edits: Vec<(PathBuf, String)>,
}

/// Step that can be undone.
enum Step {
    /// A file or folder that was created.
    Created(PathBuf),
    /// A file that was replaced, and the copy of what it held.
    Replaced(PathBuf, PathBuf),
}

impl Changes {
    /// Makes all changes in the folder `root`. Everything is written to a temporary folder first
    /// and then renamed.
    ///
    /// # Errors
    ///
    /// A place exists already, or the operating system reports an error. The folder is then as it
    /// was before.
    pub(crate) fn make(&self, root: &Path) -> anyhow::Result<()> {
        if let Some(place) = self.places.iter().find(|place| root.join(place).exists()) {
            bail!("{} exists already: choose another name", place.display());
        }
        let stage = Builder::new().prefix(".cg-new-").tempdir_in(root);
        let stage = stage.with_context(|| format!("{} cannot be written", root.display()))?;
        let (new, old) = (stage.path().join("new"), stage.path().join("old"));
        for (path, text) in self.files.iter().chain(&self.edits) {
            write(&new.join(path), text)?;
        }
        for (path, _) in &self.edits {
            copy(&root.join(path), &old.join(path))?;
        }
        let mut done = Vec::new();
        let made = self.rename(root, &new, &old, &mut done);
        if made.is_err() {
            done.iter().rev().for_each(undo);
        }
        made
    }

    fn rename(
        &self,
        root: &Path,
        new: &Path,
        old: &Path,
        done: &mut Vec<Step>,
    ) -> anyhow::Result<()> {
        for place in &self.places {
            rename(&new.join(place), &root.join(place))?;
            done.push(Step::Created(root.join(place)));
        }
        for (path, _) in &self.edits {
            let (target, copy) = (root.join(path), old.join(path));
            fs::set_permissions(new.join(path), fs::metadata(&target)?.permissions())?;
            rename(&new.join(path), &target)?;
            done.push(Step::Replaced(target, copy));
        }
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = fs::create_dir_all(folder).and_then(|()| {
        let mut file = File::create(path)?;
        file.write_all(text.as_bytes())?;
        // It will take the place of another file.
        file.sync_all()
    });
    written.with_context(|| format!("{} cannot be written", path.display()))
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    let folder = to.parent().unwrap_or(Path::new("."));
    let copied = fs::create_dir_all(folder).and_then(|()| fs::copy(from, to));
    copied.map(|_| ()).with_context(|| format!("{} cannot be copied", from.display()))
}

fn rename(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::rename(from, to).with_context(|| format!("{} cannot be written", to.display()))
}

/// Undoes a step as far as the operating system allows: the error that is reported is the first
/// one.
fn undo(step: &Step) {
    let _ = match step {
        Step::Created(path) if path.is_dir() => fs::remove_dir_all(path),
        Step::Created(path) => fs::remove_file(path),
        Step::Replaced(path, copy) => fs::rename(copy, path),
    };
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use std::collections::BTreeMap;

    use super::*;

    /// Returns all files below a folder with their contents.
    fn contents(folder: &Path) -> BTreeMap<PathBuf, String> {
        let mut found = BTreeMap::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => found.extend(contents(&path)),
                false => {
                    found.insert(path.clone(), fs::read_to_string(&path).unwrap());
                }
            }
        }
        found
    }

    fn changes() -> Changes {
        Changes {
            files: vec![("games/chess/lib.rs".into(), "new".into()), ("book".into(), "".into())],
            places: vec!["games/chess".into(), "book".into()],
            edits: vec![("list".into(), "a\nb".into()), ("games/list".into(), "c".into())],
        }
    }

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("games")).unwrap();
        fs::write(folder.path().join("list"), "a").unwrap();
        fs::write(folder.path().join("games/list"), "").unwrap();
        folder
    }

    #[test]
    fn all_changes_are_made() {
        let folder = folder();
        changes().make(folder.path()).unwrap();
        let found = contents(folder.path());
        let text = |path: &str| found[&folder.path().join(path)].as_str();
        assert_eq!(found.len(), 4);
        let new = ["games/chess/lib.rs", "list", "games/list"].map(text);
        assert_eq!(new, ["new", "a\nb", "c"]);
    }

    #[test]
    fn a_failed_change_leaves_everything_as_it_was() {
        let check = |spoil: fn(&Path), expected: &str| {
            let folder = folder();
            spoil(folder.path());
            let before = contents(folder.path());
            let error = format!("{:#}", changes().make(folder.path()).unwrap_err());
            assert!(error.contains(expected), "{error}");
            assert_eq!(contents(folder.path()), before);
            assert!(!folder.path().join("games/chess/lib.rs").exists());
        };
        check(|root| fs::write(root.join("book"), "old").unwrap(), "book exists already");
        check(|root| fs::remove_file(root.join("games/list")).unwrap(), "list cannot be copied");
    }

    #[test]
    fn a_failed_rename_undoes_those_before() {
        let folder = folder();
        let before = contents(folder.path());
        let mut changes = changes();
        changes.files.push(("missing/board".into(), String::new()));
        changes.places.push("missing/board".into());
        let error = format!("{:#}", changes.make(folder.path()).unwrap_err());
        assert!(error.contains("missing/board cannot be written"), "{error}");
        assert_eq!(contents(folder.path()), before);
        assert!(!folder.path().join("games/chess").exists());
    }

    #[test]
    fn an_undone_edit_restores_the_file() {
        let folder = folder();
        let (path, copy) = (folder.path().join("list"), folder.path().join("copy"));
        fs::copy(&path, &copy).unwrap();
        fs::write(&path, "changed").unwrap();
        undo(&Step::Replaced(path.clone(), copy));
        assert_eq!(fs::read_to_string(path).unwrap(), "a");
    }
}
