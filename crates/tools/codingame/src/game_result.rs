//! Game result of CodinGame: one JSON object of its site, bare or wrapped.
//!
//! Keys that are not needed, such as those for the site's viewer, are skipped while the text is
//! read, whatever their length is.

use serde::Deserialize;

use crate::bounded::Bounded;

/// Maximum number of frames of a result: more than the turns of any game that the site runs.
const MAX_FRAMES: usize = 10_000;
/// Maximum number of players of a result.
const MAX_AGENTS: usize = 16;
/// Maximum length of the site's words about a turn that are kept, in characters.
const MAX_WORDS: usize = 200;

/// Game as the site stores it.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// ID of the game on the site.
    pub id: u64,
    /// Title of the puzzle; absent in a bare result.
    pub title: Option<String>,
    /// Seed of the site's referee; 0 if the result has none.
    pub seed: u64,
    /// Place of each agent, from 0; equal places are a draw.
    pub ranks: Vec<i64>,
    /// Score of each agent; empty if the result has none.
    pub scores: Vec<f64>,
    /// Players by index; empty if the result does not name them.
    pub agents: Vec<SiteAgent>,
    /// All turns, in order.
    pub turns: Vec<SiteTurn>,
}

/// Player of a game on the site.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SiteAgent {
    /// ID of the agent.
    pub id: Option<i64>,
    /// ID of its user.
    pub user: Option<i64>,
    /// Pseudonym of its user, or the name of a boss of the arena.
    pub name: Option<String>,
}

/// Turn of a game on the site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteTurn {
    /// Index of the agent.
    pub agent: usize,
    /// The first line of the answer; `None` if none came.
    pub answer: Option<String>,
    /// Standard error of the agent, which the site gives only to its owner.
    pub stderr: String,
    /// The site's words about the turn, shortened.
    pub words: String,
}

/// JSON object that is no game result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoGameResult {
    /// A necessary key is missing.
    #[error("not a game result of CodinGame: `{0}` is missing")]
    Missing(&'static str),
    /// An agent number is no index of a player.
    #[error("frame {frame} belongs to agent {agent}, expected -1, 0 or a higher index")]
    Agent {
        /// Number of the frame, from 0.
        frame: usize,
        /// The agent.
        agent: i64,
    },
}

/// The keys of both forms of a result.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct RawResult {
    question_title: Option<String>,
    game_result: Option<Box<RawResult>>,
    game_id: Option<u64>,
    frames: Option<Bounded<RawFrame, MAX_FRAMES>>,
    referee_input: Option<String>,
    ranks: Option<Bounded<i64, MAX_AGENTS>>,
    scores: Option<Bounded<f64, MAX_AGENTS>>,
    agents: Option<Bounded<RawAgent, MAX_AGENTS>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawFrame {
    #[serde(default = "no_agent")]
    agent_id: i64,
    stdout: Option<String>,
    stderr: Option<String>,
    summary: Option<String>,
    game_information: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawAgent {
    index: Option<usize>,
    agent_id: Option<i64>,
    codingamer: Option<RawUser>,
    arenaboss: Option<RawBoss>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawUser {
    user_id: Option<i64>,
    pseudo: Option<String>,
}

#[derive(Deserialize)]
struct RawBoss {
    nickname: Option<String>,
}

/// Agent number of a frame that is no turn, such as the initial view.
const NO_AGENT: i64 = -1;

fn no_agent() -> i64 {
    NO_AGENT
}

impl GameResult {
    /// Returns the length of all answers and of standard error, in bytes: nearly all the memory
    /// that a result takes.
    #[must_use]
    pub fn text_len(&self) -> usize {
        let of_turn =
            |turn: &SiteTurn| turn.stderr.len() + turn.answer.as_ref().map_or(0, String::len);
        self.turns.iter().map(of_turn).sum()
    }
}

impl TryFrom<RawResult> for GameResult {
    type Error = NoGameResult;

    fn try_from(raw: RawResult) -> Result<GameResult, NoGameResult> {
        let (title, raw) = match raw.game_result {
            Some(inner) => (raw.question_title, *inner),
            None => (raw.question_title.clone(), raw),
        };
        let frames = raw.frames.ok_or(NoGameResult::Missing("frames"))?.0;
        let mut turns = Vec::with_capacity(frames.len());
        for (number, frame) in frames.into_iter().enumerate() {
            if frame.agent_id == NO_AGENT {
                continue;
            }
            let agent = usize::try_from(frame.agent_id);
            let agent =
                agent.map_err(|_| NoGameResult::Agent { frame: number, agent: frame.agent_id })?;
            turns.push(frame.into_turn(agent));
        }
        Ok(GameResult {
            id: raw.game_id.ok_or(NoGameResult::Missing("gameId"))?,
            title,
            seed: raw.referee_input.as_deref().and_then(seed_in).unwrap_or_default(),
            ranks: raw.ranks.ok_or(NoGameResult::Missing("ranks"))?.0,
            scores: raw.scores.unwrap_or_default().0,
            agents: agents_by_index(raw.agents.unwrap_or_default().0),
            turns,
        })
    }
}

impl RawFrame {
    fn into_turn(self, agent: usize) -> SiteTurn {
        let texts = [self.summary, self.game_information].into_iter().flatten();
        let words: Vec<String> = texts.flat_map(|text| words_of(&text)).collect();
        SiteTurn {
            agent,
            answer: self.stdout.as_deref().and_then(first_line),
            stderr: self.stderr.unwrap_or_default(),
            words: words.join(" ").chars().take(MAX_WORDS).collect(),
        }
    }
}

fn words_of(text: &str) -> Vec<String> {
    text.split_whitespace().take(MAX_WORDS).map(str::to_owned).collect()
}

/// Returns the line that the site's referee has read; `None` if there is no output at all. A second
/// line belongs to a later turn.
fn first_line(output: &str) -> Option<String> {
    let line = output.split(['\n', '\r']).next()?;
    (!output.is_empty()).then(|| line.to_owned())
}

/// Returns the number in the line `seed=...` of the referee's input. Seeds of Java are signed.
fn seed_in(input: &str) -> Option<u64> {
    let text = input.lines().find_map(|line| line.trim().strip_prefix("seed="))?;
    text.parse().ok().or_else(|| Some(text.parse::<i64>().ok()?.cast_unsigned()))
}

/// Orders the agents by their indices. An agent without an index has that of its place.
fn agents_by_index(raw: Vec<RawAgent>) -> Vec<SiteAgent> {
    let mut agents = vec![SiteAgent::default(); raw.len()];
    for (place, agent) in raw.into_iter().enumerate() {
        let index = agent.index.unwrap_or(place);
        let (user, pseudo) =
            agent.codingamer.map_or((None, None), |user| (user.user_id, user.pseudo));
        let name = pseudo.or_else(|| agent.arenaboss.and_then(|boss| boss.nickname));
        if let Some(slot) = agents.get_mut(index) {
            *slot = SiteAgent { id: agent.agent_id, user, name };
        }
    }
    agents
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<GameResult, NoGameResult> {
        serde_json::from_str::<RawResult>(text).unwrap().try_into()
    }

    const BARE: &str = r#"{"frames":[
        {"gameInformation":"","summary":"","view":" 0\n{}\n","keyframe":true,"agentId":-1},
        {"gameInformation":"","stdout":"a2a3 hi\n","stderr":"x\n","summary":"","agentId":0},
        {"gameInformation":" lost \n time","stdout":null,"summary":"$1: timeout!","agentId":1}],
        "gameId":898881679,"refereeInput":"seed=8860499034948850000\n","scores":[1.0,-1.0],
        "ranks":[0,1],"tooltips":[],"agents":[
        {"index":1,"arenaboss":{"nickname":"Boss"},"agentId":-1,"score":1.5},
        {"index":0,"codingamer":{"userId":1,"pseudo":"me","avatar":2},"agentId":3,"valid":true}],
        "metadata":{}}"#;

    #[test]
    fn the_answers_the_players_and_the_result_are_kept() {
        let result = parse(BARE).unwrap();
        assert_eq!((result.id, result.seed), (898_881_679, 8_860_499_034_948_850_000));
        assert_eq!((&result.ranks[..], &result.scores[..]), (&[0, 1][..], &[1.0, -1.0][..]));
        let names: Vec<_> = result.agents.iter().map(|agent| agent.name.as_deref()).collect();
        assert_eq!(names, [Some("me"), Some("Boss")]);
        let turn = &result.turns[0];
        assert_eq!((turn.agent, turn.answer.as_deref()), (0, Some("a2a3 hi")));
        assert_eq!(turn.stderr, "x\n");
        let turn = &result.turns[1];
        assert_eq!((turn.agent, turn.answer.as_deref()), (1, None));
        assert_eq!(turn.words, "$1: timeout! lost time");
        assert_eq!(result.text_len(), "a2a3 hi".len() + "x\n".len());
    }

    #[test]
    fn a_wrapped_result_has_a_title() {
        let wrapped =
            format!(r#"{{"puzzleId":5,"questionTitle":"Lines of Action","gameResult":{BARE}}}"#);
        let result = parse(&wrapped).unwrap();
        assert_eq!(result.title.as_deref(), Some("Lines of Action"));
        assert_eq!(GameResult { title: None, ..result }, parse(BARE).unwrap());
    }

    #[test]
    fn a_missing_key_is_named() {
        for key in ["gameId", "frames", "ranks"] {
            let missing = parse(&BARE.replace(&format!("\"{key}\""), "\"x\""));
            assert_eq!(missing, Err(NoGameResult::Missing(key)));
        }
        assert_eq!(parse("{}"), Err(NoGameResult::Missing("frames")));
        for key in ["agents", "scores", "refereeInput", "metadata"] {
            assert!(parse(&BARE.replace(&format!("\"{key}\""), "\"x\"")).is_ok(), "{key}");
        }
        let agent = parse(&BARE.replace("\"agentId\":1}", "\"agentId\":-7}"));
        assert_eq!(agent, Err(NoGameResult::Agent { frame: 2, agent: -7 }));
    }

    #[test]
    fn only_the_first_line_of_an_answer_counts() {
        for (output, expected) in [
            ("a2a3\n", Some("a2a3")),
            ("a2a3\r\n", Some("a2a3")),
            ("a2a3", Some("a2a3")),
            ("a2a3\nb2b3\n", Some("a2a3")),
            ("\n", Some("")),
            ("", None),
        ] {
            assert_eq!(first_line(output).as_deref(), expected, "{output:?}");
        }
    }

    #[test]
    fn a_seed_may_be_negative_or_absent() {
        assert_eq!(seed_in("width=3\nseed=-1\n"), Some(u64::MAX));
        assert_eq!(seed_in("seed=7"), Some(7));
        assert_eq!(seed_in("seed=x"), None);
        assert_eq!(seed_in(""), None);
    }

    #[test]
    fn a_list_without_an_end_is_refused() {
        let frames = vec!["{}"; MAX_FRAMES + 1].join(",");
        let Err(error) = serde_json::from_str::<RawResult>(&format!(r#"{{"frames":[{frames}]}}"#))
        else {
            panic!("a result of {MAX_FRAMES} frames and one")
        };
        assert!(error.to_string().starts_with("a list of more than 10000 values"), "{error}");
    }
}
