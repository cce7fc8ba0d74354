/**
 * Geometry of a board: squares of 100 units, with margins for coordinates at the left and below.
 */

/** Side of a square. */
export const UNIT = 100;

/** Margin for coordinates. */
export const MARGIN = 40;

/** Margin at the other two sides. */
export const RIM = 12;

/** Coordinates of the squares, from the view of player 0 or, flipped, of player 1. */
export class Geometry {
  constructor(info, isFlipped = false) {
    this.columns = info.columns;
    this.rows = info.rows;
    this.files = info.files;
    this.ranks = info.ranks;
    this.isFlipped = isFlipped;
    this.count = this.columns * this.rows;
    this.width = this.columns * UNIT + MARGIN + RIM;
    this.height = this.rows * UNIT + MARGIN + RIM;
  }

  /** Returns the upper left corner of a square. */
  corner(square) {
    const place = this.isFlipped ? this.count - 1 - square : square;
    return {
      x: MARGIN + (place % this.columns) * UNIT,
      y: RIM + Math.floor(place / this.columns) * UNIT,
    };
  }

  /** Returns the center of a square. */
  center(square) {
    const { x, y } = this.corner(square);
    return { x: x + UNIT / 2, y: y + UNIT / 2 };
  }

  /** Returns the square at a point, or `null` outside of the board. */
  squareAt(x, y) {
    const column = Math.floor((x - MARGIN) / UNIT);
    const row = Math.floor((y - RIM) / UNIT);
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return null;
    const place = row * this.columns + column;
    return this.isFlipped ? this.count - 1 - place : place;
  }

  /**
   * Returns the square some steps to the right and down on the screen, or `null` beyond the edge.
   */
  neighbour(square, right, down) {
    const { x, y } = this.center(square);
    return this.squareAt(x + right * UNIT, y + down * UNIT);
  }

  /**
   * Returns the names of columns from left to right and of rows from top to bottom, as on the
   * screen.
   */
  names() {
    const turn = (list) => (this.isFlipped ? [...list].reverse() : list);
    return { files: turn(this.files), ranks: turn(this.ranks) };
  }

  /** Returns the name of a square: `e4`, or `3 8` if columns have numbers. */
  name(square) {
    const file = this.files[square % this.columns];
    const rank = this.ranks[Math.floor(square / this.columns)];
    return /\d/.test(file) ? `${file} ${rank}` : `${file}${rank}`;
  }
}
