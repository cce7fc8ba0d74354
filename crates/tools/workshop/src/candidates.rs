//! Candidates of `cargo cg screen`, and the file that lists them.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use trainer::{DuelPlayer, Evaluator, Named};

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
}
