//! Atomic replacement of files.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

use tempfile::NamedTempFile;

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

fn prepare(path: &Path, text: &str) -> io::Result<NamedTempFile<File>> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    // Dropping the temporary file removes it, on every early return below.
    let mut builder = tempfile::Builder::new();
    // The permissions of any new file, or those of the old file: those of a temporary file are its
    // owner's alone.
    let mut file = builder.prefix(".bundle-").make_in(folder, |path| File::create_new(path))?;
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
    fn a_file_is_created_with_its_folders_and_replaced_whole() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("a/b/bot.rs");
        write_atomically(&path, "a longer first text").unwrap();
        write_atomically(&path, "second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        assert_eq!(names_in(path.parent().unwrap()), ["bot.rs"]);
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
