//! Nash equilibrium of a position in which both players choose simultaneously, as the game's bot
//! computes it.

use gamekit::Notation;
use search::score::Score;
use search::{Choices, Limits, Searcher, Solution, Tactics as _};

use crate::search_tools::SearchedGame;
use crate::text_moves::BadMove;
use crate::text_moves::replay_all;

/// Nash equilibrium of a position in which both players choose simultaneously, computed by the
/// game's bot.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// The position before either choice, in the game's notation.
    pub position: String,
    /// Diagram of the position for people, several lines.
    pub diagram: String,
    /// Names of the row player and of the column player.
    pub choosers: [&'static str; 2],
    /// The choices of the player to move.
    pub rows: Vec<Choice>,
    /// The choices of the opponent.
    pub columns: Vec<Choice>,
    /// Expected points of the player to move, 0 to 1, by row and then by column.
    pub points: Vec<Vec<f64>>,
    /// Expected points of the player to move if both play the equilibrium.
    pub value: f64,
    /// The same value as a score of the bot, for the player to move.
    pub score: Score,
    /// Search depth of the positions that follow, in plies.
    pub depth: usize,
    /// Nodes that the search visited.
    pub nodes: u64,
}

/// One of the moves of a simultaneous choice.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move in the game's notation.
    pub mv: String,
    /// Probability of the move in the equilibrium, 0 to 1.
    pub share: f64,
    /// Guaranteed value of the move against every choice of the other player: for a row, the
    /// minimum of the points of the player to move; for a column, their maximum.
    pub secured: f64,
}

impl Equilibrium {
    /// Returns the row with the highest guaranteed value for the player to move, the first of
    /// equals.
    ///
    /// # Panics
    ///
    /// Panics if there are no rows. No game has such a position.
    #[must_use]
    pub fn best_row(&self) -> &Choice {
        let rows = self.rows.iter().rev();
        rows.max_by(|a, b| a.secured.total_cmp(&b.secured)).expect("the player to move has a move")
    }

    /// Returns the column with the lowest value for the player to move, the first of equals.
    ///
    /// # Panics
    ///
    /// Panics if there are no columns. No game has such a position.
    #[must_use]
    pub fn best_column(&self) -> &Choice {
        let columns = self.columns.iter();
        columns.min_by(|a, b| a.secured.total_cmp(&b.secured)).expect("the column player has moves")
    }
}

/// Texts and examples for people, about a game with positions in which both players choose
/// simultaneously.
pub(crate) struct SimultaneousInfo<P: 'static> {
    /// See [`Equilibrium::choosers`].
    pub(crate) choosers: [&'static str; 2],
    /// Hint on reaching such a position, shown if another one was requested.
    pub(crate) hint: &'static str,
    /// Draws such a position in several lines.
    pub(crate) diagram: fn(&P) -> String,
    /// Example positions.
    pub(crate) situations: &'static [Situation],
}

/// Specification of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place<'a> {
    /// The position after moves from the start of the game.
    After(&'a [String]),
    /// The position in the game's notation.
    At(&'a str),
}

/// Example position in which both players choose simultaneously, for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Situation {
    /// Description of the position in one sentence.
    pub about: &'static str,
    /// The position in the game's notation.
    pub position: &'static str,
}

/// Error: a position for which no equilibrium can be computed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EquilibriumError {
    /// A move that cannot be played.
    #[error(transparent)]
    BadMove(#[from] BadMove),
    /// A text that is not a position.
    #[error("that is no position of {game}: {why}")]
    BadPosition {
        /// The game's name.
        game: &'static str,
        /// The error of the parser.
        why: String,
    },
    /// The players of this game always move in turn.
    #[error("in {0} the players never choose at once: there is no equilibrium to compute")]
    NeverAtOnce(&'static str),
    /// Only one player moves in this position.
    #[error("only one player chooses in this position: {hint}")]
    NotAtOnce {
        /// Hint on reaching a position in which both choose.
        hint: &'static str,
    },
}

/// Bytes of the search's transposition table (TT): enough for some hundred thousand nodes.
const TABLE_BYTES: usize = 1 << 24;

/// Searches the position at `place` with `nodes` nodes of the game's bot, and solves it.
pub(crate) fn find_equilibrium<G: SearchedGame>(
    place: Place<'_>,
    nodes: u64,
) -> Result<Equilibrium, EquilibriumError> {
    let info = G::SIMULTANEOUS_INFO.ok_or(EquilibriumError::NeverAtOnce(G::NAME))?;
    let (past, pos) = match place {
        Place::After(moves) => replay_all(G::initial(), moves)?,
        Place::At(text) => {
            let pos = text.parse().map_err(|error: gamekit::ParseError| {
                EquilibriumError::BadPosition { game: G::NAME, why: error.to_string() }
            })?;
            (Vec::new(), pos)
        }
    };
    let not_at_once = || EquilibriumError::NotAtOnce { hint: info.hint };
    let simultaneous = G::Engine::default().simultaneous_move(&pos).ok_or_else(not_at_once)?;
    let mut searcher = Searcher::new(G::Engine::default(), G::PARAMS, TABLE_BYTES);
    let solution = searcher.solve_root(&pos, &past, Limits::nodes(nodes), |_| ());
    Ok(describe(&info, &simultaneous.pos, &solution.ok_or_else(not_at_once)?))
}

fn describe<P: Notation>(
    info: &SimultaneousInfo<P>,
    pos: &P,
    solution: &Solution<P::Move>,
) -> Equilibrium {
    let Solution { rows, columns, equilibrium, matrix, score, depth, nodes, .. } = solution;
    let points: Vec<Vec<f64>> = (0..matrix.rows())
        .map(|row| (0..matrix.columns()).map(|column| matrix.get(row, column)).collect())
        .collect();
    let least = |row: usize| points[row].iter().copied().fold(1.0, f64::min);
    let most = |column: usize| points.iter().map(|row| row[column]).fold(0.0, f64::max);
    Equilibrium {
        position: pos.to_string(),
        diagram: (info.diagram)(pos),
        choosers: info.choosers,
        rows: choices(rows, &equilibrium.rows, least),
        columns: choices(columns, &equilibrium.columns, most),
        points,
        value: equilibrium.value,
        score: *score,
        depth: *depth,
        nodes: *nodes,
    }
}

fn choices<M: gamekit::Move>(
    moves: &Choices<M>,
    shares: &[f64],
    secured: impl Fn(usize) -> f64,
) -> Vec<Choice> {
    let choice = |(index, (mv, &share)): (usize, (M, &f64))| Choice {
        mv: mv.to_string(),
        share,
        secured: secured(index),
    };
    moves.iter().zip(shares).enumerate().map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GAMES, game};
    use crate::opening::split_moves;

    const NODES: u64 = 3000;

    fn find(game_name: &str, place: Place<'_>) -> Result<Equilibrium, EquilibriumError> {
        game(game_name).unwrap().equilibrium(place, NODES)
    }

    fn shares(choices: &[Choice]) -> Vec<(&str, f64)> {
        choices.iter().map(|choice| (choice.mv.as_str(), choice.share)).collect()
    }

    /// The defender on d4 is lost as a general if the attacker is a spy, and as a lieutenant if the
    /// attacker is a lieutenant. Otherwise the game is drawn.
    #[test]
    fn a_guess_that_decides_the_game_is_worth_three_quarters() {
        let late = "wb5/u6/7/3w3/3W3/7/U5W r 10001001 - 10101000 - 398 d3-d4";
        let found = find("lamistra", Place::At(late)).unwrap();
        assert_eq!(found.position, late);
        assert_eq!(shares(&found.rows), [("L", 0.5), ("S", 0.5)]);
        assert_eq!(shares(&found.columns), [("G", 0.5), ("L", 0.5)]);
        assert_eq!(found.points, [[0.5, 1.0], [1.0, 0.5]]);
        assert_eq!(found.value, 0.75);
        assert_eq!((found.best_row().mv.as_str(), found.best_row().secured), ("L", 0.5));
        assert_eq!((found.best_column().mv.as_str(), found.best_column().secured), ("G", 1.0));
    }

    #[test]
    fn the_role_that_the_attacker_has_named_changes_nothing() {
        let find = |moves: &str| find("lamistra", Place::After(&split_moves(moves))).unwrap();
        let unnamed = find("a3-a4 a5-a4");
        assert_eq!(find("a3-a4 a5-a4 G"), unnamed);
        assert_eq!(find("a3-a4 a5-a4 R"), unnamed);
    }

    #[test]
    fn an_equilibrium_lies_between_the_guaranteed_values_of_both_players() {
        let mut found = 0;
        for &game in GAMES {
            for situation in game.situations() {
                let here = game.equilibrium(Place::At(situation.position), NODES).unwrap();
                let (least, most) = (here.best_row().secured, here.best_column().secured);
                assert!(least <= here.value + 1e-9 && here.value <= most + 1e-9, "{here:?}");
                for choices in [&here.rows, &here.columns] {
                    let sum: f64 = choices.iter().map(|choice| choice.share).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{here:?}");
                }
                assert_eq!(here.position, situation.position);
                found += 1;
            }
        }
        assert!(found >= 3, "{found}");
    }

    #[test]
    fn a_position_without_simultaneous_moves_has_no_equilibrium() {
        let check = |game_name: &str, place: Place<'_>, expected: &str| {
            let error = find(game_name, place).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(error.lines().count(), 1);
        };
        check("jungle", Place::After(&[]), "in jungle the players never choose at once");
        check("lamistra", Place::After(&[]), "only one player chooses in this position: ");
        check(
            "lamistra",
            Place::After(&split_moves("a3-a4 c5-c4")),
            "end with a step that attacks",
        );
        check("lamistra", Place::After(&split_moves("a3-a5")), "move 1, `a3-a5`: ");
        check("lamistra", Place::At("nonsense"), "that is no position of lamistra: expected ");
    }
}
