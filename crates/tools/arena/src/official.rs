//! Official referees, generic over the game: the trait that each game implements, and the referee
//! and the list entry that follow from it.

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

/// Function that plays games of the bot against itself or against a baseline and compares the bot's
/// beliefs with the truth. It calls the last argument after each game.
pub(crate) type Calibrate<P> =
    fn(&CalibrationPlan, Option<&OwnBaseline<P>>, &(dyn Fn() + Sync)) -> Calibration;

/// Properties of one game's official referee. Every answer is one line that holds one move, or
/// several moves of one character each.
///
/// The lines for a player and the information hidden from a player follow from the game so far.
pub(crate) trait OfficialGame: Sync + 'static {
    /// The game's position type, which implements the rules.
    type Position: Notation + Sync + 'static;

    /// Name in records and on the command line.
    const NAME: &'static str;
    /// Package of the workspace that holds the bot.
    const PACKAGE: &'static str;
    /// Name of the judge that runs the game and compiles its bots.
    const JUDGE: &'static str = "CodinGame";
    /// Name of the game's UCI variant; `None` if UCI engines do not play it.
    const UCI_VARIANT: Option<&'static str>;
    /// The official time limits.
    const TIME_CONTROL: TimeControl;
    /// Limit of a program's resident memory, in bytes. CodinGame says "768 MB" without a definition
    /// of the unit. Containers use powers of two, and the larger reading cannot cause a wrong loss.
    const MEMORY_LIMIT: u64 = 768 << 20;
    /// Text of the opening book that ships; `None` if matches begin at the start of the game.
    const BOOK: Option<&'static str>;
    /// Functions of the arena that use the engine of the game's bot; `None` if the bot has none.
    const SEARCH: Option<SearchTools<Self::Position>>;
    /// Baselines that play only this game.
    const OWN_BASELINES: &'static [OwnBaseline<Self::Position>] = &[];

    /// Calibration of the bot's beliefs about hidden information, if the game has any.
    const CALIBRATE: Option<Calibrate<Self::Position>> = None;

    /// Returns the position in which a game starts.
    fn initial() -> Self::Position {
        Self::Position::initial()
    }

    /// Returns the exact lines of this turn's input.
    fn prompt(game: &Progress<Self::Position>) -> Vec<String>;

    /// Returns the text of the move in one line of output; `None` if the official parser refuses
    /// the line.
    fn read_answer(line: &str) -> Option<&str>;

    /// Returns the number of moves in the next line. If it is more than one, each move is one
    /// character of the line.
    fn moves_in_line(_pos: &Self::Position) -> usize {
        1
    }

    /// Returns whether a line of output resigns the game.
    fn is_resignation(_pos: &Self::Position, _line: &str) -> bool {
        false
    }

    /// Returns whether a line of output leaves the choice of the move to the referee.
    fn asks_for_any_move(_line: &str) -> bool {
        false
    }

    /// Returns whether the game is over, but the official referee still asks the player for a move:
    /// it lists no moves, and any answer loses.
    fn is_asked_in_vain(_game: &Progress<Self::Position>) -> bool {
        false
    }

    /// Returns the result of the game and its reason.
    fn verdict(game: &Progress<Self::Position>) -> Option<Verdict>;

    /// Returns the lines that are sent at once to the player who has just moved; see
    /// [`Referee::echo`].
    fn echo(_game: &Progress<Self::Position>) -> Vec<String> {
        Vec::new()
    }

    /// Returns whether a game may begin here, after an opening: not if a move has several parts and
    /// some of them are missing.
    fn is_between_moves(_pos: &Self::Position) -> bool {
        true
    }

    /// Returns the last lines for a player when the game is over; see [`Referee::farewell`].
    fn farewell(
        _game: &Progress<Self::Position>,
        _player: Player,
        _ending: Ending,
    ) -> Option<Vec<String>> {
        None
    }

    /// Returns a determinization of the position for the player to move: hidden information is
    /// drawn at random, consistent with all that the player knows. Players inside this process see
    /// only such positions.
    fn imagined(pos: &Self::Position, _rng: &mut Rng) -> Self::Position {
        pos.clone()
    }
}

/// Game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Progress<P: Position> {
    /// The current position.
    pub(crate) pos: P,
    /// All moves that led to it.
    pub(crate) moves: Vec<P::Move>,
    /// The position before each of them.
    pub(crate) past: Vec<P>,
    /// The player who has resigned.
    pub(crate) resigned: Option<Player>,
    /// The illegal or unreadable line that has lost the game.
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
    /// Returns the number of legal moves, and then each of them, one per line: the end of all
    /// prompts.
    pub(crate) fn listed_moves(&self) -> Vec<String> {
        let mut lines = legal_moves(&self.pos);
        lines.insert(0, lines.len().to_string());
        lines
    }
}

/// Reason of a game that ended by resignation.
const SURRENDER: &str = "surrender";

/// Referee of an official game.
struct OfficialReferee<G: OfficialGame> {
    game: Progress<G::Position>,
    /// The moves, and then the answer of a player who was asked after the end of the game, or has
    /// resigned.
    texts: Vec<String>,
}

impl<G: OfficialGame> OfficialReferee<G> {
    /// Plays the move or the moves in a line of output.
    fn play(&mut self, answer: &str) -> Result<(), Foul> {
        let pos = &self.game.pos;
        if G::asks_for_any_move(answer) {
            // The same game always continues in the same way.
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

    /// Returns whether a player who has already lost is asked for a move, and has not answered yet.
    fn awaits_final_answer(&self) -> bool {
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

impl<G: OfficialGame> Referee for OfficialReferee<G> {
    fn to_move(&self) -> Player {
        self.game.pos.side_to_move()
    }

    fn prompt(&self) -> Vec<String> {
        G::prompt(&self.game)
    }

    fn apply(&mut self, answer: &str) -> Result<(), Foul> {
        if self.awaits_final_answer() {
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
        if self.awaits_final_answer() { None } else { G::verdict(&self.game) }
    }

    fn echo(&self) -> Vec<String> {
        // A player who has resigned has made no move.
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

/// Entry of a game in the list of games.
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
        Box::new(OfficialReferee::<G> { game: Progress::new(G::initial()), texts: Vec::new() })
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
