/**
 * Legend of the marks on pieces and squares. An entry keeps its place while the position has no such
 * mark, so that nothing moves from ply to ply.
 */

import { hasRunners } from "./adornments.js";
import { h, setData } from "./dom.js";
import { familyOf } from "./games.js";
import { pieceIcon } from "./players.js";

/** Returns the entries of a game: `[isShown, words, cell, mark]`; the icon has the mark. */
function entriesOf(info) {
  const ranked = info.kinds.find(({ kind }) => kind === "major")?.letter;
  const has = (mark, isCell) => (frame) =>
    [...frame.cells].some((cell, square) => isCell(cell) && frame.marks?.[square] === mark);
  const isHidden = (cell) => cell.toUpperCase() === "X";
  const isPiece = (cell) => cell !== ".";
  return (
    {
      lamistra: [
        [has(".", isHidden), "no role yet, has not moved: may be flag or bomb", "X", "."],
        [has("m", isHidden), "no role yet, has moved", "X", "m"],
      ],
      stratego: [
        [has("r", isPiece), "known to both", ranked, "r"],
        [has("m", isPiece), "has moved, still hidden from the other side", ranked, "m"],
      ],
      "lines-of-action": [
        [
          (frame) => Boolean(frame.groups),
          "Lines connect the men of a group; the lines of the largest group are the broadest.",
        ],
      ],
      breakthrough: [[hasRunners(info), "Dotted line: no enemy can stop this man."]],
    }[familyOf(info.name)] ?? []
  );
}

export class Legend {
  constructor(info) {
    this.entries = entriesOf(info).map(([isShown, words, cell, mark]) => ({
      isShown,
      element: h("span", null, cell && pieceIcon(info, cell, { mark }), words),
    }));
    const elements = this.entries.map(({ element }) => element);
    this.element = elements.length > 0 ? h("p", { class: "legend" }, elements) : null;
  }

  /** Shows the entries whose marks a frame has. */
  show(frame) {
    for (const { isShown, element } of this.entries) setData(element, { shown: isShown(frame) });
  }
}
