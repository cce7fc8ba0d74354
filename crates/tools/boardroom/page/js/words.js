/** Texts of scores, counts, times, dates and results. */

/** Score from which a result is proven; the number of plies to the end is `WIN` minus the score. */
const PROVEN = 31_000;
const WIN = 32_000;

/** Bound of scores in charts and bars, in centi-pieces: beyond it a game is decided. */
export const DECIDED = 1_000;

/** Returns `+0.35`, `win 7` or `loss 4` (in plies) for a score in centi-pieces. */
export function scoreText(score) {
  if (score == null) return "";
  if (Math.abs(score) >= PROVEN) {
    return `${score > 0 ? "win" : "loss"} ${Math.max(0, WIN - Math.abs(score))}`;
  }
  const pieces = Math.abs(score / 100).toFixed(2);
  return (score > 0 ? "+" : score < 0 ? "−" : "") + pieces;
}

/** Converts a score from the view of `player` to the view of the first player. */
export function fromFirst(score, player) {
  return score == null ? null : player === 0 ? score : -score;
}

/** Returns a score within the bounds of charts, in pieces. */
export function boundedPieces(score) {
  return score == null ? null : Math.max(-DECIDED, Math.min(DECIDED, score)) / 100;
}

/** Returns a count such as `1.2 M`, `240 k` or `37`. */
export function countText(count) {
  if (count == null) return "";
  if (count >= 1e6) return `${(count / 1e6).toFixed(count >= 1e7 ? 0 : 1)} M`;
  if (count >= 1e4) return `${Math.round(count / 1e3)} k`;
  return String(count);
}

/** Returns `87.2 ms`, `1.20 s` or `45 µs` for a time in microseconds. */
export function timeText(microseconds) {
  if (microseconds == null) return "";
  if (microseconds < 100) return `${microseconds} µs`;
  const ms = microseconds / 1000;
  return ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : `${ms.toFixed(ms < 100 ? 1 : 0)} ms`;
}

/**
 * Joins moves into one text; moves with spaces are not broken across lines and are separated by
 * commas.
 */
export function variationText(moves = []) {
  const hasSpaces = moves.some((move) => /\s/.test(move));
  return moves.map((move) => move.replaceAll(" ", "\u00a0")).join(hasSpaces ? ", " : "  ");
}

/** Returns a count with its noun: `1 game`, `2 games`. */
export function plural(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

/** Returns a UTC time stamp in the local time zone: `22 Nov 2026, 08:12`. */
export function dateText(stamp) {
  const date = new Date(stamp);
  if (Number.isNaN(date.getTime())) return stamp;
  return date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** Returns a result with typographic characters. */
export function resultText(result) {
  return { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½" }[result] ?? result;
}

/** Returns a reason of the referee with spaces: `home-row` becomes `home row`. */
export function reasonText(reason) {
  return (reason ?? "").replaceAll("-", " ");
}
