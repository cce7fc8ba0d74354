//! Entry of a game in the list of games: the tools' interface, implemented for every official game.

use std::marker::PhantomData;

use boards::BoardGame;
use fastrand::Rng;
use gamekit::Notation as _;
use search::Signature;
use trainer::{NetworkGame, SpsaGame, TunableGame};

use super::baseline_agent::baseline_agent;
use super::opening::{may_begin, random_opening};
use super::referee::OfficialReferee;
use super::{OfficialGame, Progress};
use crate::agent::{Agent, Baseline, BaselineInfo};
use crate::book::{Book, OpeningSearch};
use crate::calibration::Beliefs;
use crate::careless::CarelessMoves;
use crate::equilibrium::SimultaneousGame;
use crate::game::{BadGame, Game};
use crate::referee::{Referee, Verdict};
use crate::text_moves::{BadMove, replay, replay_all};
use crate::time_control::TimeControl;

/// Entry of a game in the list of games.
pub struct Entry<G>(PhantomData<G>);

impl<G> Entry<G> {
    /// The entry.
    pub const NEW: Entry<G> = Entry(PhantomData);
}

impl<G: OfficialGame> Game for Entry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn package(&self) -> &'static str {
        G::PACKAGE
    }

    fn judge(&self) -> &'static str {
        G::JUDGE
    }

    fn uci_variant(&self) -> Option<&'static str> {
        G::UCI_VARIANT
    }

    fn bench(&self) -> Signature {
        G::BENCH()
    }

    fn time_control(&self) -> TimeControl {
        G::TIME_CONTROL
    }

    fn memory_limit(&self) -> u64 {
        G::MEMORY_LIMIT
    }

    fn referee(&self) -> Box<dyn Referee> {
        Box::new(OfficialReferee::<G>::new())
    }

    fn perft(&self, moves: &[String], depth: u32) -> Result<u64, BadMove> {
        Ok(gamekit::perft(&replay(G::initial(), moves)?, depth))
    }

    fn divide(&self, moves: &[String], depth: u32) -> Result<Vec<(String, u64)>, BadMove> {
        let parts = gamekit::divide(&replay(G::initial(), moves)?, depth);
        Ok(parts.into_iter().map(|(mv, count)| (mv.to_string(), count)).collect())
    }

    fn random_opening(&self, plies: usize, seed: u64) -> Option<Vec<String>> {
        random_opening::<G>(plies, &mut Rng::with_seed(seed))
    }

    fn is_opening(&self, moves: &[String]) -> Result<bool, BadMove> {
        Ok(may_begin::<G>(&replay(G::initial(), moves)?))
    }

    fn verdict_after(
        &self,
        start: Option<&str>,
        moves: &[String],
    ) -> Result<Option<Verdict>, BadGame> {
        let start = start.map_or_else(|| Ok(G::initial()), str::parse)?;
        let (past, pos) = replay_all(start, moves)?;
        let made = past.iter().zip(moves).filter_map(|(pos, text)| pos.parse_move(text).ok());
        let moves = made.collect();
        Ok(G::verdict(&Progress { pos, moves, past, resigned: None, refused: None }))
    }

    fn book(&self) -> Option<Book> {
        G::BOOK.map(Book::trusted)
    }

    fn board(&self) -> &'static dyn BoardGame {
        G::BOARD
    }

    fn opening_search(&self) -> Option<&'static dyn OpeningSearch> {
        G::SEARCH.map(|tools| tools.openings)
    }

    fn simultaneous(&self) -> Option<&'static dyn SimultaneousGame> {
        G::SIMULTANEOUS
    }

    fn beliefs(&self) -> Option<&'static dyn Beliefs> {
        G::BELIEFS
    }

    fn units_per_logit(&self) -> Option<f64> {
        G::UNITS_PER_LOGIT
    }

    fn careless_moves(&self) -> Option<&'static dyn CarelessMoves> {
        G::CARELESS
    }

    fn tunable(&self) -> Option<&'static dyn TunableGame> {
        G::TUNABLE
    }

    fn spsa(&self) -> Option<&'static dyn SpsaGame> {
        let tunable = G::TUNABLE.map(|game| game as &dyn SpsaGame);
        G::SPSA.or(tunable)
    }

    fn network(&self) -> Option<&'static dyn NetworkGame> {
        G::NETWORK
    }

    fn own_baselines(&self) -> Vec<BaselineInfo> {
        G::OWN_BASELINES.iter().map(|own| own.info).collect()
    }

    fn baseline(&self, baseline: Baseline, seed: u64) -> Option<Box<dyn Agent>> {
        baseline_agent::<G>(baseline, seed)
    }
}
