//! Names of the players of imported games: numbers in place of pseudonyms.

use crate::game_result::{GameResult, SiteAgent};

/// Names of the players, the same for a player in all games of one import.
#[derive(Debug, Default)]
pub struct PlayerNames {
    /// True if pseudonyms stay.
    keeps_pseudonyms: bool,
    /// Agent IDs and pseudonyms of the user.
    own: Vec<String>,
    /// The players who have numbers, the first one number 1.
    numbered: Vec<Identity>,
}

/// Facts by which a player is known again in another game.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Identity {
    User(i64),
    Name(String),
    Agent(i64),
    /// Nothing is known but the seat.
    Seat(usize),
}

impl PlayerNames {
    /// Name of the user's own player.
    pub const OWN: &str = "me";
    /// Maximum length of a pseudonym that is kept, in characters.
    const MAX_NAME: usize = 40;

    /// Returns names in which the agents with one of the IDs or pseudonyms `own` are called `me`.
    /// Pseudonyms of others stay if `keeps_pseudonyms` is true, otherwise they become numbers.
    #[must_use]
    pub fn new(own: Vec<String>, keeps_pseudonyms: bool) -> PlayerNames {
        PlayerNames { keeps_pseudonyms, own, numbered: Vec::new() }
    }

    /// Returns the names of both players of a result by agent index. They differ.
    pub fn of(&mut self, result: &GameResult) -> [String; 2] {
        let unknown = SiteAgent::default();
        let [one, mut other] =
            [0, 1].map(|seat| self.name(result.agents.get(seat).unwrap_or(&unknown), seat));
        if one == other {
            other += " (2)";
        }
        [one, other]
    }

    fn name(&mut self, agent: &SiteAgent, seat: usize) -> String {
        let is_own = |own: &String| {
            agent.name.as_ref() == Some(own) || agent.id.is_some_and(|id| id.to_string() == *own)
        };
        if self.own.iter().any(is_own) {
            return PlayerNames::OWN.to_owned();
        }
        let visible = |name: &String| -> String {
            name.chars().filter(|c| !c.is_control()).take(PlayerNames::MAX_NAME).collect()
        };
        let kept = agent.name.as_ref().filter(|_| self.keeps_pseudonyms).map(visible);
        kept.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| self.number(agent, seat))
    }

    fn number(&mut self, agent: &SiteAgent, seat: usize) -> String {
        let identity = match agent {
            SiteAgent { user: Some(user), .. } => Identity::User(*user),
            SiteAgent { name: Some(name), .. } => Identity::Name(name.clone()),
            SiteAgent { id: Some(id), .. } => Identity::Agent(*id),
            _ => Identity::Seat(seat),
        };
        let known = self.numbered.iter().position(|known| *known == identity);
        let index = known.unwrap_or_else(|| {
            self.numbered.push(identity);
            self.numbered.len() - 1
        });
        format!("player {}", index + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(agents: &[SiteAgent; 2]) -> GameResult {
        GameResult {
            id: 1,
            title: None,
            seed: 0,
            ranks: vec![0, 1],
            scores: Vec::new(),
            agents: agents.to_vec(),
            turns: Vec::new(),
        }
    }

    fn user(id: i64, user: i64, name: &str) -> SiteAgent {
        SiteAgent { id: Some(id), user: Some(user), name: Some(name.to_owned()) }
    }

    #[test]
    fn a_player_has_the_same_number_in_all_games() {
        let mut names = PlayerNames::new(Vec::new(), false);
        let boss = SiteAgent { id: Some(-1), user: None, name: Some("Boss".to_owned()) };
        assert_eq!(names.of(&game(&[user(5, 1, "ann"), boss.clone()])), ["player 1", "player 2"]);
        assert_eq!(
            names.of(&game(&[user(9, 3, "bob"), user(6, 1, "ann")])),
            ["player 3", "player 1"]
        );
        assert_eq!(names.of(&game(&[boss, SiteAgent::default()])), ["player 2", "player 4"]);
    }

    #[test]
    fn the_own_agent_is_named_by_its_id_or_pseudonym() {
        for own in ["5", "ann"] {
            let mut names = PlayerNames::new(vec![own.to_owned()], false);
            let both = names.of(&game(&[user(7, 2, "bob"), user(5, 1, "ann")]));
            assert_eq!(both, ["player 1", "me"]);
        }
    }

    #[test]
    fn pseudonyms_stay_on_request() {
        let mut names = PlayerNames::new(Vec::new(), true);
        let both = names.of(&game(&[user(7, 2, "b\u{1b}ob"), user(5, 1, "  ")]));
        assert_eq!(both, ["bob", "player 1"]);
    }

    #[test]
    fn two_agents_of_one_user_have_two_names() {
        let mut names = PlayerNames::new(Vec::new(), false);
        let both = names.of(&game(&[user(7, 2, "bob"), user(5, 2, "bob")]));
        assert_eq!(both, ["player 1", "player 1 (2)"]);
    }
}
