//! Report of a match (`--report`), which the board room writes when the match has ended.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use arena::MatchId;
use workspace::program_file;

/// Program that writes the report. `cargo cg` builds it before the match. In a release the names of
/// the programs have a prefix.
const BOARD_ROOM: &str = "boardroom";

/// Name of this program, without a prefix.
const OWN: &str = "workshop";

/// Report to be written.
pub(crate) struct Report<'a> {
    program: PathBuf,
    store: PathBuf,
    output: &'a Path,
}

impl Report<'_> {
    /// Prepares the report of a match in the store at `store`; the games of a match without a store
    /// are lost.
    pub(crate) fn new(output: &Path, store: Option<PathBuf>) -> anyhow::Result<Report<'_>> {
        let store = store.context("--report needs a store: name one with --store")?;
        let own = env::current_exe().context("the path of this program cannot be determined")?;
        let name = own.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        let prefix = name.strip_suffix(OWN).unwrap_or_default();
        let program = own.with_file_name(program_file(&format!("{prefix}{BOARD_ROOM}")));
        if !program.is_file() {
            bail!("{}: there is no such program: `cargo cg` builds it", program.display());
        }
        Ok(Report { program, store, output })
    }

    /// Writes the report of a match.
    pub(crate) fn write(&self, id: MatchId) -> anyhow::Result<()> {
        let written = Command::new(&self.program)
            .args(["report", "--match", &id.0.to_string(), "--store"])
            .arg(&self.store)
            .arg("--output")
            .arg(self.output)
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("{} cannot be started", self.program.display()))?;
        if !written.status.success() {
            let message = String::from_utf8_lossy(&written.stderr);
            let message = message.trim().trim_start_matches("error: ");
            bail!("the report of match {} cannot be written: {message}", id.0);
        }
        eprintln!("report written to {}", self.output.display());
        Ok(())
    }
}
