//! One game as a referee of cg-brutaltester tells it.

use arena::{GameSummary, PlayedGame, TurnRecord};
use serde_json::{Value, json};

/// The score of the winner. Higher is better, and the same for both is a draw.
const WIN: i32 = 1;
/// The score of both in a draw, and of a loser who has played by the rules.
const NO_WIN: i32 = 0;
/// The score of a loser by a fault: what is negative is an error.
const FAULT: i32 = -1;

/// Returns what goes to standard output: the scores of both players, a line each, and the seed.
pub(crate) fn output(summary: &GameSummary) -> String {
    let [one, other] = scores(summary);
    format!("{one}\n{other}\n{}\n", seed_word(summary))
}

/// Returns the game as the file has it. Outputs and errors have an entry for each turn of the game,
/// null for the player who was not asked in it, and for an answer that never came.
pub(crate) fn log(game: &PlayedGame) -> Value {
    let summary = &game.summary;
    let scores = scores(summary);
    let outputs = per_turn(game, |turn| turn.output.as_deref());
    let errors = per_turn(game, |turn| Some(&turn.stderr));
    json!({
        "scores": { "0": scores[0], "1": scores[1] },
        "outputs": { "0": outputs[0], "1": outputs[1] },
        "errors": { "0": errors[0], "1": errors[1], "referee": complaints(summary) },
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

/// Returns what each player's turns hold.
fn per_turn<'a>(
    game: &'a PlayedGame,
    part: impl Fn(&'a TurnRecord) -> Option<&'a str>,
) -> [Vec<Option<&'a str>>; 2] {
    [0, 1].map(|player| {
        let turns = game.record.plies.iter().map(|ply| {
            let is_asked = game.player_of(ply) == player;
            ply.turn.as_ref().filter(|_| is_asked).and_then(&part)
        });
        turns.collect()
    })
}

/// Returns what the referee has to say: the fault that ended the game, if one did.
fn complaints(summary: &GameSummary) -> Vec<String> {
    let complain = |player: usize| {
        let detail = summary.detail.as_deref().unwrap_or_default();
        format!("p{} loses by {}: {detail}", player + 1, summary.reason)
    };
    summary.at_fault().map(complain).into_iter().collect()
}
