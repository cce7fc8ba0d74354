//! Review of recorded games by the bots: the expected points that each move loses, marks, missed
//! wins, accuracy by phase, and the move that lost the game.
//!
//! A [`GameToReview`] is a record whose moves the rules have replayed. [`review_games`] searches
//! its positions on all cores and keeps the results in a [`ReviewFolder`], from which it continues.
//! A [`GameReview`] is what follows from these results for one game, and a [`PlayerReview`] for one
//! player of one or more games.
//!
//! This crate names no game: the registry knows their bots, and the scale of their scores.

mod effort;
mod expectation;
mod folder;
mod game_review;
mod game_reviewer;
mod game_to_review;
mod mark;
mod move_review;
mod move_search;
mod player_review;
mod reviewer;
mod suite;

pub use effort::Effort;
pub use expectation::Expectation;
pub use folder::{FolderError, ReviewFolder};
pub use game_review::GameReview;
pub use game_reviewer::{ReviewProgress, review_game};
pub use game_to_review::{GameError, GameToReview};
pub use mark::Mark;
pub use move_review::{LATE, MoveReview};
pub use move_search::MoveSearch;
pub use player_review::{Phase, PhaseReview, PlayerReview};
pub use reviewer::{ReviewPlan, review_games};
pub use suite::turning_points;
