//! Game results replayed by the referees: records, and what is refused.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use arena::{Record, verify};
use codingame::{identify, is_of_codingame};
use registry::game;
use serde_json::{Value, json};

use support::{GAMES, parsed, recorded, shortest, site_result};

/// Returns the record of a result, or the message with which it is refused.
fn imported(result: &Value) -> Result<Record, String> {
    let (_, rebuilt) = identify(&parsed(result), None).map_err(|error| error.to_string())?;
    verify(&rebuilt.record).unwrap();
    Ok(rebuilt.record)
}

#[track_caller]
fn check_refused(result: &Value, expected: &str) {
    let message = imported(result).unwrap_err();
    assert!(message.contains(expected), "{message}");
}

/// Returns a game as the site gives it, without its last turns.
fn shortened(record: &Record, plies: usize) -> Value {
    let mut result = site_result(record, 1, 0);
    result["frames"].as_array_mut().unwrap().truncate(plies + 1);
    result
}

/// Lets the agent of the last frame lose.
fn lose_last(result: &mut Value) {
    let last = result["frames"].as_array().unwrap().last().unwrap();
    let loser = usize::try_from(last["agentId"].as_u64().unwrap()).unwrap();
    result["ranks"] = json!([usize::from(loser == 0), usize::from(loser == 1)]);
    result["scores"] = json!([if loser == 0 { -1 } else { 1 }, if loser == 1 { -1 } else { 1 }]);
}

#[test]
fn records_turned_into_results_are_imported_as_equal_records() {
    let mut results = Vec::new();
    for name in GAMES {
        for record in recorded(name) {
            for first in [0, 1] {
                let result = parsed(&site_result(&record, 1, first));
                let (found, rebuilt) = identify(&result, None).unwrap();
                assert_eq!((found.name(), rebuilt.first), (name, first));
                verify(&rebuilt.record).unwrap();
                let record = Record { policy: String::new(), ..record.clone() };
                assert_eq!(rebuilt.record.bare(), record);
            }
            results.push((name, record.result));
        }
    }
    results.sort_unstable();
    results.dedup();
    // Breakthrough has no draws.
    assert_eq!(results.len(), 8, "{results:?}");
}

#[test]
fn a_turn_without_an_answer_is_a_timeout_or_a_crash_in_the_words_of_the_site() {
    for name in GAMES {
        for (words, reason) in [("$1 timed out", "timeout"), ("the program crashed", "crash")] {
            let mut result = shortened(&recorded(name)[0], 4);
            let last = &mut result["frames"][4];
            last.as_object_mut().unwrap().remove("stdout");
            last["summary"] = words.into();
            lose_last(&mut result);
            let (_, rebuilt) = identify(&parsed(&result), game(name).ok()).unwrap();
            verify(&rebuilt.record).unwrap();
            assert_eq!((&*rebuilt.record.result, &*rebuilt.record.reason), ("1-0", reason));
            assert_eq!(rebuilt.record.plies[3].mv, "");
            let detail = rebuilt.detail.unwrap();
            assert_eq!(detail, format!("no answer; the site says: {words}"));
        }
    }
}

#[test]
fn an_invalid_answer_loses_in_the_record_too() {
    for (name, answer, reason) in [
        ("breakthrough", "a2a5", "illegal"),
        ("breakthrough", "-", "unreadable"),
        ("lines-of-action", "a1a2", "illegal"),
        ("jungle", "0 0 0 0", "illegal"),
        ("jungle", "pass", "unreadable"),
    ] {
        let mut result = shortened(&recorded(name)[0], 5);
        result["frames"][5]["stdout"] = format!("{answer}\n").into();
        result["frames"][5]["gameInformation"] = "invalid action".into();
        lose_last(&mut result);
        let record = imported(&result).unwrap();
        assert_eq!((&*record.result, &*record.reason), ("0-1", reason));
        assert_eq!(record.plies[4].mv, answer);
    }
}

#[test]
fn a_message_behind_the_move_and_standard_error_go_into_the_record() {
    let mut result = site_result(&shortest("breakthrough", "1-0"), 1, 0);
    let frame = &mut result["frames"][1];
    let mv = frame["stdout"].as_str().unwrap().trim().to_owned();
    frame["stdout"] = format!("{mv} d12 +0.35 240000n\n").into();
    frame["stderr"] = "thought\n".into();
    let record = imported(&result).unwrap();
    let turn = record.plies[0].turn.as_ref().unwrap();
    assert_eq!(record.plies[0].mv, mv);
    assert_eq!(turn.output.as_deref(), Some(&*format!("{mv} d12 +0.35 240000n")));
    assert_eq!(turn.stderr, "thought\n");
    assert_eq!(turn.report.unwrap().depth, Some(12));
    let (_, rebuilt) = identify(&parsed(&result), None).unwrap();
    let summary = rebuilt.summary(1);
    assert_eq!((summary.usage[1].depths, summary.usage[1].node_sum), (1, 240_000));
    assert_eq!(summary.score(1), 1.0);
}

#[test]
fn an_unfinished_game_is_refused() {
    let record = shortest("jungle", "1-0");
    let result = shortened(&record, 10);
    check_refused(&result, "ply 11: the site ends the game with ranks 0 and 1, the referee here");
}

#[test]
fn a_game_that_goes_on_after_its_end_is_refused() {
    let mut result = site_result(&shortest("breakthrough", "1-0"), 1, 0);
    let frames = result["frames"].as_array_mut().unwrap();
    let mut surplus = frames[2].clone();
    surplus["agentId"] = 1.into();
    frames.push(surplus);
    check_refused(&result, "the site plays on, the referee here has ended the game: home-row");
}

#[test]
fn another_result_than_the_referees_is_refused() {
    for name in GAMES {
        let record = shortest(name, "1-0");
        let mut result = site_result(&record, 1, 0);
        result["ranks"] = json!([1, 0]);
        check_refused(&result, "the site ends the game with ranks 1 and 0, the referee here 1-0: ");
        let mut result = site_result(&record, 1, 0);
        result["ranks"] = json!([0, 0]);
        check_refused(&result, "with ranks 0 and 0, the referee here 1-0: ");
        let mut result = site_result(&record, 1, 0);
        result["scores"] = json!([-1.0, 1.0]);
        check_refused(&result, "the site gives the scores -1 and 1 with the ranks 0 and 1");
    }
    let mut result = shortened(&recorded("jungle")[0], 5);
    result["frames"][5]["stdout"] = "pass\n".into();
    result["ranks"] = json!([0, 0]);
    check_refused(&result, "with ranks 0 and 0, the referee here 0-1: unreadable");
}

#[test]
fn a_move_that_only_the_site_accepts_is_refused() {
    let record = shortest("lines-of-action", "1-0");
    let mut result = site_result(&record, 1, 0);
    result["frames"][3]["stdout"] = "a1a2\n".into();
    check_refused(&result, "ply 3: the site plays on after `a1a2`, the referee here says: not a");
    let mut result = site_result(&record, 1, 0);
    result["frames"][3].as_object_mut().unwrap().remove("stdout");
    check_refused(&result, "ply 3: the site plays on after a turn without an answer");
    let mut result = site_result(&record, 1, 0);
    result["frames"][3]["agentId"] = 1.into();
    check_refused(&result, "ply 3: the site asks agent 1, the referee here agent 0");
}

#[test]
fn a_move_that_the_site_has_chosen_is_unknown() {
    let mut result = site_result(&shortest("lines-of-action", "1-0"), 1, 0);
    result["frames"][5]["stdout"] = "random\n".into();
    check_refused(&result, "ply 5: `random` lets the site choose the move");
}

#[test]
fn a_game_of_another_kind_is_refused_with_its_title() {
    let paper_soccer = json!({
        "puzzleId": 5, "questionTitle": "Paper Soccer", "gameResult": {
            "frames": [
                { "agentId": -1, "view": "" },
                { "agentId": 0, "stdout": "0\n" },
                { "agentId": 1, "stdout": "45\n" },
            ],
            "gameId": 7, "ranks": [0, 1], "scores": [1.0, -1.0],
        },
    });
    check_refused(&paper_soccer, "no game here fits `Paper Soccer`; the nearest is ");
    check_refused(&paper_soccer["gameResult"], "no game here fits; the nearest is ");
}

#[test]
fn a_title_or_a_choice_names_the_game() {
    let result = site_result(&shortest("jungle", "1-0"), 1, 0);
    let breakthrough = identify(&parsed(&result), game("breakthrough").ok()).err().unwrap();
    assert!(breakthrough.to_string().starts_with("breakthrough: ply 1: "), "{breakthrough}");
    let wrapped = json!({ "questionTitle": "Lines of Action", "gameResult": result });
    check_refused(&wrapped, "lines-of-action: ply 1: the site plays on after `");
    let wrapped = json!({ "questionTitle": "Jungle", "gameResult": result });
    assert_eq!(imported(&wrapped).unwrap().game, "jungle");
}

#[test]
fn a_game_without_a_move_fits_several_games() {
    let mut result = shortened(&shortest("jungle", "1-0"), 1);
    result["frames"][1].as_object_mut().unwrap().remove("stdout");
    lose_last(&mut result);
    check_refused(&result, "the turns fit breakthrough, lines-of-action, jungle: name the game");
    assert!(identify(&parsed(&result), game("jungle").ok()).is_ok());
}

#[test]
fn games_that_are_not_for_two_players_or_have_no_turn_are_refused() {
    let mut result = site_result(&shortest("jungle", "1-0"), 1, 0);
    result["ranks"] = json!([0, 1, 2]);
    check_refused(&result, "the site has 3 players, the games here have 2");
    check_refused(&shortened(&shortest("jungle", "1-0"), 0), "the site shows no turn of a player");
    let mut result = site_result(&shortest("jungle", "1-0"), 1, 0);
    result["frames"][1]["agentId"] = 2.into();
    check_refused(&result, "ply 1: the site asks agent 2");
}

#[test]
fn unknown_keys_are_ignored_and_most_keys_may_be_missing() {
    let record = shortest("jungle", "1-0");
    let mut result = site_result(&record, 1, 0);
    result["shareable"] = json!({ "deep": [[[{}]]] });
    result["frames"][1]["extra"] = json!(["x"]);
    let expected = imported(&result).unwrap();
    for key in ["agents", "scores", "metadata", "tooltips"] {
        result.as_object_mut().unwrap().remove(key);
    }
    for frame in result["frames"].as_array_mut().unwrap() {
        let frame = frame.as_object_mut().unwrap();
        frame.retain(|key, _| ["agentId", "stdout"].contains(&&**key));
    }
    assert_eq!(imported(&result).unwrap(), expected);
}

#[test]
fn only_some_games_are_of_codingame() {
    let of_site = registry::all_games().iter().filter(|game| is_of_codingame(**game));
    let names: Vec<&str> = of_site.map(|game| game.name()).collect();
    assert_eq!(names, GAMES);
}
