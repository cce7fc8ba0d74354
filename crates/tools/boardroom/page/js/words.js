/** Numbers as people of this field write them. */

/** From here on a score is a proven result, in as many plies as it lacks to `WIN`. */
const PROVEN = 31_000;
const WIN = 32_000;

/** The edge of charts and bars, in hundredths of a piece: beyond it a game is decided. */
export const DECIDED = 1_000;

/** `+0.35`, `win 7` or `loss 4` (in plies), from a score in hundredths of a piece. */
export function scoreText(score) {
  if (score == null) return "";
  if (Math.abs(score) >= PROVEN) {
    return `${score > 0 ? "win" : "loss"} ${Math.max(0, WIN - Math.abs(score))}`;
  }
  const pieces = Math.abs(score / 100).toFixed(2);
  return (score > 0 ? "+" : score < 0 ? "−" : "") + pieces;
}

/** A score of whoever moves, seen from the first player. */
export function fromFirst(score, player) {
  return score == null ? null : player === 0 ? score : -score;
}

/** A score within the bounds of charts, in pieces. */
export function boundedPieces(score) {
  return score == null ? null : Math.max(-DECIDED, Math.min(DECIDED, score)) / 100;
}

/** `1.2 M`, `240 k`, `37`. */
export function countText(count) {
  if (count == null) return "";
  if (count >= 1e6) return `${(count / 1e6).toFixed(count >= 1e7 ? 0 : 1)} M`;
  if (count >= 1e4) return `${Math.round(count / 1e3)} k`;
  return String(count);
}

/** `87.2 ms`, `1.20 s` or `45 µs`, from microseconds. */
export function timeText(microseconds) {
  if (microseconds == null) return "";
  if (microseconds < 100) return `${microseconds} µs`;
  const ms = microseconds / 1000;
  return ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : `${ms.toFixed(ms < 100 ? 1 : 0)} ms`;
}

/** Moves in a row; those that hold spaces stay whole, and are told apart by commas. */
export function variationText(moves = []) {
  const hasSpaces = moves.some((move) => /\s/.test(move));
  return moves.map((move) => move.replaceAll(" ", "\u00a0")).join(hasSpaces ? ", " : "  ");
}

/** `1 game`, `2 games`. */
export function plural(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

/** `22 Nov 2026, 08:12` of a UTC time stamp, in the reader's own time zone. */
export function dateText(stamp) {
  const date = new Date(stamp);
  if (Number.isNaN(date.getTime())) return stamp;
  return date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** A result with typographic signs. */
export function resultText(result) {
  return { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½" }[result] ?? result;
}

/** A reason of the referee in words: `home-row` becomes `home row`. */
export function reasonText(reason) {
  return (reason ?? "").replaceAll("-", " ");
}
