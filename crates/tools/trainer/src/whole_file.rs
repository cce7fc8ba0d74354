//! Atomic replacement of files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::Builder;

/// Replaces the contents of `path` by `bytes`, atomically: the file holds either the new contents
/// or the old ones. Creates missing parent folders.
///
/// # Errors
///
/// The operating system reports an error. The old file is then unchanged.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // If a later step fails, dropping `file` removes the temporary file. It has the permissions of
    // any new file, unlike other temporary files.
    let mut file =
        Builder::new().prefix(".part-").make_in(folder, |path| File::create_new(path))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
