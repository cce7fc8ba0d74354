//! Output files.

use std::path::Path;

use anyhow::Context as _;
use trainer::write_whole;

/// Replaces a file by `content`, atomically.
pub(super) fn write_atomically(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let written = write_whole(path, content.as_ref());
    written.with_context(|| format!("{}: cannot be written", path.display()))
}
