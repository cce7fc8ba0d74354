//! Tests of the front page and of the header.

use boardroom::Settings;
use serde_json::json;

use crate::browser::drive;
use crate::match_maker::play;
use crate::support::{GAMES, Server, files, settings};

/// Windows in CSS pixels in which the front page needs no scrolling to see all of its parts.
const WINDOWS: [(u32, u32); 3] = [(1024, 768), (1280, 720), (1920, 1080)];

#[test]
fn the_front_page_shows_games_in_a_row_and_the_lists_below_them() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("arena.db");
    play(&store, &["uct:1000", "greedy"], 1);
    let server = Server::start(Settings { files: files(), store, ..settings() });
    drive(async |browsers| {
        let page = browsers.open(1280, 720).await;
        for (width, height) in WINDOWS {
            page.resize(width, height, 1).await;
            page.goto(&server.url("/")).await;
            page.until("return !!document.querySelector('#files')").await;
            let tops = "return [...document.querySelectorAll('.card')]\
                .map((card) => card.getBoundingClientRect().top)";
            let tops = page.run(tops).await;
            let tops = tops.as_array().unwrap();
            assert!(tops.len() == GAMES.len() && tops.iter().all(|top| *top == tops[0]));
            for part in ["#matches h2", "#files h2", "[data-analyse='stratego']"] {
                let bottom = format!(
                    "return document.querySelector(\"{part}\").getBoundingClientRect().bottom"
                );
                let bottom = page.run(&bottom).await.as_f64().unwrap();
                assert!(bottom < f64::from(height), "{part} ends at {bottom} of {height}");
            }
            let cut = "const table = document.querySelector('#matches .scroll'); \
                return table.scrollWidth - table.clientWidth";
            assert_eq!(page.run(cut).await, json!(0), "the table of matches is cut");
        }
        let is_shown = "return document.querySelector('.card details p').checkVisibility()";
        assert_eq!(page.run(is_shown).await, json!(false));
        page.click(".card summary").await;
        assert_eq!(page.run(is_shown).await, json!(true));
        page.close().await;
    });
}

#[test]
fn the_header_leads_to_the_analysis_of_any_game_and_to_the_docs() {
    let server = Server::empty();
    drive(async |browsers| {
        let page = browsers.open(1280, 720).await;
        page.goto(&server.url("/play/stratego")).await;
        page.click(".top nav a[href='/analyse']").await;
        page.until("return document.querySelector('#board')?.dataset.game === 'breakthrough'")
            .await;
        page.choose("#analysed-game", "jungle").await;
        page.until("return document.querySelector('#board')?.dataset.game === 'jungle'").await;
        page.ready().await;
        page.click(".top nav a[href='/docs']").await;
        page.until("return document.title === 'Docs of the board room'").await;
        let shown = page.text("#app").await;
        for words in ["cargo cg serve games.jsonl.gz", "previous and next ply", "mdbook serve"] {
            assert!(shown.contains(words), "{words}");
        }
        page.close().await;
    });
}
