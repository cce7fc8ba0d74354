//! Tests of sessions: games against the bots, hints, undo, hidden information and events.

use std::path::Path;

use serde_json::{Value, json};

use crate::process::{Running, port_of, serve};
use crate::support::{GAMES, Server};

fn open(server: &Server, body: &Value) -> Value {
    let (status, session) = server.post("/api/tables", body);
    assert_eq!(status, 201, "{session}");
    session
}

fn path(session: &Value) -> String {
    format!("/api/tables/{}", session["id"].as_str().unwrap())
}

/// Waits until it is the visitor's turn or the game is over, and returns the session.
fn turn(server: &Server, session: &Value) -> Value {
    server.wait_for(&path(session), |session| {
        assert_eq!(session["trouble"], Value::Null);
        session["phase"] == "over" || !session["legal"].as_array().unwrap().is_empty()
    })
}

/// Plays a game to its end with pseudo-random moves and returns the session.
fn play_out(server: &Server, game: &str, human: usize) -> Value {
    let session = open(server, &json!({"game": game, "human": human, "timeMs": 10}));
    let mut drawn = 12345_usize;
    loop {
        let session = turn(server, &session);
        if session["phase"] == "over" {
            return session;
        }
        let legal = session["legal"].as_array().unwrap();
        drawn =
            drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Captures shorten the game.
        let captures: Vec<&Value> = legal.iter().filter(|mv| mv["kind"] == "capture").collect();
        let mv = match captures[..] {
            [] => &legal[(drawn >> 33) % legal.len()],
            _ => captures[(drawn >> 33) % captures.len()],
        };
        let (status, after) =
            server.post(&format!("{}/moves", path(&session)), &json!({"move": mv["move"]}));
        assert_eq!(status, 200, "{after}");
    }
}

#[test]
fn every_bot_plays_whole_games_on_either_side() {
    let server = Server::empty();
    for (number, game) in GAMES.into_iter().enumerate() {
        let human = number % 2;
        let session = play_out(&server, game, human);
        let result = &session["frame"]["result"];
        assert!(result["words"].as_str().unwrap().len() > 10, "{session}");
        assert_eq!(session["legal"], json!([]));
        assert_eq!(session["toMove"], Value::Null);
        let moves = session["moves"].as_array().unwrap().len();
        assert_eq!(session["history"].as_array().unwrap().len(), moves);
        // The game can be replayed, and its record is an arena record.
        let (status, kept) = server.post(&format!("{}/replay", path(&session)), &Value::Null);
        assert_eq!(status, 201, "{kept}");
        let replay = server.found(&format!("/api/replays/{}/0", kept["id"].as_str().unwrap()));
        assert_eq!(&replay["result"], result);
        let mut players = ["bot", "bot"];
        players[human] = "you";
        assert_eq!(replay["players"], json!(players));
    }
}

#[test]
fn an_illegal_move_changes_nothing() {
    let server = Server::empty();
    let session = open(&server, &json!({"game": "breakthrough", "human": 0, "timeMs": 10}));
    for mv in ["a2a4", "", "a7a6", "nonsense"] {
        let (status, refused) =
            server.post(&format!("{}/moves", path(&session)), &json!({"move": mv}));
        assert_eq!(status, 422);
        assert!(refused["error"].as_str().unwrap().contains("is not legal here; legal moves: "));
    }
    assert_eq!(server.found(&path(&session)), session);
}

#[test]
fn moves_out_of_turn_are_refused_and_a_stopped_bot_moves_at_once() {
    let server = Server::empty();
    let session = open(&server, &json!({"game": "lines-of-action", "human": 1, "timeMs": 60000}));
    assert_eq!((&session["isThinking"], &session["legal"]), (&json!(true), &json!([])));
    let (status, refused) =
        server.post(&format!("{}/moves", path(&session)), &json!({"move": "b8b6"}));
    assert_eq!(status, 409, "{refused}");
    assert_eq!(server.post(&format!("{}/hint", path(&session)), &Value::Null).0, 409);
    assert_eq!(server.post(&format!("{}/undo", path(&session)), &Value::Null).0, 409);
    // The search has started when it reports a principal variation.
    server.wait_for(&path(&session), |session| session["thought"]["depth"].as_u64() > Some(0));
    server.post(&format!("{}/stop", path(&session)), &Value::Null);
    let session = turn(&server, &session);
    assert_eq!(session["ply"], 1);
    assert!(session["thought"]["timeMs"].as_u64().unwrap() < 60_000, "{session}");
    assert!(!session["thought"]["pv"].as_array().unwrap().is_empty(), "{session}");
}

#[test]
fn a_move_can_be_taken_back_during_the_search_of_the_bot() {
    let server = Server::empty();
    let session = open(&server, &json!({"game": "jungle", "human": 0, "timeMs": 60000}));
    let mv = session["legal"][0]["move"].clone();
    server.post(&format!("{}/moves", path(&session)), &json!({"move": mv}));
    let (status, back) = server.post(&format!("{}/undo", path(&session)), &Value::Null);
    assert_eq!(status, 200, "{back}");
    assert_eq!((&back["ply"], &back["isThinking"]), (&json!(0), &json!(false)));
    assert_eq!(back["legal"], session["legal"]);
    assert_eq!(server.post(&format!("{}/undo", path(&session)), &Value::Null).0, 409);
}

#[test]
fn a_hint_is_a_legal_move_and_disappears_after_a_move() {
    let server = Server::empty();
    for game in GAMES {
        let session = open(&server, &json!({"game": game, "human": 0, "timeMs": 30}));
        let (status, _) = server.post(&format!("{}/hint", path(&session)), &Value::Null);
        assert_eq!(status, 200);
        let with_hint = server.wait_for(&path(&session), |session| session["hint"].is_object());
        let hint = with_hint["hint"]["move"].as_str().unwrap();
        let legal = session["legal"].as_array().unwrap();
        assert!(legal.iter().any(|mv| mv["move"] == hint), "{game}: {hint}");
        let (_, after) = server.post(&format!("{}/moves", path(&session)), &json!({"move": hint}));
        assert_eq!(after["hint"], Value::Null);
    }
}

#[test]
fn a_session_can_start_from_moves_or_from_a_position() {
    let server = Server::empty();
    let moves = json!({"game": "breakthrough", "human": 1, "timeMs": 10, "moves": ["c2c3"]});
    let session = open(&server, &moves);
    assert_eq!((&session["ply"], &session["toMove"]), (&json!(1), &json!(1)));
    let text = "8/3p4/8/8/8/8/3P4/8 w";
    let near = json!({"game": "breakthrough", "human": 0, "timeMs": 10, "position": text});
    assert_eq!(open(&server, &near)["legal"].as_array().unwrap().len(), 3);
    let middle = "F9/10/10/I9/10/10/9i/10/10/9f r 100 0";
    let army = json!({"game": "stratego", "human": 1, "timeMs": 10, "position": middle});
    let session = turn(&server, &open(&server, &army));
    assert_eq!(session["ply"], 1, "{session}");
}

#[test]
fn invalid_sessions_are_errors_with_a_message() {
    let server = Server::empty();
    let check = |body: Value, status: u16, start: &str| {
        let (found, response) = server.post("/api/tables", &body);
        let error = response["error"].as_str().unwrap();
        assert!(found == status && error.starts_with(start), "{found} {error}");
    };
    check(json!({"game": "jungle", "human": 2, "timeMs": 10}), 400, "`human` must be 0 or 1");
    check(json!({"game": "jungle", "human": 0, "timeMs": 9}), 400, "`timeMs` must be 10 to 60000");
    check(
        json!({"game": "jungle", "human": 0, "timeMs": 60001}),
        400,
        "`timeMs` must be 10 to 60000",
    );
    check(
        json!({"game": "stratego", "human": 0, "timeMs": 10, "setup": "FFF"}),
        422,
        "`setup` is not valid",
    );
    check(
        json!({"game": "jungle", "human": 0, "timeMs": 10, "setup": "F"}),
        422,
        "`setup` is only for games",
    );
    check(json!({"game": "jungle"}), 400, "malformed request body: missing field `human`");
}

#[test]
fn hidden_information_is_not_sent_to_the_visitor() {
    let server = Server::empty();
    let setup = server.found("/api/games/stratego/setup?player=0")["setup"].clone();
    let body = json!({"game": "stratego", "human": 0, "timeMs": 10, "setup": setup});
    let session = open(&server, &body);
    let cells = session["frame"]["cells"].as_str().unwrap();
    assert_eq!(cells.matches(|cell: char| cell.is_ascii_lowercase()).count(), 40, "{cells}");
    assert_eq!(cells.matches('x').count(), 40, "{cells}");
    let info = &server.found("/api/games")[4]["setup"]["squares"][0];
    for (square, letter) in info.as_array().unwrap().iter().zip(setup.as_str().unwrap().chars()) {
        assert_eq!(cells.as_bytes()[square.as_u64().unwrap() as usize] as char, letter);
    }
    let history = session["history"].as_array().unwrap();
    assert!(history[..40].iter().all(|played| played["move"] != "?"));
    assert!(history[40..].iter().all(|played| played["move"] == "?" && played["label"] == "?"));
    assert_eq!((&session["moves"], &session["frame"]["text"]), (&Value::Null, &Value::Null));
    let mv = json!({"move": session["legal"][0]["move"]});
    server.post(&format!("{}/moves", path(&session)), &mv);
    let session = turn(&server, &session);
    let thought = &session["thought"];
    for name in ["pv", "labels", "arrows"] {
        assert_eq!(thought[name], json!([]), "{thought}");
    }
    assert_eq!(
        (&thought["move"], &thought["label"], &thought["from"]),
        (&json!(""), &json!(""), &Value::Null)
    );
    assert!(thought["depth"].is_u64());
    let (status, refused) = server.post(&format!("{}/replay", path(&session)), &Value::Null);
    assert_eq!(status, 409, "{refused}");
}

#[test]
fn the_defender_names_a_role_without_knowledge_of_the_role_of_the_attacker() {
    let server = Server::empty();
    // Red has attacked and named a role; it is Blue's turn to name one.
    let moves = ["a3-a4", "c5-c4", "a4-a5", "G"];
    let body = json!({"game": "lamistra", "human": 1, "timeMs": 10, "moves": moves});
    let session = open(&server, &body);
    assert_eq!(session["frame"]["attack"]["name"], Value::Null, "{session}");
    assert_eq!(session["history"][3]["move"], "?");
    assert!(session["legal"].as_array().unwrap().iter().all(|mv| mv["kind"] == "name"));
    let (_, after) = server.post(&format!("{}/moves", path(&session)), &json!({"move": "B"}));
    assert_eq!(after["history"][3]["move"], "G");
    assert_eq!(
        after["frame"]["battle"],
        json!({"attacker": "G", "defender": "B", "survivor": "defender"})
    );
}

#[test]
fn changes_and_searches_of_a_session_are_sent_as_events() {
    let server = Server::empty();
    let session = open(&server, &json!({"game": "breakthrough", "human": 0, "timeMs": 50}));
    let mut events = server.events(&format!("{}/events", path(&session)));
    assert_eq!(events.next().unwrap(), ("table".to_owned(), session.clone()));
    server.post(&format!("{}/moves", path(&session)), &json!({"move": "c2c3"}));
    let mut variations = 0;
    for (name, value) in events {
        match &*name {
            "thinking" => variations += 1,
            _ if value["ply"] == 2 => break,
            _ => assert_eq!(name, "table"),
        }
    }
    assert!(variations > 0);
}

#[test]
fn sessions_are_independent_and_a_removed_session_is_gone() {
    let server = Server::empty();
    let body = json!({"game": "jungle", "human": 0, "timeMs": 10});
    let [one, other] = [open(&server, &body), open(&server, &body)];
    assert_ne!(one["id"], other["id"]);
    assert_eq!(one["id"].as_str().unwrap().len(), 32);
    let mv = &one["legal"][3]["move"];
    server.post(&format!("{}/moves", path(&one)), &json!({"move": mv}));
    turn(&server, &one);
    assert_eq!(server.found(&path(&other)), other);
    assert_eq!(server.delete(&path(&other)), 204);
    assert_eq!(server.get(&path(&other)).0, 404);
    assert_eq!(server.found(&path(&one))["ply"], 2);
}

#[test]
fn a_variant_of_a_game_is_listed_with_the_game_and_can_be_played() {
    let server = Server::empty();
    let games = server.found("/api/games");
    let variants = |game: usize| games[game]["variants"].clone();
    assert_eq!(
        (variants(0), &variants(4)[1]["name"]),
        (Value::Null, &json!("stratego-two-squares"))
    );
    let session = play_out(&server, "stratego-two-squares", 1);
    assert_eq!(session["game"], "stratego-two-squares");
    let (status, kept) = server.post(&format!("{}/replay", path(&session)), &Value::Null);
    assert_eq!(status, 201, "{kept}");
}

/// Starts a server whose data are in `folder`.
fn serve_in(folder: &Path) -> (Running, Server) {
    let (running, address) = serve(&["--data", folder.to_str().unwrap()]);
    let server = Server::at(format!("127.0.0.1:{}", port_of(&address)).parse().unwrap());
    (running, server)
}

#[test]
fn a_game_goes_on_after_the_server_was_killed_and_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let (running, server) = serve_in(folder.path());
    let near = json!({"game": "breakthrough", "human": 0, "timeMs": 10,
        "position": "8/3p4/8/8/8/8/3P4/8 w"});
    let army = json!({"game": "stratego", "human": 1, "timeMs": 10});
    let begun = [near, army].map(|body| turn(&server, &open(&server, &body)));
    let before = begun.map(|session| {
        let mv = json!({"move": session["legal"][0]["move"]});
        let (status, after) = server.post(&format!("{}/moves", path(&session)), &mv);
        assert_eq!(status, 200, "{after}");
        turn(&server, &session)
    });
    let removed = open(&server, &json!({"game": "jungle", "human": 0, "timeMs": 10}));
    assert_eq!(server.delete(&path(&removed)), 204);
    drop(running);
    let (_running, server) = serve_in(folder.path());
    for session in before {
        let after = server.found(&path(&session));
        for part in ["game", "human", "timeMs", "ply", "frame", "legal", "history", "phase"] {
            assert_eq!(after[part], session[part], "{part}");
        }
        // A page that is open takes the session as a later state.
        assert!(after["version"].as_u64() > session["version"].as_u64());
        let mv = json!({"move": after["legal"][0]["move"]});
        assert_eq!(server.post(&format!("{}/moves", path(&after)), &mv).0, 200);
        assert!(turn(&server, &after)["ply"].as_u64() > session["ply"].as_u64());
        // Every move can be taken back, but not the setup of an army; the bot has moved first then.
        while server.post(&format!("{}/undo", path(&after)), &Value::Null).0 == 200 {}
        let first = if after["game"] == "stratego" { 81 } else { 0 };
        assert_eq!(server.found(&path(&after))["ply"], first);
    }
    assert_eq!(server.get(&path(&removed)).0, 404);
}
