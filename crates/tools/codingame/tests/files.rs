//! Files of game results: their forms, and files that are none.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::io::Write;
use std::path::Path;

use codingame::{ResultFile, identify};
use flate2::Compression;
use flate2::write::GzEncoder;

use support::{file_of, shortest, site_result};

/// Returns the places and IDs of all results, or the error of the file.
fn read(path: &Path) -> Result<Vec<(usize, u64)>, String> {
    let name = path.display().to_string();
    let results: Result<Vec<_>, _> = ResultFile::open(path).unwrap().collect();
    let results = results.map_err(|error| error.to_string().replace(&name, "FILE"))?;
    Ok(results.into_iter().map(|(line, result)| (line, result.unwrap().id)).collect())
}

fn read_text(text: &str) -> Result<Vec<(usize, u64)>, String> {
    let (_folder, path) = file_of(text.as_bytes());
    read(&path)
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text).unwrap();
    packed.finish().unwrap()
}

fn small(id: u64) -> String {
    format!(r#"{{"gameId":{id},"frames":[],"ranks":[]}}"#)
}

#[test]
fn one_object_arrays_and_lines_are_read() {
    let [one, two, three] = [1, 2, 3].map(small);
    assert_eq!(read_text(&one), Ok(vec![(1, 1)]));
    assert_eq!(read_text(&format!("\n[{one},\n {two}]\n")), Ok(vec![(2, 1), (3, 2)]));
    assert_eq!(read_text(&format!("{one}\n\n{two}\n{three}")), Ok(vec![(1, 1), (3, 2), (4, 3)]));
    assert_eq!(read_text(&format!("[{one}]\n[{two},{three}]")), Ok(vec![(1, 1), (2, 2), (2, 3)]));
    let wrapped = format!(r#"[{{"questionTitle":"x","gameResult":{one}}}]"#);
    assert_eq!(read_text(&wrapped), Ok(vec![(1, 1)]));
    let (_folder, path) = file_of(&packed(format!("{one}\n{two}\n").as_bytes()));
    assert_eq!(read(&path), Ok(vec![(1, 1), (2, 2)]));
}

#[test]
fn a_result_printed_over_many_lines_is_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/breakthrough.json");
    let (line, result) = ResultFile::open(&path).unwrap().next().unwrap().unwrap();
    let (game, rebuilt) = identify(&result.unwrap(), None).unwrap();
    assert_eq!((line, game.name(), rebuilt.record.plies.len()), (1, "breakthrough", 11));
}

#[test]
fn a_truncated_file_is_refused() {
    let text = site_result(&shortest("jungle", "1-0"), 1, 0).to_string();
    let cut_off = Err("FILE:1: the file is cut off here: fetch or copy it again".to_owned());
    assert_eq!(read_text(&text[..text.len() - 1]), cut_off);
    assert_eq!(read_text(&text[..text.len() / 2]), cut_off);
    assert_eq!(read_text(&format!("[{text},")), cut_off);
    let gzip = packed(text.as_bytes());
    let (_folder, path) = file_of(&gzip[..gzip.len() / 2]);
    assert_eq!(read(&path), cut_off);
}

#[test]
fn text_that_is_no_result_is_refused_with_its_line() {
    let start = "FILE:1: no game result of CodinGame: expected a JSON object or an array";
    for text in ["nonsense", "898881679", "\"x\"", "]", "[[]]", ", {}", "\u{feff}{}"] {
        let message = read_text(text).unwrap_err();
        assert!(message.starts_with(start), "{text}: {message}");
    }
    let message = read_text("\n{\"frames\":\n[7]}").unwrap_err();
    assert!(message.starts_with("FILE:3: no game result of CodinGame: invalid type"), "{message}");
    let message = read_text("{\"frames\" []}").unwrap_err();
    assert_eq!(message, "FILE:1: no game result of CodinGame: expected `:`");
    assert_eq!(read_text(" \n"), Err("FILE: holds no game results of CodinGame".to_owned()));
    let (_folder, path) = file_of(b"{\"frames\":[{\"stdout\":\"\xff\"}]}");
    let message = read(&path).unwrap_err();
    assert!(message.starts_with("FILE:1: no game result of CodinGame: "), "{message}");
}

#[test]
fn an_object_without_the_keys_of_a_result_leaves_the_others_readable() {
    let (_folder, path) = file_of(format!("{{\"id\":1}}\n{}", small(2)).as_bytes());
    let results: Vec<_> = ResultFile::open(&path).unwrap().map(Result::unwrap).collect();
    let error = results[0].1.as_ref().unwrap_err().to_string();
    assert_eq!(error, "not a game result of CodinGame: `frames` is missing");
    assert_eq!((results[1].0, results[1].1.as_ref().unwrap().id), (2, 2));
}
