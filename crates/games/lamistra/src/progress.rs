//! Progress: the bot pays for an attack, because a game without attacks is drawn, and CodeCup gives
//! a draw a sixth or a quarter of the points of a win.
//!
//! In a closed position an attack at a small price and another step back and forth score nearly the
//! same, and the limit of plies lies hundreds of plies beyond the horizon of the search. So a line
//! without an attack costs the bot more and more, and all the more if the other side attacks less
//! than it does, and will not open the position. Such a side leaves the choice of attacks to the
//! bot, which wins more of these games than its scores say, so a draw is worth less to it.
//!
//! A line that attacks some plies later costs nothing, so the search can put the attack off from
//! one turn to the next (horizon effect). Against a side that has not attacked for a long time the
//! bot therefore compares the attacks with the best step at the root, and makes the best attack if
//! that costs no more than a line without one.

use gamekit::{Player, Position as _};
use search::Score;

use crate::position::Position;

/// Plies before the end of the game in which an advantage fades to the score of a draw, because a
/// game that is not won by then is a draw.
pub const FADING_PLIES: usize = 100;

/// Score of a draw for the bot, in centi-pieces: a side with this score expects to win 22 % of its
/// games, and so as many points as for a draw, if the other side attacks as often.
const DRAW: Score = -300;
/// Centi-pieces by which each attack that the bot is ahead of the other side lowers this score.
const DRAW_PER_ATTACK: Score = 120;

/// Plies without an attack after which the next ones cost.
const PATIENCE: i32 = 16;
/// Plies by which each attack that the bot is ahead of the other side shortens this.
const PATIENCE_PER_ATTACK: i32 = 3;
/// Cost of each further ply, in centi-pieces.
const PRICE: Score = 4;
/// Growth of this cost with each attack that the bot is ahead of the other side.
const PRICE_PER_ATTACK: Score = 4;
/// Attacks ahead that count.
const MOST_AHEAD: i32 = 5;
/// Score of a side that is ahead for which the cost of a ply grows by one more centi-piece: the
/// more it can win, the sooner it has to begin.
const SCORE_PER_PRICE: Score = 50;
/// Highest cost, in centi-pieces.
const MOST: Score = 300;

/// Plies without an attack of the other side after which it is taken to wait for those of the bot.
const WAITING_PLIES: i32 = 80;
/// Plies without any attack after which the bot then attacks, if the attack costs no more than a
/// line without one.
const STALLED_PLIES: i32 = 16;
/// Least number of attacks that the bot is then ahead.
const LEAST_AHEAD: i32 = 3;

/// The attacks of the game so far, as the bot sees them.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct AttackHistory {
    /// Number of steps since the last attack.
    quiet_plies: i32,
    /// Number of steps since the last attack of the other side, or since the game began.
    waiting_plies: i32,
    /// Number of the bot's attacks less those of the other side.
    ahead: i32,
}

impl AttackHistory {
    /// Counts a step.
    pub(crate) fn step(&mut self) {
        self.quiet_plies += 1;
        self.waiting_plies += 1;
    }

    /// Counts the last step as an attack of the bot, or of the other side.
    pub(crate) fn attack(&mut self, is_ours: bool) {
        self.quiet_plies = 0;
        if is_ours {
            self.ahead += 1;
        } else {
            self.ahead -= 1;
            self.waiting_plies = 0;
        }
    }

    /// Returns whether the other side waits, and the bot has done so too for some time.
    pub(crate) fn is_stalled(&self) -> bool {
        self.waiting_plies >= WAITING_PLIES
            && self.quiet_plies >= STALLED_PLIES
            && self.ahead >= LEAST_AHEAD
    }
}

/// Worth to the bot of a draw, and of a line without an attack.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    us: Player,
    draw: Score,
    /// Number of pieces on the board at the root: an attack removes at least one.
    pieces: u32,
    /// Plies without an attack that cost.
    plies: i32,
    /// Cost of one of them.
    price: Score,
}

impl Progress {
    /// A draw is an even result, and nothing costs.
    pub(crate) const NONE: Progress =
        Progress { us: Player::First, draw: 0, pieces: 0, plies: 0, price: 0 };

    /// Returns the costs for the player `us` in the turn at `root`, after these attacks.
    pub(crate) fn new(us: Player, root: &Position, history: &AttackHistory) -> Progress {
        let ahead = history.ahead.clamp(0, MOST_AHEAD);
        let patience = PATIENCE - PATIENCE_PER_ATTACK * ahead;
        Progress {
            us,
            draw: DRAW - DRAW_PER_ATTACK * ahead,
            pieces: pieces(root),
            plies: (history.quiet_plies - patience).max(0),
            price: PRICE + PRICE_PER_ATTACK * ahead,
        }
    }

    /// Returns how far the score of a draw is below that of an even game, in centi-pieces.
    pub(crate) const fn contempt(&self) -> Score {
        -self.draw
    }

    /// Returns the score of `pos` from its evaluation, both in centi-pieces for the side to move.
    pub(crate) fn weigh(&self, pos: &Position, evaluation: Score) -> Score {
        let sign = if pos.side_to_move() == self.us { 1 } else { -1 };
        let mut score = sign * evaluation;
        if pieces(pos) == self.pieces {
            score -= self.cost(score);
        }
        // The advantage over a draw.
        let gain = score - self.draw;
        let fading = pos.plies_left().min(FADING_PLIES) as Score;
        sign * (self.draw + gain * fading / FADING_PLIES as Score)
    }

    /// Returns what a line without an attack costs the bot in a position with this score, in
    /// centi-pieces: at most the advantage over a draw.
    pub(crate) fn cost(&self, score: Score) -> Score {
        let price = self.price + score.max(0) / SCORE_PER_PRICE;
        (score - self.draw).clamp(0, MOST.min(self.plies * price))
    }
}

/// Returns the number of pieces on the board.
fn pieces(pos: &Position) -> u32 {
    Player::BOTH.map(|player| pos.army(player).pieces().count_ones()).iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str =
        "uu2uuu/uu3uu/1u2m2/W2W3/3o3/UU3UU/UUUU1UU r 14002410 a4-a5 14002300 d3-e3 104 -";
    const FEWER_PIECES: &str =
        "1M2uuu/2m3u/1u5/7/2W4/U2om2/UUUU3 r 12000300 b7-a7 12000200 e2-f2 258 -";

    /// Returns the score for Red of a position that Red evaluates at `evaluation`.
    fn weigh(text: &str, quiet_plies: i32, initiative: i32, evaluation: Score) -> Score {
        let history = AttackHistory { quiet_plies, waiting_plies: 0, ahead: initiative };
        let progress = Progress::new(Player::First, &ROOT.parse().unwrap(), &history);
        progress.weigh(&text.parse().unwrap(), evaluation)
    }

    #[test]
    fn a_ply_without_an_attack_costs_more_after_others_and_with_a_higher_score() {
        let scores = [0, 16, 17, 26, 400].map(|plies| weigh(ROOT, plies, 0, 100));
        assert_eq!(scores, [100, 100, 94, 40, -200]);
        assert_eq!(weigh(ROOT, 26, 0, 0), -40);
        assert_eq!(weigh(ROOT, 26, 0, 500), 360);
    }

    #[test]
    fn a_ply_costs_more_if_the_other_side_does_not_attack() {
        let scores = [-3, 0, 1, 4, 5, 9].map(|initiative| weigh(ROOT, 17, initiative, 0));
        assert_eq!(scores, [-4, -4, -32, -260, -300, -300]);
        assert_eq!([4, 5].map(|quiet_plies| weigh(ROOT, quiet_plies, 4, 0)), [0, -20]);
    }

    #[test]
    fn a_draw_is_worth_less_if_the_other_side_does_not_attack() {
        let root = ROOT.parse().unwrap();
        let contempt = |ahead| {
            let history = AttackHistory { ahead, ..AttackHistory::default() };
            Progress::new(Player::First, &root, &history).contempt()
        };
        assert_eq!([-3, 0, 1, 5, 9].map(contempt), [300, 300, 420, 900, 900]);
        let last_ply = ROOT.replace("104", "400");
        assert_eq!(weigh(&last_ply, 0, 2, 1000), -540);
    }

    #[test]
    fn nothing_costs_after_an_attack_or_below_the_score_of_a_draw() {
        assert_eq!(weigh(FEWER_PIECES, 400, 4, 100), 100);
        let scores = [-250, -300, -301, -900].map(|score| weigh(ROOT, 400, 0, score));
        assert_eq!(scores, [-300, -300, -301, -900]);
    }

    #[test]
    fn a_side_that_has_not_attacked_for_long_is_taken_to_wait() {
        let after = |attacks: [bool; 4], quiet_plies: usize| {
            let mut history = AttackHistory::default();
            for is_ours in attacks {
                (0..20).for_each(|_| history.step());
                history.attack(is_ours);
            }
            (0..quiet_plies).for_each(|_| history.step());
            history.is_stalled()
        };
        assert_eq!([15, 16].map(|plies| after([true; 4], plies)), [false, true]);
        // Only two attacks ahead, and 79 or 80 plies after an attack of the other side.
        assert!(!after([true, true, true, false], 200));
        assert_eq!([19, 20].map(|plies| after([false, true, true, true], plies)), [false, false]);
    }

    #[test]
    fn both_sides_see_the_same_costs() {
        let root = ROOT.replace(" r ", " b ").replace("104", "105");
        let history = AttackHistory { quiet_plies: 26, ..AttackHistory::default() };
        let progress = Progress::new(Player::First, &root.parse().unwrap(), &history);
        assert_eq!(progress.weigh(&root.parse().unwrap(), -100), -40);
        assert_eq!(progress.weigh(&root.parse().unwrap(), 900), 900);
    }

    #[test]
    fn an_advantage_fades_to_the_score_of_a_draw_at_the_end_of_the_game() {
        let after = |plies: &str| ROOT.replace("104", plies).parse().unwrap();
        let progress = Progress::new(Player::First, &after("104"), &AttackHistory::default());
        let scores = ["300", "350", "398"].map(|plies| progress.weigh(&after(plies), 700));
        assert_eq!(scores, [700, 200, -280]);
        assert_eq!(Progress::NONE.weigh(&after("350"), 700), 350);
    }
}
