//! Tests of replays in the browser: keys, links, views and the single page from disk.

use std::fs;

use boardroom::{read_records, replay, single_page};
use serde_json::Value;

use crate::browser::{Page, drive};
use crate::support::{GAMES, Server, transcript};

/// Key codes of WebDriver.
const RIGHT: char = '\u{e014}';
const LEFT: char = '\u{e012}';
const HOME: char = '\u{e011}';
const END: char = '\u{e010}';

/// Returns the ply that the page shows.
async fn ply(page: &Page) -> u64 {
    page.run("return Number(document.querySelector('#ply').dataset.ply)").await.as_u64().unwrap()
}

/// Waits until the page shows a ply.
async fn wait_for_ply(page: &Page, ply: usize) {
    page.until(&format!("return document.querySelector('#ply')?.dataset.ply === '{ply}'")).await;
}

/// Returns the index of the shortest game of a file.
fn shortest(server: &Server, file: usize) -> usize {
    let list = server.found(&format!("/api/replays/file{file}"));
    let games = list["games"].as_array().unwrap().iter();
    let (index, _) =
        games.enumerate().min_by_key(|(_, game)| game["plies"].as_u64().unwrap()).unwrap();
    index
}

#[test]
fn keys_step_through_a_recorded_game_of_each_kind() {
    let server = Server::with_records();
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        for file in 1..=GAMES.len() {
            let index = shortest(&server, file);
            let replay = server.found(&format!("/api/replays/file{file}/{index}"));
            let plies = replay["plies"].as_array().unwrap();
            let cells = |frames: &Value| frames["all"]["cells"].as_str().unwrap().to_owned();
            page.goto(&server.url(&format!("/replay/file{file}/{index}#ply=0"))).await;
            assert_eq!(page.cells().await, cells(&replay["start"]), "{file}");
            for (number, shown) in plies.iter().enumerate() {
                page.press(RIGHT).await;
                wait_for_ply(&page, number + 1).await;
                assert_eq!(page.cells().await, cells(&shown["frames"]), "{file}");
            }
            let words = replay["result"]["words"].as_str().unwrap();
            let result = page.text("#result").await;
            assert!(result.contains(words), "{result}");
            // Keys do not go beyond the end or the start.
            page.press(RIGHT).await;
            assert_eq!(ply(&page).await, plies.len() as u64);
            page.press(HOME).await;
            wait_for_ply(&page, 0).await;
            page.press(LEFT).await;
            assert_eq!(ply(&page).await, 0);
            page.press(END).await;
            wait_for_ply(&page, plies.len()).await;
            page.press(LEFT).await;
            wait_for_ply(&page, plies.len() - 1).await;
        }
        page.close().await;
    });
}

#[test]
fn a_link_opens_a_ply_and_a_reload_keeps_it() {
    let server = Server::with_records();
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        page.goto(&server.url("/replay/file1/0#ply=12")).await;
        assert_eq!(ply(&page).await, 12);
        page.press(RIGHT).await;
        wait_for_ply(&page, 13).await;
        page.client.refresh().await.unwrap();
        page.ready().await;
        assert_eq!(ply(&page).await, 13);
        page.close().await;
    });
}

#[test]
fn stratego_has_a_view_of_each_player_and_a_view_of_all() {
    let server = Server::with_records();
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        // Without a ply in the URL both armies are placed.
        page.goto(&server.url("/replay/file5/0")).await;
        assert_eq!((ply(&page).await, page.cells().await.matches('.').count()), (8, 20));
        page.press(HOME).await;
        wait_for_ply(&page, 0).await;
        page.client.refresh().await.unwrap();
        page.ready().await;
        assert_eq!(ply(&page).await, 0);
        page.goto(&server.url("/replay/file5/0#ply=20")).await;
        wait_for_ply(&page, 20).await;
        let frames = server.found("/api/replays/file5/0")["plies"][19]["frames"].clone();
        for view in ["first", "second", "all"] {
            page.choose("#view", view).await;
            let expected = frames[view]["cells"].as_str().unwrap();
            page.until(&format!(
                "return document.querySelector('#board').dataset.view === '{view}'"
            ))
            .await;
            assert_eq!(page.cells().await, expected, "{view}");
        }
        page.close().await;
    });
}

#[test]
fn the_single_page_opens_from_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.html");
    let replays: Vec<_> = GAMES
        .iter()
        .map(|game| {
            let records = read_records(&fs::read(transcript(game)).unwrap()).unwrap();
            replay(&records[0], None).unwrap()
        })
        .collect();
    fs::write(&path, single_page(&replays[..1]).unwrap()).unwrap();
    let all = folder.path().join("all.html");
    fs::write(&all, single_page(&replays).unwrap()).unwrap();
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        page.goto(&format!("file://{}", path.display())).await;
        page.press(END).await;
        wait_for_ply(&page, replays[0].plies.len()).await;
        let last = &replays[0].plies.last().unwrap().frames.all;
        assert_eq!(page.cells().await, last.picture.cells);
        page.goto(&format!("file://{}", all.display())).await;
        let shown = page.text("body").await;
        assert!(shown.contains("Breakthrough"), "{shown}");
        page.close().await;
    });
}

#[test]
fn a_replay_has_a_link_to_its_picture_in_the_look_of_the_board() {
    let server = Server::with_records();
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        let index = shortest(&server, 5);
        page.goto(&server.url(&format!("/replay/file5/{index}"))).await;
        page.theme("dark").await;
        page.choose("#view", "second").await;
        let kept = "document.querySelector('#picture').addEventListener('click', \
            (event) => event.preventDefault())";
        page.run(kept).await;
        page.click("#picture").await;
        let url = page.run("return document.querySelector('#picture').getAttribute('href')").await;
        let expected =
            format!("/api/replays/file5/{index}/picture?view=second&flip=true&dark=true");
        assert_eq!(url, expected);
        let fetched = "const done = arguments[0];\
            fetch(document.querySelector('#picture').href)\
                .then(async (reply) => done([reply.headers.get('content-type'),\
                    (await createImageBitmap(await reply.blob())).width]))";
        let found = page.client.execute_async(fetched, Vec::new()).await.unwrap();
        assert_eq!(found, serde_json::json!(["image/png", 420]));
        page.close().await;
    });
}
