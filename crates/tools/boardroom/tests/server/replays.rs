//! Tests of replays, record files and the single HTML page.

use std::fs;

use boardroom::{Replay, read_records, replay, single_page};
use boards::Frame;
use serde_json::Value;

use crate::support::{GAMES, Server, transcript};

fn records(game: &str) -> Vec<arena::Record> {
    read_records(&fs::read(transcript(game)).unwrap()).unwrap()
}

fn last(replay: &Replay) -> &Frame {
    replay.plies.last().map_or(&replay.start.all, |ply| &ply.frames.all)
}

#[test]
fn every_recorded_game_replays_to_its_result() {
    for game in GAMES.into_iter().chain(["stratego-two-squares"]) {
        for record in records(game) {
            let replay = replay(&record, None).unwrap();
            assert_eq!(replay.plies.len(), record.plies.len(), "{game}");
            let end = last(&replay).result.as_ref().unwrap();
            assert_eq!((&end.score, &end.reason), (&record.result, &record.reason), "{game}");
            assert!(end.words.ends_with('.') && end.words.contains(": "), "{game}: {}", end.words);
            let earlier = replay.plies.iter().rev().skip(1);
            assert!(earlier.clone().all(|ply| ply.frames.all.result.is_none()), "{game}");
            // In some games the loser still responds: then the game is over one ply earlier.
            assert!(earlier.skip(1).all(|ply| ply.frames.all.to_move.is_some()), "{game}");
            assert!(replay.plies.iter().all(|ply| ply.fault.is_none()), "{game}");
        }
    }
}

#[test]
fn every_position_equals_the_position_of_the_referee() {
    for game in GAMES {
        for record in records(game).iter().take(10) {
            let mut referee = registry::game(game).unwrap().referee();
            let replay = replay(record, None).unwrap();
            for (ply, shown) in record.plies.iter().zip(&replay.plies) {
                let applied = referee.apply(&ply.mv);
                assert_eq!(shown.frames.all.text, Some(referee.position()), "{game}");
                if applied.is_err() {
                    break;
                }
            }
        }
    }
}

/// Checks that the cells match the board field of the notation, which starts at the top row.
#[track_caller]
fn check_cells(game: &str, letter: impl Fn(char) -> Option<char>) {
    for record in records(game).iter().take(10) {
        let replay = replay(record, None).unwrap();
        for frame in replay.plies.iter().map(|ply| &ply.frames.all) {
            let text = frame.text.as_ref().unwrap();
            let mut expected = String::new();
            for symbol in text.split(' ').next().unwrap().chars().filter(|symbol| *symbol != '/') {
                match symbol.to_digit(10) {
                    Some(empty) => (0..empty).for_each(|_| expected.push('.')),
                    None => expected.push(letter(symbol).unwrap()),
                }
            }
            assert_eq!(frame.picture.cells, expected, "{text}");
        }
    }
}

#[test]
fn cells_are_the_board_of_the_notation() {
    check_cells("breakthrough", Some);
    check_cells("jungle", Some);
    // In its notation the first player is Black and has small letters.
    check_cells("lines-of-action", |symbol| if symbol == 'b' { Some('C') } else { Some('c') });
    check_cells("lamistra", |symbol| match symbol {
        'U' | 'W' => Some('X'),
        'u' | 'w' => Some('x'),
        named => Some(named),
    });
}

#[test]
fn a_player_of_stratego_sees_own_ranks_and_revealed_ranks() {
    for record in records("stratego").iter().take(10) {
        let replay = replay(record, None).unwrap();
        for ply in &replay.plies {
            let [all, first, second] =
                [Some(&ply.frames.all), ply.frames.first.as_ref(), ply.frames.second.as_ref()]
                    .map(|frame| &frame.unwrap().picture);
            assert_eq!(ply.frames.first.as_ref().unwrap().text, None);
            let marks = all.marks.as_ref().unwrap();
            for (square, cell) in all.cells.char_indices() {
                let is_shown = &marks[square..=square] == "r";
                let hidden = if cell.is_ascii_uppercase() { 'X' } else { 'x' };
                let seen_by = |is_own: bool| match cell {
                    '.' => '.',
                    _ if is_own || is_shown => cell,
                    _ => hidden,
                };
                let expected = [cell.is_ascii_uppercase(), cell.is_ascii_lowercase()].map(seen_by);
                let found = [first, second].map(|picture| picture.cells.as_bytes()[square] as char);
                assert_eq!(found, expected);
            }
        }
    }
}

#[test]
fn the_defender_in_lamistra_does_not_see_the_role_of_the_attacker() {
    let mut hidden_roles = 0;
    for record in records("lamistra").iter().take(20) {
        for ply in replay(record, None).unwrap().plies {
            let Some(name) = ply.frames.all.picture.attack.and_then(|attack| attack.name) else {
                assert_eq!(ply.frames.first, None);
                continue;
            };
            hidden_roles += 1;
            let views = [ply.frames.first.unwrap(), ply.frames.second.unwrap()];
            let seen = views.map(|view| view.picture.attack.unwrap().name);
            let mut expected = [None; 2];
            expected[ply.player] = Some(name);
            assert_eq!(seen, expected);
        }
    }
    assert!(hidden_roles > 100, "{hidden_roles}");
}

#[test]
fn the_winner_of_lines_of_action_has_one_group() {
    let mut ended = 0;
    for record in records("lines-of-action") {
        let replay = replay(&record, None).unwrap();
        let end = last(&replay);
        let Some(winner) = replay.result.winner else { continue };
        let is_winners = |cell: char| cell.is_ascii_uppercase() == (winner == 0);
        let groups = end.picture.groups.as_ref().unwrap();
        let pieces = end.picture.cells.chars().zip(groups.chars()).filter(|(cell, _)| *cell != '.');
        assert!(pieces.filter(|(cell, _)| is_winners(*cell)).all(|(_, group)| group == 'a'));
        ended += 1;
    }
    assert!(ended > 20, "{ended}");
}

#[test]
fn a_fault_is_shown_at_the_ply_that_lost_the_game() {
    let mut record = records("breakthrough").remove(0);
    record.plies.truncate(3);
    let last = record.plies.last_mut().unwrap();
    (last.mv, last.player) = ("a1a8".to_owned(), 0);
    (record.result, record.reason) = ("0-1".to_owned(), "illegal".to_owned());
    let replay = replay(&record, None).unwrap();
    assert_eq!(replay.plies[2].fault.as_deref(), Some("illegal"));
    assert_eq!(replay.plies[2].frames.all.picture, replay.plies[1].frames.all.picture);
    assert_eq!(
        replay.result.words,
        "Black wins: White has made a move that the rules do not allow."
    );
}

#[test]
fn an_illegal_move_is_an_error_that_names_the_ply() {
    let mut record = records("jungle").remove(0);
    record.plies[3].mv = "0 0 6 8".to_owned();
    let error = replay(&record, None).unwrap_err().to_string();
    assert!(error.starts_with("ply 4: `0 0 6 8` is not legal here; legal moves: "), "{error}");
    record.game = "chess".to_owned();
    assert_eq!(replay(&record, None).unwrap_err().to_string(), "no game is called `chess`");
}

#[test]
fn time_limits_are_those_of_the_judge() {
    let mut record = records("breakthrough").remove(0);
    for ply in &mut record.plies {
        ply.turn = Some(arena::TurnRecord { time_us: Some(1), ..arena::TurnRecord::default() });
    }
    let limits: Vec<_> =
        replay(&record, None).unwrap().plies.iter().map(|ply| ply.limit_us).collect();
    assert_eq!(limits[..4], [Some(1_000_000), Some(1_000_000), Some(100_000), Some(100_000)]);
    let mut record = records("lamistra").remove(0);
    for ply in &mut record.plies {
        let time_us = Some(1_000_000);
        ply.turn = Some(arena::TurnRecord { time_us, ..arena::TurnRecord::default() });
    }
    let mut left = [30_000_000, 30_000_000];
    for ply in replay(&record, None).unwrap().plies.iter().take(20) {
        assert_eq!(ply.limit_us, Some(left[ply.player]));
        left[ply.player] -= 1_000_000;
    }
}

#[test]
fn files_from_the_command_line_are_listed_and_shown() {
    let server = Server::with_records();
    let files = server.found("/api/files");
    let names: Vec<&str> = files["replays"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["first"]["game"].as_str().unwrap())
        .collect();
    assert_eq!(names, GAMES);
    let list = server.found("/api/replays/file1");
    assert_eq!(list["games"].as_array().unwrap().len(), 40);
    let replay = server.found("/api/replays/file1/39");
    assert_eq!(replay["source"], "breakthrough.jsonl.gz, game 40");
    assert_eq!(server.get("/api/replays/file1/40").0, 404);
    assert_eq!(server.get("/api/replays/file99/0").0, 404);
    assert_eq!(server.get("/api/replays/file1/x").0, 400);
}

#[test]
fn an_uploaded_file_can_be_replayed_compressed_or_not() {
    let server = Server::empty();
    let compressed = fs::read(transcript("jungle")).unwrap();
    let plain: String = records("jungle")
        .iter()
        .take(2)
        .map(|record| format!("{}\n", serde_json::to_string(record).unwrap()))
        .collect();
    for (bytes, count) in [(&compressed[..], 40), (plain.as_bytes(), 2)] {
        let (status, file) = server.send("/api/replays", bytes);
        assert_eq!((status, &file["count"]), (201, &Value::from(count)), "{file}");
        let id = file["id"].as_str().unwrap();
        assert_eq!(id.len(), 32);
        let replay = server.found(&format!("/api/replays/{id}/1"));
        assert_eq!(replay["game"]["name"], "jungle");
    }
    // Uploaded files are not listed for other visitors.
    assert_eq!(server.found("/api/files")["replays"], Value::Array(Vec::new()));
}

#[test]
fn a_file_without_valid_games_is_an_error_that_names_the_line() {
    let server = Server::empty();
    let check = |bytes: &[u8], status: u16, start: &str| {
        let (found, response) = server.send("/api/replays", bytes);
        let error = response["error"].as_str().unwrap();
        assert!(found == status && error.starts_with(start), "{found} {error}");
    };
    check(b"", 422, "the file holds no games");
    check(b"\n\n", 422, "the file holds no games");
    check(b"{}\n", 422, "line 1 is not a game record: missing field");
    check(b"\xff\xfe\n", 422, "the file cannot be read: ");
    check(&[0x1f, 0x8b, 8, 0], 422, "the file cannot be read: ");
    let mut record = serde_json::to_value(&records("jungle")[0]).unwrap();
    record["game"] = "chess".into();
    check(record.to_string().as_bytes(), 422, "line 1: no game is called `chess`");
    check(&vec![b' '; 17 << 20], 413, "the request body is too long");
}

#[test]
fn the_single_page_is_self_contained() {
    let replays: Vec<Replay> = GAMES.map(|game| replay(&records(game)[0], None).unwrap()).to_vec();
    let page = single_page(&replays).unwrap();
    let (_, data) = page.split_once("id=\"replays\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(data, serde_json::to_value(&replays).unwrap());
    for loaded in
        ["rel=\"stylesheet", "rel=\"modulepreload", "src=\"/", "\"/assets/", "@import", "url(http"]
    {
        assert!(!page.contains(loaded), "{loaded}");
    }
    let (_, policy) = page.split_once("Content-Security-Policy\" content=\"").unwrap();
    let policy = policy.split_once('"').unwrap().0;
    assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
}

#[test]
fn text_of_a_record_is_escaped_in_the_page() {
    let mut record = records("breakthrough").remove(0);
    record.policy = "</script><script>alert(1)</script>/<!--".to_owned();
    let page = single_page(&[replay(&record, None).unwrap()]).unwrap();
    let [one, other] = [page.matches("<script").count(), page.matches("</script>").count()];
    let clean = single_page(&[]).unwrap();
    assert_eq!([one, other], ["<script", "</script>"].map(|tag| clean.matches(tag).count()));
    assert!(page.contains("script>\\u003cscript>alert(1)"));
}
