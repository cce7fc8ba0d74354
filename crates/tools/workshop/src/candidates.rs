//! Candidates of `cargo cg screen`: the file that lists them, and their results in the data folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::{Value, json};
use stats::PairScores;
use trainer::{DuelPlayer, Evaluator, Named, write_whole};

use crate::programs::hash;

/// Setting of a candidate that names an evaluation instead of a search parameter.
const EVALUATOR: &str = "evaluator";

/// Candidate: what it changes of the base.
pub(crate) struct Candidate {
    /// Line of the file, with single spaces.
    pub(crate) name: String,
    evaluator: Option<Evaluator>,
    tunables: Vec<Named>,
}

impl Candidate {
    /// Reads a file of candidates.
    pub(crate) fn read_all(path: &Path) -> anyhow::Result<Vec<Candidate>> {
        let text = fs::read_to_string(path).with_context(|| {
            format!("{} cannot be read: give a file with one candidate per line", path.display())
        })?;
        let mut candidates: Vec<Candidate> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let place = || format!("{}, line {number}", path.display());
            let settings: Vec<&str> = line.split_whitespace().collect();
            if settings.first().is_none_or(|first| first.starts_with('#')) {
                continue;
            }
            let candidate = Candidate::new(&settings).with_context(place)?;
            if candidates.iter().any(|other| other.name == candidate.name) {
                bail!("{}: `{}` is there twice", place(), candidate.name);
            }
            candidates.push(candidate);
        }
        if candidates.is_empty() {
            bail!("{} has no candidate: write one per line, as NAME=VALUE", path.display());
        }
        Ok(candidates)
    }

    fn new(settings: &[&str]) -> anyhow::Result<Candidate> {
        let (mut evaluator, mut tunables) = (None, Vec::new());
        for setting in settings {
            let (name, value) = setting
                .split_once('=')
                .with_context(|| format!("`{setting}` is no setting: expected NAME=VALUE"))?;
            if name == EVALUATOR {
                evaluator = Some(Evaluator::find(value)?);
            } else {
                let number = value
                    .parse()
                    .with_context(|| format!("`{setting}`: expected a whole number behind `=`"))?;
                tunables.push((name.to_owned(), number));
            }
        }
        Ok(Candidate { name: settings.join(" "), evaluator, tunables })
    }

    /// Returns the candidate as a player, with the evaluator of the base unless it has its own.
    pub(crate) fn player<'a>(&'a self, base: &'a Evaluator) -> DuelPlayer<'a> {
        DuelPlayer { evaluator: self.evaluator.as_ref().unwrap_or(base), tunables: &self.tunables }
    }
}

/// Results of one candidate, in a file of their own that is replaced after each batch of games.
pub(crate) struct ResultFile {
    path: PathBuf,
    /// Everything that the games depend on, which the file repeats for its reader.
    conditions: Value,
}

impl ResultFile {
    /// Returns the file in `folder` for games that depend on the program and on `conditions`.
    pub(crate) fn new(folder: &Path, program: &str, conditions: Value) -> ResultFile {
        let name = hash(&[program.as_bytes(), conditions.to_string().as_bytes()]);
        ResultFile { path: folder.join(name).with_extension("json"), conditions }
    }

    /// Returns the pairs that have been played, none if there is no file yet.
    pub(crate) fn read(&self) -> anyhow::Result<PairScores> {
        if !self.path.exists() {
            return Ok(PairScores::default());
        }
        let read = || -> anyhow::Result<PairScores> {
            let object: Value = serde_json::from_slice(&fs::read(&self.path)?)?;
            Ok(serde_json::from_value(object["pairs"].clone())?)
        };
        read().with_context(|| {
            let path = self.path.display();
            format!("{path} is damaged: remove it, and its candidate begins again")
        })
    }

    /// Replaces the file.
    pub(crate) fn write(&self, pairs: &PairScores) -> anyhow::Result<()> {
        let object = json!({ "conditions": self.conditions, "pairs": pairs });
        write_whole(&self.path, object.to_string().as_bytes())
            .with_context(|| self.path.display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_lists_candidates() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("candidates.txt");
        fs::write(&path, "# margins\nrazoring_depth=0  razoring_margin=150\n\nevaluator=hand\n")
            .unwrap();
        let candidates = Candidate::read_all(&path).unwrap();
        let names: Vec<&str> = candidates.iter().map(|candidate| &*candidate.name).collect();
        assert_eq!(names, ["razoring_depth=0 razoring_margin=150", "evaluator=hand"]);
        let base = Evaluator::Nothing;
        let [first, second] = [0, 1].map(|index: usize| candidates[index].player(&base));
        assert_eq!(first.tunables.len(), 2);
        assert_eq!((first.evaluator, second.evaluator), (&Evaluator::Nothing, &Evaluator::Hand));
    }

    #[test]
    fn mistakes_in_a_file_are_named_with_their_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("candidates.txt");
        for (text, expected) in [
            ("a=1\nb\n", "line 2: `b` is no setting: expected NAME=VALUE"),
            ("a=x\n", "line 1: `a=x`: expected a whole number behind `=`"),
            ("a=1\n#\n a=1\n", "line 3: `a=1` is there twice"),
            ("# none\n", "has no candidate"),
        ] {
            fs::write(&path, text).unwrap();
            let error = Candidate::read_all(&path).err().map(|error| format!("{error:#}"));
            assert!(error.as_ref().is_some_and(|error| error.contains(expected)), "{error:?}");
        }
    }

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
