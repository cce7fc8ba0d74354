//! Bot of Stratego in the board room.

use boards::{Bot, PositionLine, PvInfo, Task, multi_pv};
use gamekit::{Observe as _, Player, Position as _};
use stratego::{Agent, Move, Position, Rank, Setup, Square, first_setup};

use super::board::BLUE;

/// Bot of Stratego.
pub(super) struct StrategoBot;

impl Bot<Position> for StrategoBot {
    /// Chooses a move with the agent, which has only the information of its player. It chooses
    /// among the legal moves of the game, which may be fewer than by the rules of the agent.
    fn decide(
        &self,
        line: &PositionLine<Position>,
        task: &Task,
        report: &mut dyn FnMut(PvInfo),
    ) -> Option<Move> {
        let legal = line.legal_moves();
        if let [only] = legal[..] {
            return Some(only);
        }
        let mut agent = agent_of(line)?;
        let found = agent.weigh(&legal, task.limits(), |found| report(PvInfo::of(found)))?;
        report(PvInfo::of(&found));
        Some(found.best)
    }

    fn analyse(
        &self,
        line: &PositionLine<Position>,
        task: &Task,
        lines: usize,
        report: &mut dyn FnMut(Vec<PvInfo>),
    ) {
        let Some(mut agent) = agent_of(line) else { return };
        let search = |moves: &[Move], limits| agent.weigh(moves, limits, |_| ());
        multi_pv(&line.legal_moves(), task, lines, search, report);
    }
}

/// Returns the agent of the side to move, with all its observations; `None` in the setup phase.
fn agent_of(line: &PositionLine<Position>) -> Option<Agent> {
    if line.now.is_setting_up(Player::Second) {
        return None;
    }
    let player = line.now.side_to_move();
    let start = (0..=line.moves.len()).find(|&at| !line.at(at).is_setting_up(Player::Second))?;
    let pos = line.at(start);
    let mut agent = match setup_in(pos, player) {
        Some(setup) if pos.plies() == 0 => Agent::new(player, &setup),
        _ => {
            let mut agent = Agent::new(player, &first_setup(player));
            agent.resume(pos.view(player));
            agent
        }
    };
    for (index, &step) in line.moves.iter().enumerate().skip(start) {
        agent.observe(step, line.at(index).battle(step));
    }
    Some(agent)
}

/// Returns the setup of a player, if every piece is still on a square of the setup.
pub(super) fn setup_in(pos: &Position, player: Player) -> Option<Setup> {
    let start = if player == Player::First { 0 } else { BLUE };
    let home = start..start + Position::ARMY_SIZE;
    let ranks: Option<Vec<Rank>> = home
        .map(|index| {
            let sq = Square::new(index as u8);
            pos.rank_at(sq).filter(|_| pos.owner_at(sq) == Some(player))
        })
        .collect();
    ranks?.try_into().ok()
}
