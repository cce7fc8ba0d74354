//! Outcomes of bundling a bot.

use std::path::PathBuf;

use bundler::{Bundle, Verified, VerifyError};

/// Bundle that has been written, with its map beside it.
pub(crate) struct Bundled {
    pub(crate) path: PathBuf,
    pub(crate) bundle: Bundle,
    pub(crate) verified: Verified,
}

/// Bundle that the judge would reject. An earlier file stays unchanged.
pub(crate) enum Refused {
    TooLarge { utf16_units: usize },
    Rejected(VerifyError),
}
