use std::rc::Rc;

use gamekit::Player;
use search::{Limits, SearchResult, Searcher, Task};

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
use crate::suspicion::suspect_miners;
use crate::view::View;

/// What a player is capable of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abilities {
    /// What is known of players in general, for the enemy's pieces and for what the enemy makes of ours.
    pub knowledge: Knowledge,
    /// Whether it counts how well pieces stand: with no plans all squares are alike.
    pub has_plans: bool,
}

impl Abilities {
    /// All that the bot is capable of.
    pub const ALL: Abilities = Abilities { knowledge: Knowledge::ALL, has_plans: true };
}

/// A player's thoughts during a game: what he has seen, what he believes, and what he decides.
pub struct Agent {
    view: View,
    abilities: Abilities,
    belief: Belief,
    /// What the enemy believes of the player's pieces.
    mirror: Belief,
    searcher: Searcher<SearchPosition, Engine>,
    /// The scenes since the last attack, which must not come back.
    past: Vec<SearchPosition>,
    /// For those: what pieces are worth does not matter there.
    blank: Rc<Estimate>,
}

impl Agent {
    /// Returns the thoughts of a player when both armies stand, his own as in `setup`.
    #[must_use]
    pub fn new(player: Player, setup: &Setup) -> Agent {
        Agent::with(player, setup, Abilities::ALL)
    }

    /// Returns the thoughts of a player with these abilities.
    #[must_use]
    pub fn with(player: Player, setup: &Setup, abilities: Abilities) -> Agent {
        let view = View::start(player, setup);
        Agent {
            belief: Belief::of(player.opponent(), &view, abilities.knowledge),
            mirror: Belief::of(player, &view, abilities.knowledge),
            view,
            abilities,
            searcher: Searcher::new(Engine, SETTINGS.params, SETTINGS.table_bytes),
            past: Vec::new(),
            blank: Rc::new(Estimate::blank(player)),
        }
    }

    /// Returns what the player has seen.
    #[must_use]
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// Returns how likely the enemy's unknown pieces have each rank.
    #[must_use]
    pub fn odds(&self) -> Vec<(Square, Odds)> {
        self.belief.odds(&self.view)
    }

    /// Takes account of a step of either player.
    pub fn observe(&mut self, mv: Move, battle: Option<Battle>) {
        if battle.is_some() {
            self.past.clear();
        } else {
            self.past.push(SearchPosition::new(*self.view.known(), Rc::clone(&self.blank)));
        }
        let before = self.view;
        self.view.play(mv, battle);
        for belief in [&mut self.belief, &mut self.mirror] {
            belief.observe(&before, mv, battle, &self.view);
        }
    }

    /// Goes on from another view: what was thought of the pieces is forgotten.
    pub fn resume(&mut self, view: View) {
        let player = view.player();
        self.belief = Belief::of(player.opponent(), &view, self.abilities.knowledge);
        self.mirror = Belief::of(player, &view, self.abilities.knowledge);
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

    /// Chooses a step; `None` if there is none.
    pub fn decide(&mut self, limits: Limits) -> Option<SearchResult<Move>> {
        let (root, moves) = (self.search_pos(), self.legal_steps());
        let task = Task { root: &root, moves: &moves, past: &self.past };
        self.searcher.search(&task, limits, |_| ())
    }

    /// Chooses among `moves`, which are legal steps of the player, and calls `report` after each
    /// iteration; `None` if there are none.
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

    /// Returns a step after a search has broken off: the best known, or any; `None` if there is none.
    pub fn rescue(&mut self) -> Option<Move> {
        let steps = self.legal_steps();
        let known = self.searcher.best_so_far().filter(|mv| steps.contains(mv));
        self.searcher.new_game();
        known.or(steps.first().copied())
    }

    /// Returns the position as the search takes it.
    fn search_pos(&self) -> SearchPosition {
        let odds = self.odds();
        let mut guesses = self.belief.guess(&self.view, &odds);
        suspect_miners(&self.view, &odds, &mut guesses);
        let pos = self.view.world(|sq| {
            guesses.iter().find(|guess| guess.0 == sq).map_or(Rank::Scout, |guess| guess.1)
        });
        let mirrored = self.mirror.odds(&self.view);
        let estimate = Estimate::new(&self.view, &odds, &mirrored, self.abilities.has_plans);
        SearchPosition::new(pos, Rc::new(estimate))
    }
}
