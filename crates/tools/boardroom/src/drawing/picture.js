/** Draws one frame of a game by the page's board, as SVG text. */

import { Board } from "./board.js";
import { toSvg } from "./elements.js";
import { Styles } from "./styles.js";

const SVG = "http://www.w3.org/2000/svg";

/** Returns the function that draws frames of a game, given and taken as text. */
globalThis.painter = (info, sheets, theme, isFlipped) => {
  const styles = new Styles(JSON.parse(sheets), theme);
  const game = JSON.parse(info);
  return (frame, width) => {
    const board = new Board(game);
    if (isFlipped) board.flip(true);
    board.show(JSON.parse(frame));
    const { geometry, svg } = board;
    const height = Math.round((width * geometry.height) / geometry.width);
    for (const [name, value] of Object.entries({ xmlns: SVG, width, height })) {
      svg.setAttribute(name, value);
    }
    return toSvg(svg, styles);
  };
};
