//! Atomic replacement of files.

use std::{
    fs,
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

fn prepare(path: &Path, text: &str) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    // Dropping the temporary file removes it, on every early return below.
    let mut file = tempfile::Builder::new().prefix(".bundle-").tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    set_ordinary_permissions(path, file.as_file())?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Sets ordinary permissions, or those of the old file: temporary files are private to their owner.
fn set_ordinary_permissions(path: &Path, file: &fs::File) -> io::Result<()> {
    if let Ok(old) = fs::metadata(path) {
        return file.set_permissions(old.permissions());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        const READABLE_BY_ALL: u32 = 0o644;
        file.set_permissions(fs::Permissions::from_mode(READABLE_BY_ALL))?;
    }
    Ok(())
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
