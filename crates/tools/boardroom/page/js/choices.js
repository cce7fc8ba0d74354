/** Moves that are no way over the board: naming a role, passing. */

import { h, put } from "./dom.js";
import { pieceIcon } from "./players.js";

export class Choices {
  /** `play` takes the `LegalMove` that was chosen. */
  constructor(info, play) {
    this.info = info;
    this.play = play;
    this.element = h("div", {
      id: "choices",
      class: "choices",
      role: "group",
      "aria-label": "Choices",
      hidden: true,
    });
  }

  /** Offers what of these moves has no squares; `player` is who chooses. */
  offer(legal, player) {
    const moves = legal.filter((move) => move.to == null || move.from == null);
    this.element.hidden = moves.length === 0;
    const isNaming = moves.some((move) => move.kind === "name");
    put(
      this.element,
      moves.length > 0 && h("p", null, isNaming ? "Name the role of your piece" : "Your move"),
      moves.map((move) => this.button(move, player)),
    );
  }

  button(move, player) {
    const letter = move.role ?? (move.kind === "name" ? move.move : null);
    const cell = letter && (player === 0 ? letter : letter.toLowerCase());
    return h(
      "button",
      {
        type: "button",
        class: "choice",
        data: { move: move.move },
        onclick: () => this.play(move),
      },
      cell && pieceIcon(this.info, cell),
      move.label ?? move.move,
    );
  }
}
