/** Move list: two columns of plies as on a score sheet; the current ply is marked. */

import { h, put, setAttribute } from "./dom.js";
import { turningPoints } from "./turning-points.js";
import { fromFirst, scoreText } from "./words.js";

/** Returns the label of a ply in lists. */
export function plyLabel(ply) {
  return ply.label ?? ply.move;
}

/** Returns the mark of a turning point in the bot's own scores; nothing if `turn` is 0. */
function turnMark(turn) {
  if (turn === 0) return null;
  return h(
    "span",
    {
      class: turn > 0 ? "turn-up" : "turn-down",
      title: `the bot's own score ${turn > 0 ? "rose" : "fell"} by a piece or more`,
    },
    turn > 0 ? "▲" : "▼",
  );
}

export class MovesPanel {
  /** `go` gets the chosen ply; the review marks moves, if there is one. */
  constructor(go, review = null) {
    this.go = go;
    this.review = review;
    this.list = h("ol", { id: "moves", class: "moves", tabindex: "0", "aria-label": "Moves" });
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.go(Number(button.dataset.ply));
    });
    this.element = this.list;
    this.current = null;
    new ResizeObserver(() => this.center()).observe(this.list);
  }

  /** Lists the plies of a game line. */
  fill(gameLine) {
    const rows = [];
    const turns = turningPoints(gameLine.plies);
    gameLine.plies.forEach((ply, index) => {
      const isBranch = gameLine.isBranch && index >= gameLine.branchFrom;
      const isNewRow = !rows.length || ply.player <= rows.at(-1).lastPlayer;
      if (isNewRow) rows.push({ lastPlayer: -1, cells: [] });
      const row = rows.at(-1);
      row.lastPlayer = ply.player;
      const own = turnMark(turns[index]);
      const marks = this.review?.review && !isBranch ? this.review.marks(index) : own;
      row.cells.push(this.button(ply, index + 1, isBranch, marks));
    });
    put(
      this.list,
      rows.map(({ cells }) => h("li", null, cells)),
    );
    this.current = null;
  }

  button(ply, number, isBranch, marks) {
    const score = scoreText(fromFirst(ply.report?.score, ply.player));
    const classes = ["ply", `of-${ply.player}`, isBranch && "is-branch", ply.fault && "is-fault"];
    return h(
      "button",
      {
        type: "button",
        class: classes.filter(Boolean).join(" "),
        data: { ply: number },
        tabindex: "-1",
      },
      h("span", { class: "number" }, number),
      h("span", { class: "text" }, plyLabel(ply)),
      put(h("span", { class: "marks" }), marks),
      score && h("span", { class: "score" }, score),
    );
  }

  /** Shows the marks of a new review; the list stays where it is. */
  showReview() {
    for (const button of this.list.querySelectorAll(".ply:not(.is-branch)")) {
      put(button.querySelector(".marks"), this.review.marks(Number(button.dataset.ply) - 1));
    }
  }

  /** Marks a ply and scrolls the list to it. */
  mark(ply) {
    if (this.current) setAttribute(this.current, "aria-current", null);
    this.current = this.list.querySelector(`[data-ply="${ply}"]`);
    if (!this.current) {
      this.list.scrollTop = 0;
      return;
    }
    setAttribute(this.current, "aria-current", "true");
    this.center();
  }

  /** Scrolls the list to the marked ply. */
  center() {
    if (!this.current) return;
    const { offsetTop, offsetHeight } = this.current.closest("li");
    this.list.scrollTop = offsetTop - (this.list.clientHeight - offsetHeight) / 2;
  }
}
