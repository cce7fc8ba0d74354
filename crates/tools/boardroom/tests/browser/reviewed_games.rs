//! Tests of a reviewed game in the browser: marks, keys, arrows and the judgement of a move.

use std::fs;

use boardroom::{Replay, Settings, replay, single_page};
use review::{GameReview, Mark};

use crate::browser::{Page, drive};
use crate::reviews::{records, review};
use crate::support::{Server, files, settings};

/// Nodes of each search: enough to find the mistakes of random players.
const NODES: u64 = 1_000;

/// Returns the plies, from 1, to which the key for the next mistake leads.
fn marked(review: &GameReview) -> Vec<usize> {
    let mark = |ply: usize| review.moves[ply - 1].as_ref().and_then(|mv| mv.mark);
    let is_marked = |&ply: &usize| mark(ply).is_some();
    (1..=review.moves.len()).filter(is_marked).collect()
}

/// Waits until the page shows a ply.
async fn wait_for_ply(page: &Page, ply: usize) {
    page.until(&format!("return document.querySelector('#ply')?.dataset.ply === '{ply}'")).await;
}

/// Checks the list, the keys, the judgement and the arrow of a reviewed game at its start.
async fn check_review(page: &Page, review: &GameReview) {
    let plies = marked(review);
    assert!(plies.len() >= 3, "{plies:?}");
    let signs = page.run("return document.querySelectorAll('#moves .sign').length").await;
    let marks = review.moves.iter().flatten().filter(|mv| mv.mark.is_some()).count();
    assert_eq!(signs, marks);
    page.find("#review-chart canvas").await;
    for &ply in &plies {
        page.press('m').await;
        wait_for_ply(page, ply).await;
    }
    // There is no mistake after the last one.
    page.press('m').await;
    wait_for_ply(page, plies[plies.len() - 1]).await;
    page.press('M').await;
    wait_for_ply(page, plies[plies.len() - 2]).await;
    page.click("#previous-mistake").await;
    wait_for_ply(page, plies[plies.len() - 3]).await;
    page.click("#next-mistake").await;
    wait_for_ply(page, plies[plies.len() - 2]).await;
    let lost = review.turning_point.unwrap();
    page.run(&format!("document.querySelector('#moves [data-ply=\"{}\"]').click()", lost + 1))
        .await;
    wait_for_ply(page, lost + 1).await;
    let mv = review.moves[lost].as_ref().unwrap();
    let verdict = page.text("#verdict").await;
    assert!(verdict.contains("This is the move that lost the game."), "{verdict}");
    assert!(verdict.contains(mv.mark.map_or("", Mark::sign)), "{verdict}");
    assert!(verdict.contains(&format!("Better: {}", mv.search.line[0])), "{verdict}");
    let arrow = mv.search.arrow.unwrap();
    page.find(&format!("#arrows .is-better[data-arrow='{}-{}']", arrow.from, arrow.to)).await;
    page.find("#moves [aria-current] .turning-point").await;
}

#[test]
fn a_page_of_several_reviewed_games_lists_their_players_and_the_moves_that_lost() {
    let folder = tempfile::tempdir().unwrap();
    let records = records("breakthrough");
    let found: Vec<GameReview> =
        records[1..3].iter().map(|record| review(folder.path(), record, NODES)).collect();
    let pages = records[1..3].iter().zip(&found).map(|(record, review)| Replay {
        review: Some(review.clone()),
        ..replay(record, None).unwrap()
    });
    let path = folder.path().join("games.html");
    fs::write(&path, single_page(&pages.collect::<Vec<_>>()).unwrap()).unwrap();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        page.goto(&format!("file://{}", path.display())).await;
        let report = page.text("#review-report").await;
        assert!(report.contains("advance") && report.contains("capture"), "{report}");
        let lost = found[1].turning_point.unwrap() + 1;
        page.click("#review-report tbody:last-child tr:last-child td:last-child button").await;
        wait_for_ply(&page, lost).await;
        assert!(page.text("h1").await.starts_with("capture"));
        page.close().await;
    });
}

#[test]
fn the_next_mistake_is_found_by_key_and_button_and_shows_the_better_move() {
    let folder = tempfile::tempdir().unwrap();
    let record = records("breakthrough").remove(0);
    let found = review(folder.path(), &record, NODES);
    let reviews = Some(folder.path().to_owned());
    let server = Server::start(Settings { files: files(), reviews, ..settings() });
    let path = folder.path().join("game.html");
    let page = Replay { review: Some(found.clone()), ..replay(&record, None).unwrap() };
    fs::write(&path, single_page(&[page]).unwrap()).unwrap();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        for url in [server.url("/replay/file1/0"), format!("file://{}", path.display())] {
            page.goto(&url).await;
            check_review(&page, &found).await;
        }
        // A game that has not been reviewed has no marks.
        page.goto(&server.url("/replay/file1/1")).await;
        let shown = "return [...document.querySelectorAll('.sign, #verdict')]\
             .filter((element) => element.checkVisibility()).length";
        assert_eq!(page.run(shown).await, 0);
        let log = page.log().await;
        assert!(log.is_empty(), "{log:#?}");
        page.close().await;
    });
}
