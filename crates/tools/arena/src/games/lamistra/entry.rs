use fastrand::Rng;
use lamistra::Position;

use super::Lamistra;
use crate::agent::{Agent, Baseline, BaselineInfo, baseline_without_engine};
use crate::official::{OfficialGame, referee};
use crate::opening::random_opening;
use crate::text_moves::replay;
use crate::{BadMove, Book, BookPlan, Game, MakeBookError, Referee, TimeControl, Worth};

impl Game for Lamistra {
    fn name(&self) -> &'static str {
        Lamistra::NAME
    }

    fn package(&self) -> &'static str {
        Lamistra::PACKAGE
    }

    fn uci_variant(&self) -> Option<&'static str> {
        Lamistra::UCI_VARIANT
    }

    fn time_control(&self) -> TimeControl {
        Lamistra::TIME_CONTROL
    }

    fn memory_limit(&self) -> u64 {
        Lamistra::MEMORY_LIMIT
    }

    fn referee(&self) -> Box<dyn Referee> {
        referee::<Lamistra>()
    }

    fn perft(&self, moves: &[String], depth: u32) -> Result<u64, BadMove> {
        Ok(gamekit::perft(&replay::<Position>(moves)?, depth))
    }

    fn divide(&self, moves: &[String], depth: u32) -> Result<Vec<(String, u64)>, BadMove> {
        let parts = gamekit::divide(&replay::<Position>(moves)?, depth);
        Ok(parts.into_iter().map(|(mv, count)| (mv.to_string(), count)).collect())
    }

    fn random_opening(&self, plies: usize, seed: u64) -> Option<Vec<String>> {
        random_opening::<Position>(plies, &mut Rng::with_seed(seed))
    }

    fn book(&self) -> Book {
        Book::trusted(Lamistra::BOOK)
    }

    fn make_book(&self, plan: &BookPlan, _: &mut dyn FnMut(usize)) -> Result<Book, MakeBookError> {
        let BookPlan { plies, balance, .. } = *plan;
        Err(MakeBookError::TooFew { found: 0, plies, balance })
    }

    fn play_openings(
        &self,
        openings: &[Vec<String>],
        _: u64,
        _: &(dyn Fn(usize) + Sync),
    ) -> Result<Worth, BadMove> {
        for opening in openings {
            replay::<Position>(opening)?;
        }
        Ok(Worth::default())
    }

    fn own_baselines(&self) -> Vec<BaselineInfo> {
        Lamistra::OWN_BASELINES.iter().map(|own| own.info).collect()
    }

    fn baseline(&self, baseline: Baseline, seed: u64) -> Option<Box<dyn Agent>> {
        baseline_without_engine::<Lamistra>(baseline, seed)
    }
}
