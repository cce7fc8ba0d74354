//! Treemap of a bundle's length as an SVG image: areas are proportional to lengths.

use streemap::{Rect, squarify};
use svg::{
    Document,
    node::element::{Group, Rectangle, Text, Title},
};

use crate::budget::{Kind, Part};
use crate::judge::Unit;

/// Width and height in the units of the SVG, which browsers show as pixels.
const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 800.0;

/// Height of the strip at the top of a crate or a module for its name.
const STRIP: f64 = 16.0;
const GAP: f64 = 2.0;
const FONT: f64 = 11.0;
/// Average width of a letter of [`FONT`].
const LETTER: f64 = 6.2;

/// Colours of the crates in turn: light, so that black letters are readable on all of them.
const COLOURS: [&str; 8] =
    ["#8ecae6", "#ffd166", "#b5e48c", "#f4a6b7", "#cdb4db", "#ffb38a", "#a3d9c9", "#d9d0a5"];
const DATA_COLOUR: &str = "#ffffff";

/// Draws a budget as an SVG document.
pub fn treemap(budget: &Part, unit: Unit) -> String {
    let mut picture =
        Group::new().set("font-family", "sans-serif").set("font-size", FONT).set("stroke", "none");
    let whole = Rect { x: 0.0, y: 0.0, w: WIDTH, h: HEIGHT };
    for (number, (part, rect)) in laid_out(&budget.parts, whole).into_iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        picture = picture.add(draw(part, rect, colour, budget.length, unit));
    }
    Document::new().set("viewBox", (0, 0, WIDTH, HEIGHT)).add(picture).to_string()
}

fn laid_out(parts: &[Part], rect: Rect<f64>) -> Vec<(&Part, Rect<f64>)> {
    let mut placed: Vec<(&Part, Rect<f64>)> =
        parts.iter().filter(|part| part.length > 0).map(|part| (part, Rect { ..rect })).collect();
    placed.sort_by_key(|(part, _)| std::cmp::Reverse(part.length));
    squarify(rect, &mut placed, |(part, _)| part.length as f64, |placed, rect| placed.1 = rect);
    placed
}

fn draw(part: &Part, rect: Rect<f64>, colour: &str, total: usize, unit: Unit) -> Group {
    let percent = 100.0 * part.length as f64 / total.max(1) as f64;
    let place = part.place.as_ref().map(|place| format!("\n{place}")).unwrap_or_default();
    let title = format!("{}: {} {unit}, {percent:.1} %{place}", part.name, part.length);
    let fill = if part.kind == Kind::Data { DATA_COLOUR } else { colour };
    let (w, h) = ((rect.w - GAP).max(0.0), (rect.h - GAP).max(0.0));
    let mut group = Group::new().add(Title::new(title)).add(
        Rectangle::new()
            .set("x", rounded(rect.x))
            .set("y", rounded(rect.y))
            .set("width", rounded(w))
            .set("height", rounded(h))
            .set("fill", fill)
            .set("stroke", "#555555")
            .set("stroke-width", if part.parts.is_empty() { 0.3 } else { 0.8 }),
    );
    let letters = ((w - 2.0 * GAP) / LETTER).max(0.0) as usize;
    let shown: String = part.name.chars().take(letters).collect();
    if h >= FONT && shown.len() > 2 {
        let text =
            Text::new(shown).set("x", rounded(rect.x + GAP)).set("y", rounded(rect.y + FONT));
        group = group.add(text);
    }
    if h > STRIP + GAP && w > 2.0 * GAP {
        // The part of the area that belongs to nothing named stays empty.
        let named: usize = part.parts.iter().map(|part| part.length).sum();
        let share = named as f64 / part.length.max(1) as f64;
        let room = Rect { x: rect.x + GAP, y: rect.y + STRIP, w: w - GAP, h: (h - STRIP) * share };
        for (inner, rect) in laid_out(&part.parts, room) {
            group = group.add(draw(inner, rect, colour, total, unit));
        }
    }
    group
}

/// Rounds to a tenth of a pixel.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, length: usize, parts: Vec<Part>) -> Part {
        Part { kind: Kind::Item, name: name.to_owned(), length, place: None, parts }
    }

    #[test]
    fn areas_are_proportional_to_lengths_and_inside_the_picture() {
        let parts: Vec<Part> = [50, 30, 15, 4, 1, 0].map(|it| part("p", it, Vec::new())).into();
        let placed = laid_out(&parts, Rect { x: 0.0, y: 0.0, w: 100.0, h: 10.0 });
        assert_eq!(placed.len(), 5);
        for (part, rect) in placed {
            let area = rect.w * rect.h / 10.0;
            assert!((area - part.length as f64).abs() < 0.01, "{}: {area}", part.length);
            assert!(rect.x >= -0.01 && rect.x + rect.w <= 100.01, "{} {}", rect.x, rect.w);
        }
    }

    #[test]
    fn names_are_in_the_picture_as_text() {
        let whole =
            part("all", 10, vec![part("impl<T>A&B", 10, vec![part("inner", 9, Vec::new())])]);
        let picture = treemap(&whole, Unit::Bytes);
        assert!(picture.starts_with("<svg"), "{picture}");
        assert!(picture.contains("impl&lt;T&gt;A&amp;B"), "{picture}");
        assert!(picture.contains("inner: 9 bytes, 90.0 %"), "{picture}");
    }
}
