//! Careless moves in recorded games of Stratego: moves of a player with high pieces, and the bot's
//! choices in the same positions.

use gamekit::{Observe as _, Player, Position as _};
use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _,
};
use search::Limits;
use stratego::{
    Agent, Direction, Move, Position, Rank, Square, Survivor, View, first_setup, squares,
};

use super::Stratego;
use super::board::rank_name;
use super::bot::setup_in;
use super::recorded::{Step, steps};
use crate::careless::{
    CarelessClass, CarelessCounts, CarelessError, CarelessMove, CarelessMoves, CarelessPlan,
};
use crate::official::OfficialGame as _;
use crate::recorded::RecordedGame;

/// Kind of moves: a description, and the test of a legal step in a position, with the lowest rank
/// of a high piece.
type Class = (&'static str, fn(&Position, Move, Rank) -> bool);

/// Kinds of careless moves.
const CLASSES: [Class; 2] = [
    ("attack of a high piece on a hidden, unmoved piece", attacks_unmoved),
    ("high piece left beside a known better one", leaves_exposed),
];

/// Lowest rank of a high piece, unless the plan names another.
const DEFAULT_RANK: Rank = Rank::Colonel;

/// Search for careless moves by the bot of Stratego.
pub(super) struct StrategoCareless<const TWO_SQUARES: bool>;

impl<const TWO_SQUARES: bool> CarelessMoves for StrategoCareless<TWO_SQUARES> {
    fn find(
        &self,
        games: &[RecordedGame],
        plan: &CarelessPlan,
        on_game: &(dyn Fn() + Sync),
    ) -> Result<CarelessCounts, CarelessError> {
        let rank = plan.rank.as_deref().map_or(Ok(DEFAULT_RANK), rank_of_name)?;
        let examined: Vec<Result<(u64, Vec<CarelessMove>), CarelessError>> = games
            .par_iter()
            .enumerate()
            .map(|(index, game)| {
                let steps = steps(Stratego::<TWO_SQUARES>::initial(), game)?;
                let found = examine_game(index, &steps, game.is_examined, rank, plan.nodes);
                on_game();
                Ok(found)
            })
            .collect();
        let (mut moves, mut found) = (0, Vec::new());
        for game in examined {
            let (more, of_game) = game?;
            moves += more;
            found.extend(of_game);
        }
        let classes = CLASSES.iter().enumerate().map(|(class, &(name, _))| {
            let of_class = || found.iter().filter(move |mv| mv.class == class);
            let recorded = of_class().count() as u64;
            let chosen = of_class().filter(|mv| mv.is_repeated).count() as u64;
            CarelessClass { name, recorded, chosen }
        });
        let classes = classes.collect();
        Ok(CarelessCounts { moves, rank: rank_name(rank), classes, found })
    }
}

/// Returns the rank of a piece that can move by its English name.
fn rank_of_name(name: &str) -> Result<Rank, CarelessError> {
    let movable = || Rank::ALL.into_iter().filter(|rank| rank.is_movable());
    movable().find(|&rank| rank_name(rank) == name).ok_or_else(|| CarelessError::Rank {
        name: name.to_owned(),
        known: movable().rev().map(rank_name).collect::<Vec<_>>().join(", "),
    })
}

/// Finds the moves of all classes in a game, and asks the bot in their positions. Returns also the
/// number of all moves of the examined players.
fn examine_game(
    game: usize,
    steps: &[Step],
    is_examined: [bool; 2],
    rank: Rank,
    nodes: u64,
) -> (u64, Vec<CarelessMove>) {
    let (mut moves, mut found) = (0, Vec::new());
    let Some((_, start, _)) = steps.first() else { return (moves, found) };
    let mut agents = Player::BOTH.map(|player| {
        let setup = setup_in(start, player).unwrap_or_else(|| first_setup(player));
        is_examined[player.index()].then(|| Agent::new(player, &setup))
    });
    for &(number, pos, step) in steps {
        if let Some(agent) = &mut agents[pos.side_to_move().index()] {
            moves += 1;
            let is_of = |class: usize, mv| CLASSES[class].1(&pos, mv, rank);
            let classes = (0..CLASSES.len()).filter(|&class| is_of(class, step));
            let classes: Vec<usize> = classes.collect();
            let chosen = if classes.is_empty() { None } else { choose(agent, &pos, nodes) };
            found.extend(chosen.iter().flat_map(|&chosen| {
                classes.iter().map(move |&class| CarelessMove {
                    game,
                    number,
                    class,
                    recorded: step.to_string(),
                    chosen: chosen.to_string(),
                    is_repeated: is_of(class, chosen),
                })
            }));
        }
        let battle = pos.battle(step);
        agents.iter_mut().flatten().for_each(|agent| agent.observe(step, battle));
    }
    (moves, found)
}

/// Lets the bot choose a legal step.
fn choose(agent: &mut Agent, pos: &Position, nodes: u64) -> Option<Move> {
    let legal: Vec<Move> =
        agent.legal_steps().into_iter().filter(|&step| pos.is_legal(step)).collect();
    agent.weigh(&legal, Limits::nodes(nodes), |_| ()).map(|found| found.best)
}

/// Returns whether a high piece attacks an enemy piece that is hidden, has not moved, and may not
/// be beaten.
fn attacks_unmoved(pos: &Position, step: Move, lowest: Rank) -> bool {
    let Move::Step { from, to } = step else { return false };
    let view = pos.view(pos.side_to_move());
    let Some(attacker) = view.rank_at(from).filter(|&rank| rank >= lowest) else { return false };
    let may_fail =
        |&rank: &Rank| view.hidden(rank) > 0 && attacker.against(rank) != Survivor::Attacker;
    view.hidden_squares() & !view.moved() & to.bit() != 0 && Rank::ALL.iter().any(may_fail)
}

/// Returns whether a high piece stands beside a better enemy piece of known rank after the step,
/// although another step, without an attack whose result is open, would have left no such piece or
/// only a lower one.
fn leaves_exposed(pos: &Position, step: Move, lowest: Rank) -> bool {
    let us = pos.side_to_move();
    let exposed_after = |step: Move| {
        let mut after = *pos;
        after.play_unchecked(step);
        after.outcome().is_none().then(|| highest_exposed(&after.view(us), lowest)).flatten()
    };
    let Some(exposed) = exposed_after(step) else { return false };
    let view = pos.view(us);
    let is_certain = |step: Move| {
        let Move::Step { from, to } = step else { return false };
        let is_sure = || Some(view.rank_at(from)?.against(view.rank_at(to)?) == Survivor::Attacker);
        view.enemies() & to.bit() == 0 || is_sure() == Some(true)
    };
    let mut is_avoidable = false;
    pos.legal_moves(|other| {
        is_avoidable |= is_certain(other) && exposed_after(other) < Some(exposed);
    });
    is_avoidable
}

/// Returns the highest rank of the player's high pieces that stand beside an enemy piece which is
/// known to beat them.
fn highest_exposed(view: &View, lowest: Rank) -> Option<Rank> {
    let is_beaten = |sq: Square, rank: Rank| {
        Direction::ALL.into_iter().filter_map(|direction| sq.towards(direction, 1)).any(|beside| {
            let enemy = view.rank_at(beside).filter(|_| view.enemies() & beside.bit() != 0);
            enemy.is_some_and(|enemy| {
                enemy.is_movable() && enemy.against(rank) == Survivor::Attacker
            })
        })
    };
    let high = squares(view.own()).filter_map(|sq| Some((sq, view.rank_at(sq)?)));
    let exposed = high.filter(|&(sq, rank)| rank >= lowest && is_beaten(sq, rank));
    exposed.map(|(_, rank)| rank).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(class: usize, text: &str, step: &str, expected: bool) {
        let pos: Position = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let step = step.parse().unwrap_or_else(|error| panic!("{error}"));
        assert!(pos.is_legal(step), "{text} {step}");
        assert_eq!(CLASSES[class].1(&pos, step, Rank::Colonel), expected, "{text} {step}");
    }

    #[test]
    fn an_attack_on_a_hidden_unmoved_piece_counts_unless_it_must_succeed() {
        let board = |attacker: &str, target: &str, other: &str| {
            format!("F9/10/10/10/10/{attacker}~9/{target}9/10/{other}9/8tf r 100 0")
        };
        check(0, &board("C", "b", "b"), "0 5 DOWN", true);
        check(0, &board("C", "e", "b"), "0 5 DOWN", true);
        check(0, &board("J", "b", "b"), "0 5 DOWN", false);
        check(0, &board("C", "e~", "b"), "0 5 DOWN", false);
        check(0, &board("C", "e~+", "b"), "0 5 DOWN", false);
        check(0, &board("C", "e", "t"), "0 5 DOWN", false);
        check(0, &board("C", "b", "b"), "0 5 UP", false);
    }

    #[test]
    fn a_high_piece_left_beside_a_known_better_one_counts_if_it_could_be_avoided() {
        // The colonel stands beside a known general.
        let besieged = "F8T/10/10/C~9/g~+9/10/10/10/10/8jf r 100 0";
        check(1, besieged, "9 0 LEFT", true);
        check(1, besieged, "0 3 UP", false);
        check(1, &besieged.replace('+', ""), "9 0 LEFT", false);
        check(1, &besieged.replace('C', "J"), "9 0 LEFT", false);
        // It steps there by itself, or it cannot leave but the marshal can take the general.
        check(1, "F9/10/10/10/g~+C~8/10/10/10/10/9f r 100 0", "1 4 UP", false);
        check(1, "F9/10/C~9/10/g~+9/10/10/10/10/9f r 100 0", "0 2 DOWN", true);
        let shut_in = "F8T/10/B9/C~B8/g~+M~8/10/10/10/10/9f r 100 0";
        check(1, shut_in, "9 0 LEFT", true);
        check(1, shut_in, "1 4 LEFT", false);
        check(1, &shut_in.replace("M~8", "9"), "9 0 LEFT", false);
        // A marshal beside a known spy.
        check(1, "F8T/10/10/M~9/s~+9/10/10/10/10/8jf r 100 0", "9 0 LEFT", true);
    }

    #[test]
    fn a_rank_that_does_not_move_is_no_high_piece() {
        assert_eq!(rank_of_name("major"), Ok(Rank::Major));
        let error = rank_of_name("bomb").unwrap_err().to_string();
        assert!(
            error.starts_with("`bomb` is no rank of a piece that moves; the ranks are marshal,")
        );
    }
}
