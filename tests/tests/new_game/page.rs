//! Games of a board room that is a program, played by clicks in the browser.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::browser::drive;
use crate::player::{begin, click_move, settled_state};
use crate::support::Server;

/// Number of moves that the visitor makes in each game.
const MOVES: usize = 3;

/// Process that is killed when the value is dropped.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the board room `program` in a folder, and plays some moves of each game in the browser.
pub(crate) fn play_by_clicks(folder: &Path, program: &Path, games: &[&str]) {
    let mut serve = Command::new(program);
    serve.args(["serve", "--port", "0"]).current_dir(folder).stdout(Stdio::piped());
    let mut process = Killed(serve.spawn().unwrap());
    let mut line = String::new();
    BufReader::new(process.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let server = Server::at(line.trim().strip_prefix("http://").unwrap().parse().unwrap());
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        for (side, game) in games.iter().enumerate() {
            let session = begin(&page, &server, game, side % 2).await;
            for _ in 0..MOVES {
                let state = settled_state(&page, &server, &session).await;
                click_move(&page, &state["legal"][0]).await;
                let ply = state["ply"].as_u64().unwrap();
                // The move, and the bot's answer.
                server.wait_for(&session, |session| session["ply"].as_u64().unwrap() > ply + 1);
            }
            let state = settled_state(&page, &server, &session).await;
            assert_eq!(page.cells().await, state["frame"]["cells"].as_str().unwrap(), "{game}");
        }
        page.close().await;
    });
}
