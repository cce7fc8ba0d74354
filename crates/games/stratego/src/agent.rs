//! Playing agent: what a player has seen, his belief about hidden pieces, and his search.

use std::rc::Rc;

use gamekit::Player;
use search::{Limits, Params, SearchResult, Searcher, Task};

use crate::battle::Battle;
use crate::belief::{Belief, Knowledge, Odds};
use crate::engine::Engine;
use crate::estimate::Estimate;
use crate::moves::Move;
use crate::position::Setup;
use crate::rank::Rank;
use crate::search_position::SearchPosition;
use crate::settings::SETTINGS;
use crate::square::{Square, BOARD};
use crate::view::View;
use crate::weights::Weights;

/// Options of an agent. The default is the bot; experiments and tuning change it.
#[derive(Clone, PartialEq, Debug)]
pub struct AgentOptions {
    /// Knowledge about players in general, for the belief about the enemy's pieces and for the
    /// enemy's assumed belief about ours.
    pub knowledge: Knowledge,
    /// True if the estimate values squares; without plans all squares are equal.
    pub has_plans: bool,
    /// Weights of evaluation, belief and move ordering.
    pub weights: Weights,
    /// Tunable parameters of the search.
    pub params: Params,
    /// Size of the transposition table in bytes.
    pub table_bytes: usize,
}

impl Default for AgentOptions {
    fn default() -> AgentOptions {
        AgentOptions {
            knowledge: Knowledge::ALL,
            has_plans: true,
            weights: Weights::default(),
            params: SETTINGS.params,
            table_bytes: SETTINGS.table_bytes,
        }
    }
}

impl AgentOptions {
    /// Returns the belief of the player of `view` about the enemy's pieces, and the enemy's assumed
    /// belief about the player's pieces.
    fn beliefs(&self, view: &View) -> [Belief; 2] {
        let player = view.player();
        [player.opponent(), player]
            .map(|owner| Belief::with(owner, view, self.knowledge, self.weights.clone()))
    }
}

/// Playing agent during a game: it keeps the player's view and beliefs, and chooses steps by
/// search.
pub struct Agent {
    view: View,
    options: AgentOptions,
    belief: Belief,
    /// The enemy's assumed belief about the player's pieces.
    enemy_belief: Belief,
    searcher: Searcher<SearchPosition, Engine>,
    /// Search positions since the last attack, for repetition detection.
    past: Vec<SearchPosition>,
    /// Estimate for the positions in `past`, where piece values do not matter.
    blank: Rc<Estimate>,
}

impl Agent {
    /// Returns the agent of a player after both armies are set up, his own as in `setup`.
    #[must_use]
    pub fn new(player: Player, setup: &Setup) -> Agent {
        Agent::with(player, setup, AgentOptions::default())
    }

    /// Returns the agent of a player with these options.
    #[must_use]
    pub fn with(player: Player, setup: &Setup, options: AgentOptions) -> Agent {
        let view = View::start(player, setup);
        let [belief, enemy_belief] = options.beliefs(&view);
        let AgentOptions { weights, params, table_bytes, .. } = options.clone();
        Agent {
            view,
            options,
            belief,
            enemy_belief,
            searcher: Searcher::new(Engine { weights }, params, table_bytes),
            past: Vec::new(),
            blank: Rc::new(Estimate::blank(player)),
        }
    }

    /// Returns the player's view.
    #[must_use]
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// Returns the marginal probabilities of the ranks of the enemy's hidden pieces.
    #[must_use]
    pub fn odds(&self) -> Vec<(Square, Odds)> {
        self.belief.odds(&self.view)
    }

    /// Updates view and beliefs with a step of either player.
    pub fn observe(&mut self, mv: Move, battle: Option<Battle>) {
        if battle.is_some() {
            self.past.clear();
        } else {
            self.past.push(SearchPosition::new(*self.view.known(), Rc::clone(&self.blank)));
        }
        let before = self.view;
        self.view.play(mv, battle);
        for belief in [&mut self.belief, &mut self.enemy_belief] {
            belief.observe(&before, mv, battle, &self.view);
        }
    }

    /// Continues from another view; the beliefs start again.
    pub fn resume(&mut self, view: View) {
        [self.belief, self.enemy_belief] = self.options.beliefs(&view);
        self.view = view;
        self.past.clear();
    }

    /// Returns the player's legal steps.
    #[must_use]
    pub fn legal_steps(&self) -> Vec<Move> {
        let mut steps = Vec::new();
        self.view.steps_onto(BOARD, |mv| steps.push(mv));
        steps
    }

    /// Chooses a step; `None` if there is no legal step.
    pub fn decide(&mut self, limits: Limits) -> Option<SearchResult<Move>> {
        let (root, moves) = (self.search_pos(), self.legal_steps());
        let task = Task { root: &root, moves: &moves, past: &self.past };
        self.searcher.search(&task, limits, |_| ())
    }

    /// Chooses among `moves`, which are legal steps of the player, and calls `report` after each
    /// iteration; `None` if `moves` is empty.
    #[cfg(feature = "host")]
    pub fn weigh(
        &mut self,
        moves: &[Move],
        limits: Limits,
        report: impl FnMut(&SearchResult<Move>),
    ) -> Option<SearchResult<Move>> {
        let root = self.search_pos();
        let task = Task { root: &root, moves, past: &self.past };
        self.searcher.search(&task, limits, report)
    }

    /// Returns a step after a search was aborted: the best known, or any legal step; `None` if
    /// there is no legal step.
    pub fn rescue(&mut self) -> Option<Move> {
        let steps = self.legal_steps();
        let known = self.searcher.best_so_far().filter(|mv| steps.contains(mv));
        self.searcher.new_game();
        known.or(steps.first().copied())
    }

    /// Returns the position for the search, with an assumed rank for each hidden piece.
    fn search_pos(&self) -> SearchPosition {
        let odds = self.odds();
        let guesses = self.belief.guess(&self.view, &odds);
        let AgentOptions { has_plans, weights, .. } = &self.options;
        let pos = self.view.world(|sq| {
            guesses.iter().find(|guess| guess.0 == sq).map_or(Rank::Scout, |guess| guess.1)
        });
        let enemy_odds = self.enemy_belief.odds(&self.view);
        let estimate = Estimate::new(&self.view, &odds, &enemy_odds, *has_plans, weights);
        SearchPosition::new(pos, Rc::new(estimate))
    }
}
