//! One game as a league of psyleague wants to know it.
//!
//! Source: psyleague 0.4.1. It ends, or never starts again, on what it does not expect: a missing
//! key, player data that are no numbers (`show` adds them up), an infinite number in its file. And it
//! cuts the fraction off a number that it reads, but not off one that it reads as text.

use std::collections::BTreeMap;

use arena::PlayedGame;
use serde_json::{Map, Number, Value, json};

/// One game for psyleague.
pub(crate) struct Told {
    /// The object, with all the keys that psyleague asks for.
    pub(crate) object: Value,
    /// A line of a bot that would have broken the league, and why; the first, if there are several.
    pub(crate) refused: Option<String>,
}

/// Returns what psyleague is told of a game.
pub(crate) fn tell(game: &PlayedGame) -> Told {
    let summary = &game.summary;
    let mut data = BotData::default();
    for ply in &game.record.plies {
        let written = ply.turn.as_ref().map_or("", |turn| &turn.stderr);
        written.lines().for_each(|line| data.read(game.player_of(ply), line));
    }
    data.of_test.insert("seed".to_owned(), summary.seed.into());
    let player_data = data.of_players.map(|data| {
        data.into_iter().map(|(key, number)| (key, told(number))).collect::<Map<_, _>>()
    });
    let ranks = [0, 1].map(|player| u8::from(summary.score(player) < summary.score(1 - player)));
    let errors = [0, 1].map(|player| u8::from(summary.at_fault() == Some(player)));
    let object = json!({
        "ranks": ranks,
        "errors": errors,
        "test_data": data.of_test,
        "player_data": player_data,
    });
    Told { object, refused: data.refused }
}

/// What the bots tell the league on standard error.
#[derive(Default)]
struct BotData {
    of_test: Map<String, Value>,
    of_players: [BTreeMap<String, Number>; 2],
    refused: Option<String>,
}

/// A value in a bot's line.
enum Datum {
    Number(Number),
    Text,
    /// A number that JSON does not have, or none of those that a computer can count with.
    Infinite,
}

impl BotData {
    /// Takes the data out of a line that a player has written, if it holds any:
    ///
    /// - `[TDATA] key = value` is something of the game, by which psyleague can filter games: a
    ///   number or any text;
    /// - `[PDATA] key = value` is something of the player, of which psyleague shows the mean of all
    ///   games: a number, of which the last counts;
    /// - `[PDATA+] key = value` is added to what the player has under that key.
    fn read(&mut self, player: usize, line: &str) {
        let line = line.trim();
        let Some((tag, rest)) = line.split_once(']') else { return };
        if !["[TDATA", "[PDATA", "[PDATA+"].contains(&tag) {
            return;
        }
        let wrong = match rest.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
            None | Some(("", _)) => Err("it has no `key = value`"),
            Some((key, value)) if tag == "[TDATA" => self.note_of_test(key, value),
            Some((key, value)) => self.note_of_player(player, key, value, tag == "[PDATA+"),
        };
        if let Err(why) = wrong {
            let name = format!("p{}", player + 1);
            self.refused.get_or_insert_with(|| format!("{name} wrote `{line}`: {why}"));
        }
    }

    fn note_of_test(&mut self, key: &str, value: &str) -> Result<(), &'static str> {
        let value = match Datum::of(value) {
            Datum::Number(number) => told(number),
            Datum::Text => value.into(),
            Datum::Infinite => return Err("the number is not finite"),
        };
        self.of_test.insert(key.to_owned(), value);
        Ok(())
    }

    fn note_of_player(
        &mut self,
        player: usize,
        key: &str,
        value: &str,
        is_added: bool,
    ) -> Result<(), &'static str> {
        let Datum::Number(mut value) = Datum::of(value) else {
            return Err("what is told of a player has to be a finite number");
        };
        let known = &mut self.of_players[player];
        if let Some(before) = known.get(key).filter(|_| is_added) {
            value = sum(before, &value).ok_or("the sum is not finite")?;
        }
        known.insert(key.to_owned(), value);
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

/// Returns a number as psyleague keeps it: as text if it has a fraction.
fn told(number: Number) -> Value {
    if number.is_f64() { number.to_string().into() } else { number.into() }
}

/// Adds two numbers, whole ones exactly; `None` if the result is too large.
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

    /// Checks what is known after the first player has written some lines, as JSON of the test's and
    /// the player's data.
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
    fn what_would_break_a_league_is_left_out() {
        for value in ["inf", "-Infinity", "nan", "1e999"] {
            check_refused(&format!("[TDATA] a = {value}"), "not finite");
            check_refused(&format!("[PDATA] a = {value}"), "has to be a finite number");
        }
        check_refused("[PDATA] style = wild", "has to be a finite number");
        check_refused("[PDATA] style =", "has to be a finite number");
        check_refused("[PDATA+] a = 1e308\n[PDATA+] a = 1e308", "the sum is not finite");
        check_refused("[TDATA] a", "it has no `key = value`");
        check_refused("[TDATA] = 1", "it has no `key = value`");
    }
}
