use arena::{PairScores, random_openings};
use fastrand::Rng;
use gamekit::{Notation, Outcome, Player as Side, Position};
use rayon::prelude::*;
use search::{Task, score};

use crate::student::Game;
use crate::thinker::{Make, Think, Thinker};
use crate::{Effort, Evaluator, EvaluatorError, Method, Student};

/// Two players inside this process, who share rules of thumb, ordering and proofs.
#[derive(Clone, Copy, Debug)]
pub struct Duel<'a> {
    /// Whose points are counted, and the other one.
    pub players: [Duellist<'a>; 2],
    /// How long both may think about a move.
    pub effort: Effort,
    /// Decides which of the moves that look equal are preferred.
    pub seed: u64,
}

/// Who plays a duel.
#[derive(Clone, Copy, Debug)]
pub struct Duellist<'a> {
    /// What it thinks of positions.
    pub evaluator: &'a Evaluator,
    /// How it searches.
    pub method: Method,
}

impl<'a> From<&'a Evaluator> for Duellist<'a> {
    /// Whoever thinks so and searches as the bots do.
    fn from(evaluator: &'a Evaluator) -> Duellist<'a> {
        Duellist { evaluator, method: Method::default() }
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
        student: &dyn Student,
        most: u32,
        mut is_enough: impl FnMut(&PairScores) -> bool,
    ) -> Result<PairScores, DuelError> {
        let game = arena::game(student.name())?;
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
            let points = student.play_pairs(&Duel { seed, ..*self }, &openings)?;
            points.into_iter().for_each(|points| scores.add(points));
        }
        Ok(scores)
    }
}

/// Plays two games from each opening; see [`Student::play_pairs`](crate::Student::play_pairs).
pub(crate) fn play_pairs<G: Game>(
    duel: &Duel<'_>,
    openings: &[Vec<String>],
) -> Result<Vec<f64>, DuelError> {
    let table_bytes = duel.effort.table_bytes();
    let players =
        |Duellist { evaluator, method }| (G::PLAYERS)(evaluator, Make { method, table_bytes });
    let [one, other] = duel.players;
    let (one, other) = (players(one)?, players(other)?);
    let openings = (0..).zip(openings).collect::<Vec<(u64, _)>>();
    let pairs = openings.into_par_iter().map_init(
        || [one(), other()],
        |players, (number, opening)| {
            let start: G::Position = play_opening(opening)?;
            let mut rng = Rng::with_seed(duel.seed);
            let mut rng = Rng::with_seed(rng.u64(..).wrapping_add(number));
            let games = Side::BOTH
                .map(|side| play::<G>(&start, players, side, duel.effort, &mut rng).score(side));
            Ok::<f64, DuelError>(games.iter().sum())
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

/// Plays to the end of the game, or until a search has proven the result. The first of the players
/// has the pieces of `side`.
fn play<G: Game>(
    start: &G::Position,
    players: &mut [Thinker<G>; 2],
    side: Side,
    effort: Effort,
    rng: &mut Rng,
) -> Outcome {
    players.iter_mut().for_each(|player| player.forget());
    let (mut pos, mut past) = (start.clone(), Vec::new());
    loop {
        if let Some(outcome) = pos.outcome() {
            return outcome;
        }
        let mut moves = Vec::new();
        pos.legal_moves(|mv| moves.push(mv));
        rng.shuffle(&mut moves);
        let mover = pos.side_to_move();
        let player: &mut dyn Think<G::Position> = &mut *players[usize::from(mover != side)];
        let task = Task { root: &pos, moves: &moves, past: &past };
        let Some(found) = player.think(&task, effort.limits()) else { return Outcome::Draw };
        if score::is_proven(found.score) {
            return Outcome::Win(if found.score > 0 { mover } else { mover.opponent() });
        }
        let before = pos.clone();
        pos.play_unchecked(found.best);
        past.push(before);
    }
}
