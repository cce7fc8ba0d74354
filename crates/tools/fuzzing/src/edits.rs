//! Edits of a real text that bytes describe: tokens deleted, doubled, swapped or replaced.

/// First byte of an input whose other bytes are the text itself.
const RAW: u8 = 0xff;

/// Number of bytes of an edit: its kind, a place (two bytes), and an argument.
const EDIT: usize = 4;

/// Maximum number of edits of an input.
const MAX_EDITS: usize = 64;

/// Maximum number of tokens that an edit deletes or doubles.
const MAX_TOKENS: usize = 8;

/// Tokens that parsers often handle specially.
const SPECIAL: [&str; 34] = [
    "",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\u{0}",
    "\u{7}",
    "é",
    "\u{1f600}",
    "\u{feff}",
    "-",
    "/",
    ".",
    ";",
    ":",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "0",
    "1",
    "-1",
    "9",
    "255",
    "256",
    "65536",
    "4294967295",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "1e999",
    "null",
    "X",
];

/// All ASCII characters.
const ASCII: [u8; 128] = {
    let mut bytes = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        bytes[byte] = byte as u8;
        byte += 1;
    }
    bytes
};

/// Returns one of the samples with the edits that `data` describes, or `data` itself as text.
pub(crate) fn edited(data: &[u8], samples: &[String]) -> String {
    if let Some((&RAW, text)) = data.split_first() {
        return String::from_utf8_lossy(text).into_owned();
    }
    let (chosen, data) = data.split_at_checked(2).unwrap_or_default();
    let chosen =
        usize::from(chosen.first().map_or(0, |_| u16::from_be_bytes([chosen[0], chosen[1]])));
    edit(data, &samples[chosen % samples.len()])
}

/// Returns the text with the edits that `data` describes.
pub(crate) fn edit(data: &[u8], text: &str) -> String {
    let mut tokens = tokens(text);
    for edit in data.chunks_exact(EDIT).take(MAX_EDITS) {
        apply(&mut tokens, [edit[0], edit[1], edit[2], edit[3]]);
    }
    tokens.concat()
}

fn apply(tokens: &mut Vec<&str>, [kind, high, low, argument]: [u8; EDIT]) {
    let place = u16::from_be_bytes([high, low]);
    let at = tokens.len() * usize::from(place) / 0x1_0000;
    let argument = usize::from(argument);
    let end = (at + 1 + argument % MAX_TOKENS).min(tokens.len());
    let special = SPECIAL[argument % SPECIAL.len()];
    if tokens.is_empty() {
        tokens.push(special);
        return;
    }
    let other = tokens.len() * argument / 0x100;
    match kind % 8 {
        0 => drop(tokens.drain(at..end)),
        1 => {
            let doubled = tokens[at..end].to_vec();
            drop(tokens.splice(at..at, doubled));
        }
        2 => tokens.swap(at, end - 1),
        3 => tokens[at] = tokens[other],
        4 => tokens.insert(at, special),
        5 => {
            let (start, rest) = split(tokens[at], argument);
            let symbol = std::str::from_utf8(&ASCII[argument % 128..][..1]).unwrap_or_default();
            drop(tokens.splice(at..=at, [start, symbol, rest]));
        }
        6 => tokens.truncate(at),
        _ => tokens[at] = special,
    }
}

/// Splits a token at one of its characters and leaves that character out.
fn split(token: &str, number: usize) -> (&str, &str) {
    let count = token.chars().count().max(1);
    let Some((start, symbol)) = token.char_indices().nth(number % count) else {
        return (token, "");
    };
    (&token[..start], &token[start + symbol.len_utf8()..])
}

/// Splits a text into words and single other characters.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
        let len = match is_word(first) {
            true => rest.find(|symbol| !is_word(symbol)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, after) = rest.split_at(len);
        found.push(token);
        rest = after;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a2b3 é 17";

    #[track_caller]
    fn check(edits: &[[u8; EDIT]], expected: &str) {
        assert_eq!(edit(edits.as_flattened(), TEXT), expected);
    }

    #[test]
    fn tokens_are_words_and_other_characters() {
        assert_eq!(tokens(TEXT), ["a2b3", " ", "é", " ", "17"]);
        assert_eq!(tokens(""), [""; 0]);
    }

    #[test]
    fn each_kind_of_edit_changes_the_text() {
        check(&[], TEXT);
        check(&[[0, 0, 0, 1]], "é 17");
        check(&[[1, 0xff, 0xff, 7]], "a2b3 é 1717");
        check(&[[2, 0, 0, 4]], "17 é a2b3");
        check(&[[3, 0, 0, 0x80]], "é é 17");
        check(&[[4, 0, 0, 10]], "-a2b3 é 17");
        check(&[[5, 0, 0, b'c']], "a2bc é 17");
        check(&[[6, 0x40, 0, 0]], "a2b3");
        check(&[[7, 0xff, 0xff, 29]], "a2b3 é 18446744073709551615");
        check(&[[6, 0, 0, 0], [0, 0, 0, 20]], "0");
    }

    #[test]
    fn bytes_choose_a_sample_or_are_the_text() {
        let samples = ["one".to_owned(), "two".to_owned()];
        assert_eq!(edited(&[], &samples), "one");
        assert_eq!(edited(&[0], &samples), "one");
        assert_eq!(edited(&[0, 3], &samples), "two");
        assert_eq!(edited(b"\xffthree\xfe", &samples), "three\u{fffd}");
    }
}
