//! Progress of a run in a JSON file of its folder, from which the same command resumes.

use std::path::Path;
use std::{fs, io};

use anyhow::{Context, Error, anyhow};
use serde::Serialize;
use serde::de::DeserializeOwned;
use trainer::write_whole;

/// Reads the progress from the file. Returns `None` if there is no file.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Option<T>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| path.display().to_string()),
    };
    let progress = serde_json::from_str(&text);
    progress.map(Some).with_context(|| format!("{} is not the state of a run", path.display()))
}

/// Writes the progress to the file, whole or not at all.
pub(crate) fn write<T: Serialize>(path: &Path, progress: &T) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(progress)? + "\n";
    write_whole(path, text.as_bytes()).with_context(|| path.display().to_string())
}

/// Returns the error of a folder with a run whose options differ.
pub(crate) fn other_options(folder: &Path) -> Error {
    anyhow!(
        "{} holds a run with other options: remove it, or choose another folder with -o",
        folder.display()
    )
}
