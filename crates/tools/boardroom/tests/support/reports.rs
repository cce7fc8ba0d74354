//! Recorded games in which both players have reported their searches.

#![allow(dead_code, reason = "each program uses only a part")]

use arena::{Record, TurnRecord};
use registry::Report;

use crate::reviews::records;
use crate::support::GAMES;

/// Returns a file for each game, with its first recorded game.
pub(crate) fn files() -> Vec<(String, Vec<u8>)> {
    let file = |game: &str| {
        let record = serde_json::to_vec(&with_reports(records(game).remove(0)));
        (format!("{game}.jsonl"), record.unwrap())
    };
    GAMES.map(file).to_vec()
}

/// Adds made-up searches to all turns: the first player gets ahead, then the second.
fn with_reports(mut record: Record) -> Record {
    let length = record.plies.len() as f64;
    for (number, ply) in (0..).zip(&mut record.plies) {
        let ahead = 4.0 * (f64::from(number) / length * 7.0).sin();
        let report = Report {
            depth: Some(9 + number % 6),
            score: Some(if ply.player == 0 { ahead } else { -ahead }),
            nodes: Some(200_000 + 7_919 * u64::from(number % 31)),
        };
        ply.turn = Some(TurnRecord {
            output: Some(ply.mv.clone()),
            time_us: Some(70_000 + 900 * u64::from(number % 23)),
            report: Some(report),
            ..TurnRecord::default()
        });
    }
    record
}
