/** Figures of reviewed players: accuracy and counts of marks. */

/** Returns the share of expected points that the moves of these phases keep. */
export function accuracyText(phases) {
  const moves = phases.reduce((sum, phase) => sum + phase.moves, 0);
  const loss = phases.reduce((sum, phase) => sum + phase.loss, 0);
  return moves > 0 ? `${(100 * (1 - loss / moves)).toFixed(1)} %` : "–";
}

/** Returns the numbers of blunders, mistakes and inaccuracies. */
export function signsText({ blunders, mistakes, inaccuracies }) {
  return [blunders, mistakes, inaccuracies].join(" / ");
}

/** Returns the review of a player in several games. */
export function addPlayers(reviews) {
  const sum = (value) => reviews.reduce((total, review) => total + value(review), 0);
  return {
    phases: reviews.flatMap(({ phases }) => phases),
    blunders: sum(({ blunders }) => blunders),
    mistakes: sum(({ mistakes }) => mistakes),
    inaccuracies: sum(({ inaccuracies }) => inaccuracies),
    missedWins: sum(({ missedWins }) => missedWins),
  };
}
