//! Output of one game for psyleague.
//!
//! Source: psyleague 0.4.1. It crashes, or does not start again, on unexpected data: a missing key,
//! player data that are not numbers (`show` adds them up), or an infinite number in its file. It
//! truncates the fraction of a JSON number that it reads, but not of a number in a JSON string.

use std::collections::BTreeMap;

use arena::PlayedGame;
use serde_json::{Map, Number, Value, json};

/// Output of one game for psyleague.
pub(crate) struct Output {
    /// JSON object with all keys that psyleague expects.
    pub(crate) object: Value,
    /// First line of a bot that is left out because psyleague would crash on it, with the reason.
    pub(crate) refused: Option<String>,
}

/// Returns the output of a game.
pub(crate) fn output(game: &PlayedGame) -> Output {
    let summary = &game.summary;
    let mut data = BotData::default();
    for ply in &game.record.plies {
        let written = ply.turn.as_ref().map_or("", |turn| &turn.stderr);
        written.lines().for_each(|line| data.read(game.player_of(ply), line));
    }
    data.of_test.insert("seed".to_owned(), summary.seed.into());
    let player_data = data.of_players.map(|data| {
        data.into_iter().map(|(key, number)| (key, to_exact_json(number))).collect::<Map<_, _>>()
    });
    let ranks = [0, 1].map(|player| u8::from(summary.score(player) < summary.score(1 - player)));
    let errors = [0, 1].map(|player| u8::from(summary.at_fault() == Some(player)));
    let object = json!({
        "ranks": ranks,
        "errors": errors,
        "test_data": data.of_test,
        "player_data": player_data,
    });
    Output { object, refused: data.refused }
}

/// Data that the bots write to standard error for psyleague.
#[derive(Default)]
struct BotData {
    of_test: Map<String, Value>,
    of_players: [BTreeMap<String, Number>; 2],
    refused: Option<String>,
}

/// Value in a bot's line.
enum Datum {
    Number(Number),
    Text,
    /// Infinite or not a number (NaN); JSON has no such numbers.
    Infinite,
}

impl BotData {
    /// Adds the data of a line of a player's standard error, if it has any:
    ///
    /// - `[TDATA] key = value` is data of the game, by which psyleague can filter games: a number
    ///   or any text;
    /// - `[PDATA] key = value` is data of the player, of which psyleague shows the mean over all
    ///   games: a number; the last value counts;
    /// - `[PDATA+] key = value` is added to the player's value of that key.
    fn read(&mut self, player: usize, line: &str) {
        let line = line.trim();
        let Some((tag, rest)) = line.split_once(']') else { return };
        if !["[TDATA", "[PDATA", "[PDATA+"].contains(&tag) {
            return;
        }
        let result = match rest.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
            None | Some(("", _)) => Err("it has no `key = value`"),
            Some((key, value)) if tag == "[TDATA" => self.add_test_value(key, value),
            Some((key, value)) => self.add_player_value(player, key, value, tag == "[PDATA+"),
        };
        if let Err(why) = result {
            let name = format!("p{}", player + 1);
            self.refused.get_or_insert_with(|| format!("{name} wrote `{line}`: {why}"));
        }
    }

    fn add_test_value(&mut self, key: &str, value: &str) -> Result<(), &'static str> {
        let value = match Datum::of(value) {
            Datum::Number(number) => to_exact_json(number),
            Datum::Text => value.into(),
            Datum::Infinite => return Err("the number is not finite"),
        };
        self.of_test.insert(key.to_owned(), value);
        Ok(())
    }

    fn add_player_value(
        &mut self,
        player: usize,
        key: &str,
        value: &str,
        is_added: bool,
    ) -> Result<(), &'static str> {
        let Datum::Number(mut value) = Datum::of(value) else {
            return Err("player data must be a finite number");
        };
        let values = &mut self.of_players[player];
        if let Some(before) = values.get(key).filter(|_| is_added) {
            value = sum(before, &value).ok_or("the sum is not finite")?;
        }
        values.insert(key.to_owned(), value);
        Ok(())
    }
}

impl Datum {
    fn of(text: &str) -> Datum {
        if let Ok(whole) = text.parse::<i64>() {
            return Datum::Number(whole.into());
        }
        match text.parse().map(Number::from_f64) {
            Ok(Some(number)) => Datum::Number(number),
            Ok(None) => Datum::Infinite,
            Err(_) => Datum::Text,
        }
    }
}

/// Returns a number in the form that psyleague keeps exactly: as text if it has a fraction.
fn to_exact_json(number: Number) -> Value {
    if number.is_f64() { number.to_string().into() } else { number.into() }
}

/// Adds two numbers, integers exactly; `None` if the result is not finite.
fn sum(one: &Number, other: &Number) -> Option<Number> {
    let whole = one.as_i64().zip(other.as_i64()).and_then(|(one, other)| one.checked_add(other));
    match whole {
        Some(whole) => Some(whole.into()),
        None => Number::from_f64(one.as_f64()? + other.as_f64()?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the data of the game and of the first player after the first player has written these
    /// lines.
    #[track_caller]
    fn check(lines: &str, expected: &Value) {
        let mut data = BotData::default();
        lines.lines().for_each(|line| data.read(0, line));
        assert_eq!(json!([data.of_test, data.of_players[0]]), *expected);
        assert_eq!(data.refused, None);
        assert!(data.of_players[1].is_empty());
    }

    #[track_caller]
    fn check_refused(lines: &str, expected: &str) {
        let mut data = BotData::default();
        lines.lines().for_each(|line| data.read(1, line));
        let refused = data.refused.unwrap();
        assert!(refused.starts_with("p2 wrote `[") && refused.contains(expected), "{refused}");
    }

    #[test]
    fn data_are_numbers_where_they_can_be() {
        check(
            "[TDATA] a = 1\n[TDATA]b=-2.5\n [TDATA] c = x = y ",
            &json!([{"a": 1, "b": "-2.5", "c": "x = y"}, {}]),
        );
        check("[PDATA] a b = 1e3", &json!([{}, {"a b": 1000.0}]));
    }

    #[test]
    fn a_players_last_value_counts_and_sums_are_added_up() {
        check("[PDATA] a = 1\n[PDATA] a = 2", &json!([{}, {"a": 2}]));
        check("[PDATA+] a = 1\n[PDATA+] a = 2\n[PDATA+] a = 0.5", &json!([{}, {"a": 3.5}]));
        check("[PDATA] a = 1\n[PDATA+] a = 2", &json!([{}, {"a": 3}]));
    }

    #[test]
    fn other_lines_hold_no_data() {
        check(
            "[XDATA] a = 1\nsays [TDATA] a = 1\n[PDATA\n\na = 1\n[tdata] a = 1",
            &json!([{}, {}]),
        );
    }

    #[test]
    fn data_that_would_crash_psyleague_are_left_out() {
        for value in ["inf", "-Infinity", "nan", "1e999"] {
            check_refused(&format!("[TDATA] a = {value}"), "not finite");
            check_refused(&format!("[PDATA] a = {value}"), "player data must be a finite number");
        }
        check_refused("[PDATA] style = wild", "player data must be a finite number");
        check_refused("[PDATA] style =", "player data must be a finite number");
        check_refused("[PDATA+] a = 1e308\n[PDATA+] a = 1e308", "the sum is not finite");
        check_refused("[TDATA] a", "it has no `key = value`");
        check_refused("[TDATA] = 1", "it has no `key = value`");
    }
}
