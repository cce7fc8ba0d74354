//! Atomic replacement of files.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

use tempfile::NamedTempFile;

use crate::process::folder_of;

/// Checks that a file can be written, before the work of which it is the result. Its folder must
/// exist, so that a misspelt path makes no folders.
///
/// # Errors
///
/// The path is that of a folder, or its folder does not exist or takes no new files.
pub fn check_writable(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !folder_of(path).is_dir() {
        let what = format!("there is no folder {}", folder_of(path).display());
        return Err(io::Error::new(io::ErrorKind::NotFound, what));
    }
    beside(path).map(drop)
}

/// Replaces `path` by `text`: afterwards the file contains either all of it or its old content.
///
/// The text goes to a temporary file beside `path`, is synced to the disk and then renamed. Missing
/// parent folders are created.
///
/// # Errors
///
/// Any I/O error, a full disk included. The old file then stays as it was, and the temporary one is
/// removed.
pub fn write_atomically(path: &Path, text: &str) -> io::Result<()> {
    write_together(&[(path, text)])
}

/// Replaces files by texts like [`write_atomically`], after all texts have been synced to the disk.
///
/// # Errors
///
/// Any I/O error. All files then stay as they were, unless a rename failed: the files before that
/// one are new.
pub(crate) fn write_together(files: &[(&Path, &str)]) -> io::Result<()> {
    let prepared = files.iter().map(|(path, text)| prepare(path, text));
    for (file, (path, _)) in prepared.collect::<io::Result<Vec<_>>>()?.into_iter().zip(files) {
        file.persist(path)?;
    }
    Ok(())
}

/// Returns a temporary file beside `path`, which is removed when it is dropped.
fn beside(path: &Path) -> io::Result<NamedTempFile<File>> {
    let mut builder = tempfile::Builder::new();
    // The permissions of any new file: those of a temporary file are its owner's alone.
    builder.prefix(".bundle-").make_in(folder_of(path), |path| File::create_new(path))
}

fn prepare(path: &Path, text: &str) -> io::Result<NamedTempFile<File>> {
    fs::create_dir_all(folder_of(path))?;
    let mut file = beside(path)?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    if let Ok(old) = fs::metadata(path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_in(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_created_and_replaced_whole() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("bot.rs");
        check_writable(&path).unwrap();
        write_atomically(&path, "a longer first text").unwrap();
        check_writable(&path).unwrap();
        write_atomically(&path, "second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        assert_eq!(names_in(root.path()), ["bot.rs"]);
    }

    #[test]
    fn a_path_in_a_missing_folder_is_refused_but_can_be_written() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("a/bot.rs");
        let refusal = check_writable(&path).unwrap_err().to_string();
        assert!(refusal.starts_with("there is no folder "), "{refusal}");
        assert!(check_writable(root.path()).is_err());
        assert!(names_in(root.path()).is_empty());
        write_atomically(&path, "text").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "text");
    }

    #[test]
    fn a_rename_that_fails_leaves_no_temporary_file() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("bot.rs");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("kept"), "").unwrap();
        assert!(write_atomically(&path, "text").is_err());
        assert_eq!(names_in(root.path()), ["bot.rs"]);
        assert_eq!(names_in(&path), ["kept"]);
    }
}
