//! Judgement of a foreign referee, as a part of a game's record.

use std::cmp::Ordering;

use gamekit::{Outcome, Player};
use registry::Termination;
use serde::{Deserialize, Serialize};

use crate::summary::{GameSummary, Usage};

/// Judgement of a foreign referee, for any number of players. Lists are ordered by seat: the player
/// of the first seat is the first one that the referee knows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// Seed of the map, if the referee got one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The contestant at each seat: 0 and 1 are those of the game pair, 2 and more the others.
    pub seats: Vec<usize>,
    /// The place of each player: 1 is the best, and players with equal places have drawn.
    pub places: Vec<usize>,
    /// The score of each player; empty if the referee gives places only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i64>,
    /// Other lines of the referee, such as the data of the map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Resources that each player has used; empty if the referee runs the players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub usage: Vec<Usage>,
    /// The player whose fault ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<SeatFault>,
}

/// Fault of a player in a game under a foreign referee.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatFault {
    /// The seat of the player, from 0.
    pub seat: usize,
    /// The fault, as in [`Termination::reason`].
    pub reason: String,
    /// Details for a human reader.
    pub detail: String,
}

impl Judgement {
    /// Reason for a result by scores.
    const BY_SCORE: &str = "score";
    /// Reason for a result by places.
    const BY_PLACE: &str = "place";

    /// Returns the data of a game between two of its players, the contestants `pair`. `seed` and
    /// `plies` are those of the game.
    ///
    /// # Panics
    ///
    /// Panics if one of them has not played.
    pub(crate) fn summary(&self, pair: [usize; 2], seed: u64, plies: usize) -> GameSummary {
        let seats = pair.map(|contestant| {
            let seat = self.seats.iter().position(|&other| other == contestant);
            seat.expect("both contestants have seats")
        });
        let first = usize::from(seats[1] < seats[0]);
        let [earlier, later] = [seats[first], seats[1 - first]];
        let (outcome, loser) = match self.places[earlier].cmp(&self.places[later]) {
            Ordering::Less => (Outcome::Win(Player::First), Some(later)),
            Ordering::Equal => (Outcome::Draw, None),
            Ordering::Greater => (Outcome::Win(Player::Second), Some(earlier)),
        };
        let (reason, detail) = self.reason(loser);
        // The usage of a player counts in one of its results: that with contestant 0, or, for
        // contestant 0 itself, with contestant 1.
        let counts = pair[0] == 0;
        let usage = [0, 1].map(|side| {
            let is_counted = counts && (side == 1 || pair[1] == 1);
            let usage = self.usage.get(seats[side]).filter(|_| is_counted);
            usage.copied().unwrap_or_default()
        });
        GameSummary { first, seed, outcome, reason, detail, plies, usage }
    }

    /// Returns the reason for which the player at the seat `loser` has lost, and its details.
    fn reason(&self, loser: Option<usize>) -> (String, Option<String>) {
        let fault = self.fault.as_ref().filter(|fault| Some(fault.seat) == loser);
        if let Some(SeatFault { reason, detail, .. }) = fault {
            return (reason.clone(), Some(detail.clone()));
        }
        match loser.and_then(|seat| self.scores.get(seat)) {
            Some(score) if *score < 0 => {
                let detail = format!("the referee gives the score {score}");
                (Termination::Disqualified.reason().to_owned(), Some(detail))
            }
            _ if self.scores.is_empty() => (Judgement::BY_PLACE.to_owned(), None),
            _ => (Judgement::BY_SCORE.to_owned(), None),
        }
    }
}
