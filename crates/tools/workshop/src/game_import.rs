//! Import of game results of CodinGame into a store and a file of records.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail};
use arena::{Plan, PlayedGame, Record, Store, write_records};
use codingame::{GameResult, PlayerNames, ResultFile, identify, is_of_codingame, rebuild};
use options::Reply;
use options::import::Options;
use registry::{Game, all_games, game};
use serde_json::{Value, json};
use workspace::check_output;

use crate::conditions::{command_line, default_store};
use crate::json_report::print_json;
use crate::programs::Programs;

/// Maximum number of games of one import: all are held until they are stored.
const MAX_GAMES: usize = 10_000;
/// Maximum length of their answers and of standard error, in bytes.
const MAX_TEXT: usize = 512 << 20;

/// Import of results, of which nothing is stored before it is finished.
pub(crate) struct Import<'a> {
    options: &'a Options,
    /// Game of all results, if the user names it.
    game: Option<&'static dyn Game>,
    /// `None` if the games only go into a file of records.
    store: Option<Store>,
    /// IDs of the games in the store.
    known: BTreeSet<u64>,
    /// IDs of the games that were read.
    read: BTreeSet<u64>,
    accepted: Vec<Accepted>,
    /// Length of the answers and of standard error of all accepted games, in bytes.
    text: usize,
    refused: Vec<Refused>,
    /// IDs of requested games that the store holds already.
    repeated: Vec<u64>,
}

/// Result that agrees with the referee.
struct Accepted {
    game: &'static dyn Game,
    result: GameResult,
    is_stored: bool,
}

/// Result that does not.
struct Refused {
    place: String,
    why: String,
}

impl<'a> Import<'a> {
    /// Prepares an import, and checks its options.
    pub(crate) fn new(options: &'a Options, programs: &Programs) -> anyhow::Result<Import<'a>> {
        options.output.as_deref().map_or(Ok(()), check_output)?;
        let game = options.game.as_deref().map(game_of_codingame).transpose()?;
        let path = match &options.store {
            Some(path) => Some(path.clone()),
            None => default_store(programs)?,
        };
        let store = path.as_deref().map(Store::open).transpose()?;
        if store.is_none() && options.output.is_none() {
            bail!("there is no store here: name one with --store, or a file with --output");
        }
        let known = store.as_ref().map(Store::imported).transpose()?.unwrap_or_default();
        Ok(Import {
            options,
            game,
            store,
            known,
            read: BTreeSet::new(),
            accepted: Vec::new(),
            text: 0,
            refused: Vec::new(),
            repeated: Vec::new(),
        })
    }

    /// Returns the IDs of the games in the store.
    pub(crate) fn known(&self) -> &BTreeSet<u64> {
        &self.known
    }

    /// Counts a requested game that is in the store, and of which there is no result here.
    pub(crate) fn repeat(&mut self, id: u64) {
        self.repeated.push(id);
    }

    /// Returns whether nothing was read so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.accepted.is_empty() && self.refused.is_empty() && self.repeated.is_empty()
    }

    /// Reads and checks the results of a file.
    pub(crate) fn read(&mut self, path: &Path) -> anyhow::Result<()> {
        for entry in ResultFile::open(path)? {
            let (line, result) = entry.context("nothing was imported")?;
            let place = format!("{}:{line}", path.display());
            match result {
                Ok(result) => self.add(place, result)?,
                Err(why) => self.refuse(place, why.to_string()),
            }
        }
        Ok(())
    }

    fn add(&mut self, place: String, result: GameResult) -> anyhow::Result<()> {
        let id = result.id;
        if !self.read.insert(id) {
            eprintln!("note: {place}: game {id} was read before");
            return Ok(());
        }
        let (game, _) = match identify(&result, self.game) {
            Ok(found) => found,
            Err(why) => {
                self.refuse(place, format!("game {id}: {why}"));
                return Ok(());
            }
        };
        let is_stored = self.known.contains(&id);
        if is_stored {
            self.repeated.push(id);
        }
        self.text += result.text_len();
        if self.accepted.len() == MAX_GAMES || self.text > MAX_TEXT {
            bail!(
                "{place}: more than {MAX_GAMES} games, or than {} MiB of output: import them in \
                 several calls",
                MAX_TEXT >> 20
            );
        }
        self.accepted.push(Accepted { game, result, is_stored });
        Ok(())
    }

    /// Counts a result that is not imported, and says why.
    pub(crate) fn refuse(&mut self, place: String, why: String) {
        eprintln!("refused: {place}: {why}");
        self.refused.push(Refused { place, why });
    }

    /// Stores and writes the accepted games, prints the result and returns the reply.
    pub(crate) fn finish(mut self, mut names: PlayerNames) -> anyhow::Result<Reply> {
        let named: Vec<Named> =
            self.accepted.iter().map(|accepted| Named::of(accepted, &mut names)).collect();
        let stored = store_games(self.store.as_mut(), &named)?;
        if let Some(path) = self.options.output.as_ref().filter(|_| !named.is_empty()) {
            let records = named.iter().map(|named| named.played([0, 1]).record);
            write_records(path, records)?;
            eprintln!("{} games written to {}", named.len(), path.display());
        }
        self.note_repeated();
        self.print(&stored)?;
        Ok(if self.refused.is_empty() { Reply::Yes } else { Reply::No })
    }

    /// Names the games that are in the store already.
    fn note_repeated(&self) {
        /// Maximum number of games that are named.
        const MOST: usize = 10;
        let ids: Vec<String> = self.repeated.iter().take(MOST).map(u64::to_string).collect();
        let more = match self.repeated.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        if !ids.is_empty() {
            eprintln!("note: already imported: game {}{more}", ids.join(", "));
        }
    }

    fn print(&self, stored: &[(String, i64, usize)]) -> anyhow::Result<()> {
        if self.options.json {
            let matches = stored
                .iter()
                .map(|(game, id, games)| json!({ "match": id, "game": game, "games": games }));
            let refused = self
                .refused
                .iter()
                .map(|Refused { place, why }| json!({ "place": place, "reason": why }));
            print_json(&json!({
                "new": self.accepted.iter().filter(|accepted| !accepted.is_stored).count(),
                "already_imported": self.repeated,
                "matches": matches.collect::<Vec<_>>(),
                "refused": refused.collect::<Vec<Value>>(),
            }))?;
            return Ok(());
        }
        let mut output = io::stdout().lock();
        for (game, id, games) in stored {
            writeln!(output, "match {id}: {games} games of {game} imported")?;
        }
        writeln!(
            output,
            "{} new games, {} already imported, {} refused",
            self.accepted.iter().filter(|accepted| !accepted.is_stored).count(),
            self.repeated.len(),
            self.refused.len()
        )?;
        output.flush()?;
        Ok(())
    }
}

/// Adds one match for each game of which there are new results. Returns the name of the game,
/// the match and the number of its games.
fn store_games(
    store: Option<&mut Store>,
    named: &[Named<'_>],
) -> anyhow::Result<Vec<(String, i64, usize)>> {
    let Some(store) = store else { return Ok(Vec::new()) };
    let mut by_game: BTreeMap<&str, Vec<&Named<'_>>> = BTreeMap::new();
    for named in named.iter().filter(|named| !named.accepted.is_stored) {
        by_game.entry(named.accepted.game.name()).or_default().push(named);
    }
    let mut stored = Vec::new();
    for (game, games) in by_game {
        let players = players_of(&games);
        let ids = games.iter().map(|named| named.accepted.result.id).collect();
        let plan = Plan::of_imported(game, players.clone(), ids);
        let played = games.iter().map(|named| {
            let index = |name: &String| players.iter().position(|other| other == name);
            let seats = named.names.each_ref().map(|name| index(name).unwrap_or_default());
            // The contestants of a result have the order of the plan.
            let pairing = [seats[0].min(seats[1]), seats[0].max(seats[1])];
            (pairing, named.played(seats))
        });
        let id = store.import(&plan, &command_line(), played)?;
        stored.push((game.to_owned(), id.0, games.len()));
    }
    Ok(stored)
}

/// Accepted result with the names of its players by agent index.
struct Named<'a> {
    accepted: &'a Accepted,
    names: [String; 2],
}

impl Named<'_> {
    fn of<'a>(accepted: &'a Accepted, names: &mut PlayerNames) -> Named<'a> {
        Named { accepted, names: names.of(&accepted.result) }
    }

    /// Returns the game with its record. `seats` are the indices of the agents in the plan.
    fn played(&self, seats: [usize; 2]) -> PlayedGame {
        let Accepted { game, result, .. } = self.accepted;
        // A record takes much more memory than a result: it is made again where it is needed.
        let rebuilt = rebuild(result, *game).expect("the referee has accepted this result");
        let [first, second] = [rebuilt.first, 1 - rebuilt.first];
        let summary = rebuilt.summary(usize::from(seats[first] > seats[second]));
        let policy = format!("{}/{}", self.names[first], self.names[second]);
        PlayedGame { summary, record: Record { policy, ..rebuilt.record } }
    }
}

/// Returns all players, the user's own first.
fn players_of(games: &[&Named<'_>]) -> Vec<String> {
    let mut players: Vec<String> = Vec::new();
    for name in games.iter().flat_map(|named| &named.names) {
        if !players.contains(name) {
            players.push(name.clone());
        }
    }
    players.sort_by_key(|name| name != PlayerNames::OWN);
    players
}

fn game_of_codingame(name: &str) -> anyhow::Result<&'static dyn Game> {
    let game = game(name)?;
    if is_of_codingame(game) {
        return Ok(game);
    }
    let of_site = all_games().iter().filter(|game| is_of_codingame(**game));
    let names: Vec<&str> = of_site.map(|game| game.name()).collect();
    bail!(
        "{} is not played on CodinGame, and no log of its arena can be imported: the games are {}",
        game.name(),
        names.join(", ")
    )
}
