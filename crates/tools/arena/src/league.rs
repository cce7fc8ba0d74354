//! League: an open-ended tournament whose ratings come from all its stored games.

use std::collections::BTreeMap;

use fastrand::Rng;

use crate::agent::CommandLine;
use crate::foreign::RefereeProtocol;
use crate::game_pair::GamePair;
use crate::judge::RefereeFault;
use crate::plan::{Plan, Schedule};
use crate::played::PlayedPair;
use crate::player::Contestant;
use crate::rating::Ratings;
use crate::referee_failures::RefereeFailures;
use crate::running_match::MatchError;
use crate::standings::Standings;
use crate::store::{MatchId, MatchList, Store, StoreError};
use crate::summary::GameSummary;
use crate::worker_pool::PairSource;

/// League: players that join and leave, with ratings from all games that they have ever played
/// against each other.
///
/// A player is identified by its program: a changed program is a new player, also under the same
/// name.
pub struct League {
    plan: Plan,
    store: Store,
    id: MatchId,
    /// All contestants of all stored matches of the league, those of `plan` first.
    all_players: Vec<Contestant>,
    ratings: Ratings,
    standings: Standings,
    rng: Rng,
    /// Contestants of the game pairs that have been handed out and not returned yet.
    playing: BTreeMap<usize, [usize; 2]>,
    handed_out: usize,
    failures: RefereeFailures,
}

impl League {
    /// Opens the league whose games are in `store`, and begins a match of it with the contestants
    /// of `plan`. The plan's pairs are those to be played now.
    ///
    /// # Errors
    ///
    /// The store cannot be read or written.
    pub fn open(store: Store, plan: Plan, command: &str) -> Result<League, StoreError> {
        let mut league = League {
            all_players: plan.contestants.clone(),
            ratings: Ratings::new(plan.contestants.len()),
            standings: Standings::default(),
            rng: Rng::with_seed(plan.seed),
            playing: BTreeMap::new(),
            handed_out: 0,
            failures: RefereeFailures::default(),
            id: MatchId(0),
            plan,
            store,
        };
        league.count_stored_games()?;
        league.id = league.store.begin(&league.plan, command)?;
        Ok(league)
    }

    /// Adds the stored games of earlier matches.
    fn count_stored_games(&mut self) -> Result<(), StoreError> {
        fn judge(plan: &Plan) -> Option<(&CommandLine, RefereeProtocol)> {
            plan.referee.as_ref().map(|referee| (&referee.command, referee.protocol))
        }
        let is_of_league = |plan: &Plan| {
            plan.schedule == Schedule::League
                && plan.game == self.plan.game
                && judge(plan) == judge(&self.plan)
        };
        let MatchList { matches, damaged } = self.store.matches()?;
        // Without a match, all ratings would change.
        if let Some((_, error)) = damaged.into_iter().next() {
            return Err(error);
        }
        let former: Vec<_> =
            matches.into_iter().filter(|stored| is_of_league(&stored.plan)).collect();
        let mut places = Vec::new();
        for stored in &former {
            let place_of = |contestant: &Contestant| self.place_of(contestant);
            places.push(stored.plan.contestants.iter().map(place_of).collect::<Vec<_>>());
        }
        self.ratings = Ratings::new(self.all_players.len());
        for (stored, places) in former.iter().zip(places) {
            for pair in self.store.games(stored.id)?.chunks_exact(2) {
                let pairing = pair[0].pairing.map(|player| places[player]);
                self.count(pairing, [&pair[0].summary, &pair[1].summary]);
            }
        }
        Ok(())
    }

    fn place_of(&mut self, contestant: &Contestant) -> usize {
        let known = self.all_players.iter().position(|known| known == contestant);
        known.unwrap_or_else(|| {
            self.all_players.push(contestant.clone());
            self.all_players.len() - 1
        })
    }

    fn count(&mut self, pairing: [usize; 2], pair: [&GameSummary; 2]) {
        for game in pair {
            self.ratings.count(pairing[0], pairing[1], game.score(0));
        }
        self.standings.add(pairing, pair);
    }

    /// Returns the plan of the games to be played now.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the number of the current match in the store.
    #[must_use]
    pub fn id(&self) -> MatchId {
        self.id
    }

    /// Returns the number of game pairs played in the current match.
    #[must_use]
    pub fn pairs_played(&self) -> usize {
        self.handed_out - self.playing.len() - self.failures.count()
    }

    /// Returns the failures of the foreign referee in the current match.
    #[must_use]
    pub fn failures(&self) -> &RefereeFailures {
        &self.failures
    }

    /// Returns the ratings of all players, those of the plan first.
    #[must_use]
    pub fn ratings(&self) -> &Ratings {
        &self.ratings
    }

    /// Returns the results of all games, by the same indices.
    #[must_use]
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Returns the indices of the plan's players, the strongest first; players without games are
    /// the last.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut players: Vec<usize> = (0..self.plan.contestants.len()).collect();
        let value = |player: usize| self.ratings.of(player).value();
        players.sort_by(|&one, &other| value(other).total_cmp(&value(one)));
        players.sort_by_key(|&player| self.ratings.of(player).games == 0);
        players
    }

    /// Chooses the next two players: the one with the fewest games, current games included, and an
    /// opponent drawn with a probability proportional to the information of the game.
    fn next_pairing(&mut self) -> [usize; 2] {
        let count = self.plan.contestants.len();
        let games = |player: usize| {
            let going_on = self.playing.values().filter(|pairing| pairing.contains(&player));
            self.ratings.of(player).games + 2 * going_on.count() as u32
        };
        let one = (0..count).min_by_key(|&player| games(player)).unwrap_or_default();
        let others: Vec<usize> = (0..count).filter(|&player| player != one).collect();
        let weights: Vec<f64> =
            others.iter().map(|&other| self.ratings.information(one, other)).collect();
        let mut drawn = self.rng.f64() * weights.iter().sum::<f64>();
        let mut other = others[others.len() - 1];
        for (&candidate, weight) in others.iter().zip(weights) {
            drawn -= weight;
            if drawn < 0.0 {
                other = candidate;
                break;
            }
        }
        [one, other]
    }
}

impl PairSource for League {
    type Error = MatchError;

    fn next(&mut self) -> Option<(usize, GamePair)> {
        let number = self.handed_out;
        (number < self.plan.pairs).then(|| {
            let pairing = self.next_pairing();
            self.handed_out += 1;
            self.playing.insert(number, pairing);
            (number, self.plan.game_pair_of(number, pairing, number))
        })
    }

    fn take(&mut self, number: usize, pair: PlayedPair) -> Result<(), MatchError> {
        let pairing = self.playing.remove(&number).expect("this game pair was handed out");
        self.store.add(self.id, &self.plan, number, pairing, &pair)?;
        self.count(pairing, [&pair[0].summary, &pair[1].summary]);
        self.failures.end_succession();
        Ok(())
    }

    fn skip(&mut self, number: usize, fault: RefereeFault) -> Result<(), MatchError> {
        self.playing.remove(&number);
        Ok(self.failures.add(fault)?)
    }

    fn is_done(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use gamekit::{Outcome, Player};
    use records::{Record, Usage};
    use registry::Baseline;
    use stats::Elo;

    use super::*;
    use crate::agent::CommandLine;
    use crate::game_pair::Limits;
    use crate::played::PlayedGame;
    use crate::player::Program;

    fn contestant(name: &str) -> Contestant {
        let program = match name {
            "random" => Program::Baseline(Baseline::Random),
            command => Program::Command(CommandLine::parse(command).unwrap()),
        };
        Contestant { name: name.to_owned(), program, nodes: None, move_time_ms: None }
    }

    fn plan(names: &[&str], pairs: usize) -> Plan {
        Plan {
            name: None,
            game: "breakthrough".to_owned(),
            contestants: names.iter().map(|name| contestant(name)).collect(),
            schedule: Schedule::League,
            pairs,
            seed: 1,
            openings: vec![Vec::new()],
            limits: Limits::default(),
            sprt: None,
            referee: None,
            imported: Vec::new(),
        }
    }

    /// Returns a game that the first contestant of the game pair wins or loses.
    fn game(first: usize, is_won: bool) -> PlayedGame {
        let winner = if is_won == (first == 0) { Player::First } else { Player::Second };
        let outcome = Outcome::Win(winner);
        PlayedGame {
            summary: GameSummary {
                first,
                seed: 0,
                outcome,
                reason: "home-row".to_owned(),
                detail: None,
                plies: 0,
                usage: [Usage::default(); 2],
            },
            record: Record {
                game: "breakthrough".to_owned(),
                seed: 0,
                result: outcome.to_string(),
                reason: "home-row".to_owned(),
                policy: String::new(),
                plies: Vec::new(),
                farewell: None,
                judgement: None,
            },
        }
    }

    /// Plays a league of players of these strengths to its end, with randomly drawn results.
    fn play(league: &mut League, strengths: &[f64], rng: &mut Rng) {
        while let Some((number, _)) = league.next() {
            let [one, other] = league.playing[&number];
            let expected = Elo(strengths[one] - strengths[other]).score();
            let pair = [0, 1].map(|first| game(first, rng.f64() < expected));
            league.take(number, pair).unwrap();
        }
    }

    #[test]
    fn ratings_recover_the_strengths_of_simulated_players() {
        let strengths = [0.0, 100.0, 250.0, 400.0, 800.0];
        let names = ["a", "b", "c", "d", "e"];
        let (mut inside, mut outside) = (0, 0);
        for seed in 0..20 {
            let plan = Plan { seed, ..plan(&names, 400) };
            let mut league = League::open(Store::in_memory().unwrap(), plan, "").unwrap();
            play(&mut league, &strengths, &mut Rng::with_seed(seed));
            assert_eq!(league.pairs_played(), 400);
            for player in 1..names.len() {
                let [one, other] = [player, player - 1].map(|player| league.ratings().of(player));
                let error =
                    one.value() - other.value() - (strengths[player] - strengths[player - 1]);
                match error.abs() <= one.margin().hypot(other.margin()) {
                    true => inside += 1,
                    false => outside += 1,
                }
            }
        }
        // 95 % of 80 are 76; the intervals are only approximate.
        assert!(inside >= 70, "{inside} inside, {outside} outside");
    }

    #[test]
    fn all_players_play_about_equally_often() {
        let names = ["a", "b", "c", "d", "e", "f"];
        let mut league = League::open(Store::in_memory().unwrap(), plan(&names, 90), "").unwrap();
        play(&mut league, &[0.0; 6], &mut Rng::with_seed(1));
        let games: Vec<u32> = (0..6).map(|player| league.ratings().of(player).games).collect();
        assert_eq!(games.iter().sum::<u32>(), 360);
        assert!(games.iter().all(|games| (50..=70).contains(games)), "{games:?}");
    }

    #[test]
    fn a_league_is_resumed_and_players_may_leave_and_join() {
        let folder = tempfile::tempdir().unwrap();
        let open = |names: &[&str]| {
            let store = Store::open(&folder.path().join("league.db")).unwrap();
            League::open(store, plan(names, 60), "").unwrap()
        };
        let mut rng = Rng::with_seed(1);
        play(&mut open(&["weak", "middle", "strong"]), &[0.0, 300.0, 600.0], &mut rng);
        let mut later = open(&["new", "strong", "middle"]);
        assert_eq!(later.ratings().of(0).games, 0);
        assert!(later.ratings().of(1).value() > later.ratings().of(2).value() + 100.0);
        assert_eq!(later.next_pairing()[0], 0);
        play(&mut later, &[900.0, 600.0, 300.0], &mut rng);
        assert_eq!(later.ranking(), [0, 1, 2]);
    }
}
