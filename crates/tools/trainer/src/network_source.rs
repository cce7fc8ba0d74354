//! Source file of a bot's network: the text of the network with the lines of its provenance.

use nn::{Shape, TextError};
use stats::PairScores;

use crate::engine_player::Effort;

/// Divisor of the number of hidden neurons of a bot's network.
const GROUP: usize = 16;

/// Declaration before the text of a network in its source.
const DECLARATION: &str = "const NETWORK: &str = \"";

/// Code after the lines of provenance: the same for every game, because each has its own `Engine`
/// and `Features`.
const PREAMBLE: &str = include_str!("network_preamble.txt");

/// Returns the source file of a bot's network: the text of the network below the lines of its
/// provenance. The file declares `BotEngine`, the engine that the bot plays with.
///
/// # Errors
///
/// The text is not a network.
pub fn network_source(text: &str, provenance: &[String]) -> Result<String, TextError> {
    let hidden = Shape::of_text(text)?.hidden.next_multiple_of(GROUP);
    let lines: String = provenance
        .iter()
        .map(|line| if line.is_empty() { "//!\n".to_owned() } else { format!("//! {line}\n") })
        .collect();
    Ok(format!(
        "//! NNUE network of the evaluation. A command generates the whole file.\n\
         //!\n{lines}{PREAMBLE}\
         /// Neurons of the hidden layer, for each of the two perspectives.\n\
         const HIDDEN: usize = {hidden};\n\n\
         /// Text of the network, in the format of `nn`.\n{DECLARATION}{text}\";\n"
    ))
}

/// Adds a line of provenance to a source file that [`network_source`] has returned.
#[must_use]
pub fn with_provenance(source: &str, line: &str) -> String {
    let header = source.split_inclusive('\n').take_while(|line| line.starts_with("//!"));
    let (header, code) = source.split_at(header.map(str::len).sum());
    format!("{header}//! {line}\n{code}")
}

/// Returns the line of provenance for a match of the network with `against`, the previous network
/// or another evaluator.
#[must_use]
pub fn match_line(
    against: &str,
    effort: Effort,
    seed: u64,
    pairs: &PairScores,
    llr: f64,
) -> String {
    let (low, high) = pairs.interval();
    let [score, low, high] = [pairs.score(), low, high].map(|share| 100.0 * share);
    let games = 2 * pairs.pairs();
    format!(
        "Match with {against}: {score:.1} % ({low:.1} to {high:.1}) of {games} games, {effort} a \
         move, seed {seed}, log-likelihood ratio {llr:+.2}."
    )
}

/// Returns the text of the network in a source file that [`network_source`] has returned. Returns
/// `None` for other files.
#[must_use]
pub fn network_in_source(source: &str) -> Option<&str> {
    let (_, rest) = source.split_once(DECLARATION)?;
    Some(rest.split_once('"')?.0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use nn::{FINEST_STEPS, Parameters};

    use super::*;
    use crate::evaluator::encode_network;

    #[test]
    fn a_source_holds_the_network_and_its_provenance() {
        let shape = Shape { inputs: 4, hidden: 20, buckets: 1 };
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
        let more = with_provenance(&source, "70 %");
        assert_eq!(more, source.replace("60 %\n", "60 %\n//! 70 %\n"));
        assert!(network_source("no network", &[]).is_err());
    }

    #[test]
    fn a_match_is_one_line_of_provenance() {
        let mut pairs = PairScores::default();
        [2.0, 2.0, 1.0, 2.0].into_iter().for_each(|points| pairs.add(points));
        let line = match_line("hand", Effort::Time(Duration::from_millis(80)), 7, &pairs, 1.5);
        let (start, end) = ("Match with hand: 87.5 % (", " of 8 games, 80 ms a move, seed 7, ");
        assert!(line.starts_with(start) && line.contains(end), "{line}");
        assert!(line.ends_with("log-likelihood ratio +1.50."), "{line}");
    }
}
