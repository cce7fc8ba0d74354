//! Load test: many clients request positions while a bot searches.

use std::sync::Mutex;
use std::thread;

use serde_json::{Value, json};

use crate::support::{Server, agent};

/// Number of concurrent clients; the example `load` has more and measures response times.
const CLIENTS: usize = 32;

#[test]
fn every_response_is_correct_while_many_clients_step_through_games_and_a_bot_searches() {
    let server = Server::with_records();
    let body = json!({"game": "jungle", "human": 1, "timeMs": 60000});
    let session = server.post("/api/tables", &body).1;
    let replay = server.found("/api/replays/file3/0");
    let moves: Vec<&Value> =
        replay["plies"].as_array().unwrap().iter().map(|ply| &ply["move"]).take(12).collect();
    let wrong = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (server, replay, moves, wrong) = (&server, &replay, &moves, &wrong);
            scope.spawn(move || {
                let agent = agent();
                for ply in 0..moves.len() {
                    let body = json!({"game": "jungle", "moves": moves[..ply]}).to_string();
                    let response = agent.post(server.url("/api/positions")).send(body);
                    let shown = response.ok().and_then(|mut response| {
                        let text = response.body_mut().read_to_string().ok()?;
                        serde_json::from_str::<Value>(&text).ok()
                    });
                    let expected = match ply {
                        0 => &replay["start"],
                        _ => &replay["plies"][ply - 1]["frames"],
                    };
                    if shown.is_none_or(|shown| &shown["frames"] != expected) {
                        wrong.lock().unwrap().push((client, ply));
                    }
                }
            });
        }
    });
    assert_eq!(wrong.into_inner().unwrap(), []);
    let path = format!("/api/tables/{}", session["id"].as_str().unwrap());
    assert_eq!(server.found(&path)["isThinking"], true);
}
