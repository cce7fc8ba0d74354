//! Evaluators on a queue: a name, or the object with the text of a network.

use anyhow::Context as _;
use queue::{Queue, QueueError};
use trainer::Evaluator;

/// Returns the name of an evaluator. The text of a network is stored on the queue.
///
/// # Errors
///
/// The queue does not take the network.
pub fn evaluator_name(evaluator: &Evaluator, queue: &Queue) -> Result<String, QueueError> {
    match evaluator {
        Evaluator::Network(text) => queue.put_object(text.as_bytes()),
        named => Ok(named.identity()),
    }
}

/// Returns the evaluator with a name, with its network from the queue.
///
/// # Errors
///
/// The queue does not have the network, or it is no text.
pub fn evaluator(name: &str, queue: &Queue) -> anyhow::Result<Evaluator> {
    Ok(match name {
        "hand" => Evaluator::Hand,
        "nothing" => Evaluator::Nothing,
        "material" => Evaluator::Material,
        object => {
            let text = String::from_utf8(queue.object(object)?);
            Evaluator::Network(text.context("the network is no text")?)
        }
    })
}
