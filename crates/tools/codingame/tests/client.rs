//! The client of the site against a server on this machine: delays, refusals and broken answers.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "support/server.rs"]
mod server;
mod support;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use codingame::{Pace, ResultFile, Site, SiteError};
use serde_json::{Value, json};

use server::{Reply, Server, ok};
use support::{shortest, site_result};

/// Waits that a client has announced.
type Waits = Arc<Mutex<Vec<(String, Duration)>>>;

/// Pace of these tests, without a pause.
const PACE: Pace = Pace {
    pause: Duration::ZERO,
    first_wait: Duration::from_millis(1),
    longest_wait: Duration::from_secs(5),
    attempts: 3,
    patience: Duration::from_secs(10),
};

fn client(server: &Server, pace: Pace) -> (Site, Waits) {
    let waits = Waits::default();
    let announced = Arc::clone(&waits);
    let on_wait = move |why: &str, wait| announced.lock().unwrap().push((why.to_owned(), wait));
    (Site::new(&server.base, pace, Box::new(on_wait)), waits)
}

fn result(id: u64) -> Value {
    site_result(&shortest("breakthrough", "1-0"), id, 0)
}

/// Returns what a client gets that asks for game 7, its waits, and the number of requests.
fn ask(replies: Vec<Reply>, pace: Pace) -> (Result<Vec<u8>, SiteError>, Vec<String>, usize) {
    let mut replies = replies.into_iter();
    let server = Server::start(move |_, _, _| replies.next().unwrap_or_else(|| ok(&result(7))));
    let (mut site, waits) = client(&server, pace);
    let game = site.game(7);
    let waits = waits.lock().unwrap();
    let waits = waits.iter().map(|(why, wait)| format!("{why}: {} ms", wait.as_millis()));
    (game, waits.collect(), server.asked().len())
}

fn status(status: u16, headers: &'static str, body: &str) -> Reply {
    Reply::Status(status, headers, body.to_owned())
}

#[test]
fn a_result_is_what_the_site_has_sent() {
    let server = Server::start(|_, _, body| ok(&result(body[0].as_u64().unwrap())));
    let (mut site, _) = client(&server, PACE);
    assert_eq!(site.game(7).unwrap(), result(7).to_string().into_bytes());
    assert_eq!(site.game(8).unwrap(), result(8).to_string().into_bytes());
    let asked = ["gameResult/findByGameId [7,null]", "gameResult/findByGameId [8,null]"];
    assert_eq!(server.asked(), asked);
}

#[test]
fn the_latest_games_of_an_agent_are_those_that_have_ended() {
    let games = json!([
        { "gameId": 9, "done": false, "players": [{ "nickname": "ann" }] },
        { "gameId": 8, "done": true }, { "gameId": 7 },
    ]);
    let server = Server::start(move |_, _, _| ok(&games));
    let (mut site, _) = client(&server, PACE);
    assert_eq!(site.latest_games(42), Ok(vec![8, 7]));
    let asked = ["gamesPlayersRanking/findLastBattlesByAgentId [42,null]"];
    assert_eq!(server.asked(), asked);
}

#[test]
fn a_list_of_something_else_is_refused() {
    let server = Server::start(|_, _, _| ok(&json!({ "error": 1 })));
    let message = client(&server, PACE).0.latest_games(42).unwrap_err().to_string();
    assert!(message.starts_with("the answer of the site is no list of games: "), "{message}");
}

#[test]
fn requests_keep_their_distance() {
    let server = Server::start(|_, _, _| ok(&result(7)));
    let pause = Duration::from_millis(60);
    let (mut site, _) = client(&server, Pace { pause, ..PACE });
    (0..3).for_each(|_| drop(site.game(7).unwrap()));
    let requests = server.requests.lock().unwrap();
    for pair in requests.windows(2) {
        assert!(pair[1].at - pair[0].at >= pause);
    }
    assert_eq!(requests.len(), 3);
}

#[test]
fn a_site_that_puts_off_is_asked_again_after_growing_waits() {
    let (game, waits, asked) = ask(vec![status(429, "", ""), status(503, "", "down")], PACE);
    assert!(game.is_ok());
    assert_eq!(
        (&waits[..], asked),
        (&["status 429: 1 ms", "status 503: 2 ms"].map(str::to_owned)[..], 3)
    );
}

#[test]
fn a_wait_that_the_site_names_counts() {
    let (game, waits, _) = ask(vec![status(429, "Retry-After: 0\r\n", "")], PACE);
    assert!(game.is_ok());
    assert_eq!(waits, ["status 429: 0 ms"]);
    let (game, waits, asked) = ask(vec![status(429, "Retry-After: 3600\r\n", "")], PACE);
    let message = game.unwrap_err().to_string();
    assert_eq!(message, "the site asks for a wait of 3600 s");
    assert_eq!((waits.len(), asked), (0, 1));
    let date = "Retry-After: Fri, 27 Nov 2026 00:00:00 GMT\r\n";
    let (_, waits, _) = ask(vec![status(429, date, "")], PACE);
    assert_eq!(waits, ["status 429: 1 ms"]);
}

#[test]
fn a_client_gives_up_after_its_last_attempt() {
    let replies = (0..5).map(|_| status(429, "", "")).collect();
    let (game, waits, asked) = ask(replies, PACE);
    let message = game.unwrap_err().to_string();
    assert_eq!(message, "the site does not answer after 3 attempts: status 429");
    assert_eq!((waits.len(), asked), (2, 3));
}

#[test]
fn a_game_that_the_site_does_not_show_is_not_asked_for_again() {
    let (game, _, asked) =
        ask(vec![status(422, "", r#"{"id":-3,"message":"UNAUTHORIZED"}"#)], PACE);
    let error = game.unwrap_err();
    assert!(error.is_about_game());
    let expected =
        r#"the site does not show it ({"id":-3,"message":"UNAUTHORIZED"}): the game is "#;
    assert!(error.to_string().starts_with(expected), "{error}");
    assert_eq!(asked, 1);
}

#[test]
fn another_status_ends_the_requests() {
    for code in [400, 403, 404, 302] {
        let (game, _, asked) = ask(vec![status(code, "", "<html>\n no")], PACE);
        let error = game.unwrap_err();
        let expected = format!("the site refuses the request with status {code} (<html> no)");
        assert_eq!((error.to_string(), asked, error.is_about_game()), (expected, 1, false));
    }
}

#[test]
fn an_answer_that_is_no_result_is_refused() {
    let check = |body: &str, expected: &str| {
        let (game, _, asked) = ask(vec![status(200, "", body)], PACE);
        let error = game.unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with("the answer of the site is no game result: "), "{message}");
        assert!(message.contains(expected), "{message}");
        assert!(asked == 1 && error.is_about_game());
    };
    check("null", "invalid type: null");
    check("nonsense", "expected");
    check("", "EOF");
    check("{}", "`frames` is missing");
    check(&result(8).to_string(), "it is that of game 8");
    check(&result(7).to_string()[..100], "EOF");
}

#[test]
fn an_answer_longer_than_any_result_is_given_up() {
    let long = " ".repeat(usize::try_from(ResultFile::MAX_BYTES).unwrap() + 1);
    let (game, _, asked) = ask(vec![status(200, "", &long)], PACE);
    let expected = "the answer of the site is no game result: it is longer than 64 MiB";
    assert_eq!((game.unwrap_err().to_string(), asked), (expected.to_owned(), 1));
}

#[test]
fn a_broken_connection_is_tried_again() {
    let text = result(7).to_string();
    for broken in [Reply::Garbage, Reply::Cut(text)] {
        let (game, waits, asked) = ask(vec![broken], PACE);
        assert!(game.is_ok());
        assert_eq!((waits.len(), asked), (1, 2), "{waits:?}");
    }
}

#[test]
fn a_slow_answer_is_given_up_and_tried_again() {
    let pace = Pace { patience: Duration::from_millis(300), ..PACE };
    let (game, waits, asked) = ask(vec![Reply::Stall], pace);
    assert!(game.is_ok());
    assert_eq!(asked, 2);
    assert!(waits[0].contains("timeout"), "{waits:?}");
}

#[test]
fn a_site_that_is_not_there_is_named_as_such() {
    let mut site = Site::new("http://127.0.0.1:9/", PACE, Box::new(|_, _| {}));
    let message = site.game(7).unwrap_err().to_string();
    assert!(message.starts_with("the site does not answer after 3 attempts: "), "{message}");
}
