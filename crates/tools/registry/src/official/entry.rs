//! Entry of a game in the list of games: the tools' interface, implemented for every official game.

use std::marker::PhantomData;

use fastrand::Rng;
use gamekit::Notation as _;

use super::baseline_agent::baseline_agent;
use super::opening::{may_begin, random_opening};
use super::referee::OfficialReferee;
use super::{OfficialGame, Progress};
use crate::agent::{Agent, Baseline, BaselineInfo};
use crate::book::{Book, BookPlan, MakeBookError, NoSearch, PlayOpeningsError, Worth};
use crate::calibration::{Calibration, CalibrationError, CalibrationPlan};
use crate::equilibrium::{Equilibrium, EquilibriumError, Place, Situation};
use crate::game::{BadGame, Game};
use crate::referee::{Referee, Verdict};
use crate::text_moves::{BadMove, replay, replay_all};
use crate::time_control::TimeControl;

/// Entry of a game in the list of games.
pub(crate) struct Entry<G>(PhantomData<G>);

impl<G> Entry<G> {
    pub(crate) const NEW: Entry<G> = Entry(PhantomData);
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

    fn make_book(
        &self,
        plan: &BookPlan,
        on_found: &mut dyn FnMut(usize),
    ) -> Result<Book, MakeBookError> {
        let tools = G::SEARCH.ok_or(NoSearch(G::NAME))?;
        Ok(Book::made(plan, G::NAME, (tools.make_openings)(plan, on_found)?))
    }

    fn play_openings(
        &self,
        openings: &[Vec<String>],
        nodes: u64,
        on_pair: &(dyn Fn(usize) + Sync),
    ) -> Result<Worth, PlayOpeningsError> {
        let tools = G::SEARCH.ok_or(NoSearch(G::NAME))?;
        Ok((tools.play_openings)(openings, nodes, on_pair)?)
    }

    fn equilibrium(&self, place: Place<'_>, nodes: u64) -> Result<Equilibrium, EquilibriumError> {
        let tools = G::SEARCH.ok_or(EquilibriumError::NeverAtOnce(G::NAME))?;
        (tools.find_equilibrium)(place, nodes)
    }

    fn situations(&self) -> &'static [Situation] {
        G::SEARCH.map_or(&[], |tools| (tools.situations)())
    }

    fn calibrate(
        &self,
        plan: &CalibrationPlan,
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Calibration, CalibrationError> {
        let calibrate = G::CALIBRATE.ok_or(CalibrationError::NothingHidden(G::NAME))?;
        let named = |name: &String| {
            let own = G::OWN_BASELINES.iter().find(|own| own.info.name == name);
            own.ok_or_else(|| CalibrationError::UnknownBaseline {
                game: G::NAME,
                name: name.clone(),
                known: G::OWN_BASELINES
                    .iter()
                    .map(|own| own.info.name)
                    .collect::<Vec<_>>()
                    .join(", "),
            })
        };
        let opponent = plan.against.as_ref().map(named).transpose()?;
        Ok(calibrate(plan, opponent, on_game))
    }

    fn own_baselines(&self) -> Vec<BaselineInfo> {
        G::OWN_BASELINES.iter().map(|own| own.info).collect()
    }

    fn baseline(&self, baseline: Baseline, seed: u64) -> Option<Box<dyn Agent>> {
        baseline_agent::<G>(baseline, seed)
    }
}
