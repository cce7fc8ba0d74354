//! Pixels of SVG, the same on every machine: the font is part of the program.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::DrawingError;

/// Font of all text; its licence is in the same folder.
const FONT: &[u8] = include_bytes!("font/DejaVuSans-Bold.ttf");

/// Name of the font.
const FAMILY: &str = "DejaVu Sans";

/// The font, under the name of the last family that is tried.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    fonts.set_serif_family(FAMILY);
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});

/// Picture of RGBA pixels, row by row.
#[derive(PartialEq, Eq)]
pub(super) struct Pixels {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Four bytes for each pixel, colours not multiplied by alpha.
    pub(super) bytes: Vec<u8>,
}

/// Returns the pixels of SVG in its own size.
pub(super) fn pixels(svg: &str) -> Result<Pixels, DrawingError> {
    let options = Options { fontdb: Arc::clone(&FONTS), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(DrawingError::new)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let mut picture =
        Pixmap::new(width, height).ok_or_else(|| DrawingError::new("it has no size"))?;
    resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
    Ok(Pixels { width, height, bytes: picture.take_demultiplied() })
}
