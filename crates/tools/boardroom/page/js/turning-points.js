/**
 * Turning points of a game: plies at which a bot's own score is much higher or much lower than
 * before.
 */

/** Minimum change of a bot's own score at a turning point, in centi-pieces. */
const SWING = 100;

/** Bound to which scores are clamped, in centi-pieces: beyond it the game is decided. */
const DECIDED = 1_000;

/** Returns `1`, `-1` or `0` for each ply: the bot's own score has risen, fallen, or neither. */
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
