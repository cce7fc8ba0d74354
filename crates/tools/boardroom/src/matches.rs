//! Reads matches from the arena's store: lists, results as tables and charts, and games.

use std::path::Path;
use std::time::{Duration, SystemTime};

use arena::{MatchId, Record, Store, StoreError, StoredGame, StoredMatch, StoredPlace};
use boards::Ending;
use gamekit::Outcome;
use options::serve::DEFAULT_PORT;
use room::words::ending;
use room::{Replay, ReplayError};
use serde::{Deserialize, Serialize};
use stats::PairScores;
use utoipa::{IntoParams, ToSchema};

use crate::figures::{Chart, Table, charts, tables};
use crate::reviewed::replay_with_review;

/// Number of games on a page of a list.
pub(crate) const PAGE: usize = 50;

/// Age below which the last write of a store means that a match is running.
const RECENTLY: Duration = Duration::from_secs(60);

/// Match in a list.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MatchView {
    /// Identifier in the store.
    id: i64,
    /// Start time in UTC, such as `2026-05-01T12:00:00Z`.
    created: String,
    /// Command line that started the match.
    command: String,
    /// Name of the game.
    game: String,
    /// Names of the players.
    players: Vec<String>,
    /// Number of games played so far.
    games: usize,
    /// Number of planned games; an SPRT may end the match earlier.
    planned: usize,
    /// True if the match seems to be running: it is not over, and its store was written recently.
    is_running: bool,
    /// Points of both players, in a match between two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<[f64; 2]>,
}

/// List of all matches.
#[derive(Serialize, ToSchema)]
pub(crate) struct Matches {
    /// Matches, the newest first.
    pub(crate) matches: Vec<MatchView>,
}

/// Match with its results.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatchPage {
    /// Match.
    #[serde(flatten)]
    summary: MatchView,
    /// Results as tables.
    tables: Vec<Table>,
    /// Results as charts.
    charts: Vec<Chart>,
    /// Reasons for which its games ended, for filters.
    reasons: Vec<String>,
}

/// Match with its results and the list of its games: the data of a page that opens from disk.
#[derive(Serialize)]
pub struct MatchReport {
    /// Match with its results.
    #[serde(rename = "match")]
    page: MatchPage,
    /// Games.
    games: Games,
    /// Address of the board room that shows the games, if it has been started as usual.
    address: String,
}

/// Filter and order of a list of games.
#[derive(Clone, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Filter {
    /// Only games that this contestant lost.
    loser: Option<usize>,
    /// Only games that ended for this reason.
    reason: Option<String>,
    /// Only games of this contestant.
    player: Option<usize>,
    /// Only games in which the contestant of `player`, by default the first one, had this side.
    colour: Option<Colour>,
    /// Only games that were lost by a fault.
    fault: bool,
    /// Order of the games.
    sort: Sort,
    /// Page number, from 0.
    page: usize,
}

/// Side of a player.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Colour {
    /// Player who moves first.
    First,
    /// Player who moves second.
    Second,
}

/// Order of a list of games.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Sort {
    /// By number in the match.
    #[default]
    Number,
    /// By number of turns, the longest game first.
    Plies,
    /// By longest response time, the slowest game first.
    Time,
}

/// Page of the games of a match.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Games {
    /// Number of games on all pages.
    total: usize,
    /// Page number, from 0.
    page: usize,
    /// Maximum number of games on a page.
    page_size: usize,
    /// Games on this page; in a report, all games.
    games: Vec<GameRow>,
}

/// Game of a match in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameRow {
    /// Index of the game pair, from 0.
    unit: usize,
    /// Index in the pair, 0 or 1.
    number: usize,
    /// Names of the players; the first one moved first.
    players: [String; 2],
    /// Index of the contestant who moved first.
    first: usize,
    /// Result.
    result: Ending,
    /// Number of turns.
    plies: usize,
    /// Longest response times in microseconds; first that of the player who moved first.
    longest_us: [u64; 2],
    /// Details of a fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

/// Error: a match or a game that cannot be shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MatchError {
    /// Error of the store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Game that has not been played.
    #[error("that game has not been played")]
    NoGame,
    /// Record that cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Opens the store; `None` if the file does not exist.
pub(crate) fn open(path: &Path) -> Result<Option<Store>, StoreError> {
    // The first match creates the store.
    if path.exists() { Store::open_to_read(path).map(Some) } else { Ok(None) }
}

/// Returns all matches, the newest first. A damaged match is left out.
pub(crate) fn list(path: &Path) -> Result<Matches, StoreError> {
    let Some(store) = open(path)? else { return Ok(Matches { matches: Vec::new() }) };
    let stored = store.matches()?.matches;
    let view = |stored: &StoredMatch| {
        let games =
            if stored.plan.contestants.len() == 2 { store.games(stored.id)? } else { Vec::new() };
        Ok(MatchView::of(path, stored, &games))
    };
    Ok(Matches { matches: stored.iter().rev().map(view).collect::<Result<_, StoreError>>()? })
}

/// Returns one match as in lists.
pub(crate) fn view(store: &Store, path: &Path, id: MatchId) -> Result<MatchView, StoreError> {
    let stored = store.match_of(Some(id))?;
    Ok(MatchView::of(path, &stored, &store.games(id)?))
}

/// Returns one match with its results.
pub(crate) fn page(store: &Store, path: &Path, id: MatchId) -> Result<MatchPage, StoreError> {
    let stored = store.match_of(Some(id))?;
    let games = store.games(id)?;
    let standings = store.standings(id)?;
    let mut reasons: Vec<String> = games.iter().map(|game| game.summary.reason.clone()).collect();
    reasons.sort_unstable();
    reasons.dedup();
    Ok(MatchPage {
        summary: MatchView::of(path, &stored, &games),
        tables: tables(&stored.plan, &games, &standings),
        charts: charts(&stored.plan, &games),
        reasons,
    })
}

/// Returns one match, or the newest one, with its results and all its games.
///
/// # Errors
///
/// There is no store at `path`, or no such match in it.
pub fn match_report(path: &Path, id: Option<i64>) -> Result<MatchReport, StoreError> {
    let store = Store::open_to_read(path)?;
    let stored = store.match_of(id.map(MatchId))?;
    let mut page = page(&store, path, stored.id)?;
    // The page does not follow the match.
    page.summary.is_running = false;
    let games = store.games(stored.id)?;
    Ok(MatchReport {
        page,
        games: Games {
            total: games.len(),
            page: 0,
            page_size: PAGE,
            games: games.iter().map(|game| GameRow::of(&stored, game)).collect(),
        },
        address: format!("http://127.0.0.1:{DEFAULT_PORT}"),
    })
}

/// Returns a page of the games of a match that pass the filter.
pub(crate) fn games(store: &Store, id: MatchId, filter: &Filter) -> Result<Games, StoreError> {
    let stored = store.match_of(Some(id))?;
    let mut games = store.games(id)?;
    games.retain(|game| filter.accepts(game));
    match filter.sort {
        Sort::Number => {}
        Sort::Plies => games.sort_by_key(|game| std::cmp::Reverse(game.summary.plies)),
        Sort::Time => games.sort_by_key(|game| {
            let [one, other] = game.summary.usage.map(|usage| usage.longest);
            std::cmp::Reverse(one.max(other))
        }),
    }
    let shown = games.iter().skip(filter.page.saturating_mul(PAGE)).take(PAGE);
    Ok(Games {
        total: games.len(),
        page: filter.page,
        page_size: PAGE,
        games: shown.map(|game| GameRow::of(&stored, game)).collect(),
    })
}

/// Returns a game of a match with all its positions, and with its review in the folder `reviews`.
pub(crate) fn game(
    store: &Store,
    place: StoredPlace,
    reviews: Option<&Path>,
) -> Result<Replay, MatchError> {
    Ok(replay_with_review(&record(store, place)?, Some(source_of(place)), reviews)?)
}

/// Returns the record of a stored game.
pub(crate) fn record(store: &Store, place: StoredPlace) -> Result<Record, MatchError> {
    store.record(place)?.ok_or(MatchError::NoGame)
}

/// Returns the place of a stored game for readers: `match 3, pair 4, game 1`.
pub(crate) fn source_of(place: StoredPlace) -> String {
    format!("match {}, pair {}, game {}", place.id.0, place.unit + 1, place.number + 1)
}

impl MatchReport {
    /// Returns the identifier of the match in the store.
    #[must_use]
    pub fn id(&self) -> i64 {
        self.page.summary.id
    }
}

impl MatchView {
    fn of(path: &Path, stored: &StoredMatch, games: &[StoredGame]) -> MatchView {
        let plan = &stored.plan;
        let planned = plan.game_count();
        let points = |player: usize| games.iter().map(|game| game.summary.score(player)).sum();
        let mut pairs = PairScores::default();
        // The test is between the first two contestants, whoever else plays.
        for pair in games.chunks_exact(2).filter(|pair| pair[0].pairing == [0, 1]) {
            pairs.add(pair.iter().map(|game| game.summary.score(0)).sum());
        }
        let is_decided = plan.sprt.as_ref().is_some_and(|sprt| sprt.decide(&pairs).is_some());
        MatchView {
            id: stored.id.0,
            created: stored.created.clone(),
            command: stored.command.clone(),
            game: plan.game.clone(),
            players: plan.contestants.iter().map(|player| player.name.clone()).collect(),
            games: stored.games,
            planned,
            is_running: stored.games < planned && !is_decided && was_written_recently(path),
            score: (plan.contestants.len() == 2).then(|| [points(0), points(1)]),
        }
    }
}

/// Returns true if a store, or its write-ahead log, was written within [`RECENTLY`].
fn was_written_recently(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    [path, Path::new(&log)].into_iter().any(|path| {
        let written = path.metadata().and_then(|metadata| metadata.modified());
        let age = written.map(|written| SystemTime::now().duration_since(written));
        age.is_ok_and(|age| age.is_ok_and(|age| age < RECENTLY))
    })
}

impl Filter {
    /// Returns true if the filter accepts the game.
    fn accepts(&self, game: &StoredGame) -> bool {
        let summary = &game.summary;
        let place_of = |player: usize| game.pairing.iter().position(|&other| other == player);
        let has_lost =
            |player: usize| place_of(player).is_some_and(|place| summary.score(place) == 0.0);
        let fits_colour = self.colour.is_none_or(|colour| {
            place_of(self.player.unwrap_or(0))
                .is_some_and(|place| (place == summary.first) == (colour == Colour::First))
        });
        self.loser.is_none_or(has_lost)
            && self.reason.as_ref().is_none_or(|reason| *reason == summary.reason)
            && self.player.is_none_or(|player| place_of(player).is_some())
            && fits_colour
            && (!self.fault || summary.fault().is_some())
    }
}

impl GameRow {
    fn of(stored: &StoredMatch, game: &StoredGame) -> GameRow {
        let (plan, summary) = (&stored.plan, &game.summary);
        let sides = [summary.first, 1 - summary.first];
        let name = |place: usize| plan.contestants[game.pairing[place]].name.clone();
        let longest = |place: usize| {
            u64::try_from(summary.usage[place].longest.as_micros()).unwrap_or(u64::MAX)
        };
        GameRow {
            unit: game.unit,
            number: game.number,
            players: sides.map(name),
            first: game.pairing[summary.first],
            result: ending_of(&plan.game, summary.outcome, &summary.reason),
            plies: summary.plies,
            longest_us: sides.map(longest),
            detail: summary.detail.clone(),
        }
    }
}

/// Returns the result of a game, with a sentence if the game is known.
fn ending_of(game: &str, outcome: Outcome, reason: &str) -> Ending {
    match registry::game(game) {
        Ok(game) => ending(game, outcome, reason),
        Err(_) => Ending {
            score: outcome.to_string(),
            winner: match outcome {
                Outcome::Win(winner) => Some(winner.index()),
                Outcome::Draw => None,
            },
            reason: reason.to_owned(),
            words: reason.to_owned(),
        },
    }
}
