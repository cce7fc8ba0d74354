/** Where a game turned: plies at which a bot thinks much better or much worse of its game than before. */

/** The change of a bot's own score, in hundredths of a piece, that is worth a look. */
const SWING = 100;

/** Scores beyond this say the same: the game is decided. */
const DECIDED = 1_000;

/** For each ply `1`, `-1` or `0`: the bot's own score has risen, fallen, or neither. */
export function turningPoints(plies) {
  const before = [null, null];
  return plies.map(({ player, report }) => {
    if (report?.score == null) return 0;
    const score = Math.max(-DECIDED, Math.min(DECIDED, report.score));
    const change = before[player] == null ? 0 : score - before[player];
    before[player] = score;
    return Math.abs(change) < SWING ? 0 : Math.sign(change);
  });
}
