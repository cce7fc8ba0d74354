//! Stratego in the board room: setups, hidden ranks, drawing, move labels and the bot.

use std::cmp::Reverse;
use std::time::Instant;

use gamekit::{Move as _, Observe as _, Player, Position as _};
use rand::SeedableRng;
use rand::rngs::StdRng;
use search::{Limits, SearchResult};
use stratego::{
    Agent, LAKES, Move, Position, Rank, Setup, Square, Survivor, draw_setup, first_setup,
};

use crate::board::{Board, MoveDescription};
use crate::frame::{EMPTY, Fight, HIDDEN, MoveKind, Picture, Reserve, cells, owned};
use crate::info::{GameInfo, Kind, SetupInfo, Terrain, limits_of};
use crate::position_line::PositionLine;
use crate::search_results::{Decision, PvInfo, Task};

/// Stratego, with or without the two-squares rule: a piece may not move between the same two
/// squares without end.
pub(super) struct Stratego<const TWO_SQUARES: bool>;

/// Rows and columns of the board.
const SIZE: usize = 10;

/// Index of the first square of Blue's setup.
const BLUE: usize = Square::COUNT - Position::ARMY_SIZE;

impl<const TWO_SQUARES: bool> Board for Stratego<TWO_SQUARES> {
    type Position = Position;

    const NAME: &'static str = if TWO_SQUARES { "stratego-two-squares" } else { "stratego" };

    fn info() -> GameInfo {
        let game = registry::game(Self::NAME).expect("the arena has every game of the board room");
        let lakes = stratego::squares(LAKES);
        let mut kinds = Rank::ALL.map(kind).to_vec();
        kinds.push(Kind {
            letter: HIDDEN,
            kind: "unknown",
            label: String::new(),
            name: "hidden piece",
        });
        let stock = Rank::ALL.into_iter().rev().flat_map(|rank| {
            std::iter::repeat_n(rank.symbol(), usize::from(Rank::ARMY[rank.index()]))
        });
        GameInfo {
            name: Self::NAME,
            title: if TWO_SQUARES { "Stratego with the two-squares rule" } else { "Stratego" },
            rules: [
                "Both sides place forty pieces; their ranks are hidden from the other side.",
                "A move onto an enemy piece attacks it: both ranks are shown, and the lower rank \
                 is removed; scouts move any distance.",
                "A player wins by capturing the flag, or all enemy pieces that can move.",
            ],
            players: ["Red", "Blue"],
            columns: SIZE,
            rows: SIZE,
            files: (0..SIZE).rev().map(|x| x.to_string()).collect(),
            ranks: (0..SIZE).rev().map(|y| y.to_string()).collect(),
            terrain: lakes
                .map(|lake| Terrain { square: square_index(lake), kind: "lake", owner: None })
                .collect(),
            kinds,
            limits: limits_of(game),
            default_ms: 150,
            hides: true,
            judge: game.judge(),
            setup: Some(SetupInfo {
                squares: [0, BLUE].map(|start| {
                    (start..start + Position::ARMY_SIZE)
                        .map(|index| square_index(Square::new(index as u8)))
                        .collect()
                }),
                stock: stock.collect(),
            }),
        }
    }

    fn initial() -> Position {
        if TWO_SQUARES { Position::with_two_squares() } else { Position::initial() }
    }

    fn picture(pos: &Position, viewer: Option<Player>) -> Picture {
        let letter_at = |square: usize| {
            let sq = square_of(square);
            let owner = pos.owner_at(sq)?;
            let is_hidden =
                viewer.is_some_and(|viewer| viewer != owner) && pos.revealed() & sq.bit() == 0;
            let rank = pos.rank_at(sq).filter(|_| !is_hidden);
            Some(owned(rank.map_or(HIDDEN, Rank::symbol), owner))
        };
        let mark_at = |square: usize| match square_of(square).bit() {
            bit if pos.revealed() & bit != 0 => Some('r'),
            bit if pos.moved() & bit != 0 => Some('m'),
            _ => Some(EMPTY),
        };
        let reserves = Player::BOTH.map(|player| {
            let lost = |rank: Rank| {
                let left = pos.of_rank(player, rank).count_ones() as usize;
                usize::from(Rank::ARMY[rank.index()]).saturating_sub(left)
            };
            let ranks = Rank::ALL.into_iter().rev().filter(|_| !pos.is_setting_up(player));
            ranks
                .filter(|&rank| lost(rank) > 0)
                .map(|rank| Reserve { letter: rank.symbol(), count: lost(rank) })
                .collect()
        });
        Picture {
            cells: cells(Square::COUNT, letter_at),
            marks: Some(cells(Square::COUNT, mark_at)),
            groups: None,
            reserves,
            attack: None,
        }
    }

    fn hides_something(_pos: &Position) -> bool {
        true
    }

    fn describe(pos: &Position, mv: Move) -> MoveDescription {
        match mv {
            Move::Place(rank) => {
                let side = pos.side_to_move();
                let placed = pos.occupied(side).count_ones() as usize;
                let start = if side == Player::First { 0 } else { BLUE };
                MoveDescription {
                    from: None,
                    to: Some(square_index(Square::new((start + placed) as u8))),
                    kind: MoveKind::Place,
                    label: kind(rank).name.to_owned(),
                    role: Some(rank.symbol()),
                }
            }
            Move::Step { from, to } => {
                let attacks = pos.owner_at(to).is_some();
                let sign = if attacks { '×' } else { '–' };
                let label = format!("{},{}{sign}{},{}", from.x(), from.y(), to.x(), to.y());
                MoveDescription::step(square_index(from), square_index(to), attacks, label)
            }
        }
    }

    /// Hides the setup of the other side.
    fn is_secret(before: &Position, mv: Move, _now: &Position, viewer: Player) -> bool {
        matches!(mv, Move::Place(_)) && before.side_to_move() != viewer
    }

    /// Splits a row of a setup, which has ten pieces.
    fn split_answer<'a>(pos: &Position, answer: &'a str) -> Vec<&'a str> {
        if pos.is_setting_up(pos.side_to_move()) && answer.chars().count() == SIZE {
            return answer.split("").filter(|part| !part.is_empty()).collect();
        }
        vec![answer]
    }

    fn draw_setup(player: Player, seed: u64) -> Option<String> {
        let setup = draw_setup(player, &mut StdRng::seed_from_u64(seed));
        Some(setup.into_iter().map(Rank::symbol).collect())
    }

    fn read_setup(text: &str) -> Option<Vec<Move>> {
        let ranks: Option<Vec<Rank>> = text.chars().map(Rank::from_symbol).collect();
        let ranks = ranks?;
        let is_complete = Rank::ALL.into_iter().all(|rank| {
            let count = ranks.iter().filter(|&&placed| placed == rank).count();
            count == usize::from(Rank::ARMY[rank.index()])
        });
        is_complete.then(|| ranks.into_iter().map(Move::Place).collect())
    }

    fn fight(before: &Position, mv: Move) -> Option<Fight> {
        let battle = before.battle(mv)?;
        Some(Fight {
            attacker: battle.attacker.symbol(),
            defender: battle.defender.symbol(),
            survivor: match battle.survivor() {
                Survivor::Attacker => "attacker",
                Survivor::Defender => "defender",
                Survivor::Nobody => "nobody",
            },
        })
    }

    /// Chooses a move with the agent, which has only the information of its player. It chooses
    /// among the legal moves of the game, which may be fewer than by the rules of the agent.
    fn decide(
        line: &PositionLine<Self::Position>,
        task: &Task,
        report: &mut dyn FnMut(PvInfo),
    ) -> Option<Decision> {
        let legal = line.legal_moves();
        if let [only] = legal[..] {
            return Some(Decision(only.to_string()));
        }
        let mut agent = agent_of(line)?;
        let found = agent.weigh(&legal, task.limits(), |found| report(PvInfo::of(found)))?;
        report(PvInfo::of(&found));
        Some(Decision(found.best.to_string()))
    }

    fn analyse(
        line: &PositionLine<Self::Position>,
        task: &Task,
        lines: usize,
        report: &mut dyn FnMut(Vec<PvInfo>),
    ) {
        let (started, limits) = (Instant::now(), task.limits());
        let is_over =
            || task.stop.is_raised() || limits.hard.is_some_and(|hard| Instant::now() >= hard);
        let moves = line.legal_moves();
        let Some(mut agent) = agent_of(line) else { return };
        let mut nodes = 0;
        for depth in 1..=Limits::MAX_DEPTH {
            let mut left = moves.clone();
            let mut found: Vec<PvInfo> = Vec::new();
            while found.len() < lines && !left.is_empty() {
                let limits = Limits { depth, ..limits };
                let best: Option<SearchResult<Move>> = agent.weigh(&left, limits, |_| ());
                let Some(best) = best else { return };
                nodes += best.nodes;
                if is_over() {
                    return;
                }
                left.retain(|mv| mv.to_bits() != best.best.to_bits());
                found.push(PvInfo { nodes, time: started.elapsed(), depth, ..PvInfo::of(&best) });
            }
            found.sort_by_key(|insight| Reverse(insight.score));
            report(found);
        }
    }
}

/// Returns the agent of the side to move, with all its observations; `None` in the setup phase.
fn agent_of(line: &PositionLine<Position>) -> Option<Agent> {
    if line.now.is_setting_up(Player::Second) {
        return None;
    }
    let player = line.now.side_to_move();
    let start = (0..=line.moves.len()).find(|&at| !line.at(at).is_setting_up(Player::Second))?;
    let pos = line.at(start);
    let mut agent = match setup_in(pos, player) {
        Some(setup) if pos.plies() == 0 => Agent::new(player, &setup),
        _ => {
            let mut agent = Agent::new(player, &first_setup(player));
            agent.resume(pos.view(player));
            agent
        }
    };
    for (index, &step) in line.moves.iter().enumerate().skip(start) {
        agent.observe(step, line.at(index).battle(step));
    }
    Some(agent)
}

/// Returns the setup of a player, if every piece is still on a square of the setup.
fn setup_in(pos: &Position, player: Player) -> Option<Setup> {
    let start = if player == Player::First { 0 } else { BLUE };
    let home = start..start + Position::ARMY_SIZE;
    let ranks: Option<Vec<Rank>> = home
        .map(|index| {
            let sq = Square::new(index as u8);
            pos.rank_at(sq).filter(|_| pos.owner_at(sq) == Some(player))
        })
        .collect();
    ranks?.try_into().ok()
}

/// Returns the square index of the page. Red is at the top of the judge's board and at the bottom
/// of the page.
fn square_index(sq: Square) -> usize {
    Square::COUNT - 1 - sq.index()
}

/// Returns the square for a square index of the page: the inverse of [`square_index`].
fn square_of(square: usize) -> Square {
    Square::new((Square::COUNT - 1 - square) as u8)
}

/// Returns the kind of piece of a rank.
fn kind(rank: Rank) -> Kind {
    let name = match rank {
        Rank::Flag => "flag",
        Rank::Bomb => "bomb",
        Rank::Spy => "spy",
        Rank::Scout => "scout",
        Rank::Miner => "miner",
        Rank::Sergeant => "sergeant",
        Rank::Lieutenant => "lieutenant",
        Rank::Captain => "captain",
        Rank::Major => "major",
        Rank::Colonel => "colonel",
        Rank::General => "general",
        Rank::Marshal => "marshal",
    };
    Kind {
        letter: rank.symbol(),
        kind: name,
        label: rank.letter().to_ascii_uppercase().to_string(),
        name,
    }
}
