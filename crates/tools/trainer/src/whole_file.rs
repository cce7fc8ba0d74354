use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::Builder;

/// What an ordinary file may be: read by all, written by its owner.
const ORDINARY: u32 = 0o644;

/// Replaces `path` by `bytes`: afterwards the file holds either all of them or what it held before.
/// Missing parent folders are made.
///
/// # Errors
///
/// Whatever the system reports. The old file is then untouched.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // Dropping it before it has its name removes it.
    let mut file = Builder::new().prefix(".part-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().set_permissions(Permissions::from_mode(ORDINARY))?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
