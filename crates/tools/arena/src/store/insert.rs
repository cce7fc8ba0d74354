//! Rows of matches and games.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use rusqlite::{Connection, params};

use super::error::Cause;
use super::{MatchId, StoredPlace, to_json};
use crate::plan::Plan;
use crate::played::PlayedGame;

/// Adds a match without games.
pub(super) fn insert_match(
    database: &Connection,
    plan: &Plan,
    command: &str,
) -> Result<MatchId, Cause> {
    database.execute(
        "INSERT INTO match (game, command, plan) VALUES (?, ?, ?)",
        params![plan.game, command, to_json(plan)?],
    )?;
    Ok(MatchId(database.last_insert_rowid()))
}

/// Adds a game, played by the contestants with the indices `pairing` in `plan`.
pub(super) fn insert_game(
    database: &Connection,
    plan: &Plan,
    place: StoredPlace,
    pairing: [usize; 2],
    game: &PlayedGame,
) -> Result<(), Cause> {
    let names = pairing.map(|player| plan.contestants[player].name.as_str());
    let summary = &game.summary;
    let longest = |side: usize| {
        let time = summary.usage[side ^ summary.first].longest;
        u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
    };
    let at_fault = summary.at_fault().map(|player| names[player]);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(to_json(&game.record)?.as_bytes())?;
    database
        .prepare_cached(
            "INSERT INTO game (match, unit, number, one, other, first, second, result, reason,
                at_fault, plies, first_longest_us, second_longest_us, summary, record)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            place.id.0,
            place.unit,
            place.number,
            pairing[0],
            pairing[1],
            names[summary.first],
            names[1 - summary.first],
            game.record.result,
            summary.reason,
            at_fault,
            summary.plies,
            longest(0),
            longest(1),
            to_json(summary)?,
            packed.finish()?,
        ])?;
    Ok(())
}
