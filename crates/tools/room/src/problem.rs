//! Errors of requests: a kind, which is a status of HTTP, and a message.

/// Error: a request that is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    /// Kind.
    pub kind: ProblemKind,
    /// Message: the problem, and what to do.
    pub message: String,
}

/// Kind of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemKind {
    /// The request is malformed.
    Malformed,
    /// The request names something that does not exist.
    Missing,
    /// It is not possible now.
    Conflict,
    /// It is well formed and not possible.
    Impossible,
    /// This program has failed.
    Broken,
}

impl ProblemKind {
    /// Returns the status of HTTP.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            ProblemKind::Malformed => 400,
            ProblemKind::Missing => 404,
            ProblemKind::Conflict => 409,
            ProblemKind::Impossible => 422,
            ProblemKind::Broken => 500,
        }
    }
}

#[allow(clippy::needless_pass_by_value, reason = "errors come by value from `map_err`")]
impl Problem {
    /// Returns an error of this kind.
    pub(crate) fn new(kind: ProblemKind, message: impl ToString) -> Problem {
        Problem { kind, message: message.to_string() }
    }

    /// Returns an error for a malformed request.
    pub(crate) fn malformed(message: impl ToString) -> Problem {
        Problem::new(ProblemKind::Malformed, message)
    }

    /// Returns an error for a well-formed request that is not possible.
    pub(crate) fn impossible(message: impl ToString) -> Problem {
        Problem::new(ProblemKind::Impossible, message)
    }

    /// Returns an error for something that does not exist.
    pub(crate) fn missing(message: impl ToString) -> Problem {
        Problem::new(ProblemKind::Missing, message)
    }

    /// Returns an error of this program.
    pub(crate) fn broken(message: impl ToString) -> Problem {
        Problem::new(ProblemKind::Broken, message)
    }
}
