//! Tests of games under foreign referees: what they say, and how they fail. The tests across crates
//! play whole games.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use arena::{
    CommandLine, Contestant, ForeignGame, ForeignReferee, GamePair, GamePairError, Limits, Plan,
    PlayedPair, RefereeProtocol, RunningMatch, Schedule, Store, Worker,
};
use registry::{Stop, Termination};
use support::{NoCompiler, command, random};

/// Referee that runs a shell script, and a limit that no game comes near.
fn referee(protocol: RefereeProtocol, script: &str) -> ForeignReferee {
    let command = shlex::try_join(["sh", "-c", script, "referee"]).unwrap();
    ForeignReferee { command: CommandLine::parse(&command).unwrap(), protocol, limit_s: 600 }
}

fn pair_of(contestants: [Contestant; 2], referee: ForeignReferee) -> GamePair {
    GamePair {
        game: "foreign".to_owned(),
        contestants,
        opening: Vec::new(),
        seed: 5,
        limits: Limits::default(),
        foreign: Some(ForeignGame { referee, others: Vec::new(), rotation: 0 }),
    }
}

fn play(game_pair: &GamePair) -> Result<PlayedPair, GamePairError> {
    Worker::new(&NoCompiler, &Stop::default(), None).play(game_pair)
}

fn player(command_line: &str) -> Contestant {
    command(command_line, None)
}

/// Plays both games of a pair under a referee.
fn judged(
    protocol: RefereeProtocol,
    script: &str,
    players: [&str; 2],
) -> Result<PlayedPair, GamePairError> {
    play(&pair_of(players.map(player), referee(protocol, script)))
}

/// Checks that a game is not judged, and the reason.
#[track_caller]
fn check_fault(protocol: RefereeProtocol, script: &str, expected: &str) {
    let error = judged(protocol, script, ["cat", "cat"]).unwrap_err();
    assert!(matches!(error, GamePairError::Referee(_)), "{error:?}");
    let message = error.to_string();
    assert_eq!(message, format!("the referee {expected} (seed 5)"), "{script}");
}

#[test]
fn a_referee_that_gives_no_score_to_each_player_is_at_fault() {
    let check = |script, expected| check_fault(RefereeProtocol::Scores, script, expected);
    check("echo 1", "has printed 1 scores for 2 players");
    check("echo seed=5", "has printed 0 scores for 2 players");
    check("echo 1; echo 0; echo 1", "has printed 3 scores for 2 players");
    check("echo 1; echo 0.5", "has printed 1 scores for 2 players");
    check("echo 1; echo 0; exit 3", "has failed, exit status: 3");
    check(
        "echo no jar >&2; kill -SEGV $$",
        "has failed, signal: 11 (SIGSEGV); standard error: no jar",
    );
    check("yes", "has printed more than 10000 lines");
    check("tr '\\0' x </dev/zero", "has written 10,000 bytes without a line end");
}

#[test]
fn a_referee_that_breaks_the_protocol_of_lines_is_at_fault() {
    let check = |script, expected| check_fault(RefereeProtocol::Lines, script, expected);
    check("echo hello", "has written `hello`: no player is to read it");
    check("echo '###Input 2'", "has written `###Input 2`: no such player");
    check("echo '###Output -1 1'", "has written `###Output -1 1`: no such player");
    check("echo '###Output 0'", "has written `###Output 0`: no number of lines");
    check("echo '###Score 1 0'", "has written `###Score 1 0`: no such command");
    check("echo '###End 0 2'", "names a player `2`, but the players are 0 to 1");
    check("echo '###End 0 00'", "gives two places to player 0");
    check("echo '###End 1'", "gives no place to player 0");
    check("read -r _", "has ended before the game, exit status: 0");
    check("exec >&-; sleep 600", "has closed its standard output before the end of the game");
}

#[test]
fn a_referee_that_hangs_is_at_fault() {
    for protocol in [RefereeProtocol::Scores, RefereeProtocol::Lines] {
        let referee = ForeignReferee { limit_s: 1, ..referee(protocol, "sleep 600") };
        let error = play(&pair_of([player("cat"), player("cat")], referee)).unwrap_err();
        let expected =
            "the referee has not ended the game within 1 s: see --referee-limit (seed 5)";
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn a_referee_or_a_player_that_is_no_program_ends_the_match() {
    let line = CommandLine::parse("/no/such/referee").unwrap();
    let missing = ForeignReferee { command: line, ..referee(RefereeProtocol::Scores, "echo 1 0") };
    let error = play(&pair_of([player("cat"), player("cat")], missing)).unwrap_err();
    assert_eq!(error.to_string(), "the referee `/no/such/referee` cannot be started");
    let fine = referee(RefereeProtocol::Scores, "echo 1 0");
    let error = play(&pair_of([player("cat"), random()], fine)).unwrap_err().to_string();
    assert!(error.starts_with("`random` is no program of its own: "), "{error}");
    let error = judged(RefereeProtocol::Lines, "cat", ["cat", "/no/such/bot"]).unwrap_err();
    assert_eq!(error.to_string(), "`cmd:/no/such/bot` cannot be started");
}

/// Referee that prints the strength of each player, the last word of its command.
const BY_STRENGTH: &str = "while [ $# -gt 0 ]; do echo ${2##* }; shift 2; done; echo seed={seed}";

#[test]
fn scores_decide_and_a_negative_score_is_a_fault() {
    let play = |players| {
        let pair = judged(RefereeProtocol::Scores, BY_STRENGTH, players).unwrap();
        pair.map(|game| (game.summary.score(0), game.summary.reason, game.record.judgement))
    };
    for (score, reason, judgement) in play(["strength 7", "strength 12"]) {
        assert_eq!((score, reason.as_str()), (0.0, "score"));
        let judgement = judgement.unwrap();
        assert_eq!((judgement.seed, judgement.notes), (Some(5), vec!["seed=5".to_owned()]));
    }
    assert_eq!(play(["strength 3", "strength 3"]).map(|(score, ..)| score), [0.5, 0.5]);
    let pair = judged(RefereeProtocol::Scores, BY_STRENGTH, ["bot 0", "bot -1"]).unwrap();
    for game in pair {
        assert_eq!(game.summary.fault(), Some(Termination::Disqualified));
        assert_eq!(game.summary.at_fault(), Some(1));
        assert_eq!(game.summary.detail.as_deref(), Some("the referee gives the score -1"));
    }
}

#[test]
fn words_of_a_player_survive_a_referee_that_splits_them() {
    let script = "for player in \"$2\" \"$4\"; do $player; done";
    let players = ["printf '%s\\n' ''", "echo 4"];
    let error = judged(RefereeProtocol::Scores, script, players).unwrap_err().to_string();
    assert_eq!(error, "the referee has printed 1 scores for 2 players (seed 5)");
    let players = ["sh -c 'echo 3; true \"\"'", "echo 4"];
    let pair = judged(RefereeProtocol::Scores, script, players).unwrap();
    assert_eq!(pair[0].record.judgement.as_ref().unwrap().scores, [3, 4]);
    assert_eq!(pair[1].record.judgement.as_ref().unwrap().scores, [4, 3]);
}

/// Referee of one turn: the player with the larger answer wins. An answer has two lines.
const LARGER: &str = r"read -r _
    for player in 0 1; do
        echo '###Input' $player; echo your turn; echo '###Output' $player 2
        read -r first; read -r second; [ $player = 0 ] && one=$second || other=$second
    done
    echo '###Error 1 nothing'
    if [ $one = $other ]; then echo '###End 01'
    elif [ $one -gt $other ]; then echo '###End 0 1'
    else echo '###End 1 0'; fi";

#[test]
fn lines_go_to_the_players_and_their_answers_to_the_referee() {
    let bot = |number| format!("sh -c 'read -r line; echo $line; echo {number}; echo late'");
    let (three, four) = (bot(3), bot(4));
    let pair = judged(RefereeProtocol::Lines, LARGER, [&three, &four]).unwrap();
    for (number, game) in pair.iter().enumerate() {
        assert_eq!((game.summary.score(0), game.summary.reason.as_str()), (0.0, "place"));
        assert_eq!(game.summary.usage.map(|usage| usage.answers), [1, 1]);
        let judgement = game.record.judgement.as_ref().unwrap();
        assert_eq!(judgement.places, [[2, 1], [1, 2]][number]);
        assert_eq!(judgement.notes, ["###Error 1 nothing"]);
        let answers: Vec<&str> = game.record.plies.iter().map(|ply| ply.mv.as_str()).collect();
        let expected = [["your turn\n3", "your turn\n4"], ["your turn\n4", "your turn\n3"]];
        assert_eq!(answers, expected[number]);
    }
    let drawn = judged(RefereeProtocol::Lines, LARGER, [&three, &three]).unwrap();
    assert_eq!(drawn.map(|game| game.summary.score(0)), [0.5, 0.5]);
}

#[test]
fn a_player_that_does_not_answer_loses_where_the_arena_runs_it() {
    let good = "sh -c 'read -r line; echo $line; echo 1'";
    let check = |contestant: Contestant, expected| {
        let pair = pair_of([contestant, player(good)], referee(RefereeProtocol::Lines, LARGER));
        for game in play(&pair).unwrap() {
            assert_eq!((game.summary.fault(), game.summary.at_fault()), (Some(expected), Some(0)));
            let judgement = game.record.judgement.unwrap();
            assert_eq!(judgement.fault.unwrap().reason, expected.reason());
        }
    };
    check(player("sh -c 'read -r line; echo one; exit 3'"), Termination::Crashed);
    let slow = "sh -c 'read -r line; echo one; sleep 600'";
    check(command(slow, Some(std::time::Duration::from_millis(200))), Termination::Timeout);
}

/// Returns a match of players of these strengths, all of whom play in every game.
fn match_of(strengths: &[i32], pairs: usize) -> Plan {
    Plan {
        name: None,
        game: "foreign".to_owned(),
        contestants: strengths.iter().map(|value| player(&format!("bot {value}"))).collect(),
        schedule: Schedule::Together,
        pairs,
        seed: 1,
        openings: vec![Vec::new()],
        limits: Limits::default(),
        sprt: None,
        referee: Some(referee(RefereeProtocol::Scores, BY_STRENGTH)),
        imported: Vec::new(),
    }
}

#[test]
fn any_two_players_of_a_game_change_sides_and_everyone_has_every_seat() {
    let plan = match_of(&[1, 2, 3, 4], 4);
    let mut seats = [[0; 4]; 4];
    for number in 0..plan.pair_count() {
        let foreign = plan.game_pair(number).foreign.unwrap();
        let orders = [0, 1].map(|game| foreign.seats(4, game));
        for order in &orders {
            order.iter().enumerate().for_each(|(seat, &player)| seats[player][seat] += 1);
        }
        for [one, other] in plan.pairings() {
            let is_first = |order: &Vec<usize>| {
                let seat_of = |player| order.iter().position(|&at_seat| at_seat == player);
                seat_of(one) < seat_of(other)
            };
            assert_ne!(is_first(&orders[0]), is_first(&orders[1]));
        }
    }
    assert_eq!(seats, [[2; 4]; 4]);
}

#[test]
fn a_game_of_more_players_has_a_result_between_any_two_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let mut running_match =
        RunningMatch::begin(Store::open(&path).unwrap(), match_of(&[2, 3, 2], 3), "").unwrap();
    support::worker_pool(2).play(&mut running_match).unwrap();
    let results = |one, other| running_match.standings().between(one, other).results();
    let [draws, losses, wins] = [results(0, 1), results(0, 2), results(1, 2)];
    assert_eq!((draws.losses, losses.draws, wins.wins), (6, 6, 6));
    let store = Store::open(&path).unwrap();
    let stored = store.match_of(None).unwrap();
    assert_eq!(stored.games, 6);
    assert_eq!(&store.standings(stored.id).unwrap(), running_match.standings());
    let resumed = RunningMatch::resume(store, stored).unwrap();
    assert_eq!(resumed.pairs_played(), 3);
    assert_eq!(resumed.standings(), running_match.standings());
}

#[test]
fn game_pairs_that_are_not_judged_are_left_out_and_played_after_a_resumption() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mark) = (folder.path().join("arena.db"), folder.path().join("mark"));
    // The first game fails, and with it its pair.
    let script = format!("[ -e {0} ] || {{ touch {0}; exit; }}; {BY_STRENGTH}", mark.display());
    let plan = Plan {
        referee: Some(referee(RefereeProtocol::Scores, &script)),
        schedule: Schedule::RoundRobin,
        ..match_of(&[1, 2], 4)
    };
    let mut running_match = RunningMatch::begin(Store::open(&path).unwrap(), plan, "").unwrap();
    support::worker_pool(1).play(&mut running_match).unwrap();
    assert_eq!((running_match.pairs_played(), running_match.failures().count()), (3, 1));
    let store = Store::open(&path).unwrap();
    let stored = store.match_of(None).unwrap();
    let mut resumed = RunningMatch::resume(store, stored).unwrap();
    support::worker_pool(1).play(&mut resumed).unwrap();
    assert_eq!((resumed.pairs_played(), resumed.failures().count()), (4, 0));
    assert_eq!(resumed.standings().between(0, 1).results().losses, 8);
}

#[test]
fn a_referee_that_always_fails_ends_the_match() {
    let plan = Plan {
        referee: Some(referee(RefereeProtocol::Scores, "exit 1")),
        ..match_of(&[1, 2], 1_000)
    };
    let store = Store::in_memory().unwrap();
    let mut running_match = RunningMatch::begin(store, plan, "").unwrap();
    let error = support::worker_pool(1).play(&mut running_match).unwrap_err().to_string();
    assert!(error.starts_with("the last 5 game pairs were not judged; the first "), "{error}");
    assert!(error.contains("the referee has failed, exit status: 1 (seed "), "{error}");
}
