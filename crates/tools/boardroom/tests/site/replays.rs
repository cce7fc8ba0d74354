//! Record files in the browser, and the rules there against those of this process.

use std::fs;

use boardroom::{read_records, replay};
use serde_json::{Value, json};

use crate::browser::drive;
use crate::site::{call, check_clean, host};
use crate::support::{GAMES, transcript};

const END: char = '\u{e010}';

/// Script that drops a file with the text of its argument.
pub(crate) const DROP: &str = "const files = new DataTransfer(); \
    files.items.add(new File([arguments[0]], 'game.jsonl')); \
    dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }))";

/// Returns the first recorded game of a game.
pub(crate) fn first_record(game: &str) -> Value {
    let records = read_records(&fs::read(transcript(game)).unwrap()).unwrap();
    serde_json::to_value(&records[0]).unwrap()
}

#[test]
fn a_file_is_chosen_and_its_games_are_replayed() {
    let host = host();
    let records = read_records(&fs::read(transcript("jungle")).unwrap()).unwrap();
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        page.goto(&host.url("")).await;
        page.until("return !!document.querySelector('#file')").await;
        let path = transcript("jungle").canonicalize().unwrap();
        page.find("#file").await.send_keys(path.to_str().unwrap()).await.unwrap();
        page.until("return location.search.startsWith('?/replay/')").await;
        page.ready().await;
        let games = "return document.querySelectorAll('#game-picker option').length";
        assert_eq!(page.run(games).await, records.len());
        page.press(END).await;
        let plies = records[0].plies.len();
        page.until(&format!("return document.querySelector('#ply').dataset.ply === '{plies}'"))
            .await;
        let shown = replay(&records[0], None).unwrap();
        assert_eq!(page.cells().await, shown.plies[plies - 1].frames.all.picture.cells);
        // The front page lists the file.
        page.goto(&host.url("")).await;
        page.until(
            "return document.querySelector('[data-replay]')?.textContent === 'jungle.jsonl.gz'",
        )
        .await;
        check_clean(&page, &host).await;
        page.close().await;
    });
}

#[test]
fn a_dropped_file_is_replayed_and_another_file_is_refused() {
    let host = host();
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        page.goto(&host.url("")).await;
        page.client.execute(DROP, vec![json!("not a record\n")]).await.unwrap();
        page.until("return document.querySelector('#message').textContent.startsWith('line 1')")
            .await;
        let record = first_record("lines-of-action");
        page.client.execute(DROP, vec![json!(record.to_string())]).await.unwrap();
        page.until("return location.search.startsWith('?/replay/')").await;
        page.ready().await;
        check_clean(&page, &host).await;
        page.close().await;
    });
}

#[test]
fn the_rules_in_the_browser_are_those_of_this_process() {
    let host = host();
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        page.goto(&host.url("")).await;
        for game in GAMES {
            let records = read_records(&fs::read(transcript(game)).unwrap()).unwrap();
            let expected = replay(&records[0], Some("a file, game 1".to_owned())).unwrap();
            let text = serde_json::to_string(&records[0]).unwrap();
            let request = json!({"request": "replay", "record": text, "source": "a file, game 1"});
            let found = call(&page, "room.js", "ask", &[request]).await;
            assert!(found["plies"].as_array().unwrap().len() > 10, "{found}");
            // The browser rounds the seed, which no page shows, and writes 101.0 as 101.
            let as_there = |mut value: Value| {
                value["seed"] = Value::Null;
                let scale = &mut value["game"]["unitsPerLogit"];
                *scale = json!(scale.as_f64());
                value
            };
            let expected = serde_json::to_value(&expected).unwrap();
            assert!(as_there(found) == as_there(expected), "{game}");
        }
        page.close().await;
    });
}
