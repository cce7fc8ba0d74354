use std::marker::PhantomData;

use fastrand::Rng;
use gamekit::{Notation, Outcome, Player, Position};

use crate::agent::{Agent, Baseline, BaselineInfo, OwnBaseline, baseline_agent};
use crate::book::{Book, BookPlan, MakeBookError, NoSearch, PlayOpeningsError, Worth};
use crate::calibration::{Calibration, CalibrationError, CalibrationPlan};
use crate::equilibrium::{Equilibrium, EquilibriumError, Place, Situation};
use crate::games::{BadGame, Game};
use crate::opening::{may_begin, random_move, random_opening};
use crate::referee::{Ending, Foul, Referee, Verdict};
use crate::search_tools::SearchTools;
use crate::text_moves::BadMove;
use crate::text_moves::{legal_moves, replay, replay_all};
use crate::time_control::TimeControl;

/// Plays games of the bot against itself or against a baseline and judges what the bot believes; tells
/// when a game has ended.
pub(crate) type Calibrate<P> =
    fn(&CalibrationPlan, Option<&OwnBaseline<P>>, &(dyn Fn() + Sync)) -> Calibration;

/// What is particular to the official referee of one game in which every answer is one line that
/// holds one move, or several of one character each.
///
/// What a player is told follows from the game so far, and so does what is hidden from him.
pub(crate) trait OfficialGame: Sync + 'static {
    /// The game's rules.
    type Position: Notation + Sync + 'static;

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
    /// The text of the opening book that ships, where matches begin with openings.
    const BOOK: Option<&'static str>;
    /// What the engine of the game's bot is good for beside the bot, where it has one.
    const SEARCH: Option<SearchTools<Self::Position>>;
    /// The baselines that play this game alone.
    const OWN_BASELINES: &'static [OwnBaseline<Self::Position>] = &[];

    /// Judges what the bot believes of what is hidden, where anything is.
    const CALIBRATE: Option<Calibrate<Self::Position>> = None;

    /// Returns the position in which a game starts.
    fn initial() -> Self::Position {
        Self::Position::initial()
    }

    /// Returns the exact lines of this turn's input.
    fn prompt(game: &Progress<Self::Position>) -> Vec<String>;

    /// Returns the move's text out of one line of output, `None` where the official parser refuses
    /// the line.
    fn read_answer(line: &str) -> Option<&str>;

    /// Returns how many moves the awaited line holds. Where it is more than one, each of them is one
    /// character of the line.
    fn moves_in_line(_pos: &Self::Position) -> usize {
        1
    }

    /// Tells whether a line of output gives the game up.
    fn is_resignation(_pos: &Self::Position, _line: &str) -> bool {
        false
    }

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

    /// Returns what the player who has just moved is told at once; see [`Referee::echo`].
    fn echo(_game: &Progress<Self::Position>) -> Vec<String> {
        Vec::new()
    }

    /// Tells whether a game may begin here, after an opening: not where a move is made in parts, some
    /// of which are still to come.
    fn is_between_moves(_pos: &Self::Position) -> bool {
        true
    }

    /// Returns what a player is still told when the game is over; see [`Referee::farewell`].
    fn farewell(
        _game: &Progress<Self::Position>,
        _player: Player,
        _ending: Ending,
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
    /// The position before each of them.
    pub(crate) past: Vec<P>,
    /// Who has given the game up.
    pub(crate) resigned: Option<Player>,
    /// The line that has lost the game, as far as a line has.
    pub(crate) refused: Option<String>,
}

impl<P: Position> Progress<P> {
    /// Returns a game that begins in `pos`.
    pub(crate) fn new(pos: P) -> Progress<P> {
        Progress { pos, moves: Vec::new(), past: Vec::new(), resigned: None, refused: None }
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: P::Move) {
        self.past.push(self.pos.clone());
        self.pos.play_unchecked(mv);
        self.moves.push(mv);
    }
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

/// Why a game has ended in which a player has given up.
const SURRENDER: &str = "surrender";

/// The referee of an official game.
struct Official<G: OfficialGame> {
    game: Progress<G::Position>,
    /// The moves, and behind them the answer of a player who was asked in vain or has resigned.
    texts: Vec<String>,
}

impl<G: OfficialGame> Official<G> {
    /// Plays the move or the moves in a line of output.
    fn play(&mut self, answer: &str) -> Result<(), Foul> {
        let pos = &self.game.pos;
        if G::asks_for_any_move(answer) {
            // The same game always goes on in the same way.
            let drawn = random_move(pos, &mut Rng::with_seed(pos.hash()));
            self.game.play(drawn.ok_or(Foul::Illegal)?);
            return Ok(());
        }
        let mut after = pos.clone();
        let mut moves = Vec::new();
        for text in texts_in::<G>(pos, answer)? {
            let mv = after.parse_move(text).map_err(|_| Foul::Illegal)?;
            if !after.is_legal(mv) {
                return Err(Foul::Illegal);
            }
            after.play_unchecked(mv);
            moves.push(mv);
        }
        moves.into_iter().for_each(|mv| self.game.play(mv));
        Ok(())
    }

    /// Tells whether a player is asked who has lost whatever he answers, and has not answered yet.
    fn awaits_last_words(&self) -> bool {
        G::is_asked_in_vain(&self.game) && self.texts.len() == self.game.moves.len()
    }
}

/// Splits a line of output into the texts of its moves.
fn texts_in<'a, G: OfficialGame>(pos: &G::Position, answer: &'a str) -> Result<Vec<&'a str>, Foul> {
    let texts = match G::moves_in_line(pos) {
        1 => G::read_answer(answer).map(|text| vec![text]),
        count => {
            let texts: Vec<&str> = answer.split("").filter(|text| !text.is_empty()).collect();
            (texts.len() == count).then_some(texts)
        }
    };
    texts.ok_or(Foul::Unreadable)
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
        if G::is_resignation(&self.game.pos, answer) {
            self.game.resigned = Some(self.to_move());
            self.texts.push(answer.to_owned());
            return Ok(());
        }
        self.play(answer).inspect_err(|_| self.game.refused = Some(answer.to_owned()))?;
        let new = &self.game.moves[self.texts.len()..];
        self.texts.extend(new.iter().map(ToString::to_string));
        Ok(())
    }

    fn moves_in_line(&self) -> usize {
        G::moves_in_line(&self.game.pos)
    }

    fn verdict(&self) -> Option<Verdict> {
        if let Some(player) = self.game.resigned {
            let outcome = Outcome::Win(player.opponent());
            return Some(Verdict { outcome, reason: SURRENDER });
        }
        if self.awaits_last_words() { None } else { G::verdict(&self.game) }
    }

    fn echo(&self) -> Vec<String> {
        // Who has given up has made no move.
        if self.game.resigned.is_some() { Vec::new() } else { G::echo(&self.game) }
    }

    fn farewell(&self, player: Player, ending: Ending) -> Option<Vec<String>> {
        G::farewell(&self.game, player, ending)
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
        Box::new(Official::<G> { game: Progress::new(G::initial()), texts: Vec::new() })
    }

    fn perft(&self, moves: &[String], depth: u32) -> Result<u64, BadMove> {
        Ok(gamekit::perft(&replay(G::initial(), moves)?, depth))
    }

    fn divide(&self, moves: &[String], depth: u32) -> Result<Vec<(String, u64)>, BadMove> {
        let parts = gamekit::divide(&replay(G::initial(), moves)?, depth);
        Ok(parts.into_iter().map(|(mv, count)| (mv.to_string(), count)).collect())
    }

    fn random_opening(&self, plies: usize, seed: u64) -> Option<Vec<String>> {
        random_opening::<G>(plies, &mut Rng::with_seed(seed))
    }

    fn is_opening(&self, moves: &[String]) -> Result<bool, BadMove> {
        Ok(may_begin::<G>(&replay(G::initial(), moves)?))
    }

    fn verdict_after(
        &self,
        start: Option<&str>,
        moves: &[String],
    ) -> Result<Option<Verdict>, BadGame> {
        let start = start.map_or_else(|| Ok(G::initial()), str::parse)?;
        let (past, pos) = replay_all(start, moves)?;
        let made = past.iter().zip(moves).filter_map(|(pos, text)| pos.parse_move(text).ok());
        let moves = made.collect();
        Ok(G::verdict(&Progress { pos, moves, past, resigned: None, refused: None }))
    }

    fn book(&self) -> Option<Book> {
        G::BOOK.map(Book::trusted)
    }

    fn make_book(
        &self,
        plan: &BookPlan,
        on_found: &mut dyn FnMut(usize),
    ) -> Result<Book, MakeBookError> {
        let tools = G::SEARCH.ok_or(NoSearch(G::NAME))?;
        Ok(Book::made(plan, self, (tools.make_openings)(plan, on_found)?))
    }

    fn play_openings(
        &self,
        openings: &[Vec<String>],
        nodes: u64,
        on_pair: &(dyn Fn(usize) + Sync),
    ) -> Result<Worth, PlayOpeningsError> {
        let tools = G::SEARCH.ok_or(NoSearch(G::NAME))?;
        Ok((tools.play_openings)(openings, nodes, on_pair)?)
    }

    fn equilibrium(&self, place: Place<'_>, nodes: u64) -> Result<Equilibrium, EquilibriumError> {
        let tools = G::SEARCH.ok_or(EquilibriumError::NeverAtOnce(G::NAME))?;
        (tools.find_equilibrium)(place, nodes)
    }

    fn situations(&self) -> &'static [Situation] {
        G::SEARCH.map_or(&[], |tools| (tools.situations)())
    }

    fn calibrate(
        &self,
        plan: &CalibrationPlan,
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Calibration, CalibrationError> {
        let calibrate = G::CALIBRATE.ok_or(CalibrationError::NothingHidden(G::NAME))?;
        let named = |name: &String| {
            let own = G::OWN_BASELINES.iter().find(|own| own.info.name == name);
            own.ok_or_else(|| CalibrationError::UnknownBaseline {
                game: G::NAME,
                name: name.clone(),
                known: G::OWN_BASELINES
                    .iter()
                    .map(|own| own.info.name)
                    .collect::<Vec<_>>()
                    .join(", "),
            })
        };
        let opponent = plan.against.as_ref().map(named).transpose()?;
        Ok(calibrate(plan, opponent, on_game))
    }

    fn own_baselines(&self) -> Vec<BaselineInfo> {
        G::OWN_BASELINES.iter().map(|own| own.info).collect()
    }

    fn baseline(&self, baseline: Baseline, seed: u64) -> Option<Box<dyn Agent>> {
        baseline_agent::<G>(baseline, seed)
    }
}
