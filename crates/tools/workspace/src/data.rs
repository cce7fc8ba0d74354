//! The folder of what users make: stored matches, self-play shards, networks, training runs.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::Workspace;

/// Its name in the workspace. Git ignores it.
const DEFAULT: &str = ".cg";

/// Environment variable that names another one.
const VARIABLE: &str = "CG_DATA";

/// Files that SQLite keeps beside a database, by the end of their names.
const COMPANIONS: [&str; 2] = ["-wal", "-shm"];

/// The data folder.
#[derive(Clone, Debug)]
pub struct DataFolder {
    path: PathBuf,
    /// The build output in which older versions kept the same files; `None` where the user has asked
    /// for another data folder.
    old: Option<PathBuf>,
}

impl DataFolder {
    /// Finds the data folder: `option`, or else what `CG_DATA` in the environment names, or else
    /// `.cg` in the workspace around the current folder.
    ///
    /// # Errors
    ///
    /// None is named, and there is no workspace.
    pub fn find(option: Option<&Path>) -> anyhow::Result<DataFolder> {
        match DataFolder::asked_for(option) {
            Some(folder) => Ok(folder),
            None => Ok(DataFolder::of_workspace(&Workspace::find()?)),
        }
    }

    /// Returns the data folder that `option` or the environment names, if any.
    #[must_use]
    pub fn asked_for(option: Option<&Path>) -> Option<DataFolder> {
        let path = option.map(PathBuf::from).or_else(|| env::var_os(VARIABLE).map(Into::into))?;
        Some(DataFolder { path, old: None })
    }

    /// Returns the data folder of a workspace.
    #[must_use]
    pub fn of_workspace(workspace: &Workspace) -> DataFolder {
        let (path, old) = (workspace.root.join(DEFAULT), workspace.target.clone());
        DataFolder { path, old: Some(old) }
    }

    /// Returns the path of a file or folder in the data folder, which exists from then on. What an
    /// older version kept in the build output under the same name is moved there first.
    ///
    /// # Errors
    ///
    /// The data folder cannot be made, or the older file cannot be moved.
    pub fn kept(&self, name: &str) -> anyhow::Result<PathBuf> {
        let path = self.path.join(name);
        fs::create_dir_all(&self.path).with_context(|| {
            format!(
                "{} cannot be made: name another folder with --data or {VARIABLE}",
                self.path.display()
            )
        })?;
        if let Some(old) = self.old.as_ref().map(|old| old.join(name))
            && old.exists()
            && !path.exists()
        {
            take_over(&old, &path)?;
        }
        Ok(path)
    }
}

/// Moves a file or folder, a database together with its companions.
///
/// The database itself is moved last: until then it is found again in its old place.
fn take_over(old: &Path, new: &Path) -> anyhow::Result<()> {
    let beside = |path: &Path, end: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    let companions = COMPANIONS.iter().map(|end| (beside(old, end), beside(new, end)));
    let all = companions.filter(|(old, _)| old.exists()).chain([(old.to_owned(), new.to_owned())]);
    for (old, new) in all {
        fs::rename(&old, &new).map_err(|error| {
            let (old, new) = (old.display(), new.display());
            anyhow!("{old} cannot be moved out of the build output: {error}: move it to {new}")
        })?;
    }
    eprintln!("note: {} is now {}, where `cargo clean` leaves it", old.display(), new.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use super::*;

    fn data_folder(root: &Path) -> DataFolder {
        let workspace = Workspace { root: root.to_owned(), target: root.join("target") };
        fs::create_dir_all(&workspace.target).unwrap();
        DataFolder::of_workspace(&workspace)
    }

    #[test]
    fn an_old_database_is_moved_with_its_companions() {
        let root = tempfile::tempdir().unwrap();
        let (data, target) = (data_folder(root.path()), root.path().join("target"));
        for name in ["arena.db", "arena.db-wal", "arena.db-shm"] {
            fs::write(target.join(name), name).unwrap();
        }
        assert_eq!(data.kept("arena.db").unwrap(), root.path().join(".cg/arena.db"));
        for name in ["arena.db", "arena.db-wal", "arena.db-shm"] {
            assert_eq!(fs::read_to_string(root.path().join(".cg").join(name)).unwrap(), name);
            assert!(!target.join(name).exists());
        }
    }

    #[test]
    fn what_is_kept_already_is_not_replaced() {
        let root = tempfile::tempdir().unwrap();
        let (data, target) = (data_folder(root.path()), root.path().join("target"));
        for folder in [target.join("selfplay"), data.path.join("selfplay")] {
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("file"), folder.to_str().unwrap()).unwrap();
        }
        let path = data.kept("selfplay").unwrap();
        assert_eq!(fs::read_to_string(path.join("file")).unwrap(), path.to_str().unwrap());
        assert!(target.join("selfplay").exists());
    }

    #[test]
    fn a_folder_that_was_asked_for_takes_nothing_over() {
        let root = tempfile::tempdir().unwrap();
        let elsewhere = root.path().join("elsewhere");
        let data = DataFolder::asked_for(Some(&elsewhere)).unwrap();
        assert_eq!(data.kept("arena.db").unwrap(), elsewhere.join("arena.db"));
        assert_eq!(fs::read_dir(elsewhere).unwrap().count(), 0);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named_with_a_way_out() {
        let root = tempfile::tempdir().unwrap();
        let data = data_folder(root.path());
        fs::write(root.path().join(".cg"), "a file").unwrap();
        let error = data.kept("arena.db").unwrap_err();
        assert!(format!("{error:#}").contains("name another folder with --data"), "{error:#}");
    }
}
