//! Tests of record files: recorded games are reproduced line by line, and altered ones are refused.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::error::Error;
use std::fs::{read, read_dir, write};
use std::io::{Read, Write};

use arena::{Records, Verified, verify_file, write_records};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use support::{baseline, data, one_pair, random};

const RECORDED: &str = "transcripts/breakthrough.jsonl.gz";

fn recorded_text() -> String {
    let mut text = String::new();
    GzDecoder::new(&read(data(RECORDED)).unwrap()[..]).read_to_string(&mut text).unwrap();
    text
}

/// Checks the error message for a file with this content, from the file's name on.
#[track_caller]
fn check_refused(name: &str, content: &[u8], expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    write(&path, content).unwrap();
    let message = verify_file(&path).unwrap_err().to_string();
    let found = message.split_once(&format!("/{name}")).unwrap().1;
    assert!(found.starts_with(expected), "found `{found}`, expected `{expected}`");
    assert!(!message.contains('\n'), "{message}");
}

/// Checks the error message for the recorded games after one text has been replaced by another.
#[track_caller]
fn check_altered(from: &str, to: &str, expected: &str) {
    let altered = recorded_text().replacen(from, to, 1);
    assert_ne!(altered, recorded_text());
    check_refused("altered.jsonl", altered.as_bytes(), expected);
}

#[test]
fn the_official_referees_games_are_reproduced() {
    assert_eq!(
        verify_file(&data(RECORDED)).unwrap(),
        Verified { games: 40, plies: 2035, foreign: 0 }
    );
}

#[test]
fn reading_and_writing_changes_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    let records = || Records::open(&data(RECORDED)).unwrap().map(|entry| entry.unwrap().1);
    for name in ["games.jsonl", "games.jsonl.gz"] {
        let path = folder.path().join(name);
        write(&path, "an older file").unwrap();
        write_records(&path, records()).unwrap();
        assert_eq!(verify_file(&path).unwrap().games, 40);
    }
    assert_eq!(read(folder.path().join("games.jsonl")).unwrap(), recorded_text().as_bytes());
    let packed = read(folder.path().join("games.jsonl.gz")).unwrap();
    assert!(packed.len() < recorded_text().len() / 2);
    assert_eq!(read_dir(folder.path()).unwrap().count(), 2, "a temporary file is left");
}

#[test]
fn the_records_of_a_match_verify() {
    let pair = one_pair(baseline("uct:20"), random());
    let records = pair.play().unwrap().map(|game| game.record);
    assert_eq!([&*records[0].policy, &*records[1].policy], ["uct:20/random", "random/uct:20"]);
    for record in &records {
        assert_eq!(arena::verify(record), Ok(()));
    }
}

#[test]
fn an_altered_record_is_named_by_line_seed_and_ply() {
    check_altered(
        r#""c2c3","22","a7b6""#,
        r#""c2c3","23","a7b6""#,
        ":1: game with seed 100003000: ply 2, input line 2: found `23`, expected `22`: ",
    );
    check_altered(
        r#","h2g3"],"move":"c2c3""#,
        r#"],"move":"c2c3""#,
        ":1: game with seed 100003000: ply 1, input line 24: found nothing, expected `h2g3`: ",
    );
    check_altered(
        r#""player":1"#,
        r#""player":0"#,
        ":1: game with seed 100003000: ply 2: found player 0, expected 1: ",
    );
    check_altered(
        r#""move":"f7e6""#,
        r#""move":"f7e5""#,
        ":1: game with seed 100003000: ply 2: found `f7e5`, not a legal move: ",
    );
    check_altered(
        r#""move":"f7e6""#,
        r#""move":"f7e6 hello""#,
        ":1: game with seed 100003000: ply 2: found `f7e6 hello`, expected the move `f7e6`: ",
    );
    check_altered(
        r#""result":"0-1""#,
        r#""result":"1-0""#,
        ":2: game with seed 100003001: found result `1-0`, expected `0-1`: ",
    );
    check_altered(
        r#""reason":"home-row""#,
        r#""reason":"captured-all""#,
        ":1: game with seed 100003000: found reason `captured-all`, expected `home-row`: ",
    );
    check_altered(
        r#""reason":"home-row""#,
        r#""reason":"illegal""#,
        ":1: game with seed 100003000: ply 41: found reason `illegal`, expected another: ",
    );
    check_altered(
        r#""game":"breakthrough""#,
        r#""game":"chess""#,
        ":1: game with seed 100003000: no game is called `chess`; the games are: breakthrough",
    );
}

#[test]
fn missing_and_surplus_turns_are_reported() {
    let mut record = Records::open(&data(RECORDED)).unwrap().next().unwrap().unwrap().1;
    let surplus = record.plies[0].clone();
    record.plies.push(surplus);
    let message = arena::verify(&record).unwrap_err().to_string();
    assert_eq!(message, "ply 42: found a turn, expected none: the game is over");
    record.plies.truncate(10);
    let message = arena::verify(&record).unwrap_err().to_string();
    assert_eq!(message, "found 10 plies, expected more: the game is not over");
}

#[test]
fn a_file_that_is_cut_off_is_refused_wherever_the_cut_is() {
    let packed = read(data(RECORDED)).unwrap();
    for len in [packed.len() - 1, packed.len() - 8, packed.len() / 2, 20, 3] {
        check_refused("cut.jsonl.gz", &packed[..len], ":");
    }
    check_refused("cut.jsonl.gz", &packed[..packed.len() - 4], ":41: the file is cut off");
    let text = recorded_text();
    let in_third_line = text.match_indices('\n').nth(1).unwrap().0 + 500;
    check_refused("cut.jsonl", &text.as_bytes()[..in_third_line], ":3: the file is cut off");
}

/// Returns the gzip of that many MiB of white space without a line end.
fn blank(mib: usize) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&[b' '; 1 << 20]).unwrap();
    encoder.finish().unwrap().repeat(mib)
}

#[test]
fn a_line_of_any_length_is_read_up_to_a_limit() {
    let expected = ":1: the line is longer than 64 MiB: no game record is";
    check_refused("bomb.jsonl.gz", &blank(65), expected);
}

#[test]
fn a_line_that_is_no_record_is_refused() {
    let line = recorded_text().lines().next().unwrap().to_owned();
    check_refused("a.jsonl", b"", ": holds no games");
    check_refused("a.jsonl", b"\n", ":1: not a game record: EOF while parsing a value");
    check_refused(
        "a.jsonl",
        format!("{line}\nplainly not\n").as_bytes(),
        ":2: not a game record: ",
    );
    check_refused("a.jsonl", b"\xff\xfe\n", ":1: not a game record: ");
    let lacking = line.replacen(r#""reason":"home-row","#, "", 1);
    check_refused("a.jsonl", lacking.as_bytes(), ":1: not a game record: missing field `reason`");
    let surplus = line.replacen('{', r#"{"more":1,"#, 1);
    check_refused("a.jsonl", surplus.as_bytes(), ":1: not a game record: unknown field `more`");
    let mut corrupt = read(data(RECORDED)).unwrap();
    let middle = corrupt.len() / 2;
    corrupt[middle] ^= 0xff;
    check_refused("a.jsonl.gz", &corrupt, ":");
}

#[test]
fn a_file_that_is_not_there_cannot_be_read() {
    let error = verify_file(&data("no-such-file.jsonl")).unwrap_err();
    assert!(error.to_string().ends_with("no-such-file.jsonl: cannot be read"), "{error}");
    let cause = error.source().unwrap().to_string();
    assert!(cause.starts_with("No such file"), "{cause}");
}
