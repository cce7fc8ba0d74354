//! Match of a game's bot against random moves.

use serde_json::Value;

use crate::workspace::Workspace;

/// Plays 20 games of the bot, which cargo has built, against random moves, verifies their record,
/// and returns the path of the record.
pub(crate) fn check_match(workspace: &Workspace, game: &str, book: &str) -> String {
    let (bot, record) = (workspace.output.path_of(game), format!("{game}.jsonl"));
    let bot = format!("cmd:{} --nodes 200 --seed {{seed}} --opening {{opening}}", bot.display());
    let players = ["match", game, "--p1", &bot, "--p2", "random", "--games", "20"];
    let options =
        ["--margin", "60000", "--record", &record, "--json", "--data", "data", "--book", book];
    let played = workspace.program("workshop", &[&players, &options[..]].concat());
    let played: Value = serde_json::from_str(&played).unwrap();
    assert_eq!(played["games"], 20, "{played}");
    assert!(workspace.program("workshop", &["verify", &record]).contains(": 20 games, "));
    record
}
