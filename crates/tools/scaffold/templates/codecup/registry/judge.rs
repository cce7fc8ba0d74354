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
pub(super) const MEMORY_LIMIT: u64 = 64 << 20;

/// Time limit of all moves of a player together.
pub(super) const TIME_CONTROL: TimeControl = TimeControl::whole_game(Duration::from_secs(30));

/// Line of the first turn of the player who begins.
const START: &str = "Start";

/// Line after the end of the game.
const QUIT: &str = "Quit";

/// Returns the line of a turn: the last move.
pub(super) fn prompt(game: &Progress<Position>) -> Vec<String> {
    vec![game.moves.last().map_or(START.to_owned(), ToString::to_string)]
}

/// Returns the move in a line of output: the whole line.
pub(super) fn read_answer(line: &str) -> Option<&str> {
    Some(line.trim_end()).filter(|text| !text.is_empty())
}

/// Returns the last line.
pub(super) fn farewell(_: &Progress<Position>, _: Player, _: Ending) -> Option<Vec<String>> {
    Some(vec![QUIT.to_owned()])
}
