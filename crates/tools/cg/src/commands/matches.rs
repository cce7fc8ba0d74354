use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};

use arena::{GameReport, Match, MatchError, Stop, Tally, game, write_records};

use super::print_json;
use crate::agents::Agents;
use crate::cli::Reply;
use crate::match_report::{score_line, to_json, write_text};

const EXAMPLES: &str = r#"Players:
  random             any legal move
  greedy             the move after which the bot, without searching, thinks best of its position
  uct                plain tree search with random playouts, as long as the time limit allows
  uct:<iterations>   the same, with so many playouts a move
  bot                the game's bot, as the workspace builds it
  bundle             the game's bot, as one file
  cmd:<command>      a program that speaks the referee's dialogue; {seed}, {opening} and {nodes} in
                     its words are replaced for every game
  uci:<command>      a UCI engine with a variant of the game's name

Examples:
  cargo cg match breakthrough --p1 bot --p2 uct:1000 --games 100
  cargo cg match breakthrough --p1 bot --p2 bundle --nodes 10000 --games 20 --seed 1
  cargo cg match breakthrough --p1 bot --p2 uci:fairy-stockfish --games 50 --time2 100
  cargo cg match breakthrough --p1 bot --p2 "cmd:java -jar rival.jar" --games 50 --record games.jsonl

Games come in pairs with the same random opening and colours swapped; the interval is that of the
pairs' scores. With --nodes only nodes bound the thinking, and players that are determined by their
seed bring the same match again, whatever the number of jobs."#;

/// The most faults of each player that are told in full.
const FAULTS_TOLD: u32 = 5;

/// Play a match between two players
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game
    game: String,
    /// The first player
    #[arg(long, value_name = "PLAYER")]
    p1: String,
    /// The second player
    #[arg(long, value_name = "PLAYER")]
    p2: String,
    /// How many games; an odd number is rounded up to whole pairs
    #[arg(long, value_name = "N")]
    games: NonZeroU32,
    /// The source of openings and of the players' seeds [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many random plies each pair's opening has
    #[arg(long, value_name = "N", default_value_t = 4)]
    opening_plies: usize,
    /// How many games run at once
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    /// Nodes per move in place of the clock, for players that can count them
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
    /// The first player's milliseconds per move [default: the official limits; a UCI engine: 100]
    #[arg(long, value_name = "MS")]
    time1: Option<NonZeroU64>,
    /// The second player's milliseconds per move. A player's own first move never gets less than
    /// officially; a UCI engine is forgiven 200 ms beyond its time
    #[arg(long, value_name = "MS")]
    time2: Option<NonZeroU64>,
    /// Write all games to a file, compressed if it ends in `.gz`
    #[arg(long, value_name = "FILE.jsonl[.gz]")]
    record: Option<PathBuf>,
    /// Print one JSON object; an infinite Elo difference is null in it
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let mut agents = Agents::new(game(&arguments.game)?, arguments.nodes.map(NonZeroU64::get));
    let plan = plan(arguments, &mut agents)?;
    if let Some(path) = &arguments.record {
        check_folder(path)?;
    }
    let stop = plan.stop.clone();
    ctrlc::set_handler(move || stop.request())?;
    eprintln!("seed {}", plan.seed);
    let games = play(&plan)?;
    let tally: Tally = games.iter().collect();
    if arguments.json {
        print_json(&to_json(&plan, &tally))?;
    } else {
        let mut output = io::stdout().lock();
        write_text(&mut output, &plan, &tally)?;
        output.flush()?;
    }
    if let Some(path) = &arguments.record {
        write_records(path, games.iter().map(|game| plan.record(game)))?;
        eprintln!("recorded in {}", path.display());
    }
    Ok(Reply::Yes)
}

/// Turns the arguments into a match, and says where it is not quite what they ask for.
fn plan(arguments: &Arguments, agents: &mut Agents) -> anyhow::Result<Match> {
    let game = game(&arguments.game)?;
    let time = |ms: Option<NonZeroU64>| ms.map(|ms| Duration::from_millis(ms.get()));
    let players = [
        agents.make(&arguments.p1, time(arguments.time1))?,
        agents.make(&arguments.p2, time(arguments.time2))?,
    ];
    let (asked_for, jobs) = (arguments.games.get() as usize, arguments.jobs.get());
    let pairs = asked_for.div_ceil(2);
    if asked_for % 2 == 1 {
        eprintln!("note: games come in pairs: playing {}", 2 * pairs);
    }
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    if jobs > cores {
        eprintln!(
            "warning: {jobs} games at once on {cores} cores: the players will wait for each other, \
             and for the clock"
        );
    }
    let mut plan = Match {
        game,
        players,
        pairs,
        seed: arguments.seed.unwrap_or_else(seed_of_now),
        opening_plies: arguments.opening_plies,
        jobs,
        stop: Stop::default(),
    };
    if plan.opening_plies > 0 {
        let unable: Vec<&str> = plan.players_without_openings().map(|p| p.label()).collect();
        if !unable.is_empty() {
            eprintln!(
                "note: no openings, since `{}` has no {{opening}} in its command line",
                unable.join("` and `")
            );
            plan.opening_plies = 0;
        }
    }
    Ok(plan)
}

/// Fails now rather than after the match if the records' folder does not exist.
fn check_folder(path: &Path) -> anyhow::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            bail!("{}: there is no folder {}", path.display(), folder.display())
        }
        _ => Ok(()),
    }
}

/// Plays with the running score on standard error, if that is a terminal.
fn play(plan: &Match) -> anyhow::Result<Vec<GameReport>> {
    let style = ProgressStyle::with_template("{pos}/{len} games, {msg}, {eta} left")?;
    let bar = ProgressBar::new(2 * plan.pairs as u64).with_style(style);
    let mut tally = Tally::default();
    let mut told = [0, 0];
    let games = plan.play(|game| {
        tally.add(game);
        bar.inc(1);
        bar.set_message(score_line(&tally));
        if let Some(player) = game.at_fault() {
            told[player] += 1;
            if told[player] <= FAULTS_TOLD {
                bar.suspend(|| tell_fault(game, player));
            }
        }
    });
    bar.finish_and_clear();
    if matches!(games, Err(MatchError::Stopped)) {
        eprintln!("so far {}", score_line(&tally));
    }
    Ok(games?)
}

fn tell_fault(game: &GameReport, player: usize) {
    let detail = game.detail.as_deref().unwrap_or_default();
    eprintln!(
        "game {} (seed {}): p{} loses by {}: {detail}",
        game.index + 1,
        game.seed,
        player + 1,
        game.termination
    );
}

/// Returns a seed that few matches share and that is short enough to be typed.
fn seed_of_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_micros() as u64 % 1_000_000_000
}
