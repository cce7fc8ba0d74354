//! File of a chart that the user names.

use std::path::Path;

use anyhow::Context;
use bundler::write_atomically;

/// Writes the SVG of a chart, and says so on standard error.
pub(crate) fn write_chart(path: &Path, svg: &str) -> anyhow::Result<()> {
    let shown = path.display();
    write_atomically(path, svg).with_context(|| format!("{shown} cannot be written"))?;
    eprintln!("chart written to {shown}");
    Ok(())
}
