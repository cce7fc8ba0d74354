/**
 * Review of a game: marks of bad moves, what should have been played, the move that lost the game,
 * and the accuracy of both players.
 */

import { h, put } from "./dom.js";
import { chartFigure } from "./charts.js";
import { GameAnalysis } from "./game-analysis.js";
import { accuracyText, signsText } from "./review-figures.js";
import { scoreText, variationText } from "./words.js";

const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };

/** Colours of the marks, as classes of the style sheet. */
const COLOURS = { blunder: "danger", mistake: "warm", inaccuracy: "series-3" };

/**
 * Maximum number of plies from the last judged move to the end of the game at which its result is
 * in the chart: the last ply may be a fault.
 */
const END = 2;

/** Words of the move that lost the game. */
const TURNING_POINT = "the move that lost the game";

export class Review {
  /**
   * `go` gets the chosen ply. `source` is the path of the game under `/api`; without it, the game
   * cannot be analysed.
   */
  constructor(replay, { go, source }) {
    this.replay = replay;
    this.review = replay.review ?? null;
    this.go = go;
    this.ply = 0;
    this.isBranch = false;
    this.listener = null;
    this.chart = reviewFigure(replay, go);
    this.analysis = source && new GameAnalysis(source, (review) => this.take(review));
    this.verdict = h("p", { id: "verdict", class: "verdict" });
    const step = (id, label, text, direction) =>
      h(
        "button",
        { type: "button", id, class: "quiet", title: label, onclick: () => this.step(direction) },
        text,
      );
    this.steps = [
      step("previous-mistake", "Previous mistake (Shift+m)", "‹ Previous", -1),
      step("next-mistake", "Next mistake (m)", "Next mistake ›", 1),
    ];
    this.element = h(
      "section",
      { class: "panel review-panel", "aria-label": "Review" },
      h("h2", null, "Review"),
      this.verdict,
      h("p", { class: "steps" }, this.steps),
    );
    this.table = h("section", { class: "panel", "aria-label": "Accuracy" });
    this.fill();
  }

  /** Calls `listener` with the options of the chart after each new review of the game. */
  onReview(listener) {
    this.listener = listener;
  }

  /** Shows the review of an analysis, complete or not. */
  take(review) {
    this.review = review;
    this.fill();
    this.listener(reviewChart(this.replay, review, this.go));
    this.show(this.ply, this.isBranch);
  }

  /** Shows what does not depend on the ply; nothing if there is no review. */
  fill() {
    const { review } = this;
    this.element.hidden = this.table.hidden = !review;
    this.chart.figure.hidden = !review?.moves.some(Boolean);
    if (!review) return;
    for (const button of this.steps) button.disabled = this.marked().length === 0;
    put(
      this.table,
      h("h2", null, "Accuracy"),
      playersTable(review, this.replay.game),
      h("p", { class: "fine" }, `Each search had ${effortText(review.effort)}.`),
    );
  }

  /** Returns the plies, from 1, of the marked moves. */
  marked() {
    return (this.review?.moves ?? []).flatMap((move, index) => (move?.mark ? [index + 1] : []));
  }

  /** Goes to the next marked move, or to the previous one if `direction` is negative. */
  step(direction) {
    const plies = this.marked();
    const target =
      direction > 0
        ? plies.find((ply) => ply > this.ply)
        : plies.findLast((ply) => ply < this.ply);
    if (target != null) this.go(target);
  }

  /** Returns the elements that mark the move at `index` in the move list. */
  marks(index) {
    const mark = this.review?.moves[index]?.mark;
    return [
      this.review && index === this.review.turningPoint &&
        h("span", { class: "turning-point", title: TURNING_POINT }, "◆"),
      mark && h("span", { class: `sign ${COLOURS[mark]}`, title: mark }, SIGNS[mark]),
    ];
  }

  /** Returns the arrow of the move that should have been played instead of the last one. */
  arrows(ply) {
    const move = this.review?.moves[ply - 1];
    return move?.mark && move.arrow ? [{ ...move.arrow, style: "better" }] : [];
  }

  /** Shows the judgement of the last move; `isBranch` is true in a branch, which is not reviewed. */
  show(ply, isBranch) {
    this.ply = ply;
    this.isBranch = isBranch;
    if (!this.review) return;
    const move = isBranch ? null : this.review.moves[ply - 1];
    put(this.verdict, isBranch ? "A branch is not reviewed." : this.words(ply, move));
  }

  words(ply, move) {
    if (ply === 0) return this.summary();
    if (!move) {
      return ply <= this.review.book ? "A move of the opening book." : "Not judged.";
    }
    const { label } = this.replay.plies[ply - 1];
    const points = `${percent(move.before)} → ${percent(move.after)}`;
    const lost = ply - 1 === this.review.turningPoint && `This is ${TURNING_POINT}. `;
    if (!move.mark) return move.line[0] === label ? "The best move." : `Fine: ${points}.`;
    return [
      h("strong", { class: COLOURS[move.mark] }, `${label} ${SIGNS[move.mark]}`),
      ` ${points}. `,
      lost,
      move.isMissedWin && `A proven win was missed (${scoreText(move.bestScore)}). `,
      move.isLate && "In time trouble. ",
      "Better: ",
      h("span", { class: "variation" }, variationText(move.line.slice(0, 6))),
    ];
  }

  /** Returns the words at the start of the game. */
  summary() {
    const { turningPoint, book } = this.review;
    const first = book > 0 && `The opening book ends after ply ${book}. `;
    if (turningPoint == null) return [first, "No single move lost the game."];
    const { label } = this.replay.plies[turningPoint];
    return [first, `Ply ${turningPoint + 1}, ${label}, lost the game.`];
  }
}

/** Returns the figure with the chart of expected points, which is not started. */
function reviewFigure(replay, go) {
  return chartFigure(
    "review-chart",
    `Expected points of ${replay.game.players[0]}`,
    reviewChart(replay, replay.review, go),
    "Expected points by ply; the move list has the marks, and the dashed line is the turning point",
  );
}

/** Returns the options of the chart of expected points; it is empty without a review. */
function reviewChart({ plies, result }, review, go) {
  const { moves = [], turningPoint = null } = review ?? {};
  const ofFirst = (value, player) => 100 * (player === 0 ? value : 1 - value);
  const lastJudged = moves.findLastIndex(Boolean);
  const values = Array.from({ length: plies.length + 1 }, (_, ply) => {
    const [next, last] = [moves[ply], moves[ply - 1]];
    if (next) return ofFirst(next.before, plies[ply].player);
    if (ply === plies.length && plies.length - lastJudged <= END) {
      return { "1-0": 100, "0-1": 0 }[result.score] ?? 50;
    }
    return last ? ofFirst(last.after, plies[ply - 1].player) : null;
  });
  const flags = moves.flatMap((move, index) =>
    move?.mark ? [{ at: index + 1, value: values[index + 1], colour: COLOURS[move.mark] }] : [],
  );
  return {
    x: values.map((_, ply) => ply),
    lines: [{ values, colour: "series-2" }],
    yRange: () => [-4, 104],
    unit: "%",
    pick: go,
    flags,
    turn: turningPoint == null ? null : turningPoint + 1,
  };
}

/** Returns the table of both players. */
function playersTable({ players }, game) {
  const row = (name, value) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, name),
      players.map((player) => h("td", { class: "number" }, value(player))),
    );
  const phase = (index) => (player) => accuracyText([player.phases[index]]);
  const rows = [
    row("Accuracy", (player) => accuracyText(player.phases)),
    row("Opening", phase(0)),
    row("Middle", phase(1)),
    row("End", phase(2)),
    row("?? / ? / ?!", signsText),
    row("Missed wins", (player) => player.missedWins),
    players.some(({ lateMistakes }) => lateMistakes > 0) &&
      row("In time trouble", (player) => player.lateMistakes),
  ];
  const heads = game.players.map((name) => h("th", { scope: "col", class: "number" }, name));
  return h(
    "table",
    { class: "review-table" },
    h("thead", null, h("tr", null, h("td"), heads)),
    h("tbody", null, rows.filter(Boolean)),
  );
}

function percent(share) {
  return `${Math.round(100 * share)} %`;
}

function effortText({ nodes, milliseconds }) {
  return nodes == null ? `${milliseconds} ms` : `${nodes.toLocaleString("en")} nodes`;
}
