//! Game results as the site gives them, made from records.

#![allow(dead_code, reason = "each test binary uses its part")]

use std::path::{Path, PathBuf};

use arena::{Record, Records};
use codingame::{GameResult, ResultFile};
use serde_json::{Value, json};

/// The games of CodinGame.
pub(crate) const GAMES: [&str; 3] = ["breakthrough", "lines-of-action", "jungle"];

/// Returns the recorded games of the official referees.
pub(crate) fn recorded(game: &str) -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data/transcripts");
    let file = folder.join(game).with_extension("jsonl.gz");
    Records::open(&file).unwrap().map(|entry| entry.unwrap().1).collect()
}

/// Returns the shortest recorded game with that result.
pub(crate) fn shortest(game: &str, result: &str) -> Record {
    let games = recorded(game).into_iter().filter(|record| record.result == result);
    games.min_by_key(|record| record.plies.len()).unwrap()
}

/// Returns a game as the site gives it, in which agent `first` moves first.
pub(crate) fn site_result(record: &Record, id: u64, first: usize) -> Value {
    let mut frames = vec![json!({
        "gameInformation": "", "summary": "", "view": " 0\n{}\n", "keyframe": true, "agentId": -1,
    })];
    for (index, ply) in record.plies.iter().enumerate() {
        frames.push(json!({
            "gameInformation": "", "stdout": format!("{}\n", ply.mv), "summary": "",
            "view": format!(" {}\n{{}}\n", index + 1), "keyframe": true,
            "agentId": ply.player ^ first,
        }));
    }
    let (ranks, scores) = match &*record.result {
        "1-0" => ([0, 1], [1.0, -1.0]),
        "0-1" => ([1, 0], [-1.0, 1.0]),
        _ => ([0, 0], [0.0, 0.0]),
    };
    let seats = [first, 1 - first];
    json!({
        "frames": frames,
        "gameId": id,
        "refereeInput": format!("seed={}\n", record.seed),
        "scores": seats.map(|side| scores[side]),
        "ranks": seats.map(|side| ranks[side]),
        "tooltips": [],
        "agents": [
            agent(0, 11, "ann"),
            agent(1, 12, "bob"),
        ],
        "metadata": {},
    })
}

fn agent(index: usize, user: u64, name: &str) -> Value {
    json!({
        "index": index,
        "codingamer": { "userId": user, "pseudo": name, "avatar": 2 },
        "agentId": 100 + index, "score": 30.5, "valid": true,
    })
}

/// Writes `contents` to a file in a new folder.
pub(crate) fn file_of(contents: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.json");
    std::fs::write(&path, contents).unwrap();
    (folder, path)
}

/// Reads the only result in `text`.
pub(crate) fn parsed(text: &Value) -> GameResult {
    let (_folder, path) = file_of(text.to_string().as_bytes());
    let mut results: Vec<_> = ResultFile::open(&path).unwrap().collect();
    assert_eq!(results.len(), 1);
    results.remove(0).unwrap().1.unwrap()
}
