use gamekit::{Outcome, Player, Position as _};
use stratego::{Battle, LAKES, Move, Position, Rank, Square, Survivor};

use crate::official::Progress;

/// Rows and columns of the board.
const SIZE: u8 = 10;

/// Returns the line with which a player is asked for his setup: his colour, the other one's name, and
/// the board's width and height.
pub(super) fn introduction(player: Player) -> String {
    let colour = match player {
        Player::First => "RED",
        Player::Second => "BLUE",
    };
    format!("{colour} opponent {SIZE} {SIZE}")
}

/// Returns the board as a player sees it, whatever he may know of the other's pieces.
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

/// Returns the steps with their outcomes that a player has not been told when he has given his latest
/// answer: his own, if that is what it was, and what the other one has done since.
pub(super) fn untold(game: &Progress<Position>, player: Player) -> Vec<String> {
    let told = |number: usize| {
        let before = &game.past[number];
        let mv = game.moves[number];
        let after = game.past.get(number + 1).unwrap_or(&game.pos);
        matches!(mv, Move::Step { .. }).then(|| format!("{mv} {}", result(before, mv, after)))
    };
    let is_own = |number: &usize| game.past[*number].side_to_move() == player;
    let latest = (0..game.moves.len()).rev().find(is_own).unwrap_or(game.moves.len());
    (latest..game.moves.len()).filter_map(told).collect()
}

/// Returns what came of a step.
fn result(before: &Position, step: Move, after: &Position) -> String {
    let Some(Battle { attacker, defender }) = before.battle(step) else {
        return if has_won(before.side_to_move(), after) { ATTRITION } else { "OK" }.to_owned();
    };
    if has_won(before.side_to_move(), after) {
        return if defender == Rank::Flag { "VICTORY_FLAG" } else { ATTRITION }.to_owned();
    }
    let word = match attacker.against(defender) {
        Survivor::Attacker => "KILLS",
        Survivor::Defender => "DIES",
        Survivor::Nobody => "BOTHDIE",
    };
    format!("{word} {attacker} {defender}")
}

/// The outcome of a step after which the other side has nothing left to step with.
const ATTRITION: &str = "VICTORY_ATTRITION";

fn has_won(player: Player, pos: &Position) -> bool {
    pos.outcome() == Some(Outcome::Win(player))
}
