//! Matches under a foreign referee: the results of a stand-in that knows the rules of the workspace
//! are those of the workspace's own referee.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::num::NonZeroUsize;

use arena::{
    CommandLine, Contestant, ForeignReferee, Limits, Plan, Program, Record, RefereeProtocol,
    RunningMatch, Sandbox, Schedule, Store, WorkerPool,
};
use registry::{Stop, game};
use tests::{NoCompiler, bot};

/// Returns the bot of Breakthrough with a node limit.
fn contestant(nodes: u64) -> Contestant {
    let program = CommandLine::of_program(&bot("breakthrough"), &CommandLine::of_bot(true));
    Contestant {
        name: format!("{nodes} nodes"),
        program: Program::Command(program),
        nodes: Some(nodes),
        move_time_ms: None,
    }
}

/// Returns a match of two bots from the initial position.
fn plan(referee: Option<ForeignReferee>) -> Plan {
    Plan {
        name: None,
        game: game("breakthrough").unwrap().name().to_owned(),
        contestants: vec![contestant(300), contestant(30)],
        schedule: Schedule::RoundRobin,
        pairs: 3,
        seed: 3,
        openings: vec![Vec::new()],
        limits: Limits::default(),
        sprt: None,
        referee,
        imported: Vec::new(),
    }
}

/// Plays a match, and returns it and the records of its games.
fn play(referee: Option<ForeignReferee>) -> (RunningMatch, Vec<Record>) {
    let store = Store::in_memory().unwrap();
    let mut running_match = RunningMatch::begin(store, plan(referee), "").unwrap();
    let jobs = NonZeroUsize::new(2).unwrap();
    let pool = WorkerPool {
        jobs,
        cores: Vec::new(),
        sandbox: Sandbox::default(),
        compile: &NoCompiler,
        stop: Stop::default(),
    };
    pool.play(&mut running_match).unwrap();
    let records = running_match.store().records(running_match.id()).unwrap();
    (running_match, records)
}

/// Returns the stand-in as a referee.
fn stand_in(protocol: RefereeProtocol, arguments: &str) -> Option<ForeignReferee> {
    let program = env!("CARGO_BIN_EXE_stand_in_referee");
    let command = CommandLine::parse(&format!("{program} breakthrough {arguments}")).unwrap();
    Some(ForeignReferee { command, protocol, limit_s: 600 })
}

#[test]
fn a_stand_in_gives_the_results_of_the_own_referee_game_by_game() {
    let (own, own_records) = play(None);
    let own_tally = own.standings().between(0, 1);
    assert_eq!(own_tally.results().games(), 6);
    let result = |record: &Record| (record.seed, record.policy.clone(), record.result.clone());
    let turns = |record: &Record| {
        let turns = record.plies.iter().map(|ply| (ply.player, ply.input.clone()));
        turns.collect::<Vec<_>>()
    };
    for protocol in [RefereeProtocol::Scores, RefereeProtocol::Lines, RefereeProtocol::SeededLines]
    {
        let (foreign, records) = play(stand_in(protocol, ""));
        let tally = foreign.standings().between(0, 1);
        assert_eq!((tally.pairs, tally.by_side), (own_tally.pairs, own_tally.by_side));
        assert_eq!(foreign.failures().count(), 0);
        for (record, own) in records.iter().zip(&own_records) {
            assert_eq!(result(record), result(own), "{protocol:?}");
            if protocol != RefereeProtocol::Scores {
                assert_eq!(turns(record), turns(own));
            }
        }
        if protocol != RefereeProtocol::Scores {
            let answers = |tally: &arena::Tally| tally.usage.map(|usage| usage.answers);
            assert_eq!(answers(&tally), answers(&own_tally));
        }
    }
}

#[test]
fn both_games_of_a_pair_have_the_seed_of_one_map() {
    let seeds = |protocol, arguments| -> Vec<u64> {
        let (_, records) = play(stand_in(protocol, arguments));
        let told = |record: &Record| {
            let judgement = record.judgement.as_ref().unwrap();
            let seed = judgement.seed.unwrap();
            assert!(judgement.notes[0].ends_with(&seed.to_string()), "{judgement:?}");
            seed
        };
        records.iter().map(told).collect()
    };
    let scores = seeds(RefereeProtocol::Scores, "seed={seed}");
    assert_eq!(scores, seeds(RefereeProtocol::SeededLines, ""));
    assert_eq!((scores[0], scores[2]), (scores[1], scores[3]));
    assert_ne!(scores[0], scores[2]);
}
