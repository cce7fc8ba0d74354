//! Output files.

use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use tempfile::NamedTempFile;

/// Writes a file atomically.
pub(super) fn write_atomically(path: &Path, text: &str) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let cannot = || format!("{}: cannot be written", path.display());
    let mut file = NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).with_context(cannot)?;
    file.write_all(text.as_bytes()).with_context(cannot)?;
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    file.as_file().set_permissions(permissions).with_context(cannot)?;
    file.persist(path).with_context(cannot)?;
    Ok(())
}
