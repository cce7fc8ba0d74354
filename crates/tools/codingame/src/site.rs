//! Client of CodinGame's site: game results, and the latest games of an agent.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use ureq::Agent;
use ureq::http::StatusCode;
use ureq::http::header::{CONTENT_TYPE, RETRY_AFTER};

use crate::bounded::Bounded;
use crate::game_result::{GameResult, RawResult};
use crate::pace::Pace;
use crate::result_file::ResultFile;

/// Maximum number of games in a list of the site.
const MAX_LISTED: usize = 100_000;

/// Maximum number of characters of an answer in a message.
const MAX_SHOWN: usize = 120;

/// Receives the reason for a wait before a repetition, and its length.
pub type OnWait = Box<dyn Fn(&str, Duration) + Send>;

/// Client of the site. It waits between its requests, and repeats those that the site puts off.
pub struct Site {
    agent: Agent,
    base: String,
    pace: Pace,
    /// Time of the last request.
    last: Option<Instant>,
    on_wait: OnWait,
}

/// Request that the site does not answer as it should.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SiteError {
    /// The site does not show the game (status 422).
    #[error(
        "the site does not show it ({0}): the game is still running, or belongs to the editor of \
         another user"
    )]
    Hidden(String),
    /// The answer is no result.
    #[error("the answer of the site is no game result: {0}")]
    NoResult(String),
    /// The answer is no list of games.
    #[error("the answer of the site is no list of games: {0}")]
    NoList(String),
    /// The site refuses the request.
    #[error("the site refuses the request with status {status} ({words})")]
    Refused {
        /// The status.
        status: u16,
        /// Beginning of the answer.
        words: String,
    },
    /// The site asks for a longer wait than the pace allows.
    #[error("the site asks for a wait of {} s", .0.as_secs())]
    LongWait(Duration),
    /// All attempts have failed.
    #[error("the site does not answer after {attempts} attempts: {why}")]
    NoAnswer {
        /// Number of attempts.
        attempts: u32,
        /// Reason for which the last one failed.
        why: String,
    },
}

impl SiteError {
    /// Returns whether the error is about one game only, so that others may be asked for.
    #[must_use]
    pub fn is_about_game(&self) -> bool {
        matches!(self, SiteError::Hidden(_) | SiteError::NoResult(_))
    }
}

/// Game in a list of the site.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListedGame {
    game_id: u64,
    /// False while the game is running.
    #[serde(default = "yes")]
    done: bool,
}

fn yes() -> bool {
    true
}

/// Reason for which a request is repeated.
struct PutOff {
    why: String,
    /// Wait that the site asks for.
    asked: Option<Duration>,
}

impl Site {
    /// Returns a client of the services at the address `base`.
    #[must_use]
    pub fn new(base: &str, pace: Pace, on_wait: OnWait) -> Site {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(pace.patience))
            .user_agent(concat!("cargo-cg/", env!("CARGO_PKG_VERSION")))
            .build();
        let base = format!("{}/", base.trim_end_matches('/'));
        Site { agent: config.into(), base, pace, last: None, on_wait }
    }

    /// Returns the text of a game result, which [`ResultFile`] can read.
    ///
    /// # Errors
    ///
    /// The site does not answer, does not show the game, or answers something else.
    pub fn game(&mut self, id: u64) -> Result<Vec<u8>, SiteError> {
        let answer = self.call("gameResult/findByGameId", &json!([id, null]))?;
        let raw: RawResult = serde_json::from_slice(&answer)
            .map_err(|error| SiteError::NoResult(error.to_string()))?;
        let result = GameResult::try_from(raw);
        let result = result.map_err(|error| SiteError::NoResult(error.to_string()))?;
        if result.id != id {
            let why = format!("it is that of game {}", result.id);
            return Err(SiteError::NoResult(why));
        }
        Ok(answer)
    }

    /// Returns the IDs of the latest games of an agent that have ended, the latest first, as far as
    /// the site lists them.
    ///
    /// # Errors
    ///
    /// The site does not answer, or answers something else.
    pub fn latest_games(&mut self, agent: u64) -> Result<Vec<u64>, SiteError> {
        let path = "gamesPlayersRanking/findLastBattlesByAgentId";
        let answer = self.call(path, &json!([agent, null]))?;
        let games: Bounded<ListedGame, MAX_LISTED> = serde_json::from_slice(&answer)
            .map_err(|error| SiteError::NoList(error.to_string()))?;
        Ok(games.0.into_iter().filter(|game| game.done).map(|game| game.game_id).collect())
    }

    /// Sends a request until it is answered, and returns the answer.
    fn call(&mut self, path: &str, body: &Value) -> Result<Vec<u8>, SiteError> {
        let mut number = 0;
        loop {
            if let Some(last) = self.last {
                sleep(self.pace.pause.saturating_sub(last.elapsed()));
            }
            let answered = self.send(path, body);
            self.last = Some(Instant::now());
            let PutOff { why, asked } = match answered {
                Ok(answer) => return answer,
                Err(put_off) => put_off,
            };
            let wait = asked.unwrap_or_else(|| self.pace.wait(number));
            number += 1;
            if number >= self.pace.attempts {
                return Err(SiteError::NoAnswer { attempts: number, why });
            }
            if wait > self.pace.longest_wait {
                return Err(SiteError::LongWait(wait));
            }
            (self.on_wait)(&why, wait);
            sleep(wait);
        }
    }

    /// Sends a request once. The outer error asks for a repetition.
    fn send(&self, path: &str, body: &Value) -> Result<Result<Vec<u8>, SiteError>, PutOff> {
        let put_off = |error: ureq::Error| PutOff { why: error.to_string(), asked: None };
        let request = self.agent.post(format!("{}{path}", self.base));
        let request = request.header(CONTENT_TYPE, "application/json");
        let response = request.send(body.to_string()).map_err(put_off)?;
        let status = response.status();
        let retry_after = response.headers().get(RETRY_AFTER).cloned();
        let limited = response.into_body().into_with_config().limit(ResultFile::MAX_BYTES);
        let answer = match limited.read_to_vec() {
            Ok(answer) => answer,
            Err(ureq::Error::BodyExceedsLimit(limit)) => {
                let why = format!("it is longer than {} MiB", limit >> 20);
                return Ok(Err(SiteError::NoResult(why)));
            }
            Err(error) => return Err(put_off(error)),
        };
        if status == StatusCode::OK {
            return Ok(Ok(answer));
        }
        let words = beginning(&answer);
        if status == StatusCode::UNPROCESSABLE_ENTITY {
            return Ok(Err(SiteError::Hidden(words)));
        }
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            let seconds = retry_after.and_then(|value| value.to_str().ok()?.trim().parse().ok());
            let why = format!("status {}", status.as_u16());
            return Err(PutOff { why, asked: seconds.map(Duration::from_secs) });
        }
        Ok(Err(SiteError::Refused { status: status.as_u16(), words }))
    }
}

/// Returns the beginning of an answer for a message of one line.
fn beginning(answer: &[u8]) -> String {
    let text = String::from_utf8_lossy(&answer[..answer.len().min(4 * MAX_SHOWN)]);
    let words: Vec<&str> = text.split_whitespace().collect();
    let shown = words.join(" ").chars().filter(|c| !c.is_control()).take(MAX_SHOWN).collect();
    if words.is_empty() { "without words".to_owned() } else { shown }
}
