use serde_json::{Value, json};

use crate::support::{GAMES, Server};

fn open(server: &Server, body: &Value) -> Value {
    let (status, table) = server.post("/api/tables", body);
    assert_eq!(status, 201, "{table}");
    table
}

fn path(table: &Value) -> String {
    format!("/api/tables/{}", table["id"].as_str().unwrap())
}

/// Waits until it is the visitor's turn, or the game is over.
fn turn(server: &Server, table: &Value) -> Value {
    server.wait_for(&path(table), |table| {
        assert_eq!(table["trouble"], Value::Null);
        table["phase"] == "over" || !table["legal"].as_array().unwrap().is_empty()
    })
}

/// Plays a game to its end with moves that are drawn by a small generator, and returns the table.
fn play_out(server: &Server, game: &str, human: usize) -> Value {
    let table = open(server, &json!({"game": game, "human": human, "timeMs": 10}));
    let mut drawn = 12345_usize;
    loop {
        let table = turn(server, &table);
        if table["phase"] == "over" {
            return table;
        }
        let legal = table["legal"].as_array().unwrap();
        drawn =
            drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Captures end games.
        let captures: Vec<&Value> = legal.iter().filter(|mv| mv["kind"] == "capture").collect();
        let mv = match captures[..] {
            [] => &legal[(drawn >> 33) % legal.len()],
            _ => captures[(drawn >> 33) % captures.len()],
        };
        let (status, after) =
            server.post(&format!("{}/moves", path(&table)), &json!({"move": mv["move"]}));
        assert_eq!(status, 200, "{after}");
    }
}

#[test]
fn every_bot_plays_whole_games_on_either_side() {
    let server = Server::empty();
    for (number, game) in GAMES.into_iter().enumerate() {
        let human = number % 2;
        let table = play_out(&server, game, human);
        let result = &table["frame"]["result"];
        assert!(result["words"].as_str().unwrap().len() > 10, "{table}");
        assert_eq!(table["legal"], json!([]));
        assert_eq!(table["toMove"], Value::Null);
        let moves = table["moves"].as_array().unwrap().len();
        assert_eq!(table["history"].as_array().unwrap().len(), moves);
        // The game can be replayed like any other, and its record is one of the arena's.
        let (status, kept) = server.post(&format!("{}/replay", path(&table)), &Value::Null);
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
    let table = open(&server, &json!({"game": "breakthrough", "human": 0, "timeMs": 10}));
    for mv in ["a2a4", "", "a7a6", "nonsense"] {
        let (status, refused) =
            server.post(&format!("{}/moves", path(&table)), &json!({"move": mv}));
        assert_eq!(status, 422);
        assert!(refused["error"].as_str().unwrap().contains("is not legal here; legal are "));
    }
    assert_eq!(server.found(&path(&table)), table);
}

#[test]
fn whoever_is_not_to_move_waits_and_a_bot_that_is_stopped_moves_at_once() {
    let server = Server::empty();
    let table = open(&server, &json!({"game": "lines-of-action", "human": 1, "timeMs": 60000}));
    assert_eq!((&table["isThinking"], &table["legal"]), (&json!(true), &json!([])));
    let (status, refused) =
        server.post(&format!("{}/moves", path(&table)), &json!({"move": "b8b6"}));
    assert_eq!(status, 409, "{refused}");
    assert_eq!(server.post(&format!("{}/hint", path(&table)), &Value::Null).0, 409);
    assert_eq!(server.post(&format!("{}/undo", path(&table)), &Value::Null).0, 409);
    // It has begun to think when it says what it thinks.
    server.wait_for(&path(&table), |table| table["thought"]["depth"].as_u64() > Some(0));
    server.post(&format!("{}/stop", path(&table)), &Value::Null);
    let table = turn(&server, &table);
    assert_eq!(table["ply"], 1);
    assert!(table["thought"]["timeMs"].as_u64().unwrap() < 60_000, "{table}");
    assert!(!table["thought"]["pv"].as_array().unwrap().is_empty(), "{table}");
}

#[test]
fn a_move_can_be_taken_back_even_while_the_bot_thinks_about_it() {
    let server = Server::empty();
    let table = open(&server, &json!({"game": "jungle", "human": 0, "timeMs": 60000}));
    let mv = table["legal"][0]["move"].clone();
    server.post(&format!("{}/moves", path(&table)), &json!({"move": mv}));
    let (status, back) = server.post(&format!("{}/undo", path(&table)), &Value::Null);
    assert_eq!(status, 200, "{back}");
    assert_eq!((&back["ply"], &back["isThinking"]), (&json!(0), &json!(false)));
    assert_eq!(back["legal"], table["legal"]);
    assert_eq!(server.post(&format!("{}/undo", path(&table)), &Value::Null).0, 409);
}

#[test]
fn a_hint_is_a_legal_move_and_goes_when_a_move_is_made() {
    let server = Server::empty();
    for game in GAMES {
        let table = open(&server, &json!({"game": game, "human": 0, "timeMs": 30}));
        let (status, _) = server.post(&format!("{}/hint", path(&table)), &Value::Null);
        assert_eq!(status, 200);
        let advised = server.wait_for(&path(&table), |table| table["hint"].is_object());
        let hint = advised["hint"]["move"].as_str().unwrap();
        let legal = table["legal"].as_array().unwrap();
        assert!(legal.iter().any(|mv| mv["move"] == hint), "{game}: {hint}");
        let (_, after) = server.post(&format!("{}/moves", path(&table)), &json!({"move": hint}));
        assert_eq!(after["hint"], Value::Null);
    }
}

#[test]
fn a_game_may_begin_anywhere() {
    let server = Server::empty();
    let moves = json!({"game": "breakthrough", "human": 1, "timeMs": 10, "moves": ["c2c3"]});
    let table = open(&server, &moves);
    assert_eq!((&table["ply"], &table["toMove"]), (&json!(1), &json!(1)));
    let text = "8/3p4/8/8/8/8/3P4/8 w";
    let near = json!({"game": "breakthrough", "human": 0, "timeMs": 10, "position": text});
    assert_eq!(open(&server, &near)["legal"].as_array().unwrap().len(), 3);
    let middle = "F9/10/10/I9/10/10/9i/10/10/9f r 100 0";
    let army = json!({"game": "stratego", "human": 1, "timeMs": 10, "position": middle});
    let table = turn(&server, &open(&server, &army));
    assert_eq!(table["ply"], 1, "{table}");
}

#[test]
fn what_cannot_be_played_is_refused_in_words() {
    let server = Server::empty();
    let check = |body: Value, status: u16, start: &str| {
        let (found, answer) = server.post("/api/tables", &body);
        let error = answer["error"].as_str().unwrap();
        assert!(found == status && error.starts_with(start), "{found} {error}");
    };
    check(json!({"game": "jungle", "human": 2, "timeMs": 10}), 400, "`human` is 0 or 1");
    check(json!({"game": "jungle", "human": 0, "timeMs": 9}), 400, "`timeMs` is 10 to 60000");
    check(json!({"game": "jungle", "human": 0, "timeMs": 60001}), 400, "`timeMs` is 10 to 60000");
    check(
        json!({"game": "stratego-two-squares", "human": 0, "timeMs": 10}),
        422,
        "this variant can be replayed",
    );
    check(
        json!({"game": "stratego", "human": 0, "timeMs": 10, "setup": "FFF"}),
        422,
        "`setup` is no army",
    );
    check(
        json!({"game": "jungle", "human": 0, "timeMs": 10, "setup": "F"}),
        422,
        "`setup` is for games",
    );
    check(
        json!({"game": "jungle"}),
        400,
        "the request is not what is expected here: missing field `human`",
    );
}

#[test]
fn nothing_that_is_hidden_is_told_to_the_visitor() {
    let server = Server::empty();
    let setup = server.found("/api/games/stratego/setup?player=0")["setup"].clone();
    let body = json!({"game": "stratego", "human": 0, "timeMs": 10, "setup": setup});
    let table = open(&server, &body);
    let cells = table["frame"]["cells"].as_str().unwrap();
    assert_eq!(cells.matches(|cell: char| cell.is_ascii_lowercase()).count(), 40, "{cells}");
    assert_eq!(cells.matches('x').count(), 40, "{cells}");
    let info = &server.found("/api/games")[4]["setup"]["squares"][0];
    for (square, letter) in info.as_array().unwrap().iter().zip(setup.as_str().unwrap().chars()) {
        assert_eq!(cells.as_bytes()[square.as_u64().unwrap() as usize] as char, letter);
    }
    let history = table["history"].as_array().unwrap();
    assert!(history[..40].iter().all(|made| made["move"] != "?"));
    assert!(history[40..].iter().all(|made| made["move"] == "?" && made["label"] == "?"));
    assert_eq!((&table["moves"], &table["frame"]["text"]), (&Value::Null, &Value::Null));
    let mv = json!({"move": table["legal"][0]["move"]});
    server.post(&format!("{}/moves", path(&table)), &mv);
    let table = turn(&server, &table);
    let thought = &table["thought"];
    for told in ["pv", "labels", "arrows"] {
        assert_eq!(thought[told], json!([]), "{thought}");
    }
    assert_eq!(
        (&thought["move"], &thought["label"], &thought["from"]),
        (&json!(""), &json!(""), &Value::Null)
    );
    assert!(thought["depth"].is_u64());
    let (status, refused) = server.post(&format!("{}/replay", path(&table)), &Value::Null);
    assert_eq!(status, 409, "{refused}");
}

#[test]
fn who_is_attacked_names_his_role_without_knowing_the_other_one() {
    let server = Server::empty();
    // Red attacks with whatever he names; it is Blue's turn to name.
    let body = json!({"game": "lamistra", "human": 1, "timeMs": 10, "moves": ["a3-a4", "c5-c4", "a4-a5", "G"]});
    let table = open(&server, &body);
    assert_eq!(table["frame"]["attack"]["name"], Value::Null, "{table}");
    assert_eq!(table["history"][3]["move"], "?");
    assert!(table["legal"].as_array().unwrap().iter().all(|mv| mv["kind"] == "name"));
    let (_, after) = server.post(&format!("{}/moves", path(&table)), &json!({"move": "B"}));
    assert_eq!(after["history"][3]["move"], "G");
    assert_eq!(
        after["frame"]["battle"],
        json!({"attacker": "G", "defender": "B", "survivor": "defender"})
    );
}

#[test]
fn what_happens_at_a_table_is_told_as_it_happens() {
    let server = Server::empty();
    let table = open(&server, &json!({"game": "breakthrough", "human": 0, "timeMs": 50}));
    let mut events = server.events(&format!("{}/events", path(&table)));
    assert_eq!(events.next().unwrap(), ("table".to_owned(), table.clone()));
    server.post(&format!("{}/moves", path(&table)), &json!({"move": "c2c3"}));
    let mut thoughts = 0;
    for (name, value) in events {
        match &*name {
            "thinking" => thoughts += 1,
            _ if value["ply"] == 2 => break,
            _ => assert_eq!(name, "table"),
        }
    }
    assert!(thoughts > 0);
}

#[test]
fn two_visitors_do_not_disturb_each_other_and_a_closed_game_is_gone() {
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
