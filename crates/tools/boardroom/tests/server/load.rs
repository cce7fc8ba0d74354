use std::sync::Mutex;
use std::thread;

use serde_json::{Value, json};

use crate::support::{Server, agent};

/// Visitors at a time; the example `load` has more, and tells how long they wait.
const VISITORS: usize = 32;

#[test]
fn nothing_is_lost_while_many_step_through_games_and_a_bot_thinks() {
    let server = Server::with_records();
    let body = json!({"game": "jungle", "human": 1, "timeMs": 60000});
    let table = server.post("/api/tables", &body).1;
    let replay = server.found("/api/replays/file3/0");
    let moves: Vec<&Value> =
        replay["plies"].as_array().unwrap().iter().map(|ply| &ply["move"]).take(12).collect();
    let lost = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for visitor in 0..VISITORS {
            let (server, replay, moves, lost) = (&server, &replay, &moves, &lost);
            scope.spawn(move || {
                let agent = agent();
                for ply in 0..moves.len() {
                    let body = json!({"game": "jungle", "moves": moves[..ply]}).to_string();
                    let answer = agent.post(server.url("/api/positions")).send(body);
                    let shown = answer.ok().and_then(|mut answer| {
                        let text = answer.body_mut().read_to_string().ok()?;
                        serde_json::from_str::<Value>(&text).ok()
                    });
                    let expected = match ply {
                        0 => &replay["start"],
                        _ => &replay["plies"][ply - 1]["frames"],
                    };
                    if shown.is_none_or(|shown| &shown["frames"] != expected) {
                        lost.lock().unwrap().push((visitor, ply));
                    }
                }
            });
        }
    });
    assert_eq!(lost.into_inner().unwrap(), []);
    let path = format!("/api/tables/{}", table["id"].as_str().unwrap());
    assert_eq!(server.found(&path)["isThinking"], true);
}
