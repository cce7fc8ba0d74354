use gamekit::Notation;
use search::{Evaluate, MoveOrder, Params, Tactics, Weights};

use crate::climb::{Climb, ClimbError, Climbed};
use crate::duel::{Duel, DuelError};
use crate::evaluator::{Evaluator, EvaluatorError};
use crate::fit::{Fit, Fitted};
use crate::logistic::FitError;
use crate::shard::{PlayedGame, Shard, Watch};
use crate::thinker::{Make, Players};

/// A game whose bot has weights to learn.
pub(crate) trait GameWithWeights: Sized + Sync + 'static {
    /// The game's rules.
    type Position: Notation<Move: Send + Sync> + Send + Sync + 'static;
    /// The bot's knowledge; its default is the bot as it plays now.
    type Engine: Evaluate<Self::Position>
        + MoveOrder<Self::Position>
        + Tactics<Self::Position>
        + Clone
        + Default
        + Send
        + Sync;

    /// The name on the command line.
    const NAME: &'static str;
    /// How the bot searches.
    const PARAMS: Params;
    /// How many units of the bot's evaluation make a logit of expected points, about.
    const UNITS_PER_LOGIT: f32;
    /// Returns a maker of players that judge as an evaluator does.
    const PLAYERS: fn(&Evaluator, Make) -> Result<Players<Self>, EvaluatorError>;
    /// The file of the workspace that declares the weights.
    const SOURCE: &'static str;

    /// Returns the weights of an engine.
    fn weights(engine: &mut Self::Engine) -> &mut dyn Weights;
}

/// A game as the command line sees it.
pub trait TunableGame: Sync {
    /// Returns the name on the command line.
    fn name(&self) -> &'static str;

    /// Returns the path of the file that declares the weights, from the workspace's root.
    fn source(&self) -> &'static str;

    /// Fits the weights to games of the bot against itself. `progress` is told the share done, from
    /// 0 to 1.
    ///
    /// # Errors
    ///
    /// Games that leave nothing to learn from.
    fn fit(&self, plan: &Fit, progress: &(dyn Fn(f64) + Sync)) -> Result<Fitted, FitError>;

    /// Climbs towards weights that win. `progress` is told the share done, from 0 to 1.
    fn climb(&self, plan: &Climb, progress: &(dyn Fn(f64) + Sync)) -> Climbed;

    /// Climbs towards a search that wins with this evaluator, from the bot's own: changes the
    /// tunables of these names ([`search::Params::LIST`]). `progress` is told the share done.
    ///
    /// # Errors
    ///
    /// An evaluator that does not know the game, or a name that no tunable has.
    fn climb_search(
        &self,
        plan: &Climb,
        evaluator: &Evaluator,
        tunables: &[String],
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Climbed, ClimbError>;

    /// Plays the games of a shard, on all cores. `None` if `watch` has them stop.
    ///
    /// # Errors
    ///
    /// An evaluator that does not know the game.
    fn play_shard(
        &self,
        shard: &Shard,
        evaluator: &Evaluator,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<PlayedGame>>, EvaluatorError>;

    /// Plays pairs of games on all cores, two from each opening with colours swapped, and returns
    /// the points of the first evaluator in each pair, from 0 to 2.
    ///
    /// # Errors
    ///
    /// An evaluator that does not know the game, or an opening that cannot be played.
    fn play_pairs(&self, duel: &Duel<'_>, openings: &[Vec<String>]) -> Result<Vec<f64>, DuelError>;
}

/// A weight: its name, such as `tempo` or `piece[3][1]`, and its value.
pub type Named = (String, i32);

/// The weights of `engine`, in the order of declaration.
pub(crate) fn read<G: GameWithWeights>(engine: &mut G::Engine) -> Vec<Named> {
    let mut list = Vec::new();
    G::weights(engine).visit(&mut |name, weight| list.push((name.to_owned(), *weight)));
    list
}

/// Gives `engine` these weights, in the order of declaration.
pub(crate) fn write<G: GameWithWeights>(
    engine: &mut G::Engine,
    values: impl IntoIterator<Item = i32>,
) {
    let mut values = values.into_iter();
    G::weights(engine).visit(&mut |_, weight| {
        if let Some(value) = values.next() {
            *weight = value;
        }
    });
}
