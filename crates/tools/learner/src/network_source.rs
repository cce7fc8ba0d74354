use nn::{Shape, TextError};

/// Hidden units come in groups of so many, which is what a bot's network is made for.
const GROUP: usize = 16;

/// What the text of a network stands behind in its source.
const DECLARED: &str = "const NETWORK: &str = \"";

/// What every such source says of the game: its `Engine` and `Features` are the game's own.
const BEHIND_LINES: &str = "
use nn::{Net, Network};

use crate::{Engine, Features};

/// What the bot plays with: the network says what positions are worth.
pub type BotEngine = Engine<Net<Features, HIDDEN>>;

impl Default for BotEngine {
    fn default() -> BotEngine {
        let network = Network::decode(NETWORK);
        Engine::new(Net::new(network.expect(\"who wrote this file has read it first\")))
    }
}

";

/// Returns the source of a bot's network: its text, and above it lines that tell where it comes
/// from. It declares `BotEngine`, the engine that the bot plays with.
///
/// # Errors
///
/// A text that is no network.
pub fn network_source(text: &str, provenance: &[String]) -> Result<String, TextError> {
    let hidden = Shape::of_text(text)?.hidden.next_multiple_of(GROUP);
    let lines: String = provenance
        .iter()
        .map(|line| if line.is_empty() { "//!\n".to_owned() } else { format!("//! {line}\n") })
        .collect();
    Ok(format!(
        "//! The network that judges positions. Made by a command, which writes this file whole.\n\
         //!\n{lines}{BEHIND_LINES}\
         /// Units of the hidden layer, for each of the two players.\n\
         const HIDDEN: usize = {hidden};\n\n\
         /// The network, as `nn` reads it.\n{DECLARED}{text}\";\n"
    ))
}

/// Returns the text of the network in a source that [`network_source`] has written; `None` in
/// another one.
#[must_use]
pub fn network_in_source(source: &str) -> Option<&str> {
    let (_, behind) = source.split_once(DECLARED)?;
    Some(behind.split_once('"')?.0)
}

#[cfg(test)]
mod tests {
    use nn::{FINEST_STEPS, Parameters};
    use trainer::encode_network;

    use super::*;

    #[test]
    fn a_source_holds_the_network_and_where_it_comes_from() {
        let shape = Shape { inputs: 4, hidden: 20, second: 0, buckets: 1 };
        let text = encode_network(&Parameters::zeros(shape), FINEST_STEPS).unwrap();
        let provenance = ["`cargo cg learn x`".to_owned(), String::new(), "60 %".to_owned()];
        let source = network_source(&text, &provenance).unwrap();
        assert!(
            source.contains("\n//!\n//! `cargo cg learn x`\n//!\n//! 60 %\n\nuse nn"),
            "{source}"
        );
        assert!(source.contains("const HIDDEN: usize = 32;"), "{source}");
        assert_eq!(network_in_source(&source), Some(text.as_str()));
        assert_eq!(network_in_source("//! Nothing."), None);
        assert!(network_source("no network", &[]).is_err());
    }
}
