//! Result of a review as tables for readers.

use std::io::{self, Write};

use review::{Effort, GameReview, Mark, MoveReview, Phase};

use super::Games;
use super::players::{NamedPlayer, players};

/// Width of the column of names; longer names are cut.
const NAME_WIDTH: usize = 24;

/// Writes the result.
pub(super) fn write(
    output: &mut dyn Write,
    games: &Games,
    effort: Effort,
    reviews: &[GameReview],
) -> io::Result<()> {
    let judged: usize = reviews.iter().map(|review| review.moves.iter().flatten().count()).sum();
    writeln!(output, "{} games, {judged} moves judged, {effort} per search", reviews.len())?;
    writeln!(
        output,
        "\n{:<NAME_WIDTH$}{:>6}{:>7}{:>5}{:>5}{:>5}{:>8}{:>6}{:>10}{:>9}{:>8}{:>8}{:>10}",
        "player",
        "games",
        "moves",
        "??",
        "?",
        "?!",
        "missed",
        "late",
        "accuracy",
        "opening",
        "middle",
        "end",
        "longest"
    )?;
    for player in players(games, reviews) {
        write_player(output, &player)?;
    }
    writeln!(output, "\n{:>5}{:>7}{:>9}{:>6}  turning point", "game", "plies", "result", "book")?;
    for (index, review) in reviews.iter().enumerate() {
        let (game, _) = &games.replayed[index];
        writeln!(
            output,
            "{:>5}{:>7}{:>9}{:>6}  {}",
            games.numbers[index],
            game.turns.len(),
            game.outcome.to_string(),
            review.book,
            turning_point(games, index, review)
        )?;
    }
    output.flush()
}

fn write_player(output: &mut dyn Write, player: &NamedPlayer) -> io::Result<()> {
    let NamedPlayer { name, games, review } = player;
    let percent = |accuracy: Option<f64>| {
        accuracy.map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.1}"))
    };
    let [opening, middle, end] =
        Phase::ALL.map(|phase| percent(review.phases[phase as usize].accuracy()));
    let longest =
        review.longest_us.map_or_else(|| "-".to_owned(), |us| format!("{:.1} ms", us as f64 / 1e3));
    let name = if name.is_empty() { "-" } else { name };
    let name: String = name.chars().take(NAME_WIDTH - 1).collect();
    writeln!(
        output,
        "{name:<NAME_WIDTH$}{games:>6}{:>7}{:>5}{:>5}{:>5}{:>8}{:>6}{:>10}{opening:>9}{middle:>8}\
         {end:>8}{longest:>10}",
        review.total().moves,
        review.blunders,
        review.mistakes,
        review.inaccuracies,
        review.missed_wins,
        review.late_mistakes,
        percent(review.total().accuracy()),
    )
}

/// Returns the move that lost a game in words: `38. f7g6 ?? 48 % to 12 %, better e7d6 (bot)`.
fn turning_point(games: &Games, index: usize, review: &GameReview) -> String {
    let (game, _) = &games.replayed[index];
    let found = review.turning_point.and_then(|ply| Some((ply, review.moves[ply].as_ref()?)));
    let Some((ply, MoveReview { before, after, mark, search, .. })) = found else {
        return "-".to_owned();
    };
    let turn = &game.turns[ply];
    format!(
        "{}. {} {} {:.0} % to {:.0} %, better {} ({})",
        ply + 1,
        turn.label,
        mark.map_or("", Mark::sign),
        100.0 * before,
        100.0 * after,
        search.line.first().unwrap_or(&search.best),
        game.players[turn.player],
    )
}
