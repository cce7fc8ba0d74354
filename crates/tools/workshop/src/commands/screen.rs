//! Command `cargo cg screen`: candidates tested one after another, each by an SPRT.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use registry::{Stop, game, match_openings, network_game, spsa_game};
use serde_json::json;
use stats::{Elo, Estimate, Hypothesis, PairScores, Sprt};
use trainer::{Duel, Effort, Evaluator, SpsaGame};

use super::duel::{json_of, sprt_between};
use crate::candidates::Candidate;
use crate::json_report::print_table;
use crate::pair_progress::{PairProgress, score_line};
use crate::programs::Programs;
use crate::result_file::{ResultFile, this_program};
use crate::text_report::NO_GAMES;
use options::Reply;
use options::screen::Arguments;

/// Conditions of a test: the limit of the search, the Elo differences under H0 and H1, and the
/// maximum number of games.
struct Preset {
    effort: Effort,
    sprt: [f64; 2],
    games: u32,
}

impl Preset {
    /// Returns the preset of the arguments with the options that change it.
    fn of(arguments: &Arguments) -> anyhow::Result<Preset> {
        let effort = match (arguments.nodes, arguments.time) {
            (Some(nodes), _) => Effort::Nodes(nodes.get()),
            (None, Some(time)) => Effort::Time(Duration::from_millis(time.get())),
            (None, None) if arguments.long => {
                let network_game = network_game(&arguments.game);
                Effort::Time(network_game.context("--long needs --time for this game")?.turn())
            }
            (None, None) => Effort::Nodes(5_000),
        };
        let (sprt, games) =
            if arguments.long { ([-10.0, 0.0], 2_000) } else { ([0.0, 5.0], 30_000) };
        Ok(Preset {
            effort,
            sprt: arguments.sprt.first_chunk().copied().unwrap_or(sprt),
            games: arguments.games.map_or(games, |games| games.get()),
        })
    }
}

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let spsa_game = spsa_game(&arguments.game)?;
    let candidates = Candidate::read_all(&arguments.candidates)?;
    let base = base(arguments, programs)?;
    let preset = Preset::of(arguments)?;
    let sprt = sprt_between(&preset.sprt)?.context("an SPRT needs two Elo bounds")?;
    let screening = Screening {
        spsa_game,
        duels: candidates
            .iter()
            .map(|candidate| Duel {
                players: [candidate.player(&base), (&base).into()],
                effort: preset.effort,
                seed: arguments.seed,
            })
            .collect(),
        sprt,
        effort: preset.effort,
        most: preset.games.div_ceil(2),
        seed: arguments.seed,
    };
    screening.check(&candidates)?;
    let folder = programs.kept("screen")?.join(spsa_game.name());
    let stop = Stop::default();
    let results = screening.play(&candidates, &folder, &stop)?;
    if !arguments.format.is_text() {
        let rows = candidates.iter().zip(&screening.duels).zip(&results);
        let rows = rows.map(|((candidate, duel), scores)| {
            let mut object = json_of(duel, scores, Some(&screening.sprt));
            object["candidate"] = json!(candidate.name);
            object
        });
        let object = json!({ "candidates": rows.collect::<Vec<_>>() });
        print_table(arguments.format, &object, "candidates")?;
    } else {
        screening.print_table(&candidates, &results)?;
    }
    let is_accepted = |scores| screening.sprt.decide(scores) == Some(Hypothesis::Elo1);
    Ok(match results.iter().any(is_accepted) {
        _ if stop.is_requested() => Reply::Interrupted,
        true => Reply::Yes,
        false => Reply::No,
    })
}

/// Returns the evaluator of the base: the named one, or that of the bot.
fn base(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Evaluator> {
    if let Some(name) = &arguments.evaluator {
        return Ok(Evaluator::find(name)?);
    }
    match network_game(&arguments.game) {
        Ok(network_game) => {
            let source = programs.workspace()?.root.join(network_game.source());
            Ok(if source.exists() { Evaluator::in_source(&source)? } else { Evaluator::Hand })
        }
        Err(_) => Ok(Evaluator::Hand),
    }
}

/// Tests of all candidates under the same conditions.
struct Screening<'a> {
    spsa_game: &'static dyn SpsaGame,
    /// A duel of each candidate with the base.
    duels: Vec<Duel<'a>>,
    sprt: Sprt,
    effort: Effort,
    /// Maximum number of pairs of a candidate.
    most: u32,
    seed: u64,
}

impl Screening<'_> {
    /// Checks that all candidates can play, before the first of them does.
    fn check(&self, candidates: &[Candidate]) -> anyhow::Result<()> {
        for (candidate, duel) in candidates.iter().zip(&self.duels) {
            let checked = self.spsa_game.play_pairs(duel, &[]);
            checked.with_context(|| format!("candidate `{}`", candidate.name))?;
        }
        Ok(())
    }

    /// Plays what is left to play, until the user presses Ctrl-C, which requests `stop`. Returns
    /// the pairs of each candidate, and keeps them in `folder`.
    fn play(
        &self,
        candidates: &[Candidate],
        folder: &Path,
        stop: &Stop,
    ) -> anyhow::Result<Vec<PairScores>> {
        let program = this_program()?;
        let interrupt = stop.clone();
        ctrlc::set_handler(move || interrupt.request())?;
        let openings = match_openings(game(self.spsa_game.name())?, self.most as usize, self.seed);
        let mut results = Vec::new();
        for (candidate, duel) in candidates.iter().zip(&self.duels) {
            let file = ResultFile::new(folder, &program, self.conditions(candidate, duel));
            let played: PairScores = file.read()?;
            let mut progress = PairProgress::new(played.pairs() as usize, self.most as usize)?;
            let mut kept = Ok(());
            let scores = duel.play(self.spsa_game, &openings, played, self.most, |scores| {
                let result = format!("{}: {}", candidate.name, score_line(scores));
                progress.update(scores.pairs() as usize, &result, Some((&self.sprt, scores)));
                if *scores != played {
                    kept = file.write(scores);
                }
                kept.is_err() || stop.is_requested() || self.sprt.decide(scores).is_some()
            });
            progress.clear();
            kept?;
            let scores = scores?;
            if scores != played {
                file.write(&scores)?;
            }
            eprintln!("{}", self.row(candidate, &scores));
            results.push(scores);
        }
        if stop.is_requested() {
            eprintln!("note: stopped; run the same command to resume");
        }
        Ok(results)
    }

    /// Returns everything besides the program that the games of a candidate depend on.
    fn conditions(&self, candidate: &Candidate, duel: &Duel<'_>) -> serde_json::Value {
        json!({
            "game": self.spsa_game.name(),
            "candidate": candidate.name,
            "evaluators": duel.players.map(|player| player.evaluator.identity()),
            "effort": self.effort.to_string(),
            "seed": self.seed,
            "most": self.most,
        })
    }

    /// Returns the row of a candidate in the table.
    fn row(&self, candidate: &Candidate, scores: &PairScores) -> String {
        let (low, high) = scores.interval();
        let [score, low, high] = [scores.score(), low, high].map(|share| 100.0 * share);
        let Estimate { value, low: least, high: most } = Elo::of_pairs(scores);
        let [value, least, most] = [value, least, most].map(|Elo(elo)| elo);
        let verdict = match self.sprt.decide(scores) {
            Some(Hypothesis::Elo1) => "**H1**",
            Some(Hypothesis::Elo0) => "H0",
            None => "none",
        };
        let llr = self.sprt.llr(scores);
        if scores.pairs() == 0 {
            return format!("| `{}` | 0 | {NO_GAMES} | | {llr:+.2} | {verdict} |", candidate.name);
        }
        format!(
            "| `{}` | {} | {score:.1} % ({low:.1} to {high:.1}) | {value:+.0} ({least:+.0} to \
             {most:+.0}) | {llr:+.2} | {verdict} |",
            candidate.name,
            2 * scores.pairs(),
        )
    }

    /// Prints the table of all candidates to standard output.
    fn print_table(&self, candidates: &[Candidate], results: &[PairScores]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let Screening { spsa_game, sprt, effort, seed, .. } = self;
        let (name, elo0, elo1) = (spsa_game.name(), sprt.elo0(), sprt.elo1());
        writeln!(out, "{name}, {effort}, SPRT [{elo0:+}, {elo1:+}], seed {seed}\n")?;
        writeln!(out, "| candidate | games | score | Elo | LLR | verdict |")?;
        writeln!(out, "| --- | --- | --- | --- | --- | --- |")?;
        for (candidate, scores) in candidates.iter().zip(results) {
            writeln!(out, "{}", self.row(candidate, scores))?;
        }
        Ok(())
    }
}
