//! Games against the bots in the browser.

use serde_json::{Value, json};

use crate::browser::{Page, drive};
use crate::site::{call, check_clean, host};
use crate::static_host::StaticHost;
use crate::support::GAMES;

/// Starts a game with the form of the page.
async fn begin(page: &Page, host: &StaticHost, game: &str) {
    page.goto(&host.url(&format!("?/play/{game}"))).await;
    page.fill("#time", "50").await;
    page.click("#start").await;
    page.until("return location.search.startsWith('?/table/')").await;
    page.ready().await;
}

/// Plays the first move that the board offers.
async fn play_first_move(page: &Page) {
    let marked = "#board [data-movable]";
    let from =
        page.until(&format!("return document.querySelector('{marked}')?.dataset.square")).await;
    page.click_square(from.as_str().unwrap().parse().unwrap()).await;
    let to =
        page.until("return document.querySelector('#board [data-legal]')?.dataset.square").await;
    page.click_square(to.as_str().unwrap().parse().unwrap()).await;
}

/// Waits until the visitor has to move, with this number of moves in the list.
async fn wait_for_turn(page: &Page, moves: usize) {
    page.until(&format!(
        "return document.querySelectorAll('#moves [data-ply]').length === {moves} \
             && !!document.querySelector('#board [data-movable]')"
    ))
    .await;
}

#[test]
fn the_front_page_lists_the_games_and_nothing_that_needs_a_server() {
    let host = host();
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        page.goto(&host.url("")).await;
        page.until("return !!document.querySelector('#files')").await;
        let games =
            "return [...document.querySelectorAll('a[data-game]')].map((it) => it.dataset.game)";
        assert_eq!(page.run(games).await, json!(GAMES));
        let absent =
            "return document.querySelectorAll('#matches, a[href*=matches], a[href*=workers]')";
        assert_eq!(page.run(&format!("{absent}.length")).await, 0);
        check_clean(&page, &host).await;
        page.close().await;
    });
}

#[test]
fn breakthrough_is_played_with_undo_hint_and_reload() {
    let host = host();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        begin(&page, &host, "breakthrough").await;
        wait_for_turn(&page, 0).await;
        let start = page.cells().await;
        play_first_move(&page).await;
        wait_for_turn(&page, 2).await;
        let played = page.cells().await;
        assert_ne!(played, start);
        page.client.refresh().await.unwrap();
        page.ready().await;
        wait_for_turn(&page, 2).await;
        assert_eq!(page.cells().await, played);
        page.click("#undo").await;
        wait_for_turn(&page, 0).await;
        assert_eq!(page.cells().await, start);
        page.click("#hint").await;
        page.until("return !!document.querySelector('#arrows [data-arrow]')").await;
        check_clean(&page, &host).await;
        page.close().await;
    });
}

#[test]
fn the_bot_moves_at_once_when_it_is_told_to() {
    let host = host();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        page.goto(&host.url("?/play/jungle")).await;
        page.choose("#side", "1").await;
        page.fill("#time", "60000").await;
        page.click("#start").await;
        page.until("return document.querySelector('#table')?.dataset.thinking === 'true'").await;
        page.click("#stop").await;
        wait_for_turn(&page, 1).await;
        check_clean(&page, &host).await;
        page.close().await;
    });
}

#[test]
fn stratego_is_played_with_an_army_of_the_visitor() {
    let host = host();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        begin(&page, &host, "stratego").await;
        wait_for_turn(&page, 0).await;
        play_first_move(&page).await;
        wait_for_turn(&page, 2).await;
        check_clean(&page, &host).await;
        page.close().await;
    });
}

#[test]
fn a_finished_game_is_kept_as_a_replay() {
    let host = host();
    let record: Value = crate::replays::first_record("breakthrough");
    let mut moves: Vec<Value> =
        record["plies"].as_array().unwrap().iter().map(|ply| ply["move"].clone()).collect();
    let (last, count) = (moves.pop().unwrap(), moves.len() + 1);
    let human = (count - 1) % 2;
    let wish = json!({"game": "breakthrough", "human": human, "timeMs": 50, "moves": moves});
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        page.goto(&host.url("")).await;
        let view = call(&page, "api.js", "post", &[json!("/tables"), wish.clone()]).await;
        let path = format!("/tables/{}", view["id"].as_str().unwrap());
        let action = json!(format!("{path}/moves"));
        let view = call(&page, "api.js", "post", &[action, json!({"move": last})]).await;
        assert_eq!(view["phase"], "over", "{view}");
        page.goto(&host.url(&format!("?/table/{}", view["id"].as_str().unwrap()))).await;
        page.click("#look-back").await;
        page.until("return location.search.startsWith('?/replay/')").await;
        page.ready().await;
        let plies = page.run("return document.querySelectorAll('[data-ply]').length").await;
        assert!(plies.as_u64().unwrap() >= count as u64, "{plies}");
        check_clean(&page, &host).await;
        page.close().await;
    });
}
