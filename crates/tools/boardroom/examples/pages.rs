//! Takes pictures of the pages, to be looked at after a change of their layout:
//! `cargo run -p boardroom --example pages FOLDER`.
//!
//! Each of six pages in three windows and two themes. The picture of a phone has the whole page.

#![allow(clippy::unwrap_used, reason = "a failed screenshot is a panic")]

#[path = "../tests/support/mod.rs"]
mod support;

#[path = "../tests/support/browser.rs"]
mod browser;

#[path = "../tests/support/matches.rs"]
mod match_maker;

#[path = "../tests/support/reviews.rs"]
mod reviews;

#[path = "../tests/support/reports.rs"]
mod reports;

use std::env;
use std::fs;
use std::path::Path;

use boardroom::Settings;
use serde_json::json;

use crate::browser::{Page, drive};
use crate::reports::files;
use crate::support::{GAMES, Server, settings};

/// Windows in CSS pixels.
const WINDOWS: [(u32, u32); 3] = [(390, 844), (1280, 720), (1920, 1080)];

/// Window that shows whole pages.
const PHONE: u32 = 390;

const THEMES: [&str; 2] = ["light", "dark"];

/// Nodes of each search of the review.
const REVIEW_NODES: u64 = 2_000;

fn main() {
    let folder = env::args().nth(1).expect("name the folder of the pictures");
    let folder = Path::new(&folder);
    fs::create_dir_all(folder).unwrap();
    let data = tempfile::tempdir().unwrap();
    let store = data.path().join("arena.db");
    match_maker::play(&store, &["uct:200", "uct:100"], 20);
    match_maker::play(&store, &["greedy", "random"], 2);
    let reviews = data.path().join("reviews");
    reviews::review(&reviews, &reviews::records(GAMES[0])[0], REVIEW_NODES);
    let reviews = Some(reviews);
    let server = Server::start(Settings { files: files(), store, reviews, ..settings() });
    let pages = [
        ("front", "/".to_owned()),
        ("replay", "/replay/file5/0#ply=120".to_owned()),
        ("play", session(&server)),
        ("analyse", "/analyse/jungle".to_owned()),
        ("match", "/match/1".to_owned()),
        ("review", "/replay/file1/0#ply=34".to_owned()),
    ];
    drive(async |browsers| {
        let page = browsers.open(1280, 720).await;
        for (name, path) in pages {
            page.goto(&server.url(&path)).await;
            for theme in THEMES {
                page.resize(1280, 720, 1).await;
                page.theme(theme).await;
                for (width, height) in WINDOWS {
                    page.resize(width, height, 1).await;
                    settle(&page, name).await;
                    if width == PHONE {
                        let length = "return document.documentElement.scrollHeight";
                        let length = page.run(length).await.as_u64().unwrap();
                        page.resize(width, u32::try_from(length).unwrap(), 1).await;
                        settle(&page, name).await;
                    }
                    let picture = page.client.screenshot().await.unwrap();
                    fs::write(folder.join(format!("{name}-{width}-{theme}.png")), picture).unwrap();
                }
            }
        }
        page.close().await;
    });
}

/// Begins a game of Stratego, plays a move, and returns the path of its page.
fn session(server: &Server) -> String {
    let body = json!({"game": "stratego", "human": 0, "timeMs": 30});
    let session = server.post("/api/tables", &body).1;
    let id = session["id"].as_str().unwrap();
    let path = format!("/api/tables/{id}");
    let mv = json!({"move": session["legal"][0]["move"]});
    server.post(&format!("{path}/moves"), &mv);
    server.wait_for(&path, |session| session["ply"] == 82);
    format!("/table/{id}")
}

/// Waits until nothing moves, and the analysis has found something.
async fn settle(page: &Page, name: &str) {
    page.run("document.activeElement?.blur()").await;
    page.until("return document.getAnimations().every(one => one.playState !== 'running')").await;
    if name == "analyse" {
        page.until("return Number(document.querySelector('#analysis').dataset.depth) >= 6").await;
    }
}
