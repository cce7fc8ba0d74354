//! Bot for the Stratego AI Evaluator: follows the game from the judge's lines and asks the agent
//! for steps.

use std::time::Instant;

use botio::{Bot, Options};
use gamekit::Player;
use rand::rngs::StdRng;
use rand::SeedableRng;
use search::Limits;

use crate::agent::Agent;
use crate::board::ShownBoard;
use crate::dialogue::{Reply, Report, Turn};
use crate::moves::Move;
use crate::position::{Position, Setup};
use crate::settings::SETTINGS;
use crate::setups::draw_setup;

/// Bot: follows the game from the judge's lines; an [`Agent`] chooses the steps.
pub struct StrategoBot {
    options: Options<Move>,
    rng: StdRng,
    agent: Option<Agent>,
    /// The bot's step whose outcome the judge has not reported yet.
    unreported_step: Option<Move>,
}

impl StrategoBot {
    /// Returns a bot that waits for the first line.
    #[must_use]
    pub fn new(options: Options<Move>) -> StrategoBot {
        let rng = StdRng::seed_from_u64(options.seed());
        StrategoBot { options, rng, agent: None, unreported_step: None }
    }

    /// Returns a setup for the bot that begins with the placements of the opening.
    fn setup(&mut self, player: Player) -> Setup {
        let mut setup = draw_setup(player, &mut self.rng);
        let placements = self.options.opening.iter().skip(player.index() * Position::ARMY_SIZE);
        for (place, mv) in placements.take(Position::ARMY_SIZE).enumerate() {
            let Move::Place(rank) = *mv else { break };
            // Swap the prescribed piece with the one on this square.
            let Some(found) = setup[place..].iter().position(|&other| other == rank) else { break };
            setup.swap(place, place + found);
        }
        setup
    }

    /// Returns the agent of the current game. If the judge never sent a colour, the bot plays Red.
    fn agent(&mut self) -> &mut Agent {
        if self.agent.is_none() {
            self.begin(Player::First);
        }
        self.agent.as_mut().expect("a game has begun")
    }

    fn begin(&mut self, player: Player) -> Setup {
        let setup = self.setup(player);
        self.agent = Some(Agent::new(player, &setup));
        self.unreported_step = None;
        setup
    }

    /// Updates the agent with the bot's own step.
    fn follow_echo(&mut self, echo: &Report) {
        if let Some(step) = self.unreported_step.take() {
            self.agent().observe(step, echo.battle());
        }
    }

    /// Updates the agent with the judge's lines before the bot's step. Returns a complaint if the
    /// lines do not fit; the agent then continues from the judge's board.
    fn follow(&mut self, last: Option<&Report>, board: &[String]) -> Option<String> {
        if let Some(step) = self.unreported_step.take() {
            self.agent().observe(step, None);
        }
        let agent = self.agent();
        if let Some((step, battle)) = last.and_then(|last| Some((last.step?, last.battle()))) {
            agent.observe(step, battle);
        }
        let player = agent.view().player();
        match ShownBoard::read(board) {
            None => Some("expected a board of ten lines of ten letters".to_owned()),
            Some(shown) if shown.is_of(agent.view()) && agent.view().side_to_move() == player => {
                None
            }
            Some(shown) => {
                agent.resume(shown.restore(agent.view()));
                Some(
                    "the board differs from the expected one, continuing from the judge's board"
                        .to_owned(),
                )
            }
        }
    }

    /// Chooses a step: the opening's step, or the agent's with a summary of its search.
    fn choose(&mut self, started: Instant, remarks: &mut Vec<String>) -> Option<Move> {
        let limits = match self.options.nodes {
            Some(nodes) => Limits::nodes(nodes),
            None => Limits { hard: Some(started + SETTINGS.turn), ..Limits::NONE },
        };
        let played = usize::from(self.agent().view().plies());
        let prescribed = self.options.opening.get(2 * Position::ARMY_SIZE + played).copied();
        let agent = self.agent();
        let prescribed = prescribed.filter(|mv| agent.legal_steps().contains(mv));
        prescribed.or_else(|| {
            let found = agent.decide(limits)?;
            remarks.push(found.summary());
            Some(found.best)
        })
    }

    fn reply(&mut self, step: Option<Move>) -> Reply {
        self.unreported_step = step;
        step.map_or(Reply::Surrender, Reply::Step)
    }
}

impl Bot for StrategoBot {
    type Turn = Turn;
    type Reply = Reply;

    fn respond(&mut self, turn: &Turn, started: Instant, remarks: &mut Vec<String>) -> Reply {
        remarks.extend(turn.unreadable());
        match turn {
            Turn::Setup { player, .. } => Reply::Setup(self.begin(player.unwrap_or(Player::First))),
            Turn::Echo(echo) => {
                self.follow_echo(echo);
                Reply::Silence
            }
            Turn::Act { last, board } => {
                remarks.extend(self.follow(last.as_ref(), board));
                let step = self.choose(started, remarks);
                self.reply(step)
            }
        }
    }

    fn rescue(&mut self, turn: &Turn) -> Reply {
        match turn {
            Turn::Setup { .. } => self
                .agent
                .is_none()
                .then(|| self.begin(Player::First))
                .map_or(Reply::Silence, Reply::Setup),
            Turn::Echo(_) => Reply::Silence,
            Turn::Act { .. } => {
                let step = self.agent().rescue();
                self.reply(step)
            }
        }
    }
}
