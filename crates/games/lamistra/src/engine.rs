//! Lamistra for the search: evaluation, move ordering, simultaneous moves, null move and hash keys.

use gamekit::{Outcome, Player, Position as _};
use search::{Choices, Evaluate, MoveOrder, MoveScore, Proof, Score, SimultaneousMove, Tactics};

use crate::army::{Army, Piece};
use crate::moves::{Move, Step};
use crate::position::Position;
use crate::progress::{Progress, FADING_PLIES};
use crate::role::Role;
use crate::role::Survivor;
use crate::weights::Weights;

/// Engine of Lamistra with the evaluation `V`.
#[derive(Clone)]
pub struct Engine<V = Weights> {
    /// The evaluation.
    pub weights: V,
    /// Costs of a line without an attack, and of a draw.
    pub(crate) progress: Progress,
}

impl<V> Engine<V> {
    /// Returns an engine with this evaluation, for which a draw is an even result. Only the bot
    /// sets other costs, so that self-play and analysis are the same for both sides.
    #[must_use]
    pub const fn new(weights: V) -> Engine<V> {
        Engine { weights, progress: Progress::NONE }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new(Weights::default())
    }
}

impl<V: Evaluate<Position>> Evaluate<Position> for Engine<V> {
    type State = V::State;

    fn refresh(&self, pos: &Position) -> V::State {
        self.weights.refresh(pos)
    }

    fn update(&self, state: &V::State, before: &Position, mv: Move, after: &Position) -> V::State {
        self.weights.update(state, before, mv, after)
    }

    fn pass(&self, state: &V::State, passed: &Position) -> V::State {
        self.weights.pass(state, passed)
    }

    fn evaluate(&self, pos: &Position, state: &V::State) -> Score {
        self.progress.weigh(pos, self.weights.evaluate(pos, state))
    }
}

/// Piece values in exchanges, by role: close to those of the evaluation.
const VALUE: [i32; Role::COUNT] = [5000, 100, 420, 280, 190, 150, 75, 130];
/// Ordering value of an attack that wins a piece; piece values are added to it.
const WINNING: i32 = 100_000;
/// Weight of the captured piece's value relative to the attacker's value.
const EXCHANGE_SCALE: i32 = 16;
/// Ordering value of an attack on a moved piece whose result depends on the names of both players.
const OPEN: i32 = 40_000;
/// Ordering value of an attack that loses as much as it wins.
const EVEN: i32 = 20_000;
/// Ordering value of an attack on a piece that may still be a bomb.
const BLIND: i32 = -10_000;
/// Ordering value of an attack that loses the attacking piece.
const LOSING: i32 = -30_000;

impl<V> Engine<V> {
    /// Returns the ordering value of an attack, by the public knowledge about both pieces.
    fn attack_value(own: &Army, attacker: Piece, enemy: &Army, defender: Piece) -> i32 {
        let worst = |role: Role| -> i32 {
            // The reply that is worst for the attacker's role.
            let replies =
                Role::ALL.into_iter().filter(|&reply| enemy.may_defend_as(defender, reply));
            let gains = replies.map(|reply| match role.against(reply) {
                Survivor::Attacker => {
                    WINNING + EXCHANGE_SCALE * VALUE[reply.index()] - VALUE[role.index()]
                }
                Survivor::Nobody => EVEN,
                Survivor::Defender => LOSING - VALUE[role.index()],
            });
            gains.min().unwrap_or(0)
        };
        match (attacker, defender) {
            (Piece::Named(role), _) => match worst(role) {
                losing @ ..=0 if matches!(defender, Piece::Named(_)) => losing,
                ..=0 if defender == Piece::Unmoved && enemy.stock(Role::Bomb) > 0 => BLIND,
                ..=0 => 0,
                winning => winning,
            },
            (_, Piece::Named(_)) => {
                let roles = Role::ALL.into_iter().filter(|&role| own.may_attack_as(attacker, role));
                roles.map(worst).max().unwrap_or(0)
            }
            (_, Piece::Moved) => OPEN,
            (_, Piece::Unmoved) => BLIND,
        }
    }
}

/// Returns the piece that a step moves and the piece that it attacks.
fn pieces_of(pos: &Position, step: Step) -> (Option<Piece>, Option<Piece>) {
    let own = pos.army(pos.stepper());
    (own.piece_at(step.from), pos.army(pos.stepper().opponent()).piece_at(step.to))
}

impl<V> MoveOrder<Position> for Engine<V> {
    /// One slot for each kind of piece and target cell from its side's view; all names share one
    /// slot.
    const SLOTS: usize = KINDS * 64 + 1;

    fn score_move(&self, pos: &Position, mv: Move) -> MoveScore {
        let Move::Step(step) = mv else {
            return MoveScore { slot: KINDS * 64, value: 0, is_noisy: true };
        };
        let (attacker, defender) = pieces_of(pos, step);
        let attacker = attacker.unwrap_or(Piece::Unmoved);
        let kind = match attacker {
            Piece::Named(role) => role.index(),
            // Flag and bomb do not step, so their indices are free.
            Piece::Unmoved => 0,
            Piece::Moved => 1,
        };
        let to = match pos.stepper() {
            Player::First => step.to,
            Player::Second => step.to.flipped(),
        };
        let slot = kind * 64 + to.index();
        let value = defender.map_or(0, |defender| {
            let [own, enemy] = [pos.stepper(), pos.stepper().opponent()].map(|side| pos.army(side));
            Engine::<V>::attack_value(own, attacker, enemy, defender)
        });
        // An attack with a negative ordering value is searched like a quiet step.
        MoveScore { slot, value, is_noisy: defender.is_some() && value >= 0 }
    }
}

/// Number of piece kinds in the history tables.
const KINDS: usize = Role::COUNT;

/// Remaining plies up to which the exact number is part of the transposition-table (TT) key.
const EXACT_PLIES: usize = 20;
/// Remaining plies up to which the rounded number is part of the TT key: the range in which the
/// evaluation fades.
const CLOCK_PLIES: usize = FADING_PLIES;
/// Rounding of the remaining plies, in plies.
const BUCKET_PLIES: usize = 10;

impl<V> Tactics<Position> for Engine<V> {
    const HAS_SIMULTANEOUS_MOVES: bool = true;
    const LOGITS_PER_UNIT: f64 = 0.0043;

    fn simultaneous_move(&self, pos: &Position) -> Option<SimultaneousMove<Position>> {
        pos.attack()?;
        let pos = pos.without_name();
        let (mut rows, mut columns) = (Choices::default(), Choices::default());
        pos.attacker_roles(|role| rows.push(Move::Name(role)));
        pos.defender_roles(|role| columns.push(Move::Name(role)));
        Some(SimultaneousMove { pos, rows, columns })
    }

    fn proof(&self, pos: &Position) -> Option<Proof> {
        Some(match pos.outcome()? {
            Outcome::Win(winner) if winner == pos.side_to_move() => Proof::Win { plies: 0 },
            Outcome::Win(_) => Proof::Loss { plies: 0 },
            Outcome::Draw => Proof::Draw,
        })
    }

    fn is_threatened(&self, _pos: &Position) -> bool {
        false
    }

    fn candidates(&self, pos: &Position, visit: impl FnMut(Move)) {
        pos.legal_moves(visit);
    }

    /// Visits the attacks that do not lose their piece for certain.
    fn noisy_candidates(&self, pos: &Position, mut visit: impl FnMut(Move)) {
        if pos.attack().is_some() {
            return;
        }
        pos.attacks(|step| {
            let mv = Move::Step(step);
            if self.score_move(pos, mv).value > 0 {
                visit(mv);
            }
        });
    }

    /// Passing is worse than stepping while both sides have enough pieces that can move.
    fn null_move(&self, pos: &Position) -> Option<Position> {
        let is_free = |player| pos.army(player).movers().count_ones() >= NULL_MOVE_MIN_MOVERS;
        (pos.attack().is_none() && Player::BOTH.into_iter().all(is_free)).then(|| pos.passed())
    }

    fn key(&self, pos: &Position) -> u64 {
        let clock = match pos.plies_left() {
            left @ ..=EXACT_PLIES => 1 + left,
            left @ ..=CLOCK_PLIES => CLOCK_PLIES + left / BUCKET_PLIES,
            _ => 0,
        };
        pos.hash_with(clock as u64)
    }

    fn repetition_key(&self, pos: &Position) -> Option<u64> {
        pos.attack().is_none().then(|| pos.hash_with(0))
    }
}

/// Null move pruning (NMP): minimum number of movable pieces of each side.
const NULL_MOVE_MIN_MOVERS: u32 = 3;
