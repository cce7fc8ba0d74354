//! Command `cargo cg book`: generation of a balanced opening book.

use std::io::{self, Write};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use registry::{Book, BookPlan, BookQuality, OpeningSearch, opening_search};
use stats::{Estimate, NormalizedElo};

use bundler::write_atomically;

use super::opening_tree;
use crate::programs::Programs;
use options::Reply;
use options::book::Arguments;
use workspace::check_output;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    if !arguments.from.is_empty() {
        return opening_tree::run(arguments, programs);
    }
    arguments.output.as_deref().map_or(Ok(()), check_output)?;
    let search = opening_search(&arguments.game)?;
    let plan = BookPlan {
        openings: arguments.openings.get(),
        plies: arguments.plies(),
        nodes: arguments.nodes.get(),
        balance: arguments.balance,
        seed: arguments.seed,
    };
    let bar = progress(plan.openings, "openings")?;
    let book = search.make_book(&plan, &mut |found| bar.set_position(found as u64));
    bar.finish_and_clear();
    let book = book?;
    match &arguments.output {
        Some(path) => {
            let shown = path.display();
            write_atomically(path, &book.to_string()).with_context(|| shown.to_string())?;
            eprintln!("{} openings in {shown}", book.openings().len());
        }
        None => write!(io::stdout(), "{book}")?,
    }
    if let Some(nodes) = arguments.play {
        print_worth(&play(search, &book, nodes.get())?);
    }
    Ok(Reply::Yes)
}

fn play(search: &dyn OpeningSearch, book: &Book, nodes: u64) -> anyhow::Result<BookQuality> {
    let bar = progress(book.openings().len(), "game pairs")?;
    let worth = search.play_openings(book.openings(), nodes, &|_| bar.inc(1));
    bar.finish_and_clear();
    Ok(worth?)
}

/// Prints the balance and sharpness of the openings, with 95 % confidence intervals.
fn print_worth(worth: &BookQuality) {
    let (games, (low, high)) = (f64::from(worth.games()), worth.first.interval());
    let first = 100.0 * worth.first.score();
    eprintln!("first player  {first:.1} % ({:.1} .. {:.1})", 100.0 * low, 100.0 * high);
    eprintln!("drawn         {:.1} % of {games} games", 100.0 * f64::from(worth.draws) / games);
    if let Some(Estimate { value, low, high }) = NormalizedElo::of_pairs(&worth.stronger) {
        let (value, low, high) = (value.0, low.0, high.0);
        eprintln!("twice the nodes: {value:+.0} normalized Elo ({low:+.0} .. {high:+.0})");
    }
    eprintln!("plies per game {:.0}", worth.plies as f64 / games);
}

pub(super) fn progress(length: usize, what: &str) -> anyhow::Result<ProgressBar> {
    let template = format!("{{pos}}/{{len}} {what} {{wide_bar}} {{eta}} left");
    Ok(ProgressBar::new(length as u64).with_style(ProgressStyle::with_template(&template)?))
}
