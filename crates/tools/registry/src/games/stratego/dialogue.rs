//! Lines that the Stratego referee sends to the players.

use gamekit::{Outcome, Player, Position as _};
use stratego::{LAKES, Move, Position, Rank, Square, Survivor, Verdict};

use crate::official::Progress;

/// Rows and columns of the board.
const SIZE: u8 = 10;

/// Returns the line that asks a player for a setup: the player's colour, the other player's name,
/// and the width and height of the board.
pub(super) fn introduction(player: Player) -> String {
    let colour = match player {
        Player::First => "RED",
        Player::Second => "BLUE",
    };
    format!("{colour} opponent {SIZE} {SIZE}")
}

/// Returns the board for a player. All pieces of the opponent have the same symbol, also those of
/// known rank.
pub(super) fn board(pos: &Position, player: Player) -> Vec<String> {
    let symbol = |sq: Square| match pos.rank_at(sq) {
        Some(rank) if pos.owner_at(sq) == Some(player) => rank.letter(),
        Some(_) => '#',
        None if LAKES & sq.bit() != 0 => '+',
        None => '.',
    };
    let row = |y: u8| (0..SIZE).map(|x| symbol(Square::new(y * SIZE + x))).collect();
    (0..SIZE).map(row).collect()
}

/// Returns the steps with their outcomes that a player has not been sent before the latest answer:
/// the player's own step, if the answer was one, and the steps of the other player since then.
pub(super) fn unsent_lines(game: &Progress<Position>, player: Player) -> Vec<String> {
    let report = |number: usize| {
        let before = &game.past[number];
        let mv = game.moves[number];
        let after = game.past.get(number + 1).unwrap_or(&game.pos);
        matches!(mv, Move::Step { .. }).then(|| format!("{mv} {}", verdict(before, mv, after)))
    };
    let is_own = |number: &usize| game.past[*number].side_to_move() == player;
    let latest = (0..game.moves.len()).rev().find(is_own).unwrap_or(game.moves.len());
    (latest..game.moves.len()).filter_map(report).collect()
}

/// Returns the outcome of a step.
fn verdict(before: &Position, step: Move, after: &Position) -> Verdict {
    let (battle, us) = (before.battle(step), before.side_to_move());
    if after.outcome() == Some(Outcome::Win(us)) {
        let is_flag = battle.is_some_and(|battle| battle.defender == Rank::Flag);
        return if is_flag { Verdict::VictoryFlag } else { Verdict::VictoryAttrition };
    }
    let Some(battle) = battle else { return Verdict::Ok };
    match battle.survivor() {
        Survivor::Attacker => Verdict::Kills(battle),
        Survivor::Defender => Verdict::Dies(battle),
        Survivor::Nobody => Verdict::BothDie(battle),
    }
}
