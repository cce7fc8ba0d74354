//! Reviews of recorded games.

#![allow(dead_code, reason = "each program uses only a part")]

use std::fs;
use std::num::NonZeroU64;
use std::path::Path;

use arena::Record;
use boardroom::read_records;
use review::{Effort, GameReview, GameToReview, ReviewFolder, ReviewPlan, review_games};
use search::StopFlag;

use crate::support::transcript;

/// Returns the recorded games of the official referee.
pub(crate) fn records(game: &str) -> Vec<Record> {
    read_records(&fs::read(transcript(game)).unwrap()).unwrap()
}

/// Reviews a game with this many nodes per search, and keeps the searches in `folder`.
pub(crate) fn review(folder: &Path, record: &Record, nodes: u64) -> GameReview {
    let games = [(GameToReview::new(record, String::new()).unwrap(), [true; 2])];
    let folder = ReviewFolder::new(folder.to_owned(), "tests".to_owned());
    let effort = Effort::Nodes(NonZeroU64::new(nodes).unwrap());
    let plan = ReviewPlan { effort, games: &games, folder: &folder, stop: StopFlag::new() };
    review_games(&plan, &|_, _| ()).unwrap().remove(0)
}
