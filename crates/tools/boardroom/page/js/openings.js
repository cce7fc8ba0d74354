/** Panel of the opening tree: the moves that recorded games have played in a position. */

import { post } from "./api.js";
import { h, shareBar } from "./dom.js";
import { drawTable } from "./table.js";
import { countText, scoreText } from "./words.js";

/** Number of rows: rarer moves are left out. */
const ROWS = 12;

/** Columns that are aligned right. */
const FIGURES = ["Games", "Score", "Search"];

export class Openings {
  /** `onMove` gets the chosen move. */
  constructor({ onMove }) {
    this.onMove = onMove;
    this.latest = null;
    this.head = h("p", { class: "engine-line" });
    this.rows = h("tbody");
    this.element = h(
      "section",
      { id: "openings", class: "panel", "aria-label": "Openings", hidden: true },
      h("h2", null, "Openings"),
      this.head,
      drawTable("Openings", ["Move", "Games", "Score", "", "Search"], FIGURES, this.rows, {
        isNarrow: true,
      }),
    );
  }

  /** Shows the moves that were played in a position; nothing if there is no opening tree. */
  async look(request) {
    this.latest = request;
    let opening;
    try {
      opening = await post("/openings", request);
    } catch (error) {
      this.head.textContent = error.message;
      opening = { games: 1, moves: [] };
    }
    if (this.latest !== request) return;
    this.element.hidden = opening.games === 0;
    this.show(opening);
  }

  show({ games, moves }) {
    const total = moves.reduce((sum, move) => sum + gamesOf(move), 0);
    this.head.textContent = total
      ? `${countText(total)} of ${countText(games)} games`
      : `None of ${countText(games)} games was here.`;
    this.rows.replaceChildren(...moves.slice(0, ROWS).map((move) => this.row(move)));
    this.rows.closest(".scroll").hidden = !total;
  }

  row(played) {
    const { move, label, wins, draws, losses, score } = played;
    const games = gamesOf(played);
    const points = (wins + draws / 2) / games;
    const results = `${wins} won, ${draws} drawn, ${losses} lost`;
    const choose = { type: "button", class: "played", onclick: () => this.onMove(move) };
    return h(
      "tr",
      { data: { move } },
      h("td", null, h("button", choose, label)),
      h("td", { class: "number" }, countText(games)),
      h("td", { class: "number" }, `${Math.round(100 * points)} %`),
      h("td", { title: results }, shareBar(points, results)),
      h("td", { class: "number" }, score == null ? "–" : scoreText(score)),
    );
  }

  close() {
    this.latest = null;
    this.element.hidden = true;
  }
}

function gamesOf({ wins, draws, losses }) {
  return wins + draws + losses;
}
