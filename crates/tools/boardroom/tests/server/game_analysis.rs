//! Tests of the analysis of whole games: progress, result, its own engine, and errors.

use boardroom::Settings;
use serde_json::{Value, json};

use crate::match_maker::play;
use crate::reviews::{records, review};
use crate::support::{Server, files, settings};

/// Request for few nodes.
fn nodes(count: u64) -> Value {
    json!({"nodes": count})
}

#[test]
fn the_analysis_of_a_game_shows_its_review_move_by_move() {
    let folder = tempfile::tempdir().unwrap();
    let record = &records("breakthrough")[0];
    let expected = serde_json::to_string(&review(folder.path(), record, 1_000)).unwrap();
    let expected: Value = serde_json::from_str(&expected).unwrap();
    let server = Server::with_records();
    let stream = server.post_for_events("/api/replays/file1/0/analysis", &nodes(1_000));
    let events: Vec<(String, Value)> = stream.collect();
    let (end, progress) = events.split_last().unwrap();
    assert_eq!(end, &("end".to_owned(), json!({"reason": "done"})));
    let judged = |review: &Value| {
        review["moves"].as_array().unwrap().iter().filter(|mv| !mv.is_null()).count()
    };
    assert!(progress.len() > 20, "{}", progress.len());
    for (number, (name, value)) in progress.iter().enumerate() {
        assert_eq!((name.as_str(), &value["done"]), ("progress", &json!(number)));
        assert_eq!(value["all"], progress.len() - 1);
        assert_eq!(judged(&value["review"]), number);
    }
    assert!(progress.last().unwrap().1["review"] == expected, "another review");
}

#[test]
fn games_are_analysed_one_at_a_time_without_an_engine_of_other_analyses() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("arena.db");
    play(&store, &["greedy", "random"], 1);
    let server = Server::start(Settings { files: files(), store, ..settings() });
    let path = "/api/replays/file3/0/analysis";
    let mut long = server.post_for_events(path, &nodes(200_000));
    assert_eq!(long.next().unwrap().0, "progress");
    assert_eq!(server.found("/api/engines"), json!({"busy": 0, "total": 2}));
    let (status, refused) = server.post(path, &nodes(100));
    assert_eq!(status, 429);
    assert!(refused["error"].as_str().unwrap().starts_with("another game is being analysed"));
    // Closing the stream stops the search, and the next game begins.
    drop(long);
    let stored = "/api/matches/1/games/0/1/analysis";
    let started = std::time::Instant::now();
    loop {
        let mut events = server.post_for_events(stored, &nodes(50));
        if events.status == 200 {
            assert_eq!(events.next().unwrap().0, "progress");
            break;
        }
        assert!(started.elapsed() < crate::support::TIMEOUT);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn a_game_that_cannot_be_analysed_is_an_error_that_says_why() {
    let server = Server::with_records();
    let check = |path: &str, body: Value, status: u16, words: &str| {
        let (found, response) = server.post(path, &body);
        let error = response["error"].as_str().unwrap();
        assert!(found == status && error.contains(words), "{found} {error}");
    };
    check("/api/replays/file5/0/analysis", nodes(100), 422, "what its player could not see");
    check("/api/replays/file1/999/analysis", nodes(100), 404, "the index counts from 0");
    check("/api/replays/none/0/analysis", nodes(100), 404, "no longer on the server");
    check("/api/replays/file1/0/analysis", nodes(200_001), 400, "at most 200000");
    check("/api/replays/file1/0/analysis", nodes(0), 400, "malformed request body");
    let games = server.found("/api/games");
    let unjudged = games.as_array().unwrap().iter().filter(|game| game["isReviewed"] == false);
    let names: Vec<&Value> = unjudged.map(|game| &game["name"]).collect();
    assert_eq!(names, ["stratego"]);
}
