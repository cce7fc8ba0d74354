//! Text diagram of a Lamistra position.

use std::fmt::Write;

use gamekit::{Player, Square};
use lamistra::{Attack, Piece, Position, Role};

/// Rows and columns of the board.
const SIZE: u8 = 7;

/// The cells that no piece can enter.
const LAKES: [&str; 2] = ["b4", "f4"];

/// Draws the board, with the attacking piece in `( )` and the attacked one in `[ ]`, and lists the
/// roles that each player has left to name.
pub(super) fn diagram(pos: &Position) -> String {
    let mut text = String::new();
    for rank in (0..SIZE).rev() {
        let cells: String =
            (0..SIZE).map(|file| cell_text(pos, Square::new(rank * 8 + file))).collect();
        line(&mut text, &format!("{} {cells}", rank + 1));
    }
    let files: String = ('a'..).take(usize::from(SIZE)).map(|file| format!(" {file} ")).collect();
    line(&mut text, &format!("  {files}"));
    if let Some(Attack { step, .. }) = pos.attack() {
        let (attacker, number) = (name_of(pos.stepper()), pos.plies() + 1);
        line(&mut text, &format!("{attacker} attacks by {step}, step {number} of the game"));
    }
    for player in Player::BOTH {
        line(&mut text, &format!("{} has in stock {}", name_of(player), stock_text(pos, player)));
    }
    text
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{}", line.trim_end()).expect("writing to a string cannot fail");
}

fn name_of(player: Player) -> &'static str {
    ["Red (capitals)", "Blue"][player.index()]
}

fn cell_text(pos: &Position, cell: Square) -> String {
    let symbol = symbol(pos, cell);
    match pos.attack() {
        Some(Attack { step, .. }) if step.from == cell => format!("({symbol})"),
        Some(Attack { step, .. }) if step.to == cell => format!("[{symbol}]"),
        _ => format!(" {symbol} "),
    }
}

/// Returns the letter of a piece in the game's notation, `U` or `W` without a role, or the symbol
/// of a cell without a piece.
fn symbol(pos: &Position, cell: Square) -> char {
    let letter = |piece: Piece| match piece {
        Piece::Unmoved => 'U',
        Piece::Moved => 'W',
        Piece::Named(role) => role.letter(),
    };
    let of = |player| pos.army(player).piece_at(cell).map(letter);
    let empty = if LAKES.contains(&cell.to_string().as_str()) { '~' } else { '.' };
    let blue = of(Player::Second).map(|letter| letter.to_ascii_lowercase());
    of(Player::First).or(blue).unwrap_or(empty)
}

fn stock_text(pos: &Position, player: Player) -> String {
    let army = pos.army(player);
    let left = Role::ALL.into_iter().filter(|&role| army.stock(role) > 0);
    let words: Vec<String> =
        left.map(|role| format!("{} {}", army.stock(role), role.letter())).collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_is_marked_on_the_board() {
        let text = "wb5/u6/7/3w3/3W3/7/U5W r 10001001 - 10101000 - 398 d3-d4";
        let expected = "\
7  w  b  .  .  .  .  .
6  u  .  .  .  .  .  .
5  .  .  .  .  .  .  .
4  .  ~  . [w] .  ~  .
3  .  .  . (W) .  .  .
2  .  .  .  .  .  .  .
1  U  .  .  .  .  .  W
   a  b  c  d  e  f  g
Red (capitals) attacks by d3-d4, step 399 of the game
Red (capitals) has in stock 1 V, 1 L, 1 S
Blue has in stock 1 V, 1 G, 1 L
";
        assert_eq!(diagram(&text.parse().unwrap()), expected);
    }
}
