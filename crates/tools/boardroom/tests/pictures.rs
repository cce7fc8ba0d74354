//! Tests of pictures of games: the drawing is that of the page, frame by frame.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "support/mod.rs"]
mod support;

#[path = "browser/picture.rs"]
mod picture;

use std::fs;
use std::io::Cursor;
use std::num::NonZeroU16;
use std::path::Path;
use std::process::{Command, Output};

use boardroom::{Look, Replay, View, animation, board, read_records, replay};
use picture::Picture;

use crate::support::{GAMES, Server, agent, transcript};

const DELAY: NonZeroU16 = NonZeroU16::new(500).unwrap();

/// Index of a short recorded game of Jungle.
const SHORT: usize = 17;

const LOOK: Look = Look { view: View::All, is_flipped: false, is_dark: false, width: 210 };

/// Returns a recorded game.
fn recorded(game: &str, index: usize) -> Replay {
    let records = read_records(&fs::read(transcript(game)).unwrap()).unwrap();
    replay(&records[index], None).unwrap()
}

/// Returns the first plies of a recorded game, in Stratego after those of the setups.
fn beginning(game: &str, plies: usize) -> Replay {
    let mut replay = recorded(game, 0);
    replay.plies.truncate(replay.setup + plies);
    replay
}

/// Frames of an animated PNG, each complete, and their durations in milliseconds.
fn frames(file: &[u8]) -> Vec<(u16, Picture)> {
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let count = reader.info().animation_control.unwrap().num_frames;
    let mut shown = Picture { width, height, pixels: vec![[0; 3]; width * height] };
    let mut frames = Vec::new();
    for _ in 0..count {
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let size = reader.next_frame(&mut bytes).unwrap();
        let area = *reader.info().frame_control.as_ref().unwrap();
        for (place, pixel) in bytes[..size.buffer_size()].chunks(4).enumerate() {
            let (x, y) = (place % size.width as usize, place / size.width as usize);
            let (x, y) = (x + area.x_offset as usize, y + area.y_offset as usize);
            if pixel[3] > 0 {
                shown.pixels[y * width + x] = [pixel[0], pixel[1], pixel[2]];
            }
        }
        assert_eq!(area.delay_den, 1000);
        frames.push((area.delay_num, shown.clone()));
    }
    frames
}

/// Returns the pixel in the middle of a square, somewhat beside the drawing on the piece.
fn at_square(picture: &Picture, replay: &Replay, square: usize) -> [u8; 3] {
    let columns = replay.game.board.columns;
    let unit = picture.width as f64 / (columns as f64 * 100.0 + 52.0);
    let x = (40.0 + 100.0 * (square % columns) as f64 + 50.0) * unit;
    let y = (12.0 + 100.0 * (square / columns) as f64 + 80.0) * unit;
    picture.pixels[y as usize * picture.width + x as usize]
}

#[test]
fn an_animation_has_a_frame_for_the_start_and_one_for_each_turn() {
    for game in GAMES {
        let replay = beginning(game, 4);
        let file = animation(&replay, LOOK, DELAY).unwrap();
        let frames = frames(&file);
        assert_eq!(frames.len(), 5, "{game}");
        let (columns, rows) = (replay.game.board.columns, replay.game.board.rows);
        let height = (210.0 * (100 * rows + 52) as f64 / (100 * columns + 52) as f64).round();
        for (ply, (delay, picture)) in frames.iter().enumerate() {
            assert_eq!((picture.width, picture.height), (210, height as usize), "{game}");
            assert_eq!(*delay, if ply == 4 { 2000 } else { 500 }, "{game}");
        }
        assert_eq!(file, animation(&replay, LOOK, DELAY).unwrap(), "{game}: other bytes");
    }
}

#[test]
fn the_first_frame_of_stratego_has_both_armies() {
    let replay = recorded("stratego", 0);
    let pieces = |ply: usize| {
        let cells = &replay.plies[ply - 1].frames.all.picture.cells;
        cells.chars().filter(|&cell| cell != '.').count()
    };
    assert_eq!((replay.setup, pieces(7), pieces(8), pieces(9)), (8, 70, 80, 80));
    let start = frames(&animation(&beginning("stratego", 1), LOOK, DELAY).unwrap()).swap_remove(0);
    // Without moves the one frame is the position after the setups.
    let placed = frames(&animation(&beginning("stratego", 0), LOOK, DELAY).unwrap());
    assert!(placed.len() == 1 && start.1.pixels == placed[0].1.pixels);
    assert_eq!(recorded("breakthrough", 0).setup, 0);
}

#[test]
fn frames_show_pieces_where_they_stand() {
    const WHITE: [u8; 3] = [0xfb, 0xf8, 0xef];
    const BLACK: [u8; 3] = [0x2c, 0x2f, 0x34];
    let replay = recorded("breakthrough", 0);
    let file = animation(&replay, Look { width: 420, ..LOOK }, DELAY).unwrap();
    for (ply, (_, picture)) in frames(&file).iter().enumerate() {
        let frame = match ply {
            0 => &replay.start.all,
            ply => &replay.plies[ply - 1].frames.all,
        };
        for (square, cell) in frame.picture.cells.chars().enumerate() {
            let pixel = at_square(picture, &replay, square);
            let [white, black] = [WHITE, BLACK].map(|colour| pixel == colour);
            assert_eq!([white, black], [cell == 'M', cell == 'm'], "{ply}: {square} {cell}");
        }
    }
}

#[test]
fn the_drawing_is_that_of_the_page_in_both_themes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/approved");
    for game in GAMES {
        for (is_dark, theme) in [(false, "light"), (true, "dark")] {
            let known = fs::read(folder.join(format!("{game}-{theme}.png"))).unwrap();
            let known = Picture::read(&known);
            let mut replay = recorded(game, 0);
            replay.plies.truncate(11);
            let look = Look { is_dark, width: known.width as u32, ..LOOK };
            let file = animation(&replay, look, DELAY).unwrap();
            let (_, mut found) = frames(&file).pop().unwrap();
            // The page behind the corners of the board.
            for (pixel, known) in found.pixels.iter_mut().zip(&known.pixels) {
                if *pixel == [0; 3] {
                    *pixel = *known;
                }
            }
            // Another program smooths the edges in another way: means of four pixels are alike.
            let [known, found] = [known, found].map(|picture| picture.shrink(2));
            assert_eq!(known.difference(&found), None, "{game}, {theme}");
        }
    }
}

/// The picture in the documents, made by `cargo cg picture
/// tests/data/transcripts/jungle.jsonl.gz --game 18 --width 300
/// -o crates/tools/boardroom/pictures/jungle-game.png`.
#[test]
fn the_picture_in_the_documents_is_that_of_the_command() {
    let file = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("pictures/jungle-game.png"));
    let look = Look { width: 300, ..LOOK };
    let made = animation(&recorded("jungle", SHORT), look, NonZeroU16::new(700).unwrap()).unwrap();
    let pixels = |file: &[u8]| {
        let frames = frames(file).into_iter();
        frames.map(|(delay, picture)| (delay, picture.pixels)).collect::<Vec<_>>()
    };
    let file = file.unwrap();
    assert!(file.len() < 300_000, "{}", file.len());
    assert!(pixels(&file) == pixels(&made), "make the picture again");
}

#[test]
fn a_view_hides_the_ranks_of_the_other_side_and_a_flip_turns_the_board() {
    let replay = recorded("stratego", 0);
    let first = board(&replay, 20, Look { view: View::First, ..LOOK }).unwrap();
    let all = board(&replay, 20, LOOK).unwrap();
    let texts = |svg: &str| svg.matches("<text").count();
    assert!(texts(&first) < texts(&all), "{first}");
    let flipped = board(&replay, 20, Look { is_flipped: true, ..LOOK }).unwrap();
    assert!(flipped != all && texts(&flipped) == texts(&all));
}

#[test]
fn a_board_is_svg_without_styles_or_scripts() {
    for game in GAMES {
        let replay = recorded(game, 0);
        let svg = board(&replay, 3, LOOK).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"), "{svg}");
        for word in ["class=", "style", "script", "var(", "light-dark", "undefined", "NaN"] {
            assert!(!svg.contains(word), "{game}: {word}");
        }
        let error = board(&replay, 4000, LOOK).unwrap_err().to_string();
        assert!(error.contains("no ply 4000"), "{error}");
    }
}

#[test]
fn the_server_sends_the_picture_of_a_game() {
    let server = Server::with_records();
    let get = |path: &str| agent().get(server.url(path)).call().unwrap();
    let mut reply = get("/api/replays/file1/0/picture?view=all&flip=false&dark=true");
    assert_eq!(reply.status(), 200);
    assert_eq!(reply.headers()["content-type"], "image/png");
    let name = "attachment; filename=\"breakthrough.png\"";
    assert_eq!(reply.headers()["content-disposition"], name);
    let file = reply.body_mut().read_to_vec().unwrap();
    let look = Look { is_dark: true, width: 420, ..LOOK };
    let expected = animation(&recorded("breakthrough", 0), look, NonZeroU16::new(700).unwrap());
    assert_eq!(file, expected.unwrap());
    assert_eq!(get("/api/replays/file1/0/picture?view=x").status(), 400);
    assert_eq!(get("/api/replays/file1/99999/picture").status(), 404);
}

/// Runs the command `picture` in a folder.
fn command(folder: &Path, rest: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_boardroom"));
    program.current_dir(folder).env_remove("CG_DATA").arg("picture").args(rest);
    program.output().unwrap()
}

#[test]
fn the_command_writes_a_game_or_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let file = transcript("jungle").canonicalize().unwrap();
    let written = |rest: &[&str], name: &str| {
        let arguments = [&[file.to_str().unwrap(), "--width", "210"], rest].concat();
        let output = command(folder.path(), &arguments);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{name}\n"));
        fs::read(folder.path().join(name)).unwrap()
    };
    let replay = recorded("jungle", SHORT);
    let game = written(&["--game", "18", "--delay", "500"], "jungle-game-18.png");
    assert!(game == animation(&replay, LOOK, DELAY).unwrap());
    let position = written(&["--game", "18", "--ply", "4"], "jungle-game-18.svg");
    assert_eq!(String::from_utf8(position).unwrap(), board(&replay, 4, LOOK).unwrap());
    let last = written(&["--game", "18", "--view", "second", "-o", "last.svg"], "last.svg");
    let look = Look { view: View::Second, is_flipped: true, ..LOOK };
    let plies = replay.plies.len();
    assert_eq!(String::from_utf8(last).unwrap(), board(&replay, plies, look).unwrap());
}

#[test]
fn the_command_refuses_other_files_before_it_draws() {
    let folder = tempfile::tempdir().unwrap();
    let file = transcript("jungle").canonicalize().unwrap();
    let check = |rest: &[&str], expected: &str| {
        let output = command(folder.path(), &[&[file.to_str().unwrap()], rest].concat());
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(expected), "{message}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    };
    check(&["-o", "game.gif"], "game.gif: the name of a picture ends in .png or .svg");
    check(&["-o", "game.png", "--ply", "3"], "`--ply` needs a name that ends in .svg");
    check(&["-o", "none/game.png"], "none/game.png: there is no folder none");
    check(&["--ply", "4000"], "`--ply` counts to that number");
    check(&["--game", "4000"], "has 40 games: `--game` counts from 1");
    check(&["--width", "20"], "20 is not in 100..=2000");
}
