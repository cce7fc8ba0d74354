//! Tests of the position field of the analysis page, and of the board editor.

use fantoccini::actions::{InputSource as _, PointerAction, TouchActions};
use serde_json::json;
use std::time::Duration;

use crate::browser::{Page, drive};
use crate::support::Server;

const ENTER: char = '\u{e007}';
const ESCAPE: char = '\u{e00c}';
const RIGHT: char = '\u{e014}';

/// Returns the text of the position field.
async fn field(page: &Page) -> String {
    page.run("return document.querySelector('#position').value").await.as_str().unwrap().to_owned()
}

/// Waits until an element has a text with these words.
async fn wait_for(page: &Page, selector: &str, words: &str) {
    let words = json!(words);
    page.until(&format!(
        "return document.querySelector('{selector}')?.textContent.includes({words})"
    ))
    .await;
}

#[test]
fn a_position_is_set_up_by_its_notation_and_a_wrong_one_changes_nothing() {
    let server = Server::empty();
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        page.goto(&server.url("/analyse/breakthrough#moves=c2c3,f7e6")).await;
        let shown = field(&page).await;
        assert_eq!(shown, "pppppppp/ppppp1pp/4p3/8/8/2P5/PP1PPPPP/PPPPPPPP w");
        page.click("#copy-notation").await;
        page.until(&format!(
            "return document.querySelector('#copy-notation').dataset.copied === '{shown}'"
        ))
        .await;
        page.fill("#position", "pppp").await;
        page.click("#set-up").await;
        wait_for(&page, "#position-error", "expected a position such as").await;
        let moves = "return document.querySelectorAll('#moves [data-ply]').length";
        assert_eq!((field(&page).await, page.run(moves).await), ("pppp".to_owned(), json!(2)));
        page.find("#position").await.send_keys(&ESCAPE.to_string()).await.unwrap();
        assert_eq!((field(&page).await, page.text("#position-error").await), (shown, "".into()));
        // A position of the game is shown there, and the moves stay.
        page.fill("#position", "pppppppp/pppppppp/8/8/8/2P5/PP1PPPPP/PPPPPPPP b").await;
        page.click("#set-up").await;
        page.until("return document.querySelector('#ply').dataset.ply === '1'").await;
        assert_eq!(page.run(moves).await, 2);
        page.fill("#position", "8/8/p7/8/8/8/7P/8 b").await;
        page.click("#set-up").await;
        page.until("return document.querySelector('#position')?.value === '8/8/p7/8/8/8/7P/8 b'")
            .await;
        page.until("return document.querySelectorAll('#board [data-piece]').length === 2").await;
        assert_eq!(page.run(moves).await, 0);
        page.close().await;
    });
}

#[test]
fn the_board_editor_sets_up_positions_by_mouse_keys_and_touch_and_says_what_is_wrong() {
    let server = Server::empty();
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        let note = async |words: &str| wait_for(&page, "#editor-note", words).await;
        let can_leave = async || {
            page.run("return !document.querySelector('#analyse-here').disabled").await == true
        };
        page.goto(&server.url("/analyse/jungle")).await;
        page.click("#edit").await;
        page.until(
            "return document.querySelector('#editor-note')?.textContent === \
             'Red has 24 legal moves.'",
        )
        .await;
        assert!(can_leave().await);
        page.click("#clear").await;
        note("The game is over in this position: Blue wins").await;
        assert!(!can_leave().await);
        page.click("[data-cell='L']").await;
        page.click_square(22).await;
        note("Red's lion is in the water, where only the rat can be").await;
        // The same piece again removes it.
        page.click_square(22).await;
        page.click_square(45).await;
        page.click("[data-cell='e']").await;
        page.click_square(3).await;
        note("Blue's elephant is in its own den").await;
        assert!(!can_leave().await);
        page.click("[data-cell='hand']").await;
        page.click_square(3).await;
        page.click_square(12).await;
        note("Red has").await;
        assert!(can_leave().await);
        page.choose("#to-move", "1").await;
        note("Blue has").await;
        page.click("[data-cell='r']").await;
        page.run("document.querySelector('#board [data-square=\"28\"]').focus()").await;
        page.press(RIGHT).await;
        page.press(ENTER).await;
        page.until("return !!document.querySelector('#board [data-square=\"29\"][data-piece=r]')")
            .await;
        page.click("[data-cell='T']").await;
        let place = page
            .run(
                "const box = document.querySelector('#board [data-square=\"62\"]')\
                 .getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]",
            )
            .await;
        let (x, y) = (place[0].as_f64().unwrap(), place[1].as_f64().unwrap());
        let tap = TouchActions::new("finger".to_owned())
            .then(PointerAction::MoveTo { duration: Some(Duration::ZERO), x, y })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::Up { button: 0 });
        page.client.perform_actions(tap).await.unwrap();
        let text = "7/5e1/7/7/1r5/7/3L3/7/6T b 1";
        page.until(&format!("return document.querySelector('#position').value === '{text}'")).await;
        note("Blue has").await;
        // The editor has no plies: its position has those of its side to move.
        page.fill("#position", "7/5e1/7/7/1r5/7/3L3/7/6T b 57").await;
        page.click("#set-up").await;
        page.until(&format!("return document.querySelector('#position').value === '{text}'")).await;
        page.click("#analyse-here").await;
        page.until("return location.pathname === '/analyse/jungle'").await;
        page.ready().await;
        assert_eq!(field(&page).await, text);
        page.goto(&server.url("/edit/lamistra")).await;
        wait_for(&page, "#no-editor", "the roles that each side has left").await;
        let log = page.log().await;
        assert!(log.iter().all(|line| line.contains("422")), "{log:#?}");
        page.close().await;
    });
}
