//! Referee of {{title}}.

mod board;
mod judge;
mod reading;
mod squares;

use std::time::Duration;

use boards::{BoardGame, Drawn};
use gamekit::{Player, Position as _};
use search::{Evaluate, Params, Score, Signature, Weights};
use trainer::{
    GameWithNetwork, GameWithWeights, NetworkGame, NewFactory, SearchedGame, Trained, TunableGame,
    players,
};

use {{crate}}::{Engine, Features, Position, SETTINGS};

use self::reading::reason;
use {{registry}}::official::{OfficialGame, Progress};
use {{registry}}::referee::{Ending, Verdict};
use {{registry}}::search_tools::SearchTools;
use {{registry}}::time_control::TimeControl;

/// Opening book.
const BOOK: &str = include_str!("../../../books/{{game}}.txt");

/// {{title}}.
pub(crate) struct {{Game}};

impl OfficialGame for {{Game}} {
    type Position = Position;

    const NAME: &'static str = "{{game}}";
    const PACKAGE: &'static str = "{{game}}";
    const JUDGE: &'static str = judge::NAME;
    const UCI_VARIANT: Option<&'static str> = None;
    const BENCH: fn() -> Signature = {{crate}}::bench;
    const BOARD: &'static dyn BoardGame = &Drawn::<Self>::NEW;
    const TIME_CONTROL: TimeControl = judge::TIME_CONTROL;
    const MEMORY_LIMIT: u64 = judge::MEMORY_LIMIT;
    const BOOK: Option<&'static str> = Some(BOOK);
    const SEARCH: Option<SearchTools<Position>> = Some(SearchTools::of::<Self>());
    const TUNABLE: Option<&'static dyn TunableGame> = Some(&Trained::<Self>::NEW);
    const NETWORK: Option<&'static dyn NetworkGame> = Some(&Trained::<Self>::NEW);

    fn prompt(game: &Progress<Position>) -> Vec<String> {
        judge::prompt(game)
    }

    fn read_answer(line: &str) -> Option<&str> {
        judge::read_answer(line)
    }

    fn verdict(game: &Progress<Position>) -> Option<Verdict> {
        let outcome = game.pos.outcome()?;
        Some(Verdict { outcome, reason: reason(&game.pos, outcome) })
    }

    fn farewell(game: &Progress<Position>, player: Player, ending: Ending) -> Option<Vec<String>> {
        judge::farewell(game, player, ending)
    }
}

impl SearchedGame for {{Game}} {
    type Position = Position;
    type Engine = Engine;

    const NAME: &'static str = <Self as OfficialGame>::NAME;
    const PARAMS: Params = SETTINGS.params;
}

impl GameWithWeights for {{Game}} {
    const PLAYERS: NewFactory<Position> = players::<Self>;

    fn weights(engine: &mut Engine) -> &mut dyn Weights {
        &mut engine.weights
    }
}

impl GameWithNetwork for {{Game}} {
    type Features = Features;
    type EngineWith<V: Evaluate<Position> + 'static> = Engine<V>;

    const MATERIAL: Option<fn(&Position) -> Score> = None;
    const IS_TYPICAL: fn(&Position) -> bool = |_| true;
    const LAMBDA: f32 = 0.7;
    const TURN: Duration = SETTINGS.later_turn;

    fn engine_with<V: Evaluate<Position> + 'static>(evaluation: V) -> Engine<V> {
        Engine::new(evaluation)
    }
}
