//! Flame graph of sampled stacks.

use std::collections::BTreeMap;

use inferno::flamegraph::{self, Options};

use crate::sampling::Sampled;

/// Length of the hash at the end of a symbol of Rust: `::h` and sixteen digits.
const HASH: usize = 19;

/// Beginnings of the functions that take the samples, on top of the stack.
const SAMPLER: [&str; 2] = ["pprof::", "backtrace::"];

/// Returns the graph as an SVG image. Its stacks begin at the first function whose name ends in
/// `outermost`, and a function that calls itself stands in each once.
///
/// # Errors
///
/// There are no stacks to draw.
pub(crate) fn flame_graph(
    stacks: &[Sampled],
    outermost: &str,
    title: &str,
) -> anyhow::Result<Vec<u8>> {
    let mut folded: BTreeMap<String, u64> = BTreeMap::new();
    for (names, count) in stacks {
        let names: Vec<String> = names.iter().map(|name| readable(name)).collect();
        let begin = names.iter().position(|name| name.ends_with(outermost)).unwrap_or(0);
        let is_sampler = |name: &String| SAMPLER.iter().any(|path| name.starts_with(path));
        let end = names.iter().position(is_sampler).unwrap_or(names.len());
        let names = without_recursion(&names[begin.min(end)..end]);
        *folded.entry(names.join(";")).or_default() += count;
    }
    let lines: Vec<String> =
        folded.iter().map(|(names, count)| format!("{names} {count}")).collect();
    let mut options = Options::default();
    options.title = title.to_owned();
    let mut image = Vec::new();
    flamegraph::from_lines(&mut options, lines.iter().map(String::as_str), &mut image)?;
    Ok(image)
}

/// Returns the path of a function without its hash and without the types that it was compiled for,
/// which are longer than all the rest.
fn readable(symbol: &str) -> String {
    let name = match symbol.len().checked_sub(HASH) {
        Some(end) if symbol.is_char_boundary(end) && symbol[end..].starts_with("::h") => {
            &symbol[..end]
        }
        _ => symbol,
    };
    let mut text = String::new();
    let mut depth = 0;
    for letter in name.chars() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            // The separator of functions.
            ';' => text.push(','),
            _ if depth <= 0 => text.push(letter),
            _ => {}
        }
    }
    if text.starts_with("::") {
        // A method of a trait, or of a type: `<Type as Trait>::name`.
        let inner = name.strip_prefix('<').and_then(|rest| rest.split([' ', '<', '>']).next());
        text.insert_str(0, inner.unwrap_or_default());
    }
    text.replace("::::", "::")
}

/// Returns a stack in which a function that calls itself, perhaps by others, stands once.
fn without_recursion(names: &[String]) -> Vec<&str> {
    let mut stack: Vec<&str> = Vec::new();
    for name in names {
        if let Some(place) = stack.iter().position(|other| other == name) {
            stack.truncate(place);
        }
        stack.push(name);
    }
    stack
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use super::*;

    #[test]
    fn names_lose_their_hashes_and_types() {
        assert_eq!(readable("a::b::h0123456789abcdef"), "a::b");
        assert_eq!(readable("a::Net<b::C<4>>::value"), "a::Net::value");
        assert_eq!(readable("<a::B<u8> as c::D>::e"), "a::B::e");
        assert_eq!(readable("a::<impl b::C<D>>::e"), "a::e");
        assert_eq!(readable("main"), "main");
    }

    #[test]
    fn a_function_that_calls_itself_stands_once_in_a_stack() {
        let names = ["main", "node", "play", "node", "value"].map(str::to_owned);
        assert_eq!(without_recursion(&names), ["main", "node", "value"]);
    }

    #[test]
    fn the_graph_begins_at_the_outermost_function() {
        let stack = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let stacks = [
            (stack(&["main", "game::bench", "node"]), 3),
            (stack(&["main", "game::bench", "node", "node", "pprof::handler", "read"]), 4),
        ];
        let image = String::from_utf8(flame_graph(&stacks, "::bench", "Bot").unwrap()).unwrap();
        assert!(image.contains("<title>node (7 samples, 100.00%)</title>"), "{image}");
        assert!(image.contains("Bot"), "{image}");
        assert!(!image.contains(">main (") && !image.contains(">read ("), "{image}");
        assert!(flame_graph(&[], "::bench", "Bot").is_err());
    }
}
