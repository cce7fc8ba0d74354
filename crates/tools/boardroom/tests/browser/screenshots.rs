//! Boards as they look. An approved picture is made by running the test with `APPROVE=1`, and looked at
//! before it is committed.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use crate::browser::drive;
use crate::support::{GAMES, Server};

/// A channel may differ by so much before a pixel counts as another: fonts and edges are drawn a little
/// differently from machine to machine.
const NEAR: u8 = 48;

/// So large a share of the pixels may be others.
const TOLERANCE: f64 = 0.02;

/// A picture: its width, its height, and the bytes of its pixels, as many of each.
struct Picture {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
}

impl Picture {
    fn read(png: &[u8]) -> Picture {
        let mut decoder = png::Decoder::new(Cursor::new(png));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        bytes.truncate(info.buffer_size());
        Picture { width: info.width, height: info.height, bytes }
    }

    /// Returns the share of pixels that differ, 1 if the sizes do.
    fn difference(&self, other: &Picture) -> f64 {
        if (self.width, self.height, self.bytes.len())
            != (other.width, other.height, other.bytes.len())
        {
            return 1.0;
        }
        let channels = self.bytes.len() / (self.width * self.height) as usize;
        let pixels = self.bytes.chunks(channels).zip(other.bytes.chunks(channels));
        let differing = pixels.filter(|(one, other)| {
            one.iter().zip(*other).any(|(one, other)| one.abs_diff(*other) > NEAR)
        });
        differing.count() as f64 / f64::from(self.width * self.height)
    }
}

fn approved(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/approved").join(format!("{name}.png"))
}

#[test]
fn boards_look_as_they_were_approved_in_light_and_dark() {
    let server = Server::with_records();
    let mut wrong = Vec::new();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        for (number, game) in GAMES.into_iter().enumerate() {
            let path = format!("/replay/file{}/0#ply=11", number + 1);
            page.goto(&server.url(&path)).await;
            for theme in ["light", "dark"] {
                page.theme(theme).await;
                // The pointer is nowhere near the board, and nothing moves.
                page.run("document.activeElement?.blur()").await;
                page.until(
                    "return document.getAnimations().every(one => one.playState !== 'running')",
                )
                .await;
                let found = page.find("#board").await.screenshot().await.unwrap();
                let name = format!("{game}-{theme}");
                if std::env::var_os("APPROVE").is_some() {
                    fs::write(approved(&name), &found).unwrap();
                    continue;
                }
                let known = fs::read(approved(&name)).unwrap();
                let difference = Picture::read(&known).difference(&Picture::read(&found));
                if difference > TOLERANCE {
                    let path = std::env::temp_dir().join(format!("boardroom-{name}.png"));
                    fs::write(&path, &found).unwrap();
                    wrong.push(format!(
                        "{name}: {:.1} % differ: {}",
                        100.0 * difference,
                        path.display()
                    ));
                }
            }
        }
        page.close().await;
    });
    assert!(wrong.is_empty(), "{wrong:#?}; approve with APPROVE=1 if it is right");
}

#[test]
fn a_piece_more_is_a_difference() {
    let [light, dark] = ["light", "dark"]
        .map(|theme| Picture::read(&fs::read(approved(&format!("breakthrough-{theme}"))).unwrap()));
    assert_eq!(light.difference(&light), 0.0);
    assert!(light.difference(&dark) > TOLERANCE);
    // A square of the board in another colour.
    let mut other = Picture { bytes: light.bytes.clone(), ..light };
    let channels = other.bytes.len() / (other.width * other.height) as usize;
    let (width, side) = (other.width as usize, other.width as usize / 6);
    for row in 0..side {
        let start = (row + width / 3) * width * channels;
        other.bytes[start..start + side * channels].fill(128);
    }
    assert!(light.difference(&other) > TOLERANCE);
}
