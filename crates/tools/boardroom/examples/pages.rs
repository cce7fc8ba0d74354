//! Takes pictures of the pages, to be looked at after a change of their layout:
//! `cargo run -p boardroom --example pages FOLDER [SITE]`.
//!
//! Each of eight pages of the server in four windows and two themes, or of five pages of a site
//! that `cargo cg site -o SITE` has written. The picture of a phone has the whole page.

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

#[path = "../tests/support/static_host.rs"]
mod static_host;

use std::env;
use std::fs;
use std::path::Path;

use boardroom::{Settings, match_report, report_page};
use serde_json::json;

use crate::browser::{Page, drive};
use crate::reports::files;
use crate::static_host::StaticHost;
use crate::support::{GAMES, Server, settings};

/// Windows in CSS pixels.
const WINDOWS: [(u32, u32); 4] = [(390, 844), (1024, 768), (1280, 720), (1920, 1080)];

/// Window that shows whole pages.
const PHONE: u32 = 390;

const THEMES: [&str; 2] = ["light", "dark"];

/// Maximum height of the picture of a phone.
const MAX_HEIGHT: u32 = 2600;

/// Nodes of each search of the review.
const REVIEW_NODES: u64 = 2_000;

fn main() {
    let mut arguments = env::args().skip(1);
    let folder = arguments.next().expect("name the folder of the pictures");
    let folder = Path::new(&folder);
    fs::create_dir_all(folder).unwrap();
    match arguments.next() {
        Some(site) => take_site(folder, Path::new(&site)),
        None => take_server(folder),
    }
}

/// Takes pictures of the pages of a server, and of a report from disk.
fn take_server(folder: &Path) {
    let data = tempfile::tempdir().unwrap();
    let store = data.path().join("arena.db");
    match_maker::play(&store, &["uct:200", "uct:100"], 20);
    match_maker::play(&store, &["greedy", "random"], 2);
    let report = data.path().join("report.html");
    let page = report_page(&match_report(&store, Some(1)).unwrap()).unwrap();
    fs::write(&report, page).unwrap();
    let reviews = data.path().join("reviews");
    reviews::review(&reviews, &reviews::records(GAMES[0])[0], REVIEW_NODES);
    let reviews = Some(reviews);
    let server = Server::start(Settings { files: files(), store, reviews, ..settings() });
    let pages = [
        ("front", server.url("/")),
        ("replay", server.url("/replay/file5/0#ply=120")),
        ("play", server.url(&session(&server))),
        ("analyse", server.url("/analyse/jungle")),
        ("editor", server.url("/edit/jungle")),
        ("match", server.url("/match/1")),
        ("review", server.url("/replay/file1/0#ply=34")),
        ("report", format!("file://{}", report.display())),
    ];
    drive(async |browsers| {
        let page = browsers.open(1280, 720).await;
        for (name, url) in pages {
            take(&page, folder, name, &url).await;
        }
        page.close().await;
    });
}

/// Takes pictures of the pages of a site without a server.
fn take_site(folder: &Path, site: &Path) {
    let host = StaticHost::start(site);
    drive(async |browsers| {
        let page = browsers.open(1280, 720).await;
        page.goto(&host.url("")).await;
        let record = serde_json::to_string(&reviews::records(GAMES[4])[0]).unwrap();
        let begun = page.client.execute_async(BEGIN, vec![json!(record)]).await.unwrap();
        let id = |index: usize| begun[index].as_str().unwrap();
        let pages = [
            ("site-front", String::new()),
            ("site-replay", format!("?/replay/{}/0#ply=120", id(0))),
            ("site-play", format!("?/table/{}", id(1))),
            ("site-analyse", "?/analyse/jungle".to_owned()),
            ("site-editor", "?/edit/breakthrough".to_owned()),
        ];
        for (name, path) in pages {
            take(&page, folder, name, &host.url(&path)).await;
        }
        page.close().await;
    });
}

/// Script that adds a record to a site and begins a game there; returns both identifiers.
const BEGIN: &str = "
    const [record, done] = arguments;
    import(new URL('js/api.js', document.baseURI)).then(async ({ post, postFile }) => {
        const file = await postFile('/replays', new File([record], 'game.jsonl'));
        const wish = { game: 'lamistra', human: 0, timeMs: 100 };
        const session = await post('/tables', wish);
        done([file.id, session.id]);
    });";

/// Takes pictures of a page in all windows and themes.
async fn take(page: &Page, folder: &Path, name: &str, url: &str) {
    // A URL that differs only behind `#` would not load the page again.
    page.client.goto("about:blank").await.unwrap();
    page.goto(url).await;
    for theme in THEMES {
        page.resize(1280, 720, 1).await;
        page.theme(theme).await;
        for (width, height) in WINDOWS {
            page.resize(width, height, 1).await;
            settle(page, name).await;
            if width == PHONE {
                let length = "return document.documentElement.scrollHeight";
                let length = page.run(length).await.as_u64().unwrap();
                page.resize(width, u32::try_from(length).unwrap().min(MAX_HEIGHT), 1).await;
                settle(page, name).await;
            }
            let picture = page.client.screenshot().await.unwrap();
            fs::write(folder.join(format!("{name}-{width}-{theme}.png")), picture).unwrap();
        }
    }
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
    if name.ends_with("analyse") {
        page.until("return Number(document.querySelector('#analysis').dataset.depth) >= 6").await;
    }
}
