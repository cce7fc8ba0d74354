//! Output files and folders that a user names.

use std::path::Path;

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

/// Checks that an output file can be written, before the work of which it is the result. Its folder
/// must exist, so that a misspelt path makes no folders.
///
/// # Errors
///
/// The path is that of a folder, or its folder does not exist or takes no new files.
pub fn check_output(path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    if path.is_dir() {
        bail!("{shown} cannot be written: it is a folder");
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        bail!("{shown}: there is no folder {}", folder.display());
    }
    NamedTempFile::new_in(folder).with_context(|| format!("{shown} cannot be written"))?;
    Ok(())
}

/// Checks that an output folder can take files, before the work of which they are the result. If
/// there is no such folder yet, the folder in which it will be made must exist.
///
/// # Errors
///
/// The path is that of a file, or the folder takes no new files, or cannot be made.
pub fn check_output_folder(path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    if path.is_dir() {
        NamedTempFile::new_in(path).with_context(|| format!("{shown} takes no files"))?;
        return Ok(());
    }
    if path.exists() {
        bail!("{shown} cannot be written: it is a file, and a folder is needed");
    }
    check_output(path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn an_output_file_needs_a_folder_that_takes_files() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot.rs");
        fs::write(&file, "old").unwrap();
        check_output(&file).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let refused = |path: &Path, expected: &str| {
            let error = format!("{:#}", check_output(path).unwrap_err());
            assert!(error.contains(expected), "{error}");
        };
        refused(folder.path(), "it is a folder");
        refused(&folder.path().join("none/bot.rs"), "there is no folder ");
        refused(Path::new("/proc/bot.rs"), "/proc/bot.rs cannot be written: ");
    }

    #[test]
    fn an_output_folder_exists_or_is_made_in_one_that_does() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot.rs");
        fs::write(&file, "").unwrap();
        check_output_folder(folder.path()).unwrap();
        check_output_folder(&folder.path().join("new")).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let refused = |path: &Path, expected: &str| {
            let error = format!("{:#}", check_output_folder(path).unwrap_err());
            assert!(error.contains(expected), "{error}");
        };
        refused(&file, "it is a file");
        refused(&folder.path().join("none/new"), "there is no folder ");
        refused(Path::new("/proc"), "/proc takes no files: ");
    }
}
