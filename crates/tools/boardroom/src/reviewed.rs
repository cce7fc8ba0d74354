//! Replays of recorded games that have been reviewed.

use std::path::Path;

use records::Record;
use review::GameReview;
use room::{Replay, ReplayError, replay};

/// Returns a recorded game with all its positions, and with its newest review in the folder
/// `reviews`, if it has been reviewed.
///
/// # Errors
///
/// The game, the result, a player or a move of the record is not valid.
pub(crate) fn replay_with_review(
    record: &Record,
    source: Option<String>,
    reviews: Option<&Path>,
) -> Result<Replay, ReplayError> {
    let replay = replay(record, source)?;
    let review = reviews.and_then(|folder| GameReview::newest(folder, record));
    Ok(Replay { review, ..replay })
}
