//! Requests to the program `room` and their responses.

use boards::PvView;
use records::Record;
use search::StopFlag;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::analysis::{AnalysisEnd, AnalysisRequest};
use crate::finished_game::game_of_visitor;
use crate::game_analysis::GameAnalysisRequest;
use crate::new_session::NewSession;
use crate::position::{ArrangedPosition, PositionRequest, find_game, game_infos, random_army};
use crate::problem::Problem;
use crate::record_file::RecordedGames;
use crate::replay::{ReplaySummary, replay};
use crate::saved_session::SavedSession;
use crate::session::{Purpose, Session};
use crate::session_view::SessionView;

/// Request of a page. A session travels with each request, so that nothing is kept between them.
#[derive(Deserialize)]
#[serde(tag = "request", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// Games that can be played.
    Games,
    /// Position with its legal moves.
    Position { position: PositionRequest },
    /// Position that the board editor has arranged.
    Arrange { position: ArrangedPosition },
    /// Random setup of an army.
    Army { game: String, player: usize },
    /// Analysis of a position: events `iteration`, then the end.
    Analyse { position: AnalysisRequest },
    /// Analysis of a recorded game: events `progress`. The record is text, as for a replay.
    AnalyseGame { record: String, analysis: GameAnalysisRequest },
    /// New session.
    Open { id: String, session: NewSession },
    /// State of a session, during a search for `search`.
    Show { id: String, session: SavedSession, search: Option<Purpose> },
    /// Move of the visitor.
    Play { id: String, session: SavedSession, mv: String },
    /// The visitor takes a move back.
    Undo { id: String, session: SavedSession },
    /// Search of the bot: events `thinking`, then the session with its result.
    Search { id: String, session: SavedSession, purpose: Purpose },
    /// Result of a search that was ended.
    Finish { id: String, session: SavedSession, purpose: Purpose, best: Option<PvView> },
    /// Record of a finished session.
    Record { session: SavedSession },
    /// Games of the record file behind the request.
    ReadFile,
    /// Recorded game with all its positions. The record is text, since a page would round its seed.
    Replay { record: String, source: String },
    /// Search of the positions of a bot's bench.
    Bench { game: String },
}

/// Line of the response.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Line {
    /// Event of a search, for the page.
    Event { name: &'static str, data: Value },
    /// Best variation so far, whose move is played if the search is ended. Not for the visitor.
    Best { pv: PvView },
    /// Response. Nothing follows.
    Reply { data: Value },
    /// Refusal. Nothing follows.
    Problem { status: u16, error: String },
}

/// Session after an action.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SessionReply {
    /// Session for the next request.
    session: SavedSession,
    view: SessionView,
    /// True if the bot has to search for its move.
    is_bots_turn: bool,
}

/// Games of a record file.
#[derive(Serialize)]
struct FileReply {
    /// Name for readers, of a game of the visitor.
    name: Option<String>,
    /// Records as lines of JSON.
    records: Vec<String>,
    /// Summaries of the games.
    games: Vec<ReplaySummary>,
}

/// Responds to a request, a line of JSON; `file` is the record file behind it. Calls `write` with
/// each line of the response.
pub(crate) fn respond(request: &str, file: &[u8], write: &mut dyn FnMut(Line)) {
    let read = serde_json::from_str(request).map_err(Problem::malformed);
    let last = match read.and_then(|request| answer(request, file, write)) {
        Ok(data) => Line::Reply { data },
        Err(Problem { kind, message }) => Line::Problem { status: kind.status(), error: message },
    };
    write(last);
}

fn answer(request: Request, file: &[u8], write: &mut dyn FnMut(Line)) -> Result<Value, Problem> {
    match request {
        Request::Games => json(&game_infos()),
        Request::Position { position } => json(&position.view()?),
        Request::Arrange { position } => json(&position.view()?),
        Request::Army { game, player } => json(&random_army(&game, player)?),
        Request::Analyse { position } => {
            let analysis = position.into_analysis()?;
            json(&analysis.run(StopFlag::new(), &mut |iteration| {
                write(event("iteration", &iteration));
            }))
        }
        Request::AnalyseGame { record, analysis } => {
            let analysis = analysis.into_analysis(&read_record(&record)?)?;
            analysis.run(StopFlag::new(), &mut |progress| write(event("progress", &progress)));
            json(&AnalysisEnd { reason: "done" })
        }
        Request::Open { id, session } => reply(&id, &session.into_session()?, None),
        Request::Show { id, session, search } => {
            let mut session = session.restore()?;
            if search == Some(Purpose::Hint) {
                session.begin_hint()?;
            }
            if search.is_some() {
                session.count_change();
            }
            reply(&id, &session, search)
        }
        Request::Play { id, session, mv } => {
            let mut session = session.restore()?;
            session.play(&mv)?;
            reply(&id, &session, None)
        }
        Request::Undo { id, session } => {
            let mut session = session.restore()?;
            session.undo()?;
            reply(&id, &session, None)
        }
        Request::Search { id, session, purpose } => {
            let mut session = session.restore()?;
            let search = session.search();
            let chosen =
                search.run(StopFlag::new(), &mut |pv| report(&mut session, purpose, pv, write));
            session.finish(purpose, chosen.as_deref());
            reply(&id, &session, None)
        }
        Request::Finish { id, session, purpose, best } => {
            let mut session = session.restore()?;
            let mv = best.as_ref().map(|pv| pv.mv.clone());
            if let Some(pv) = best {
                session.take_thought(purpose, pv);
            }
            session.finish(purpose, mv.as_deref());
            reply(&id, &session, None)
        }
        Request::Record { session } => {
            let session = session.restore()?;
            let games = RecordedGames::of(game_of_visitor(&session)?);
            file_reply(Some(session.record_name()), games.map_err(Problem::impossible)?)
        }
        Request::ReadFile => {
            file_reply(None, RecordedGames::read(file).map_err(Problem::impossible)?)
        }
        Request::Replay { record, source } => {
            json(&replay(&read_record(&record)?, Some(source)).map_err(Problem::impossible)?)
        }
        Request::Bench { game } => {
            let signature = find_game(&game)?.bench();
            let seconds = signature.elapsed.as_secs_f64();
            json(&serde_json::json!({ "nodes": signature.nodes, "seconds": seconds }))
        }
    }
}

/// Reads a record that travels as text.
fn read_record(text: &str) -> Result<Record, Problem> {
    serde_json::from_str(text).map_err(Problem::malformed)
}

/// Writes a principal variation of a search in progress, and what the visitor may see of it.
fn report(session: &mut Session, purpose: Purpose, pv: PvView, write: &mut dyn FnMut(Line)) {
    write(Line::Best { pv: pv.clone() });
    if let Some(pv) = session.take_thought(purpose, pv) {
        write(event("thinking", &pv));
    }
}

fn event(name: &'static str, data: &impl Serialize) -> Line {
    match json(data) {
        Ok(data) => Line::Event { name, data },
        Err(Problem { kind, message }) => Line::Problem { status: kind.status(), error: message },
    }
}

/// Returns the games of a record file: the records as text, and their summaries.
fn file_reply(name: Option<String>, games: RecordedGames) -> Result<Value, Problem> {
    let texts: Result<Vec<String>, _> = games.records.iter().map(serde_json::to_string).collect();
    json(&FileReply { name, records: texts.map_err(Problem::broken)?, games: games.summaries })
}

fn reply(id: &str, session: &Session, search: Option<Purpose>) -> Result<Value, Problem> {
    json(&SessionReply {
        session: SavedSession::of(session),
        view: session.view(id, search),
        is_bots_turn: session.is_bots_turn() && session.trouble().is_none(),
    })
}

fn json(value: &impl Serialize) -> Result<Value, Problem> {
    serde_json::to_value(value).map_err(Problem::broken)
}
