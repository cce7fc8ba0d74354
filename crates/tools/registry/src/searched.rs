//! Search tools of a game, made from the engine of its bot.

use std::marker::PhantomData;

use gamekit::Position;
use search::Score;
use trainer::SearchedGame;

use crate::agent::Greedy;
use crate::book::{Book, BookPlan, BookQuality, MakeBookError, OpeningSearch};
use crate::official::{OfficialGame, random_opening};
use crate::opening_search::{make_openings, play_openings, score_openings};
use crate::search_tools::SearchTools;
use crate::text_moves::BadMove;

impl<P: Position + 'static> SearchTools<P> {
    /// Returns the tools for the engine of `G`.
    pub const fn of<G>() -> SearchTools<P>
    where
        G: OfficialGame<Position = P> + SearchedGame<Position = P>,
    {
        SearchTools {
            greedy: |rng| Box::new(Greedy::<P, G::Engine>::new(rng)),
            openings: &Searched::<G>(PhantomData),
        }
    }
}

/// Search for openings with the engine of `G`.
struct Searched<G>(PhantomData<G>);

impl<P, G> OpeningSearch for Searched<G>
where
    P: Position,
    G: OfficialGame<Position = P> + SearchedGame<Position = P>,
{
    fn make_book(
        &self,
        plan: &BookPlan,
        on_found: &mut dyn FnMut(usize),
    ) -> Result<Book, MakeBookError> {
        let openings = make_openings::<G>(plan, random_opening::<G>, on_found)?;
        Ok(Book::made(plan, <G as SearchedGame>::NAME, openings))
    }

    fn play_openings(
        &self,
        openings: &[Vec<String>],
        nodes: u64,
        on_pair: &(dyn Fn(usize) + Sync),
    ) -> Result<BookQuality, BadMove> {
        play_openings::<G>(openings, nodes, on_pair)
    }

    fn score_openings(
        &self,
        openings: &[Vec<String>],
        nodes: u64,
        on_scored: &(dyn Fn() + Sync),
    ) -> Result<Vec<Option<Score>>, BadMove> {
        score_openings::<G>(openings, nodes, on_scored)
    }
}
