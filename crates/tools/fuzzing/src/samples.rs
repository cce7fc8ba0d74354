//! Real texts that the targets edit: recorded games, and positions, moves and dialogues of them.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use records::{Record, Records};
use registry::GAMES;

/// Number of recorded games of each game: the shortest ones.
const GAMES_OF_EACH: usize = 4;

/// Numbers of turns after which a dialogue ends early.
const TURNS: [usize; 3] = [2, 12, usize::MAX];

/// Recorded game with what follows from it.
pub(crate) struct Sample {
    /// The record.
    pub(crate) record: Record,
    /// All moves, in the game's notation.
    pub(crate) moves: Vec<String>,
    /// Positions before each turn, in the game's notation.
    pub(crate) positions: Vec<String>,
}

/// Returns the root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// Returns the shortest recorded games of all games.
pub(crate) fn recorded_games() -> &'static [Sample] {
    static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| {
        let games = GAMES.iter().map(|game| shortest_games(game.name()));
        games.flatten().map(Sample::of).collect()
    });
    &SAMPLES
}

fn shortest_games(game: &str) -> Vec<Record> {
    let path = root().join("tests/data/transcripts").join(format!("{game}.jsonl.gz"));
    let records = Records::open(&path).unwrap_or_else(|error| panic!("{error}"));
    let mut records: Vec<Record> =
        records.map(|record| record.unwrap_or_else(|error| panic!("{error}")).1).collect();
    records.sort_by_key(|record| record.plies.len());
    records.truncate(GAMES_OF_EACH);
    records
}

impl Sample {
    fn of(record: Record) -> Sample {
        let game = registry::game(&record.game).unwrap_or_else(|error| panic!("{error}"));
        let (mut referee, mut positions) = (game.referee(), Vec::new());
        for ply in &record.plies {
            positions.push(referee.position());
            // The last answer of a game may be a foul.
            let _ = referee.apply(&ply.mv);
        }
        Sample { moves: referee.moves().to_vec(), positions, record }
    }

    /// Returns the package of the bot that plays the game.
    pub(crate) fn package(&self) -> &'static str {
        registry::game(&self.record.game).map_or("", |game| game.package())
    }

    /// Returns all that the two players were sent, as far as their first turns, and all of it.
    pub(crate) fn dialogues(&self) -> Vec<String> {
        let of = |player: usize, turns: usize| -> String {
            let own = self.record.plies.iter().filter(|ply| ply.player == player).take(turns);
            own.flat_map(|ply| &ply.input).map(|line| format!("{line}\n")).collect()
        };
        [0, 1].into_iter().flat_map(|player| TURNS.map(|turns| of(player, turns))).collect()
    }
}
