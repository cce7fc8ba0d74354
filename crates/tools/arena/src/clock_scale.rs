//! Scale of the clocks on a machine that is faster or slower than that of the match.

use std::time::Duration;

use registry::{Game, TimeControl};

use crate::player::{Contestant, Pace};

/// Factor by which the time limits of a match are multiplied on a machine: above 1 on a slower one.
///
/// Thinking time is scaled only if no player of a game keeps its own time: otherwise one player
/// would get more of it than the other. The limits of a player that keeps its own time become
/// longer on a slower machine, and are never shorter than those of the match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClockScale(f64);

impl ClockScale {
    /// The limits are those of the match.
    pub const NONE: ClockScale = ClockScale(1.0);

    /// Returns the scale with a factor above 0.
    #[must_use]
    pub const fn new(factor: f64) -> ClockScale {
        ClockScale(factor)
    }

    /// Returns the factor.
    #[must_use]
    pub const fn factor(self) -> f64 {
        self.0
    }

    /// Returns a contestant in a game between `both`, as it is started here, and its limits.
    pub(crate) fn apply(
        self,
        contestant: &Contestant,
        both: &[Contestant; 2],
        game: &dyn Game,
        margin: Duration,
    ) -> (Contestant, TimeControl) {
        let longer = self.0.max(1.0);
        let keeps_time = both.iter().any(|player| player.pace() == Pace::Own);
        let factor = match contestant.pace() {
            Pace::Clock if !keeps_time => self.0,
            Pace::Own => longer,
            Pace::Clock | Pace::Fixed => 1.0,
        };
        let time = contestant.time(game).scaled(factor).with_margin(margin.mul_f64(longer));
        let told = contestant.told_time().map(|told| told.mul_f64(factor).as_millis() as u64);
        let contestant = match told {
            Some(told) => Contestant { move_time_ms: Some(told.max(1)), ..contestant.clone() },
            None => contestant.clone(),
        };
        (contestant, time)
    }
}

#[cfg(test)]
mod tests {
    use registry::game;

    use super::*;
    use crate::agent::CommandLine;
    use crate::player::Program;

    /// Returns the limit of a later turn in milliseconds, and the time that a player is told, in a
    /// game with a margin of 20 ms.
    fn scaled(factor: f64, players: [Program; 2]) -> Vec<(u128, Option<u64>)> {
        let both = players.map(|program| Contestant {
            name: "player".to_owned(),
            program,
            nodes: None,
            move_time_ms: None,
        });
        let game = game("breakthrough").unwrap();
        let apply = |player: &Contestant| {
            let margin = Duration::from_millis(20);
            let (player, time) = ClockScale::new(factor).apply(player, &both, game, margin);
            (time.then.as_millis(), player.move_time_ms)
        };
        both.iter().map(apply).collect()
    }

    fn uct() -> Program {
        Program::Baseline("uct".parse().unwrap())
    }

    fn command(line: &str) -> CommandLine {
        CommandLine::parse(line).unwrap()
    }

    #[test]
    fn players_that_follow_the_clock_are_scaled_both_ways() {
        let uci = || Program::Uci(command("engine"));
        assert_eq!(scaled(1.5, [uct(), uci()]), [(180, None), (480, Some(150))]);
        assert_eq!(scaled(0.5, [uct(), uci()]), [(70, None), (170, Some(50))]);
        assert_eq!(scaled(1.0, [uct(), uci()]), [(120, None), (320, Some(100))]);
    }

    #[test]
    fn only_the_limit_of_a_player_that_keeps_its_own_time_grows() {
        let bot = || Program::Command(command("bot"));
        assert_eq!(scaled(1.5, [uct(), bot()]), [(130, None), (180, None)]);
        assert_eq!(scaled(0.5, [uct(), bot()]), [(120, None), (120, None)]);
    }

    #[test]
    fn players_without_a_clock_are_left_alone() {
        let fixed = || Program::Baseline("uct:50".parse().unwrap());
        let hang = Contestant::HANG.as_millis() + 20;
        assert_eq!(scaled(0.5, [fixed(), uct()]), [(hang, None), (70, None)]);
    }
}
