//! Actors: programs that follow a script, and report whether they received the expected lines.

use std::fs::{read_to_string, write};
use std::time::Duration;

use arena::{Contestant, GamePair, Limits, PlayedGame, Worker};
use registry::Stop;

use super::{NoCompiler, command};

/// Time limit that no machine reaches in these tests.
pub(crate) const AMPLE_TIME: Duration = Duration::from_secs(60);

/// Shell program that follows a script of lines: it writes the text of `> text`, must read that of
/// `< text`, and runs `! command`. After the script the input must end as well. The program notes
/// `done` if all was as expected, or else the difference.
const ACTOR: &str = r#"notes=$1.notes
exec 3<"$1"
note() { echo "$1" >>"$notes"; exit; }
while read -r mark line <&3; do
    case $mark in
        ">") printf "%s\n" "$line" ;;
        "<") IFS= read -r heard || note "the input ends before $line"
             [ "$heard" = "$line" ] || note "hears $heard, not $line" ;;
        "!") eval "$line" ;;
    esac
done
IFS= read -r heard && note "hears $heard, not the end"
note done
"#;

/// Plays a game between two actors with these scripts, whose lines are separated by `; `. Also
/// returns the notes of the actors, which are empty if they were killed. `time` is the time of the
/// first actor: for the whole game if the game has such a clock, otherwise for a turn.
pub(crate) fn play(game: &str, scripts: [&str; 2], time: Duration) -> (PlayedGame, [String; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let actor = folder.path().join("actor.sh");
    write(&actor, ACTOR).unwrap();
    let paths = ["first", "second"].map(|name| folder.path().join(name));
    for (path, script) in paths.iter().zip(scripts) {
        let lines: String = script.split("; ").map(|line| format!("{line}\n")).collect();
        write(path, lines).unwrap();
    }
    let bot = |number: usize, time| {
        let script = paths[number].display();
        command(&format!("sh {} {script}", actor.display()), Some(time))
    };
    let game = play_between(game, [bot(0, time), bot(1, AMPLE_TIME)], 1);
    let notes = paths.map(|path| read_to_string(path.with_extension("notes")).unwrap_or_default());
    (game, notes.map(|notes| notes.trim_end().to_owned()))
}

/// Plays the game in which the first contestant moves first, and verifies its record.
pub(crate) fn play_between(game: &str, contestants: [Contestant; 2], seed: u64) -> PlayedGame {
    let game = game.to_owned();
    let (opening, limits) = (Vec::new(), Limits::default());
    let game_pair = GamePair { game, contestants, opening, seed, limits, foreign: None };
    let game = Worker::new(&NoCompiler, &Stop::default(), None).play_single(&game_pair, 0).unwrap();
    arena::verify(&game.record).unwrap();
    game
}
