//! Tests of the layout of the front page.

use serde_json::json;

use crate::browser::drive;
use crate::support::{GAMES, Server};

/// Windows in CSS pixels in which the front page needs no scrolling to see all of its parts.
const WINDOWS: [(u32, u32); 2] = [(1280, 720), (1920, 1080)];

#[test]
fn the_front_page_shows_games_in_a_row_and_the_lists_below_them() {
    let server = Server::with_records();
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
        }
        let is_shown = "return document.querySelector('.card details p').checkVisibility()";
        assert_eq!(page.run(is_shown).await, json!(false));
        page.click(".card summary").await;
        assert_eq!(page.run(is_shown).await, json!(true));
        page.close().await;
    });
}
