//! Files of programs, as each system names them and writes them to the disk.

use std::env::consts::EXE_SUFFIX;
use std::fs::File;
use std::io;
use std::path::Path;

/// Returns the file name of a program, with the suffix of this system.
#[must_use]
pub fn program_file(name: &str) -> String {
    format!("{name}{EXE_SUFFIX}")
}

/// Returns the file name of a copy of the program `original`. Windows tells by the suffix how to
/// start it.
#[must_use]
pub fn copied_program_file(name: &str, original: &Path) -> String {
    match original.extension().filter(|_| cfg!(windows)) {
        Some(suffix) => format!("{name}.{}", suffix.to_string_lossy()),
        None => name.to_owned(),
    }
}

/// Writes a file to the disk (sync).
///
/// # Errors
///
/// The operating system reports an error.
pub fn sync_file(path: &Path) -> io::Result<()> {
    // Windows syncs only what can be written. Linux starts no program that is open for writing.
    File::options().read(true).write(cfg!(windows)).open(path)?.sync_all()
}
