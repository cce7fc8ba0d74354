//! Search for the Nash equilibrium of a position with simultaneous moves.

use gamekit::{Notation, Position as _};
use search::{Choices, Limits, Searcher, Solution, Tactics as _};
use trainer::SearchedGame;

use crate::equilibrium::{
    Choice, Equilibrium, EquilibriumError, ExamplePosition, PositionSpec, SimultaneousGame,
    SimultaneousInfo,
};
use crate::text_moves::replay_all;

/// Bytes of the search's transposition table (TT): enough for some hundred thousand nodes.
const TABLE_BYTES: usize = 1 << 24;

/// Equilibria by the search of the bot of `G`.
pub struct EquilibriumSearch<G: SearchedGame> {
    /// Texts and examples for people.
    pub info: SimultaneousInfo<G::Position>,
}

impl<G: SearchedGame> SimultaneousGame for EquilibriumSearch<G> {
    fn equilibrium(
        &self,
        place: PositionSpec<'_>,
        nodes: u64,
    ) -> Result<Equilibrium, EquilibriumError> {
        let (past, pos) = match place {
            PositionSpec::After(moves) => replay_all(G::Position::initial(), moves)?,
            PositionSpec::At(text) => {
                let pos = text.parse().map_err(|error: gamekit::ParseError| {
                    EquilibriumError::BadPosition { game: G::NAME, why: error.to_string() }
                })?;
                (Vec::new(), pos)
            }
        };
        let not_at_once = || EquilibriumError::NotAtOnce { hint: self.info.hint };
        let simultaneous = G::Engine::default().simultaneous_move(&pos).ok_or_else(not_at_once)?;
        let mut searcher = Searcher::new(G::Engine::default(), G::PARAMS, TABLE_BYTES);
        let solution = searcher.solve_root(&pos, &past, Limits::nodes(nodes), |_| ());
        Ok(describe(&self.info, &simultaneous.pos, &solution.ok_or_else(not_at_once)?))
    }

    fn examples(&self) -> &'static [ExamplePosition] {
        self.info.examples
    }
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
    use crate::list::GAMES;
    use crate::lookup::simultaneous_game;
    use crate::text_moves::split_moves;

    const NODES: u64 = 3000;

    fn find(game_name: &str, place: PositionSpec<'_>) -> Result<Equilibrium, EquilibriumError> {
        simultaneous_game(game_name).unwrap().equilibrium(place, NODES)
    }

    fn shares(choices: &[Choice]) -> Vec<(&str, f64)> {
        choices.iter().map(|choice| (choice.mv.as_str(), choice.share)).collect()
    }

    /// The defender on d4 is lost as a general if the attacker is a spy, and as a lieutenant if the
    /// attacker is a lieutenant. Otherwise the game is drawn.
    #[test]
    fn a_guess_that_decides_the_game_is_worth_three_quarters() {
        let late = "wb5/u6/7/3w3/3W3/7/U5W r 10001001 - 10101000 - 398 d3-d4";
        let found = find("lamistra", PositionSpec::At(late)).unwrap();
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
        let find =
            |moves: &str| find("lamistra", PositionSpec::After(&split_moves(moves))).unwrap();
        let unnamed = find("a3-a4 a5-a4");
        assert_eq!(find("a3-a4 a5-a4 G"), unnamed);
        assert_eq!(find("a3-a4 a5-a4 R"), unnamed);
    }

    #[test]
    fn an_equilibrium_lies_between_the_guaranteed_values_of_both_players() {
        let mut found = 0;
        for game in GAMES.iter().filter_map(|game| game.simultaneous()) {
            for example in game.examples() {
                let here = game.equilibrium(PositionSpec::At(example.position), NODES).unwrap();
                let (least, most) = (here.best_row().secured, here.best_column().secured);
                assert!(least <= here.value + 1e-9 && here.value <= most + 1e-9, "{here:?}");
                for choices in [&here.rows, &here.columns] {
                    let sum: f64 = choices.iter().map(|choice| choice.share).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{here:?}");
                }
                assert_eq!(here.position, example.position);
                found += 1;
            }
        }
        assert!(found >= 3, "{found}");
    }

    #[test]
    fn a_position_without_simultaneous_moves_has_no_equilibrium() {
        let check = |game_name: &str, place: PositionSpec<'_>, expected: &str| {
            let error = find(game_name, place).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(error.lines().count(), 1);
        };
        check("lamistra", PositionSpec::After(&[]), "only one player chooses in this position: ");
        check(
            "lamistra",
            PositionSpec::After(&split_moves("a3-a4 c5-c4")),
            "end with a step that attacks",
        );
        check("lamistra", PositionSpec::After(&split_moves("a3-a5")), "move 1, `a3-a5`: ");
        check(
            "lamistra",
            PositionSpec::At("nonsense"),
            "that is no position of lamistra: expected ",
        );
    }
}
