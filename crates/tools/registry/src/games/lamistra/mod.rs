//! Lamistra at CodeCup 2005: the referee, and baselines of this game.

mod baselines;
mod board;
mod bot;
mod diagram;
mod dialogue;
mod examples;

use std::time::Duration;

use boards::{BoardGame, Drawn};
use fastrand::Rng;
use gamekit::{Outcome, Player, Position as _};
use lamistra::{Move, Position};
use search::{Evaluate, Params, Score, Signature, Weights};
use trainer::{
    GameWithNetwork, GameWithWeights, NetworkGame, NewFactory, SearchedGame, Trained, TunableGame,
    players, random_move,
};

use self::diagram::diagram;
use self::dialogue::unsent_lines;
use self::examples::EXAMPLES;
use crate::agent::OwnBaseline;
use crate::equilibrium::{SimultaneousGame, SimultaneousInfo};
use crate::equilibrium_search::EquilibriumSearch;
use crate::official::{OfficialGame, Progress};
use crate::referee::{Ending, Verdict};
use crate::search_tools::SearchTools;
use crate::termination::Termination;
use crate::time_control::TimeControl;

/// Line that both players read when one of them has broken the rules.
const IRREGULARITY: &str = "X";

/// Lamistra at CodeCup.
pub(crate) struct Lamistra;

impl OfficialGame for Lamistra {
    type Position = Position;

    const NAME: &'static str = "lamistra";
    const PACKAGE: &'static str = "lamistra";
    const JUDGE: &'static str = "CodeCup";
    const UCI_VARIANT: Option<&'static str> = None;
    const BENCH: fn() -> Signature = lamistra::bench;
    const BOARD: &'static dyn BoardGame = &Drawn::<Lamistra>::NEW;
    const TIME_CONTROL: TimeControl = TimeControl::whole_game(Duration::from_secs(30));
    /// CodeCup says "64 MB". As for other judges, this is the larger reading.
    const MEMORY_LIMIT: u64 = 64 << 20;
    const UNITS_PER_LOGIT: Option<f64> = Some(392.0);
    const BOOK: Option<&'static str> = Some(include_str!("../../../books/lamistra.txt"));
    const SEARCH: Option<SearchTools<Position>> = Some(SearchTools::of::<Lamistra>());
    const TUNABLE: Option<&'static dyn TunableGame> = Some(&Trained::<Lamistra>::NEW);
    const NETWORK: Option<&'static dyn NetworkGame> = Some(&Trained::<Lamistra>::NEW);
    const SIMULTANEOUS: Option<&'static dyn SimultaneousGame> = Some(&ATTACKS);
    const OWN_BASELINES: &'static [OwnBaseline<Position>] = baselines::BASELINES;

    /// Returns the other player's moves since this player's last turn; no lines if the attacker is
    /// asked for a role.
    fn prompt(game: &Progress<Position>) -> Vec<String> {
        let [first, second] = unsent_lines(game);
        match game.pos.side_to_move() {
            Player::First => first,
            Player::Second => second,
        }
    }

    /// The rules define a move of five characters and a role of one, and nothing around them. A
    /// line with more characters is refused, trailing spaces included: a bot that passes here shall
    /// pass with any other referee.
    fn read_answer(line: &str) -> Option<&str> {
        line.parse::<Move>().is_ok().then_some(line)
    }

    fn verdict(game: &Progress<Position>) -> Option<Verdict> {
        let outcome = game.pos.outcome()?;
        let has_lost_flag = |player| game.pos.army(player).has_lost_flag();
        let reason = if Player::BOTH.into_iter().any(has_lost_flag) {
            "flag"
        } else if outcome == Outcome::Draw {
            "max-turns"
        } else {
            "no-moves"
        };
        Some(Verdict { outcome, reason })
    }

    fn is_between_moves(pos: &Position) -> bool {
        pos.attack().is_none()
    }

    /// Returns the rest of the game, and after a fault the line that ends it.
    fn farewell(
        game: &Progress<Position>,
        player: Player,
        Ending { fault, .. }: Ending,
    ) -> Option<Vec<String>> {
        // A player at fault was sent all lines before the answer, unless the answer was legal.
        let was_asked = fault.is_some_and(|fault| fault != Termination::LeftOpening)
            && player == game.pos.side_to_move();
        let [first, second] = unsent_lines(game);
        let mut lines = match player {
            _ if was_asked => Vec::new(),
            Player::First => first,
            Player::Second => second,
        };
        lines.extend(fault.map(|_| IRREGULARITY.to_owned()));
        Some(lines)
    }

    /// The player who names the second role does not know the first one, so it is drawn at random.
    fn determinized(pos: &Position, rng: &mut Rng) -> Position {
        let mut determinized = pos.without_name();
        if determinized != *pos
            && let Some(name) = random_move(&determinized, rng)
        {
            determinized.play_unchecked(name);
        }
        determinized
    }
}

impl SearchedGame for Lamistra {
    type Position = Position;
    type Engine = lamistra::Engine;

    const NAME: &'static str = <Lamistra as OfficialGame>::NAME;
    const PARAMS: Params = lamistra::SETTINGS.params;
}

impl GameWithWeights for Lamistra {
    const PLAYERS: NewFactory<Position> = players::<Lamistra>;

    fn weights(engine: &mut lamistra::Engine) -> &mut dyn Weights {
        &mut engine.weights
    }
}

impl GameWithNetwork for Lamistra {
    type Features = lamistra::Features;
    type EngineWith<V: Evaluate<Position> + 'static> = lamistra::Engine<V>;

    const MATERIAL: Option<fn(&Position) -> Score> = None;
    /// The search evaluates no position in which a role is still to be named.
    const IS_TYPICAL: fn(&Position) -> bool =
        |pos| pos.attack().is_none() && pos.plies_left() > lamistra::FADING_PLIES;
    const LAMBDA: f32 = 0.95;
    /// The time of a decision in the middle of a game.
    const TURN: Duration = Duration::from_millis(400);

    fn engine_with<V: Evaluate<Position> + 'static>(evaluation: V) -> lamistra::Engine<V> {
        lamistra::Engine::new(evaluation)
    }
}

/// Attacks, in which both players name a role at the same time.
const ATTACKS: EquilibriumSearch<Lamistra> = EquilibriumSearch {
    info: SimultaneousInfo {
        choosers: ["attacker", "defender"],
        hint: "let the moves end with a step that attacks, as in \"a3-a4;a5-a4\"",
        diagram,
        examples: EXAMPLES,
    },
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use gamekit::Notation;
    use lamistra::Role;

    use super::*;
    use crate::lookup::game;

    fn after(moves: &str) -> Position {
        let mut pos = Position::initial();
        for mv in moves.split_whitespace() {
            pos.play(pos.parse_move(mv).unwrap()).unwrap();
        }
        pos
    }

    #[test]
    fn the_second_namer_sees_a_random_first_name() {
        let determinized = |name: &str, seed| {
            let pos = after(&format!("a3-a4 c5-c4 a4-a5 {name}"));
            Lamistra::determinized(&pos, &mut Rng::with_seed(seed)).attack().unwrap().name.unwrap()
        };
        let drawn: Vec<Role> = (0..100).map(|seed| determinized("G", seed)).collect();
        assert_eq!(drawn, (0..100).map(|seed| determinized("R", seed)).collect::<Vec<_>>());
        let all: HashSet<usize> = drawn.into_iter().map(Role::index).collect();
        assert_eq!(all.len(), Role::MOVABLE.len());
    }

    #[test]
    fn a_position_without_hidden_information_is_unchanged() {
        for moves in ["", "a3-a4", "a3-a4 c5-c4 a4-a5", "a3-a4 c5-c4 a4-a5 R B"] {
            let pos = after(moves);
            assert_eq!(Lamistra::determinized(&pos, &mut Rng::with_seed(1)), pos, "{moves}");
        }
        // A piece whose role is known is not hidden either.
        let pos = after("a3-a4 c5-c4 a4-a5 O R c4-d4 a5-a6 O");
        assert_eq!(Lamistra::determinized(&pos, &mut Rng::with_seed(1)), pos);
    }

    #[test]
    fn a_player_has_thirty_seconds_for_the_whole_game_and_64_mib() {
        let lamistra = game("lamistra").unwrap();
        let limit = lamistra.time_control().limit(7, Duration::from_secs(29));
        assert_eq!(limit.time(), Duration::from_secs(1));
        assert_eq!(lamistra.memory_limit(), 67_108_864);
    }
}
