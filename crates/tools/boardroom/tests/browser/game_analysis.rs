//! Test of the analysis of a whole game in the background of its replay.

use review::Mark;
use serde_json::json;

use crate::browser::drive;
use crate::reviews::{records, review};
use crate::support::Server;

const RIGHT: char = '\u{e014}';

#[test]
fn a_game_is_analysed_in_the_background_while_the_visitor_looks_at_it() {
    let folder = tempfile::tempdir().unwrap();
    let found = review(folder.path(), &records("breakthrough")[0], 5_000);
    let marks: Vec<&str> =
        found.moves.iter().flatten().filter_map(|mv| mv.mark.map(Mark::sign)).collect();
    let server = Server::with_records();
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        page.goto(&server.url("/replay/file1/0")).await;
        let done = "return document.querySelector('#analysis-progress').value";
        page.choose("#analysis-nodes", "100000").await;
        page.click("#analyse-game").await;
        page.until("return document.querySelector('#analysis-progress').value >= 2").await;
        page.press(RIGHT).await;
        page.press(RIGHT).await;
        page.until("return document.querySelector('#ply').dataset.ply === '2'").await;
        page.find("#review-chart canvas").await;
        // The engine analyses the shown position meanwhile, and the game goes on.
        page.press('a').await;
        page.until("return Number(document.querySelector('#analysis').dataset.depth) > 0").await;
        let before = page.run(done).await.as_f64().unwrap();
        page.until(&format!(
            "return document.querySelector('#analysis-progress').value > {before}"
        ))
        .await;
        page.press('a').await;
        page.click("#analyse-game").await;
        page.until(
            "return document.querySelector('.game-analysis span').textContent === 'stopped'",
        )
        .await;
        assert_eq!(page.text("#analyse-game").await, "Analyse the game");
        assert!(page.text("#verdict").await.len() > 3);
        // The marks of a complete analysis are those of `cargo cg review`.
        page.choose("#analysis-nodes", "5000").await;
        page.click("#analyse-game").await;
        page.until("return document.querySelector('#analysis-progress').hidden").await;
        let signs =
            "return [...document.querySelectorAll('#moves .sign')].map(it => it.textContent)";
        assert_eq!(page.run(signs).await, json!(marks));
        assert_eq!(page.run("return document.querySelector('#ply').dataset.ply").await, "2");
        // Ranks are hidden in Stratego, whose moves no search can judge.
        page.goto(&server.url("/replay/file5/0")).await;
        assert_eq!(page.run("return document.querySelector('#analyse-game')").await, json!(null));
        let log = page.log().await;
        assert!(log.is_empty(), "{log:#?}");
        page.close().await;
    });
}
