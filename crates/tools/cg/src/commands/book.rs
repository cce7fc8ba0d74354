use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use arena::{Book, BookPlan, Estimate, Game, NormalizedElo, Worth, game};
use bundler::write_atomically;

use crate::cli::Reply;

const EXAMPLES: &str = "\
Examples:
  cargo cg book breakthrough --openings 1000 --plies 6 --balance 50 -o book.txt
  cargo cg book jungle --plies 12 --openings 400 --play 3000 > /dev/null

Openings are random moves; those are kept after which a short search of the game's bot sees neither
side ahead by more than the balance. No two lead to the same position. The same options make the same
book, whatever the number of cores; its first line is the command.

With --play the bot plays against itself with half the nodes, two games from every opening. A book is
balanced if the player who moves first scores about half the points. The higher the normalized Elo of
the bot with more nodes, the fewer games a match from these openings takes to see a difference.";

/// Make a book of balanced openings
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game
    game: String,
    /// How many openings
    #[arg(long, value_name = "N", default_value = "1000")]
    openings: NonZeroUsize,
    /// How many random plies each has
    #[arg(long, value_name = "N", default_value_t = 6)]
    plies: usize,
    /// Nodes of the search that judges each
    #[arg(long, value_name = "N", default_value = "20000")]
    nodes: NonZeroU64,
    /// The largest advantage of either side; 100 is about a piece
    #[arg(long, value_name = "UNITS", default_value_t = 50, value_parser = clap::value_parser!(i32).range(0..))]
    balance: i32,
    /// The source of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the book to a file rather than to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Let the bot with so many nodes a move play against itself with half as many, and tell on
    /// standard error how balanced and how sharp the openings are
    #[arg(long, value_name = "NODES")]
    play: Option<NonZeroU64>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let game = game(&arguments.game)?;
    let plan = BookPlan {
        openings: arguments.openings.get(),
        plies: arguments.plies,
        nodes: arguments.nodes.get(),
        balance: arguments.balance,
        seed: arguments.seed,
    };
    let bar = progress(plan.openings, "openings")?;
    let book = game.make_book(&plan, &mut |found| bar.set_position(found as u64));
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
        tell(&play(game, &book, nodes.get())?);
    }
    Ok(Reply::Yes)
}

fn play(game: &dyn Game, book: &Book, nodes: u64) -> anyhow::Result<Worth> {
    let bar = progress(book.openings().len(), "pairs of games")?;
    let worth = game.play_openings(book.openings(), nodes, &|_| bar.inc(1));
    bar.finish_and_clear();
    Ok(worth?)
}

/// Says what the openings are worth; intervals are of 95 %.
fn tell(worth: &Worth) {
    let (games, (low, high)) = (f64::from(worth.games()), worth.first.interval());
    let first = 100.0 * worth.first.score();
    eprintln!("first player  {first:.1} % ({:.1} .. {:.1})", 100.0 * low, 100.0 * high);
    eprintln!("drawn         {:.1} % of {games} games", 100.0 * f64::from(worth.draws) / games);
    if let Some(Estimate { value, low, high }) = NormalizedElo::of_pairs(&worth.stronger) {
        let (value, low, high) = (value.0, low.0, high.0);
        eprintln!("twice the nodes: {value:+.0} normalized Elo ({low:+.0} .. {high:+.0})");
    }
    eprintln!("plies a game  {:.0}", worth.plies as f64 / games);
}

fn progress(length: usize, what: &str) -> anyhow::Result<ProgressBar> {
    let template = format!("{{pos}}/{{len}} {what} {{wide_bar}} {{eta}} left");
    Ok(ProgressBar::new(length as u64).with_style(ProgressStyle::with_template(&template)?))
}
