use std::marker::PhantomData;

use fastrand::Rng;
use gamekit::{Notation, Player, Position};
use search::{Evaluate, MoveOrder, Params, Tactics};

use crate::agent::{Agent, Baseline, BaselineInfo, OwnBaseline, baseline_agent};
use crate::book::{make_openings, play_openings};
use crate::equilibrium::{AtOnce, find_equilibrium};
use crate::opening::{random_move, random_opening};
use crate::text_moves::{legal_moves, replay};
use crate::{
    BadMove, Book, BookPlan, Equilibrium, EquilibriumError, Foul, Game, MakeBookError, Place,
    Referee, Situation, Termination, TimeControl, Verdict, Worth,
};

/// What is particular to the official referee of one game in which every answer is one line that
/// holds one move.
///
/// What a player is told follows from the game so far, and so does what is hidden from him.
pub(crate) trait OfficialGame: Sync + 'static {
    /// The game's rules.
    type Position: Notation + Sync + 'static;
    /// What the game's bot knows about it, with the weights that ship.
    type Engine: Evaluate<Self::Position>
        + MoveOrder<Self::Position>
        + Tactics<Self::Position>
        + Default
        + 'static;

    /// The name in records and on the command line.
    const NAME: &'static str;
    /// The package of the workspace that holds the bot.
    const PACKAGE: &'static str;
    /// What the judge is called that plays the game, and compiles its bots.
    const JUDGE: &'static str = "CodinGame";
    /// What UCI engines call the game, where any plays it.
    const UCI_VARIANT: Option<&'static str>;
    /// The official limits.
    const TIME_CONTROL: TimeControl;
    /// How much memory of a program may be resident, in bytes. CodinGame says "768 MB" and not
    /// whether that is a power of two: containers count so, and the larger reading accuses nobody
    /// wrongly.
    const MEMORY_LIMIT: u64 = 768 << 20;
    /// How the game's bot searches.
    const PARAMS: Params;
    /// The text of the opening book that ships.
    const BOOK: &'static str;
    /// The baselines that play this game alone.
    const OWN_BASELINES: &'static [OwnBaseline<Self::Position>] = &[];
    /// What to say of positions in which both players choose at once, where there are any.
    const AT_ONCE: Option<AtOnce<Self::Position>> = None;

    /// Returns the exact lines of this turn's input.
    fn prompt(game: &Progress<Self::Position>) -> Vec<String>;

    /// Returns the move's text out of one line of output, `None` where the official parser refuses
    /// the line.
    fn read_answer(line: &str) -> Option<&str>;

    /// Tells whether a line of output leaves the choice of the move to the referee.
    fn asks_for_any_move(_line: &str) -> bool {
        false
    }

    /// Tells whether the game is over, but the official referee asks the player to move all the
    /// same: it lists no moves to him, and any answer loses.
    fn is_asked_in_vain(_game: &Progress<Self::Position>) -> bool {
        false
    }

    /// Returns how and why the game has ended.
    fn verdict(game: &Progress<Self::Position>) -> Option<Verdict>;

    /// Tells whether a game may begin here, after an opening: not where a move is made in parts, some
    /// of which are still to come.
    fn is_between_moves(_pos: &Self::Position) -> bool {
        true
    }

    /// Returns what a player is still told when the game is over; see [`Referee::farewell`].
    fn farewell(
        _game: &Progress<Self::Position>,
        _player: Player,
        _fault: Option<Termination>,
    ) -> Option<Vec<String>> {
        None
    }

    /// Returns a position that may be the one at hand for all that the player to move knows: what
    /// is hidden from him is drawn by chance. Players inside this process see no other.
    fn imagined(pos: &Self::Position, _rng: &mut Rng) -> Self::Position {
        pos.clone()
    }
}

/// A game so far.
#[derive(Clone, Debug)]
pub(crate) struct Progress<P: Position> {
    /// The position now.
    pub(crate) pos: P,
    /// All moves that led to it.
    pub(crate) moves: Vec<P::Move>,
}

impl<P: Notation> Progress<P> {
    /// Returns how many moves are legal, and then each of them, a line each: the tail of all
    /// prompts.
    pub(crate) fn listed_moves(&self) -> Vec<String> {
        let mut lines = legal_moves(&self.pos);
        lines.insert(0, lines.len().to_string());
        lines
    }
}

/// The referee of an official game.
struct Official<G: OfficialGame> {
    game: Progress<G::Position>,
    /// The moves, and behind them the answer of a player who was asked in vain.
    texts: Vec<String>,
}

impl<G: OfficialGame> Official<G> {
    /// Reads the move in a line of output.
    fn read(&self, answer: &str) -> Result<<G::Position as Position>::Move, Foul> {
        let pos = &self.game.pos;
        if G::asks_for_any_move(answer) {
            // The same game always goes on in the same way.
            return random_move(pos, &mut Rng::with_seed(pos.hash())).ok_or(Foul::Illegal);
        }
        let text = G::read_answer(answer).ok_or(Foul::Unreadable)?;
        let mv = pos.parse_move(text).map_err(|_| Foul::Illegal)?;
        if pos.is_legal(mv) { Ok(mv) } else { Err(Foul::Illegal) }
    }

    /// Tells whether a player is asked who has lost whatever he answers, and has not answered yet.
    fn awaits_last_words(&self) -> bool {
        G::is_asked_in_vain(&self.game) && self.texts.len() == self.game.moves.len()
    }
}

impl<G: OfficialGame> Referee for Official<G> {
    fn to_move(&self) -> Player {
        self.game.pos.side_to_move()
    }

    fn prompt(&self) -> Vec<String> {
        G::prompt(&self.game)
    }

    fn apply(&mut self, answer: &str) -> Result<(), Foul> {
        if self.awaits_last_words() {
            self.texts.push(answer.to_owned());
            return Ok(());
        }
        let mv = self.read(answer)?;
        self.game.pos.play_unchecked(mv);
        self.game.moves.push(mv);
        self.texts.push(mv.to_string());
        Ok(())
    }

    fn verdict(&self) -> Option<Verdict> {
        if self.awaits_last_words() { None } else { G::verdict(&self.game) }
    }

    fn farewell(&self, player: Player, fault: Option<Termination>) -> Option<Vec<String>> {
        G::farewell(&self.game, player, fault)
    }

    fn time_control(&self) -> TimeControl {
        G::TIME_CONTROL
    }

    fn moves(&self) -> &[String] {
        &self.texts
    }

    fn position(&self) -> String {
        self.game.pos.to_string()
    }
}

/// The entry of a game in the list of games.
pub(crate) struct Entry<G>(PhantomData<G>);

impl<G> Entry<G> {
    pub(crate) const NEW: Entry<G> = Entry(PhantomData);
}

impl<G: OfficialGame> Game for Entry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn package(&self) -> &'static str {
        G::PACKAGE
    }

    fn judge(&self) -> &'static str {
        G::JUDGE
    }

    fn uci_variant(&self) -> Option<&'static str> {
        G::UCI_VARIANT
    }

    fn time_control(&self) -> TimeControl {
        G::TIME_CONTROL
    }

    fn memory_limit(&self) -> u64 {
        G::MEMORY_LIMIT
    }

    fn referee(&self) -> Box<dyn Referee> {
        let game = Progress { pos: G::Position::initial(), moves: Vec::new() };
        Box::new(Official::<G> { game, texts: Vec::new() })
    }

    fn perft(&self, moves: &[String], depth: u32) -> Result<u64, BadMove> {
        Ok(gamekit::perft(&replay::<G::Position>(moves)?, depth))
    }

    fn divide(&self, moves: &[String], depth: u32) -> Result<Vec<(String, u64)>, BadMove> {
        let parts = gamekit::divide(&replay::<G::Position>(moves)?, depth);
        Ok(parts.into_iter().map(|(mv, count)| (mv.to_string(), count)).collect())
    }

    fn random_opening(&self, plies: usize, seed: u64) -> Option<Vec<String>> {
        random_opening::<G>(plies, &mut Rng::with_seed(seed))
    }

    fn book(&self) -> Book {
        Book::trusted(G::BOOK)
    }

    fn make_book(
        &self,
        plan: &BookPlan,
        on_found: &mut dyn FnMut(usize),
    ) -> Result<Book, MakeBookError> {
        Ok(Book::made(plan, self, make_openings::<G>(plan, on_found)?))
    }

    fn play_openings(
        &self,
        openings: &[Vec<String>],
        nodes: u64,
        on_pair: &(dyn Fn(usize) + Sync),
    ) -> Result<Worth, BadMove> {
        play_openings::<G>(openings, nodes, on_pair)
    }

    fn equilibrium(&self, place: Place<'_>, nodes: u64) -> Result<Equilibrium, EquilibriumError> {
        find_equilibrium::<G>(place, nodes)
    }

    fn situations(&self) -> &'static [Situation] {
        G::AT_ONCE.map_or(&[], |at_once| at_once.situations)
    }

    fn own_baselines(&self) -> Vec<BaselineInfo> {
        G::OWN_BASELINES.iter().map(|own| own.info).collect()
    }

    fn baseline(&self, baseline: Baseline, seed: u64) -> Option<Box<dyn Agent>> {
        baseline_agent::<G>(baseline, seed)
    }
}
