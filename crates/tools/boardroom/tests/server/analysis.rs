//! Tests of the engine analysis: iterations, principal variations, limits and errors.

use serde_json::{Value, json};

use crate::support::{GAMES, Server};

#[test]
fn every_game_is_analysed_by_iterative_deepening() {
    let server = Server::empty();
    for game in GAMES {
        let mut moves = Vec::new();
        if game == "stratego" {
            for player in 0..2 {
                let letters = server.found(&format!("/api/games/stratego/setup?player={player}"));
                let notation = |letter: char| {
                    let place = "FBSTIELPJCGM".find(letter).unwrap();
                    "FBs987654321"[place..=place].to_owned()
                };
                moves.extend(letters["setup"].as_str().unwrap().chars().map(notation));
            }
        }
        let request = json!({"game": game, "moves": moves, "lines": 3});
        let mut depth = 0;
        for (name, value) in server.post_for_events("/api/analysis", &request) {
            assert_eq!(name, "iteration", "{game}: {value}");
            let lines = value["lines"].as_array().unwrap();
            assert_eq!((lines.len(), &value["player"]), (3, &json!(0)), "{game}");
            let scores: Vec<i64> =
                lines.iter().map(|line| line["score"].as_i64().unwrap()).collect();
            assert!(scores.is_sorted_by(|one, other| one >= other), "{game}: {scores:?}");
            for line in lines {
                let (first, arrow) = (&line["pv"][0], &line["arrows"][0]);
                assert_eq!((first, &arrow["from"]), (&line["move"], &line["from"]), "{game}");
            }
            let now = value["depth"].as_u64().unwrap();
            assert!(now > depth, "{game}");
            depth = now;
            if depth >= 3 {
                break;
            }
        }
        assert!(depth >= 3, "{game}");
    }
}

#[test]
fn closing_the_stream_frees_the_engine_and_the_number_of_analyses_is_bounded() {
    let server = Server::empty();
    let request = json!({"game": "jungle"});
    let mut streams: Vec<_> =
        (0..2).map(|_| server.post_for_events("/api/analysis", &request)).collect();
    for stream in &mut streams {
        assert_eq!(stream.next().unwrap().0, "iteration");
    }
    assert_eq!(server.found("/api/engines"), json!({"busy": 2, "total": 2}));
    let (status, refused) = server.post("/api/analysis", &request);
    assert_eq!(status, 429);
    assert!(refused["error"].as_str().unwrap().starts_with("all engines are busy: "));
    // Analyses do not delay games.
    let session = json!({"game": "jungle", "human": 1, "timeMs": 10});
    let session = server.post("/api/tables", &session).1;
    let path = format!("/api/tables/{}", session["id"].as_str().unwrap());
    server.wait_for(&path, |session| session["ply"] == 1);
    drop(streams);
    server.wait_for("/api/engines", |busy| busy["busy"] == 0);
    assert_eq!(server.post_for_events("/api/analysis", &request).status, 200);
}

#[test]
fn a_forced_win_is_found_and_ends_the_analysis() {
    let server = Server::empty();
    let near = json!({"game": "breakthrough", "position": "8/3P4/8/8/8/8/p7/8 w", "lines": 1});
    let events: Vec<(String, Value)> = server.post_for_events("/api/analysis", &near).collect();
    let (last, lines) = (events.last().unwrap(), &events[events.len() - 2].1["lines"]);
    assert_eq!(last, &("end".to_owned(), json!({"reason": "done"})));
    assert!(lines[0]["score"].as_i64().unwrap() >= 31_000, "{lines}");
}

#[test]
fn an_analysis_of_a_simultaneous_choice_gives_probabilities() {
    let server = Server::empty();
    let attack = json!({"game": "lamistra", "moves": ["a3-a4", "c5-c4", "a4-a5"], "lines": 8});
    let (_, iteration) = server.post_for_events("/api/analysis", &attack).next().unwrap();
    let lines = iteration["lines"].as_array().unwrap();
    let shares: f64 = lines.iter().map(|line| line["share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-6, "{iteration}");
    assert!(lines.iter().all(|line| line["move"].as_str().unwrap().len() == 1));
}

#[test]
fn an_analysis_can_be_requested_by_query_parameters() {
    let server = Server::empty();
    let mut events = server.events("/api/analysis?game=breakthrough&moves=c2c3,f7e6&lines=2");
    let (_, iteration) = events.next().unwrap();
    assert_eq!(iteration["lines"].as_array().unwrap().len(), 2);
    for (path, status) in [
        ("/api/analysis?game=breakthrough&lines=0", 400),
        ("/api/analysis?game=breakthrough&lines=9", 400),
        ("/api/analysis?game=breakthrough&moves=x", 422),
        ("/api/analysis?game=breakthrough&position=8/8/8/8/8/8/8/P7%20w", 422),
        ("/api/analysis?game=chess", 404),
        ("/api/analysis", 400),
    ] {
        assert_eq!(server.get(path).0, status, "{path}");
    }
}
