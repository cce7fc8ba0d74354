//! Referee of an official game.

use fastrand::Rng;
use gamekit::{Notation as _, Outcome, Player, Position as _};
use trainer::random_move;

use super::{OfficialGame, Progress};
use crate::referee::{Ending, Referee, Verdict};
use crate::termination::Foul;
use crate::text_moves::legal_moves;
use crate::time_control::TimeControl;

/// Reason of a game that ended by resignation.
const SURRENDER: &str = "surrender";

/// Referee of an official game.
pub(super) struct OfficialReferee<G: OfficialGame> {
    game: Progress<G::Position>,
    /// The moves, and then the answer of a player who was asked after the end of the game, or has
    /// resigned.
    texts: Vec<String>,
}

impl<G: OfficialGame> OfficialReferee<G> {
    /// Returns the referee of a new game.
    pub(super) fn new() -> OfficialReferee<G> {
        OfficialReferee { game: Progress::new(G::initial()), texts: Vec::new() }
    }

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
        G::asks_after_defeat(&self.game) && self.texts.len() == self.game.moves.len()
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
        match self.own_move() {
            Some(_) => Vec::new(),
            None => G::prompt(&self.game),
        }
    }

    fn own_move(&self) -> Option<String> {
        let pos = &self.game.pos;
        let is_own = self.verdict().is_none() && G::is_played_by_referee(pos);
        is_own.then(|| legal_moves(pos).swap_remove(0))
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
