//! Atomic replacement of files.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::Builder;

/// Permissions of the file: readable by all users, writable by its owner.
const PERMISSIONS: u32 = 0o644;

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
    // If a later step fails, dropping `file` removes the temporary file.
    let mut file = Builder::new().prefix(".part-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().set_permissions(Permissions::from_mode(PERMISSIONS))?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
