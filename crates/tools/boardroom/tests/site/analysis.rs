//! Analysis in the browser.

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
