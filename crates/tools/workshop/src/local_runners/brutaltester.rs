//! Output of one game for cg-brutaltester, whose referee this program can be.

use arena::{GameSummary, PlayedGame, TurnRecord};
use serde_json::{Value, json};

/// Score of the winner. Higher is better; equal scores are a draw.
const WIN: i32 = 1;
/// Score of both players in a draw, and of a loser without a fault.
const NO_WIN: i32 = 0;
/// Score of a loser by a fault: negative scores are errors.
const FAULT: i32 = -1;

/// Returns the text for standard output: the scores of both players, one per line, and the seed.
pub(crate) fn output(summary: &GameSummary) -> String {
    let [one, other] = scores(summary);
    format!("{one}\n{other}\n{}\n", seed_word(summary))
}

/// Returns the content of the log file. Outputs and errors have one entry for each turn of the
/// game: null for the player who does not move in the turn, and for a missing answer.
pub(crate) fn log(game: &PlayedGame) -> Value {
    let summary = &game.summary;
    let scores = scores(summary);
    let outputs = per_turn(game, |turn| turn.output.as_deref());
    let errors = per_turn(game, |turn| Some(&turn.stderr));
    json!({
        "scores": { "0": scores[0], "1": scores[1] },
        "outputs": { "0": outputs[0], "1": outputs[1] },
        "errors": { "0": errors[0], "1": errors[1], "referee": referee_errors(summary) },
        "uinput": [seed_word(summary)],
    })
}

fn scores(summary: &GameSummary) -> [i32; 2] {
    [0, 1].map(|player| match summary.at_fault() {
        Some(at_fault) if at_fault == player => FAULT,
        _ if summary.score(player) == 1.0 => WIN,
        _ => NO_WIN,
    })
}

fn seed_word(summary: &GameSummary) -> String {
    format!("seed={}", summary.seed)
}

/// Returns one part of each turn, by player.
fn per_turn<'a>(
    game: &'a PlayedGame,
    part: impl Fn(&'a TurnRecord) -> Option<&'a str>,
) -> [Vec<Option<&'a str>>; 2] {
    [0, 1].map(|player| {
        let turns = game.record.plies.iter().map(|ply| {
            let is_to_move = game.player_of(ply) == player;
            ply.turn.as_ref().filter(|_| is_to_move).and_then(&part)
        });
        turns.collect()
    })
}

/// Returns the messages of the referee: the fault that ended the game, if there was one.
fn referee_errors(summary: &GameSummary) -> Vec<String> {
    let describe = |player: usize| {
        let detail = summary.detail.as_deref().unwrap_or_default();
        format!("p{} loses by {}: {detail}", player + 1, summary.reason)
    };
    summary.at_fault().map(describe).into_iter().collect()
}
