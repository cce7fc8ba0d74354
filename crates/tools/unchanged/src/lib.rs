//! Cache of test results: checks that have passed, keyed by a hash of their inputs.
//!
//! A check that depends on its inputs only, and has passed with them, need not run again: after a
//! change to one game, only the tests that read this game run. A record is a small file in the
//! build output, so that all tests run after `cargo clean`. Plain `cargo test` does not use the
//! cache.

mod inputs;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::PathBuf;

pub use inputs::Inputs;

/// Environment variables that pass the folder of the records, and the fingerprint of the inputs of
/// all checks, from the runner to a test program.
const FOLDER: &str = "CG_TEST_RECORDS";
const SHARED: &str = "CG_TEST_INPUTS";

/// Records of checks that have passed.
#[derive(Clone, Debug)]
pub struct Records {
    folder: PathBuf,
}

impl Records {
    /// Returns the records in a folder; the folder need not exist.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Records {
        Records { folder }
    }

    /// Returns the records of the runner that has started this program, and the inputs that all its
    /// checks share; `None` without a runner.
    #[must_use]
    pub fn of_runner() -> Option<(Records, Inputs)> {
        let records = Records::in_folder(env::var_os(FOLDER)?.into());
        Some((records, Inputs::default().text(&env::var(SHARED).ok()?)))
    }

    /// Returns the environment variables that pass these records to a test program.
    #[must_use]
    pub fn variables(&self, shared: &Inputs) -> [(&'static str, OsString); 2] {
        [(FOLDER, self.folder.clone().into()), (SHARED, shared.fingerprint().into())]
    }

    /// Removes all records.
    ///
    /// # Errors
    ///
    /// The records cannot be removed.
    pub fn forget(&self) -> io::Result<()> {
        match fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Returns the note of a check if it has passed with these inputs.
    #[must_use]
    pub fn note_of(&self, check: &str, inputs: &Inputs) -> Option<String> {
        let record = fs::read_to_string(self.path(check)).ok()?;
        let (fingerprint, note) = record.split_once(' ')?;
        (fingerprint == inputs.fingerprint()).then(|| note.to_owned())
    }

    /// Records that a check has passed with these inputs. Replaces its earlier record.
    ///
    /// # Errors
    ///
    /// The record cannot be written.
    pub fn record(&self, check: &str, inputs: &Inputs, note: &str) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let path = self.path(check);
        let unfinished = path.with_extension(std::process::id().to_string());
        fs::write(&unfinished, format!("{} {note}", inputs.fingerprint()))?;
        fs::rename(unfinished, path)
    }

    fn path(&self, check: &str) -> PathBuf {
        self.folder.join(check.replace([':', '/', '.'], "-"))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use super::*;

    #[test]
    fn a_record_matches_only_the_inputs_of_the_last_pass() {
        let folder = tempfile::tempdir().unwrap();
        let records = Records::in_folder(folder.path().join("new/passed"));
        let [one, two] = ["one", "two"].map(|text| Inputs::default().text(text));
        assert_eq!(records.note_of("a::b", &one), None);
        records.record("a::b", &one, "3 passed").unwrap();
        assert_eq!(records.note_of("a::b", &one).as_deref(), Some("3 passed"));
        assert_eq!(records.note_of("a::b", &two), None);
        assert_eq!(records.note_of("a::c", &one), None);
        records.record("a::b", &two, "").unwrap();
        assert_eq!(records.note_of("a::b", &one), None);
        assert_eq!(records.note_of("a::b", &two).as_deref(), Some(""));
        records.forget().unwrap();
        records.forget().unwrap();
        assert_eq!(records.note_of("a::b", &two), None);
    }

    #[test]
    fn a_damaged_record_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let records = Records::in_folder(folder.path().to_owned());
        let inputs = Inputs::default();
        for damaged in ["", "0123", " "] {
            fs::write(folder.path().join("a"), damaged).unwrap();
            assert_eq!(records.note_of("a", &inputs), None, "{damaged}");
        }
    }
}
