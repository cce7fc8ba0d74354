//! Results of a long run in the data folder, from which the same command resumes it.

use std::env;
use std::fs;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use trainer::write_whole;

use crate::programs::hash;

/// Results `T` of one run, in a file of their own that is replaced after each batch of games.
pub(crate) struct ResultFile<T> {
    path: PathBuf,
    /// Everything besides the program that the games depend on, which the file repeats for its
    /// reader.
    conditions: Value,
    results: PhantomData<T>,
}

impl<T: Serialize + DeserializeOwned + Default> ResultFile<T> {
    /// Returns the file in `folder` for games that depend on the program and on `conditions`.
    pub(crate) fn new(folder: &Path, program: &str, conditions: Value) -> ResultFile<T> {
        let name = hash(&[program.as_bytes(), conditions.to_string().as_bytes()]);
        let path = folder.join(name).with_extension("json");
        ResultFile { path, conditions, results: PhantomData }
    }

    /// Returns the results so far, the default if there is no file yet.
    pub(crate) fn read(&self) -> anyhow::Result<T> {
        if !self.path.exists() {
            return Ok(T::default());
        }
        let read = || -> anyhow::Result<T> {
            let object: Value = serde_json::from_slice(&fs::read(&self.path)?)?;
            Ok(serde_json::from_value(object["pairs"].clone())?)
        };
        read().with_context(|| {
            let path = self.path.display();
            format!("{path} is damaged: remove it, and its games are played again")
        })
    }

    /// Replaces the file.
    pub(crate) fn write(&self, results: &T) -> anyhow::Result<()> {
        let object = json!({ "conditions": self.conditions, "pairs": results });
        write_whole(&self.path, object.to_string().as_bytes())
            .with_context(|| self.path.display().to_string())
    }
}

/// Returns a hash of this program: another build may play other games.
pub(crate) fn this_program() -> io::Result<String> {
    Ok(hash(&[&fs::read(env::current_exe()?)?]))
}

#[cfg(test)]
mod tests {
    use stats::PairScores;

    use super::*;

    #[test]
    fn results_are_kept_under_their_conditions() {
        let folder = tempfile::tempdir().unwrap();
        let file =
            |program: &str| ResultFile::new(folder.path(), program, json!({ "nodes": 5000 }));
        let pairs = PairScores { counts: [1, 2, 3, 4, 5] };
        file("one").write(&pairs).unwrap();
        assert_eq!(file("one").read().unwrap(), pairs);
        assert_eq!(file("other").read().unwrap(), PairScores::default());
        let path = file("one").path;
        fs::write(&path, "{").unwrap();
        let error = format!("{:#}", file("one").read().unwrap_err());
        assert!(error.contains("is damaged: remove it"), "{error}");
    }
}
