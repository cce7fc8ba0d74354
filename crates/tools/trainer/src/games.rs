//! Lists of the games whose weights can be tuned and of those whose networks can be trained.

use std::marker::PhantomData;
use std::path::PathBuf;
use std::time::Duration;

use gamekit::{Player, Position as _};
use search::{Evaluate, Params, Score, Weights};

use crate::climb::{Climb, ClimbError, Climbed};
use crate::duel::{Duel, DuelError};
use crate::engine_player::PlayerFactory;
use crate::evaluator::{Evaluator, EvaluatorError};
use crate::fit::{Fit, Fitted};
use crate::game_with_network::GameWithNetwork;
use crate::game_with_weights::GameWithWeights;
use crate::logistic::FitError;
use crate::network_game::NetworkGame;
use crate::player_factories::{players, players_by_hand};
use crate::samples::{Filter, Samples, SamplesError};
use crate::shard::{PlayedGame, Shard, Watch};
use crate::tunable_game::TunableGame;
use crate::{climb, duel, fit, shard};

/// Declares the games whose evaluations have weights, by the crates of their bots.
macro_rules! games {
    (
        $(
            $name:ident: $package:ident, $text:literal, $factory:ident;
        )*
    ) => {
        /// All games whose weights can be tuned.
        static TUNABLE_GAMES: &[&dyn TunableGame] = &[$(&Entry::<$name>(PhantomData),)*];

        $(
            struct $name;

            impl GameWithWeights for $name {
                type Position = $package::Position;
                type Engine = $package::Engine;

                const NAME: &'static str = $text;
                const PARAMS: Params = $package::SETTINGS.params;
                const SOURCE: &'static str = concat!("crates/games/", $text, "/src/weights.rs");

                fn player_factory(
                    evaluator: &Evaluator,
                    table_bytes: usize,
                ) -> Result<PlayerFactory<Self::Position>, EvaluatorError> {
                    $factory::<Self>(evaluator, table_bytes)
                }

                fn weights(engine: &mut $package::Engine) -> &mut dyn Weights {
                    &mut engine.weights
                }
            }
        )*

        #[cfg(test)]
        mod tests {
            #[test]
            fn evaluations_are_linear_in_their_weights() {
                $(crate::rows::tests::check_linear::<super::$name>();)*
            }
        }
    };
}

games! {
    Breakthrough: breakthrough, "breakthrough", players;
    LinesOfAction: lines_of_action, "lines-of-action", players;
    Jungle: jungle, "jungle", players;
    Lamistra: lamistra, "lamistra", players_by_hand;
}

/// Declares the games whose bots can evaluate by a network. They are among the games above.
macro_rules! network_games {
    (
        $(
            $name:ident: $package:ident, $text:literal, $lambda:literal, $material:expr,
            $is_typical:expr;
        )*
    ) => {
        /// All games whose networks can be trained.
        static NETWORK_GAMES: &[&dyn NetworkGame] = &[$(&Entry::<$name>(PhantomData),)*];

        $(
            impl GameWithNetwork for $name {
                type Features = $package::Features;
                type EngineWith<V: Evaluate<$package::Position> + 'static> = $package::Engine<V>;

                const MATERIAL: Option<fn(&$package::Position) -> Score> = $material;
                const IS_TYPICAL: fn(&$package::Position) -> bool = $is_typical;
                const LAMBDA: f32 = $lambda;
                const TURN: Duration = $package::SETTINGS.later_turn;
                const NETWORK_SOURCE: &'static str =
                    concat!("crates/games/", $text, "/src/network.rs");

                fn engine_with<V: Evaluate<$package::Position> + 'static>(
                    evaluation: V,
                ) -> $package::Engine<V> {
                    $package::Engine::new(evaluation)
                }
            }
        )*
    };
}

network_games! {
    Breakthrough: breakthrough, "breakthrough", 0.7, Some(pieces_ahead), |_| true;
    LinesOfAction: lines_of_action, "lines-of-action", 0.7, None, |_| true;
    Jungle: jungle, "jungle", 0.95, None, |pos| pos.plies_left() > jungle::FADING_PLIES;
}

/// Returns all games whose networks can be trained.
#[must_use]
pub fn network_games() -> &'static [&'static dyn NetworkGame] {
    NETWORK_GAMES
}

/// Returns the material balance of Breakthrough for the side to move, with a score of 100 per
/// piece.
fn pieces_ahead(pos: &breakthrough::Position) -> Score {
    let (white, black) = pos.white_and_black();
    let ahead = 100 * (white.count_ones() as Score - black.count_ones() as Score);
    if pos.side_to_move() == Player::First { ahead } else { -ahead }
}

/// Returns all games whose weights can be tuned.
#[must_use]
pub fn tunable_games() -> &'static [&'static dyn TunableGame] {
    TUNABLE_GAMES
}

/// Game in the lists.
struct Entry<G>(PhantomData<G>);

impl<G: GameWithWeights> TunableGame for Entry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn source(&self) -> &'static str {
        G::SOURCE
    }

    fn fit(&self, plan: &Fit, progress: &(dyn Fn(f64) + Sync)) -> Result<Fitted, FitError> {
        fit::run::<G>(plan, progress)
    }

    fn climb(&self, plan: &Climb, progress: &(dyn Fn(f64) + Sync)) -> Climbed {
        climb::weights::<G>(plan, progress)
    }

    fn climb_search(
        &self,
        plan: &Climb,
        evaluator: &Evaluator,
        tunables: &[String],
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Climbed, ClimbError> {
        climb::search::<G>(plan, evaluator, tunables, progress)
    }

    fn play_shard(
        &self,
        shard: &Shard,
        evaluator: &Evaluator,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<PlayedGame>>, EvaluatorError> {
        shard::play::<G>(shard, evaluator, watch)
    }

    fn play_pairs(&self, duel: &Duel<'_>, openings: &[Vec<String>]) -> Result<Vec<f64>, DuelError> {
        duel::play_pairs::<G>(duel, openings)
    }
}

impl<G: GameWithNetwork> NetworkGame for Entry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn source(&self) -> &'static str {
        G::NETWORK_SOURCE
    }

    fn turn(&self) -> Duration {
        G::TURN
    }

    fn lambda(&self) -> f32 {
        G::LAMBDA
    }

    fn read_samples(
        &self,
        paths: &[PathBuf],
        filter: &Filter,
        lambda: f32,
    ) -> Result<Samples, SamplesError> {
        Samples::read::<G>(paths, filter, lambda)
    }
}
