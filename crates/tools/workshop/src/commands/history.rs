//! Command `cargo cg history`: the list of stored matches.

use std::io::{self, Write};

use anyhow::bail;
use arena::{MatchId, MatchList, Schedule, Standings, Store, StoreError, StoredMatch};
use serde_json::{Value, json};
use stats::Elo;

use super::export::open;
use crate::json_report::print_table;
use crate::programs::Programs;
use crate::text_report::NO_GAMES;
use options::Reply;
use options::history::Arguments;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let store = open(arguments.store.clone(), programs)?;
    let MatchList { matches, mut damaged } = store.matches()?;
    if matches.is_empty() && damaged.is_empty() {
        eprintln!("note: no match is stored yet; `cargo cg match` plays one");
    }
    let mut rows = Vec::new();
    for stored in matches.into_iter().filter(|stored| is_asked_for(stored, arguments)) {
        match Row::new(&store, stored) {
            Ok(row) => rows.push(row),
            Err((id, error)) => damaged.push((id, error)),
        }
    }
    if rows.is_empty()
        && damaged.is_empty()
        && (arguments.game.is_some() || arguments.name.is_some())
    {
        eprintln!("note: no stored match has that game and name; `cargo cg history` lists all");
    }
    let ids: Vec<i64> = damaged.iter().map(|(id, _)| id.0).collect();
    if arguments.format.is_text() {
        print(&rows)?;
    } else {
        let matches: Vec<Value> = rows.iter().map(Row::to_json).collect();
        let object = json!({ "matches": matches, "damaged": ids });
        print_table(arguments.format, &object, "matches")?;
    }
    let Some((_, error)) = damaged.first() else { return Ok(Reply::Yes) };
    let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
    bail!("damaged and not listed: match {}: {error}", ids.join(", "))
}

/// Returns whether the filters of the command leave a match in the list.
fn is_asked_for(stored: &StoredMatch, arguments: &Arguments) -> bool {
    let name = stored.plan.name.as_deref().unwrap_or_default();
    // Under a foreign referee a game has any name.
    let known = |text| registry::game(text).map_or(text, |game| game.name());
    arguments.game.as_deref().is_none_or(|game| known(game) == stored.plan.game)
        && arguments.name.as_ref().is_none_or(|text| name.contains(text.as_str()))
}

/// Match in the list, with its results.
struct Row {
    stored: StoredMatch,
    standings: Standings,
}

impl Row {
    fn new(store: &Store, stored: StoredMatch) -> Result<Row, (MatchId, StoreError)> {
        let standings = store.standings(stored.id).map_err(|error| (stored.id, error))?;
        Ok(Row { stored, standings })
    }

    /// Returns the score and the Elo difference of the first of two players; of more players, the
    /// one with the highest score; of imported games, the first player's score.
    fn result(&self) -> String {
        let contestants = &self.stored.plan.contestants;
        let score = |player: usize| self.standings.of(player).score();
        if self.stored.plan.schedule == Schedule::Imported {
            let score =
                score(0).map(|score| format!("{} {:.1} %", contestants[0].name, 100.0 * score));
            return score.unwrap_or_else(|| NO_GAMES.to_owned());
        }
        if contestants.len() == 2 {
            let Some(score) = score(0) else { return NO_GAMES.to_owned() };
            return format!("{:.1} %, Elo {:+.0}", 100.0 * score, Elo::of_score(score).0);
        }
        let scores = (0..contestants.len()).filter_map(|player| Some((player, score(player)?)));
        match scores.max_by(|(_, one), (_, other)| one.total_cmp(other)) {
            Some((leader, score)) => {
                format!("{} {:.1} %", contestants[leader].name, 100.0 * score)
            }
            None => NO_GAMES.to_owned(),
        }
    }

    fn to_json(&self) -> Value {
        let Row { stored, standings } = self;
        let players = stored.plan.contestants.iter().enumerate().map(|(player, contestant)| {
            json!({ "player": contestant.name, "score": standings.of(player).score() })
        });
        let first = standings.of(0).score().filter(|_| stored.plan.contestants.len() == 2);
        json!({
            "match": stored.id.0,
            "name": stored.plan.name,
            "created": stored.created,
            "game": stored.plan.game,
            "games": stored.games,
            "games_planned": stored.plan.game_count(),
            "players": players.collect::<Vec<_>>(),
            "elo": first.map(|score| Elo::of_score(score).0),
            "command": stored.command,
        })
    }
}

fn print(rows: &[Row]) -> io::Result<()> {
    let results: Vec<String> = rows.iter().map(Row::result).collect();
    let width = results.iter().map(|result| result.chars().count()).max().unwrap_or_default();
    let mut output = io::stdout().lock();
    for (Row { stored, .. }, result) in rows.iter().zip(results) {
        let name = stored.plan.name.as_ref().map_or(String::new(), |name| format!("[{name}]  "));
        writeln!(
            output,
            "{:>4}  {}  {:>6} of {:>6} games  {result:width$}  {name}{}",
            stored.id.0,
            stored.created,
            stored.games,
            stored.plan.game_count(),
            stored.command
        )?;
    }
    output.flush()
}
