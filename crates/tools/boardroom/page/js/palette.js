/** Palette of the board editor: a hand, the pieces of both sides, and an eraser. */

import { h, s, setAttribute } from "./dom.js";
import { pieceOf } from "./pieces.js";
import { pieceIcon } from "./players.js";

const ARROWS = "M12 3V21M3 12H21M9 6L12 3L15 6M9 18L12 21L15 18M6 9L3 12L6 15M18 9L21 12L18 15";
const BIN = "M5 7H19M10 7V4H14V7M7 7L8 20H16L17 7M10.5 10.5V16.5M13.5 10.5V16.5";

/** Tools beside the pieces: character that they put on a square, name and drawing. */
const HAND = [null, "Move pieces", ARROWS];
const ERASER = [".", "Remove pieces", BIN];

export class Palette {
  /** `onChoice` is called after the choice of another tool. */
  constructor(info, onChoice) {
    const letters = info.kinds.filter(({ kind }) => kind !== "unknown").map(({ letter }) => letter);
    const tool = ([cell, name, d]) => {
      const look = { viewBox: "0 0 24 24", class: "piece-icon", "aria-hidden": "true" };
      return this.button(cell, name, s("svg", look, s("path", { d, class: "tool" })));
    };
    // The accessible name has the text on the piece.
    const piece = (cell) => {
      const { name, label } = pieceOf(info, cell);
      return this.button(cell, [name, label].filter(Boolean).join(", "), pieceIcon(info, cell));
    };
    this.onChoice = onChoice;
    this.buttons = new Map();
    this.element = h(
      "div",
      { id: "palette", class: "palette", role: "group", "aria-label": "Pieces" },
      h("div", null, tool(HAND), tool(ERASER)),
      h("div", null, letters.map(piece)),
      h("div", null, letters.map((letter) => piece(letter.toLowerCase()))),
    );
    this.choose(letters[0]);
  }

  button(cell, name, icon) {
    const button = h(
      "button",
      {
        type: "button",
        class: "icon",
        "aria-label": name,
        title: name,
        data: { cell: cell ?? "hand" },
        onclick: () => {
          this.choose(cell);
          this.onChoice();
        },
      },
      icon,
    );
    this.buttons.set(cell, button);
    return button;
  }

  /** Chooses the character that a click puts on a square, or the hand if it is `null`. */
  choose(cell) {
    this.chosen = cell;
    for (const [other, button] of this.buttons) {
      setAttribute(button, "aria-pressed", String(other === cell));
    }
  }
}
