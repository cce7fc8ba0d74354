use std::cmp::Reverse;
use std::time::Instant;

use gamekit::{Move as _, Observe as _, Player, Position as _};
use rand::SeedableRng;
use rand::rngs::StdRng;
use search::{Limits, SearchResult};
use stratego::{
    Agent, LAKES, Move, Position, Rank, Setup, Square, Survivor, draw_setup, first_setup,
};

use crate::board::{Board, Described};
use crate::frame::{EMPTY, Fight, HIDDEN, MoveKind, Picture, Reserve, cells, owned};
use crate::game_line::BoardLine;
use crate::info::{GameInfo, Kind, SetupInfo, Terrain, limits_of};
use crate::thinking::{Decision, Insight, Task};

/// Stratego, with or without the rule that a piece may not go on shuttling between two squares.
pub(super) struct Stratego<const TWO_SQUARES: bool>;

/// Rows and columns of the board.
const SIZE: usize = 10;

/// The first of Blue's squares.
const BLUE: usize = Square::COUNT - Position::ARMY_SIZE;

impl<const TWO_SQUARES: bool> Board for Stratego<TWO_SQUARES> {
    type Position = Position;

    const NAME: &'static str = if TWO_SQUARES { "stratego-two-squares" } else { "stratego" };

    fn info() -> GameInfo {
        let game = arena::game(Self::NAME).expect("the arena plays it");
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
                "Both sides place forty pieces whose ranks the other one does not see.",
                "Who steps onto an enemy attacks: both ranks are shown, and the lower one goes; scouts \
                 go any distance.",
                "Who captures the flag, or all that can move, wins.",
            ],
            players: ["Red", "Blue"],
            columns: SIZE,
            rows: SIZE,
            files: (0..SIZE).rev().map(|x| x.to_string()).collect(),
            ranks: (0..SIZE).rev().map(|y| y.to_string()).collect(),
            terrain: lakes
                .map(|lake| Terrain { square: seen(lake), kind: "lake", owner: None })
                .collect(),
            kinds,
            limits: limits_of(game),
            default_ms: 150,
            hides: true,
            judge: game.judge(),
            setup: Some(SetupInfo {
                squares: [0, BLUE].map(|start| {
                    (start..start + Position::ARMY_SIZE)
                        .map(|index| seen(Square::new(index as u8)))
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

    fn describe(pos: &Position, mv: Move) -> Described {
        match mv {
            Move::Place(rank) => {
                let side = pos.side_to_move();
                let placed = pos.occupied(side).count_ones() as usize;
                let start = if side == Player::First { 0 } else { BLUE };
                Described {
                    from: None,
                    to: Some(seen(Square::new((start + placed) as u8))),
                    kind: MoveKind::Place,
                    label: kind(rank).name.to_owned(),
                    role: Some(rank.symbol()),
                }
            }
            Move::Step { from, to } => {
                let attacks = pos.owner_at(to).is_some();
                let sign = if attacks { '×' } else { '–' };
                let label = format!("{},{}{sign}{},{}", from.x(), from.y(), to.x(), to.y());
                Described::step(seen(from), seen(to), attacks, label)
            }
        }
    }

    /// The other side's setup.
    fn is_secret(before: &Position, mv: Move, _now: &Position, viewer: Player) -> bool {
        matches!(mv, Move::Place(_)) && before.side_to_move() != viewer
    }

    /// A setup comes in rows of ten.
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

    /// The bot knows what its player may know. Where the rules are narrower than it thinks, it chooses
    /// among what they allow.
    fn decide(
        line: &BoardLine<Self>,
        task: &Task,
        report: &mut dyn FnMut(Insight),
    ) -> Option<Decision> {
        let legal = line.legal_moves();
        if let [only] = legal[..] {
            return Some(Decision(only.to_string()));
        }
        let mut agent = agent_of(line)?;
        let found = agent.weigh(&legal, task.limits(), |found| report(Insight::of(found)))?;
        report(Insight::of(&found));
        Some(Decision(found.best.to_string()))
    }

    fn analyse(
        line: &BoardLine<Self>,
        task: &Task,
        lines: usize,
        report: &mut dyn FnMut(Vec<Insight>),
    ) {
        let (started, limits) = (Instant::now(), task.limits());
        let is_over =
            || task.stop.is_raised() || limits.hard.is_some_and(|hard| Instant::now() >= hard);
        let moves = line.legal_moves();
        let Some(mut agent) = agent_of(line) else { return };
        let mut nodes = 0;
        for depth in 1..=Limits::MAX_DEPTH {
            let mut left = moves.clone();
            let mut found: Vec<Insight> = Vec::new();
            while found.len() < lines && !left.is_empty() {
                let limits = Limits { depth, ..limits };
                let best: Option<SearchResult<Move>> = agent.weigh(&left, limits, |_| ());
                let Some(best) = best else { return };
                nodes += best.nodes;
                if is_over() {
                    return;
                }
                left.retain(|mv| mv.to_bits() != best.best.to_bits());
                found.push(Insight { nodes, time: started.elapsed(), depth, ..Insight::of(&best) });
            }
            found.sort_by_key(|insight| Reverse(insight.score));
            report(found);
        }
    }
}

/// Returns the thoughts of the side to move; `None` while armies are set up.
fn agent_of<const TWO_SQUARES: bool>(line: &BoardLine<Stratego<TWO_SQUARES>>) -> Option<Agent> {
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

/// Returns how a player has set up his army, if it still stands so.
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

/// Returns the square of the page: Red, who sits at the top of the judge's board, sits at the bottom.
fn seen(sq: Square) -> usize {
    Square::COUNT - 1 - sq.index()
}

/// Undoes [`seen`].
fn square_of(square: usize) -> Square {
    Square::new((Square::COUNT - 1 - square) as u8)
}

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
