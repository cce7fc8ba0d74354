//! Tests of the endpoints of games, positions and setups.

use serde_json::{Value, json};

use crate::support::{GAMES, Server};

#[test]
fn every_game_is_described() {
    let server = Server::empty();
    let games = server.found("/api/games");
    let games = games.as_array().unwrap();
    let names: Vec<&str> = games.iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, GAMES);
    for game in games {
        let squares = game["columns"].as_u64().unwrap() * game["rows"].as_u64().unwrap();
        assert_eq!(game["files"].as_array().unwrap().len() as u64, game["columns"]);
        assert_eq!(game["ranks"].as_array().unwrap().len() as u64, game["rows"]);
        let name = game["name"].as_str().unwrap();
        let start = server.found(&format!("/api/games/{name}/start"));
        let cells = start["frames"]["all"]["cells"].as_str().unwrap();
        assert_eq!(cells.len() as u64, squares, "{name}");
        // Every letter on the board belongs to a kind of piece.
        let kinds: Vec<&str> = game["kinds"]
            .as_array()
            .unwrap()
            .iter()
            .map(|kind| kind["letter"].as_str().unwrap())
            .collect();
        for cell in cells.chars().filter(|cell| *cell != '.') {
            let letter = cell.to_ascii_uppercase().to_string();
            assert!(kinds.contains(&&*letter), "{name}: {letter}");
        }
        let units = game["unitsPerLogit"].as_f64().unwrap();
        assert!((50.0..=1000.0).contains(&units), "{name}: {units}");
        assert!(!start["legal"].as_array().unwrap().is_empty());
    }
    assert_eq!(server.get("/api/games/chess/start").0, 404);
}

#[test]
fn a_position_is_given_by_moves_or_by_its_notation() {
    let server = Server::empty();
    let moves = json!({"game": "breakthrough", "moves": ["c2c3", "f7e6"]});
    let (status, by_moves) = server.post("/api/positions", &moves);
    assert_eq!(status, 200, "{by_moves}");
    let all = &by_moves["frames"]["all"];
    assert_eq!(all["last"], json!({"from": 13, "to": 20, "captured": false}));
    let text = json!({"game": "breakthrough", "position": all["text"]});
    let (_, by_text) = server.post("/api/positions", &text);
    assert_eq!(by_text["legal"], by_moves["legal"]);
    assert_eq!(by_text["frames"]["all"]["cells"], all["cells"]);
}

#[test]
fn a_final_position_has_a_result() {
    let server = Server::empty();
    let near = json!({
        "game": "jungle",
        "position": "7/2R4/7/7/7/7/7/7/4r2 r 7",
        "moves": ["2 1 2 0", "4 8 3 8"],
    });
    let (status, ended) = server.post("/api/positions", &near);
    assert_eq!(status, 200, "{ended}");
    let result = &ended["frames"]["all"]["result"];
    assert_eq!(result["words"], "Blue wins: Blue has entered the den of Red.");
    assert_eq!((&result["winner"], &ended["legal"]), (&json!(1), &json!([])));
    assert_eq!(ended["frames"]["all"]["toMove"], Value::Null);
}

#[test]
fn invalid_positions_are_errors_with_a_message() {
    let server = Server::empty();
    let check = |body: Value, status: u16, start: &str| {
        let (found, response) = server.post("/api/positions", &body);
        let error = response["error"].as_str().unwrap();
        assert!(found == status && error.starts_with(start), "{found} {error}");
    };
    check(
        json!({"game": "chess"}),
        404,
        "no game is called `chess`; the games are: breakthrough, ",
    );
    check(
        json!({"game": "jungle", "moves": ["0 0 0 1", "x"]}),
        422,
        "move 1: `0 0 0 1` is not legal here; legal moves: ",
    );
    check(
        json!({"game": "jungle", "position": "x"}),
        422,
        "expected nine rows, a side and plies, found `x`",
    );
    check(json!({"game": "jungle", "more": 1}), 400, "malformed request body: unknown field");
    check(json!([]), 400, "malformed request body: ");
    let (status, response) = server.send("/api/positions", b"{");
    assert_eq!(status, 400, "{response}");
}

#[test]
fn an_arranged_position_is_one_of_the_game_or_an_error_says_why_it_is_not() {
    let server = Server::empty();
    let arrange = |game: &str, cells: &str, to_move: usize| {
        let request = json!({"game": game, "cells": cells, "toMove": to_move});
        server.post("/api/positions/arranged", &request)
    };
    // The pieces of every position of a game give its notation again, but for the plies.
    for game in ["breakthrough", "lines-of-action", "jungle"] {
        let start = &server.found(&format!("/api/games/{game}/start"))["frames"]["all"];
        let cells = start["cells"].as_str().unwrap();
        let (status, view) = arrange(game, cells, 0);
        assert_eq!((status, &view["frames"]["all"]), (200, start), "{game}: {view}");
        let other = &arrange(game, cells, 1).1["frames"]["all"];
        assert_eq!((&other["cells"], &other["toMove"]), (&start["cells"], &json!(1)), "{game}");
    }
    let refused = |game: &str, cells: &str, words: &str| {
        let (status, body) = arrange(game, cells, 0);
        let error = body["error"].as_str().unwrap();
        assert!(status == 422 && error.contains(words), "{status} {error}");
    };
    let row = ".".repeat(8);
    let checkers = format!("{}{}", "C".repeat(13), ".".repeat(51));
    refused("lines-of-action", &checkers, "Black has 13 pieces of the kind checker: at most 12");
    refused("breakthrough", &"P".repeat(64), "White has 64 pieces of the kind piece: at most 16");
    refused("breakthrough", &row, "`cells` must have 64 characters");
    refused("breakthrough", &format!("Q{}", &row.repeat(8)[1..]), "`Q` is no piece of the game");
    let jungle = |square: usize, cell: &str| {
        let mut cells = ".".repeat(63);
        cells.replace_range(square..=square, cell);
        cells
    };
    refused("jungle", &jungle(22, "L"), "Red's lion is in the water, where only the rat can be");
    refused("jungle", &jungle(3, "e"), "Blue's elephant is in its own den");
    refused("stratego", &".".repeat(100), "hidden information");
    refused("lamistra", &".".repeat(49), "the roles that each side has left");
    // A position in which the game is over is one of the game.
    let over = &arrange("breakthrough", &row.repeat(8), 0).1["frames"]["all"]["result"];
    assert!(over["words"].is_string(), "{over}");
    assert_eq!(arrange("jungle", &".".repeat(63), 2).0, 400);
    assert_eq!(arrange("chess", "", 0).0, 404);
    let games = server.found("/api/games");
    let reasons = games.as_array().unwrap().iter().filter(|game| game["noEditor"].is_string());
    let names: Vec<&Value> = reasons.map(|game| &game["name"]).collect();
    assert_eq!(names, ["lamistra", "stratego"]);
}

#[test]
fn random_setups_exist_only_for_stratego() {
    let server = Server::empty();
    let one = server.found("/api/games/stratego/setup?player=0");
    let stock = server.found("/api/games")[4]["setup"]["stock"].clone();
    let sorted = |setup: &Value| {
        let mut letters: Vec<char> = setup.as_str().unwrap().chars().collect();
        letters.sort_unstable();
        letters
    };
    assert_eq!(sorted(&one["setup"]), sorted(&stock));
    let others = (0..20).map(|_| server.found("/api/games/stratego/setup?player=0"));
    assert!(others.into_iter().any(|other| other != one));
    assert_eq!(server.get("/api/games/jungle/setup?player=0").0, 422);
    assert_eq!(server.get("/api/games/stratego/setup?player=2").0, 400);
    assert_eq!(server.get("/api/games/stratego/setup").0, 400);
}
