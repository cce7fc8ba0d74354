//! The arena's store as pages: matches, their tables and charts, and their games.

use std::path::Path;
use std::time::{Duration, SystemTime};

use arena::{MatchId, PairScores, Store, StoreError, StoredGame, StoredMatch, StoredPlace};
use gamekit::Outcome;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::figures::{Chart, Table, charts, tables};
use crate::frame::Ending;
use crate::games::room;
use crate::replay::{Replay, ReplayError, replay};
use crate::words::ending;

/// Games on a page of a list.
pub(crate) const PAGE: usize = 50;

/// A store that was written so short a time ago is being written.
const RECENTLY: Duration = Duration::from_secs(60);

/// A match in a list.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MatchView {
    /// Its number in the store.
    id: i64,
    /// When it was begun, in UTC, such as `2026-05-01T12:00:00Z`.
    created: String,
    /// The command line that began it.
    command: String,
    /// The game's name.
    game: String,
    /// Who plays.
    players: Vec<String>,
    /// Games played so far.
    games: usize,
    /// Games that it has when it is over, unless a test ends it earlier.
    planned: usize,
    /// Whether it seems to be going on: it is not over, and its store was written a moment ago.
    is_running: bool,
    /// The points of both players, where there are two.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<[f64; 2]>,
}

/// All matches, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct Matches {
    pub(crate) matches: Vec<MatchView>,
}

/// A match with what its games have brought.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatchPage {
    /// The match.
    #[serde(flatten)]
    summary: MatchView,
    /// What its games have brought, as tables.
    tables: Vec<Table>,
    /// The same as charts.
    charts: Vec<Chart>,
    /// How its games have ended, for filters.
    reasons: Vec<String>,
}

/// Which games are wanted, and in which order.
#[derive(Clone, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Filter {
    /// Only those that this contestant has lost.
    loser: Option<usize>,
    /// Only those that ended for this reason.
    reason: Option<String>,
    /// Only those of this contestant.
    player: Option<usize>,
    /// Only those in which that contestant, or the first one, moved first or second.
    colour: Option<Colour>,
    /// Only those that somebody has lost by a fault.
    fault: bool,
    /// By what they are sorted.
    sort: Sort,
    /// Which page of them, from 0.
    page: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Colour {
    First,
    Second,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Sort {
    #[default]
    Number,
    /// The longest game first.
    Plies,
    /// The game with the longest answer first.
    Time,
}

/// Some games of a match.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Games {
    /// How many there are on all pages.
    total: usize,
    /// Which page this is, from 0.
    page: usize,
    /// Games on a page.
    page_size: usize,
    /// Those on this page.
    games: Vec<GameRow>,
}

/// A game of a match in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameRow {
    /// Its pair, from 0.
    unit: usize,
    /// Its place in the pair, 0 or 1.
    number: usize,
    /// Who moved first, and who second.
    players: [String; 2],
    /// The place in the match of the contestant who moved first.
    first: usize,
    /// How it has ended.
    result: Ending,
    /// How many turns there were.
    plies: usize,
    /// Microseconds of the longest answer of whoever moved first, and of the other one.
    longest_us: [u64; 2],
    /// More about a fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

/// A match or game that cannot be shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MatchError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game that has not been played.
    #[error("that game has not been played")]
    NoGame,
    /// A record that cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Opens the store, if there is one.
pub(crate) fn open(path: &Path) -> Result<Option<Store>, StoreError> {
    // A store is made by the first match.
    if path.exists() { Store::open_to_read(path).map(Some) } else { Ok(None) }
}

/// Returns all matches, the newest first.
pub(crate) fn list(path: &Path) -> Result<Matches, StoreError> {
    let Some(store) = open(path)? else { return Ok(Matches { matches: Vec::new() }) };
    let stored = store.matches()?;
    let view = |stored: &StoredMatch| {
        let games =
            if stored.plan.contestants.len() == 2 { store.games(stored.id)? } else { Vec::new() };
        Ok(MatchView::of(path, stored, &games))
    };
    Ok(Matches { matches: stored.iter().rev().map(view).collect::<Result<_, StoreError>>()? })
}

/// Returns one match as lists show it.
pub(crate) fn view(store: &Store, path: &Path, id: MatchId) -> Result<MatchView, StoreError> {
    let stored = store.match_of(Some(id))?;
    Ok(MatchView::of(path, &stored, &store.games(id)?))
}

/// Returns one match with what its games have brought.
pub(crate) fn page(store: &Store, path: &Path, id: MatchId) -> Result<MatchPage, StoreError> {
    let stored = store.match_of(Some(id))?;
    let games = store.games(id)?;
    let standings = store.standings(id)?;
    let mut reasons: Vec<String> = games.iter().map(|game| game.summary.reason.clone()).collect();
    reasons.sort_unstable();
    reasons.dedup();
    Ok(MatchPage {
        summary: MatchView::of(path, &stored, &games),
        tables: tables(&stored.plan, &standings),
        charts: charts(&stored.plan, &games),
        reasons,
    })
}

/// Returns some games of a match.
pub(crate) fn games(store: &Store, id: MatchId, filter: &Filter) -> Result<Games, StoreError> {
    let stored = store.match_of(Some(id))?;
    let mut games = store.games(id)?;
    games.retain(|game| filter.takes(game));
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

/// Returns a game of a match with all its positions.
pub(crate) fn game(store: &Store, place: StoredPlace) -> Result<Replay, MatchError> {
    let record = store.record(place)?.ok_or(MatchError::NoGame)?;
    let (unit, number) = (place.unit + 1, place.number + 1);
    let source = format!("match {}, pair {unit}, game {number}", place.id.0);
    Ok(replay(&record, Some(source))?)
}

impl MatchView {
    fn of(path: &Path, stored: &StoredMatch, games: &[StoredGame]) -> MatchView {
        let plan = &stored.plan;
        let planned = 2 * plan.pair_count();
        let points = |player: usize| games.iter().map(|game| game.summary.score(player)).sum();
        let mut pairs = PairScores::default();
        for pair in games.chunks_exact(2) {
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

/// Tells whether a store, or the journal beside it, was written a moment ago.
fn was_written_recently(path: &Path) -> bool {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-wal");
    [path, Path::new(&journal)].into_iter().any(|path| {
        let written = path.metadata().and_then(|metadata| metadata.modified());
        let age = written.map(|written| SystemTime::now().duration_since(written));
        age.is_ok_and(|age| age.is_ok_and(|age| age < RECENTLY))
    })
}

impl Filter {
    fn takes(&self, game: &StoredGame) -> bool {
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

/// Returns how a game has ended, in words where the room knows the game.
fn ending_of(game: &str, outcome: Outcome, reason: &str) -> Ending {
    match room(game) {
        Some(room) => ending(room, outcome, reason),
        None => Ending {
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
