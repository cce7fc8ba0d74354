//! Output files.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use tempfile::Builder;

/// Writes a file atomically.
pub(super) fn write_atomically(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let cannot = || format!("{}: cannot be written", path.display());
    let folder = folder.unwrap_or(Path::new("."));
    // The permissions of any new file: those of a temporary file are its owner's alone.
    let file = Builder::new().make_in(folder, |path| File::create_new(path));
    let mut file = file.with_context(cannot)?;
    file.write_all(content.as_ref()).with_context(cannot)?;
    file.persist(path).with_context(cannot)?;
    Ok(())
}
