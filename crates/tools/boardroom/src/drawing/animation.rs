//! Animated PNG (APNG) of a game: one frame for each position.

use std::io::Write;
use std::num::NonZeroU16;

use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, Filter, Writer};
use room::Replay;

use super::painter::paint;
use super::raster::{Pixels, pixels};
use super::{DrawingError, Look};

/// Bytes of a pixel.
const PIXEL: usize = 4;

/// Pixel that leaves the one of the frame before.
const TRANSPARENT: [u8; PIXEL] = [0; PIXEL];

/// Duration of the last frame as a multiple of that of the others.
const PAUSE: u16 = 4;

/// Milliseconds in a second: the unit of durations in the file.
const UNIT: u16 = 1000;

/// Rectangle of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// Returns a game as an animated PNG that repeats for ever: the start, and the position after each
/// turn, each for `delay` milliseconds. Programs that show no animations show the start. In games
/// with a setup phase that is the position in which both armies are placed.
///
/// # Errors
///
/// The modules of the page cannot draw the game.
pub fn animation(replay: &Replay, look: Look, delay: NonZeroU16) -> Result<Vec<u8>, DrawingError> {
    let mut file = Vec::new();
    write_to(&mut file, replay, look, delay.get())?;
    Ok(file)
}

/// Writes the file of [`animation`].
fn write_to<W: Write>(
    target: W,
    replay: &Replay,
    look: Look,
    delay: u16,
) -> Result<(), DrawingError> {
    let shown = replay.setup..replay.plies.len() + 1;
    let count = shown.len();
    let mut target = Some(target);
    let mut writer: Option<Writer<W>> = None;
    let mut before: Option<Pixels> = None;
    let mut written = 0;
    paint(replay, shown, look, |svg| {
        let frame = pixels(&svg)?;
        written += 1;
        let delay = delay.saturating_mul(if written == count { PAUSE } else { 1 });
        if let Some(target) = target.take() {
            writer = Some(begin(target, &frame, count)?);
        }
        if let Some(writer) = &mut writer {
            add(writer, before.as_ref(), &frame, delay).map_err(DrawingError::new)?;
        }
        before = Some(frame);
        Ok(())
    })?;
    writer.map_or(Ok(()), |writer| writer.finish().map_err(DrawingError::new))
}

/// Begins a file with `count` frames of the size of `first`.
fn begin<W: Write>(target: W, first: &Pixels, count: usize) -> Result<Writer<W>, DrawingError> {
    let count = u32::try_from(count).map_err(DrawingError::new)?;
    let mut encoder = Encoder::new(target, first.width, first.height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.set_filter(Filter::Adaptive);
    encoder.set_animated(count, 0).map_err(DrawingError::new)?;
    encoder.set_blend_op(BlendOp::Over).map_err(DrawingError::new)?;
    encoder.set_dispose_op(DisposeOp::None).map_err(DrawingError::new)?;
    encoder.write_header().map_err(DrawingError::new)
}

/// Adds a frame: the area that differs from the frame before, in which equal pixels are
/// transparent.
fn add<W: Write>(
    writer: &mut Writer<W>,
    before: Option<&Pixels>,
    frame: &Pixels,
    delay: u16,
) -> Result<(), png::EncodingError> {
    let area = before.map_or(whole(frame), |before| changed(before, frame));
    let Area { left, top, width, height } = area;
    let mut bytes = Vec::with_capacity(PIXEL * width * height);
    for row in top..top + height {
        let start = (row * frame.width as usize + left) * PIXEL;
        let place = start..start + width * PIXEL;
        let pixels = frame.bytes[place.clone()].chunks(PIXEL);
        match before {
            None => pixels.for_each(|pixel| bytes.extend(pixel)),
            Some(before) => {
                for (pixel, old) in pixels.zip(before.bytes[place].chunks(PIXEL)) {
                    bytes.extend(if pixel == old { &TRANSPARENT } else { pixel });
                }
            }
        }
    }
    writer.set_frame_delay(delay, UNIT)?;
    writer.reset_frame_position()?;
    writer.set_frame_dimension(width as u32, height as u32)?;
    writer.set_frame_position(left as u32, top as u32)?;
    writer.write_image_data(&bytes)
}

fn whole(frame: &Pixels) -> Area {
    Area { left: 0, top: 0, width: frame.width as usize, height: frame.height as usize }
}

/// Returns the smallest area outside of which two frames of the same size are the same; one pixel
/// if they are the same everywhere, since no frame is empty.
fn changed(before: &Pixels, frame: &Pixels) -> Area {
    let width = frame.width as usize;
    let pairs = before.bytes.chunks(PIXEL).zip(frame.bytes.chunks(PIXEL));
    let places = pairs.enumerate().filter(|(_, (one, other))| one != other);
    let mut found: Option<[usize; 4]> = None;
    for (place, _) in places {
        let (x, y) = (place % width, place / width);
        let [left, top, right, bottom] = found.unwrap_or([x, y, x, y]);
        found = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }
    let [left, top, right, bottom] = found.unwrap_or_default();
    Area { left, top, width: right - left + 1, height: bottom - top + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels_of(marked: &[(usize, usize)]) -> Pixels {
        let mut bytes = vec![0; 5 * 4 * PIXEL];
        for (x, y) in marked {
            bytes[(y * 5 + x) * PIXEL] = 255;
        }
        Pixels { width: 5, height: 4, bytes }
    }

    #[test]
    fn a_frame_replaces_the_smallest_area_that_has_changed() {
        let start = pixels_of(&[]);
        let area = changed(&start, &pixels_of(&[(1, 2), (3, 1)]));
        assert_eq!(area, Area { left: 1, top: 1, width: 3, height: 2 });
        assert_eq!(changed(&start, &start), Area { left: 0, top: 0, width: 1, height: 1 });
    }
}
