//! Game results of CodinGame as records of this workspace.
//!
//! A [`GameResult`] is a game as the site stores it: the answers of the players, without the lines
//! that they were sent. [`ResultFile`] reads results from a file. [`identify`] replays one with the
//! referees of the registry, which gives the lines again, and refuses it where the referee and the
//! site do not agree. [`PlayerNames`] replaces the pseudonyms of players by numbers. [`Site`] is
//! the client that asks the site for results, at a polite [`Pace`].

mod bounded;
mod game_result;
mod identify;
mod mismatch;
mod pace;
mod player_names;
mod rebuild;
mod result_file;
mod site;

pub use game_result::{GameResult, NoGameResult, SiteAgent, SiteTurn};
pub use identify::{NotImported, identify, is_of_codingame};
pub use mismatch::SiteMismatch;
pub use pace::Pace;
pub use player_names::PlayerNames;
pub use rebuild::{Rebuilt, rebuild};
pub use result_file::{ResultEntry, ResultFile, ResultFileError};
pub use site::{OnWait, Site, SiteError};
