use arena::{PairScores, random_openings};
use fastrand::Rng;
use gamekit::Notation;
use rayon::prelude::*;
use search::TunableError;

use crate::evaluator::{Evaluator, EvaluatorError};
use crate::play_out::play_pair;
use crate::thinker::Make;
use crate::thinker::{Effort, Method};
use crate::tunable_game::TunableGame;
use crate::tunable_game::{GameWithWeights, Named};

/// Two players inside this process, who share rules of thumb, ordering and proofs.
#[derive(Clone, Copy, Debug)]
pub struct Duel<'a> {
    /// Whose points are counted, and the other one.
    pub players: [DuelPlayer<'a>; 2],
    /// How long both may think about a move.
    pub effort: Effort,
    /// Decides which of the moves that look equal are preferred.
    pub seed: u64,
}

/// Who plays a duel.
#[derive(Clone, Copy, Debug)]
pub struct DuelPlayer<'a> {
    /// What it thinks of positions.
    pub evaluator: &'a Evaluator,
    /// How it searches.
    pub method: Method,
    /// Tunables of the search that differ from the bot's, by name: [`search::Params::LIST`].
    pub tunables: &'a [Named],
}

impl<'a> From<&'a Evaluator> for DuelPlayer<'a> {
    /// Whoever thinks so and searches as the bots do.
    fn from(evaluator: &'a Evaluator) -> DuelPlayer<'a> {
        DuelPlayer { evaluator, method: Method::default(), tunables: &[] }
    }
}

/// Games that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum DuelError {
    /// Who plays them.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    /// Nobody referees the game.
    #[error(transparent)]
    Game(#[from] arena::UnknownGame),
    /// How they search.
    #[error(transparent)]
    Tunable(#[from] TunableError),
    /// What they begin with.
    #[error("an opening has the move `{0}`, which cannot be played")]
    Opening(String),
}

/// Pairs that are played at once, on all cores.
const AT_ONCE: u32 = 16;

/// Random plies of an opening in a game without a book.
const OPENING_PLIES: usize = 8;

impl Duel<'_> {
    /// Plays up to `most` pairs, from the openings of the game's book, or random ones where there is
    /// none; `is_enough` is asked now and then.
    ///
    /// # Errors
    ///
    /// An evaluator that does not know the game, or an opening that cannot be played.
    pub fn play(
        &self,
        tunable_game: &dyn TunableGame,
        most: u32,
        mut is_enough: impl FnMut(&PairScores) -> bool,
    ) -> Result<PairScores, DuelError> {
        let game = arena::game(tunable_game.name())?;
        let random =
            || random_openings(game, OPENING_PLIES, most as usize, self.seed).unwrap_or_default();
        let openings = game.book().map_or_else(random, |book| book.shuffled(self.seed));
        let mut openings = openings.into_iter().cycle();
        let mut scores = PairScores::default();
        while !is_enough(&scores) && scores.pairs() < most {
            let count = AT_ONCE.min(most - scores.pairs());
            let openings: Vec<Vec<String>> = openings.by_ref().take(count as usize).collect();
            // A book that begins anew must not bring the same games again.
            let seed = self.seed.wrapping_add(u64::from(scores.pairs()));
            let points = tunable_game.play_pairs(&Duel { seed, ..*self }, &openings)?;
            points.into_iter().for_each(|points| scores.add(points));
        }
        Ok(scores)
    }
}

/// Plays two games from each opening; see [`TunableGame::play_pairs`](crate::TunableGame::play_pairs).
pub(crate) fn play_pairs<G: GameWithWeights>(
    duel: &Duel<'_>,
    openings: &[Vec<String>],
) -> Result<Vec<f64>, DuelError> {
    let table_bytes = duel.effort.table_bytes();
    let maker = |DuelPlayer { evaluator, method, tunables }| {
        let mut params = G::PARAMS;
        for (name, value) in tunables {
            params.set(name, *value)?;
        }
        let players = (G::PLAYERS)(evaluator, Make { method, table_bytes })?;
        Ok::<_, DuelError>(move || players(params.clone()))
    };
    let [one, other] = duel.players;
    let (one, other) = (maker(one)?, maker(other)?);
    let openings = (0..).zip(openings).collect::<Vec<(u64, _)>>();
    let pairs = openings.into_par_iter().map_init(
        || [one(), other()],
        |players, (number, opening)| {
            let start: G::Position = play_opening(opening)?;
            let mut rng = Rng::with_seed(duel.seed);
            let mut rng = Rng::with_seed(rng.u64(..).wrapping_add(number));
            let [one, other] = players;
            Ok(play_pair(&start, [&mut **one, &mut **other], duel.effort, &mut rng))
        },
    );
    pairs.collect()
}

fn play_opening<P: Notation>(moves: &[String]) -> Result<P, DuelError> {
    let mut pos = P::initial();
    for text in moves {
        let mv = pos.parse_move(text).ok().filter(|&mv| pos.is_legal(mv));
        pos.play_unchecked(mv.ok_or_else(|| DuelError::Opening(text.clone()))?);
    }
    Ok(pos)
}
