//! Analysis in the browser.

use serde_json::json;

use crate::browser::drive;
use crate::site::{check_clean, host};

#[test]
fn an_analysis_shows_lines_and_stops() {
    let host = host();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        page.goto(&host.url("?/analyse/breakthrough")).await;
        page.until("return Number(document.querySelector('#analysis')?.dataset.depth) >= 2").await;
        let lines = "return document.querySelectorAll('#analysis [data-line]').length";
        assert_eq!(page.run(lines).await, 3);
        page.until("return document.querySelectorAll('#arrows .is-other').length > 0").await;
        // A click on a line plays its move, from where the analysis goes on.
        page.click("#analysis [data-line='0'] .line").await;
        page.until("return document.querySelector('#ply').dataset.ply === '1'").await;
        page.until("return Number(document.querySelector('#analysis')?.dataset.depth) >= 1").await;
        page.click("#analyse").await;
        page.until("return document.querySelector('#analysis').hidden").await;
        check_clean(&page, &host).await;
        page.close().await;
    });
}

#[test]
fn a_position_is_arranged_and_a_game_is_analysed_in_workers() {
    let host = host();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        let note = async |words: &str| {
            page.until(&format!(
                "return document.querySelector('#editor-note')?.textContent.startsWith('{words}')"
            ))
            .await;
        };
        page.goto(&host.url("?/edit/breakthrough")).await;
        note("White has 22 legal moves.").await;
        page.click("#clear").await;
        note("The game is over in this position").await;
        for (piece, square) in [("P", 44), ("p", 12)] {
            page.click(&format!("[data-cell='{piece}']")).await;
            page.click_square(square).await;
        }
        note("White has 3 legal moves.").await;
        page.click("#analyse-here").await;
        page.until(
            "return document.querySelector('#position')?.value === \
             '8/4p3/8/8/8/4P3/8/8 w'",
        )
        .await;
        page.fill("#position", "8/8").await;
        page.click("#set-up").await;
        page.until("return document.querySelector('#position-error').textContent !== ''").await;
        let record = crate::replays::first_record("jungle");
        page.client.execute(crate::replays::DROP, vec![json!(record.to_string())]).await.unwrap();
        page.until("return location.search.startsWith('?/replay/')").await;
        page.ready().await;
        page.choose("#analysis-nodes", "5000").await;
        page.click("#analyse-game").await;
        page.until("return document.querySelector('#analysis-progress').value >= 2").await;
        page.click("#analyse-game").await;
        page.find("#review-chart canvas").await;
        assert!(page.text(".game-analysis").await.contains("stopped"));
        check_clean(&page, &host).await;
        page.close().await;
    });
}
