//! Pictures of RGB pixels and their comparison with tolerance.

use std::io::Cursor;

/// Limit of the difference between pictures that look the same: edges and letters differ slightly
/// between browser versions and between device pixel ratios.
struct Limit {
    /// Side in pixels of the tiles in which differing pixels are counted.
    tile: usize,
    /// Largest difference of a channel between pixels that count as the same.
    near: u8,
    /// Largest share of differing pixels in a tile.
    share: f64,
}

/// Limits for small marks in a very different colour, and for larger areas in a similar colour. The
/// side of a square of the board is 50 pixels.
///
/// A board at a device pixel ratio of 2 differs by up to 0.028 (first limit) and 0.016 (second
/// limit) from a board at a ratio of 1. Another digit on a badge differs by 0.10 in the first
/// limit, water without its shore by 0.028 in the second limit.
const LIMITS: [Limit; 2] =
    [Limit { tile: 12, near: 128, share: 0.06 }, Limit { tile: 50, near: 48, share: 0.022 }];

/// Picture of RGB pixels, row by row.
#[derive(Clone)]
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Reads a PNG.
    pub(crate) fn read(png: &[u8]) -> Picture {
        let mut decoder = png::Decoder::new(Cursor::new(png));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        let pixels = bytes[..info.buffer_size()].chunks(info.color_type.samples());
        Picture {
            width: info.width as usize,
            height: info.height as usize,
            pixels: pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(),
        }
    }

    /// Returns the picture reduced by the factor `ratio`: each pixel is a mean.
    pub(crate) fn shrink(&self, ratio: usize) -> Picture {
        let (width, height) = (self.width / ratio, self.height / ratio);
        let mean = |row: usize, column: usize, channel: usize| {
            let rows = row * ratio..(row + 1) * ratio;
            let sum: usize = rows
                .flat_map(|row| &self.pixels[row * self.width + column * ratio..][..ratio])
                .map(|pixel| usize::from(pixel[channel]))
                .sum();
            u8::try_from((sum + ratio * ratio / 2) / (ratio * ratio)).unwrap()
        };
        let places = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let pixels = places.map(|(row, column)| [0, 1, 2].map(|it| mean(row, column, it)));
        Picture { width, height, pixels: pixels.collect() }
    }

    /// Describes the difference of a picture from this approved one; `None` if it is within the
    /// limits.
    pub(crate) fn difference(&self, found: &Picture) -> Option<String> {
        if (self.width, self.height) != (found.width, found.height) {
            return Some(format!(
                "{} x {} pixels, approved were {} x {}: another size, not compared",
                found.width, found.height, self.width, self.height
            ));
        }
        LIMITS.iter().find_map(|limit| {
            let (share, x, y) = self.worst_tile(found, limit);
            (share > limit.share).then(|| {
                let Limit { tile, near, .. } = limit;
                let share = 100.0 * share;
                format!("{share:.1} % of {tile} x {tile} pixels at {x}, {y} differ by over {near}")
            })
        })
    }

    /// Returns the largest share of differing pixels in a tile, and the tile's corner.
    fn worst_tile(&self, found: &Picture, limit: &Limit) -> (f64, usize, usize) {
        let tile = limit.tile;
        let columns = self.width.div_ceil(tile);
        let mut counts = vec![0_usize; columns * self.height.div_ceil(tile)];
        for (place, (one, other)) in self.pixels.iter().zip(&found.pixels).enumerate() {
            if one.iter().zip(other).any(|(one, other)| one.abs_diff(*other) > limit.near) {
                counts[place / self.width / tile * columns + place % self.width / tile] += 1;
            }
        }
        let (worst, count) = counts.iter().enumerate().max_by_key(|(_, count)| **count).unwrap();
        let share = *count as f64 / (tile * tile) as f64;
        (share, worst % columns * tile, worst / columns * tile)
    }
}

/// Returns a picture of one colour.
fn plain(width: usize, height: usize, pixel: [u8; 3]) -> Picture {
    Picture { width, height, pixels: vec![pixel; width * height] }
}

/// Describes the difference that a square of `side` pixels in another colour makes.
fn difference_of(side: usize, pixel: [u8; 3]) -> Option<String> {
    let ground = plain(400, 300, [100, 100, 100]);
    let mut marked = ground.clone();
    for row in 250..250 + side {
        marked.pixels[row * 400 + 300..][..side].fill(pixel);
    }
    ground.difference(&marked)
}

#[test]
fn a_small_mark_and_a_shade_of_an_area_are_differences() {
    let mark = difference_of(5, [100, 229, 100]).unwrap();
    assert_eq!(mark, "10.4 % of 12 x 12 pixels at 300, 252 differ by over 128");
    let area = difference_of(8, [100, 100, 149]).unwrap();
    assert_eq!(area, "2.6 % of 50 x 50 pixels at 300, 250 differ by over 48");
}

#[test]
fn a_change_below_the_limits_is_no_difference() {
    assert_eq!(difference_of(2, [0, 255, 0]), None);
    assert_eq!(difference_of(7, [100, 100, 149]), None);
    assert_eq!(difference_of(50, [52, 148, 100]), None);
}

#[test]
fn a_picture_of_another_size_is_not_compared() {
    let difference = plain(40, 30, [0; 3]).difference(&plain(41, 30, [0; 3]));
    let expected = "41 x 30 pixels, approved were 40 x 30: another size, not compared";
    assert_eq!(difference.as_deref(), Some(expected));
}

#[test]
fn a_picture_of_twice_the_size_is_compared_by_its_means() {
    let mut large = plain(4, 2, [10, 20, 30]);
    large.pixels[..2].fill([30, 20, 10]);
    let small = large.shrink(2);
    assert_eq!((small.width, small.height), (2, 1));
    assert_eq!(small.pixels, [[20, 20, 20], [10, 20, 30]]);
}
