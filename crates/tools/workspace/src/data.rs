//! Data folder: the files that users make, such as stored matches, self-play shards, networks and
//! training runs.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::Workspace;

/// Name of the data folder in the workspace. Git ignores it.
const DEFAULT: &str = ".cg";

/// Environment variable that names another data folder.
const VARIABLE: &str = "CG_DATA";

/// Suffixes of the files that SQLite keeps beside a database.
const COMPANIONS: [&str; 2] = ["-wal", "-shm"];

/// Folder of the opening trees in the data folder: a file `GAME.jsonl` for each game.
pub const OPENINGS: &str = "openings";

/// Folder of the searches behind the reviews of games in the data folder.
pub const REVIEWS: &str = "reviews";

/// Folder of the games in progress of the board room in the data folder.
pub const SESSIONS: &str = "sessions";

/// Data folder.
#[derive(Clone, Debug)]
pub struct DataFolder {
    path: PathBuf,
    /// Build output, in which older versions kept the same files; `None` if the user has named a
    /// data folder.
    old: Option<PathBuf>,
}

impl DataFolder {
    /// Finds the data folder: `option`, or else the environment variable `CG_DATA`, or else `.cg`
    /// in the workspace around the current folder.
    ///
    /// # Errors
    ///
    /// No data folder is named, and there is no workspace.
    pub fn find(option: Option<&Path>) -> anyhow::Result<DataFolder> {
        match DataFolder::asked_for(option) {
            Some(folder) => Ok(folder),
            None => Ok(DataFolder::of_workspace(&Workspace::find()?)),
        }
    }

    /// Returns the data folder that `option` or the environment variable names, if any.
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

    /// Returns the path of a file or folder in the data folder, and creates the data folder. A file
    /// of the same name that an older version kept in the build output is moved to the path first.
    ///
    /// # Errors
    ///
    /// The data folder cannot be created, or the older file cannot be moved.
    pub fn kept(&self, name: &str) -> anyhow::Result<PathBuf> {
        let path = self.path.join(name);
        fs::create_dir_all(&self.path).with_context(|| {
            format!(
                "{} cannot be created: name another folder with --data or {VARIABLE}",
                self.path.display()
            )
        })?;
        if let Some(old) = self.old.as_ref().map(|old| old.join(name))
            && old.exists()
            && !path.exists()
        {
            move_from_build_output(&old, &path)?;
        }
        Ok(path)
    }
}

/// Moves a file or folder; a database is moved together with its companion files.
///
/// The database itself is moved last, so that an interrupted move is repeated by the next call.
fn move_from_build_output(old: &Path, new: &Path) -> anyhow::Result<()> {
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
    eprintln!(
        "note: {} is moved to {}, which `cargo clean` does not remove",
        old.display(),
        new.display()
    );
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
    fn an_existing_file_is_not_replaced() {
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
    fn nothing_is_moved_to_a_folder_that_the_user_has_named() {
        let root = tempfile::tempdir().unwrap();
        let elsewhere = root.path().join("elsewhere");
        let data = DataFolder::asked_for(Some(&elsewhere)).unwrap();
        assert_eq!(data.kept("arena.db").unwrap(), elsewhere.join("arena.db"));
        assert_eq!(fs::read_dir(elsewhere).unwrap().count(), 0);
    }

    #[test]
    fn the_error_for_a_data_folder_that_cannot_be_created_says_what_to_do() {
        let root = tempfile::tempdir().unwrap();
        let data = data_folder(root.path());
        fs::write(root.path().join(".cg"), "a file").unwrap();
        let error = data.kept("arena.db").unwrap_err();
        assert!(format!("{error:#}").contains("name another folder with --data"), "{error:#}");
    }
}
