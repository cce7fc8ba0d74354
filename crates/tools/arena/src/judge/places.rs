//! Places of the players of a game, from the text of a referee.

/// Text that does not give each player one place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum PlaceError {
    /// Another number of scores than of players.
    #[error("has printed {found} scores for {players} players")]
    Scores { found: usize, players: usize },
    /// A character that is not the number of a player.
    #[error("names a player `{0}`, but the players are 0 to {last}", last = .1 - 1)]
    NoPlayer(char, usize),
    /// A player with two places.
    #[error("gives two places to player {0}")]
    Twice(usize),
    /// A player without a place.
    #[error("gives no place to player {0}")]
    Missing(usize),
}

/// Returns the place of each player by its score: 1 is the best, and equal scores share a place.
pub(super) fn places_of(scores: &[i64]) -> Vec<usize> {
    let better = |score: i64| scores.iter().filter(|&&other| other > score).count();
    scores.iter().map(|&score| better(score) + 1).collect()
}

/// Returns the places when the player at the seat `loser` is the last one and all others have
/// drawn.
pub(super) fn places_without(loser: usize, players: usize) -> Vec<usize> {
    (0..players).map(|seat| if seat == loser { players } else { 1 }).collect()
}

/// Reads the scores among the lines of a referee: the lines that hold whole numbers only, with
/// spaces between them. Also returns the other lines.
pub(super) fn read_scores(
    lines: Vec<String>,
    players: usize,
) -> Result<(Vec<i64>, Vec<String>), PlaceError> {
    let (mut scores, mut notes) = (Vec::new(), Vec::new());
    for line in lines {
        let numbers: Result<Vec<i64>, _> = line.split_whitespace().map(str::parse).collect();
        match numbers {
            Ok(numbers) => scores.extend(numbers),
            Err(_) => notes.push(line),
        }
    }
    if scores.len() != players {
        return Err(PlaceError::Scores { found: scores.len(), players });
    }
    Ok((scores, notes))
}

/// Reads the order of the players: groups of digits, the best first, one digit for each player.
/// The players of a group have drawn.
pub(super) fn read_order(text: &str, players: usize) -> Result<Vec<usize>, PlaceError> {
    let mut places = vec![0; players];
    let mut before = 0;
    for group in text.split_whitespace() {
        for digit in group.chars() {
            let player = digit.to_digit(10).map(|digit| digit as usize);
            let player = player.filter(|&player| player < players);
            let player = player.ok_or(PlaceError::NoPlayer(digit, players))?;
            if places[player] != 0 {
                return Err(PlaceError::Twice(player));
            }
            places[player] = before + 1;
        }
        before += group.len();
    }
    match places.iter().position(|&place| place == 0) {
        Some(player) => Err(PlaceError::Missing(player)),
        None => Ok(places),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_share_a_place() {
        assert_eq!(places_of(&[7, -1, 7, 9]), [2, 4, 2, 1]);
        assert_eq!(places_without(1, 3), [1, 3, 1]);
    }

    #[track_caller]
    fn check_scores(text: &str, expected: Result<(&[i64], &[&str]), &str>) {
        let read = read_scores(text.lines().map(str::to_owned).collect(), 2);
        match (read, expected) {
            (Ok((scores, notes)), Ok((expected, others))) => {
                assert_eq!(scores, expected);
                assert_eq!(notes, others);
            }
            (Err(error), Err(expected)) => assert_eq!(error.to_string(), expected),
            (read, _) => panic!("{text:?}: {read:?}"),
        }
    }

    #[test]
    fn scores_are_whole_numbers_among_other_lines() {
        check_scores("1\n0\nseed=5", Ok((&[1, 0], &["seed=5"])));
        check_scores("League level: 4.\n-1 12", Ok((&[-1, 12], &["League level: 4."])));
        check_scores("", Err("has printed 0 scores for 2 players"));
        check_scores("1\n1.5", Err("has printed 1 scores for 2 players"));
        check_scores("1\n0\n2", Err("has printed 3 scores for 2 players"));
    }

    #[track_caller]
    fn check_order(text: &str, expected: Result<&[usize], &str>) {
        let read = read_order(text, 3).map_err(|error| error.to_string());
        assert_eq!(read.as_deref().map_err(String::as_str), expected, "{text}");
    }

    #[test]
    fn an_order_names_each_player_once() {
        check_order("2 0 1", Ok(&[2, 3, 1]));
        check_order("02 1", Ok(&[1, 3, 1]));
        check_order("1 20", Ok(&[2, 1, 2]));
        check_order("0 3 1", Err("names a player `3`, but the players are 0 to 2"));
        check_order("0 x 1", Err("names a player `x`, but the players are 0 to 2"));
        check_order("0 1 01", Err("gives two places to player 0"));
        check_order("", Err("gives no place to player 0"));
    }
}
