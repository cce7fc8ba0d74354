//! Tests of the endpoints of matches in the arena's store.

use std::path::PathBuf;

use arena::{
    CommandLine, Contestant, ForeignReferee, GameSummary, MatchId, Plan, PlayedGame, Program,
    RefereeProtocol, Schedule, Store, Usage,
};
use boardroom::{Settings, match_report, report_page};
use serde_json::{Value, json};
use stats::{EloModel, Sprt};
use tempfile::TempDir;

use crate::match_maker::{begin, begin_plan, plan, play, worker_pool};
use crate::support::{Server, settings};

fn with_store() -> (TempDir, PathBuf, Server) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    play(&path, &["greedy", "random"], 6);
    let server = Server::start(Settings { store: path.clone(), ..settings() });
    (folder, path, server)
}

#[test]
fn matches_are_listed_and_shown_with_tables_and_charts() {
    let (_folder, path, server) = with_store();
    play(&path, &["random", "greedy", "uct:5"], 1);
    let list = server.found("/api/matches");
    let matches = list["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 2);
    // The newest match is first.
    assert_eq!((&matches[0]["id"], &matches[1]["id"]), (&json!(2), &json!(1)));
    let first = &matches[1];
    assert_eq!((&first["games"], &first["planned"]), (&json!(12), &json!(12)));
    assert_eq!(first["isRunning"], false);
    let points: f64 =
        first["score"].as_array().unwrap().iter().map(|points| points.as_f64().unwrap()).sum();
    assert_eq!(points, 12.0);
    for id in [1, 2] {
        let page = server.found(&format!("/api/matches/{id}"));
        for table in page["tables"].as_array().unwrap() {
            let width = table["head"].as_array().unwrap().len();
            let rows = table["rows"].as_array().unwrap();
            assert!(
                !rows.is_empty() && rows.iter().all(|row| row.as_array().unwrap().len() == width)
            );
        }
        for chart in page["charts"].as_array().unwrap() {
            let places = chart["x"].as_array().unwrap().len();
            for series in chart["series"].as_array().unwrap() {
                assert_eq!(series["values"].as_array().unwrap().len(), places, "{chart}");
            }
        }
    }
    assert_eq!(server.get("/api/matches/3").0, 404);
    assert_eq!(server.get("/api/matches/x").0, 400);
}

#[test]
fn imported_games_are_shown_without_pairs() {
    let (_folder, path, server) = with_store();
    let mut store = Store::open(&path).unwrap();
    let usage = [Usage::default(); 2];
    let summaries = store.games(MatchId(1)).unwrap().into_iter();
    let summaries = summaries.map(|game| GameSummary { usage, ..game.summary });
    let records = store.records(MatchId(1)).unwrap();
    let games: Vec<_> = summaries
        .zip(records)
        .take(3)
        .map(|(summary, record)| ([0, 1], PlayedGame { summary, record }))
        .collect();
    let won: f64 = games.iter().map(|(_, game)| game.summary.score(0)).sum();
    let players = ["me", "player 1"].map(str::to_owned).to_vec();
    let plan = Plan::of_imported("breakthrough", players, vec![101, 102, 103]);
    let id = store.import(&plan, "cargo cg import games.json", games).unwrap();
    assert_eq!(id, MatchId(2));
    let page = server.found("/api/matches/2");
    assert_eq!(
        (&page["games"], &page["planned"], &page["isRunning"]),
        (&json!(3), &json!(3), &json!(false))
    );
    let results = &page["tables"][0];
    assert_eq!(results["title"], "Results");
    let expected = format!("{:.1} %", 100.0 * won / 3.0);
    let row = &results["rows"][0];
    assert_eq!((&row[0], &row[1], &row[5]), (&json!("me"), &json!("3"), &json!(expected)));
    let used = page["tables"].as_array().unwrap().last().unwrap();
    assert_eq!((&used["rows"][0][2], &used["rows"][0][3]), (&json!("–"), &json!("–")));
    let charts = page["charts"].as_array().unwrap();
    assert!(charts.iter().all(|chart| chart["id"] != "score" && chart["id"] != "pairs"), "{page}");
    let games = server.found("/api/matches/2/games?sort=number");
    let units: Vec<&Value> =
        games["games"].as_array().unwrap().iter().map(|game| &game["unit"]).collect();
    assert_eq!(units, [0, 1, 2]);
    let replay = server.found("/api/matches/2/games/2/0");
    assert_eq!(replay["source"], "match 2, pair 3, game 1");
    let report = match_report(&path, Some(2)).unwrap();
    let data = embedded(&report_page(&report).unwrap());
    assert_eq!(data["games"]["total"], 3);
}

#[test]
fn games_are_filtered_and_sorted() {
    let (_folder, _path, server) = with_store();
    let games = |query: &str| server.found(&format!("/api/matches/1/games?{query}"));
    let rows = |value: &Value| value["games"].as_array().unwrap().clone();
    let all = games("");
    assert_eq!((&all["total"], &all["pageSize"]), (&json!(12), &json!(50)));
    let lost = rows(&games("loser=1"));
    assert!(!lost.is_empty() && lost.len() + rows(&games("loser=0")).len() == 12);
    for game in &lost {
        assert_ne!(game["players"][game["result"]["winner"].as_u64().unwrap() as usize], "random");
    }
    let firsts = rows(&games("player=1&colour=first"));
    assert!(firsts.len() == 6 && firsts.iter().all(|game| game["players"][0] == "random"));
    let plies: Vec<u64> =
        rows(&games("sort=plies")).iter().map(|game| game["plies"].as_u64().unwrap()).collect();
    assert!(plies.is_sorted_by(|one, other| one >= other), "{plies:?}");
    let times: Vec<u64> = rows(&games("sort=time"))
        .iter()
        .map(|game| {
            let longest = game["longestUs"].as_array().unwrap();
            longest.iter().map(|time| time.as_u64().unwrap()).max().unwrap()
        })
        .collect();
    assert!(times.is_sorted_by(|one, other| one >= other), "{times:?}");
    let by_reason =
        ["home-row", "captured-all"].map(|reason| rows(&games(&format!("reason={reason}"))).len());
    assert_eq!(by_reason.iter().sum::<usize>(), 12);
    assert_eq!(games("fault=true")["total"], 0);
    assert_eq!(rows(&games("page=1")), Vec::<Value>::new());
    for wrong in ["sort=colour", "loser=x", "colour=red", "page=-1", "other=1"] {
        assert_eq!(server.get(&format!("/api/matches/1/games?{wrong}")).0, 400, "{wrong}");
    }
}

#[test]
fn a_game_of_a_match_is_replayed() {
    let (_folder, _path, server) = with_store();
    let row = server.found("/api/matches/1/games")["games"][3].clone();
    let replay = server.found(&format!("/api/matches/1/games/{}/{}", row["unit"], row["number"]));
    assert_eq!(replay["result"], row["result"]);
    assert_eq!(replay["players"], row["players"]);
    assert_eq!(replay["source"], "match 1, pair 2, game 2");
    assert_eq!(server.get("/api/matches/1/games/99/0").0, 404);
    assert_eq!(server.get("/api/matches/9/games/0/0").0, 404);
}

#[test]
fn events_of_a_match_report_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let mut running_match = begin(&path, &["random", "random"], 2);
    let server = Server::start(Settings { store: path, ..settings() });
    let mut events = server.events("/api/matches/1/events");
    let (_, state) = events.next().unwrap();
    assert_eq!((&state["games"], &state["isRunning"]), (&json!(0), &json!(true)));
    worker_pool().play(&mut running_match).unwrap();
    let (name, state) = events.find(|(_, state)| state["games"] == 4).unwrap();
    assert_eq!((&*name, &state["isRunning"]), ("match", &json!(false)));
}

/// Returns the data of a page with a report.
fn embedded(page: &str) -> Value {
    let (_, data) = page.split_once("id=\"report\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn a_report_holds_what_the_server_shows_of_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    play(&path, &["random", "random"], 30);
    play(&path, &["random", "greedy", "uct:5"], 1);
    let server = Server::start(Settings { store: path.clone(), ..settings() });
    for (asked, id, games) in [(Some(1), 1, 60), (None, 2, 6)] {
        let report = match_report(&path, asked).unwrap();
        assert_eq!(report.id(), id);
        let data = embedded(&report_page(&report).unwrap());
        assert_eq!(data["match"], server.found(&format!("/api/matches/{id}")));
        let all = data["games"]["games"].as_array().unwrap();
        assert_eq!((all.len(), &data["games"]["total"]), (games, &json!(games)));
        let mut listed = Vec::new();
        for page in 0..games.div_ceil(50) {
            let list = server.found(&format!("/api/matches/{id}/games?page={page}"));
            listed.extend(list["games"].as_array().unwrap().clone());
        }
        assert_eq!(*all, listed);
    }
    let error = match_report(&path, Some(3)).err().unwrap();
    assert!(error.to_string().contains("holds no match 3"), "{error}");
}

#[test]
fn a_report_of_a_match_that_is_not_over_does_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let running_match = begin(&path, &["random", "random"], 2);
    let data = embedded(&report_page(&match_report(&path, None).unwrap()).unwrap());
    let shown = &data["match"];
    assert_eq!(
        (&shown["games"], &shown["planned"], &shown["isRunning"]),
        (&json!(0), &json!(4), &json!(false))
    );
    drop(running_match);
}

#[test]
fn a_report_of_a_foreign_referee_has_results_between_any_two_players_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let player = |strength: &str| Contestant {
        name: strength.to_owned(),
        program: Program::Command(CommandLine::parse(strength).unwrap()),
        nodes: None,
        move_time_ms: None,
    };
    // The scores are the commands of the players.
    let command = CommandLine::parse("sh -c 'echo $2; echo $4; echo $6' referee").unwrap();
    let scores = RefereeProtocol::Scores;
    let plan = Plan {
        name: None,
        game: "foreign".to_owned(),
        contestants: ["2", "3", "1"].map(player).to_vec(),
        schedule: Schedule::Together,
        openings: vec![Vec::new()],
        referee: Some(ForeignReferee { command, protocol: scores, limit_s: 600 }),
        ..plan(&["random", "random"], 2)
    };
    worker_pool().play(&mut begin_plan(&path, plan)).unwrap();
    let data = embedded(&report_page(&match_report(&path, None).unwrap()).unwrap());
    let page = &data["match"];
    assert_eq!((&page["games"], &page["planned"]), (&json!(4), &json!(4)));
    assert_eq!(row(page, "Results against others", "3")[5], "100.0 %");
    assert_eq!(row(page, "Results between two players", "2 against 1")[2], "4");
    let server = Server::start(Settings { store: path, ..settings() });
    let (status, refused) = server.get("/api/matches/1/games/0/0");
    assert_eq!(status, 422);
    assert!(refused["error"].as_str().unwrap().starts_with("a foreign referee"), "{refused}");
}

/// Returns the row of a table whose first text is `name`.
fn row<'a>(page: &'a Value, title: &str, name: &str) -> &'a Value {
    let tables = page["tables"].as_array().unwrap();
    let table = tables.iter().find(|table| table["title"] == title).unwrap();
    table["rows"].as_array().unwrap().iter().find(|row| row[0] == name).unwrap()
}

#[test]
fn a_match_with_a_test_has_its_decision_and_its_likelihood_ratio() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let mut plan = plan(&["greedy", "random"], 40);
    plan.sprt = Some(Sprt::new(0.0, 100.0, 0.05, 0.05, EloModel::Logistic).unwrap());
    worker_pool().play(&mut begin_plan(&path, plan)).unwrap();
    let server = Server::start(Settings { store: path, ..settings() });
    let page = server.found("/api/matches/1");
    let title = "Sequential probability ratio test (SPRT)";
    assert_eq!(row(&page, title, "Decision")[1], "stronger: H1 is accepted");
    assert_eq!(row(&page, title, "Elo under H1 (logistic)")[1], "+100");
    assert_eq!(row(&page, title, "Log-likelihood ratio (LLR)")[2], "-2.94 to +2.94");
    let chart = |id: &str| {
        let charts = page["charts"].as_array().unwrap();
        charts.iter().find(|chart| chart["id"] == id).unwrap().clone()
    };
    let llr = chart("llr");
    let values = llr["series"][0]["values"].as_array().unwrap();
    assert!(values.last().unwrap().as_f64() >= llr["band"]["high"][0].as_f64(), "{llr}");
    let pairs = chart("pairs")["series"][0]["values"].as_array().unwrap().clone();
    assert_eq!(pairs.iter().map(|count| count.as_f64().unwrap()).sum::<f64>(), {
        page["games"].as_f64().unwrap() / 2.0
    });
}

#[test]
fn faults_are_listed_with_their_details() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let mut plan = plan(&["random", "random"], 1);
    plan.openings = vec![Vec::new()];
    let program = Program::Command(CommandLine::parse("sh -c 'exit 4'").unwrap());
    plan.contestants[1] =
        Contestant { name: "crash".to_owned(), program, ..plan.contestants[1].clone() };
    worker_pool().play(&mut begin_plan(&path, plan)).unwrap();
    let server = Server::start(Settings { store: path, ..settings() });
    let page = server.found("/api/matches/1");
    let fault = row(&page, "Games lost by a fault", "1.2");
    assert_eq!((&fault[2], &fault[3]), (&json!("crash"), &json!("crash")));
    assert!(fault[4].as_str().unwrap().contains("exit status: 4"), "{fault}");
}

#[test]
fn a_missing_store_has_no_matches_and_another_file_is_not_a_store() {
    let server = Server::empty();
    assert_eq!(server.found("/api/matches"), json!({"matches": []}));
    let (status, response) = server.get("/api/matches/1");
    assert_eq!(
        (status, &response["error"]),
        (404, &json!("there is no store yet: `cargo cg match` creates it"))
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    std::fs::write(
        &path,
        "no database, and longer than a header of one would be: nothing at all, a hundred bytes",
    )
    .unwrap();
    let server = Server::start(Settings { store: path.clone(), ..settings() });
    let (status, response) = server.get("/api/matches");
    let error = response["error"].as_str().unwrap();
    assert!(
        status == 404 && error.ends_with("is no store of games: name another file"),
        "{response}"
    );
    // Reading does not write.
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("no database"));
}
