//! Skeletons of games: the folders of templates that make one, and the values of their
//! placeholders.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use options::new::{Arguments, BoardSize, Moves};

use crate::host::Host;
use crate::name::Name;
use crate::template::Values;

/// Profile of the judge in the crate of a game with a judge of its own.
const PROFILE: &str = "judge.toml";

/// Fewest ranks of a game in which pieces step: on smaller boards it is decided too soon.
const STEP_RANKS: usize = 6;

/// Crates without which a judge cannot compile a bot of `searchbot`.
const CRATES: [&str; 2] = ["rand", "itertools"];

/// Skeleton of a game.
pub(crate) struct Skeleton {
    /// Folders of templates whose files together are the game.
    pub(crate) folders: Vec<&'static str>,
    /// Values of the placeholders.
    pub(crate) values: Values,
    /// File of the crate with the profile of the judge, if it is one of the user's.
    pub(crate) profile: Option<(PathBuf, String)>,
    /// Options of `cargo cg book` that make a book of the game.
    pub(crate) book: [&'static str; 8],
}

/// Judge of a game.
struct Judge {
    name: String,
    /// Text in the manifest of the crate and in the registry.
    reference: String,
    /// Folder of templates with its dialogue.
    dialogue: &'static str,
    profile: Option<(PathBuf, String)>,
}

impl Skeleton {
    /// Returns the skeleton that the options ask for.
    ///
    /// # Errors
    ///
    /// The board is too small for the moves, or the profile of the judge cannot be read.
    pub(crate) fn new(name: &Name, arguments: &Arguments, host: Host) -> anyhow::Result<Skeleton> {
        let moves = arguments.moves;
        let size = arguments.board.unwrap_or(default_board(moves));
        if moves == Moves::Step && size.height < STEP_RANKS {
            bail!("pieces that step need at least {STEP_RANKS} ranks: choose a larger --board");
        }
        let judge = judge(name, &arguments.judge)?;
        let mut folders = vec!["game"];
        folders.extend(match moves {
            Moves::Drop => &["lines", "drop"][..],
            Moves::Place => &["lines", "place"],
            Moves::Step => &["step"],
        });
        folders.push(judge.dialogue);
        let mut values = board_values(size);
        values.extend(names(name));
        values.extend(rules(moves, size));
        values.extend(limits(moves, size));
        let metadata = match judge.reference == "CodinGame" {
            true => String::new(),
            false => format!("\n\n[package.metadata.cg]\njudge = \"{}\"", judge.reference),
        };
        values.extend([
            ("registry", if host == Host::Own { "crate" } else { "registry" }.to_owned()),
            ("judge", judge.name),
            ("judge_reference", judge.reference),
            ("metadata", metadata),
        ]);
        values.extend(bot_of(name.package(), judge.dialogue));
        let book = ["--openings", "100", "--plies", "4", "--nodes", "2000", "--balance", "100"];
        Ok(Skeleton { folders, values, profile: judge.profile, book })
    }
}

fn default_board(moves: Moves) -> BoardSize {
    let (width, height) = match moves {
        Moves::Drop => (7, 6),
        Moves::Step => (6, 6),
        Moves::Place => (5, 5),
    };
    BoardSize { width, height }
}

fn names(name: &Name) -> Values {
    Values::from([
        ("game", name.package().to_owned()),
        ("crate", name.krate()),
        ("Game", name.type_name()),
        ("title", name.title()),
    ])
}

fn board_values(BoardSize { width, height }: BoardSize) -> Values {
    let file = |index: usize| char::from(b'a' + index as u8).to_string();
    Values::from([
        ("width", width.to_string()),
        ("height", height.to_string()),
        ("last_file", file(width - 1)),
        ("next_file", file(width)),
        ("last_square", format!("{}{height}", file(width - 1))),
    ])
}

/// Returns the rules as text, and the constants that depend on them.
fn rules(moves: Moves, BoardSize { width, height }: BoardSize) -> Values {
    let line = width.min(height).min(4);
    let winning = format!("A player wins with {line} pieces in a row, column or diagonal.");
    let draw = "A full board is a draw.".to_owned();
    let [first, second, third] = match moves {
        Moves::Drop => {
            let drop = "A piece is dropped into a column and falls to its lowest empty square.";
            [drop.to_owned(), winning, draw]
        }
        Moves::Place => ["A piece is placed on any empty square.".to_owned(), winning, draw],
        Moves::Step => [
            "A piece moves one square forward, straight or diagonally.",
            "The square straight ahead must be empty; a diagonal move may capture.",
            "A player wins by reaching the far rank; a player who cannot move loses.",
        ]
        .map(str::to_owned),
    };
    let modules = if moves == Moves::Step { "" } else { "mod lines;\n" };
    let by_count = if line == 3 { "10, 50" } else { "5, 20, 60" };
    let of_rank = |rank: usize| if rank + 1 < height { 100 + 10 * rank } else { 0 };
    let by_rank: Vec<String> = (0..height).map(|rank| of_rank(rank).to_string()).collect();
    Values::from([
        ("rule_1", first),
        ("rule_2", second),
        ("rule_3", third),
        ("modules", modules.to_owned()),
        ("line", line.to_string()),
        ("open_line", (line - 1).to_string()),
        ("line_weights", by_count.to_owned()),
        ("rank_weights", by_rank.join(", ")),
    ])
}

/// Returns the limits of a game, of its bot, and of its bench.
fn limits(moves: Moves, BoardSize { width, height }: BoardSize) -> Values {
    /// Time of a CodeCup bot for a game, in milliseconds: less than the 30 seconds of the judge.
    const WHOLE_GAME: usize = 24_000;
    let squares = width * height;
    let longest = if moves == Moves::Step { "4 * SQUARES" } else { "SQUARES" };
    let own_turns = if moves == Moves::Step { squares } else { squares.div_ceil(2) };
    let depth = match moves {
        Moves::Drop => 8,
        Moves::Step => 6,
        Moves::Place if squares <= 25 => 6,
        Moves::Place => 4,
    };
    // At most a million sequences, which brute force counts within seconds.
    let perft = if moves == Moves::Place && squares > 30 { 3 } else { 4 };
    Values::from([
        ("longest", longest.to_owned()),
        ("own_turns", own_turns.to_string()),
        ("perft_depth", perft.to_string()),
        ("turn_ms", (WHOLE_GAME / own_turns).to_string()),
        ("bench_depth", depth.to_string()),
    ])
}

/// Returns the lines for the bot. That of `searchbot` needs crates that CodeCup does not have, and
/// the probe measures CodinGame.
fn bot_of(game: &str, dialogue: &str) -> Values {
    let is_codecup = dialogue == "codecup";
    let codecup = |line: &str| if is_codecup { line.to_owned() } else { String::new() };
    let codingame = |line: String| if is_codecup { String::new() } else { line };
    let program = format!("\n[[bin]]\nname = \"{game}-probe\"\npath = \"src/bin/probe.rs\"\n");
    Values::from([
        ("fastrand", codecup("fastrand.workspace = true\n")),
        ("bot_module", codecup("mod bot;\n")),
        ("bot_export", codecup("pub use bot::Player;\n")),
        ("searchbot", codingame("searchbot.workspace = true\n".to_owned())),
        ("probe", codingame("probe.workspace = true\n".to_owned())),
        ("probe_program", codingame(program)),
        ("default_run", codingame(format!("default-run = \"{game}\"\n"))),
    ])
}

/// Returns the judge of that name, or of that profile.
fn judge(name: &Name, text: &str) -> anyhow::Result<Judge> {
    let known = |name: &str, dialogue| Judge {
        name: name.to_owned(),
        reference: name.to_owned(),
        dialogue,
        profile: None,
    };
    if text.eq_ignore_ascii_case("codingame") {
        return Ok(known("CodinGame", "codingame"));
    }
    if text.eq_ignore_ascii_case("codecup") {
        return Ok(known("CodeCup", "codecup"));
    }
    if !text.ends_with(".toml") {
        bail!("no judge is called `{text}`: give codingame, codecup, or a profile FILE.toml");
    }
    let profile = fs::read_to_string(Path::new(text)).with_context(|| text.to_owned())?;
    let table: toml::Table = profile.parse().with_context(|| text.to_owned())?;
    let Some(title) = table.get("name").and_then(toml::Value::as_str) else {
        bail!("{text} does not describe a judge: it has no `name = \"...\"`");
    };
    let crates = table.get("crates").and_then(toml::Value::as_table);
    let has_crates =
        crates.is_some_and(|crates| CRATES.iter().all(|name| crates.contains_key(*name)));
    Ok(Judge {
        name: title.to_owned(),
        reference: format!("crates/games/{}/{PROFILE}", name.package()),
        dialogue: if has_crates { "codingame" } else { "codecup" },
        profile: Some((PROFILE.into(), profile)),
    })
}
