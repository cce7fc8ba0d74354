//! Target `dialogues`: whole transcripts of judges, through the protocol and the bot of each game.

use std::sync::LazyLock;

use crate::edits::edit;
use crate::games::GAMES;
use crate::samples::recorded_games;

/// Dialogue of a judge with one player.
struct Transcript {
    game: usize,
    input: String,
    /// All moves of the game, which the bot follows as long as they are legal.
    moves: Vec<String>,
}

/// Lets a bot answer an edited transcript. It replies to each turn, with a listed move if the judge
/// lists any, never panics, and reports a fault in one line.
pub fn dialogues(data: &[u8]) {
    static TRANSCRIPTS: LazyLock<Vec<Transcript>> = LazyLock::new(|| {
        // A new game may have no checks yet.
        let checked = recorded_games().iter().filter_map(|sample| {
            Some((GAMES.iter().position(|game| game.package == sample.package())?, sample))
        });
        let transcripts = checked.flat_map(|(game, sample)| {
            let moves = &sample.moves;
            let dialogues = sample.dialogues().into_iter();
            dialogues.map(move |input| Transcript { game, input, moves: moves.clone() })
        });
        transcripts.collect()
    });
    let Some((chosen, data)) = data.split_at_checked(1) else { return };
    let transcript = &TRANSCRIPTS[usize::from(chosen[0]) % TRANSCRIPTS.len()];
    let game = &GAMES[transcript.game];
    (game.check_dialogue)(&edit(data, &transcript.input), &transcript.moves);
}
