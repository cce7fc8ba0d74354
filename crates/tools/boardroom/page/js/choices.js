/** Buttons for moves that no click on the board plays: naming a role, and passing. */

import { isPlacement } from "./board-input.js";
import { h, put } from "./dom.js";
import { pieceIcon } from "./players.js";

export class Choices {
  /** `play` gets the chosen `LegalMove`. */
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

  /** Shows the buttons; `player` is the side to move. */
  offer(legal, player) {
    const moves = legal.filter(
      (move) => !isPlacement(move) && (move.from == null || move.to == null),
    );
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
