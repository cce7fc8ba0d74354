use crate::{Pupil, Student, pupils, students};

/// A name under which there is nothing to learn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownGame {
    /// No game of that name has weights.
    #[error("no game called `{name}` has weights to learn; those that have are: {known}")]
    Student {
        /// The name.
        name: String,
        /// Those of the games that have some.
        known: String,
    },
    /// No game of that name has networks.
    #[error("no game called `{name}` has networks; those that have are: {known}")]
    Pupil {
        /// The name.
        name: String,
        /// Those of the games that have some.
        known: String,
    },
}

/// Returns the game of that name, whose bot has weights to learn.
///
/// # Errors
///
/// A name of no such game.
pub fn student(name: &str) -> Result<&'static dyn Student, UnknownGame> {
    let names = students().iter().map(|student| student.name());
    let found = students().iter().find(|student| student.name() == name);
    let unknown = || UnknownGame::Student {
        name: name.to_owned(),
        known: names.collect::<Vec<_>>().join(", "),
    };
    found.copied().ok_or_else(unknown)
}

/// Returns the game of that name, whose bot may judge by a network.
///
/// # Errors
///
/// A name of no such game.
pub fn pupil(name: &str) -> Result<&'static dyn Pupil, UnknownGame> {
    let names = pupils().iter().map(|pupil| pupil.name());
    let found = pupils().iter().find(|pupil| pupil.name() == name);
    let unknown = || UnknownGame::Pupil {
        name: name.to_owned(),
        known: names.collect::<Vec<_>>().join(", "),
    };
    found.copied().ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_name_and_unknown_ones_are_answered_by_those_that_are_known() {
        assert_eq!(student("lamistra").map(Student::name), Ok("lamistra"));
        assert_eq!(pupil("jungle").map(Pupil::name), Ok("jungle"));
        let check = |error: Option<UnknownGame>, expected: &str| {
            assert_eq!(error.map(|error| error.to_string()).as_deref(), Some(expected));
        };
        check(
            student("chess").err(),
            "no game called `chess` has weights to learn; those that have are: breakthrough, \
             lines-of-action, jungle, lamistra",
        );
        check(
            pupil("lamistra").err(),
            "no game called `lamistra` has networks; those that have are: breakthrough, \
             lines-of-action, jungle",
        );
    }
}
