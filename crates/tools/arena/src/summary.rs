//! Summary of one game, which holds all data for statistics.

use std::cmp::Ordering;

use gamekit::{Outcome, Player};
use records::{Judgement, SeatFault, Usage};
use registry::Termination;
use serde::{Deserialize, Serialize};

/// Reason for a result by the scores of a foreign referee.
const BY_SCORE: &str = "score";

/// Reason for a result by the places of a foreign referee.
const BY_PLACE: &str = "place";

/// Data of a game for statistics.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSummary {
    /// The contestant who moved first: 0 for the first of the game pair, 1 for the second.
    pub first: usize,
    /// Seed of all randomness in the players.
    pub seed: u64,
    /// The result; `First` is the player who moved first.
    #[serde(with = "outcome_text")]
    pub outcome: Outcome,
    /// Reason for the end of the game, as in [`Termination::reason`].
    pub reason: String,
    /// Details of a fault, for a human reader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Number of turns.
    pub plies: usize,
    /// Usage of the first and the second contestant of the game pair.
    pub usage: [Usage; 2],
}

impl GameSummary {
    /// Returns the data of a game that a foreign referee has judged, between two of its players,
    /// the contestants `pair`. `seed` and `plies` are those of the game.
    ///
    /// # Panics
    ///
    /// Panics if one of them has not played.
    pub(crate) fn of_judgement(
        judgement: &Judgement,
        pair: [usize; 2],
        seed: u64,
        plies: usize,
    ) -> GameSummary {
        let seats = pair.map(|contestant| {
            let seat = judgement.seats.iter().position(|&other| other == contestant);
            seat.expect("both contestants have seats")
        });
        let first = usize::from(seats[1] < seats[0]);
        let [earlier, later] = [seats[first], seats[1 - first]];
        let (outcome, loser) = match judgement.places[earlier].cmp(&judgement.places[later]) {
            Ordering::Less => (Outcome::Win(Player::First), Some(later)),
            Ordering::Equal => (Outcome::Draw, None),
            Ordering::Greater => (Outcome::Win(Player::Second), Some(earlier)),
        };
        let (reason, detail) = reason_of(judgement, loser);
        // The usage of a player counts in one of its results: that with contestant 0, or, for
        // contestant 0 itself, with contestant 1.
        let counts = pair[0] == 0;
        let usage = [0, 1].map(|side| {
            let is_counted = counts && (side == 1 || pair[1] == 1);
            let usage = judgement.usage.get(seats[side]).filter(|_| is_counted);
            usage.copied().unwrap_or_default()
        });
        GameSummary { first, seed, outcome, reason, detail, plies, usage }
    }

    /// Returns the points of contestant 0 or 1: 1, 1/2 or 0.
    #[must_use]
    pub fn score(&self, player: usize) -> f64 {
        self.outcome.score(side_of(player, self.first))
    }

    /// Returns the fault that ended the game; `None` if it ended by the rules.
    #[must_use]
    pub fn fault(&self) -> Option<Termination> {
        Termination::fault(&self.reason)
    }

    /// Returns the contestant, 0 or 1, who has lost by a fault.
    #[must_use]
    pub fn at_fault(&self) -> Option<usize> {
        self.fault()?;
        [0, 1].into_iter().find(|&player| self.score(player) == 0.0)
    }
}

/// Returns the reason for which the player at the seat `loser` has lost, and its details.
fn reason_of(judgement: &Judgement, loser: Option<usize>) -> (String, Option<String>) {
    let fault = judgement.fault.as_ref().filter(|fault| Some(fault.seat) == loser);
    if let Some(SeatFault { reason, detail, .. }) = fault {
        return (reason.clone(), Some(detail.clone()));
    }
    match loser.and_then(|seat| judgement.scores.get(seat)) {
        Some(score) if *score < 0 => {
            let detail = format!("the referee gives the score {score}");
            (Termination::Disqualified.reason().to_owned(), Some(detail))
        }
        _ if judgement.scores.is_empty() => (BY_PLACE.to_owned(), None),
        _ => (BY_SCORE.to_owned(), None),
    }
}

/// Results in the form of game records.
pub(crate) mod outcome_text {
    use gamekit::{Outcome, Player};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    const ALL: [Outcome; 3] =
        [Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw];

    pub(crate) fn parse(text: &str) -> Option<Outcome> {
        ALL.into_iter().find(|outcome| outcome.to_string() == text)
    }

    pub(super) fn serialize<S: Serializer>(
        outcome: &Outcome,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(outcome)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Outcome, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse(&text).ok_or_else(|| D::Error::custom(format!("`{text}` is no result")))
    }
}

/// Returns the side of contestant `player` in a game in which contestant `first` moves first.
pub(crate) fn side_of(player: usize, first: usize) -> Player {
    if player == first { Player::First } else { Player::Second }
}
