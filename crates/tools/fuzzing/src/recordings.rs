//! Target `recordings`: game records, game results of CodinGame, and files of self-play games.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::LazyLock;

use arena::verify;
use codingame::{ResultFile, identify};
use flate2::Compression;
use flate2::write::GzEncoder;
use gamekit::Move as _;
use records::Record;
use registry::network_game;
use room::{read_records, replay, summary};
use tempfile::NamedTempFile;
use trainer::{Filter, Shard, read_shard};

use crate::edits::{edit, edited};
use crate::samples::{Sample, recorded_games, root};

/// Filter that keeps every position of a self-play game.
const KEEP_ALL: Filter = Filter { first_plies: 0, keeps_noisy: true, keeps_duplicates: true };

/// Game whose self-play files are edited.
const GAME: &str = "breakthrough";

/// Reads a file of recorded games of one of three kinds after edits. All games that can be read are
/// verified, replayed or converted.
pub fn recordings(data: &[u8]) {
    let Some((&kind, data)) = data.split_first() else { return };
    match kind % 4 {
        0 | 1 => read(&edited(data, record_lines())),
        2 => import(data),
        _ => learn(data),
    }
}

fn record_lines() -> &'static [String] {
    static LINES: LazyLock<Vec<String>> =
        LazyLock::new(|| recorded_games().iter().map(|sample| json(&sample.record)).collect());
    &LINES
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| panic!("{error}"))
}

/// Reads the lines of a record file as the board room does, and verifies the games.
fn read(text: &str) {
    for (index, record) in read_records(text.as_bytes()).unwrap_or_default().iter().enumerate() {
        let _ = summary(index, record);
        let replayed = replay(record, None);
        assert!(verify(record).is_err() || replayed.is_ok(), "{replayed:?}");
        let again: Record =
            serde_json::from_str(&json(record)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(&again, record);
    }
}

/// Reads a result of CodinGame and replays it.
fn import(data: &[u8]) {
    static RESULTS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let path = root().join("crates/tools/codingame/tests/data/breakthrough.json");
        vec![fs::read_to_string(path).unwrap_or_else(|error| panic!("{error}"))]
    });
    let file = file_of(edited(data, &RESULTS).as_bytes());
    let Ok(results) = ResultFile::open(file.path()) else { return };
    for (_, result) in results.map_while(Result::ok) {
        if let Some((_, rebuilt)) = result.ok().and_then(|result| identify(&result, None).ok()) {
            assert_eq!(verify(&rebuilt.record), Ok(()));
        }
    }
}

/// Reads a file of self-play games, and makes training samples of them.
fn learn(data: &[u8]) {
    let (header, games) = data.split_at(data.len() / 2);
    let shard = Shard {
        game: GAME.to_owned(),
        evaluator: "hand".to_owned(),
        nodes: 200,
        opening_plies: Shard::OPENING_PLIES,
        seed: 1,
        games: 2,
        labels: None,
    };
    let file = shard_file(&edit(header, &json(&shard)), games);
    let Ok((found, games)) = read_shard(file.path()) else { return };
    assert_eq!(games.len(), found.games as usize);
    let network = network_game(GAME).unwrap_or_else(|error| panic!("{error}"));
    let _ = network.read_samples(&[PathBuf::from(file.path())], &KEEP_ALL, 0.5);
}

/// Returns a file with a header and with the moves of two real games, changed by the bytes.
fn shard_file(header: &str, changes: &[u8]) -> NamedTempFile {
    let moves = |sample: &Sample| -> Vec<u16> {
        let moves = sample.moves.iter();
        moves.filter_map(|mv| Some(mv.parse::<breakthrough::Move>().ok()?.to_bits())).collect()
    };
    let mut bytes = Vec::new();
    let samples = recorded_games().iter().filter(|sample| sample.record.game == GAME);
    for moves in samples.take(2).map(moves) {
        let count = moves.len() as u16;
        bytes.extend([4, 1 + (count % 2) as u8]);
        bytes.extend(count.to_le_bytes());
        bytes.extend(moves.iter().flat_map(|mv| mv.to_le_bytes()));
        bytes.extend((4..count).flat_map(|score| score.to_le_bytes()));
    }
    for change in changes.chunks_exact(3) {
        let at = bytes.len() * usize::from(u16::from_be_bytes([change[0], change[1]])) / 0x1_0000;
        bytes[at] = change[2];
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let written = writeln!(encoder, "{header}").and_then(|()| encoder.write_all(&bytes));
    let bytes = written.and_then(|()| encoder.finish());
    file_of(&bytes.unwrap_or_else(|error| panic!("{error}")))
}

/// Returns a temporary file with this content.
fn file_of(bytes: &[u8]) -> NamedTempFile {
    let file = NamedTempFile::new().and_then(|mut file| file.write_all(bytes).map(|()| file));
    file.unwrap_or_else(|error| panic!("a temporary file: {error}"))
}
