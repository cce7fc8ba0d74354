/**
 * Review of a game: marks of bad moves, what should have been played, the move that lost the game,
 * and the accuracy of both players.
 */

import { h, put } from "./dom.js";
import { chartFigure } from "./charts.js";
import { accuracyText, signsText } from "./review-figures.js";
import { scoreText, variationText } from "./words.js";

const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };

/** Colours of the marks, as classes of the style sheet. */
const COLOURS = { blunder: "danger", mistake: "warm", inaccuracy: "series-3" };

/** Words of the move that lost the game. */
const TURNING_POINT = "the move that lost the game";

export class Review {
  /** `go` gets the chosen ply. */
  constructor(replay, go) {
    this.replay = replay;
    this.review = replay.review;
    this.go = go;
    this.ply = 0;
    this.chart = reviewChart(replay, go);
    this.verdict = h("p", { id: "verdict", class: "verdict" });
    const step = (id, label, text, direction) =>
      h(
        "button",
        {
          type: "button",
          id,
          class: "quiet",
          title: label,
          disabled: this.marked().length === 0,
          onclick: () => this.step(direction),
        },
        text,
      );
    this.element = h(
      "section",
      { class: "panel review-panel", "aria-label": "Review" },
      h("h2", null, "Review"),
      this.verdict,
      h(
        "p",
        { class: "steps" },
        step("previous-mistake", "Previous mistake (Shift+m)", "‹ Previous", -1),
        step("next-mistake", "Next mistake (m)", "Next mistake ›", 1),
      ),
    );
    this.table = h(
      "section",
      { class: "panel", "aria-label": "Accuracy" },
      h("h2", null, "Accuracy"),
      playersTable(replay),
      h("p", { class: "fine" }, `Each search had ${effortText(this.review.effort)}.`),
    );
  }

  /** Returns the plies, from 1, of the marked moves. */
  marked() {
    return this.review.moves.flatMap((move, index) => (move?.mark ? [index + 1] : []));
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
    const mark = this.review.moves[index]?.mark;
    return [
      index === this.review.turningPoint &&
        h("span", { class: "turning-point", title: TURNING_POINT }, "◆"),
      mark && h("span", { class: `sign ${COLOURS[mark]}`, title: mark }, SIGNS[mark]),
    ];
  }

  /** Returns the arrow of the move that should have been played instead of the last one. */
  arrows(ply) {
    const move = this.review.moves[ply - 1];
    return move?.mark && move.arrow ? [{ ...move.arrow, style: "better" }] : [];
  }

  /** Shows the judgement of the last move; `isBranch` is true in a branch, which is not reviewed. */
  show(ply, isBranch) {
    this.ply = ply;
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

/** Returns the chart of expected points, which is not started; `null` if no move is judged. */
function reviewChart({ review, plies, result, game }, go) {
  const { moves, turningPoint } = review;
  if (!moves.some(Boolean)) return null;
  const ofFirst = (value, player) => 100 * (player === 0 ? value : 1 - value);
  const values = Array.from({ length: plies.length + 1 }, (_, ply) => {
    const [next, last] = [moves[ply], moves[ply - 1]];
    if (next) return ofFirst(next.before, plies[ply].player);
    if (ply === plies.length) return { "1-0": 100, "0-1": 0 }[result.score] ?? 50;
    return last ? ofFirst(last.after, plies[ply - 1].player) : null;
  });
  const flags = moves.flatMap((move, index) =>
    move?.mark ? [{ at: index + 1, value: values[index + 1], colour: COLOURS[move.mark] }] : [],
  );
  const options = {
    x: values.map((_, ply) => ply),
    lines: [{ values, colour: "series-2" }],
    yRange: () => [-4, 104],
    unit: "%",
    pick: go,
    flags,
    turn: turningPoint == null ? null : turningPoint + 1,
  };
  return chartFigure(
    "review-chart",
    `Expected points of ${game.players[0]}`,
    options,
    "Expected points by ply; the move list has the marks, and the dashed line is the turning point",
  );
}

/** Returns the table of both players. */
function playersTable({ review, game }) {
  const { players } = review;
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
