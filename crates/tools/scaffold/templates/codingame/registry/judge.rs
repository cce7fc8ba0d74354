//! Dialogue of {{judge}}'s referee of {{title}}.

use std::time::Duration;

use gamekit::Player;

use {{crate}}::Position;

use {{registry}}::official::Progress;
use {{registry}}::referee::Ending;
use {{registry}}::time_control::TimeControl;

/// Name of the judge, or the file of its profile.
pub(super) const NAME: &str = "{{judge_reference}}";

/// Limit of a program's memory, in bytes.
pub(super) const MEMORY_LIMIT: u64 = 768 << 20;

/// Time limits of the first turn and of later turns.
pub(super) const TIME_CONTROL: TimeControl =
    TimeControl::per_turn(Duration::from_millis(1000), Duration::from_millis(100));

/// Text in place of the last move before the first move.
const NO_MOVE_YET: &str = "None";

/// Returns the lines of a turn: the last move, and the legal moves. `game.is_first_turn()` tells
/// where the lines belong that a player gets once.
pub(super) fn prompt(game: &Progress<Position>) -> Vec<String> {
    let last = game.moves.last().map_or(NO_MOVE_YET.to_owned(), ToString::to_string);
    let mut lines = vec![last];
    lines.append(&mut game.listed_moves());
    lines
}

/// Returns the move in a line of output: the text before the first space.
pub(super) fn read_answer(line: &str) -> Option<&str> {
    line.split(' ').next().filter(|word| !word.is_empty())
}

/// Returns no last lines: the judge ends the programs itself.
pub(super) fn farewell(_: &Progress<Position>, _: Player, _: Ending) -> Option<Vec<String>> {
    None
}
