//! Games: the checks of notations and of dialogues, for the types of each game.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use botio::{Bot, Lines, Options, Protocol};
use gamekit::{Notation, Observe as _, Player, Position};
use lamistra::LamistraBot;
use search::{Evaluate, Limits, MoveOrder, Params, Searcher, Tactics, Task};
use searchbot::{Reply, SearchBot, Settings, Turn};
use stratego::{Agent, AgentOptions, Rank, StrategoBot, first_setup};

/// Checks of one game.
pub(crate) struct Game {
    /// Package of the game's bot.
    pub(crate) package: &'static str,
    /// Checks a text that may be a position, and searches it if asked to.
    pub(crate) check_position: fn(&str, bool),
    /// Checks a text that may be a move.
    pub(crate) check_move: fn(&str),
    /// Lets the bot answer the lines of a judge; the moves are those of the game, as far as they
    /// are readable.
    pub(crate) check_dialogue: fn(&str, &[String]),
}

/// Returns a copy of the engine of a bot, whose network takes longer to read than a game to play.
macro_rules! engine {
    ($game:ident) => {{
        thread_local! {
            static ENGINE: $game::BotEngine = $game::BotEngine::default();
        }
        ENGINE.with(Clone::clone)
    }};
}

/// Checks of all games.
pub(crate) const GAMES: [Game; 5] = [
    Game {
        package: "breakthrough",
        check_position: |text, is_searched| {
            check_position::<breakthrough::Position>(text, is_searched, |pos| {
                search(engine!(breakthrough), &breakthrough::SETTINGS.params, pos);
            });
        },
        check_move: check_move::<breakthrough::Position>,
        check_dialogue: |input, moves| {
            let engine = engine!(breakthrough);
            let dialogue = breakthrough::Dialogue;
            check_listed(engine, &breakthrough::SETTINGS, dialogue, input, moves);
        },
    },
    Game {
        package: "jungle",
        check_position: |text, is_searched| {
            check_position::<jungle::Position>(text, is_searched, |pos| {
                search(engine!(jungle), &jungle::SETTINGS.params, pos);
            });
        },
        check_move: check_move::<jungle::Position>,
        check_dialogue: |input, moves| {
            let engine = engine!(jungle);
            check_listed(engine, &jungle::SETTINGS, jungle::Dialogue, input, moves);
        },
    },
    Game {
        package: "lamistra",
        check_position: |text, is_searched| {
            check_position::<lamistra::Position>(text, is_searched, |pos| {
                search(engine!(lamistra), &lamistra::SETTINGS.params, pos);
            });
        },
        check_move: check_move::<lamistra::Position>,
        check_dialogue: |input, moves| {
            let bot = LamistraBot::new(engine!(lamistra), options(moves));
            let replies = replies(lamistra::Dialogue, bot, input);
            replies.lines().for_each(check_move::<lamistra::Position>);
            assert!(replies.lines().all(|line| line.parse::<lamistra::Move>().is_ok()));
        },
    },
    Game {
        package: "lines-of-action",
        check_position: |text, is_searched| {
            check_position::<lines_of_action::Position>(text, is_searched, |pos| {
                let params = &lines_of_action::SETTINGS.params;
                search(engine!(lines_of_action), params, pos);
            });
        },
        check_move: check_move::<lines_of_action::Position>,
        check_dialogue: |input, moves| {
            let engine = engine!(lines_of_action);
            let dialogue = lines_of_action::Dialogue::default();
            check_listed(engine, &lines_of_action::SETTINGS, dialogue, input, moves);
        },
    },
    Game {
        package: "stratego",
        check_position: |text, is_searched| {
            check_position::<stratego::Position>(text, is_searched, decide);
        },
        check_move: check_move::<stratego::Position>,
        check_dialogue: |input, moves| {
            let bot = StrategoBot::new(options(moves));
            let replies = replies(stratego::Dialogue::default(), bot, input);
            let is_row = |line: &str| line.chars().all(|it| Rank::from_letter(it).is_some());
            let is_step = |line: &str| line.parse::<stratego::Move>().is_ok();
            let is_reply = |line| is_row(line) || is_step(line) || line == "SURRENDER";
            assert!(replies.lines().all(is_reply), "{replies}");
        },
    },
];

/// Size of transposition tables, in bytes. Larger ones take longer to make than the games.
const TABLE_BYTES: usize = 1 << 16;

/// Nodes of a search in a dialogue.
const NODES: u64 = 20;

/// Nodes of a search of a position.
const MORE_NODES: u64 = 200;

/// Maximum size of all messages of a game: a pipe that nobody reads holds no more.
const MAX_LOG: usize = 1 << 16;

/// Maximum number of messages about one turn.
const MAX_REMARKS: usize = 3;

fn legal_moves<P: Position>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv));
    moves
}

fn check_position<P: Notation>(text: &str, is_searched: bool, search: impl Fn(&P)) {
    let Ok(pos) = text.parse::<P>() else { return };
    check_text(&pos);
    let legal = legal_moves(&pos);
    assert_eq!(pos.legal_move_count(), legal.len(), "{text:?}");
    assert!(pos.outcome().is_none() || legal.is_empty(), "{text:?}");
    for &mv in &legal {
        assert!(pos.is_legal(mv), "{text:?}: {mv}");
        assert_eq!(pos.parse_move(&mv.to_string()), Ok(mv), "{text:?}");
        let mut after = pos.clone();
        after.play_unchecked(mv);
        check_text(&after);
    }
    if is_searched {
        search(&pos);
    }
}

fn check_text<P: Notation>(pos: &P) {
    assert_eq!(pos.to_string().parse().as_ref(), Ok(pos), "the text of a position");
}

fn check_move<P: Notation>(text: &str) {
    let mut pos = P::initial();
    let Ok(mv) = pos.parse_move(text) else { return };
    assert_eq!(pos.parse_move(&mv.to_string()), Ok(mv), "{text:?}");
    assert_eq!(pos.is_legal(mv), legal_moves(&pos).contains(&mv), "{text:?}");
    // An illegal move leads to any position, without a panic.
    pos.play_unchecked(mv);
}

fn search<P, E>(engine: E, params: &Params, pos: &P)
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    let moves = legal_moves(pos);
    let mut searcher = Searcher::new(engine, params.clone(), TABLE_BYTES);
    let task = Task { root: pos, moves: &moves, past: &[] };
    let found = searcher.search(&task, Limits::nodes(MORE_NODES), |_| ());
    assert_eq!(found.is_none(), moves.is_empty(), "{pos:?}");
    assert!(found.is_none_or(|found| moves.contains(&found.best)), "{pos:?}");
}

/// Searches a position from the view of the player to move.
fn decide(pos: &stratego::Position) {
    if pos.is_setting_up(Player::Second) {
        return;
    }
    let player = pos.side_to_move();
    let options = AgentOptions { table_bytes: TABLE_BYTES, ..AgentOptions::default() };
    let mut agent = Agent::with(player, &first_setup(player), options);
    agent.resume(pos.view(player));
    let found = agent.decide(Limits::nodes(MORE_NODES));
    let legal = agent.legal_steps();
    assert!(found.is_none_or(|found| legal.contains(&found.best)), "{pos:?}");
}

/// Returns the options of a bot that plays the readable ones of the moves.
fn options<M: FromStr>(moves: &[String]) -> Options<M> {
    let opening = moves.iter().filter_map(|mv| mv.parse().ok()).collect();
    Options { seed: Some(1), opening, nodes: Some(NODES) }
}

/// Checks the bot of a game whose judge lists the legal moves.
fn check_listed<P, E, D>(engine: E, settings: &Settings, dialogue: D, input: &str, moves: &[String])
where
    P: Notation<Move: FromStr<Err: Display>> + Debug,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
    D: Protocol<Turn = Turn<P>, Reply = Reply<P::Move>> + Clone,
{
    let settings = Settings { table_bytes: TABLE_BYTES, ..settings.clone() };
    let replies =
        replies(dialogue.clone(), SearchBot::new(engine, settings, options(moves)), input);
    let turns = turns(dialogue, input);
    assert_eq!(replies.lines().count(), turns.len(), "{replies}");
    for (reply, turn) in replies.lines().zip(turns) {
        let is_reply = |mv: &P::Move| {
            let message = reply.strip_prefix(&mv.to_string());
            message.is_some_and(|message| message.is_empty() || message.starts_with(' '))
        };
        assert!(turn.listed.is_empty() || turn.listed.iter().any(is_reply), "{reply}: {turn:?}");
    }
}

fn turns<D: Protocol>(mut dialogue: D, input: &str) -> Vec<D::Turn> {
    let (mut lines, mut turns) = (Lines::new(input.as_bytes()), Vec::new());
    while let Ok(Some(turn)) = dialogue.read_turn(&mut lines) {
        turns.push(turn);
    }
    turns
}

/// Runs a bot on the lines of a judge and returns its replies.
fn replies<D: Protocol>(
    dialogue: D,
    bot: impl Bot<Turn = D::Turn, Reply = D::Reply>,
    input: &str,
) -> String {
    let (mut replies, mut log) = (Vec::new(), Vec::new());
    let ran = botio::run(dialogue, bot, input.as_bytes(), &mut replies, &mut log);
    ran.unwrap_or_else(|error| panic!("{error}"));
    let [replies, log] = [replies, log]
        .map(|bytes| String::from_utf8(bytes).unwrap_or_else(|error| panic!("{error}")));
    assert!(log.lines().all(|line| line.starts_with("bot: ")), "{log}");
    assert!(!log.contains("panic while thinking"), "{log}");
    assert!(log.len() <= MAX_LOG, "{} bytes of messages", log.len());
    assert!(log.lines().count() <= MAX_REMARKS * input.lines().count(), "{log}");
    replies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_fuzzed() {
        let fuzzed = GAMES.map(|game| game.package);
        for game in registry::main_games() {
            let package = game.package();
            assert!(fuzzed.contains(&package), "add {package} to the list in this file");
        }
    }
}
