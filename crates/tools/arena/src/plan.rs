//! Match plan: contestants, schedule, number of pairs and openings.

use fastrand::Rng;
use serde::{Deserialize, Serialize};
use stats::Sprt;

use crate::foreign::ForeignReferee;
use crate::game_pair::{ForeignGame, GamePair, Limits};
use crate::played::PlayedPair;
use crate::player::Contestant;

/// Plan of a match: contestants, schedule, number of game pairs and openings. It is a plain value,
/// from which every [`GamePair`] of the match follows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Name that the user has given to the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The game's name.
    pub game: String,
    /// The players.
    pub contestants: Vec<Contestant>,
    /// The pairing of the players.
    pub schedule: Schedule,
    /// Maximum number of game pairs between any two contestants; in a league, the number of all
    /// game pairs.
    pub pairs: usize,
    /// Seed from which the seeds of the game pairs follow.
    pub seed: u64,
    /// The moves with which games begin. Any two contestants play the openings in this order, and
    /// again from the first one if there are more pairs than openings. Never empty.
    pub openings: Vec<Vec<String>>,
    /// Limits of the players beyond the rules.
    pub limits: Limits,
    /// Sequential probability ratio test (SPRT) that ends the match of the first two contestants
    /// early: the first is the candidate, the second the baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// Foreign referee in place of the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referee: Option<ForeignReferee>,
    /// IDs that imported games have on their site, in the order of the games. Empty if the games
    /// are played here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub imported: Vec<u64>,
}

/// Pairing of the players of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Every contestant plays every other. With two contestants this is a plain match.
    RoundRobin,
    /// The first contestant plays each of the others.
    Gauntlet,
    /// All contestants play in every game, under a foreign referee. In the two games of a pair they
    /// sit in opposite orders, and from pair to pair they move by one seat.
    Together,
    /// The player with the fewest games plays an opponent of similar strength. The pairings are
    /// chosen while the match is running.
    League,
    /// The games were played elsewhere, each on its own. Such a match has no game pairs.
    Imported,
}

impl Plan {
    /// Returns the plan of imported games: `players` in any order, and the IDs of the games.
    #[must_use]
    pub fn of_imported(game: &str, players: Vec<String>, imported: Vec<u64>) -> Plan {
        Plan {
            name: None,
            game: game.to_owned(),
            contestants: players.into_iter().map(Contestant::elsewhere).collect(),
            schedule: Schedule::Imported,
            pairs: 0,
            seed: 0,
            openings: vec![Vec::new()],
            limits: Limits::default(),
            sprt: None,
            referee: None,
            imported,
        }
    }

    /// Returns the number of games of the whole match.
    #[must_use]
    pub fn game_count(&self) -> usize {
        match self.schedule {
            Schedule::Imported => self.imported.len(),
            _ => 2 * self.pair_count(),
        }
    }

    /// Returns the pairings of one round, as indices of the contestants. Where all contestants play
    /// together, these are the pairs between whom a game has a result.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.contestants.len();
        match self.schedule {
            Schedule::Gauntlet => (1..count).map(|other| [0, other]).collect(),
            Schedule::RoundRobin | Schedule::Together | Schedule::League | Schedule::Imported => {
                (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other])).collect()
            }
        }
    }

    /// Returns the number of game pairs of the whole match.
    #[must_use]
    pub fn pair_count(&self) -> usize {
        match self.schedule {
            Schedule::Together | Schedule::League | Schedule::Imported => self.pairs,
            Schedule::RoundRobin | Schedule::Gauntlet => self.pairs * self.pairings().len(),
        }
    }

    /// Returns the contestants of game pair `number`, by index; where all play together, the first
    /// two of them. The match is ordered by rounds, so that an interrupted match has treated all
    /// contestants equally.
    #[must_use]
    pub fn pairing(&self, number: usize) -> [usize; 2] {
        let pairings = self.pairings();
        match self.schedule {
            Schedule::Together => pairings[0],
            _ => pairings[number % pairings.len()],
        }
    }

    /// Returns the number of results between two contestants that a game has.
    #[must_use]
    pub fn results_per_game(&self) -> usize {
        match self.schedule {
            Schedule::Together => self.pairings().len(),
            _ => 1,
        }
    }

    /// Returns the results of a game pair that `pairing` has played: those between any two of its
    /// players.
    #[must_use]
    pub fn results(&self, pairing: [usize; 2], pair: &PlayedPair) -> Vec<([usize; 2], PlayedPair)> {
        match self.schedule {
            Schedule::Together => {
                let pairings = self.pairings().into_iter();
                let between =
                    |pairing| (pairing, pair.each_ref().map(|game| game.between(pairing)));
                pairings.map(between).collect()
            }
            _ => vec![(pairing, pair.clone())],
        }
    }

    /// Returns game pair `number`, counted from 0.
    ///
    /// # Panics
    ///
    /// Panics if the plan has fewer than two contestants, or no opening.
    #[must_use]
    pub fn game_pair(&self, number: usize) -> GamePair {
        self.game_pair_of(number, self.pairing(number), number / self.pairings().len())
    }

    /// Returns game pair `number`, in which `pairing` plays the opening of `round`.
    #[must_use]
    pub fn game_pair_of(&self, number: usize, pairing: [usize; 2], round: usize) -> GamePair {
        let others = match self.schedule {
            Schedule::Together => self.contestants[2..].to_vec(),
            _ => Vec::new(),
        };
        // Two players need no rotation: the second game of a pair swaps their seats.
        let rotation = if others.is_empty() { 0 } else { number % self.contestants.len() };
        let mut rng = Rng::with_seed(self.seed);
        let salt = rng.u64(..);
        // 32 bits, so that every reader of JSON keeps the seed exactly.
        let seed = Rng::with_seed(salt.wrapping_add(number as u64)).u32(..);
        GamePair {
            game: self.game.clone(),
            contestants: pairing.map(|player| self.contestants[player].clone()),
            opening: self.openings[round % self.openings.len()].clone(),
            seed: seed.into(),
            limits: self.limits,
            foreign: self.referee.as_ref().map(|referee| ForeignGame {
                referee: referee.clone(),
                others,
                rotation,
            }),
        }
    }

    /// Returns the contestants that cannot play prescribed openings.
    pub fn contestants_without_openings(&self) -> impl Iterator<Item = &Contestant> {
        self.contestants.iter().filter(|contestant| !contestant.can_play_openings())
    }
}

#[cfg(test)]
mod tests {
    use registry::Baseline;

    use super::*;
    use crate::player::Program;

    fn plan(contestants: usize, schedule: Schedule) -> Plan {
        let contestant = |name: usize| Contestant {
            name: name.to_string(),
            program: Program::Baseline(Baseline::Random),
            nodes: None,
            move_time_ms: None,
        };
        Plan {
            name: None,
            game: "breakthrough".to_owned(),
            contestants: (0..contestants).map(contestant).collect(),
            schedule,
            pairs: 4,
            seed: 1,
            openings: ["a", "b", "c"].map(|opening| vec![opening.to_owned()]).to_vec(),
            limits: Limits::default(),
            sprt: None,
            referee: None,
            imported: Vec::new(),
        }
    }

    #[track_caller]
    fn check_pairings(schedule: Schedule, expected: &[[usize; 2]]) {
        assert_eq!(plan(3, schedule).pairings(), expected);
    }

    #[test]
    fn a_round_robin_pairs_all_players_and_a_gauntlet_the_first_with_all_others() {
        check_pairings(Schedule::RoundRobin, &[[0, 1], [0, 2], [1, 2]]);
        check_pairings(Schedule::Gauntlet, &[[0, 1], [0, 2]]);
    }

    #[test]
    fn a_league_has_the_requested_number_of_game_pairs() {
        let counts = [Schedule::RoundRobin, Schedule::Gauntlet, Schedule::League]
            .map(|schedule| plan(3, schedule).pair_count());
        assert_eq!(counts, [12, 8, 4]);
    }

    #[test]
    fn all_pairings_of_a_round_play_its_opening() {
        let plan = plan(3, Schedule::RoundRobin);
        let openings: Vec<String> =
            (0..plan.pair_count()).map(|number| plan.game_pair(number).opening.concat()).collect();
        assert_eq!(openings.concat(), "aaabbbcccaaa");
    }

    #[test]
    fn each_game_pair_has_its_own_seed_derived_from_the_plans_seed() {
        let plan = plan(2, Schedule::RoundRobin);
        let other = Plan { seed: 2, ..plan.clone() };
        assert_eq!(plan.game_pair(1), plan.game_pair(1));
        assert_ne!(plan.game_pair(1).seed, plan.game_pair(2).seed);
        assert_ne!(plan.game_pair(1).seed, other.game_pair(1).seed);
    }

    #[test]
    fn a_plan_survives_its_text() {
        let imported = Plan::of_imported("jungle", vec!["me".to_owned()], vec![7, 9]);
        for plan in [plan(2, Schedule::Gauntlet), imported] {
            let text = serde_json::to_string(&plan).unwrap();
            assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), plan);
        }
    }

    #[test]
    fn imported_games_are_counted_without_pairs() {
        let plan = Plan::of_imported("jungle", vec!["me".to_owned()], vec![7, 9, 11]);
        assert_eq!((plan.pair_count(), plan.game_count()), (0, 3));
    }
}
